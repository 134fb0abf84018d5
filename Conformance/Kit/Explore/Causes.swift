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
    case (.rule(let rule), .breach(let rules)):
      rules.unmet.contains(rule) || !isUnmet && rules.explaining.contains(rule)
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

  /// Finds the causes. If a rule may be broken, the module is checked against its scenarios, until the time for that is
  /// up.
  init(
    of faults: [Fault], in module: CacheModule, _ options: ExploreOptions, until end: ContinuousClock.Instant?
  ) async {
    var unexplained: [Fault: SuspectedRules] = [:]
    for fault in faults {
      switch fault {
      case .end(let how): told[.end(how), default: []].append(fault)
      case .breach(let rules):
        if let rule = rules.unmet.first(where: module.deviates) {
          known[rule, default: []].append(fault)
        } else {
          unexplained[fault] = rules
        }
      }
    }
    if unexplained.isEmpty { return }
    let suspected = Set(unexplained.values.flatMap { $0.unmet + $0.explaining })
    let broken = await module.brokenRules(among: suspected, options, until: end)
    explain(&unexplained) { $0.unmet.filter(broken.contains) }
    for (fault, rules) in unexplained {
      if let rule = rules.explaining.first(where: module.deviates) {
        known[rule, default: []].append(fault)
        unexplained[fault] = nil
      }
    }
    explain(&unexplained) { $0.explaining.first(where: broken.contains).map { [$0] } ?? [] }
    explain(&unexplained) { $0.unmet }
  }

  /// Explains faults by the fewest of some rules: again and again by the one that explains most of those that are left.
  private mutating func explain(_ unexplained: inout [Fault: SuspectedRules], by rules: (SuspectedRules) -> [RuleID]) {
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

  /// Returns the rules that their own scenarios show to be broken. If they cannot be run, none is.
  fileprivate func brokenRules(
    among rules: Set<RuleID>, _ exploring: ExploreOptions, until end: ContinuousClock.Instant?
  ) async -> Set<RuleID> {
    var options = RunOptions(
      selection: Selection(anyOf: rules.map(\.text).sorted()), timeLimit: exploring.timeLimit, width: exploring.width)
    let processes = try? exploring.isolation?.follower()
    options.isolation = TimedScenarios(processes: processes, end: end)
    let report = try? await run(options)
    await processes?.end()
    guard let report else { return [] }
    return Set(
      report.results.filter { [.violated, .crashed, .hung, .knownDeviation].contains($0.verdict.kind) }
        .map(\.rule.id))
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

  private func result(of planned: PlannedCase, within limit: Duration) async -> ScenarioResult {
    let result: ScenarioResult? =
      if let processes {
        try? await processes.judge(planned, within: limit, until: end)
      } else {
        await withTimeLimit(until: end) { await planned.result(within: limit) }
      }
    return result ?? ScenarioResult(planned, .notAssessed(why: "the time was up"), Trace())
  }

  func follower() throws -> any RunFollower {
    guard let processes else { throw RunError.cannotIsolate("scenarios run in this process") }
    return processes
  }
}
