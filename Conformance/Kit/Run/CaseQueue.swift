import Synchronization

/// Cases that wait to be run. Those that start from a dead end are not.
final class CaseQueue: Sendable {
  private struct State {
    var waiting: ArraySlice<PlannedCase>
    var notRun: JudgementsByKey = [:]
    var isEndedEarly = false
    var hasHung = false
  }

  private let state: Mutex<State>
  private let cases: [String: PlannedCase]
  private let failsFast: Bool
  private let deadEnds = DeadEnds()

  /// Cases in the order in which they are run.
  ///
  /// - Parameter failsFast: whether no more are handed out once one fails.
  init(_ cases: some Sequence<PlannedCase>, failsFast: Bool) {
    state = Mutex(State(waiting: Array(cases)[...]))
    self.cases = Dictionary(cases.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.failsFast = failsFast
  }

  /// What the cases came to that were not run.
  var notRun: JudgementsByKey { state.withLock(\.notRun) }

  /// The next case to run.
  func nextCase() -> PlannedCase? {
    while let next = state.withLock({ $0.waiting.popFirst() }) {
      guard let judgement = deadEnds.judgement(of: next) else { return next }
      state.withLock { $0.notRun[next.key] = judgement }
    }
    return nil
  }

  /// The key of the next case to run.
  func next() -> String? { nextCase()?.key }

  func putBack(_ key: String) {
    guard let planned = cases[key] else { return }
    state.withLock { if !$0.isEndedEarly { $0.waiting.insert(planned, at: $0.waiting.startIndex) } }
  }

  /// Takes what a case came to: whether the run ends at the first failure, and this is one.
  @discardableResult
  func note(_ key: String, _ judgement: Judgement) -> Bool {
    guard let planned = cases[key] else { return false }
    deadEnds.note(planned, judgement)
    guard failsFast, planned.fails(with: judgement) else { return false }
    endIfFailingFast()
    return true
  }

  /// Whether this is asked for the first time.
  func isFirstHang() -> Bool {
    state.withLock { state in
      defer { state.hasHung = true }
      return !state.hasHung
    }
  }

  /// Hands out no more cases, if the run ends at the first failure.
  func endIfFailingFast() {
    guard failsFast else { return }
    state.withLock { ($0.waiting, $0.isEndedEarly) = ([], true) }
  }

  /// Whether cases were left that nobody will run.
  var isEndedEarly: Bool { state.withLock(\.isEndedEarly) }
}
