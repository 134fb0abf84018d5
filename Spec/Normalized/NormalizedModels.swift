extension GraphValue: Model {}
extension GraphOperation: Model {}

/// What a caller is answered with.
public enum GraphAnswerModel: Model {
  /// Data.
  case data(GraphValue)
  /// Data with errors beside it.
  case dataWithErrors(GraphValue)
  /// Objects by their keys: those that were found.
  case objects([String: GraphValue])
  /// What a file is.
  case file(CacheFileModel)
  /// Whether a watcher's handler is still held by anything.
  case handler(isHeld: Bool)
  /// What two kinds of cache showed: the same, or, at this step, something else.
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

/// What a cache file is, by its bytes.
public enum CacheFileModel: String, Model, DescribedByRawValue {
  /// A SQLite database.
  case sqliteDatabase = "a SQLite database"
  /// A file that begins as a SQLite database does, and is not of its size.
  case brokenDatabase = "a SQLite header over a file of another size"
  /// Another file.
  case other = "a file that is no SQLite database"
}

/// What a watcher is told.
public struct WatcherNotification: Model {
  /// What it is told of its query.
  public enum Content: Hashable, Sendable {
    /// Its data.
    case data(GraphValue)
    /// Its data, with errors beside it.
    case dataWithErrors(GraphValue)
    /// That there is none.
    case nothing
    /// An error, whatever it says.
    case error
  }

  /// The name of the watcher.
  public let watcher: String
  /// What it is told of its query.
  public let content: Content

  /// Notes what a watcher is told.
  package init(_ content: Content, to watcher: String) {
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
  /// The name of the watcher that most scenarios are about.
  static let watcher = "watcher"
}

extension Expectation where Action == NormalizedAction {
  /// The caller gets exactly this data.
  static func answers(_ data: GraphValue) -> Self { .answers(GraphAnswerModel.data(data)) }
  /// The caller gets exactly these data, in order.
  static func answers(inOrder data: GraphValue...) -> Self { .answers(inOrder: data.map(GraphAnswerModel.data)) }
  /// The caller gets this data, and then an error.
  static func answersThenFails(_ data: GraphValue) -> Self { .answer(.thenFailure([.value(.data(data))])) }
  /// Exactly these characters are found, each of this name.
  static func finds(_ keys: [String], named name: String) -> Self {
    .answers(.objects(Dictionary(keys.map { ($0, .character($0, name)) }) { first, _ in first }))
  }
}

/// What decides which object of an answer is which: the function that an app gives for cache keys.
public enum ObjectIdentity: String, Hashable, Sendable, CaseIterable, DescribedByRawValue {
  /// None is given: objects go by their paths.
  case path
  /// The field `id`; objects without one go by their paths.
  case id
  /// The field `name`.
  case name
}

/// How a client and its cache are made.
public struct ClientSetup: Hashable, Sendable, CustomStringConvertible {
  /// What decides which object is which.
  public let identity: ObjectIdentity
  /// The kind of cache.
  public let kind: CacheKind
  /// The name of its file, for one that has one.
  public let file: String
  /// The failures after which the app has a fetch tried again in the cache alone.
  public let oldDataAfter: [OriginFailure]

  /// Says how a client is made: by id, with the kind of cache that the module is about.
  package init(
    _ identity: ObjectIdentity = .id, kind: CacheKind = .usual, file: String = "graph",
    oldDataAfter: [OriginFailure] = []
  ) {
    self.identity = identity
    self.kind = kind
    self.file = file
    self.oldDataAfter = oldDataAfter
  }

  var requires: Set<Capability> {
    let kinds: Set<Capability> =
      switch kind {
      case .usual, .unnamed: []
      case .memory: [.memoryCache]
      case .sqlite: [.sqliteCache]
      }
    return oldDataAfter.isEmpty ? kinds : kinds.union([.errorInterceptor])
  }

  public var description: String {
    var notes: [String] = []
    if identity != .id || kind == .usual && oldDataAfter.isEmpty { notes.append("objects go by \(identity)") }
    switch kind {
    case .usual: break
    case .unnamed: notes.append("no cache is named")
    case .memory: notes.append("its cache is in memory")
    case .sqlite: notes.append("its cache is the SQLite file '\(file)'")
    }
    if !oldDataAfter.isEmpty {
      notes.append("it gives old data after \(oldDataAfter.map(\.description).joined(separator: " and "))")
    }
    return notes.joined(separator: ", ")
  }
}

/// How the server takes what it is asked.
public enum GraphServerState: Hashable, Sendable, CustomStringConvertible {
  /// It answers with data.
  case up
  /// It fails.
  case down(OriginFailure)
  /// It answers with errors and no data.
  case answersErrors
  /// It answers with errors beside its data.
  case answersErrorsWithData

  public var description: String {
    switch self {
    case .up: "is up"
    case .down(let failure): "is down (\(failure))"
    case .answersErrors: "answers with errors"
    case .answersErrorsWithData: "answers with data and errors"
    }
  }
}

/// What is done with the file while no cache has it open.
public enum CacheFileEvent: Hashable, Sendable, CustomStringConvertible {
  /// It is removed, with what lies beside it.
  case removed
  /// It is copied, with what lies beside it, to a file of this name.
  case copied(to: String)
  /// It is looked at.
  case inspected

  public var description: String {
    switch self {
    case .removed: "the file is removed while closed"
    case .copied(let name): "the file is copied to '\(name)' while closed"
    case .inspected: "look at the file while closed"
    }
  }
}
