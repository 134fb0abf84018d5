import CacheSpec
import Foundation
import Synchronization

/// Tracks a scenario from outside while it runs, to report what a hung or crashed module was doing.
///
/// Most scenarios pass without anyone reading their steps, so steps are described only on demand.
package final class ScenarioProgress: Sendable {
  private struct Past {
    var step: Int?
    var action: (@Sendable () -> String)?
    var stage: Trace.Stage?
    var isOver = false
    /// Whether the app broke down when it was ended.
    var endedBadly = false
    /// What the kit has been doing since the step's action was done, in words.
    var afterwards = ""
    /// When the step began, and when progress was last reported.
    var began = ContinuousClock.now
    var shownLife = ContinuousClock.now
    var given: [@Sendable () -> String] = []
    var steps: [@Sendable () -> String] = []
    var breaches: [Breach] = []

    /// Records that a step begins, and returns whether to report it.
    mutating func showLife(every period: Duration?) -> Bool {
      began = .now
      guard let period, began - shownLife >= period else { return false }
      shownLife = began
      return true
    }
  }

  /// The tracker of the scenario that the task runs.
  @TaskLocal static var current: ScenarioProgress?

  private let past = Mutex(Past())
  /// The state at the moment when the scenario was given up. The cancelled scenario may continue and change `past`.
  private let pastOfHang = Mutex<Past?>(nil)
  private let onStep: (@Sendable (Trace) -> Void)?
  private let onLife: (every: Duration, tell: @Sendable () -> Void)?
  private let pause: Duration?
  let kill: SignalKill?
  /// Whether the models of the chapter judge the scenario as well.
  let followsModels: Bool

  /// Creates a tracker.
  ///
  /// - Parameters:
  ///   - onStep: called with the trace before each step.
  ///   - onLife: called when a step begins, if at least this much time has passed since the last call.
  ///   - pause: how long to wait after each step, in real time. A process that ends a little after the step that is to
  ///     blame then ends within that step, however busy the machine is.
  ///   - kill: carries out the first kill of the app, or nil if a copy of the storage simulates it.
  ///   - followsModels: whether the models of the chapter judge the scenario as well.
  package init(
    onStep: (@Sendable (Trace) -> Void)? = nil, onLife: (every: Duration, tell: @Sendable () -> Void)? = nil,
    pausingAfterSteps pause: Duration? = nil, kill: SignalKill? = nil, followsModels: Bool = false
  ) {
    self.onStep = onStep
    self.onLife = onLife
    self.pause = pause
    self.kill = kill
    self.followsModels = followsModels
  }

  private var pastOrHang: Past { pastOfHang.withLock(\.self) ?? past.withLock(\.self) }

  /// Records that the scenario is given up.
  func hang() {
    let past = past.withLock(\.self)
    pastOfHang.withLock { $0 = past }
  }

  /// The trace so far.
  package var trace: Trace {
    let past = pastOrHang
    var trace = Trace()
    (trace.step, trace.stage) = (past.step, past.stage)
    trace.action = past.action.map { $0() + past.afterwards }
    trace.given = past.given.map { $0() }
    trace.steps = past.steps.map { $0() }
    return trace
  }

  /// The observations so far that the models of the chapter do not allow.
  var breaches: [Breach] { past.withLock(\.breaches) }

  func note(_ breaches: [Breach]) { if !breaches.isEmpty { past.withLock { $0.breaches += breaches } } }

  /// When the last step began.
  var stepBegan: ContinuousClock.Instant { past.withLock(\.began) }

  /// Returns the trace to report with a verdict; empty for a pass.
  package func trace(of verdict: Verdict) -> Trace {
    switch verdict.kind {
    case .passed: Trace()
    case .hung where pastOrHang.isOver, .crashed where pastOrHang.endedBadly: traceOfEnd
    default: trace
    }
  }

  /// The trace once the scenario is over and its app is being ended.
  private var traceOfEnd: Trace {
    var trace = trace
    (trace.isOver, trace.stage) = (true, nil)
    return trace
  }

  func begin(step: Int, action: @escaping @Sendable () -> String, stage: Trace.Stage?) {
    let isDue = past.withLock { past in
      (past.step, past.action, past.stage, past.afterwards) = (step, action, stage, "")
      return past.showLife(every: onLife?.every)
    }
    if isDue { onLife?.tell() }
    if let onStep { onStep(trace) }
  }

  /// Records that the step's action is done, and what follows it, because a module may return from the action and never
  /// become idle.
  static func begin(afterwards: String) {
    guard let current else { return }
    current.past.withLock { $0.afterwards = "; then \(afterwards)" }
    if let onStep = current.onStep { onStep(current.trace) }
  }

  /// Records that the scenario is over: what follows belongs to none of its steps.
  func beginEnd() {
    let isDue = past.withLock { past in
      past.isOver = true
      return past.showLife(every: onLife?.every)
    }
    if isDue { onLife?.tell() }
    if let onStep { onStep(traceOfEnd) }
  }

  /// Records that the app broke down when it was ended.
  func noteBadEnd() { past.withLock { $0.endedBadly = true } }

  /// Waits after a step, if there is a pause. It blocks the thread, because a module may have disabled timers.
  func pauseAfterStep() { if let pause { Thread.sleep(forTimeInterval: pause.seconds) } }

  /// Records the result of a step.
  ///
  /// - Parameter isOwn: whether the step belongs to the scenario, and not to its fixture.
  func end(isOwn: Bool, step text: @escaping @Sendable () -> String) {
    past.withLock { past in
      if isOwn {
        past.stage = nil
        past.steps.append(text)
      } else {
        past.given.append(text)
      }
    }
  }
}

