import CacheConformance
import CacheSpec

/// What a new version of a module broke, mended, or lost from sight, according to two reports in JSON.
struct Comparison {
  /// What became of a scenario, the gravest first: it fails now, is no longer judged, fails and was not there before,
  /// fails no longer, or has another verdict that changes none of this.
  enum Change: String, CaseIterable {
    case broken, lost, new, mended, other

    /// Returns nil if the verdict is the same.
    init?(from old: Verdict.Kind, to new: Verdict.Kind) {
      if old == new { return nil }
      if !old.failsTheRun && new.failsTheRun {
        self = .broken
      } else if old.isJudged && !new.isJudged {
        self = .lost
      } else if old.failsTheRun && !new.failsTheRun && new.isJudged {
        self = .mended
      } else {
        self = .other
      }
    }
  }

  /// A scenario that changed.
  struct Difference {
    let change: Change
    let result: JSONResult
    /// Both verdicts, and why.
    let what: String
  }

  /// The gravest first.
  let differences: [Difference]
  private let counts: String
  /// Whether nothing fails that did not fail before, and nothing that was assessed is not any more.
  var isClean: Bool { !differences.contains { [.broken, .lost, .new].contains($0.change) } }

  /// Compares the reports of two files.
  ///
  /// - Throws: `UsageError` for a file that is no report in JSON.
  init(of old: String, with new: String) throws(UsageError) {
    self.init(try JSONReport.report(at: old), try JSONReport.report(at: new))
  }

  init(_ old: JSONReport, _ new: JSONReport) {
    var (before, after) = (old, new)
    if before.variants != after.variants { (before, after) = (before.withoutVariants, after.withoutVariants) }
    let olds = Dictionary(before.results.map { ($0.name, $0) }) { first, _ in first }
    let news = Dictionary(after.results.map { ($0.name, $0) }) { first, _ in first }
    // A row may have another name in a later version of the specification, but its rule is still to be judged.
    let judged = Set(after.results.filter(\.verdict.isJudged).map(\.rule))
    let gone = before.results.filter { news[$0.name] == nil }
    let all =
      after.results.compactMap { Self.difference(of: $0, from: olds[$0.name]) }
      + gone.filter { $0.verdict.isJudged && !judged.contains($0.rule) }.map {
        Difference(change: .lost, result: $0, what: "\($0.verdict) → no longer there")
      }
    differences = Change.allCases.flatMap { change in all.filter { $0.change == change } }
    func count(_ change: Change) -> Int { all.count { $0.change == change } }
    counts =
      "\(before.module) → \(after.module): \(count(.broken)) broken, \(count(.lost)) lost, \(count(.mended)) mended, "
      + "\(count(.other)) otherwise changed, \(count(.new)) that \(count(.new) == 1 ? "was not there before and fails" : "were not there before and fail"), "
      + "\(gone.count) no longer there"
  }

  private static func difference(of result: JSONResult, from old: JSONResult?) -> Difference? {
    guard let old else {
      return result.fails ? Difference(change: .new, result: result, what: result.told) : nil
    }
    // What is on record as unsteady passes in one run and deviates in the next.
    if old.isPassOrUnsteady, result.isPassOrUnsteady { return nil }
    guard var change = Change(from: old.verdict, to: result.verdict) else { return nil }
    // What passed by chance may fail again.
    if change == .mended, old.unsteady != nil { change = .other }
    let difference = result.actual.text.map { ": expected \(result.expected.text ?? ""), actual \($0)" } ?? ""
    let reason = result.reason.map { ": \($0)" } ?? ""
    let why = result.fails ? difference : change == .lost ? reason : ""
    return Difference(change: change, result: result, what: "\(old.told) → \(result.told)\(why)")
  }

  /// How many scenarios broke, were lost and so on, in words.
  var summary: String {
    let counts = Change.allCases.map { change in (change, differences.count { $0.change == change }) }
    let told = counts.filter { $0.1 > 0 }.map { "\($0.1) \($0.0)" }
    return told.isEmpty ? "nothing changed" : told.joined(separator: ", ")
  }

  /// The gravest change of each rule, of which a scenario of another rule may tell.
  var changes: [RuleID: Change] {
    differences.reversed().reduce(into: [:]) { changes, difference in
      for rule in [difference.result.rule, difference.result.otherRule] {
        if let rule { changes[RuleID(rule)] = difference.change }
      }
    }
  }

  var text: String {
    let lines = differences.map { difference in
      let word = difference.change.rawValue
      return "\(word)\(String(repeating: " ", count: 8 - word.count))\(difference.result.name): \(difference.what)"
    }
    return (lines + [counts]).joined(separator: "\n").printable
  }
}

extension JSONReport {
  fileprivate var variants: Set<String> { Set(results.compactMap(\.variant)) }

  /// The report with one result for each scenario: the result of a variant that fails, if one does.
  fileprivate var withoutVariants: Self {
    var (report, seen) = (self, Set<String>())
    report.results = (results.filter(\.fails) + results.filter { !$0.fails }).filter {
      seen.insert($0.scenario).inserted
    }
    for index in report.results.indices { report.results[index].variant = nil }
    return report
  }
}

extension JSONResult {
  /// The scenario and the variant.
  var name: String { variant.map { "\(scenario) (\($0))" } ?? scenario }
  var fails: Bool { verdict.failsTheRun }
  /// The verdict, and how it is unsteady.
  fileprivate var told: String { "\(verdict)" + (unsteady.map { " (unsteady: \($0))" } ?? "") }
  /// Whether it passed, or is a known deviation that does not happen in every run.
  fileprivate var isPassOrUnsteady: Bool { verdict == .passed || verdict == .knownDeviation && unsteady != nil }
}
