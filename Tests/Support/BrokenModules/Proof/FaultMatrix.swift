/// The results of running broken modules: which rules each violates, and which rules nothing violates.
package struct FaultMatrix: Sendable {
  /// A module that should violate something, and what it violated.
  private struct Row: Sendable {
    let module: CacheModule
    let name: String
    /// The input that it ignores, or nil for a fault.
    let input: RuleInput?
    /// The rules that a fault breaks. Empty for a blind module.
    let named: [RuleID]
    /// The scenarios of its chapters.
    let selection: ScenarioSelection
    /// The scenarios that must reveal it: of its rules, or of those that depend on its input.
    let own: ScenarioSelection
    /// The rules of its chapters.
    let rules: Set<RuleID>
    var isTried = false
    var violated: Set<RuleID> = []
    /// The scenarios that were blocked.
    var blocked: Set<String> = []
    /// The scenarios that it passed.
    var passed: Set<String> = []
    /// One line for each failure that no broken rule explains.
    var unexplained: [String] = []

    init(_ fault: Fault) {
      (module, name, input, named, selection) = (fault.module, "\(fault)", nil, fault.rules, fault.selection)
      own = ScenarioSelection(anyOf: fault.rules.map(\.text))
      rules = Set(module.rules.map(\.id))
    }

    init(_ blind: BlindModule) {
      (module, name, input, named, selection) = (blind.module, "\(blind)", blind.input, [], blind.selection)
      own = ScenarioSelection(anyOf: blind.rules.map(\.text))
      rules = Set(module.rules.map(\.id))
    }

    /// Whether the module is blind to an input of this rule, and the rule is one of its chapters'.
    func isBlind(to rule: Rule) -> Bool {
      input.map(rule.inputs.contains) ?? false && rules.contains(rule.id)
    }

    /// The row, completed with the module's results for the selected scenarios.
    func tried(on selection: ScenarioSelection) async throws -> Row {
      let report = try await FaultRuns.shared.report(of: module, selection)
      let broken = Set(
        report.results.filter { $0.verdict.kind.isTheModulesFault && $0.observed.notRun == nil }.map(\.rule.id))
      var row = self
      row.isTried = true
      for result in report.results {
        if case .blocked = result.verdict { row.blocked.insert(result.scenario.id) }
        // A rule whose expectation is unmet has noticed the module, even if a more basic rule is broken too.
        row.violated.formUnion(result.observed.unmetRules)
        switch result.verdict {
        case .passed: row.passed.insert(result.scenario.id)
        case .violated, .crashed, .hung: row.violated.insert(result.rule.id)
        // A rule outside the selection was checked by the run itself.
        case .blocked(let rule, _) where selection.contains(rule) && !broken.contains(rule):
          row.unexplained.append("\(result.scenario.id) is blocked by \(rule), which holds")
        case .setupFailed(let why): row.unexplained.append("\(result.scenario.id): \(why)")
        default: break
        }
      }
      return row
    }
  }

  private let rows: [Row]
  private let rules: [Rule]
  private let scenarios: [ScenarioInfo]

  /// How many of the broken modules are run, and on which scenarios.
  package enum Extent: Sendable {
    /// All, on all scenarios of their chapters.
    case whole
    /// A twenty-fourth of them, drawn by name, on the scenarios of the rules that they break.
    case sample
  }

  /// Runs every broken module of some chapters on the chapters of its rules.
  ///
  /// - Parameters:
  ///   - chapter: the name of a chapter, or nil for all.
  ///   - extent: how many of the broken modules are run, and on which scenarios.
  package init(of chapter: String? = nil, _ extent: Extent) async throws {
    let shipped = Chapters.broken.filter { actions in
      chapter == nil || actions.reference(on: .memory).rules.contains { $0.id.chapter == chapter }
    }
    let reference = CacheModule("reference", summary: "the reference", shipped.map { $0.reference(on: .memory) })
    let rules = reference.rules.filter { chapter == nil || $0.id.chapter == chapter }
    let planned = reference.plan().map(\.scenario)
    let scenarios = planned.filter { chapter == nil || $0.rule.id.chapter == chapter }
    let untried = shipped.flatMap { $0.faults.map { Row($0) } + $0.blindModules.map { Row($0) } }
    rows = try await Self.tried(untried) { row in
      // `Blame` runs these modules on whole chapters, and its reports are used here too.
      if extent == .whole || Blame.sample.contains(row.name) { return row.selection }
      return Blame.ticket(row.name).isMultiple(of: 24) ? row.own : nil
    }
    (self.rules, self.scenarios) = (rules, scenarios)
  }

  /// Runs the modules concurrently on what is selected for each, and returns their rows in order.
  private static func tried(
    _ rows: [Row], on selection: @escaping @Sendable (Row) -> ScenarioSelection?
  ) async throws -> [Row] {
    try await withThrowingTaskGroup(of: (Int, Row).self) { group in
      for (index, row) in rows.enumerated() {
        guard let selection = selection(row) else { continue }
        group.addTask { (index, try await row.tried(on: selection)) }
      }
      return try await group.reduce(into: rows) { $0[$1.0] = $1.1 }
    }
  }

  /// What is missing from the proof, one line each.
  package var missing: [String] {
    var lines = rows.filter(\.isTried).flatMap { row in
      row.named.filter { !row.violated.contains($0) }.map { rule in
        let ofRule = scenarios.filter { $0.rule.id == rule }.map(\.id)
        let (passed, blocked) = (ofRule.count(where: row.passed.contains), ofRule.count(where: row.blocked.contains))
        return "\(rule) is not violated by the fault '\(row.name)'"
          + (passed == 0 ? "" : ", which passes \(passed) of its \(ofRule.count) scenarios")
          + (blocked == 0 ? "" : ", which is blocked before \(blocked) of them: it breaks a fixture, not the rule")
      }
        + row.unexplained.map { "the module '\(row.name)': \($0)" }
    }
    for rule in rules where rule.uncheckable == nil && (rule.level == .must || rule.level == .derived) {
      if rule.inputs.isEmpty {
        lines.append("\(rule.id) names no input: say by about: what its outcome depends on (Rules/RuleInputs.swift)")
      }
      for input in rule.inputs {
        let modules = rows.filter { $0.input == input && $0.isBlind(to: rule) }
        if modules.isEmpty {
          lines.append(
            "\(rule.id) is about \(input): make a module blind to it, in its chapter's folder of "
              + "Tests/Support/BrokenModules")
        }
        for module in modules where module.isTried && !module.violated.contains(rule.id) {
          lines.append(
            "\(rule.id) is not violated by a module \(module.name): "
              + "add a row that it violates, or name another input (about:)")
        }
      }
    }
    return lines
  }

  /// The matrix: one line per blind module with the number of rules that it violates, the totals, and what is missing.
  package var text: String {
    let blind = rows.filter { $0.input != nil }
    let lines = blind.compactMap { row in
      let named = rules.filter(row.isBlind(to:))
      if named.isEmpty { return String?.none }
      return "\(row.name): \(named.count { row.violated.contains($0.id) }) of \(named.count) rules about it"
    }
    let faults = rows.count - blind.count
    let totals = "\(rules.count) rules, \(scenarios.counted), \(faults) faults, \(blind.count) blind modules"
    let missing = missing
    let end = missing.isEmpty ? ["nothing is missing"] : ["\(missing.count) missing:"] + missing.map { "  \($0)" }
    return (lines + [totals] + end).joined(separator: "\n")
  }
}

