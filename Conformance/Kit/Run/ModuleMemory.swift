package import CacheSpec

/// What a module's scenarios share when each is run on its own: their results, by which a failure is blamed on a rule,
/// and which rules were reported as not tried.
actor ModuleMemory {
  /// Limits how many of the module's scenarios run at once.
  nonisolated let lanes: Lanes
  private var rules: [RuleID: Task<[ObservedScenario], Never>] = [:]
  private var scenarios: [String: Task<ObservedScenario, Never>] = [:]
  private var reported: Set<RuleID> = []

  init(width: Int?) { lanes = width.map(Lanes.init) ?? .shared }

  /// Returns the results of a rule's scenarios, which are run once.
  func results(of rule: RuleID, _ run: @escaping @Sendable () async -> [ObservedScenario]) async -> [ObservedScenario] {
    if let task = rules[rule] { return await task.value }
    let task = Task { await run() }
    rules[rule] = task
    return await task.value
  }

  /// Returns the last result of a scenario, which is run if there is none.
  func result(of key: String, _ run: @escaping @Sendable () async -> ObservedScenario) async -> ObservedScenario {
    if let task = scenarios[key] { return await task.value }
    return await newResult(of: key, run)
  }

  /// Runs a scenario, even if there is a result of it.
  func newResult(of key: String, _ run: @escaping @Sendable () async -> ObservedScenario) async -> ObservedScenario {
    let task = Task { await run() }
    scenarios[key] = task
    return await task.value
  }

  /// Returns whether a rule has yet to be reported as not tried, which it is from now on.
  func isNotYetReported(_ rule: RuleID) -> Bool { reported.insert(rule).inserted }
}

extension CacheModule {
  /// Runs one scenario in this process, with the time limit, and returns its result with known deviations applied.
  ///
  /// If the failure may come from another rule, on which the fixture depends or which a step takes for granted, the
  /// scenarios of that rule are run too, once.
  ///
  /// - Parameters:
  ///   - scenario: a scenario of a chapter that the module implements.
  ///   - timeLimit: the time that a step may take; all steps together may take ten times that.
  /// - Returns: The result, or nil if the module does not implement the chapter.
  package func result<Action>(of scenario: Scenario<Action>, timeLimit: Duration) async -> ScenarioResult? {
    guard let implementation = implementations.lazy.compactMap({ $0.implementation(of: Action.self) }).first else {
      return nil
    }
    let rule = implementation.chapters.flatMap(\.rules).first { $0.id == scenario.rule }
    let planned = PlannedCase(scenario, rule, implementation, self, DeviationsOnRecord(deviations))
    if let mistake = mistakeInDeviations {
      return ScenarioResult(ObservedScenario(planned, .setupFailed(.mistake("\(mistake)"))))
    }
    let observed = await planned.repeatedResult(within: timeLimit, in: memory)
    let result = [observed].blamed(by: await withSuspects([observed], timeLimit))[0]
    guard result.verdict.kind == .passed, let deviation = planned.deviationOfSeveral else { return result }
    return result.expecting(await isSeen(deviation, timeLimit) ? [] : [deviation])
  }

  /// Returns whether at least one scenario deviates as the known deviation says.
  private func isSeen(_ deviation: KnownDeviation, _ timeLimit: Duration) async -> Bool {
    let covered = Dictionary(grouping: plan().filter { $0.deviation == deviation }, by: \.scenario.rule.id)
    for (rule, cases) in covered {
      let keys = Set(cases.map(\.key))
      let results = await results(of: rule, timeLimit)
      if results.contains(where: { keys.contains($0.planned.key) && $0.verdict.kind == deviation.outcome }) {
        return true
      }
    }
    return false
  }

  /// Returns the results, and those of every rule that a failure may come from.
  func withSuspects(_ results: [ObservedScenario], _ timeLimit: Duration) async -> [ObservedScenario] {
    var (all, looked) = (results, Set<RuleID>())
    while let next = all.lazy.flatMap(\.suspectedRules).first(where: { !looked.contains($0) }) {
      looked.insert(next)
      all += await self.results(of: next, timeLimit)
    }
    return all
  }

  /// Returns the results of a rule's scenarios, which are run once, however often they are asked for.
  func results(of rule: RuleID, _ timeLimit: Duration) async -> [ObservedScenario] {
    await memory.results(of: rule) {
      // All at once, so that several that hang take no longer than one.
      let tasks = self.cases(in: rule.chapter).filter { $0.scenario.rule.id == rule }.map { planned in
        Task { await memory.result(of: planned.key) { await planned.result(within: timeLimit, in: memory.lanes) } }
      }
      var results: [ObservedScenario] = []
      for task in tasks { results.append(await task.value) }
      return results
    }
  }
}
