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

/// A run that shows what a find is told by.
private struct Shown<Action: ScenarioAction> {
  var run: DrawnRun<Action>
  /// The result of following it; of a run that ended its process, with what was observed.
  var followed: FollowedRun
}

/// Draws runs, follows them on fresh modules, and makes finds of those that show a fault.
struct Explorer<Action: ScenarioAction>: ChapterExplorer {
  let module: CacheModule
  let implementation: Implementation<Action>
  let draw: any Draw<Action>
  let options: ExploreOptions

  /// A run of a file, and where it comes from.
  private typealias SavedRun = (run: DrawnRun<Action>, drawnBy: DrawParameters)

  /// Follows some runs, or the first of them, as `RunFollower` does.
  private typealias Follow =
    @Sendable (
      _ runs: [DrawnRun<Action>], _ isTraced: Bool, _ telling: BreachToTell?, _ limit: Duration,
      _ end: EndOfRun?
    ) async -> FollowedRuns

  func explore(_ onProgress: @escaping @Sendable (ExploreProgress) -> Void) async throws -> Exploration {
    let saved = try savedRuns()
    if let isolation = options.isolation {
      let processes = try isolation.follower()
      // Runs are sent in batches, because sending one to another process takes as long as following it.
      let batch = 500 / max(32, options.steps)
      let exploration = await explore(saved, onProgress, batch: max(1, batch)) {
        runs, isTraced, telling, limit, end in
        do {
          return try await processes.follow(
            runs, of: implementation.chapters[0].name, module.fullName, isTraced: isTraced, telling: telling,
            within: limit, until: end)
        } catch {
          return FollowedRuns(runs: runs.map { _ in FollowedRun(failure: "\(error)") })
        }
      }
      await processes.end()
      return exploration
    }
    if options.runsOneAtATime { QueueExecutor.shared.runSerially() }
    return await explore(saved, onProgress, batch: 1) { runs, _, telling, limit, end in
      let followed = await withTimeLimit(until: end?.cut) {
        var followed = FollowedRuns()
        for run in runs {
          followed.add(await follow(run, telling: telling, within: limit, until: end?.afterStep, ScenarioProgress()))
        }
        return followed
      }
      return followed ?? FollowedRuns(runs: [.cut])
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
      followed = await implementation.follow(run.actions, of: module, within: limit, until: timeIsUp, progress)
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
            let end = time.endOfDrawing(faults: faults)
            if let end, end <= .now { break }
            if rest.isEmpty {
              guard let numbers = await tally.begin(batch, isEnding: options.endsAtFirstFind) else { break }
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
    var (finds, deviations, failures) = ([Find](), [RuleID: Int](), sum.failures)
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
        finds.append(find)
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
    if sum.runs == 0, let end = time.endOfDrawing(faults: 0), end <= .now {
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

  /// A cause, the first run that shows it, and how many runs do.
  private struct Sightings {
    let cause: Cause
    let run: DrawnRun<Action>
    let drawnBy: DrawParameters
    let count: Int

    init(_ cause: Cause, in saved: SavedRun, _ count: Int) {
      (self.cause, run, drawnBy, self.count) = (cause, saved.run, saved.drawnBy, count)
    }
  }

  /// The steps of a run that were followed, and where the run comes from.
  private func run(of sighting: Tally.Sighting, _ saved: [SavedRun]?) -> SavedRun? {
    if let saved { return saved[sighting.run - 1] }
    // The schedule depends on how many steps were drawn, although not all of them were followed.
    return drawnRun(sighting.run, steps: sighting.steps.drawn).prefix(sighting.steps.followed).map {
      ($0, DrawParameters(seed: options.seed, run: sighting.run, steps: options.steps))
    }
  }

  /// Makes runs that may have failed by what they take for granted fail without it. Where that cannot be done, they failed
  /// by it.
  ///
  /// - Returns: the runs that fail without, each with a rule whose demand they do not meet.
  private func free(
    _ causes: inout Causes, _ sum: Tally.Sum, _ saved: [SavedRun]?, until end: ContinuousClock.Instant?,
    _ follow: @escaping Follow
  ) async -> [Sightings] {
    var finds: [Sightings] = []
    for (premise, faults) in causes.perhapsExplained.sorted(by: { $0.key < $1.key }) {
      let sightings = faults.compactMap { sum.faults[$0] }.sorted {
        ($0.steps.followed, $0.run) < ($1.steps.followed, $1.run)
      }
      var isFreed = false
      for sighting in sightings.prefix(Self.mostFreed) where !isFreed {
        guard let drawn = run(of: sighting, saved),
          let (rule, run) = await freed(drawn.run, causes, until: end, follow)
        else { continue }
        isFreed = true
        let isTold = causes.told[.rule(rule)] != nil || finds.contains { $0.cause == .rule(rule) }
        if !isTold {
          finds.append(Sightings(.rule(rule), in: (run, drawn.drawnBy), sightings.reduce(0) { $0 + $1.count }))
        }
      }
      if !isFreed { causes.confirm(premise) }
    }
    return finds
  }

  /// How many of the runs that the same rule may explain are tried without it.
  private static var mostFreed: Int { 3 }

  /// Returns a run that fails as another does, and that nothing known to be broken explains, with a rule whose demand it
  /// does not meet; nil if there is none.
  private func freed(
    _ run: DrawnRun<Action>, _ causes: Causes, until end: ContinuousClock.Instant?, _ follow: @escaping Follow
  ) async -> (RuleID, DrawnRun<Action>)? {
    let followed = await follow([run], false, nil, options.timeLimit, end.map { EndOfRun($0) }).runs.first
    guard let followed, let broken = followed.brokenStep, let whole = run.prefix(broken.step) else { return nil }
    let unmet = Set(broken.evidence.unmet)
    var shown = Shown(run: whole, followed: followed)
    await shrink(&shown, attempts: 200, until: end, causes, follow) { followed in
      followed.brokenStep.flatMap { unmet.isDisjoint(with: $0.evidence.unmet) ? nil : $0.step }
    }
    guard causes.explainNothing(of: shown.followed), let rule = shown.followed.brokenStep?.evidence.unmet.first else {
      return nil
    }
    return (rule, shown.run)
  }

  /// Makes a find of a run that showed a fault; returns nil if the run does not show the fault again.
  private func find(
    _ sightings: Sightings, _ causes: Causes, shrunkUntil end: ContinuousClock.Instant?, _ time: ExploreTime,
    _ follow: @escaping Follow
  ) async -> Find? {
    let (cause, drawn, drawnBy) = (sightings.cause, sightings.run, sightings.drawnBy)
    var confirmed: FollowedRun?
    // What is slow on a busy machine has not hung.
    let longest = cause == .end(Fault.hung) ? options.timeLimit * 3 : options.timeLimit
    let left = end.map { ContinuousClock.now.duration(to: $0) / 2 } ?? longest
    let began = ContinuousClock.now
    // A trace of a breach is of no use before its step is known, and of thousands of steps it takes long.
    for _ in 0..<3 where confirmed?.step(showing: cause) == nil && !time.isUp() {
      let limit = max(options.timeLimit, min(longest, left))
      confirmed = await follow([drawn], cause.isEnd, nil, limit, time.end.map { EndOfRun($0) }).runs.first
    }
    guard let confirmed, let step = confirmed.step(showing: cause), let whole = drawn.prefix(step) else { return nil }
    // A breach is told by following the run up to five times more.
    let toTell = cause.isEnd ? .zero : (ContinuousClock.now - began) * 5
    let shrunkUntil = end.map { $0 - min(toTell, ContinuousClock.now.duration(to: $0) / 2) }
    var shown = Shown(run: whole, followed: confirmed)
    if options.shrinks {
      let isUnmet = confirmed.step(showing: cause, isUnmet: true) != nil
      await shrink(&shown, attempts: attempts(cause), until: shrunkUntil, isTraced: cause.isEnd, causes, follow) {
        $0.step(showing: cause, isUnmet: isUnmet)
      }
    }
    let run = shown.run
    let name = "seed \(drawnBy.seed), run \(drawnBy.run)"
    let (rule, telling): (RuleID, BreachToTell?) =
      switch cause {
      case .rule(let rule): (rule, BreachToTell(rule: rule, name: name))
      case .end: (RuleID(implementation.chapters[0].name), nil)
      }
    let last =
      cause.isEnd
      ? shown.followed : await follow([run], true, telling, options.timeLimit, time.end.map { EndOfRun($0) }).runs.first
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
      result: [result].blamed(by: [result])[0], drawnBy: drawnBy, drawnSteps: step, others: sightings.count - 1,
      swift: swift,
      steps: run.steps, schedule: run.schedule)
  }

  /// The limit of runs to try in search of a shorter or simpler one. A run that hangs takes the whole time limit.
  private func attempts(_ cause: Cause) -> Int {
    switch cause {
    case .rule: 600
    case .end: options.isolation == nil ? 0 : cause == .end(Fault.hung) ? 40 : 300
    }
  }

  /// Makes a run have fewer and simpler steps, of which the last still shows the fault. Once nothing known to be broken
  /// explains it, nothing does any more.
  ///
  /// - Parameter step: returns the step of a run that shows the fault, or nil.
  private func shrink(
    _ best: inout Shown<Action>, attempts: Int, until end: ContinuousClock.Instant?, isTraced: Bool = false,
    _ causes: Causes, _ follow: @escaping Follow, showing step: (FollowedRun) -> Int?
  ) async {
    var rest = attempts
    var isFree = causes.explainNothing(of: best.followed)
    let lacking = Set(module.everythingLacking.keys)
    func isImproved(by candidates: some Sequence<DrawnRun<Action>>) async -> Bool {
      for candidate in candidates where rest > 0 {
        // Other steps, or simpler ones, may need what the module lacks.
        guard candidate.actions.allSatisfy({ $0.requires.isDisjoint(with: lacking) }) else { continue }
        rest -= 1
        if let end, end <= .now {
          rest = 0
          break
        }
        let followed = await follow([candidate], isTraced, nil, options.timeLimit, end.map { EndOfRun($0) }).runs.first
        if let followed, let step = step(followed), let run = candidate.prefix(step),
          !isFree || causes.explainNothing(of: followed)
        {
          best = Shown(run: run, followed: followed)
          isFree = isFree || causes.explainNothing(of: followed)
          return true
        }
      }
      return false
    }
    _ = await isImproved(by: best.run.inOrder)
    while rest > 0 {
      if await isImproved(by: best.run.shorter) { continue }
      if await isImproved(by: best.run.simpler) { continue }
      break
    }
  }

  private func planned(_ scenario: Scenario<Action>) -> PlannedCase {
    let rule = implementation.chapters.lazy.flatMap(\.rules).first { $0.id == scenario.rule }
    return PlannedCase(scenario, rule, implementation, module, DeviationsOnRecord([]))
  }
}
