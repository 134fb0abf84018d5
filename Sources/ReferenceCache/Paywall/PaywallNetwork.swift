import CacheVocabulary
import Synchronization

/// A remote layer of a paywall cache.
public struct PaywallRemote: Sendable {
  /// Takes the bytes of a paywall, or the failure. It may be called at once, later, twice, or never.
  public typealias Reply = @Sendable (Result<[UInt8], any Error>) -> Void

  /// Its name, for errors.
  public let name: String
  /// Asks it for the paywall of a placement.
  public let ask: @Sendable (_ placement: String, _ reply: @escaping Reply) -> Void

  /// Names a layer.
  public init(_ name: String, ask: @escaping @Sendable (_ placement: String, _ reply: @escaping Reply) -> Void) {
    self.name = name
    self.ask = ask
  }
}

/// Why one layer had no paywall.
public struct LayerFailure: Hashable, Sendable, CustomStringConvertible {
  /// The layer's name.
  public let layer: String
  /// What went wrong.
  public let reason: String

  public var description: String { "\(layer): \(reason)" }
}

/// The remote layers, asked one after another until one delivers.
struct PaywallNetwork: Sendable {
  let remotes: [PaywallRemote]
  let timeOut: Duration
  let timer: Stopwatch

  /// What the first layer delivers that can, or nil, with the failures of those before it.
  func ask(for placement: String) async -> (paywall: Paywall?, failures: [LayerFailure]) {
    var failures: [LayerFailure] = []
    for remote in remotes {
      do {
        let bytes = try await firstAnswer(of: remote, for: placement)
        if let paywall = Paywall(bytes: bytes) { return (paywall, failures) }
        failures.append(LayerFailure(layer: remote.name, reason: "the answer (\(bytes.count) B) is no paywall"))
      } catch {
        failures.append(LayerFailure(layer: remote.name, reason: "\(error)"))
      }
    }
    return (nil, failures)
  }

  private func firstAnswer(of remote: PaywallRemote, for placement: String) async throws -> [UInt8] {
    let first = FirstAnswer()
    // The deadline is set before the layer is asked: whoever sees the request knows that its time is running.
    let deadline = timer.elapsed() + timeOut
    let waiting = Task { [timer, timeOut] in
      try await timer.sleep(deadline)
      first.give(.failure(NoAnswerInTime(waited: timeOut)))
    }
    defer { waiting.cancel() }
    return try await withCheckedThrowingContinuation { continuation in
      first.await(continuation)
      remote.ask(placement) { first.give($0) }
    }
  }
}

/// A remote layer did not answer in time.
struct NoAnswerInTime: Error, CustomStringConvertible {
  let waited: Duration

  var description: String { "no answer within \(waited)" }
}

/// Hands on the first of several answers.
private final class FirstAnswer: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<[UInt8], any Error>)
    case given(Result<[UInt8], any Error>)
  }

  private let state = Mutex(State.empty)

  func await(_ continuation: CheckedContinuation<[UInt8], any Error>) {
    let given: Result<[UInt8], any Error>? = state.withLock { state in
      if case .given(let answer) = state { return answer }
      state = .awaited(continuation)
      return nil
    }
    if let given { continuation.resume(with: given) }
  }

  func give(_ answer: Result<[UInt8], any Error>) {
    let awaiting: CheckedContinuation<[UInt8], any Error>? = state.withLock { state in
      switch state {
      case .given: return nil
      case .empty:
        state = .given(answer)
        return nil
      case .awaited(let continuation):
        state = .given(answer)
        return continuation
      }
    }
    awaiting?.resume(with: answer)
  }
}
