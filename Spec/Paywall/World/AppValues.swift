/// What a remote layer does when it is asked.
public enum RemoteState: Hashable, Sendable, CustomStringConvertible {
  /// It answers with the paywall it holds.
  case up
  /// It fails.
  case failing(RemoteFailure)
  /// It answers with bytes that are no paywall.
  case undecodable
  /// It answers without any bytes.
  case empty
  /// It answers with the first half of the bytes.
  case cutShort
  /// It answers with the paywall it holds, and then a second time.
  case repeating

  /// It refuses the connection, although the device has a network.
  static let down = Self.failing(.refused)
  /// It cannot be reached, because the device has no network.
  static let noNetwork = Self.failing(.noNetwork)

  /// The behaviours, each on its own, in which a layer gives no usable answer.
  package static let failures = kindsOfFailure + [.empty, .cutShort]
  /// The kinds of failure that clients distinguish.
  static let kindsOfFailure: [Self] = [
    .noNetwork, .down, .failing(.timeOut), .failing(.serverError), .undecodable,
  ]
  /// The kinds that a layer shows alone, while the device has a network.
  static let kindsOfOneLayer = kindsOfFailure.filter { $0 != .noNetwork }

  /// The failure, as rows name it.
  var failureName: String {
    switch self {
    case .failing(let failure): "\(failure)"
    case .undecodable: "undecodable answer"
    case .up, .empty, .cutShort, .repeating: description
    }
  }

  public var description: String {
    switch self {
    case .up: "up"
    case .failing(.refused): "down"
    case .failing(.noNetwork): "without a network"
    case .failing(let failure): "failing with \(failure)"
    case .undecodable: "failing with undecodable answer"
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
  /// A file that holds these paywalls.
  case holding([PaywallVersion])
  /// A file is configured but does not exist.
  case missing
  /// A folder stands where the file should.
  case folder
  /// A file that held the fallback and was damaged.
  case damaged(StorageDamage)

  public var description: String {
    switch self {
    case .none: "no fallback"
    case .holding(let versions): "\(versions.map(\.description).joined(separator: " and ")) as fallback"
    case .missing: "a fallback file that is not there"
    case .folder: "a folder in place of the fallback file"
    case .damaged(let damage): "a fallback file that is \(damage)"
    }
  }
}

/// The configuration of the app.
public struct AppSetup: Hashable, Sendable, CustomStringConvertible {
  public static let defaultTimeOut = Duration.seconds(10)

  /// The fallback file that it ships with.
  public let fallback: FallbackFile
  /// The interval of background updates; nil for no updates.
  public let updateInterval: Duration?
  /// The time-out for each remote layer.
  public let timeOut: Duration

  /// Creates a configuration.
  public init(
    fallback: FallbackFile = .none, updateInterval: Duration? = nil, timeOut: Duration = Self.defaultTimeOut
  ) {
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
    let updates = updateInterval.map { "an update every \($0.inWords)" }
    let patience = timeOut == Self.defaultTimeOut ? nil : "a time-out of \(timeOut.inWords)"
    return ["\(fallback)", updates, patience].compactMap(\.self).joined(separator: ", ")
  }
}

/// What happens to the app.
public enum AppEvent: String, Sendable, CaseIterable, CustomStringConvertible {
  /// It is removed with all its data, and installed again.
  case reinstall
  /// The cache is cleaned up by hand.
  case cleanUp
  /// The user logs out.
  case logOut
  /// The device is taken to a time zone nine hours ahead.
  case travelEast
  /// The device is taken to a time zone nine hours behind.
  case travelWest

  public var description: String {
    switch self {
    case .reinstall: "the app is removed and installed again"
    case .cleanUp: "the cache is cleaned up by hand"
    case .logOut: "the user logs out"
    case .travelEast: "the time zone is nine hours ahead"
    case .travelWest: "the time zone is nine hours behind"
    }
  }
}

/// What the app asks for.
public enum PaywallCall: Hashable, Sendable, CustomStringConvertible {
  /// A paywall, loaded under a policy or with none named.
  case load(Placement, PaywallFetchPolicy? = nil)
  /// A paywall, loaded under the policy that suits the network quality unless one is named.
  case adapt(Placement, override: PaywallFetchPolicy? = nil)
  /// A refresh of the cached copy.
  case refresh(Placement)
  /// A paywall that was preloaded, or else is loaded now.
  case get(Placement)

  /// The placement that the call is for.
  public var placement: Placement {
    switch self {
    case .load(let placement, _), .adapt(let placement, _), .refresh(let placement), .get(let placement): placement
    }
  }

  var requires: Set<Capability> {
    switch self {
    case .load(_, let policy): policy.map { [.policy($0.name)] } ?? []
    case .adapt(_, let policy): Set([.adaptivePolicy] + (policy.map { [.policy($0.name)] } ?? []))
    case .refresh: [.adaptivePolicy]
    case .get: [.preloading]
    }
  }

  public var description: String {
    switch self {
    case .load(let placement, let policy): "load \(placement)" + (policy.map { " with \($0.inWords)" } ?? "")
    case .adapt(let placement, let policy):
      "load \(placement) as fits the network" + (policy.map { ", overridden by \($0.inWords)" } ?? "")
    case .refresh(let placement): "refresh \(placement)"
    case .get(let placement): "get \(placement) from the preloading repository"
    }
  }
}

extension PaywallFetchPolicy {
  /// Its name in the document.
  fileprivate var name: String {
    switch self {
    case .reloadRevalidatingCacheData: "reloadRevalidatingCacheData"
    case .returnCacheDataElseLoad: "returnCacheDataElseLoad"
    case .returnCacheDataIfNotExpiredElseLoad: "returnCacheDataIfNotExpiredElseLoad"
    }
  }

  /// The policy as reports show it.
  var inWords: String {
    switch self {
    case .reloadRevalidatingCacheData, .returnCacheDataElseLoad: description
    case .returnCacheDataIfNotExpiredElseLoad(let maxAge):
      "returnCacheDataIfNotExpiredElseLoad(maxAge: \(maxAge.inWords))"
    }
  }
}
