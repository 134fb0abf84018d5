import CacheConformance
import CacheSpec

/// The worst that a report shows, in a sentence each.
extension Site {
  /// How many findings a page begins with.
  private static let shownFindings = 5

  func findings(of module: SiteModule) -> HTML {
    let findings = module.findings
    if findings.isEmpty { return "" }
    let items = findings.prefix(Self.shownFindings).map { HTML.tag("li", sentence($0, in: module)) }
    let more = findings.count - items.count
    return section(
      "Worst findings",
      [
        .tag("ol", ["class": "findings"], HTML(items)),
        more <= 0 ? "" : .tag("p", "\(more.counted("more finding")) of other causes below, rule by rule."),
      ])
  }

  /// What the rule demands, what was expected and seen, where both are written and, of a deviation on record, its reason.
  private func sentence(_ finding: Finding, in module: SiteModule) -> HTML {
    let (result, rule, look) = (finding.example, finding.rule, Look(finding.example))
    let known = chapters.lazy.flatMap(\.rules).first { $0.id == rule }
    // A result that breaks another rule than its own has the statement of its own.
    let statement = (known?.statement ?? result.statement).trimmingSuffix(".")
    let seen = [("expected", result.expected.text), ("saw", result.actual.text)].compactMap { name, value in
      value.map { "\(.tag("em", HTML(name))) \($0.inOneLine(of: Self.longestValue))" as HTML }
    }
    let row = result.scenario.row(of: result.rule)
    let id = HTML.tag("code", rule.text.breakable)
    let sections =
      known?.citations.map { HTML.link(to: $0.link, HTML($0.description)) }
      ?? result.citations.map { HTML.link(to: $0.link, HTML("\($0.document), '\($0.heading)'")) }
    let isBelow = links.knows(rule) && (module.isNotable(rule) || module.causes[rule] != nil)
    let name: HTML = isBelow ? .tag("a", ["href": "#\(rule)"], id) : id
    let places =
      [
        result.scenario == result.rule ? name : "\(.tag("code", row.breakable)) of \(name)",
        HTML(known?.level.rawValue ?? result.level),
      ] + (known == nil && result.otherRule != nil ? [] : sections)
    return [
      .tag("strong", ["class": look.style], HTML(look.words)), " ",
      known == nil ? HTML(statement) : links.inline(statement), seen.isEmpty ? "" : ": ",
      seen.joined(separator: ", "), " (\(places.joined(separator: "; "))).",
      result.reason.map { .tag("span", ["class": "none"], " On record: \($0.trimmingSuffix(".")).") } ?? "",
    ]
  }

  /// What exceeds this of a value is left out of a sentence; the results below have all of it.
  private static let longestValue = 160
}

/// Failures of one cause: of one rule or, if they are on record, for one reason.
struct Finding {
  let results: [JSONResult]
  /// The rule of the highest level, and of those the one with the most failures.
  let rule: RuleID
  let example: JSONResult
  /// How many results fail by it, or are blocked by a rule that it breaks.
  let affected: Int

  fileprivate init?(_ results: [JSONResult], among report: JSONReport) {
    let byRule = results.grouped(by: \.brokenRule)
    guard let main = byRule.min(by: { ($0[0].levelRank, $1.count) < ($1[0].levelRank, $0.count) }) else { return nil }
    self.results = results
    rule = RuleID(main[0].brokenRule)
    // A row says more than what leads to others.
    example = main.first { !$0.scenario.contains("[fixture: ") } ?? main[0]
    let rules = Set(byRule.map { $0[0].brokenRule })
    let obstacles = report.assessment?.obstacles.filter { rules.contains(RuleID(ofScenario: $0.deviation).text) } ?? []
    affected =
      results.count + report.results.count { $0.blockedBy.map(rules.contains) ?? false }
      + obstacles.reduce(0) { $0 + max(0, min($1.scenarios, report.results.count)) }
  }

  /// The new before those on record, then the worst verdict, the highest level and the most results.
  fileprivate static func isWorse(_ one: Self, _ other: Self) -> Bool {
    let (left, right) = (one.example, other.example)
    return (left.verdict.rank, left.levelRank, other.affected) < (right.verdict.rank, right.levelRank, one.affected)
  }
}

extension SiteModule {
  /// What the module breaks, the worst first. A choice where the documents leave one is no finding.
  var findings: [Finding] {
    (report.results + (report.causes ?? [])).filter { Look($0).isOfABreach }
      .grouped { $0.verdict == .knownDeviation ? $0.reason ?? $0.brokenRule : $0.brokenRule }
      .compactMap { Finding($0, among: report) }
      .enumerated().sorted {
        Finding.isWorse($0.element, $1.element)
          || (!Finding.isWorse($1.element, $0.element) && $0.offset < $1.offset)
      }.map(\.element)
  }
}

extension JSONResult {
  fileprivate var brokenRule: String { otherRule ?? rule }

  /// The place of its level: what a document says comes first.
  fileprivate var levelRank: Int { Level.allCases.firstIndex { $0.rawValue == level } ?? Level.allCases.count }
}

extension String {
  func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
