import CacheSpec

/// Draws runs of some chapters of a module, whatever their actions are.
protocol ChapterExplorer: Sendable {
  /// Draws the runs, follows them, and makes finds of those that show a fault.
  func explore(_ onProgress: @escaping @Sendable (ExploreProgress) -> Void) async throws -> Exploration
  /// Follows a saved run in this process. If `telling` names a breach that the run shows, the result reports it like the
  /// failure of a scenario.
  func follow(
    _ saved: SavedRuns.Run, telling: BreachToTell?, until timeIsUp: ContinuousClock.Instant?,
    _ progress: ScenarioProgress
  ) async -> FollowedRuns
}

/// Draws runs, follows them on fresh modules, and makes finds of those that show a fault.
struct Explorer<Action: ScenarioAction>: ChapterExplorer {
  let module: CacheModule
  let implementation: Implementation<Action>
  let draw: any Draw<Action>
  let options: ExploreOptions

  /// A run of a file, and where it comes from.
  private typealias SavedRun = (run: DrawnRun<Action>, drawnBy: DrawParameters)

  /// Follows some runs, until the time is up, whose steps may take no longer than the limit. If `isTraced`, the result for a run that hangs or ends its process has
  /// what was observed until then.
  private typealias Follow =
    @Sendable (
      _ runs: [DrawnRun<Action>], _ isTraced: Bool, _ telling: BreachToTell?, _ limit: Duration,
      _ timeIsUp: ContinuousClock.Instant?
    ) async -> FollowedRuns

  func explore(_ onProgress: @escaping @Sendable (ExploreProgress) -> Void) async throws -> Exploration {
    let saved = try savedRuns()
    if let isolation = options.isolation {
      let processes = try isolation.follower()
      // Runs are sent in batches, because sending one to another process takes as long as following it.
      let batch = 500 / max(32, options.steps)
      let exploration = await explore(saved, onProgress, batch: max(1, batch)) {
        runs, isTraced, telling, limit, timeIsUp in
        do {
          return try await processes.follow(
            runs, of: implementation.chapters[0].name, module.fullName, isTraced: isTraced, telling: telling,
            within: limit, until: timeIsUp)
        } catch {
          return FollowedRuns(runs: runs.map { _ in FollowedRun(failure: "\(error)") })
        }
      }
      await processes.end()
      return exploration
    }
    if options.runsOneAtATime { QueueExecutor.shared.runSerially() }
    return await explore(saved, onProgress, batch: 1) { runs, _, telling, limit, timeIsUp in
      var followed = FollowedRuns()
      for run in runs {
        followed.add(await follow(run, telling: telling, within: limit, until: timeIsUp, ScenarioProgress()))
      }
      return followed
    }
  }

  func follow(
    _ saved: SavedRuns.Run, telling: BreachToTell?, until timeIsUp: ContinuousClock.Instant?,
    _ progress: ScenarioProgress
  ) async -> FollowedRuns {
    guard let run = DrawnRun(draw, saved.steps, schedule: saved.schedule) else {
      return FollowedRuns(runs: [FollowedRun(failure: "the worker draws no such run")])
    }
    return await follow(run, telling: telling, within: options.timeLimit, until: timeIsUp, progress)
  }

  private func follow(
    _ run: DrawnRun<Action>, telling: BreachToTell?, within limit: Duration, until timeIsUp: ContinuousClock.Instant?,
    _ progress: ScenarioProgress
  ) async -> FollowedRuns {
    // A program's answer may be on its way though no job of this process is left to run.
    let hurry = module.program == nil ? Patience.Hurry() : nil
    var followed = await Patience.$hurry.withValue(hurry) {
      QueueExecutor.shared.order(by: run.schedule)
      return await implementation.follow(run.actions, of: module, within: limit, until: timeIsUp, progress)
    }
    if followed.run.brokenStep != nil, hurry?.cutAWaitShort == true {
      progress.beginAgain()
      QueueExecutor.shared.order(by: run.schedule)
      followed = await implementation.follow(run.actions, of: module, within: limit, until: nil, progress)
    }
    if let telling, !followed.unmet.isEmpty { followed.run.told = await told(telling, followed.unmet, in: run) }
    return FollowedRuns(runs: [followed.run], coverage: followed.coverage)
  }

