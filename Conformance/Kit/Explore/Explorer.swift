import CacheSpec

/// Draws runs of some chapters of a module, whatever their actions are.
protocol ChapterExplorer: Sendable {
  /// Draws the runs, follows them, and makes finds of those that show a fault.
  func explore(_ onProgress: @escaping @Sendable (ExploreProgress) -> Void) async throws -> Exploration
  /// Follows a saved run in this process. If `reporting` names a breach that the run shows, the result reports it like the
  /// failure of a scenario.
  func follow(
    _ saved: SavedRuns.Run, reporting: ReportedBreach?, until timeIsUp: ContinuousClock.Instant?,
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
  typealias SavedRun = (run: DrawnRun<Action>, drawnBy: DrawParameters)

  /// Follows some runs, or the first of them, as `RunFollower` does.
  typealias Follow =
    @Sendable (
      _ runs: [DrawnRun<Action>], _ isTraced: Bool, _ reporting: ReportedBreach?, _ limit: Duration,
      _ end: EndOfRun?
    ) async -> FollowedRuns

  func explore(_ onProgress: @escaping @Sendable (ExploreProgress) -> Void) async throws -> Exploration {
    let saved = try savedRuns()
    if let isolation = options.isolation {
      let processes = try isolation.follower()
      // Runs are sent in batches, because sending one to another process takes as long as following it.
      let batch = 500 / max(32, options.steps)
      let exploration = await explore(saved, onProgress, batch: max(1, batch)) {
        runs, isTraced, reporting, limit, end in
        do {
          return try await processes.follow(
            runs, of: implementation.chapters[0].name, module.fullName, isTraced: isTraced, reporting: reporting,
            within: limit, until: end)
        } catch {
          return FollowedRuns(runs: runs.map { _ in FollowedRun(failure: "\(error)") })
        }
      }
      await processes.end()
      return exploration
    }
    if options.runsOneAtATime { QueueExecutor.shared.runSerially() }
    return await explore(saved, onProgress, batch: 1) { runs, _, reporting, limit, end in
      let followed = await withTimeLimit(until: end?.cut) {
        var followed = FollowedRuns()
        for run in runs {
          followed.add(
            await follow(run, reporting: reporting, within: limit, until: end?.afterStep, ScenarioProgress()))
        }
        return followed
      }
      return followed ?? FollowedRuns(runs: [.cut])
    }
  }

  func follow(
    _ saved: SavedRuns.Run, reporting: ReportedBreach?, until timeIsUp: ContinuousClock.Instant?,
    _ progress: ScenarioProgress
  ) async -> FollowedRuns {
    guard let run = DrawnRun(draw, saved.steps, schedule: saved.schedule) else {
      return FollowedRuns(runs: [FollowedRun(failure: "the worker draws no such run")])
    }
    return await follow(run, reporting: reporting, within: options.timeLimit, until: timeIsUp, progress)
  }

  private func follow(
    _ run: DrawnRun<Action>, reporting: ReportedBreach?, within limit: Duration,
    until timeIsUp: ContinuousClock.Instant?,
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
      followed = await implementation.follow(run.actions, of: module, within: limit, until: timeIsUp, progress)
    }
    if let reporting, !followed.unmet.isEmpty { followed.run.told = await told(reporting, followed, in: run) }
    return FollowedRuns(runs: [followed.run], coverage: followed.coverage)
  }

  /// Judges a run again, as a scenario whose last step has the expectations that were not met.
  private func told(
    _ breach: ReportedBreach, _ followed: FollowResult<Action>, in run: DrawnRun<Action>
  ) async -> ToldBreach? {
    guard let last = run.actions.last else { return nil }
    let own = [followed.unmet, followed.unmetOtherwise].lazy.map { $0.filter { $0.rule == breach.rule } }
    let expected = own.first { !$0.isEmpty } ?? followed.unmet.map { $0.demanded(by: breach.rule) }
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
    let (began, time) = (ContinuousClock.now, ExploreTime(options.duration))
    let tally = Tally(from: options.run ?? 1, to: saved?.count ?? options.run ?? options.runs)
    while true {
      await drawRuns(saved, into: tally, time, onProgress, batch: batch, follow)
      let exploration = await exploration(of: tally.sum, saved, began, time, onProgress, follow)
      guard options.endsAtFirstFind, exploration.finds.isEmpty, !time.isUp(), await tally.passOverFaults() else {
        return exploration
      }
    }
  }

