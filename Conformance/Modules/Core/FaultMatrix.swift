package import CacheConformance
import CacheSpec
import Synchronization

/// What running broken modules shows of the rules: which are violated by what, and what nothing violates.
package struct FaultMatrix: Sendable {
  /// A module that should violate something, and what it violated.
  struct Row: Sendable {
    let name: String
    let input: RuleInput?
    let broken: Set<RuleID>
    let scenarios: Set<String>
  }

  private let rows: [Row]
  private let rules: [Rule]
  private let scenarios: [ScenarioInfo]

  /// Runs every broken and blind module of some chapters.
  ///
  /// - Parameter chapter: the name of a chapter, or nil for all.
  package init(of chapter: String? = nil) async throws {
    let shipped = Chapters.shipped.filter { actions in
      chapter == nil || actions.reference(on: .memory).rules.contains { $0.id.chapter == chapter }
    }
    let reference = CacheModule("reference", "the reference", shipped.map { $0.reference(on: .memory) })
    rules = reference.rules.filter { chapter == nil || $0.id.chapter == chapter }
    scenarios = reference.plan().map(\.scenario).filter { chapter == nil || $0.rule.id.chapter == chapter }
    typealias Broken = (module: CacheModule, name: String, input: RuleInput?)
    let faults = shipped.flatMap { actions in actions.faults.map { Broken($0.module, "\($0)", nil) } }
    let blind = shipped.flatMap { actions in actions.blindModules.map { Broken($0.module, "\($0)", $0.input) } }
    rows = try await withThrowingTaskGroup(of: (Int, Row).self) { group in
      for (index, row) in (faults + blind).enumerated() {
        group.addTask { (index, try await Self.run(row.module, row.name, row.input)) }
      }
      return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
    }
  }

  private static func run(_ module: CacheModule, _ name: String, _ input: RuleInput?) async throws -> Row {
    let violated = try await FaultRuns.shared.report(of: module).results.filter { $0.verdict.kind == .violated }
    return Row(
      name: name, input: input, broken: Set(violated.map(\.scenario.rule.id)),
      scenarios: Set(violated.map(\.scenario.id)))
  }

  /// What is missing of the proof, a line each.
  package var missing: [String] {
    let blind = Dictionary(grouping: rows.filter { $0.input != nil }) { $0.input }
    var lines: [String] = []
    for rule in rules where rule.uncheckable == nil && (rule.level == .must || rule.level == .derived) {
      if rule.inputs.isEmpty { lines.append("\(rule.id) names no input") }
      for input in rule.inputs {
        let modules = blind[input] ?? []
        if modules.isEmpty { lines.append("\(rule.id) is about \(input), to which no module is blind") }
        for module in modules where !module.broken.contains(rule.id) {
          lines.append("\(rule.id) is not violated by a module \(module.name)")
        }
      }
    }
    let tried = rows.reduce(into: Set<String>()) { $0.formUnion($1.scenarios) }
    for scenario in scenarios where scenario.rule.level != .open && !tried.contains(scenario.id) {
      lines.append("\(scenario.id) is violated by no module")
    }
    return lines
  }

  /// The matrix: a line a blind module with the number of rules that it violates, the totals, and what is missing.
  package var text: String {
    let blind = rows.filter { $0.input != nil }
    let lines = blind.map { row in
      let named = rules.filter { rule in row.input.map(rule.inputs.contains) ?? false }
      return "\(row.name): \(named.count { row.broken.contains($0.id) }) of \(named.count) rules about it"
    }
    let faults = rows.count - blind.count
    let totals = "\(rules.count) rules, \(scenarios.count) scenarios, \(faults) faults, \(blind.count) blind modules"
    let missing = missing
    let end = missing.isEmpty ? ["nothing is missing"] : ["\(missing.count) missing:"] + missing.map { "  \($0)" }
    return (lines + [totals] + end).joined(separator: "\n")
  }
}

/// The reports of modules that are run whole, each once a process: several proofs look at them.
package actor FaultRuns {
  package static let shared = FaultRuns()
  /// What a few are doing fits into memory, and broken ones wait for what never comes beside each other.
  private static let lanes = Lanes(8)
  private var reports: [String: Task<RunReport, any Error>] = [:]

  /// What a module came to. It is known by its summary and its chapters.
  ///
  /// - Parameters:
  ///   - module: the module.
  ///   - limit: what a scenario may take. A broken module's takes all of it again and again.
  package func report(of module: CacheModule, within limit: Duration = .seconds(8)) async throws -> RunReport {
    let key = "\(module.name) \(module.rules.first?.id.chapter ?? ""): \(module.summary)"
    if let task = reports[key] { return try await task.value }
    let task = Task {
      var options = RunOptions()
      options.timeLimit = limit
      return try await Self.lanes.run { try await module.run(options) }
    }
    reports[key] = task
    return try await task.value
  }
}
