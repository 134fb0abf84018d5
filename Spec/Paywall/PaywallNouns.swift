public import CacheVocabulary

/// The name of a slot in the app.
public struct Placement: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The name, as layers are asked for it.
  public let name: String

  /// Names a placement.
  public init(_ name: String) { self.name = name }

  /// Names a placement in a table.
  public init(stringLiteral name: String) { self.init(name) }

  public var description: String {
    if name.isEmpty { return "the empty placement" }
    // Counted in bytes: counting the characters of a megabyte takes longer than most scenarios.
    let text = name.unicodeScalars.prefix(41).map { $0.isASCII ? $0.escaped(asASCII: true) : String($0) }.joined()
    return name.utf8.count <= 41 ? text : "\(text)… (\(name.utf8.count) B, ends in \(name.suffix(1)))"
  }
}

/// One version of the paywall of one placement.
public struct PaywallVersion: Hashable, Sendable, CustomStringConvertible {
  /// The version; a larger one is newer.
  public let number: Int
  /// The placement.
  public let placement: Placement

  /// Names a version; of the placement that is meant where none is named.
  public init(_ number: Int, of placement: Placement = .onboarding) {
    self.number = number
    self.placement = placement
  }

  public var description: String { placement == .onboarding ? "v\(number)" : "v\(number) of \(placement)" }
}

/// A request as a remote layer saw it.
public struct PaywallRequest: Hashable, Sendable, CustomStringConvertible {
  /// The layer.
  public let layer: RemoteLayer
  /// The placement asked for.
  public let placement: Placement

  /// Notes what a layer saw.
  public init(_ layer: RemoteLayer, for placement: Placement) {
    self.layer = layer
    self.placement = placement
  }

  public var description: String { placement == .onboarding ? "\(layer)" : "\(layer) for \(placement)" }
}

/// What a remote layer does when it is asked.
public enum RemoteState: Hashable, Sendable, CaseIterable, CustomStringConvertible {
  /// It answers with what it has.
  case up
  /// It fails.
  case failing(OriginFailure)
  /// It answers without any bytes.
  case empty
  /// It answers with the first half of the bytes.
  case cutShort
  /// It answers with what it has, and then once more.
  case repeating

  public static let allCases: [Self] = [.up, .empty, .cutShort, .repeating] + OriginFailure.allCases.map(Self.failing)

  /// It cannot be reached.
  public static let down = Self.failing(.noConnection)

  public var description: String {
    switch self {
    case .up: "up"
    case .failing(.noConnection): "down"
    case .failing(let failure): "failing with \(failure)"
    case .empty: "answering with nothing"
    case .cutShort: "answering with half of the bytes"
    case .repeating: "answering twice"
    }
  }
}

/// The file of fallback paywalls that the app ships with.
public enum FallbackFile: Hashable, Sendable, CustomStringConvertible {
  /// None is configured.
  case none
  /// One that holds these.
  case holding([PaywallVersion])
  /// One is configured that is not there.
  case missing
  /// A folder stands where the file should.
  case folder
  /// One that held the fallback, and was damaged.
  case damaged(Damage)

  public var description: String {
    switch self {
    case .none: "no fallback"
    case .holding(let versions): "a fallback file with \(versions.map(\.description).joined(separator: ", "))"
    case .missing: "a fallback file that is not there"
    case .folder: "a folder in place of the fallback file"
    case .damaged(let damage): "a fallback file that is \(damage)"
    }
  }
}

/// How the app is set up.
public struct AppSetup: Hashable, Sendable, CustomStringConvertible {
  /// The fallback file that it ships with.
  public var fallback: FallbackFile
  /// How often the cache is updated in the background, or nil for never.
  public var updateInterval: Duration?
  /// How long a remote layer is waited for.
  public var timeOut: Duration

  /// Sets the app up.
  public init(fallback: FallbackFile = .none, updateInterval: Duration? = nil, timeOut: Duration = .seconds(10)) {
    self.fallback = fallback
    self.updateInterval = updateInterval
    self.timeOut = timeOut
  }

