import CacheSpec

/// What finds are told by: a broken rule, or a way in which runs ended their process or hung.
enum Cause: Hashable, CustomStringConvertible {
  case rule(RuleID)
  case end(String)

  var isEnd: Bool { if case .end = self { true } else { false } }

  var description: String {
    switch self {
    case .rule(let rule): "it broke \(rule)"
    case .end(let how): how == Fault.hung ? "it hung" : "its process ended: \(how)"
    }
  }

  /// Whether a fault may come from this.
  ///
  /// - Parameter isUnmet: whether the rule's own demand has to be among those that were not met.
  func isShown(by fault: Fault, isUnmet: Bool) -> Bool {
    switch (self, fault) {
    case (.rule(let rule), .breach(let evidence)):
      evidence.unmet.contains(rule) || !isUnmet && evidence.premises.contains { $0.rule == rule }
    case (.end(let how), .end(let other)): how == other
    default: false
    }
  }
}

extension FollowedRun {
  /// The step that shows what a find is told by, counted from 1, or nil if none does.
  ///
  /// - Parameter isUnmet: whether a demand of the rule that it is told by has to be among those that were not met.
  func step(showing cause: Cause, isUnmet: Bool = false) -> Int? {
    guard let fault, cause.isShown(by: fault, isUnmet: isUnmet) else { return nil }
    return brokenStep?.step ?? steps
  }
}

/// The causes of the faults that runs have shown: as few as explain them all.
///
/// A rule that its own scenarios show to be broken comes before one that they do not, because a single run often leaves
/// open which of several rules is broken.
struct Causes {
  /// The faults of each cause.
  private(set) var told: [Cause: [Fault]] = [:]
  /// The faults that a deviation on record explains, by the rule that it is about.
  private(set) var known: [RuleID: [Fault]] = [:]
  /// The faults that may come from something that is broken, and that their runs take for granted, by its rule. They do
  /// if no run shows the same without it.
  private(set) var perhapsExplained: [RuleID: [Fault]] = [:]
  private let module: CacheModule
  /// What the scenarios showed of the rules that may be broken.
  private let results: [ObservedScenario]
  /// The rules that their own scenarios show to be broken.
  private let toldByRows: Set<RuleID>

  /// Finds the causes. If a rule may be broken, the module is checked against its scenarios, until the time for that is
  /// up.
  init(
    of faults: [Fault], in module: CacheModule, _ options: ExploreOptions, until end: ContinuousClock.Instant?
  ) async {
    var unexplained: [Fault: Evidence] = [:]
    for fault in faults {
      switch fault {
      case .end(let how): told[.end(how), default: []].append(fault)
      case .breach(let evidence): unexplained[fault] = evidence
      }
    }
    let suspected = Set(unexplained.values.flatMap { $0.unmet + $0.premises.map(\.rule) })
    self.module = module
    results = suspected.isEmpty ? [] : await module.results(of: suspected, options, until: end)
    toldByRows = results.rulesTold
    for (fault, evidence) in unexplained {
      guard let rule = ruleOnRecord(explaining: evidence) else { continue }
      known[rule, default: []].append(fault)
      unexplained[fault] = nil
    }
    // Where a rule's own scenarios fail by another rule, drawn runs may do so, too.
    explain(&unexplained) { [toldByRows] in $0.unmet.filter(toldByRows.contains) }
    for (fault, evidence) in unexplained {
      guard let rule = results.premise(explaining: evidence) else { continue }
      perhapsExplained[rule, default: []].append(fault)
      unexplained[fault] = nil
    }
    explain(&unexplained) { $0.unmet }
  }

  /// Returns the rule on record that explains why the demands of some rules were not met, or nil if none does.
  private func ruleOnRecord(explaining evidence: Evidence) -> RuleID? {
    evidence.unmet.first(where: module.deviatesInExploring) ?? results.deviation(explaining: evidence)
  }

  /// Whether nothing that is known to be broken explains a run, but a rule whose own demand was not met.
  func explainNothing(of run: FollowedRun) -> Bool {
    guard let evidence = run.brokenStep?.evidence else { return false }
    return ruleOnRecord(explaining: evidence) == nil && results.premise(explaining: evidence) == nil
  }

  /// Whether the rule's own scenarios show that it is broken.
  func isToldByRows(_ rule: RuleID) -> Bool { toldByRows.contains(rule) }

