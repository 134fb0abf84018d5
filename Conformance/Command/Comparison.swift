import CacheConformance

/// What a new version of a module broke or mended, according to two reports in JSON.
struct Comparison {
  private let lines: [String]
  /// Whether nothing fails that did not fail before.
  let isClean: Bool

  /// Compares two reports.
  ///
  /// - Throws: `UsageError` for a file that is no report in JSON.
  init(of old: String, with new: String) throws(UsageError) {
    var (before, after) = (try JSONReport.report(at: old), try JSONReport.report(at: new))
    if before.variants != after.variants { (before, after) = (before.withoutVariants, after.withoutVariants) }
    let olds = Dictionary(before.results.map { ($0.name, $0) }) { first, _ in first }
    let news = Dictionary(after.results.map { ($0.name, $0) }) { first, _ in first }
    func changed(_ word: String, _ isMeant: (_ old: JSONResult, _ new: JSONResult) -> Bool) -> [String] {
      after.results.compactMap { result in
        guard let old = olds[result.name], isMeant(old, result) else { return nil }
        let difference = result.actual.text.map { ": expected \(result.expected.text ?? ""), actual \($0)" } ?? ""
        return "\(word)  \(result.name): \(old.verdict) → \(result.verdict)\(result.fails ? difference : "")"
      }
    }
    let broken = changed("broken") { !$0.fails && $1.fails }
    let new = after.results.filter { olds[$0.name] == nil && $0.fails }.map { "new     \($0.name): \($0.verdict)" }
    let gone = before.results.count { news[$0.name] == nil }
    let mended = changed("mended") { $0.fails && !$1.fails }
    let other = changed("other ") { $0.fails == $1.fails && $0.verdict != $1.verdict }
    let counts =
      "\(before.module) → \(after.module): \(broken.count) broken, \(mended.count) mended, \(other.count) otherwise changed, "
      + "\(new.count) that were not there before and fail, \(gone) no longer there"
    lines = broken + new + mended + other + [counts]
    isClean = broken.isEmpty && new.isEmpty
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
