public import CacheVocabulary

/// Whether the origin can be reached.
public enum OriginState: String, Sendable, CaseIterable, CustomStringConvertible {
  /// It answers.
  case up
  /// It takes a request and breaks the connection.
  case down

  public var description: String { rawValue }
}

/// What the origin has, or what is stored: a body with what the chapter's rules look at beside it.
public struct Representation: Hashable, Sendable, CustomStringConvertible {
  /// The body's text, and its name in reports.
  public var version: String
  /// The status code.
  public var status = 200
  /// The value of `Cache-Control`, or nil for none.
  public var cacheControl: String?
  /// How long before now its `Date` lies, in seconds.
  public var dated = 0
  /// How long before now it was last modified, in seconds, or nil for no `Last-Modified`.
  public var modified: Int?
  /// Whether it has an `ETag`, made of its version.
  public var tagged = false
  /// Further header fields.
  public var fields: HeaderFields = [:]
  /// The size that the body is padded to, in bytes, or nil for the text alone.
  public var size: Int?
  /// What is kept beside it when it is stored by direct access.
  public var userInfo: [String: String] = [:]
  /// Where it may be kept.
  public var storagePolicy = StoragePolicy.allowed

  /// A body that is fresh for an hour.
  public init(_ version: String, cacheControl: String? = "max-age=3600") {
    self.version = version
    self.cacheControl = cacheControl
  }

  /// A body that stopped being fresh long ago, as its `Date` shows.
  public static func stale(_ version: String) -> Self {
    Self(version, cacheControl: "max-age=60").dated(secondsAgo: 3600)
  }

  /// The same with an entity tag.
  public var withTag: Self { changing { $0.tagged = true } }
  /// The same with a `Date` that lies so long ago.
  public func dated(secondsAgo: Int) -> Self { changing { $0.dated = secondsAgo } }
  /// The same with a `Last-Modified` that lies so long ago.
  public func modified(secondsAgo: Int) -> Self { changing { $0.modified = secondsAgo } }
  /// The same with a further header field.
  public func with(_ name: String, _ value: String) -> Self { changing { $0.fields.append(name, value) } }
  /// The same with a status.
  public func status(_ status: Int) -> Self { changing { $0.status = status } }
  /// The same with a body padded to a size in bytes.
  public func padded(to size: Int) -> Self { changing { $0.size = size } }
  /// The same under a storage policy.
  public func under(_ policy: StoragePolicy) -> Self { changing { $0.storagePolicy = policy } }
  /// The same with user info.
  public func noting(_ userInfo: [String: String]) -> Self { changing { $0.userInfo = userInfo } }

  private func changing(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }

  public var description: String {
    var notes: [String] = []
    if cacheControl != Self(version).cacheControl { notes.append(cacheControl ?? "no Cache-Control") }
    if status != 200 { notes.append("status \(status)") }
    if dated != 0 { notes.append("dated \(dated) s ago") }
    if let modified { notes.append("modified \(modified) s ago") }
    if tagged { notes.append("tagged") }
    if let size { notes.append("\(size) B") }
    notes += fields.lines.map { "\($0.name): \($0.value)" }
    notes += userInfo.sorted { $0.key < $1.key }.map { "noting \($0.key)=\($0.value)" }
    if storagePolicy != .allowed { notes.append("\(storagePolicy)") }
    return notes.isEmpty ? version : "\(version) (\(notes.joined(separator: ", ")))"
  }
}

/// The stores of a scenario.
public enum StoreName: String, Sendable, CustomStringConvertible {
  /// The one that is meant where none is named.
  case main
  /// A second one, at a place of its own.
  case other
  /// A second one, at the place of the main one.
  case twin
  /// The one that the module shares between all who ask.
  case shared
  /// The one that the main session's configuration reads back.
  case configured

  public var description: String { rawValue }
}

/// The sessions of a scenario.
public enum SessionName: String, Sendable, CustomStringConvertible {
  /// The one that is meant where none is named.
  case main
  /// A second one.
  case other

  public var description: String { rawValue }
}

/// How a session is set up.
public struct SessionSetup: Hashable, Sendable, CustomStringConvertible {
  /// The kind of its configuration.
  public var kind: SessionKind
  /// The store that it is given: by default the main one.
  public var store: StoreName?
  /// The policy of its configuration, or nil to leave it as it comes.
  public var policy: RequestPolicy?
  /// What its delegate hands back when it is asked about a response, or nil for no delegate.
  public var delegate: DelegateAnswer?

  /// Sets a session up.
  public init(
    _ kind: SessionKind = .standard, store: StoreName? = .main, policy: RequestPolicy? = nil,
    delegate: DelegateAnswer? = nil
  ) {
    self.kind = kind
    self.store = store
    self.policy = policy
    self.delegate = delegate
  }

  var requires: Set<Capability> {
    switch kind {
    case .standard: [.loader]
    case .ephemeral: [.loader, .ephemeralSessions]
    case .background: [.loader, .backgroundSessions]
    }
  }

  public var description: String {
    var notes = [kind.rawValue, store.map { "over the \($0) store" } ?? "without a store"]
    if let policy { notes.append("with \(policy)") }
    if let delegate { notes.append("whose delegate hands back \(delegate)") }
    return notes.joined(separator: ", ")
  }
}

/// What a session's delegate hands back when it is asked whether a response shall be cached.
public enum DelegateAnswer: Hashable, Sendable, CustomStringConvertible {
  /// The proposal as it is.
  case asProposed
  /// Nothing, to prevent caching.
  case nothing
  /// The proposal under another storage policy and with other user info.
  case changed(StoragePolicy, userInfo: [String: String])

  public var description: String {
    switch self {
    case .asProposed: "the proposal"
    case .nothing: "nothing"
    case .changed(let policy, let userInfo):
      "the proposal under \(policy)"
        + userInfo.sorted { $0.key < $1.key }.map { ", noting \($0.key)=\($0.value)" }.joined()
    }
  }
}

/// What is removed from the main store.
public enum Removal: Hashable, Sendable, CustomStringConvertible {
  /// One request's response.
  case one(HTTPRequest)
  /// What was stored since the moment remembered.
  case sinceMark
  /// Everything.
  case all

  public var description: String {
    switch self {
    case .one(let request): "remove \(request)"
    case .sinceMark: "remove all since the moment remembered"
    case .all: "remove all"
    }
  }
}

/// How a usage changed since it was last measured.
public enum UsageChange: String, Sendable, CustomStringConvertible {
  /// It reads zero.
  case zero
  /// It is larger.
  case grew
  /// It is smaller, and not zero.
  case shrank
  /// It is the same, and not zero.
  case unchanged

  public var description: String { rawValue }
}

/// Both usages compared with the last measurement.
public struct UsageChanges: Hashable, Sendable, CustomStringConvertible {
  /// In memory.
  public let memory: UsageChange
  /// On disk.
  public let disk: UsageChange

  /// Takes both changes.
  public init(memory: UsageChange, disk: UsageChange) {
    self.memory = memory
    self.disk = disk
  }

  public var description: String { "memory \(memory), disk \(disk)" }
}

/// A request as the origin saw it.
public struct RequestSeen: Hashable, Sendable, CustomStringConvertible {
  /// The method.
  public let method: String
  /// The path and query.
  public let target: String
  /// Whether it only asks for the body if that changed.
  public let conditional: Bool

  /// Notes what the origin saw.
  public init(_ target: String, method: String = "GET", conditional: Bool = false) {
    self.method = method
    self.target = target
    self.conditional = conditional
  }

  public var description: String { "\(method) \(target)\(conditional ? " if changed" : "")" }
}
