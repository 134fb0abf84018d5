import CacheConformance
import CacheSpec
import Foundation

/// The page of a report: the results other than passed, by rule, and the recorded outcomes.
extension Site {
  func results(of module: SiteModule) -> HTML {
    let notable = chapters.flatMap(\.rules).filter { module.isNotable($0.id) }
    let rules = Look.ranked.flatMap { look in notable.filter { module.standing(on: $0.id)?.look == look } }
    let unknown = module.outcomes.keys.filter { !links.knows($0) }.sorted()
    let blocking = module.causes.keys.filter { !module.isNotable($0) }.sorted()
    return [
      summary(module),
      module.report.incidents.isEmpty
        ? ""
        : section("Incidents", .tag("ul", HTML(module.report.incidents.map { .tag("li", HTML($0)) }))),
      overview(rules.map(\.id), module),
      HTML(rules.map { rule(of: module, $0.id, $0.statement, level: $0.level.rawValue) }),
      blocking.isEmpty
        ? ""
        : section(
          "Rules that block others, broken in scenarios that were not selected",
          HTML(
            blocking.map { id in
              let cause = module.causes[id]?.first
              return rule(of: module, id, cause?.statement ?? "", level: cause?.level ?? "")
            })),
      unknown.isEmpty
        ? ""
        : section(
          "Rules that this specification does not know",
          HTML(
            unknown.map { id in
              let result = module.outcomes[id]?.first { $0.result.rule == id.text }?.result
              return rule(of: module, id, result?.statement ?? "", level: result?.level ?? "")
            })),
      recorded(module), badges(of: module),
    ]
  }

  private func summary(_ module: SiteModule) -> HTML {
    let results = Dictionary(grouping: module.report.results, by: Look.init).mapValues(\.count)
    let counts = Look.ranked.reversed().compactMap { look in
      results[look].map { HTML.tag("span", ["class": look.style], "\($0) \(look.words)") }
    }
    return [
      about(module), provenance(of: module),
      .tag(
        "p", ["class": "lead"],
        [
          "\(module.report.results.count.counted("result"))", counts.isEmpty ? "" : ": ",
          counts.joined(separator: ", "), ".",
        ]),
      findings(of: module), filters(looks(of: [module])), legend(of: [module]),
      picture(of: module, chapters(of: module)),
      module.report.assessment.map { .tag("p", "Assessed: \($0.text()).") } ?? "",
      .tag("p", "Built with \(module.report.toolchain), run on \(module.report.platform)."),
    ]
  }

  /// Links to the rules below, by verdict.
  private func overview(_ rules: [RuleID], _ module: SiteModule) -> HTML {
    let groups = Dictionary(grouping: rules) { module.standing(on: $0)?.look ?? .noResult }
    return HTML(
      Look.ranked.compactMap { look in groups[look].map { (look, $0) } }.map { look, rules in
        let title: HTML = "\(look.words.prefix(1).uppercased() + look.words.dropFirst()): \(rules.count) of its rules"
        let items = rules.map { HTML.tag("li", .tag("a", ["href": "#\($0)"], .tag("code", $0.text.breakable))) }
        return section(title, .tag("ul", ["class": "columns"], HTML(items)))
      })
  }

  // MARK: A rule

  private func rule(of module: SiteModule, _ id: RuleID, _ statement: String, level: String) -> HTML {
    let outcomes = (module.outcomes[id] ?? []).filter { $0.verdict != .passed }
    // Failures are shown one by one. Scenarios that are blocked or not assessed are listed by reason.
    let alone = outcomes.filter { $0.verdict != .blocked && $0.verdict != .notAssessed }
    let groups = Dictionary(grouping: outcomes.filter { $0.verdict == .blocked || $0.verdict == .notAssessed }) {
      $0.result.otherRule.map { "blocked by \($0), which these scenarios break" } ?? $0.result.reason ?? ""
    }
    let failures = (alone.map(\.result) + module.causes[id, default: []]).map { failure($0, of: id) }
    return .tag(
      "article", ["class": "rule", "id": links.knows(id) ? id.text : nil],
      [
        .tag(
          "h3",
          [links.link(to: id, .tag("code", id.text.breakable)), " ", self.level(level), " ", module.count(on: id)]),
        .tag("p", ["class": "statement"], links.knows(id) ? links.inline(statement) : HTML(statement)),
        HTML(Array(failures.prefix(Self.shownFailures))),
        failures.count <= Self.shownFailures
          ? ""
          : .tag(
            "details",
            [
              .tag("summary", "\(failures.count - Self.shownFailures) more of \(id.text)"),
              HTML(Array(failures.dropFirst(Self.shownFailures))),
            ]),
        HTML(groups.sorted { $0.key < $1.key }.map { group($0, $1, of: id, in: module) }),
      ])
  }

  /// How many failures of a rule are shown at once.
  private static let shownFailures = 3

  private func group(
    _ reason: String, _ outcomes: [SiteModule.Outcome], of rule: RuleID, in module: SiteModule
  ) -> HTML {
    let verdict = outcomes[0].verdict
    let cause = outcomes[0].result.otherRule ?? outcomes[0].result.blockedBy
    let title = HTML.tag("strong", ["class": verdict.rawValue], "\(outcomes.count) \(verdict.words)")
    var words: HTML = ": \(reason)"
    if let cause, reason.hasPrefix("blocked by \(cause)") {
      let id = RuleID(cause)
      let isHere = id != rule && links.knows(id) && (module.isNotable(id) || module.causes[id] != nil)
      let rest = String(reason.dropFirst("blocked by \(cause)".count))
      words = " by \(isHere ? .tag("a", ["href": "#\(cause)"], cause.breakable) : HTML(cause))\(rest)"
    }
    return [
      .tag("p", [title, words]),
      .tag(
        "details",
        [
          .tag("summary", ["aria-label": "Scenarios of \(rule): \(reason)"], "Scenarios"),
          .tag("ul", HTML(outcomes.map { .tag("li", row($0.result, of: rule)) })),
        ]),
    ]
  }

