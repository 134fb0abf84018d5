public import CacheConformance
public import CacheSpec

/// A module that is broken in one way, and the rule that has to say so.
public struct Mutant: Sendable, CustomStringConvertible {
  /// What is wrong with it.
  public let fault: String
  /// The rule that names the fault.
  public let breaks: RuleID
  /// Where the fault was seen in a shipping cache, or nil.
  public let seenIn: String?
  /// The scenarios of that rule, held against it.
  public let cases: [Case]

  /// Names a fault of a module.
  init<Action>(
    _ breaks: RuleID, _ fault: String, seenIn: String? = nil, _ subject: Subject<Action>, in chapter: Chapter<Action>
  ) {
    self.fault = fault
    self.breaks = breaks
    self.seenIn = seenIn
    cases = Suite(chapter, subject).cases.filter { $0.info.rule == breaks }
  }

  public var description: String { "\(breaks): \(fault)" }

  /// Every broken module, chapter by chapter.
  public static let all: [Mutant] =
    responseMutants + httpMutants
    + paywallMutants
    + customerMutants + dashboardMutants
    + normalizedMutants

  /// How many of its rule's scenarios say what is wrong, by a violation. A failed set-up says nothing, and neither does a
  /// time limit that may have passed for want of a processor.
  public func caught() async -> Int {
    var caught = 0
    for scenario in cases where await scenario.verdict(within: .seconds(60)).0.kind == .violated { caught += 1 }
    return caught
  }
}
