public import CacheVocabulary

/// What decides which object of an answer is which: the function that an app gives for cache keys.
public enum Identity: String, Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// None is given: objects go by their paths.
  case path
  /// The field `id`; objects without one go by their paths.
  case id
  /// The field `name`.
  case name

  public var description: String { rawValue }
}

/// How a client and its cache are made.
public struct CacheSetup: Hashable, Sendable, CustomStringConvertible {
  /// The kind of cache.
  public var kind: CacheKind
  /// The name of its file, for one that has one.
  public var file: String
  /// What decides which object is which.
  public var identity: Identity
  /// The failures after which the app has a fetch tried again in the cache alone.
  public var oldDataAfter: [OriginFailure]

  /// Says how a client is made: by id, with the kind of cache that the module is about.
  public init(
    _ identity: Identity = .id, kind: CacheKind = .usual, file: String = "graph", oldDataAfter: [OriginFailure] = []
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
    var notes = ["by \(identity)"]
    switch kind {
    case .usual: break
    case .unnamed: notes.append("no cache named")
    case .memory: notes.append("in memory")
    case .sqlite: notes.append("in the SQLite file '\(file)'")
    }
    if !oldDataAfter.isEmpty {
      notes.append("old data after \(oldDataAfter.map(\.description).joined(separator: " and "))")
    }
    return notes.joined(separator: ", ")
  }
}

/// How the server takes what it is asked.
public enum ServerState: Hashable, Sendable, CustomStringConvertible {
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
    case .up: "up"
    case .down(let failure): "down (\(failure))"
    case .answersErrors: "answering with errors"
    case .answersErrorsWithData: "answering with data and errors"
    }
  }
}

/// Which held answers the server lets go.
public enum Release: String, Hashable, Sendable, CustomStringConvertible {
  /// All of them, and every later one at once.
  case all
  /// The newest; the others are still held.
  case newest

  public var description: String { rawValue }
}

/// What is done with the file while no cache has it open.
public enum FileEvent: Hashable, Sendable, CustomStringConvertible {
  /// It is damaged.
  case damaged(Damage)
  /// It is removed, with what lies beside it.
  case removed
  /// It is copied, with what lies beside it, to a file of this name.
  case copied(to: String)
  /// It is looked at.
  case inspected

  public var description: String {
    switch self {
    case .damaged(let damage): "the file is \(damage) while closed"
    case .removed: "the file is removed while closed"
    case .copied(let name): "the file is copied to '\(name)' while closed"
    case .inspected: "look at the file while closed"
    }
  }
}

extension Capability {
  /// A cache in memory.
  public static let memoryCache = Capability("memory cache", "can be made with a cache in memory")
  /// A cache in a SQLite file.
  public static let sqliteCache = Capability("SQLite cache", "can be made with a cache in a SQLite file")
  /// Watching queries.
  public static let watching = Capability("watching", "tells watchers of changes to the data of their queries")
  /// Reading and writing the cache in transactions.
  public static let directAccess = Capability("direct access", "reads, updates and removes in transactions")
  /// Removing by pattern.
  public static let patternRemoval = Capability("pattern removal", "removes objects whose keys match a pattern")
  /// Having a failed fetch tried again in the cache.
  public static let errorInterceptor = Capability(
    "error interceptor", "lets the app choose failures after which a fetch is tried again in the cache")
}
