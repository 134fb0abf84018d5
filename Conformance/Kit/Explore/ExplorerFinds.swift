import CacheSpec

/// A run that shows what a find is told by.
private struct Shown<Action: ScenarioAction> {
  var run: DrawnRun<Action>
  /// The result of following it; of a run that ended its process, with what was observed.
  var followed: FollowedRun
}

extension Explorer {
  /// A cause, the first run that shows it, and how many runs do.
  struct Sightings {
    let cause: Cause
    let run: DrawnRun<Action>
    let drawnBy: DrawParameters
    let count: Int

    init(_ cause: Cause, in saved: SavedRun, _ count: Int) {
      (self.cause, run, drawnBy, self.count) = (cause, saved.run, saved.drawnBy, count)
    }
  }

  /// The steps of a run that were followed, and where the run comes from.
  func run(of sighting: Tally.Sighting, _ saved: [SavedRun]?) -> SavedRun? {
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
  func free(
    _ causes: inout Causes, _ sum: Tally.Sum, _ saved: [SavedRun]?, until end: ContinuousClock.Instant?,
    _ follow: @escaping Follow
  ) async -> [Sightings] {
    var finds: [Sightings] = []
    for (premise, faults) in causes.perhapsExplained.sorted(by: { $0.key < $1.key }) {
      let sightings = faults.compactMap { sum.faults[$0] }.sorted {
        ($0.steps.followed, $0.run) < ($1.steps.followed, $1.run)
      }
      var isFreed = false
      for sighting in sightings.prefix(options.shrinks ? Self.mostFreed : 0) where !isFreed {
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
    let followed = await followed(run, until: end, follow)
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
  func find(
    _ sightings: Sightings, _ causes: Causes, shrunkUntil end: ContinuousClock.Instant?, _ time: ExploreTime,
    _ follow: @escaping Follow
  ) async -> ExplorationFind? {
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
      if let other = await otherCause(than: cause, of: shown, causes, until: shrunkUntil, follow) {
        let sightings = Sightings(.rule(other.rule), in: (other.run, drawnBy), sightings.count)
        return await find(sightings, causes, shrunkUntil: end, time, follow)
      }
    }
    let run = shown.run
    let name = "seed \(drawnBy.seed), run \(drawnBy.run)"
    let (rule, reporting): (RuleID, ReportedBreach?) =
      switch cause {
      case .rule(let rule): (rule, ReportedBreach(rule: rule, name: name))
      case .end: (RuleID(implementation.chapters[0].name), nil)
      }
    let last =
      cause.isEnd
      ? shown.followed
      : await follow([run], true, reporting, options.timeLimit, time.end.map { EndOfRun($0) }).runs.first
    guard let last else { return nil }
    let scenario = Scenario(rule, name, then: run.actions.map(Step.unjudged))
    let (result, swift): (ObservedScenario, String)
    if let told = last.told, told.verdict.kind != .passed {
      (result, swift) = (ObservedScenario(planned(scenario), told.verdict, told.trace), told.swift)
    } else if let end = last.end, let trace = last.trace {
      (result, swift) = (ObservedScenario(planned(scenario), end, trace), scenario.swiftSource)
    } else {
      return nil
    }
    return ExplorationFind(
      result: [result].blamed(by: [result])[0], drawnBy: drawnBy, drawnSteps: step, others: sightings.count - 1,
      swift: swift,
      steps: run.steps, schedule: run.schedule)
  }

  /// A run that does less than another and fails like it, though not by the rule that the other is told by, and the rule
  /// that it fails by. Nil if there is none, or if the first rule's own scenarios show that it is broken.
  private func otherCause(
    than cause: Cause, of shown: Shown<Action>, _ causes: Causes, until end: ContinuousClock.Instant?,
    _ follow: @escaping Follow
  ) async -> (rule: RuleID, run: DrawnRun<Action>)? {
    guard case .rule(let rule) = cause, !causes.isToldByRows(rule),
      let evidence = shown.followed.brokenStep?.evidence, evidence.unmet.contains(rule)
    else { return nil }
    for run in possible(shown.run.withLess) {
      if let end, end <= .now { return nil }
      guard let broken = await followed(run, until: end, follow)?.brokenStep, broken.step == run.actions.count,
        !broken.evidence.unmet.contains(rule), evidence.symptoms.isLike(broken.evidence.symptoms)
      else { continue }
      let other = broken.evidence.unmet.first(where: causes.isToldByRows) ?? broken.evidence.unmet.first
      if let other { return (other, run) }
    }
    return nil
  }

  /// Those of some runs whose actions the module can perform: other steps, or simpler ones, may need what it lacks.
  private func possible(_ runs: some Sequence<DrawnRun<Action>>) -> some Sequence<DrawnRun<Action>> {
    let lacking = Set(module.everythingLacking.keys)
    return runs.lazy.filter { $0.actions.allSatisfy { $0.requires.isDisjoint(with: lacking) } }
  }

  private func followed(
    _ run: DrawnRun<Action>, isTraced: Bool = false, until end: ContinuousClock.Instant?, _ follow: Follow
  ) async -> FollowedRun? {
    await follow([run], isTraced, nil, options.timeLimit, end.map { EndOfRun($0) }).runs.first
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
    func isImproved(by candidates: some Sequence<DrawnRun<Action>>) async -> Bool {
      for candidate in possible(candidates) where rest > 0 {
        rest -= 1
        if let end, end <= .now {
          rest = 0
          break
        }
        let followed = await followed(candidate, isTraced: isTraced, until: end, follow)
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

  func planned(_ scenario: Scenario<Action>) -> PlannedCase {
    let rule = implementation.chapters.lazy.flatMap(\.rules).first { $0.id == scenario.rule }
    return PlannedCase(scenario, rule, implementation, module, DeviationsOnRecord([]))
  }
}
