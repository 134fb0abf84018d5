import CacheSpec
import Synchronization

/// A scripted source of data that records every request in order, and can hold requests until a step releases them.
///
/// The answer to a request is decided when the request arrives, so that a held answer is as old as its request.
package final class Origin<Request: Sendable, Answer: Sendable>: Sendable {
  /// Decides the answer to a request, or throws its failure.
  package typealias Script = @Sendable (Request) throws -> Answer

  /// Called with the answer to one request.
  package typealias Reply = @Sendable (Result<Answer, any Error>) -> Void

  private struct Held {
    let result: Result<Answer, any Error>
    let reply: Reply
    let since = ContinuousClock.now
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
    /// The held requests of an app that ended suddenly. They are answered when the scenario is over.
    var left: [Held] = []
  }

  private let state: Mutex<State>
  private let gauge = Gauge()
  /// Asks the origin for which this one is a stand-in, if the kit is at the other end of a pipe.
  private let remote: (@Sendable (Request) async throws -> Answer)?

  /// Creates an origin that answers by a script.
  package init(script: @escaping Script) {
    state = Mutex(State(script: script, gauge: gauge))
    remote = nil
  }

  /// Creates a stand-in for another origin, to which it passes on each request.
  package init(remote: @escaping @Sendable (Request) async throws -> Answer) {
    state = Mutex(State(script: { _ in throw OriginFailure.noConnection }, gauge: gauge))
    self.remote = remote
  }

  /// Asks the origin, for a module that awaits the answer. If the task that asks is cancelled, this throws
  /// `CancellationError`: at once and without a request, or while the request is held. In the second case the origin
  /// still holds the request until a step releases it, but the answer reaches nobody.
  package func ask(_ request: Request) async throws -> Answer {
    if let remote { return try await remote(request) }
    try Task.checkCancellation()
    let first = FirstAnswer<Answer>()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        first.awaits(continuation)
        ask(request, reply: first.take)
      }
    } onCancel: {
      first.take(.failure(CancellationError()))
    }
  }

  /// Asks the origin, for a module that takes a callback. The request has been recorded when this returns.
  package func ask(_ request: Request, reply: @escaping Reply) {
    if let remote {
      Task { reply(await Task { try await remote(request) }.result) }
      return
    }
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

  /// Makes the origin answer by this script from now on.
  package func answer(by script: @escaping Script) { state.withLock { $0.script = script } }

  /// Records and holds requests from now on: all of them, or those for which the closure returns true.
  package func hold(_ holds: @escaping @Sendable (Request) -> Bool = { _ in true }) {
    state.withLock { state in (state.isHolding, state.holds) = (true, holds) }
  }

  /// Answers later requests at once. Requests that are already held stay held.
  package func holdNoMore() { state.withLock { $0.isHolding = false } }

  /// Whether requests are held, or would be.
  package var isHolding: Bool { state.withLock { $0.isHolding || !$0.held.isEmpty } }

  // The next two properties are read at each step. They use closures, because a key path into a generic type is created
  // anew each time, which took a tenth of a run.

  /// How many requests are held.
  package var heldCount: Int { state.withLock { $0.held.count } }

  /// When the request that is held longest came, or nil if none is held.
  var heldSince: ContinuousClock.Instant? { state.withLock { $0.held.first?.since } }

  /// How many requests were answered on arrival.
  package var answeredAtOnce: Int { state.withLock { $0.answeredAtOnce } }

  /// Returns true once this many requests are held at once, or false if no more can come.
  ///
  /// A scenario that waits for a request that nobody makes therefore fails, and does not hang.
  ///
  /// - Parameter idle: returns when no request can come any more; nil if a request is sure to come.
  @discardableResult
  package func holdsRequests(_ count: Int, before idle: (@Sendable () async -> Void)? = nil) async -> Bool {
    await gauge.reaches(count, before: idle)
  }

  /// Answers this many of the requests held longest. Without a count, answers all of them and stops holding requests.
  package func release(_ count: Int? = nil) {
    let released = state.withLock { state in
      let released = state.held.prefix(count ?? state.held.count)
      state.held.removeFirst(released.count)
      if count == nil { state.isHolding = false }
      return Array(released)
    }
    for held in released { held.reply(held.result) }
  }

  /// Answers the newest held request before the older ones.
  package func releaseNewest() {
    let held = state.withLock { $0.held.popLast() }
    if let held { held.reply(held.result) }
  }

  /// Abandons the held requests, because the app that made them no longer exists.
  package func leaveBehind() {
    state.withLock { state in
      state.left += state.held
      state.held = []
      state.isHolding = false
    }
  }

  /// Answers the abandoned requests, so that nothing waits forever.
  package func answerWhatWasLeft() {
    let left = state.withLock { state in
      defer { state.left = [] }
      return state.left
    }
    for held in left { held.reply(held.result) }
  }

  /// Returns the requests since this was last called, in order of arrival.
  package func takeRequests() -> [Request] {
    state.withLock { state in
      defer { state.requests = [] }
      return state.requests
    }
  }
}

/// Resumes a task that asks an origin, with the answer or with the task's cancellation, whichever comes first.
private final class FirstAnswer<Answer: Sendable>: Sendable {
  private enum State {
    case nothing
    case awaited(CheckedContinuation<Answer, any Error>)
    case came(Result<Answer, any Error>)
    case handedOn
  }

  private let state = Mutex(State.nothing)

  func awaits(_ continuation: CheckedContinuation<Answer, any Error>) {
    let result = state.withLock { state -> Result<Answer, any Error>? in
      guard case .came(let result) = state else {
        state = .awaited(continuation)
        return nil
      }
      state = .handedOn
      return result
    }
    if let result { continuation.resume(with: result) }
  }

  func take(_ result: Result<Answer, any Error>) {
    let continuation = state.withLock { state -> CheckedContinuation<Answer, any Error>? in
      switch state {
      case .nothing: state = .came(result)
      case .awaited(let continuation):
        state = .handedOn
        return continuation
      case .came, .handedOn: break
      }
      return nil
    }
    continuation?.resume(with: result)
  }
}
