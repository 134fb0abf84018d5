import CacheConformance
import NormalizedRules
import Synchronization

/// Records the notifications to one watcher, and calls the module when it is told, if that is planned.
final class Handler: Sendable {
  private let watcher: String
  private let told: Recorder<WatcherNotification>

  private let planned = Mutex<(@Sendable (Handler) -> Void)?>(nil)

  init(of watcher: String, _ told: Recorder<WatcherNotification>) { (self.watcher, self.told) = (watcher, told) }

  func take(_ result: Result<GraphAnswer, any Error>) {
    told.note(.value(WatcherNotification(.init(result), to: watcher)))
    let begin = planned.withLock { planned in
      defer { planned = nil }
      return planned
    }
    begin?(self)
  }

  /// Begins a call the next time that the watcher is told.
  func begin(_ call: @escaping @Sendable (Handler) -> Void) { planned.withLock { $0 = call } }
}

/// The error in place of data that could not be compared without the end of the process.
struct TooManyLevels: Error, CustomStringConvertible {
  var description: String { "the data has more than \(GraphValue.mostLevels) levels of lists and objects" }
}

/// The error in place of the answer to a call that a handler never began.
struct NeverTold: Error, CustomStringConvertible {
  let description = "the watcher whose handler was to call has not been told"
}

/// A weak reference to a handler.
struct WeakHandler { weak var handler: Handler? }

extension Recorder {
  /// Returns what was recorded as soon as there is something, or nothing after a moment of real time. The kit cannot
  /// wait for work in progress instead, and nothing signals that this work has nothing to deliver.
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
  /// Creates the fact for an answer: its data, nothing, or a failure if there are only errors.
  init(_ answer: GraphAnswer) {
    switch (answer.data, answer.errors.isEmpty) {
    case (let data?, _) where data.isDeeper(than: GraphValue.mostLevels): self = .init(failure: TooManyLevels())
    case (let data?, true): self = .value(.data(data))
    case (let data?, false): self = .value(.dataWithErrors(data))
    case (nil, false): self = .failure(answer.errors.joined(separator: "; "))
    case (nil, true): self = .nothing
    }
  }

  /// Creates the fact for a result: its value, or its error.
  init(_ result: Result<GraphAnswerModel, any Error>) {
    switch result {
    case .success(let value): self = .value(value)
    case .failure(let error): self = .init(failure: error)
    }
  }
}

extension WatcherNotification.Content {
  /// Creates the content of a notification from what a watcher is called with.
  init(_ result: Result<GraphAnswer, any Error>) {
    switch result.map(Fact<GraphAnswerModel>.init) {
    case .success(.value(.data(let data))): self = .data(data)
    case .success(.value(.dataWithErrors(let data))): self = .dataWithErrors(data)
    case .success(.nothing): self = .nothing
    case .success, .failure: self = .error
    }
  }
}