  var requires: Set<Capability> {
    var needed: Set<Capability> = []
    if fallback != .none { needed.insert(.fallbackFile) }
    if updateInterval != nil { needed.formUnion([.backgroundUpdates, .virtualTime]) }
    return needed
  }

  public var description: String {
    "\(fallback)" + (updateInterval.map { ", updates every \($0.inWords)" } ?? "")
  }
}

/// What happens to the app.
public enum AppEvent: String, Sendable, CaseIterable, CustomStringConvertible {
  /// It ends and starts again.
  case restart
  /// It is removed with all its data, and installed again.
  case reinstall
  /// The cache is cleaned up by hand.
  case cleanUp
  /// The user logs out.
  case logOut

  public var description: String {
    switch self {
    case .restart: "the app restarts"
    case .reinstall: "the app is removed and installed again"
    case .cleanUp: "the cache is cleaned up by hand"
    case .logOut: "the user logs out"
    }
  }
}

/// What the app asks for.
public enum PaywallCall: Hashable, Sendable, CustomStringConvertible {
  /// A paywall of the cache, under a policy or none.
  case load(Placement, PaywallFetchPolicy? = nil)
  /// A paywall of the service that chooses the policy by the network's quality, unless it is told one.
  case adapt(Placement, override: PaywallFetchPolicy? = nil)
  /// A refresh of that service.
  case refresh(Placement)
  /// A paywall of the repository that preloads.
  case get(Placement)

  /// The placement that it is about.
  public var placement: Placement {
    switch self {
    case .load(let placement, _), .adapt(let placement, _), .refresh(let placement), .get(let placement): placement
    }
  }

  var requires: Set<Capability> {
    switch self {
    case .load: []
    case .adapt, .refresh: [.adaptivePolicy]
    case .get: [.preloading]
    }
  }

  public var description: String {
    switch self {
    case .load(let placement, let policy): "load \(placement)" + (policy.map { " with \($0.inWords)" } ?? "")
    case .adapt(let placement, let policy):
      "load \(placement) by the adaptive service" + (policy.map { ", told \($0.inWords)" } ?? "")
    case .refresh(let placement): "refresh \(placement)"
    case .get(let placement): "get \(placement) from the repository"
    }
  }
}

/// What becomes of requests on their way to the remote layers.
public enum Transit: Hashable, Sendable, CustomStringConvertible {
  /// From now on they are held.
  case hold
  /// So many are held at once: the scenario goes on when that has come about.
  case awaitHeld(Int)
  /// The same, of a request for each of two loads of one placement.
  case awaitBothHeld
  /// The time passes that the module waits for a remote layer.
  case timeOut
  /// The oldest held one is answered.
  case releaseOldest
  /// The newest held one is answered.
  case releaseNewest
  /// All that are held are answered, and no more are held.
  case releaseAll

  public var description: String {
    switch self {
    case .hold: "hold requests"
    case .awaitHeld(let count): "\(count) request\(count == 1 ? " is" : "s are") held"
    case .awaitBothHeld: "a request of each of both is held"
    case .timeOut: "the time-out passes"
    case .releaseOldest: "answer the oldest request"
    case .releaseNewest: "answer the newest request"
    case .releaseAll: "answer every request"
    }
  }
}

extension PaywallFetchPolicy {
  /// The policy as reports show it.
  var inWords: String {
    switch self {
    case .reloadRevalidatingCacheData, .returnCacheDataElseLoad: description
    case .returnCacheDataIfNotExpiredElseLoad(let maxAge):
      "returnCacheDataIfNotExpiredElseLoad(maxAge: \(maxAge.inWords))"
    }
  }
}

extension Duration {
  /// The duration in its largest whole unit.
  var inWords: String {
    guard components.attoseconds == 0 else { return description }
    let units: [(seconds: Int64, name: String)] = [(86_400, "d"), (3600, "h"), (60, "min")]
    for unit in units where components.seconds != 0 && components.seconds % unit.seconds == 0 {
      return "\(components.seconds / unit.seconds) \(unit.name)"
    }
    return "\(components.seconds) s"
  }
}
