import Synchronization

/// The background refreshes: one task per name, cancelled when this object is released or closed.
final class Refreshes: Sendable {
  private struct State {
    var tasks: [String: Task<Void, Never>] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  deinit { close() }

  /// Begins work, unless work with the same name is under way or this is closed.
  func begin(_ name: String, _ work: @escaping @Sendable () async -> Void) {
    state.withLock { state in
      guard !state.isClosed, state.tasks[name] == nil else { return }
      state.tasks[name] = Task { [weak self] in
        await work()
        self?.end(name)
      }
    }
  }

  /// Waits until no work is under way.
  func waitUntilIdle() async {
    while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
  }

  /// Cancels the work that is under way. No more is begun.
  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.tasks.values.map(\.self)
    }
    for task in tasks { task.cancel() }
  }

  private func end(_ name: String) { state.withLock { $0.tasks[name] = nil } }
}
