package import CacheSpec
import Synchronization

/// Calls that a scenario began and has not waited for yet, by their names.
package final class BegunCalls<Answer: Model>: Sendable {
  private let tasks = Mutex<[(name: String, task: Task<[Fact<Answer>], Never>)]>([])
  /// How many have not yet come as far as the module.
  private let onTheirWay = Mutex(0)

  package init() {}

  /// Begins a call. An error is its answer.
  package func begin(_ name: String, _ call: @escaping @Sendable () async throws -> [Fact<Answer>]) {
    onTheirWay.withLock { $0 += 1 }
    let task = Task<[Fact<Answer>], Never> { [self] in
      onTheirWay.withLock { $0 -= 1 }
      do {
        return try await call()
      } catch {
        return [Fact(failure: error)]
      }
    }
    tasks.withLock { $0.append((name, task)) }
  }

  /// Waits until each call has come to the module: what is answered before would not have been asked for beside it.
  package func waitUntilUnderWay() async {
    while onTheirWay.withLock({ $0 > 0 }) { await Task.yield() }
    // One that was just entered goes on to where the module asks, of which nothing tells.
    for _ in 0..<64 { await Task.yield() }
  }

  /// Waits for the calls of a name, and forgets them.
  ///
  /// - Throws: `WorldFailure` where none was begun: a slip of the table.
  package func finish(_ name: String) async throws -> [Fact<Answer>] {
    let finished = named(name)
    guard !finished.isEmpty else { throw WorldFailure(MissingCall(name: name)) }
    tasks.withLock { $0.removeAll { $0.name == name } }
    var facts: [Fact<Answer>] = []
    for task in finished { facts += await task.value }
    return facts
  }

  /// Cancels the calls of a name, which still have to be waited for.
  package func cancel(_ name: String) {
    for task in named(name) { task.cancel() }
  }

  /// Waits until every call has returned.
  package func waitForAll() async {
    for task in tasks.withLock({ $0.map(\.task) }) { _ = await task.value }
  }

  /// Waits until the call that was begun last has returned; false where none was begun.
  package func waitForLast() async -> Bool {
    guard let task = tasks.withLock({ $0.last?.task }) else { return false }
    _ = await task.value
    return true
  }

  private func named(_ name: String) -> [Task<[Fact<Answer>], Never>] {
    tasks.withLock { $0.filter { $0.name == name }.map(\.task) }
  }
}

/// A step asks for something that no step before it began, or that the module does not have.
package struct MissingCall: Error, CustomStringConvertible {
  package let name: String

  package init(name: String) { self.name = name }

  package var description: String { "there is no \(name); begin or make it in an earlier step" }
}

/// What listeners, watchers and delegates were told, in order, from whatever thread.
package final class Recorder<Value: Model>: Sendable {
  private let facts = Mutex<[Fact<Value>]>([])

  package init() {}

  /// Notes that one was told something.
  package func note(_ fact: Fact<Value>) { facts.withLock { $0.append(fact) } }

  /// Takes what was told since the last time.
  package func take() -> [Fact<Value>] {
    facts.withLock { facts in
      defer { facts = [] }
      return facts
    }
  }
}