  /// Draws runs and follows them until there are no more, or the time is up.
  private func drawRuns(
    _ saved: [SavedRun]?, into tally: Tally, _ time: ExploreTime,
    _ onProgress: @escaping @Sendable (ExploreProgress) -> Void, batch: Int, _ follow: @escaping Follow
  ) async {
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<max(1, module.runsAlone || options.runsOneAtATime ? 1 : options.width) {
        group.addTask {
          // Where a run hangs or ends its process, the others of its batch are left.
          var rest: ArraySlice<(number: Int, run: DrawnRun<Action>)> = []
          while true {
            let faults = options.shrinks ? await tally.countFaults { !isKnown($0) } : 0
            if !time.isDrawing(faults: faults) { break }
            if rest.isEmpty {
              guard let numbers = await tally.begin(batch, isEnding: options.endsAtFirstFind) else { break }
              let end = time.endOfDrawing(faults: faults)
              rest = numbers.map { ($0, saved?[$0 - 1].run ?? drawnRun($0, until: end)) }[...]
            }
            let runs = rest.map(\.run)
            let followed = await follow(runs, false, nil, options.timeLimit, time.endOfDrawnRun(faults: faults))
            let progress = await tally.add(rest.map(\.number), runs.map { $0.steps.map(\.choice) }, followed)
            rest = rest.dropFirst(followed.runs.count)
            onProgress(.drawing(runs: progress.runs, faults: progress.broken))
          }
        }
      }
    }
  }

  private func isKnown(_ fault: Fault) -> Bool {
    if case .breach(let rules) = fault { rules.unmet.contains(where: module.deviates) } else { false }
  }

  private func exploration(
    of sum: Tally.Sum, _ saved: [SavedRun]?, _ began: ContinuousClock.Instant, _ time: ExploreTime,
    _ onProgress: @escaping @Sendable (ExploreProgress) -> Void, _ follow: @escaping Follow
  ) async -> Exploration {
    var (finds, deviations, failures) = ([ExplorationFind](), [RuleID: Int](), sum.failures)
    var (once, untried) = ([String: Int](), [String: Int]())
    var causes = await Causes(of: Array(sum.faults.keys), in: module, options, until: time.endOfPart(of: 3))
    let freed = await free(&causes, sum, saved, until: time.endOfPart(of: 3), follow)
    for (rule, faults) in causes.known {
      deviations[rule] = faults.reduce(0) { $0 + (sum.faults[$1]?.count ?? 0) }
    }
    let told = causes.told.compactMap { cause, faults -> Sightings? in
      let sightings = faults.compactMap { sum.faults[$0] }
      let count = sightings.reduce(0) { $0 + $1.count }
      return sightings.min { $0.run < $1.run }.flatMap { run(of: $0, saved) }.map { Sightings(cause, in: $0, count) }
    }
    let shown = (told + freed).sorted { $0.drawnBy.run < $1.drawnBy.run }
    for (index, sightings) in shown.enumerated() {
      let (cause, count, drawnBy) = (sightings.cause, sightings.count, sightings.drawnBy)
      if options.shrinks { onProgress(.shrinking(find: index + 1, of: shown.count)) }
      let end = time.endOfPart(of: shown.count - index)
      if let find = await find(sightings, causes, shrunkUntil: end, time, follow) {
        finds.add(find)
      } else if time.isUp() {
        untried["\(cause)"] = drawnBy.run
      } else if count == 1 || cause == .end(Fault.hung) {
        once["\(cause)"] = drawnBy.run
      } else {
        failures["\(cause), which it does not do again", default: (drawnBy.run, 0)].count += count
      }
    }
    // A broken module never seems right, and neither does one of which no run came to an end.
    if finds.isEmpty {
      for (why, run) in untried { failures["\(why), and the time was up before it was looked into"] = (run, 1) }
      untried = [:]
    }
    if sum.runs == 0, !time.isDrawing(faults: 0) {
      failures["no run had come to an end when the time was up"] = (sum.cut ?? 1, 1)
    } else if let run = sum.cut {
      untried["a step had not ended"] = run
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
  /// cut there, because sending, reading and following it takes much longer; it has a step at least.
  func drawnRun(
    _ number: Int, steps: Int? = nil, until timeIsUp: ContinuousClock.Instant? = nil
  ) -> DrawnRun<Action> {
    var random = SeededGenerator(options.seed, number)
    let (lacking, began) = (Set(module.everythingLacking.keys), ContinuousClock.now)
    let longest = timeIsUp.map { began.duration(to: $0) / 50 }
    var run = DrawnRun(draw)
    for _ in 0..<max(0, steps ?? options.steps) {
      if let longest, !run.steps.isEmpty, ContinuousClock.now - began > longest { break }
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
}
