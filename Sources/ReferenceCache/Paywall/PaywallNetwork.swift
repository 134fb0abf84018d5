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
    // The deadline is set before the layer is asked: whoever sees the request knows that its time is running.
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

/// Hands on the first of several answers.
private final class FirstAnswer: Sendable {
  private let continuation: Mutex<CheckedContinuation<[UInt8], any Error>?>

  init(_ continuation: CheckedContinuation<[UInt8], any Error>) { self.continuation = Mutex(continuation) }

  func give(_ answer: Result<[UInt8], any Error>) { continuation.withLock { $0.take() }?.resume(with: answer) }
}