  /// Notes that faults come from what their runs take for granted.
  mutating func confirm(_ rule: RuleID) {
    let faults = perhapsExplained.removeValue(forKey: rule) ?? []
    if results.showBreach(of: rule) {
      told[.rule(rule), default: []] += faults
    } else {
      known[rule, default: []] += faults
    }
  }

  /// Explains faults by the fewest of some rules: again and again by the one that explains most of those that are left.
  private mutating func explain(_ unexplained: inout [Fault: Evidence], by rules: (Evidence) -> [RuleID]) {
    while true {
      var votes: [RuleID: (count: Int, place: Int)] = [:]
      for suspected in unexplained.values {
        for (place, rule) in rules(suspected).enumerated() {
          let (count, places) = votes[rule] ?? (0, 0)
          votes[rule] = (count + 1, places + place)
        }
      }
      // Of two that explain as much, the one that is demanded first, and then the first by name.
      let best = votes.min { one, other in
        (-one.value.count, one.value.place, one.key) < (-other.value.count, other.value.place, other.key)
      }
      guard let rule = best?.key else { return }
      for (fault, suspected) in unexplained where rules(suspected).contains(rule) {
        told[.rule(rule), default: []].append(fault)
        unexplained[fault] = nil
      }
    }
  }
}

extension CacheModule {
  /// Whether the module is known to break the rule, in all of its scenarios or in some. An unsteady deviation excuses
  /// its own scenario alone.
  func deviates(from rule: RuleID) -> Bool {
    deviations.contains { !$0.isUnsteady && RuleID(ofScenario: $0.id) == rule }
  }

  /// Whether only drawn runs show that the module breaks the rule, and that is on record.
  fileprivate func deviatesInExploring(from rule: RuleID) -> Bool {
    deviations.contains { $0.shownBy == .exploring && RuleID(ofScenario: $0.id) == rule }
  }

  /// Runs the scenarios of some rules, and those that show why they fail; none if they cannot be run.
  fileprivate func results(
    of rules: Set<RuleID>, _ exploring: ExploreOptions, until end: ContinuousClock.Instant?
  ) async -> [ObservedScenario] {
    var options = RunOptions(timeLimit: exploring.timeLimit, width: exploring.width)
    let processes = try? exploring.isolation?.follower()
    options.isolation = TimedScenarios(processes: processes, end: end)
    let cases = implementations.flatMap { $0.cases(of: self) }
    var execution = Execution()
    do {
      execution = try await [self].execute(cases.filter { rules.contains($0.scenario.rule.id) }, options)
      _ = try await [self].checkSuspects(among: cases, &execution, options)
    } catch {}
    await processes?.end()
    return cases.compactMap { execution.results[$0.key] }
  }
}

/// Runs the scenarios of suspected rules, each once, and as many as there is time for.
private struct TimedScenarios: ProcessIsolation {
  /// The processes in which they run, or nil for this one.
  let processes: (any RunFollower)?
  let end: ContinuousClock.Instant?

  var sharesProcess: Bool { processes == nil }

  func run(_ planned: [PlannedCase], _ options: RunOptions) async throws -> Execution {
    let queue = CaseQueue(planned, failsFast: false)
    let results = await withTaskGroup(of: ResultsByKey.self) { group in
      for _ in 0..<max(1, options.width) {
        group.addTask {
          var results: ResultsByKey = [:]
          while let next = queue.next() {
            let result = await result(of: next, within: options.timeLimit)
            results[next.key] = result
            queue.note(result)
          }
          return results
        }
      }
      return await group.reduce(into: queue.notRun) { all, some in all.merge(some) { $1 } }
    }
    return Execution(results: results.merging(queue.notRun) { ran, _ in ran })
  }

  private func result(of planned: PlannedCase, within limit: Duration) async -> ObservedScenario {
    let result: ObservedScenario? =
      if let processes {
        try? await processes.judge(planned, within: limit, until: end)
      } else {
        await withTimeLimit(until: end) { await planned.result(within: limit) }
      }
    return result ?? ObservedScenario(planned, .notAssessed(why: "the time was up"), ScenarioTrace())
  }

  func follower() throws -> any RunFollower {
    guard let processes else { throw RunError.cannotIsolate("scenarios run in this process") }
    return processes
  }
}
