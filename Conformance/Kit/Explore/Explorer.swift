import CacheSpec
import SeededRandom

/// Draws runs, follows them on fresh modules, and makes finds of those that break a rule.
struct Explorer<Action: ScenarioAction>: Sendable {
  let module: CacheModule
  let implementation: Implementation<Action>
  let chapters: [Chapter<Action>]
  let draw: any Draw<Action>
  let options: ExploreOptions
  let onRun: @Sendable (_ runs: Int, _ broken: Int) -> Void

  /// What a run came to.
  private struct Followed: Sendable {
    /// The rules that were broken: at which step, counted from 1, and what was not met there.
    var broken: [(rule: RuleID, step: Int, unmet: [Expectation<Action>])] = []
    /// How many steps were performed.
    var steps = 0
    /// Why the world failed, if it did.
    var failure: String?
    var coverage = ModelCoverage()

    func breach(of rule: RuleID) -> (step: Int, unmet: [Expectation<Action>])? {
      broken.first { $0.rule == rule }.map { ($0.step, $0.unmet) }
    }
  }

  func explore() async throws -> Exploration {
    let began = ContinuousClock.now
    let kept = try keptRuns()
    let tally = Tally(from: options.run ?? 1, to: kept?.count ?? options.run ?? options.runs)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, module.runsAlone ? 1 : options.width) {
        group.addTask {
          while options.duration.map({ ContinuousClock.now - began <= $0 }) ?? true,
            let number = await tally.begin(isEnding: options.endsAtFirstFind)
          {
            let run = kept?[number - 1] ?? drawnRun(number)
            let followed = await follow(run.actions)
            let (runs, broken) = await tally.add(
              number, run.steps.prefix(followed.steps).map(\.choice), breaking: Set(followed.broken.map(\.rule)),
              followed.coverage, followed.failure)
            onRun(runs, broken)
          }
        }
      }
    }
    return await exploration(of: tally.sum, kept, began)
  }

  private func exploration(
    of sum: Tally.Sum, _ kept: [DrawnRun<Action>]?, _ began: ContinuousClock.Instant
  ) async -> Exploration {
    var finds: [Find] = []
    var deviations: [RuleID: Int] = [:]
    for (rule, (run, count)) in sum.broken.sorted(by: { $0.value.run < $1.value.run }) {
      if module.deviates(from: rule) {
        deviations[rule] = count
      } else if let find = await find(rule, in: kept?[run - 1] ?? drawnRun(run), number: run, others: count - 1) {
        finds.append(find)
      }
    }
    return Exploration(
      chapters: chapters.map(\.name), seed: options.seed, runs: sum.runs, steps: sum.steps,
      rules: chapters.flatMap(\.rules), finds: finds, deviations: deviations, kinds: sum.kinds, pairs: sum.pairs.count,
      coverage: sum.coverage, failures: sum.failures, stepsOfARun: options.steps, duration: ContinuousClock.now - began)
  }

  // MARK: A run

  /// The run with this number, from 1.
  private func drawnRun(_ number: Int) -> DrawnRun<Action> {
    var random = SeededGenerator(options.seed, number)
    let lacking = Set(module.everythingLacking.keys)
    var run = DrawnRun(draw)
    for _ in 0..<options.steps { run.drawStep(lacking: lacking, using: &random) }
    return run
  }

  /// The runs of a file that are of these chapters, or nil if the runs are drawn.
  private func keptRuns() throws -> [DrawnRun<Action>]? {
    let names = Set(chapters.map(\.name))
    return try options.kept?.runs.filter { names.contains($0.chapter) }.map { kept in
      guard let run = DrawnRun(draw, kept.steps) else {
        throw KeptRuns.Mistake(line: kept.line, what: "\(kept.chapter) has no such run")
      }
      return run
    }
  }

  /// Performs actions on a fresh module in a fresh world, and holds what is observed against the models.
  private func follow(_ actions: [Action]) async -> Followed {
    let progress = ScenarioProgress()
    let followed = await withTimeLimit(options.timeLimit, since: { progress.stepBegan }) {
      await Patience.$current.withValue(Patience.within(options.timeLimit)) { await perform(actions, progress) }
    }
    if let followed { return followed }
    let trace = progress.trace
    return Followed(steps: trace.step, failure: "it hung: \(trace.action)")
  }

  private func perform(_ actions: [Action], _ progress: ScenarioProgress) async -> Followed {
    var followed = Followed()
    let checker: any Checker<Action>
    do {
      checker = try await implementation.makeChecker(module.lacking)
    } catch {
      followed.failure = "the world could not be made: \(error)"
      return followed
    }
    var models = ModelRun<Action>(isCounting: true)
    for action in actions {
      followed.steps += 1
      progress.begin(step: followed.steps, action: { action.description }, stage: nil)
      do {
        let observation = try await checker.perform(action)
        let breaches = models.take(action, observation)
        if !breaches.isEmpty, observation.isFailure, let lack = Machine.lack { throw WorldFailure(lack) }
        for (breach, unmet) in zip(breaches, models.unmet) {
          let rules = breach.rules.sorted()
          if let rule = rules.first { followed.broken.append((rule, followed.steps, unmet)) }
        }
      } catch {
        followed.failure = "the world failed at \(action): \(error)"
        break
      }
    }
    if let coverage = models.coverage { followed.coverage = coverage }
    await checker.tearDown()
    return followed
  }

  // MARK: A find

  /// Makes a find of the run that breaks a rule, or nil if it does not do so again.
  private func find(_ rule: RuleID, in drawn: DrawnRun<Action>, number: Int, others: Int) async -> Find? {
    let followed = await follow(drawn.actions)
    guard let breach = followed.breach(of: rule), let whole = drawn.prefix(breach.step) else { return nil }
    let (run, unmet) = await shrink(whole, breach.unmet, breaking: rule)
    let scenario = Scenario(
      rule, "seed \(options.seed), run \(number)",
      then: run.actions.enumerated().map { index, action in
        index == run.actions.count - 1 ? Step(action, unmet) : .unjudged(action)
      })
    return Find(
      result: await module.result(ofDrawn: scenario, implementation, chapters, within: options.timeLimit), run: number,
      drawnSteps: breach.step, others: others, source: scenario.swiftSource, steps: run.steps)
  }

  /// How many runs are tried at most to find a shorter or simpler one.
  private static var attempts: Int { 600 }

  /// Returns a run with fewer and simpler steps that still breaks the rule in its last one, and what is not met there.
  private func shrink(
    _ run: DrawnRun<Action>, _ unmet: [Expectation<Action>], breaking rule: RuleID
  ) async -> (DrawnRun<Action>, [Expectation<Action>]) {
    var best = (run: run, unmet: unmet)
    var rest = Self.attempts
    func isImproved(by candidates: some Sequence<DrawnRun<Action>>) async -> Bool {
      for candidate in candidates where rest > 0 {
        rest -= 1
        if let breach = await follow(candidate.actions).breach(of: rule), let run = candidate.prefix(breach.step) {
          best = (run, breach.unmet)
          return true
        }
      }
      return false
    }
    while rest > 0 {
      if await isImproved(by: best.run.shorter) { continue }
      if await isImproved(by: best.run.simpler) { continue }
      break
    }
    return best
  }
}

