import CacheSpec
import CacheVocabulary
import PaywallRules

/// The values that the draw brings together.
extension PaywallAction: DrawnAction {
  static let drawableValues: [String: [String]] = [
    "fallback": ["none", "a file", "no file", "a damaged file"],
    "updates": ["none", "by themselves"],
    "time-out": ["short", "long"],
    "CDN": layerStates,
    "server": layerStates,
    "one placement": layerStates,
    "content": ["no text", "text", "no content", "4 KB", "more"],
    "placement": ["plain", "of any characters"],
    "call": ["load", "adapt", "refresh", "get", "preload"],
    "caller": ["waits", "does not wait"],
    "policy": ["none", "reloadRevalidatingCacheData", "returnCacheDataElseLoad", "maxAge"],
    "quality": [NetworkQuality.good, .poor, .fair, .excellent, .offline].map { "\($0)" },
    "requests": ["free", "held", "silent"],
    "time": WorldEvent.drawableTimes,
    "clock": WorldEvent.drawableClocks,
    "end": ["restart", "kill", "restart later", "another start", "reinstall"] + StorageDamage.allCases.map(\.rawValue),
    "damaged": DamagedFiles.allCases.map(\.rawValue),
    "event": ["cleanUp", "logOut", "travelEast", "travelWest"],
  ]

  private static let layerStates = ([.up, .repeating] + RemoteState.failures).map(\.description)

  var drawnValues: [String: String] {
    switch self {
    case .start(let setup):
      [
        "fallback": setup.fallback.drawnValue, "updates": setup.updateInterval == nil ? "none" : "by themselves",
        "time-out": setup.timeOut == AppSetup.defaultTimeOut ? "short" : "long", "end": "another start",
      ]
    case .app(.reinstall): ["end": "reinstall"]
    case .app(let event): ["event": event.rawValue]
    case .publish(let version, _): ["content": version.drawnContent, "placement": version.placement.drawnValue]
    case .remote(let state, let layers, nil):
      layers.reduce(into: [:]) { $0[$1 == .cdn ? "CDN" : "server"] = state.description }
    case .remote(let state, _, let placement?):
      ["one placement": state.description, "placement": placement.drawnValue]
    case .silence: ["requests": "silent"]
    case .network(let quality): ["quality": "\(quality)"]
    case .call(let call): call.drawnValues.merging(["caller": "waits"]) { $1 }
    case .begin(let call, _): call.drawnValues.merging(["caller": "does not wait"]) { $1 }
    case .preload(let placements):
      placements.first.map { ["call": "preload", "placement": $0.drawnValue] } ?? ["call": "preload"]
    case .inspect(let placement): ["placement": placement.drawnValue]
    case .world(let event): event.drawnValues
    case .awaitBothHeld, .awaitTimeOuts, .passTimeOuts: [:]
    }
  }
}

extension FallbackFile {
  fileprivate var drawnValue: String {
    switch self {
    case .none: "none"
    case .holding: "a file"
    case .missing, .folder: "no file"
    case .damaged: "a damaged file"
    }
  }
}

extension PaywallVersion {
  fileprivate var drawnContent: String { padding == 0 ? content.rawValue : padding == 1 << 12 ? "4 KB" : "more" }
}

extension Placement {
  fileprivate var drawnValue: String { description.contains("?") ? "of any characters" : "plain" }
}

extension PaywallCall {
  fileprivate var drawnValues: [String: String] {
    let policy: [String: String]
    let call: String
    switch self {
    case .load(_, let named): (call, policy) = ("load", ["policy": named.drawnValue])
    case .adapt(_, let named): (call, policy) = ("adapt", ["policy": named.drawnValue])
    case .refresh: (call, policy) = ("refresh", [:])
    case .get: (call, policy) = ("get", [:])
    }
    return policy.merging(["call": call, "placement": placement.drawnValue]) { $1 }
  }
}

extension PaywallFetchPolicy? {
  fileprivate var drawnValue: String {
    switch self {
    case nil: "none"
    case .returnCacheDataIfNotExpiredElseLoad: "maxAge"
    case let policy?: "\(policy)"
    }
  }
}
