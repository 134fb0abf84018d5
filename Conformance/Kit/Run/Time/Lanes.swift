import Foundation
import Synchronization

/// Limits how many scenarios of this process run at once. Swift Testing starts all cases of a test together, so the
/// time limit of each would otherwise include its wait for a processor.
package final class Lanes: Sendable {
  /// Many more than there are processors, because most scenarios of a broken module only wait.
  static let shared = Lanes(max(16, 2 * ProcessInfo.processInfo.activeProcessorCount))

  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Creates this many lanes.
  package init(_ count: Int) { state = Mutex(State(free: count)) }

  /// Runs work once a lane is free.
  package func run<Value: Sendable>(_ work: () async throws -> Value) async rethrows -> Value {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free == 0 {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
    defer { leave() }
    return try await work()
  }

  private func leave() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      if state.waiting.isEmpty {
        state.free += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume()
  }
}
