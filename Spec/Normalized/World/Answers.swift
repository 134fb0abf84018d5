extension GraphValue: ObservedValue {}
extension GraphOperation: ObservedValue {}

/// The answer that a caller receives.
public enum GraphAnswerModel: ObservedValue {
  /// Data.
  case data(GraphValue)
  /// Data together with errors.
  case dataWithErrors(GraphValue)
  /// The objects that were found, by their keys.
  case objects([String: GraphValue])
  /// The kind of a file.
  case file(CacheFileKind)
  /// Whether anything still retains a watcher's handler.
  case handler(isHeld: Bool)
  /// Whether two kinds of cache behaved the same, or the step at which they differed.
  case kinds(differAt: String?)

  public var description: String {
    switch self {
    case .data(let data): "\(data)"
    case .dataWithErrors(let data): "\(data) with errors"
    case .objects(let objects) where objects.isEmpty: "no objects"
    case .objects(let objects): "the objects \(GraphValue.object(objects))"
    case .file(let file): "\(file)"
    case .handler(let isHeld): isHeld ? "a handler that is held" : "a handler that was let go of"
    case .kinds(let difference): difference.map { "a difference at: \($0)" } ?? "the same in each kind"
    }
  }
}

/// The kind of a cache file, judged by its bytes.
public enum CacheFileKind: String, ObservedValue, DescribedByRawValue {
  /// A SQLite database.
  case sqliteDatabase = "a SQLite database"
  /// A file that begins like a SQLite database but does not have its size.
  case brokenDatabase = "a SQLite header over a file of another size"
  /// Another file.
  case other = "a file that is no SQLite database"
}

/// What a watcher is told.
public struct WatcherNotification: ObservedValue {
  /// What it is told.
  public enum Content: Hashable, Sendable {
    /// Its data.
    case data(GraphValue)
    /// Its data together with errors.
    case dataWithErrors(GraphValue)
    /// That there is no data.
    case nothing
    /// Any error.
    case error
  }

  /// The name of the watcher.
  public let watcher: String
  /// What it is told.
  public let content: Content

  /// Records what a watcher is told.
  public init(_ content: Content, to watcher: String) {
    self.watcher = watcher
    self.content = content
  }

  /// A watcher is told of data.
  static func data(_ data: GraphValue, to watcher: String = .watcher) -> Self { Self(.data(data), to: watcher) }
  /// A watcher is told of an error.
  static func error(to watcher: String = .watcher) -> Self { Self(.error, to: watcher) }

  public func mentions(_ name: String) -> Bool { watcher == name }

  public var description: String {
    switch content {
    case .data(let data): "\(watcher): \(data)"
    case .dataWithErrors(let data): "\(watcher): \(data) with errors"
    case .nothing: "\(watcher): nothing"
    case .error: "\(watcher): an error"
    }
  }
}

extension String {
  /// The name of the watcher in most scenarios.
  static let watcher = "watcher"
}

extension Expectation where Action == NormalizedAction {
  /// The caller gets exactly this data.
  static func answers(_ data: GraphValue) -> Self { .answers(GraphAnswerModel.data(data)) }
  /// The caller gets exactly these data, in order.
  static func answers(inOrder data: GraphValue...) -> Self { .answers(inOrder: data.map(GraphAnswerModel.data)) }
  /// The caller gets this data and then an error.
  static func answersThenFails(_ data: GraphValue) -> Self { .answer(.thenFailure([.value(.data(data))])) }
  /// Exactly these characters are found, each of this name.
  static func finds(_ keys: [String], named name: String) -> Self {
    .answers(.objects(Dictionary(keys.map { ($0, .character($0, name)) }) { first, _ in first }))
  }
}
