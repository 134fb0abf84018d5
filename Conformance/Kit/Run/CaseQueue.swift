import Synchronization

/// The cases that wait to be run. A case that would reach a dead end is not run.
package final class CaseQueue: Sendable {
  private struct State {
    var waiting: ArraySlice<PlannedCase>
    var notRun: ResultsByKey = [:]
    var isEndedEarly = false
    var done = 0
    var hung: [String] = []
    /// When hangs were last reported.
    var toldOfHangs: ContinuousClock.Instant?
  }

  private let state: Mutex<State>
  private let count: Int
  private let failsFast: Bool
  private let onProgress: (@Sendable (Int, Int) -> Void)?
  private let deadEnds = DeadEnds()

  /// Creates a queue of cases in the order in which to run them.
  ///
  /// - Parameters:
  ///   - failsFast: whether to hand out no more cases once one fails.
  ///   - onProgress: called when a scenario is done, with the number of those that are done and the number of all. The
  ///     stages of fixtures are not counted, as in a report's summary.
  package init(
    _ cases: some Sequence<PlannedCase>, failsFast: Bool, onProgress: (@Sendable (Int, Int) -> Void)? = nil
  ) {
    let cases = Array(cases)
    state = Mutex(State(waiting: cases[...]))
    count = cases.count { !$0.scenario.isStage }
    self.failsFast = failsFast
    self.onProgress = onProgress
  }

  /// The results of the cases that were not run.
  package var notRun: ResultsByKey { state.withLock(\.notRun) }

  /// Returns the next case to run, or nil if there are no more.
  package func next() -> PlannedCase? {
    while let next = state.withLock({ $0.waiting.popFirst() }) {
      guard let result = deadEnds.result(of: next), !next.isDeclined else { return next }
      state.withLock { $0.notRun[next.key] = result }
    }
    return nil
  }

  package func putBack(_ planned: PlannedCase) {
    state.withLock { if !$0.isEndedEarly { $0.waiting.insert(planned, at: $0.waiting.startIndex) } }
  }

  /// Records the result of a case, and returns whether it is the failure that ends the run.
  @discardableResult
  package func note(_ result: ObservedScenario) -> Bool {
    let done = state.withLock { state in
      if !result.scenario.isStage { state.done += 1 }
      return state.done
    }
    onProgress?(done, count)
    deadEnds.note(result)
    guard failsFast, result.failsByItself else { return false }
    endIfFailingFast()
    return true
  }

  /// Records that cases hung, and returns the progress of the run if it is to be reported: at the first hang, and then
  /// every half minute.
  package func noteHangs(_ keys: [String]) -> HangProgress? {
    state.withLock { state in
      state.hung += keys
      if let told = state.toldOfHangs, .now - told < .seconds(30) { return nil }
      state.toldOfHangs = .now
      let notRun = state.notRun.values.count { !$0.scenario.isStage }
      return HangProgress(hung: state.hung, done: state.done + notRun, planned: count)
    }
  }

  /// Hands out no more cases, if the run is to end at the first failure.
  package func endIfFailingFast() { if failsFast { end() } }

  /// Hands out no more cases.
  package func end() { state.withLock { ($0.waiting, $0.isEndedEarly) = ([], true) } }

  /// Whether the run ended early, without running the cases that were left.
  package var isEndedEarly: Bool { state.withLock(\.isEndedEarly) }
}

/// The progress of a run in which scenarios hang.
package struct HangProgress: Sendable {
  /// The scenarios that hung so far.
  package let hung: [String]
  /// How many scenarios are done.
  package let done: Int
  /// How many scenarios are to be run.
  package let planned: Int
}