  /// Judges a run again, as a scenario whose last step has the expectations that were not met.
  private func told(
    _ breach: BreachToTell, _ unmet: [Expectation<Action>], in run: DrawnRun<Action>
  ) async -> ToldBreach? {
    guard let last = run.actions.last else { return nil }
    let own = unmet.filter { $0.rule == breach.rule }
    let expected = own.isEmpty ? unmet.map { $0.demanded(by: breach.rule) } : own
    let scenario = Scenario(
      breach.rule, breach.name, then: run.actions.dropLast().map(Step.unjudged) + [Step(last, expected)])
    QueueExecutor.shared.order(by: run.schedule)
    let result = await planned(scenario).repeatedResult(within: options.timeLimit, in: ModuleMemory(width: nil))
    return ToldBreach(verdict: result.verdict, trace: result.trace, swift: scenario.swiftSource)
  }

  private func explore(
    _ saved: [SavedRun]?, _ onProgress: @escaping @Sendable (ExploreProgress) -> Void, batch: Int,
    _ follow: @escaping Follow
  ) async -> Exploration {
    let began = ContinuousClock.now
    let tally = Tally(from: options.run ?? 1, to: saved?.count ?? options.run ?? options.runs)
    while true {
      await drawRuns(saved, into: tally, since: began, onProgress, batch: batch, follow)
      let exploration = await exploration(of: tally.sum, saved, began, onProgress, follow)
      guard options.endsAtFirstFind, exploration.finds.isEmpty, await tally.passOverFaults() else { return exploration }
    }
  }