extension Verdict.Kind {
  /// Whether the verdict shows that the module breaks a rule.
  fileprivate var isTheModulesFault: Bool { self == .violated || self == .crashed || self == .hung }
}

/// The reports of modules. Each module is run once per process, because several proofs use its report.
package actor FaultRuns {
  package static let shared = FaultRuns()
  /// Limits the memory in use, but runs modules concurrently, because broken ones often wait for something that never
  /// happens.
  private static let lanes = Lanes(8)
  private var reports: [String: Task<RunReport, any Error>] = [:]

  /// The report of a module, which is identified by its summary and its chapters.
  ///
  /// - Parameters:
  ///   - module: the module.
  ///   - selection: the scenarios to run, or nil for all.
  ///   - limit: the time limit of a step. A broken module often uses all of it.
  ///   - followsModels: whether the models of the chapters judge the scenarios as well.
  package func report(
    of module: CacheModule, _ selection: ScenarioSelection? = nil, within limit: Duration = .seconds(8),
    followsModels: Bool = false
  ) async throws -> RunReport {
    let key =
      "\(module.name) \(module.rules.first?.id.chapter ?? ""): \(module.summary) \(selection?.patterns ?? []) \(followsModels)"
    if let task = reports[key] { return try await task.value }
    let task = Task {
      var options = RunOptions(selection: selection)
      (options.timeLimit, options.followsModels) = (limit, followsModels)
      return try await Self.lanes.run { try await module.run(options) }
    }
    reports[key] = task
    return try await task.value
  }
}
