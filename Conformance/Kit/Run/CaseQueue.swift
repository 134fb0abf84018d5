import Synchronization

/// The cases that wait to be run. Cases that would reach a dead end are not run.
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

  /// Creates a queue of cases in the order in which to run them.
  ///
  /// - Parameter failsFast: whether to hand out no more cases once one fails.
  init(_ cases: some Sequence<PlannedCase>, failsFast: Bool) {
    state = Mutex(State(waiting: Array(cases)[...]))
    self.cases = Dictionary(cases.map { ($0.key, $0) }, uniquingKeysWith: { first, _ in first })
    self.failsFast = failsFast
  }

  /// The judgements of the cases that were not run.
  var notRun: JudgementsByKey { state.withLock(\.notRun) }

  /// Returns the next case to run.
  func nextCase() -> PlannedCase? {
    while let next = state.withLock({ $0.waiting.popFirst() }) {
      guard let judgement = deadEnds.judgement(of: next) else { return next }
      state.withLock { $0.notRun[next.key] = judgement }
    }
    return nil
  }

  /// Returns the key of the next case to run.
  func next() -> String? { nextCase()?.key }

  func putBack(_ key: String) {
    guard let planned = cases[key] else { return }
    state.withLock { if !$0.isEndedEarly { $0.waiting.insert(planned, at: $0.waiting.startIndex) } }
  }

  /// Records the judgement of a case, and returns whether it is the failure that ends the run.
  @discardableResult
  func note(_ key: String, _ judgement: Judgement) -> Bool {
    guard let planned = cases[key] else { return false }
    deadEnds.note(planned, judgement)
    guard failsFast, planned.fails(with: judgement) else { return false }
    endIfFailingFast()
    return true
  }

  /// Returns true on the first call only.
  func isFirstHang() -> Bool {
    state.withLock { state in
      defer { state.hasHung = true }
      return !state.hasHung
    }
  }

  /// Hands out no more cases, if the run is to end at the first failure.
  func endIfFailingFast() {
    guard failsFast else { return }
    state.withLock { ($0.waiting, $0.isEndedEarly) = ([], true) }
  }

  /// Whether the run ended early, without running the cases that were left.
  var isEndedEarly: Bool { state.withLock(\.isEndedEarly) }
}