/// What the runs so far came to.
private actor Tally {
  struct Sum: Sendable {
    var runs = 0
    var steps = 0
    /// The broken rules, each with the first run that breaks it and how many do.
    var broken: [RuleID: (run: Int, count: Int)] = [:]
    var kinds: [String: Int] = [:]
    var pairs: Set<[String]> = []
    var coverage = ModelCoverage()
    var failures: [String: (first: Int, count: Int)] = [:]
  }

  private var next: Int
  private let last: Int
  private(set) var sum = Sum()

  init(from first: Int, to last: Int) { (next, self.last) = (first, last) }

  /// Returns the number of the run to begin, or nil if there are no more.
  ///
  /// - Parameter isEnding: whether there are no more once a rule is broken.
  func begin(isEnding: Bool) -> Int? {
    guard next <= last, !(isEnding && !sum.broken.isEmpty) else { return nil }
    defer { next += 1 }
    return next
  }

  /// Adds a run, and returns how many there are, and how many rules they broke.
  func add(
    _ number: Int, _ kinds: [String], breaking rules: Set<RuleID>, _ coverage: ModelCoverage, _ failure: String?
  ) -> (runs: Int, broken: Int) {
    sum.runs += 1
    sum.steps += kinds.count
    for rule in rules {
      let before = sum.broken[rule] ?? (number, 0)
      sum.broken[rule] = (min(before.run, number), before.count + 1)
    }
    for kind in kinds { sum.kinds[kind, default: 0] += 1 }
    for (one, next) in zip(kinds, kinds.dropFirst()) { sum.pairs.insert([one, next]) }
    sum.coverage.add(coverage)
    if let failure {
      let before = sum.failures[failure] ?? (number, 0)
      sum.failures[failure] = (min(before.first, number), before.count + 1)
    }
    return (sum.runs, sum.broken.count)
  }
}

extension CacheModule {
  /// Whether the module is known to break the rule, or some scenario of it.
  fileprivate func deviates(from rule: RuleID) -> Bool {
    deviations.contains { Selection($0.id).contains(rule) || RuleID(ofScenario: $0.id) == rule }
  }

  /// Judges a scenario that was drawn like one that somebody wrote, several times.
  fileprivate func result<Action>(
    ofDrawn scenario: Scenario<Action>, _ implementation: Implementation<Action>, _ chapters: [Chapter<Action>],
    within limit: Duration
  ) async -> ScenarioResult {
    let rule = chapters.lazy.flatMap(\.rules).first { $0.id == scenario.rule }
    let planned = PlannedCase(scenario, rule, implementation, self, DeviationsOnRecord([]))
    let judged = JudgedCase(planned: planned, judgement: await planned.repeatedJudgement(within: limit, in: .shared))
    return RuleRecord([judged]).result(of: judged)
  }
}
