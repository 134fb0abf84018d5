import Synchronization

/// A scripted source of data that records every request in order, and can hold requests until a step releases them.
///
/// What a request is answered with is decided when it arrives, so that a held answer is as old as its request.
package final class Origin<Request: Sendable, Answer: Sendable>: Sendable {
  /// Decides the answer to a request, or throws the failure.
  package typealias Script = @Sendable (Request) throws -> Answer

  /// Takes the answer to one request.
  package typealias Reply = @Sendable (Result<Answer, any Error>) -> Void

  private struct Held {
    let result: Result<Answer, any Error>
    let reply: Reply
  }

  private struct State {
    var script: Script
    var requests: [Request] = []
    var answeredAtOnce = 0
    var isHolding = false
    var holds: @Sendable (Request) -> Bool = { _ in true }
    var held: [Held] = [] {
      didSet { gauge.set(held.count) }
    }
    let gauge: Gauge
    /// Requests of an app that ended suddenly, which are answered when the scenario is over.
    var left: [Held] = []
  }

  private let state: Mutex<State>
  private let gauge = Gauge()

  /// An origin that answers by a script.
  package init(script: @escaping Script) { state = Mutex(State(script: script, gauge: gauge)) }

  /// Asks the origin, as a module does that waits for the answer.
  package func ask(_ request: Request) async throws -> Answer {
    try await withCheckedThrowingContinuation { continuation in
      ask(request) { continuation.resume(with: $0) }
    }
  }

  /// Asks the origin, as a module does that is called back. The request is recorded when this returns.
  package func ask(_ request: Request, reply: @escaping Reply) {
    let result = state.withLock { state -> Result<Answer, any Error>? in
      state.requests.append(request)
      let script = state.script
      let result = Result { try script(request) }
      guard state.isHolding, state.holds(request) else {
        state.answeredAtOnce += 1
        return result
      }
      state.held.append(Held(result: result, reply: reply))
      return nil
    }
    if let result { reply(result) }
  }

  /// From now on the origin answers by this script.
  package func answer(by script: @escaping Script) { state.withLock { $0.script = script } }

  /// From now on requests are recorded and held: all, or those that this is true of.
  package func hold(_ holds: @escaping @Sendable (Request) -> Bool = { _ in true }) {
    state.withLock { state in (state.isHolding, state.holds) = (true, holds) }
  }

  /// Later requests are answered at once; those that are held stay.
  package func holdNoMore() { state.withLock { $0.isHolding = false } }

  /// Whether requests are held, or would be.
  package var isHolding: Bool { state.withLock { $0.isHolding || !$0.held.isEmpty } }

  // These are asked at each step, and a key path into a generic type is made anew each time: a tenth of a run went there.

  /// How many requests are held.
  package var heldCount: Int { state.withLock { $0.held.count } }

  /// How many requests were answered as they came.
  package var answeredAtOnce: Int { state.withLock { $0.answeredAtOnce } }

  /// Returns true once that many requests are held at once, or false if all that could make one comes to rest before.
  ///
  /// So a scenario that waits for a request that nobody makes says so, where it would else hang.
  ///
  /// - Parameter rest: returns when no request can come any more; nil where one is sure to.
  @discardableResult
  package func holdsRequests(_ count: Int, before rest: (@Sendable () async -> Void)? = nil) async -> Bool {
    await gauge.reaches(count, before: rest)
  }

  /// Lets the longest held requests go, all of them and every later one if no count is given.
  package func release(_ count: Int? = nil) {
    let released = state.withLock { state in
      let released = state.held.prefix(count ?? state.held.count)
      state.held.removeFirst(released.count)
      if count == nil { state.isHolding = false }
      return Array(released)
    }
    for held in released { held.reply(held.result) }
  }

  /// Lets the newest held request go before the older ones.
  package func releaseNewest() {
    let held = state.withLock { $0.held.popLast() }
    if let held { held.reply(held.result) }
  }

  /// Forgets the requests that are held: who made them is no more.
  package func leaveBehind() {
    state.withLock { state in
      state.left += state.held
      state.held = []
      state.isHolding = false
    }
  }

  /// Answers what was left behind, so that nobody waits for ever.
  package func answerWhatWasLeft() {
    let left = state.withLock { state in
      defer { state.left = [] }
      return state.left
    }
    for held in left { held.reply(held.result) }
  }

  /// Takes the requests since the last time, in the order of their arrival.
  package func takeRequests() -> [Request] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }
}