  /// A row that is blocked or was not assessed, with what it saw itself.
  private func row(_ result: JSONResult, of rule: RuleID) -> HTML {
    let name = HTML.tag("code", result.row(of: rule).breakable)
    guard let seen = result.seen, let actual = seen.actual.text else { return name }
    return "\(name): expected \(seen.expected.text ?? ""), saw \(actual)"
  }

  private func failure(_ result: JSONResult, of rule: RuleID) -> HTML {
    let trace = result.trace ?? []
    let given = min(max(0, result.given ?? 0), trace.count)
    // The step that a crash or a hang ended is not in the trace.
    let steps = trace + (result.step == trace.count + 1 ? [result.action].compactMap(\.self) : [])
    func entry(_ name: HTML, _ value: HTML?) -> HTML {
      value.map { .tag("div", [.tag("dt", name), .tag("dd", $0)]) } ?? ""
    }
    func list(_ range: Range<Int>) -> HTML? {
      let isFailing = result.step == range.upperBound
      return range.isEmpty ? nil : self.list(Array(steps[range]), from: range.lowerBound + 1, isFailing: isFailing)
    }
    return .tag(
      "div", ["class": "failure"],
      [
        .tag(
          "p",
          [
            .tag("strong", ["class": Look(result).style], HTML(result.verdictWords)), " ",
            .tag("code", result.row(of: rule).breakable),
          ]),
        .tag(
          "dl",
          [
            entry("expected", result.expected.text.map { HTML($0) }),
            entry("actual", result.actual.text.map { HTML($0) }),
            entry("reason", result.reason.map { HTML($0) }),
            entry("tracked", result.link.map { .link(to: $0, $0.breakable) }),
            entry("given", list(0..<given)), entry("then", list(given..<steps.count)), entry("row", row(of: result)),
            entry("rerun", result.portableRerun.map { .tag("code", $0.breakable) }),
          ]),
      ])
  }

  /// Steps in a numbered list, with each group that repeats told once.
  ///
  /// - Parameters:
  ///   - number: the number of the first.
  ///   - isFailing: whether the verdict is about the last.
  private func list(_ steps: [String], from number: Int, isFailing: Bool) -> HTML {
    let groups = steps.repeated(isLastApart: isFailing)
    var number = number
    let items = groups.enumerated().map { index, group in
      defer { number += group.steps.count * group.times }
      let words: HTML =
        group.steps.count == 1
        ? HTML(RepeatedSteps.line(group.steps[0], times: group.times))
        : [HTML("\(group.times.counted("time")):"), .tag("ul", HTML(group.steps.map { .tag("li", HTML($0)) }))]
      let style = isFailing && index == groups.count - 1 ? "failing" : nil
      return HTML.tag("li", ["value": "\(number)", "class": style], words)
    }
    return .tag("ol", HTML(items))
  }

  /// Where the scenario is written, with a link if the address of the tables is known.
  private func row(of result: JSONResult) -> HTML {
    let row: HTML = "\(result.path):\(result.line)"
    guard let sourceURL, let path = result.path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    else { return row }
    return .link(to: "\(sourceURL)\(sourceURL.hasSuffix("/") ? "" : "/")\(path)#L\(result.line)", row)
  }

  /// The outcomes that the module recorded for rules that leave a choice.
  private func recorded(_ module: SiteModule) -> HTML {
    let rows = chapters.flatMap(\.rules).compactMap { rule -> [HTML]? in
      var outcomes: [String] = []
      for outcome in (module.outcomes[rule.id] ?? []).flatMap({ $0.result.recorded ?? [] })
      where !outcomes.contains(outcome) { outcomes.append(outcome) }
      if outcomes.isEmpty { return nil }
      return [links.link(to: rule.id, .tag("code", rule.id.text.breakable)), HTML(outcomes.joined(separator: "; "))]
    }
    let title = "What it chose where the documents leave a choice"
    return rows.isEmpty ? "" : section(HTML(title), table(title, ["rule", "recorded"], rows))
  }
}

extension JSONResult {
  /// What distinguishes it from the other results of a rule: the row or the whole id of its scenario, and the variant.
  fileprivate func row(of rule: RuleID) -> String {
    scenario.row(of: rule.text) + (variant.map { " (\($0))" } ?? "")
  }

  fileprivate var verdictWords: String { unsteady == nil ? Look(self).words : verdict.words(unsteady: unsteady) }

  /// The command that runs it again, as one types it in the package's folder: without the paths of the machine that made
  /// the report, which say nothing elsewhere.
  fileprivate var portableRerun: String? {
    guard let rerun, let only = rerun.range(of: " --only ") else { return rerun }
    let root = file.hasSuffix("/\(path)") ? String(file.dropLast(path.count)) : ""
    var command = String(rerun[..<only.lowerBound])
    if root.count > 1 { command = command.replacing(root, with: "") }
    command = command.replacing(/(^|[\s'"=])\/(?:[^\s'"\/]+\/)+/) { String($0.output.1) }
    return command + rerun[only.lowerBound...]
  }
}

extension SiteModule {
  /// The verdict on a rule, with how many results have it.
  fileprivate func count(on rule: RuleID) -> HTML {
    standing(on: rule).map { .tag("span", ["class": $0.look.style], HTML($0.words)) } ?? ""
  }
}
