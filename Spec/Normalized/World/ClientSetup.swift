/// The cache key function that an app provides, which decides the identity of objects.
public enum ObjectIdentity: String, Hashable, Sendable, CaseIterable, DescribedByRawValue {
  /// No function: objects are cached by path.
  case path
  /// The field `id`; objects without one are cached by path.
  case id
  /// The field `name`.
  case name
}

/// The setup of a client and its cache.
public struct ClientSetup: Hashable, Sendable, CustomStringConvertible {
  /// The cache key function.
  public let identity: ObjectIdentity
  /// The kind of cache.
  public let kind: CacheKind
  /// The name of its file, if it has one.
  public let file: String
  /// The failures after which the app retries a fetch from the cache alone.
  public let oldDataAfter: [OriginFailure]

  /// Creates a setup; by default with keys by id and the kind of cache under test.
  public init(
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

/// How the server treats requests.
public enum GraphServerState: Hashable, Sendable, CustomStringConvertible {
  /// It answers with data.
  case up
  /// It fails.
  case down(OriginFailure)
  /// It answers with errors and no data.
  case answersErrors
  /// It answers with data and errors.
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

/// Something done with the file while no cache has it open.
public enum CacheFileEvent: Hashable, Sendable, CustomStringConvertible {
  /// It is removed, together with its companion files.
  case removed
  /// It is copied, together with its companion files, to a file of this name.
  case copied(to: String)
  /// It is inspected.
  case inspected

  public var description: String {
    switch self {
    case .removed: "the file is removed while closed"
    case .copied(let name): "the file is copied to '\(name)' while closed"
    case .inspected: "look at the file while closed"
    }
  }
}
