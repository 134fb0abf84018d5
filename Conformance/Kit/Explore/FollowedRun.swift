package import CacheSpec

/// The result of following one run, which the models judged.
package struct FollowedRun: Codable, Sendable {
  /// A step that no model allows, or not every one. A run ends there: what comes after it may follow from it.
  package struct BrokenStep: Codable, Sendable {
    /// The step, counted from 1.
    let step: Int
    /// What it shows about the rules that may be broken.
    let evidence: Evidence
  }

  package private(set) var brokenStep: BrokenStep?
  /// How many steps were performed.
  package var steps = 0
  /// The verdict if the run hung, or the module or its process ended; nil if the run came to its end.
  package private(set) var end: Verdict?
  /// What was observed until the run hung or ended.
  package private(set) var trace: ScenarioTrace?
  /// Whether the time was up in the middle of a step.
  package private(set) var isCut = false
  /// Why the world failed, if it did.
  package var failure: String?
  /// The breach that was asked for, as the failure of a scenario.
  package var told: ToldBreach?

  package init() {}

  /// The result of a run that was given up because the time was up.
  package static var cut: Self {
    var run = Self()
    run.isCut = true
    return run
  }

  /// Creates the result of a run that could not be followed.
  package init(failure: String) { self.failure = failure }

  /// Creates the result of a run that hung or ended its process.
  package init(end: Verdict, trace: ScenarioTrace) {
    (self.end, self.trace, steps) = (end, trace, trace.step ?? 0)
  }

  package mutating func note(breach evidence: Evidence) { brokenStep = BrokenStep(step: steps, evidence: evidence) }

  /// The ways in which the run ended its process, or hung.
  package var fault: Fault? {
    if let brokenStep { return .breach(brokenStep.evidence) }
    guard let end else { return nil }
    return if case .crashed(let how) = end { .end(how) } else { .end(Fault.hung) }
  }
}

/// What is wrong with a module, as a run shows it.
package enum Fault: Hashable, Codable, Sendable {
  /// It broke one of some rules.
  case breach(Evidence)
  /// It ended its process, or hung, in this way.
  case end(String)

  package static let hung = "hung"
}

/// A breach that is reported as the failure of a scenario.
package struct ToldBreach: Codable, Sendable {
  package let verdict: Verdict
  package let trace: ScenarioTrace
  /// The scenario as Swift.
  package let swift: String
}

/// The results of some runs.
package struct FollowedRuns: Codable, Sendable {
  package var runs: [FollowedRun] = []
  /// What the models judged in all of the runs.
  package var coverage = ModelCoverage()

  package init(runs: [FollowedRun] = [], coverage: ModelCoverage = ModelCoverage()) {
    (self.runs, self.coverage) = (runs, coverage)
  }

  package mutating func add(_ other: Self) {
    runs += other.runs
    coverage.add(other.coverage)
  }
}

/// The result of a run that was followed in this process.
struct FollowResult<Action: ScenarioAction>: Sendable {
  var run = FollowedRun()
  var coverage = ModelCoverage()
  /// The expectations that were not met in the broken step.
  var unmet: [Expectation<Action>] = []
  /// Those of other ways that it missed by as little: the run does not show which of the rules is broken.
  var unmetOtherwise: [Expectation<Action>] = []
}

extension Implementation {
  /// Performs actions on a fresh module in a fresh world, and judges what is observed by the models.
  ///
  /// - Parameters:
  ///   - limit: the time that a step may take.
  ///   - timeIsUp: when no more actions are performed, or nil for no limit.
  package func follow(
    _ actions: [Action], of module: CacheModule, within limit: Duration, until timeIsUp: ContinuousClock.Instant?,
    _ progress: ScenarioProgress
  ) async -> FollowResult<Action> {
    if let timeIsUp, timeIsUp <= .now { return FollowResult() }
    let followed = await withTimeLimit(limit, since: { progress.stepBegan }) {
      await ScenarioProgress.$current.withValue(progress) {
        await Patience.$current.withValue(Patience.within(limit)) {
          await perform(actions, of: module, until: timeIsUp, progress)
        }
      }
    }
    if let followed { return followed }
    return FollowResult(run: FollowedRun(end: .hung(seconds: limit.seconds), trace: progress.trace))
  }

  private func perform(
    _ actions: [Action], of module: CacheModule, until timeIsUp: ContinuousClock.Instant?, _ progress: ScenarioProgress
  ) async -> FollowResult<Action> {
    var followed = FollowResult<Action>()
    let checker: any Checker<Action>
    do {
      checker = try await makeChecker(module.lacking)
    } catch {
      followed.run.failure = "the world could not be made: \(error.inWords)"
      return followed
    }
    var models = ModelRun(
      chapters.flatMap(\.models), lacking: Set(module.everythingLacking.keys), isCounting: true)
    var performed: [PerformedStep<Action>] = []
    for action in actions where followed.run.brokenStep == nil {
      if let timeIsUp, timeIsUp <= .now { break }
      followed.run.steps += 1
      progress.begin(step: followed.run.steps, action: { action.description }, stage: nil)
      do {
        let observation = try await checker.perform(action)
        await progress.pauseAfterStep()
        performed.append(PerformedStep(action, observation))
        let breaches = models.take(action, observation)
        if !breaches.isEmpty, let lack = Machine.lack { throw WorldFailure(lack) }
        if !breaches.isEmpty {
          (followed.unmet, followed.unmetOtherwise) = (models.unmet.flatMap(\.self), models.unmetOtherwise)
          let rules = (followed.unmet + followed.unmetOtherwise).compactMap(\.rule).once
          followed.run.note(
            breach: Evidence(
              unmet: rules, premises: Action.premises(of: performed, for: []),
              symptoms: observation.symptoms(unmet: followed.unmet)))
        }
        progress.end(isOwn: true) {
          [action.description, observation.description(of: observation.tellingAspects)].filter { !$0.isEmpty }
            .joined(separator: ": ")
        }
      } catch let breakdown as Breakdown {
        followed.run.failure = "the program crashed at \(action): \(breakdown.how)"
        break
      } catch {
        followed.run.failure = "the world failed at \(action): \(error)"
        break
      }
    }
    if let coverage = models.coverage { followed.coverage = coverage }
    progress.beginEnd()
    await checker.tearDown()
    if followed.run.failure == nil, let how = await checker.breakdown() {
      followed.run.failure = "the program crashed when its app ended: \(how)"
    }
    return followed
  }
}

extension [RuleID] {
  /// The rules, each once.
  fileprivate var once: [RuleID] { reduce(into: []) { if !$0.contains($1) { $0.append($1) } } }
}
