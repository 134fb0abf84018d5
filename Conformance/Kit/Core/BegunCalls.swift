package import CacheSpec
import Synchronization

/// Calls that a scenario began and has not waited for yet, by name.
package final class BegunCalls<Answer: ObservedValue>: Sendable {
  private let tasks = Mutex<[(name: String, began: ContinuousClock.Instant, task: Task<[Fact<Answer>], Never>)]>([])
  /// How many calls have not started to run yet.
  private let onTheirWay = Mutex(0)

  package init() {}

  /// Begins a call. If it throws, the error is its answer.
  package func begin(_ name: String, _ call: @escaping @Sendable () async throws -> [Fact<Answer>]) {
    onTheirWay.withLock { $0 += 1 }
    let began = ContinuousClock.now
    let task = Task<[Fact<Answer>], Never> { [self] in
      onTheirWay.withLock { $0 -= 1 }
      do {
        return try await call()
      } catch {
        return [Fact(failure: error)]
      }
    }
    tasks.withLock { $0.append((name, began, task)) }
  }

  /// Waits until every begun call has reached the module, so that what happens next overlaps the calls. Where jobs run
  /// one at a time, waits until no job is left to run.
  package func waitUntilUnderWay() async {
    if await QueueExecutor.shared.waitUntilQuiet() || tasks.withLock({ $0.isEmpty }) { return }
    while onTheirWay.withLock({ $0 > 0 }) { await Task.yield() }
    // A call that has just entered the module runs on to its first request, and nothing signals that point. The wait is
    // a task in the pool in which the call runs: even where the pool is busy, each task has its turn.
    await Task { for _ in 0..<64 { await Task.yield() } }.value
  }

  /// Waits until the other calls have had time to join a held request, before it is answered: for each call, and for
  /// eight at least, as long as the request took to come. A module may lead a call to its request through queues and
  /// threads of its own, where nothing signals how far it is. In one that answers within microseconds, so is the wait.
  ///
  /// - Parameter held: when the request came.
  package func waitForOthers(toJoin held: ContinuousClock.Instant) async {
    // Where jobs run one at a time, a run takes no account of real time.
    if await QueueExecutor.shared.waitUntilQuiet() { return }
    let begun = tasks.withLock { $0.map(\.began) }
    guard begun.count > 1, let began = begun.last(where: { $0 < held }) else { return }
    try? await Task.sleep(for: min(began.duration(to: held) * max(8, begun.count), Patience.moment))
  }

  /// Waits until every begun call has reached the module, and forgets the calls. Their app is about to end suddenly,
  /// and what they asked for later would seem to be asked by the next run of the app.
  package func leaveBehind() async {
    await waitUntilUnderWay()
    tasks.withLock { $0 = [] }
  }

  /// Waits for the calls with this name, removes them, and returns their answers.
  ///
  /// - Throws: `WorldFailure` if no such call was begun, which is a mistake in the table.
  package func finish(_ name: String) async throws -> [Fact<Answer>] {
    let finished = named(name)
    guard !finished.isEmpty else { throw WorldFailure(MissingCall(name: name)) }
    tasks.withLock { $0.removeAll { $0.name == name } }
    var facts: [Fact<Answer>] = []
    for task in finished { facts += await task.value }
    return facts
  }

  /// Cancels the calls with this name, if there are any. They still have to be waited for.
  package func cancel(_ name: String) {
    for task in named(name) { task.cancel() }
  }

  /// How many calls were begun and not finished.
  package var count: Int { tasks.withLock { $0.count } }

  /// Waits until every call has returned.
  package func waitForAll() async {
    for task in tasks.withLock({ $0.map(\.task) }) { _ = await task.value }
  }

  /// Waits until the most recently begun call has returned. Returns false if there is none.
  package func waitForLast() async -> Bool {
    guard let task = tasks.withLock({ $0.last?.task }) else { return false }
    _ = await task.value
    return true
  }

  private func named(_ name: String) -> [Task<[Fact<Answer>], Never>] {
    tasks.withLock { $0.filter { $0.name == name }.map(\.task) }
  }
}

/// The error of a step that refers to something that no earlier step began, or that the module does not have.
package struct MissingCall: Error, CustomStringConvertible {
  package let name: String

  package init(name: String) { self.name = name }

  package var description: String { "there is no \(name); begin or make it in an earlier step" }
}

/// Records what listeners, watchers and delegates are called with, in order, from any thread.
package final class Recorder<Value: ObservedValue>: Sendable {
  private let facts = Mutex<[Fact<Value>]>([])

  package init() {}

  /// Records one call.
  package func note(_ fact: Fact<Value>) { facts.withLock { $0.append(fact) } }

  /// Whether nothing was recorded since `take` was last called.
  package var isEmpty: Bool { facts.withLock { $0.isEmpty } }

  /// Returns what was recorded since this was last called.
  package func take() -> [Fact<Value>] {
    facts.withLock { facts in
      defer { facts = [] }
      return facts
    }
  }
}
