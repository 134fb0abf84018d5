import Synchronization

/// What goes on behind answers: one task for each thing to refresh, ended when nobody keeps this, or it is closed.
final class Refreshes: Sendable {
  private struct State {
    var tasks: [String: Task<Void, Never>] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())

  deinit { close() }

  /// Begins work, unless some of its name is under way, or this is closed.
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

  /// Cancels what is under way. No more is begun.
  func close() {
    let tasks = state.withLock { state in
      state.isClosed = true
      return state.tasks.values.map(\.self)
    }
    for task in tasks { task.cancel() }
  }

  private func end(_ name: String) { state.withLock { $0.tasks[name] = nil } }
}
