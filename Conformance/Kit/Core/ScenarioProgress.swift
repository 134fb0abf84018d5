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
    var stage: ScenarioTrace.Stage?
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
    var judged = FollowedScenario()
    /// How many of the steps have been reported.
    var reported = (given: 0, steps: 0)
    /// The scenarios that the program's process had served before this one, the newest first.
    var recent: [String] = []

    var trace: ScenarioTrace {
      var trace = ScenarioTrace()
      (trace.step, trace.stage) = (step, stage)
      trace.action = action.map { $0() + afterwards }
      trace.given = given.map { $0() }
      trace.steps = steps.map { $0() }
      return trace
    }

    /// Returns the past without the steps that have been reported, and whether there are any. They now are all reported.
    mutating func takeNews() -> (past: Self, isContinued: Bool) {
      var news = self
      news.given.removeFirst(reported.given)
      news.steps.removeFirst(reported.steps)
      defer { reported = (given.count, steps.count) }
      return (news, reported != (0, 0))
    }

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
  private let onStep: (@Sendable (_ news: ScenarioTrace, _ isContinued: Bool) -> Void)?
  private let onLife: (every: Duration, tell: @Sendable () -> Void)?
  private let pause: Duration?
  /// The key of the planned case; empty if nobody asks for it.
  let key: String
  let kill: SignalKill?
  /// Whether the models of the chapter judge the scenario as well.
  let followsModels: Bool

  /// Creates a tracker.
  ///
  /// - Parameters:
  ///   - key: the key of the planned case.
  ///   - onStep: called before each step with the trace, of which it has only the steps since the last call, if there
  ///     was one: a scenario may have a thousand steps.
  ///   - onLife: called when a step begins, if at least this much time has passed since the last call.
  ///   - pause: how long to wait after each step for its late effects. A process that ends a little after the step that
  ///     is to blame then ends within that step, however busy the machine is.
  ///   - kill: carries out the first kill of the app, or nil if a copy of the storage simulates it.
  ///   - followsModels: whether the models of the chapter judge the scenario as well.
  package init(
    of key: String = "", onStep: (@Sendable (_ news: ScenarioTrace, _ isContinued: Bool) -> Void)? = nil,
    onLife: (every: Duration, tell: @Sendable () -> Void)? = nil, pausingAfterSteps pause: Duration? = nil,
    kill: SignalKill? = nil, followsModels: Bool = false
  ) {
    self.key = key
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
  package var trace: ScenarioTrace { pastOrHang.trace }

  /// The observations so far that the models of the chapter do not allow.
  var judged: FollowedScenario { past.withLock(\.judged) }

  func note(_ breaches: [Breach]) { if !breaches.isEmpty { past.withLock { $0.judged.breaches += breaches } } }
  /// Notes what the scenario took for granted.
  func note(_ premises: [NeededPremise]) { past.withLock { $0.judged.premises = premises } }

  /// When the last step began.
  var stepBegan: ContinuousClock.Instant { past.withLock(\.began) }

  /// Returns the trace to report with a verdict; empty for a pass.
  package func trace(of verdict: Verdict) -> ScenarioTrace {
    let past = pastOrHang
    switch verdict.kind {
    case .passed: return ScenarioTrace()
    case .hung where past.isOver: return past.trace.atEnd
    case .crashed:
      var trace = past.endedBadly ? past.trace.atEnd : past.trace
      trace.recent = past.recent
      return trace
    default: return past.trace
    }
  }

  /// Reports what has happened since the last report.
  private func report(isAtEnd: Bool = false) {
    guard let onStep else { return }
    let (news, isContinued) = past.withLock { $0.takeNews() }
    onStep(isAtEnd ? news.trace.atEnd : news.trace, isContinued)
  }

  /// Records which scenarios a program's process had served when it began to serve this one, the newest first.
  func noteProcess(after recent: [String]) { past.withLock { $0.recent = recent } }

  /// Forgets what happened, because it is to happen again.
  func beginAgain() { past.withLock { $0 = Past() } }

  func begin(step: Int, action: @escaping @Sendable () -> String, stage: ScenarioTrace.Stage?) {
    let isDue = past.withLock { past in
      (past.step, past.action, past.stage, past.afterwards) = (step, action, stage, "")
      return past.showLife(every: onLife?.every)
    }
    if isDue { onLife?.tell() }
    report()
  }

  /// Records that the step's action is done, and what follows it, because a module may return from the action and never
  /// become idle.
  static func begin(afterwards: String) {
    guard let current else { return }
    current.past.withLock { $0.afterwards = "; then \(afterwards)" }
    current.report()
  }

  /// Records that the scenario is over: what follows belongs to none of its steps.
  func beginEnd() {
    let isDue = past.withLock { past in
      past.isOver = true
      return past.showLife(every: onLife?.every)
    }
    if isDue { onLife?.tell() }
    report(isAtEnd: true)
  }

  /// Records that the app broke down when it was ended.
  func noteBadEnd() { past.withLock { $0.endedBadly = true } }

  /// Waits after a step for its late effects, if there is a pause.
  func pauseAfterStep() async { if let pause { await LateEffects.wait(pause) } }

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
