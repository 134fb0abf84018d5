import CacheConformance

/// What a new version of a module broke, mended, or lost from sight, according to two reports in JSON.
struct Comparison {
  private let lines: [String]
  /// Whether nothing fails that did not fail before, and nothing that was assessed is not any more.
  let isClean: Bool

  /// Compares two reports.
  ///
  /// - Throws: `UsageError` for a file that is no report in JSON.
  init(of old: String, with new: String) throws(UsageError) {
    var (before, after) = (try JSONReport.report(at: old), try JSONReport.report(at: new))
    if before.variants != after.variants { (before, after) = (before.withoutVariants, after.withoutVariants) }
    let olds = Dictionary(before.results.map { ($0.name, $0) }) { first, _ in first }
    let news = Dictionary(after.results.map { ($0.name, $0) }) { first, _ in first }
    func changed(_ change: Change) -> [String] {
      after.results.compactMap { result in
        guard let old = olds[result.name], Change(from: old.verdict, to: result.verdict) == change else { return nil }
        let difference = result.actual.text.map { ": expected \(result.expected.text ?? ""), actual \($0)" } ?? ""
        let reason = result.reason.map { ": \($0)" } ?? ""
        let why = result.fails ? difference : change == .lost ? reason : ""
        return "\(change.word)  \(result.name): \(old.verdict) → \(result.verdict)\(why)"
      }
    }
    let (broken, mended, other) = (changed(.broken), changed(.mended), changed(.other))
    let new = after.results.filter { olds[$0.name] == nil && $0.fails }.map { "new     \($0.name): \($0.verdict)" }
    let gone = before.results.filter { news[$0.name] == nil }
    // A row may have another name in a later version of the specification, but its rule is still to be judged.
    let judged = Set(after.results.filter(\.verdict.isJudged).map(\.rule))
    let lost =
      changed(.lost)
      + gone.filter { $0.verdict.isJudged && !judged.contains($0.rule) }
      .map { "lost    \($0.name): \($0.verdict) → no longer there" }
    let counts =
      "\(before.module) → \(after.module): \(broken.count) broken, \(lost.count) lost, \(mended.count) mended, "
      + "\(other.count) otherwise changed, \(new.count) that were not there before and fail, "
      + "\(gone.count) no longer there"
    lines = broken + lost + new + mended + other + [counts]
    isClean = broken.isEmpty && lost.isEmpty && new.isEmpty
  }

  /// What became of a scenario's verdict.
  private enum Change: String {
    case broken, lost, mended, other

    /// The word that begins a line.
    var word: String { self == .lost ? "lost  " : self == .other ? "other " : rawValue }

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

  var text: String { lines.joined(separator: "\n").printable }
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
}