  /// Draws runs and follows them until there are no more, or the time is up.
  private func drawRuns(
    _ saved: [SavedRun]?, into tally: Tally, since began: ContinuousClock.Instant,
    _ onProgress: @escaping @Sendable (ExploreProgress) -> Void, batch: Int, _ follow: @escaping Follow
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, module.runsAlone || options.runsOneAtATime ? 1 : options.width) {
        group.addTask {
          while true {
            let hasFind = await tally.hasFault { !isKnown($0) }
            let timeIsUp = timeIsUp(since: began, spared: options.shrinks && hasFind)
            if let timeIsUp, timeIsUp <= .now { break }
            guard let numbers = await tally.begin(batch, isEnding: options.endsAtFirstFind) else { break }
            let runs = numbers.map { saved?[$0 - 1].run ?? drawnRun($0, until: timeIsUp) }
            let followed = await follow(runs, false, nil, options.timeLimit, timeIsUp)
            let (count, faults) = await tally.add(numbers, runs.map { $0.steps.map { $0.choice } }, followed)
            onProgress(.drawing(runs: count, faults: faults))
          }
        }
      }
    }
  }

  /// When the time is up, or nil for never; earlier, if time is spared for making finds shorter.
  private func timeIsUp(since began: ContinuousClock.Instant, spared: Bool = false) -> ContinuousClock.Instant? {
    options.duration.map { began + (spared ? $0 * 3 / 4 : $0) }
  }

  private func isKnown(_ fault: Fault) -> Bool {
    if case .breach(let rules) = fault { rules.unmet.contains(where: module.deviates) } else { false }
  }

  private func exploration(
    of sum: Tally.Sum, _ saved: [SavedRun]?, _ began: ContinuousClock.Instant,
    _ onProgress: @escaping @Sendable (ExploreProgress) -> Void, _ follow: @escaping Follow
  ) async -> Exploration {
    var (finds, deviations, failures) = ([Find](), [RuleID: Int](), sum.failures)
    var (once, untried) = ([String: Int](), [String: Int]())
    let causes = await Causes(of: Array(sum.faults.keys), in: module, isolation: options.isolation)
    for (rule, faults) in causes.known {
      deviations[rule] = faults.reduce(0) { $0 + (sum.faults[$1]?.count ?? 0) }
    }
    let shown = causes.told.compactMap { cause, faults -> (cause: Cause, first: Tally.Sighting, count: Int)? in
      let sightings = faults.compactMap { sum.faults[$0] }
      let count = sightings.reduce(0) { $0 + $1.count }
      return sightings.min { $0.run < $1.run }.map { (cause, $0, count) }
    }.sorted { $0.first.run < $1.first.run }
    for (index, (cause, first, count)) in shown.enumerated() {
      let savedRun: SavedRun? = saved?[first.run - 1]
      // The schedule depends on how many steps were drawn, although not all of them were followed.
      guard let run = savedRun?.run ?? drawnRun(first.run, steps: first.steps.drawn).prefix(first.steps.followed)
      else { continue }
      let drawnBy: DrawParameters =
        savedRun?.drawnBy ?? DrawParameters(seed: options.seed, run: first.run, steps: options.steps)
      // One find is made in any case, so that a broken module never seems right.
      if let end = timeIsUp(since: began), end <= .now, !finds.isEmpty {
        untried["\(cause)"] = drawnBy.run
        continue
      }
      if options.shrinks { onProgress(.shrinking(find: index + 1, of: shown.count)) }
      let timeIsUp = timeIsUp(since: began).map { end in
        ContinuousClock.now + ContinuousClock.now.duration(to: end) / (shown.count - index)
      }
      if let find = await find(cause, in: run, from: drawnBy, others: count - 1, shrunkUntil: timeIsUp, follow) {
        finds.append(find)
      } else if count == 1 || cause == .end(Fault.hung) {
        once["\(cause)"] = drawnBy.run
      } else {
        failures["\(cause), which it does not do again", default: (drawnBy.run, 0)].count += count
      }
    }
    return Exploration(
      module: module.program == nil ? module.fullName : module.argument, chapters: implementation.chapters.map(\.name),
      seed: options.seed, runs: sum.runs, steps: sum.steps, rules: implementation.chapters.flatMap(\.rules),
      finds: finds, deviations: deviations, kinds: sum.kinds, pairs: sum.pairs.count, coverage: sum.coverage,
      once: once, untried: untried, failures: failures, stepsOfARun: options.steps,
      duration: ContinuousClock.now - began)
  }

  // MARK: Runs

  /// The run with this number, from 1. A run that is so long that drawing it takes a fiftieth of the time that is left is
  /// cut there, because sending, reading and following it takes much longer.
  private func drawnRun(
    _ number: Int, steps: Int? = nil, until timeIsUp: ContinuousClock.Instant? = nil
  ) -> DrawnRun<Action> {
    var random = SeededGenerator(options.seed, number)
    let (lacking, began) = (Set(module.everythingLacking.keys), ContinuousClock.now)
    let longest = timeIsUp.map { began.duration(to: $0) / 50 }
    var run = DrawnRun(draw)
    for _ in 0..<max(0, steps ?? options.steps) {
      if let longest, ContinuousClock.now - began > longest { break }
      run.drawStep(lacking: lacking, using: &random)
    }
    run.drawSchedule(using: &random)
    return run
  }

  /// The runs of the file that belong to these chapters, or nil if runs are drawn.
  private func savedRuns() throws -> [SavedRun]? {
    let names = Set(implementation.chapters.map(\.name))
    return try options.saved?.runs.filter { names.contains($0.chapter) }.map { saved in
      guard let run = DrawnRun(draw, saved.steps, schedule: saved.schedule) else {
        throw SavedRuns.Mistake(line: saved.line, what: "\(saved.chapter) has no such run")
      }
      return (run, saved.drawnBy)
    }
  }

  // MARK: A find

  /// Makes a find of a run that showed a fault; returns nil if the run does not show the fault again.
  private func find(
    _ cause: Cause, in drawn: DrawnRun<Action>, from drawnBy: DrawParameters, others: Int,
    shrunkUntil timeIsUp: ContinuousClock.Instant?,
    _ follow: @escaping Follow
  ) async -> Find? {
    var confirmed: FollowedRun?
    // What is slow on a busy machine has not hung.
    let longest = cause == .end(Fault.hung) ? options.timeLimit * 3 : options.timeLimit
    let left = timeIsUp.map { ContinuousClock.now.duration(to: $0) } ?? longest
    // A trace of a breach is of no use before its step is known, and of thousands of steps it takes long.
    for _ in 0..<3 where confirmed?.step(showing: cause) == nil {
      // Each attempt at what hangs may take the whole limit.
      if confirmed != nil, cause == .end(Fault.hung), let timeIsUp, timeIsUp <= .now { break }
      confirmed = await follow([drawn], cause.isEnd, nil, max(options.timeLimit, min(longest, left)), nil).runs.first
    }
    guard let confirmed, let step = confirmed.step(showing: cause), let whole = drawn.prefix(step) else { return nil }
    let isUnmet = confirmed.step(showing: cause, isUnmet: true) != nil
    let run = options.shrinks ? await shrink(whole, showing: cause, isUnmet: isUnmet, until: timeIsUp, follow) : whole
    let name = "seed \(drawnBy.seed), run \(drawnBy.run)"
    let (rule, telling): (RuleID, BreachToTell?) =
      switch cause {
      case .rule(let rule): (rule, BreachToTell(rule: rule, name: name))
      case .end: (RuleID(implementation.chapters[0].name), nil)
      }
    // A run that ended in the same way in the same steps need not do so again.
    let isTold = cause.isEnd && run.steps == whole.steps && run.schedule == drawn.schedule && confirmed.trace != nil
    let last = isTold ? confirmed : await follow([run], true, telling, options.timeLimit, nil).runs.first
    guard let last else { return nil }
    let scenario = Scenario(rule, name, then: run.actions.map(Step.unjudged))
    let (result, swift): (ScenarioResult, String)
    if let told = last.told, told.verdict.kind != .passed {
      (result, swift) = (ScenarioResult(planned(scenario), told.verdict, told.trace), told.swift)
    } else if let end = last.end, let trace = last.trace {
      (result, swift) = (ScenarioResult(planned(scenario), end, trace), scenario.swiftSource)
    } else {
      return nil
    }
    return Find(
      result: [result].blamed(by: [result])[0], drawnBy: drawnBy, drawnSteps: step, others: others, swift: swift,
      steps: run.steps, schedule: run.schedule)
  }

  /// The limit of runs to try in search of a shorter or simpler one. A run that hangs takes the whole time limit.
  private func attempts(_ cause: Cause) -> Int {
    switch cause {
    case .rule: 600
    case .end: options.isolation == nil ? 0 : cause == .end(Fault.hung) ? 40 : 300
    }
  }

  /// Returns a run with fewer and simpler steps whose last step still shows the fault.
  private func shrink(
    _ run: DrawnRun<Action>, showing cause: Cause, isUnmet: Bool, until timeIsUp: ContinuousClock.Instant?,
    _ follow: @escaping Follow
  ) async -> DrawnRun<Action> {
    var (best, rest) = (run, attempts(cause))
    func isImproved(by candidates: some Sequence<DrawnRun<Action>>) async -> Bool {
      for candidate in candidates where rest > 0 {
        rest -= 1
        if let timeIsUp, timeIsUp <= .now {
          rest = 0
          break
        }
        if let step = await follow([candidate], cause.isEnd, nil, options.timeLimit, timeIsUp).runs.first?.step(
          showing: cause, isUnmet: isUnmet),
          let run = candidate.prefix(step)
        {
          best = run
          return true
        }
      }
      return false
    }
    _ = await isImproved(by: best.inOrder)
    while rest > 0 {
      if await isImproved(by: best.shorter) { continue }
      if await isImproved(by: best.simpler) { continue }
      break
    }
    return best
  }

  private func planned(_ scenario: Scenario<Action>) -> PlannedCase {
    let rule = implementation.chapters.lazy.flatMap(\.rules).first { $0.id == scenario.rule }
    return PlannedCase(scenario, rule, implementation, module, DeviationsOnRecord([]))
  }
}
