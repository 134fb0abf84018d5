import Synchronization

/// A module's work in the background of its calls.
final class Background: Sendable {
  private struct State {
    var lastNumber = 0
    var tasks: [Int: Task<Void, Never>] = [:]
    var waiting = 0
  }

  private let state = Mutex(State())

  /// How many tasks were ever begun.
  var begunCount: Int { state.withLock(\.lastNumber) }

  /// Begins some work, after the work that was begun last has finished if `inTurn` is true. Its result is ignored.
  func begin(inTurn: Bool = false, _ work: @escaping @Sendable () async throws -> Void) {
    _ = task(inTurn: inTurn, work)
  }

  /// Does some work after the work that was begun last has finished, and returns its result.
  func take<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try await task(inTurn: true, work).value
  }

  /// Whether somebody waits for all work.
  var isAwaited: Bool { state.withLock { $0.waiting > 0 } }

  /// Waits for all work that has begun.
  func waitForAll() async {
    state.withLock { $0.waiting += 1 }
    defer { state.withLock { $0.waiting -= 1 } }
    while let task = state.withLock({ $0.tasks.values.first }) { await task.value }
  }

  private func task<Value: Sendable>(
    inTurn: Bool, _ work: @escaping @Sendable () async throws -> Value
  ) -> Task<Value, any Error> {
    state.withLock { state in
      let last = inTurn ? state.tasks[state.lastNumber] : nil
      state.lastNumber += 1
      let number = state.lastNumber
      let task = Task {
        await last?.value
        return try await work()
      }
      state.tasks[number] = Task {
        _ = try? await task.value
        self.state.withLock { $0.tasks[number] = nil }
      }
      return task
    }
  }
}
