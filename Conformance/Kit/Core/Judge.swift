import CacheSpec
import Foundation
import Synchronization

/// Follows a scenario from outside while it runs: what a hung or crashed module was doing is read off it.
///
/// Most scenarios pass, and nobody reads what they did: steps are put into words when they are asked for.
package final class ScenarioProgress: Sendable {
  private struct Past {
    var fixture = ""
    var step = 0
    var action: @Sendable () -> String = { "" }
    var stage: Trace.Stage?
    var isOver = false
    /// When the step began, and when life was last shown.
    var began = ContinuousClock.now
    var shownLife = ContinuousClock.now
    var premises: [String] = []
    var given: [@Sendable () -> String] = []
    var steps: [@Sendable () -> String] = []

    /// Notes that a step begins, and whether that is to be told.
    mutating func showLife(every period: Duration?) -> Bool {
      began = .now
      guard let period, began - shownLife >= period else { return false }
      shownLife = began
      return true
    }
  }

  private let past = Mutex(Past())
  private let onStep: (@Sendable (Trace) -> Void)?
  private let onLife: (every: Duration, tell: @Sendable () -> Void)?
  private let pause: Duration?
  let kill: KillInEarnest?

  /// Calls back before each step.
  ///
  /// - Parameters:
  ///   - onStep: is told the trace before each step.
  ///   - onLife: is told that a step begins, where that is so long after it was told last.
  ///   - pause: how long to wait after each step, in the machine's time: what the step has started and what ends the
  ///     process a little later then shows at that step, however busy the machine is.
  ///   - kill: ends the app where it is killed first, or nil where a copy stands for its end.
  package init(
    onStep: (@Sendable (Trace) -> Void)? = nil, onLife: (every: Duration, tell: @Sendable () -> Void)? = nil,
    pausingAfterSteps pause: Duration? = nil, kill: KillInEarnest? = nil
  ) {
    self.onStep = onStep
    self.onLife = onLife
    self.pause = pause
    self.kill = kill
  }

  /// The trace so far.
  package var trace: Trace {
    let past = past.withLock(\.self)
    var trace = Trace()
    (trace.fixture, trace.step, trace.stage) = (past.fixture, past.step, past.stage)
    trace.premises = past.premises
    trace.action = past.action()
    trace.given = past.given.map { $0() }
    trace.steps = past.steps.map { $0() }
    return trace
  }

  /// When the last step began.
  var stepBegan: ContinuousClock.Instant { past.withLock(\.began) }

  /// What there is to tell of a verdict: of a pass nothing.
  func trace(of verdict: Verdict) -> Trace {
    switch verdict.kind {
    case .passed: Trace()
    case .hung where past.withLock(\.isOver): traceOfEnd
    default: trace
    }
  }

  /// The trace where the scenario is over, and its app is being ended.
  private var traceOfEnd: Trace {
    var trace = trace
    (trace.isOver, trace.stage) = (true, nil)
    return trace
  }

  func begin(fixture: String) { past.withLock { $0.fixture = fixture } }

  func begin(step: Int, action: @escaping @Sendable () -> String, stage: Trace.Stage?, premises: [String] = []) {
    let isDue = past.withLock { past in
      (past.step, past.action, past.stage) = (step, action, stage)
      past.premises += premises.filter { !past.premises.contains($0) }
      return past.showLife(every: onLife?.every)
    }
    if isDue { onLife?.tell() }
    if let onStep { onStep(trace) }
  }

  /// Notes that the scenario is over: what comes is none of its steps.
  func beginEnd() {
    let isDue = past.withLock { past in
      past.isOver = true
      return past.showLife(every: onLife?.every)
    }
    if isDue { onLife?.tell() }
    if let onStep { onStep(traceOfEnd) }
  }

  /// Waits after a step, if this is to be done: on its thread, for a module may have taken away what timers need.
  func pauseAfterStep() { if let pause { Thread.sleep(forTimeInterval: pause.seconds) } }

  /// Notes what a step came to.
  ///
  /// - Parameter isOwn: whether it is one of the scenario, and not of its fixture.
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
  /// Holds a fresh module in a fresh world against a scenario. Deviations on record are not looked at.
  func judge(
    _ scenario: Scenario<Action>, lacking: [Capability: String], _ progress: ScenarioProgress
  ) async -> Verdict {
    progress.begin(fixture: scenario.fixture.name)
    progress.begin(step: 0, action: { "make the module" }, stage: nil)
    let checker: any Checker<Action>
    do {
      checker = try await makeChecker(lacking)
    } catch {
      return .setupFailed(why: "the world could not be made: \(error)")
    }
    progress.pauseAfterStep()
    let verdict = await Self.judge(scenario, by: checker, progress)
    progress.beginEnd()
    await checker.tearDown()
    return verdict
  }

  private static func judge(
    _ scenario: Scenario<Action>, by checker: any Checker<Action>, _ progress: ScenarioProgress
  ) async -> Verdict {
    var recorded: [String] = []
    let firstKill = progress.kill.flatMap { _ in scenario.firstKill }
    for (index, (step, stage)) in scenario.plannedSteps.enumerated() {
      progress.begin(
        step: index + 1, action: { step.action.description }, stage: stage, premises: step.action.premises)
      let observation: Observation<Action>
      do {
        if let kill = progress.kill, let firstKill, index <= firstKill {
          try await kill.end(checker, before: index, isKilled: index == firstKill, change: scenario.lastChangedStep)
        }
        observation = try await checker.perform(step.action)
      } catch {
        return .setupFailed(why: "the world failed at step \(index + 1), \(step.action): \(error)")
      }
      progress.pauseAfterStep()
      let actual: @Sendable () -> String = { observation.description(of: step.judgedAspects(in: observation)) }
      let outcome = step.outcomes.first { $0.matches(observation) }
      // What goes wrong in a stage that no rule brings about goes wrong with the rule that is tried.
      let isOwn = stage == nil || outcome == nil && stage?.rule == nil
      progress.end(isOwn: isOwn) {
        [step.action.description, actual()].filter { !$0.isEmpty }.joined(separator: ": ")
      }
      if let unseen = step.unseenAspect(in: observation) {
        return .setupFailed(
          why: "step \(index + 1), \(step.action), judges what its checker does not look at: \(unseen)")
      }
      guard let outcome else {
        if isOwn { return .violated(Violation(expected: step.expected, actual: actual())) }
        return .setupFailed(
          why: "step \(index + 1), \(step.action): expected \(step.expected), actual \(actual())")
      }
      if stage == nil, step.outcomes.count > 1 { recorded.append(outcome.name) }
    }
    return .passed(recorded: recorded)
  }
}

