import CacheConformance
import CacheSpec

/// A report as pages show it. Several may be about one module, such as its versions.
struct SiteModule {
  /// A result as it counts for a rule.
  struct Outcome {
    let verdict: Verdict.Kind
    let result: JSONResult
  }

  let report: JSONReport
  let label: String
  /// What begins the names of its files.
  let stem: String
  /// The results by rule. A result that breaks another rule than its scenario's own counts for both: with its verdict
  /// for the other rule, and as blocked for its own.
  let outcomes: [RuleID: [Outcome]]
  /// The failures by rule that block results and are none themselves. They count for no rule.
  let causes: [RuleID: [JSONResult]]
  /// The rules that leave a choice.
  private let choices: Set<RuleID>

  private init(_ report: JSONReport, _ label: String, _ stem: String) {
    (self.report, self.label, self.stem) = (report, label, stem)
    choices = Set(report.results.filter { $0.level == Level.open.rawValue }.map { RuleID($0.rule) })
    causes = Dictionary(grouping: report.causes ?? []) { RuleID($0.rule) }
    outcomes = report.results.reduce(into: [:]) { outcomes, result in
      let own = result.otherRule == nil || !result.fails ? result.verdict : .blocked
      outcomes[RuleID(result.rule), default: []].append(Outcome(verdict: own, result: result))
      if let other = result.otherRule {
        outcomes[RuleID(other), default: []].append(Outcome(verdict: result.verdict, result: result))
      }
    }
  }

  /// Names each report by its module, and by its file too if several are about one module, and gives each a page.
  static func all(
    _ reports: [(file: String, report: JSONReport)], earlier: [JSONReport]
  ) -> (modules: [SiteModule], earlier: [SiteModule]) {
    var (labels, pages) = (Set<String>(), Set<String>())
    func free(_ name: String, _ separator: String, in taken: inout Set<String>) -> String {
      let names = [name] + (2...reports.count + earlier.count + 1).lazy.map { "\(name)\(separator)\($0)" }
      let free = names.first { !taken.contains($0) } ?? name
      taken.insert(free)
      return free
    }
    func named(_ report: JSONReport, by qualifier: String?) -> SiteModule {
      let name = report.module.isEmpty ? "unnamed" : report.module
      let label = free(qualifier.map { "\(name) (\($0))" } ?? name, " ", in: &labels)
      return SiteModule(report, label, free(label.fileName, "-", in: &pages))
    }
    let modules = reports.map { file, report in
      named(report, by: reports.count { $0.report.module == report.module } > 1 ? file : nil)
    }
    return (modules, earlier.map { named($0, by: "before") })
  }

  /// The file of its page.
  var page: String { "module-\(stem).html" }

  /// How many of these rules it kept, as far as it was judged by them, and how many it was judged by.
  func share(of rules: [Rule]) -> (kept: Int, assessed: Int) {
    let assessed = rules.compactMap { outcomes[$0.id] }.filter { $0.contains(where: \.verdict.isJudged) }
    return (assessed.count { $0.allSatisfy { [.passed, .notAssessed].contains($0.verdict) } }, assessed.count)
  }

  /// The worst verdict on a rule, how many results have that look, and how many results there are.
  struct Standing {
    let worst: Verdict.Kind
    let look: Look
    let count: Int
    let total: Int

    var words: String { "\(look.words) \(count) of \(total)" }
  }

  /// How the module stands on a rule; nil if the report has no result of it.
  func standing(on rule: RuleID) -> Standing? {
    guard let outcomes = outcomes[rule],
      let worst = outcomes.map(\.verdict).min(by: { $0.rank < $1.rank })
    else { return nil }
    let (count, total) = (outcomes.count { $0.verdict == worst }, outcomes.count)
    if worst == .notAssessed, count < total {
      return Standing(worst: worst, look: .partlyPassed, count: total - count, total: total)
    }
    return Standing(
      worst: worst, look: Look(worst, leavesAChoice: choices.contains(rule)), count: count, total: total)
  }

  /// Whether a result of a rule is other than passed, so that the module's page shows the rule.
  func isNotable(_ rule: RuleID) -> Bool { standing(on: rule).map { $0.worst != .passed } ?? false }

  /// The verdict on a rule in words, with a link to the results unless it is passed.
  func cell(on rule: RuleID) -> HTML {
    guard let standing = standing(on: rule) else { return .tag("span", ["class": "none"], "no result") }
    let (style, words) = (standing.look.style, standing.words)
    if standing.worst == .passed { return .tag("span", ["class": style], HTML(words)) }
    let label = "\(words): \(label) on \(rule)"
    return .tag("a", ["class": style, "href": "\(page)#\(rule)", "aria-label": label], HTML(words))
  }
}

/// Two reports on one module, an earlier one and the one that the site shows.
struct SiteComparison {
  let old: SiteModule
  let new: SiteModule
  let comparison: Comparison

  init(_ old: SiteModule, _ new: SiteModule) {
    (self.old, self.new, comparison) = (old, new, Comparison(old.report, new.report))
  }

  var page: String { "changes-\(new.stem).html" }
}

extension Verdict.Kind {
  /// The verdicts from the worst to the best, with what each means in Markdown, as the package's README says it.
  static let meanings: [(kinds: [Verdict.Kind], meaning: String)] = [
    (
      [.crashed, .hung],
      "the process ended, or a step or the scenario exceeded its time limit; only this scenario is lost"
    ),
    ([.violated], "a step had another outcome"),
    (
      [.setupFailed],
      "the world could not be made, or a fixture failed though its rules hold: a defect of the kit or of the machine, "
        + "or a module that says too early that it is idle"
    ),
    (
      [.blocked],
      "the module breaks another rule, on which the scenario depends; that rule is named, and has a violation of its own"
    ),
    ([.unexpectedPass], "a deviation is on record and no longer happens: remove it from the record"),
    ([.knownDeviation], "the module broke the rule in the way that is on record"),
    (
      [.notAssessed],
      "the module lacks what the scenario needs, or a known deviation blocks it; the reason is given"
    ),
    (
      [.passed],
      "every step had an outcome that the rule allows; the report records which one, where the rule leaves a choice"
    ),
  ]

  static let ranked = meanings.flatMap(\.kinds)

  /// Its place among the verdicts, the worst first.
  var rank: Int { Self.ranked.firstIndex(of: self) ?? 0 }
}

extension String {
  /// The text without anything that a file's name may not contain on some platform.
  var fileName: String {
    let parts = lowercased().unicodeScalars.split { !("a"..."z" ~= $0 || "0"..."9" ~= $0 || $0 == ".") }
    let name = parts.map(String.init).joined(separator: "-").prefix(80)
    return name.allSatisfy { $0 == "." } ? "unnamed" : String(name)
  }
}
