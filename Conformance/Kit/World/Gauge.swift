import Synchronization

/// A number that can be waited for, such as how many requests are held or how many tasks sleep.
final class Gauge: Sendable {
  private struct State {
    var number = 0
    var lastID = 0
    var waiting: [(id: Int, number: Int, continuation: CheckedContinuation<Bool, Never>)] = []
  }

  private let state = Mutex(State())

  /// Sets the number, and wakes those who wait for this number or a lower one.
  func set(_ number: Int) {
    let reached = state.withLock { state in
      state.number = number
      defer { state.waiting.removeAll { $0.number <= number } }
      return state.waiting.filter { $0.number <= number }
    }
    for waiting in reached { waiting.continuation.resume(returning: true) }
  }

  /// Waits until the number is at least this, and returns true; returns false if nothing can raise the number any more.
  ///
  /// - Parameter idle: returns when nothing can raise the number any more; nil if something is sure to raise it.
  @discardableResult
  func reaches(_ number: Int, before idle: (@Sendable () async -> Void)?) async -> Bool {
    await withCheckedContinuation { continuation in
      let id: Int? = state.withLock { state in
        if state.number >= number { return nil }
        state.lastID += 1
        state.waiting.append((state.lastID, number, continuation))
        return state.lastID
      }
      guard let id else { return continuation.resume(returning: true) }
      guard let idle else { return }
      Task {
        await idle()
        stopWaiting(id)
      }
    }
  }

  private func stopWaiting(_ id: Int) {
    let waiting = state.withLock { state in
      state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    waiting?.continuation.resume(returning: false)
  }
}