extension KillInEarnest {
  /// Does what ends the app before this step, if it is the one for it.
  ///
  /// - Parameters:
  ///   - isKilled: whether it is the step that kills the app.
  ///   - change: the number of the step that makes the last change before, or nil.
  fileprivate func end(_ checker: any Checker, before index: Int, isKilled: Bool, change: Int?) async throws {
    switch end {
    case .signal(let delay):
      if let delay, index == change { leave(await checker.remains(), after: delay) }
      if isKilled { leave(await checker.remains()) }
    case .takingOver(let remains):
      if isKilled { try await checker.takeOver(remains) }
    }
  }
}

extension Scenario {
  /// The number of the step that makes the last change before the app is killed, those of the fixture counted, from 0.
  fileprivate var lastChangedStep: Int? { lastChange.map { fixture.steps.count + $0.step } }

  /// Every step, those of the fixture with the stage that they belong to.
  fileprivate var plannedSteps: [(Step<Action>, Trace.Stage?)] {
    fixture.stages.indices.flatMap { index in
      let (stage, next) = (fixture.stages[index], fixture.stages[index...].first { $0.rule != nil })
      return stage.steps.map { ($0, Trace.Stage(name: stage.name, rule: next?.rule?.text, ruled: next?.name)) }
    } + steps.map { ($0, nil) }
  }
}

extension Step {
  /// An aspect that is judged and was not looked at, which is a slip of the checker, or nil. After an error nobody looks,
  /// and what answers nothing has no answer.
  fileprivate func unseenAspect(in observation: Observation<Action>) -> Aspect? {
    if observation.isFailure { return nil }
    for outcome in outcomes {
      for aspect in outcome.expectations.map(\.aspect) where aspect != .answer && !observation.has(aspect) {
        return aspect
      }
    }
    return nil
  }

  /// The aspects to print: those that are judged, and an error that nobody expected.
  fileprivate func judgedAspects(in observation: Observation<Action>) -> Set<Aspect> {
    observation.isFailure ? judgedAspects.union([.answer]) : judgedAspects
  }
}