extension Implementation {
  /// Runs a scenario on a fresh module in a fresh world and judges it. Known deviations are not considered.
  func judge(
    _ scenario: Scenario<Action>, lacking: [Capability: String], _ progress: ScenarioProgress
  ) async -> Verdict {
    progress.begin(step: 0, action: { "make the module" }, stage: nil)
    let checker: any Checker<Action>
    do {
      checker = try await makeChecker(lacking)
    } catch {
      return .setupFailed(why: "the world could not be made: \(error)")
    }
    progress.pauseAfterStep()
    let verdict = await judge(scenario, by: checker, progress)
    progress.beginEnd()
    await checker.tearDown()
    if verdict.kind == .passed, let how = await checker.breakdown() {
      progress.noteBadEnd()
      return .crashed(how: how)
    }
    return verdict
  }

  private func judge(
    _ scenario: Scenario<Action>, by checker: any Checker<Action>, _ progress: ScenarioProgress
  ) async -> Verdict {
    var recorded: [String] = []
    let firstKill = progress.kill.flatMap { _ in scenario.firstKill }
    var performed: [(action: Action, observation: StepObservation<Action>)] = []
    for (index, (step, stage)) in scenario.plannedSteps.enumerated() {
      progress.begin(step: index + 1, action: { step.action.description }, stage: stage)
      let observation: StepObservation<Action>
      do {
        if let kill = progress.kill, index == firstKill {
          try await kill.end(checker)
        }
        observation = try await checker.perform(step.action)
      } catch let breakdown as Breakdown {
        return .crashed(how: breakdown.how)
      } catch {
        return .setupFailed(why: "the world failed at step \(index + 1), \(step.action): \(error)")
      }
      progress.pauseAfterStep()
      performed.append((step.action, observation))
      let actual: @Sendable () -> String = { observation.description(of: step.judgedAspects(in: observation)) }
      let outcome = step.outcomes.first { $0.matches(observation) }
      // A failure in the fixture counts against the rule under test if neither its stage nor a later one has a rule.
      let isOwn = stage == nil || outcome == nil && stage?.rule == nil
      progress.end(isOwn: isOwn) {
        [step.action.description, actual()].filter { !$0.isEmpty }.joined(separator: ": ")
      }
      if let unseen = step.unseenAspect(in: observation) {
        return .setupFailed(
          why: "step \(index + 1), \(step.action), judges what its checker does not look at: \(unseen)")
      }
      if step.outcomes.isEmpty { continue }
      guard let outcome else {
        // Not only errors: a cache that cannot write may answer as if nothing had been stored.
        if let lack = Machine.lack {
          return .setupFailed(why: "the world failed at step \(index + 1), \(step.action): \(lack)")
        }
        let told = [actual(), await checker.remark()].compactMap(\.self).joined(separator: "; ")
        if !isOwn {
          return .setupFailed(why: "step \(index + 1), \(step.action): expected \(step.expected), actual \(told)")
        }
        // What the step itself rests on may be the cause whatever was observed of it before.
        let kept = follow(performed, progress).keptRules(in: step.unmetAspects(in: observation)).subtracting(
          step.premises.map { RuleID(ofScenario: $0) })
        return .violated(
          Violation(
            expected: step.expected, actual: told, of: step.brokenRules(in: observation, of: scenario.rule),
            premises: scenario.premises(inSteps: index + 1), kept: kept))
      }
      if stage == nil, step.outcomes.count > 1 { recorded.append(outcome.name) }
    }
    if progress.followsModels { _ = follow(performed, progress) }
    return .passed(recorded: recorded)
  }

  /// Judges what was observed by the models of the chapters.
  private func follow(
    _ performed: [(action: Action, observation: StepObservation<Action>)], _ progress: ScenarioProgress
  ) -> ModelRun<Action> {
    var models = ModelRun(chapters.flatMap(\.models), goesOn: true)
    for (action, observation) in performed {
      let breaches = models.take(action, observation)
      if progress.followsModels { progress.note(breaches) }
    }
    return models
  }
}

extension SignalKill {
  /// Ends the app before the step that kills it.
  fileprivate func end(_ checker: any Checker) async throws {
    switch end {
    case .signal: leave(await checker.remains())
    case .takingOver(let remains): try await checker.takeOver(remains)
    }
  }
}

extension Scenario {
  /// The steps of the fixture, each with the stage that it belongs to, and then the steps of the scenario itself.
  fileprivate var plannedSteps: [(Step<Action>, Trace.Stage?)] {
    fixture.stages.indices.flatMap { index in
      let (stage, next) = (fixture.stages[index], fixture.stages[index...].first { $0.rule != nil })
      return stage.steps.map { ($0, Trace.Stage(name: stage.name, rule: next?.rule?.text, ruled: next?.name)) }
    } + steps.map { ($0, nil) }
  }
}

extension Step {
  /// Returns an aspect that is judged but that the checker did not observe, which is a mistake in the checker, or nil.
  /// After an error nothing is observed, and an action without an answer has no answer to observe.
  fileprivate func unseenAspect(in observation: StepObservation<Action>) -> Aspect? {
    if observation.isFailure { return nil }
    for outcome in outcomes {
      for expectation in outcome.expectations {
        let aspect = expectation.aspect
        if aspect != .answer, !observation.has(aspect) { return aspect }
      }
    }
    return nil
  }

  /// Returns the aspects to print: those that are judged, and an unexpected error.
  fileprivate func judgedAspects(in observation: StepObservation<Action>) -> Set<Aspect> {
    if outcomes.isEmpty { return observation.tellingAspects }
    return observation.isFailure ? judgedAspects.union([.answer]) : judgedAspects
  }
}
