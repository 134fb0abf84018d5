/// The answer that a caller receives: a body, what is stored along with it, or what a store reports of itself.
public indirect enum ResponseAnswer: ObservedValue {
  /// A body.
  case body(ResponseBody)
  /// A status code.
  case status(Int)
  /// A header field; its name is in lower case.
  case field(name: String, value: String)
  /// An entry of the user info.
  case note(key: String, value: String)
  /// The storage policy.
  case storagePolicy(StoragePolicy)
  /// The URL of a stored response, where it is not that of the request.
  case otherURL(String)
  /// How both usages have changed.
  case usage(UsageChanges)
  /// How the number of files on disk has changed.
  case files(UsageChange)
  /// The capacities that the store reports.
  case capacity(ByteCounts)
  /// Neither usage is over its capacity.
  case withinCapacity
  /// A usage is over its capacity.
  case overCapacity(usage: ByteCounts, capacity: ByteCounts)
  /// The text is on disk.
  case onDisk
  /// The text is not on disk.
  case notOnDisk
  /// Every response found was the one that was stored for its request.
  case noMixUps
  /// The number of look-ups that found another request's response, or none where one was stored.
  case mixUps(Int)

  public static let v1 = Self.body(.v1)
  public static let v2 = Self.body(.v2)
  public static let v3 = Self.body(.v3)

  /// A header field, by its name in any case.
  public static func header(_ name: String, _ value: String) -> Self { .field(name: name.lowercased(), value: value) }

  public func mentions(_ name: String) -> Bool {
    if case .field(let field, _) = self { field == name } else { false }
  }

  /// How the usages in memory and on disk have changed.
  public static func usage(memory: UsageChange, disk: UsageChange) -> Self {
    .usage(UsageChanges(memory: memory, disk: disk))
  }

  public var description: String {
    switch self {
    case .body(let body): "\(body)"
    case .status(let status): "status \(status)"
    case .field(let name, let value): "\(name): \(value.withControlsEscaped)"
    case .note(let key, let value): "noting \(key)=\(value)"
    case .storagePolicy(let policy): "\(policy)"
    case .otherURL(let url): "of the URL \(url.withControlsEscaped)"
    case .usage(let changes): "\(changes)"
    case .files(let change): "files \(change)"
    case .capacity(let capacity): "\(capacity)"
    case .withinCapacity: "within capacity"
    case .overCapacity(let usage, let capacity): "\(usage), over the capacity of \(capacity)"
    case .onDisk: "on disk"
    case .notOnDisk: "not on disk"
    case .noMixUps: "every response found was the one stored"
    case .mixUps(let count): "\(count.counted("look-up")) found another response, or none"
    }
  }
}

/// The stores of a scenario.
public enum StoreName: String, Sendable, DescribedByRawValue {
  /// The default.
  case main
  /// A second one, at a different place.
  case other
  /// A second one, at the same place as the main one.
  case twin
  /// The module's shared store.
  case shared
  /// The store read back from the main session's configuration.
  case configured
  /// The store that a session's configuration comes with when it is given none.
  case own
}

extension StoreName {
  /// The capabilities that a module needs to have it.
  var requires: Set<Capability> {
    switch self {
    case .main, .other, .twin: []
    case .shared, .configured, .own: [.sessionStores]
    }
  }
}

/// The sessions of a scenario.
public enum SessionName: String, Sendable, DescribedByRawValue {
  /// The default.
  case main
  /// A second one.
  case other
}

/// The setup of a session.
public struct SessionSetup: Hashable, Sendable, CustomStringConvertible {
  /// The kind of its configuration.
  public let kind: SessionKind
  /// The store that its configuration is given, or nil for none.
  public let store: StoreName?
  /// The policy of its configuration, or nil for the default.
  public let policy: RequestPolicy?
  /// What its delegate returns when it is asked about a response, or nil for no delegate.
  public let delegate: DelegateAnswer?

