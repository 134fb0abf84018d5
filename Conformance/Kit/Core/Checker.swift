public import CacheSpec

/// Performs the actions of one chapter on one module in one world, and says what it observed.
///
/// It judges nothing: comparing, tracing and verdicts are the kit's, once for all chapters.
public protocol Checker<Action>: Sendable {
  /// The chapter's actions.
  associatedtype Action: ScenarioAction

  /// Performs an action. An error of the module is a fact; what is thrown here is a failure of the world.
  func perform(_ action: Action) async throws -> Observation

  /// Lets go of the module and its world.
  func tearDown() async
}

/// How one module is held against one chapter.
public struct Subject<Action: ScenarioAction>: Sendable {
  /// What the module cannot take, each with the reason.
  public let lacking: [Capability: String]
  /// Makes a fresh module in a fresh world.
  public let makeChecker: @Sendable () async throws -> any Checker<Action>
  /// The rules that the module is known to break.
  public var deviations: [KnownDeviation]

  /// Gathers what a chapter needs to know of a module.
  public init(
    lacking: [Capability: String], deviations: [KnownDeviation] = [],
    makeChecker: @escaping @Sendable () async throws -> any Checker<Action>
  ) {
    self.lacking = lacking
    self.deviations = deviations
    self.makeChecker = makeChecker
  }

  /// The same module with deviations on record.
  public func deviating(_ deviations: [KnownDeviation]) -> Self {
    var copy = self
    copy.deviations += deviations
    return copy
  }
}

/// An error of the module as a fact, in its own words.
extension Fact {
  /// The fact that the module threw an error.
  public init(failure error: any Error) { self = .failure(String(describing: error)) }
}
