import CacheSpecChapters

/// A comparison of the chapters' tables and models. Both judge every scenario: in a sound module neither may find a
/// fault; in a broken module the models should find a fault where the tables do, by the same rule.
package struct ModelProof: Sendable {
  /// A breach that the models found in a sound module.
  package struct FalseAlarm: Sendable, CustomStringConvertible {
    let module: String
    let scenario: String
    let breach: Breach

    package var description: String { "\(module), in \(scenario): \(breach)" }
  }

  /// A scenario that the tables call violated.
  private struct Find: Sendable, CustomStringConvertible {
    let module: String
    let scenario: String
    let rules: Set<RuleID>
    let breaches: [Breach]

    /// A rule that the tables name, and one that the models name.
    var rule: String { rules.sorted().first?.text ?? "" }
    var ruleOfModels: String { breaches.first?.rules.sorted().first?.text ?? "" }
    var isShared: Bool { !breaches.isEmpty }
    var isOfTheSameRule: Bool { breaches.contains { !$0.rules.isDisjoint(with: rules) } }

    /// Makes a find of a result, or nil if the tables find no fault.
    init?(_ module: String, _ result: ScenarioResult) {
      guard !result.observed.unmetRules.isEmpty else { return nil }
      self.module = module
      (scenario, breaches) = (result.scenario.id, result.observed.judged.breaches)
      rules = result.observed.unmetRules.union(result.blockingRule)
    }

    var description: String {
      "\(scenario) (\(module))" + (breaches.first.map { ": \($0)" } ?? "")
    }
  }

  /// A rule whose demand only the models miss in a module: it has no row that fails, and the row that shows it passes.
  private struct Alone: Sendable {
    let rule: RuleID
    let module: String
    let scenario: String
    let breach: Breach

    /// The rules that the models name first in a scenario that passes, and that no row of the module does.
    static func all(in results: [(module: String, result: ScenarioResult)]) -> [Self] {
      let named = results.reduce(into: [:]) { named, entry in
        named[entry.module, default: Set()].formUnion(entry.result.observed.unmetRules.union(entry.result.blockingRule))
      }
      return results.compactMap { module, result in
        guard result.verdict.kind == .passed, let breach = result.observed.judged.breaches.first,
          let rule = breach.rules.sorted().first,
          breach.rules.isDisjoint(with: named[module] ?? [])
        else { return nil }
        return Self(rule: rule, module: module, scenario: result.scenario.id, breach: breach)
      }
    }
  }

  /// What the models found in the reference and the sound variants.
  package let falseAlarms: [FalseAlarm]
  private let finds: [Find]
  private let alone: [Alone]
  /// Whether only some modules were run, of which everything is told.
  private let isOfFew: Bool

  /// Runs the reference, the sound variants with one choice, and broken modules. If a text names broken modules, the
  /// sound variants are left out.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - text: a part of the names of the broken modules to run, or nil for all.
  ///   - tell: called once each module has run, with a text that says what the models saw.
  package init(
    of chapter: String? = nil, named text: String? = nil, tell: @escaping @Sendable (String) -> Void = { _ in }
  ) async throws {
    isOfFew = text != nil
    let modules = isOfFew ? Self.references(chapter) : Self.soundModules(chapter)
    let sound = try await Self.results(of: modules.map { ($0, nil) }, tell)
    falseAlarms = sound.flatMap { module, result in
      result.observed.judged.breaches.map { FalseAlarm(module: module, scenario: result.scenario.id, breach: $0) }
    }
    let broken = BrokenModule.all(of: chapter, named: text)
    let results = try await Self.results(of: broken.map { ($0.module, $0.selection) }, tell)
    finds = results.compactMap(Find.init)
    alone = Alone.all(in: results)
  }

  /// The reference and the sound variants with one choice, of a chapter or of all.
  static func soundModules(_ chapter: String?) -> [CacheModule] {
    let variants = Chapters.soundVariants.filter { $0.choices.count == 1 }.map(\.module)
    return references(chapter) + variants.filter { $0.isOf(chapter) }
  }

  private static func references(_ chapter: String?) -> [CacheModule] {
    Chapters.shipped.map { CacheModule("reference", summary: "the reference", [$0.reference(on: .memory)]) }
      .filter { $0.isOf(chapter) }
  }

  private static func results(
    of modules: [(CacheModule, ScenarioSelection?)], _ tell: @escaping @Sendable (String) -> Void
  ) async throws -> [(String, ScenarioResult)] {
    try await withThrowingTaskGroup(of: (Int, [(String, ScenarioResult)]).self) { group in
      for (index, (module, selection)) in modules.enumerated() {
        group.addTask {
          let limit: Duration = selection == nil ? .seconds(60) : .seconds(8)
          let report = try await FaultRuns.shared.report(
            of: module, selection, within: limit, followsModels: true)
          let finds = report.results.compactMap { Find(module.summary, $0) }
          if !finds.allSatisfy(\.isOfTheSameRule) {
            tell(
              "\(finds.count) scenarios violated, a fault found in \(finds.count(where: \.isShared)), the same rule in "
                + "\(finds.count(where: \.isOfTheSameRule)): \(module.summary)")
          }
          return (index, report.results.map { (module.summary, $0) })
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.flatMap(\.1)
    }
  }

  /// Each false alarm; by rule, what the models miss; the rules that no model names, and those that no row does; and the
  /// totals. Of few modules, also what the models attribute to other rules.
  package var text: String {
    let missed = grouped(finds.filter { !$0.isShared }) {
      "not found \($1) times: \($0.rule), which no model demands there"
    }
    let renamed = grouped(finds.filter { $0.isShared && !$0.isOfTheSameRule }) {
      "named otherwise \($1) times: \($0.rule) as \($0.ruleOfModels), whose demand was the nearest to what was observed"
    }
    let named = Set(finds.flatMap { $0.breaches.flatMap(\.rules) })
    let unnamed = grouped(finds.filter { $0.rules.isDisjoint(with: named) }) {
      "no model names \($0.rule), which \($1) scenarios of broken modules break: name it where a model demands it "
        + "(demanded(by:))"
    }
    let alone = Dictionary(grouping: alone, by: \.rule).sorted { $0.key < $1.key }.map { rule, finds in
      "only models name \(rule), in \(Set(finds.map(\.module)).count) modules, as in \(finds[0].scenario) "
        + "(\(finds[0].module)): \(finds[0].breach)"
    }
    let shared = finds.count(where: \.isShared)
    let total =
      "\(finds.count) violated scenarios of broken modules: the models find a fault in \(shared), "
      + "and name the same rule in \(finds.count(where: \.isOfTheSameRule)); \(falseAlarms.count) false alarms"
    return (falseAlarms.map(\.description) + missed + (isOfFew ? renamed : []) + unnamed + alone + [total])
      .joined(separator: "\n")
  }

  /// A line for all finds about which the same is to be said, with an example, the most frequent first.
  private func grouped(_ finds: [Find], by words: (_ find: Find, _ count: Int) -> String) -> [String] {
    let groups: [[Find]] = Array(Dictionary(grouping: finds) { words($0, 0) }.values)
    let lines = groups.map { (count: $0.count, text: "\(words($0[0], $0.count)), as in \($0[0])") }
    return lines.sorted { ($0.count, $1.text) > ($1.count, $0.text) }.map(\.text)
  }
}

extension ScenarioResult {
  /// The rule that blocks the scenario, if one does.
  fileprivate var blockingRule: Set<RuleID> { if case .blocked(let rule, _) = verdict { [rule] } else { [] } }
}

extension CacheModule {
  /// Whether it is checked against a chapter; true for nil.
  fileprivate func isOf(_ chapter: String?) -> Bool {
    chapter == nil || rules.contains { $0.id.chapter == chapter }
  }
}