  /// Creates a setup; by default of a standard session over the main store.
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
    let kinds: Set<Capability> =
      switch kind {
      case .standard: [.loader]
      case .ephemeral: [.loader, .ephemeralSessions]
      case .background: [.loader, .backgroundSessions]
      }
    return kinds.union(store?.requires ?? [.sessionStores]).union(policy == nil ? [] : [.requestPolicies])
      .union(delegate.map { $0.requires.union([.willCache]) } ?? [])
  }

  public var description: String {
    let over = store == .own ? "over the store that it comes with" : store.map { "over the \($0) store" }
    var notes = [kind.rawValue, over ?? "without a store"]
    if let policy { notes.append("with \(policy)") }
    if let delegate { notes.append("whose delegate hands back \(delegate)") }
    return notes.joined(separator: ", ")
  }
}

/// What a session's delegate returns when it is asked whether to cache a response.
public enum DelegateAnswer: Hashable, Sendable, CustomStringConvertible {
  /// The unchanged proposal.
  case asProposed
  /// Nothing, to prevent caching.
  case nothing
  /// The proposal with a different storage policy and user info.
  case changed(StoragePolicy, userInfo: [String: String])
  /// A different response with this body.
  case replaced(ResponseBody)

  var requires: Set<Capability> { if case .changed = self { [.storagePolicies] } else { [] } }

  public var description: String {
    switch self {
    case .asProposed: "the proposal"
    case .nothing: "nothing"
    case .replaced(let body): "a response with \(body)"
    case .changed(let policy, let userInfo):
      "the proposal under \(policy)"
        + userInfo.sorted { $0.key < $1.key }.map { ", noting \($0.key)=\($0.value)" }.joined()
    }
  }
}

/// What is removed from the main store.
public enum Removal: Hashable, Sendable, CustomStringConvertible {
  /// One request's response.
  case one(RequestMessage)
  /// What was stored since the recorded moment.
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

/// How a usage has changed since it was last measured.
public enum UsageChange: String, Sendable, CaseIterable, DescribedByRawValue {
  /// It reads zero.
  case zero
  /// It is larger.
  case grew
  /// It is smaller but not zero.
  case shrank
  /// It is the same and not zero.
  case unchanged
}

extension Set<UsageChange> {
  /// Every change.
  static let any = Set(UsageChange.allCases)
  /// Every change but growth.
  static let noMore = any.subtracting([.grew])

  /// The changes in words, or nil if every change is among them.
  fileprivate var words: String? {
    if self == .any { return nil }
    return self == .noMore ? "no more than before" : UsageChange.allCases.filter(contains).map(\.rawValue).alternatives
  }
}

extension Expectation where Action == ResponseAction {
  /// Each usage has changed in one of some ways.
  static func usage(memory: Set<UsageChange> = .any, disk: Set<UsageChange> = .any) -> Self {
    let words = [memory.words.map { "memory \($0)" }, disk.words.map { "disk \($0)" }].compactMap(\.self)
    return usage(words.joined(separator: ", ")) { memory.contains($0.memory) && disk.contains($0.disk) }
  }

  /// The usages have changed in one of the ways that a closure chooses.
  static func usage(_ words: String, where isAllowed: (UsageChanges) -> Bool) -> Self {
    let all = UsageChange.allCases.flatMap { memory in
      UsageChange.allCases.map { UsageChanges(memory: memory, disk: $0) }
    }
    return .answer(.described(words, .oneOf(all.filter(isAllowed).map { [.value(.usage($0))] })))
  }

  /// What is stored takes room somewhere.
  static var usageGrew: Self { .usage("memory or disk grew") { $0.memory == .grew || $0.disk == .grew } }

  /// What the usages may be once everything is removed, compared with the empty store: files that remain count too.
  static var usageOfNothing: Self { .usage(memory: [.zero, .unchanged], disk: .noMore) }
}

/// Both usages compared with the last measurement.
public struct UsageChanges: Hashable, Sendable, CustomStringConvertible {
  /// In memory.
  public let memory: UsageChange
  /// On disk.
  public let disk: UsageChange

  /// Makes the changes of both usages.
  public init(memory: UsageChange, disk: UsageChange) {
    self.memory = memory
    self.disk = disk
  }

  public var description: String { "memory \(memory), disk \(disk)" }
}
