public import CacheSpec

/// The results of testing a module against its chapters.
public struct RunReport: Sendable, CustomStringConvertible {
  /// The name of the module.
  public let module: String
  /// What the module is, in a line.
  package let about: String
  /// The version and the homepage of its first variant, if they are given.
  public let version: String?, homepage: String?
  /// The version of the specification up to which rules were selected.
  package let specification: SpecVersion
  /// The part of the scenarios that was run; nil for all.
  package let shard: RunShard?
  /// Whether any scenario was selected, of this part or of another.
  package let selectsAny: Bool
  /// The argument that names the module on the command line.
  package let argument: String
  /// The names of its variants, if it has any.
  public let variants: [String]
  /// Whether scenarios ran in child processes.
  public let isolated: Bool
  /// The results, in the order of the tables. Stages of fixtures are included only if their result says something of
  /// its own.
  public let results: [ScenarioResult]
  /// The rules of the chapters that the results come from.
  public let rules: [Rule]
  /// The ids of the scenarios of each rule that the module is held against, whether they were selected or not.
  package let scenarios: [RuleID: Set<String>]
  /// What went wrong outside the scenarios: a process that ended without a scenario as the cause, or a run that ended at
  /// the first failure.
  public let incidents: [String]
  /// The scenarios that were running when another one ended their process, each with both verdicts. Which scenarios
  /// these are is chance, so the command line prints them to standard error, and they are not part of a report.
  public let bystanders: [String]

  public var description: String { summary }

  /// Returns the number of results of a kind.
  public func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict.kind == kind } }

  /// The documented rules (`must`) of which no scenario could be assessed because the module lacks something, grouped
  /// by the capability that is missing for the rule's first scenario.
  public var declined: [(capability: Capability, rules: [RuleID])] {
    let byRule = Dictionary(grouping: results.filter { $0.scenario.rule.level == .must }) { $0.scenario.rule.id }
    var rules: [Capability: [RuleID]] = [:]
    for (rule, results) in byRule.sorted(by: { $0.key < $1.key }) where results.allSatisfy({ $0.lack != nil }) {
      if let lack = results[0].lack { rules[lack, default: []].append(rule) }
    }
    return rules.sorted { $0.key < $1.key }.map { (capability: $0, rules: $1) }
  }

  /// Whether the part of the scenarios that was run has none of those that are selected, which is no failure.
  public var isEmptyShard: Bool { shard != nil && selectsAny && results.isEmpty }

  /// Whether nothing was violated, blocked, crashed, hung, failed to be set up or passed unexpectedly, and there were
  /// no incidents.
  public var isClean: Bool { incidents.isEmpty && !results.contains { $0.verdict.kind.failsTheRun } }
}
