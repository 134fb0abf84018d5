import CacheSpec

/// Takes what one watcher is told.
final class Handler: Sendable {
  private let watcher: String
  private let told: Recorder<WatcherNotification>

  init(of watcher: String, _ told: Recorder<WatcherNotification>) { (self.watcher, self.told) = (watcher, told) }

  func take(_ result: Result<GraphAnswer, any Error>) {
    told.note(.value(WatcherNotification(.init(result), to: watcher)))
  }
}

/// A handler that is not held.
struct WeakHandler { weak var handler: Handler? }

extension Recorder {
  /// Takes what there is, once there is something; where nothing comes, after a moment of real time: what is under way
  /// cannot be waited for, and nothing tells that it has nothing to say.
  func takeSoon() async -> [Fact<Value>] {
    var facts: [Fact<Value>] = []
    _ = await Patience.waits {
      facts += take()
      return !facts.isEmpty
    }
    return facts
  }
}

extension Fact<GraphAnswerModel> {
  /// An answer: its data, or that there is none, or that it is errors alone.
  init(_ answer: GraphAnswer) {
    switch (answer.data, answer.errors.isEmpty) {
    case (let data?, true): self = .value(.data(data))
    case (let data?, false): self = .value(.dataWithErrors(data))
    case (nil, false): self = .failure(answer.errors.joined(separator: "; "))
    case (nil, true): self = .nothing
    }
  }

  /// A result, or the error in its place.
  init(_ result: Result<GraphAnswerModel, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .init(failure: error)
    }
  }
}

extension WatcherNotification.Content {
  /// What a watcher is told.
  init(_ result: Result<GraphAnswer, any Error>) {
    switch result.map(Fact<GraphAnswerModel>.init) {
    case .success(.value(.data(let data))): self = .data(data)
    case .success(.value(.dataWithErrors(let data))): self = .dataWithErrors(data)
    case .success(.nothing): self = .nothing
    case .success, .failure: self = .error
    }
  }
}
