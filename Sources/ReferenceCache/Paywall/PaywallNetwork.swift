import Synchronization

/// A remote layer of a paywall cache.
public struct PaywallRemote: Sendable {
  /// Called with the bytes of a paywall, or the failure. It may be called at once, later, twice, or never.
  public typealias Reply = @Sendable (Result<[UInt8], any Error>) -> Void

  /// Its name, for errors.
  public let name: String
  /// Requests the paywall of a placement.
  public let ask: @Sendable (_ placement: String, _ reply: @escaping Reply) -> Void

  /// Makes a layer.
  public init(_ name: String, ask: @escaping @Sendable (_ placement: String, _ reply: @escaping Reply) -> Void) {
    self.name = name
    self.ask = ask
  }
}

/// The reason why a layer had no paywall.
public struct LayerFailure: Hashable, Sendable, CustomStringConvertible {
  /// The layer's name.
  public let layer: String
  /// What went wrong.
  public let reason: String

  public var description: String { "\(layer): \(reason)" }
}

/// The remote layers, tried in order until one delivers.
struct PaywallNetwork: Sendable {
  let remotes: [PaywallRemote]
  let timeOut: Duration
  let timer: Stopwatch

  /// The paywall of the first layer that has one, or nil, with the failures of the layers before it.
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
    // The deadline is set before the request is made, so that an observer of the request knows that the time is
    // running.
    let deadline = timer.elapsed() + timeOut
    return try await withCheckedThrowingContinuation { continuation in
      let first = FirstAnswer(continuation)
      let waiting = Task { [timer, timeOut] in
        try await timer.sleep(deadline)
        first.give(.failure(NoAnswerInTime(waited: timeOut)))
      }
      remote.ask(placement) { answer in
        waiting.cancel()
        first.give(answer)
      }
    }
  }
}

/// A remote layer did not answer in time.
struct NoAnswerInTime: Error, CustomStringConvertible {
  let waited: Duration

  var description: String { "no answer within \(waited)" }
}

/// Passes on the first of several answers.
private final class FirstAnswer: Sendable {
  private let continuation: Mutex<CheckedContinuation<[UInt8], any Error>?>

  init(_ continuation: CheckedContinuation<[UInt8], any Error>) { self.continuation = Mutex(continuation) }

  func give(_ answer: Result<[UInt8], any Error>) { continuation.withLock { $0.take() }?.resume(with: answer) }
}
