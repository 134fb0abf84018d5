import PaywallRules
import Foundation

extension RemoteLayer: JSONValue {}

extension PaywallFetchPolicy: JSONValue {
  package init(_ json: JSON, name: String) throws {
    switch try json.get("name", as: String.self) {
    case "reloadRevalidatingCacheData": self = .reloadRevalidatingCacheData
    case "returnCacheDataElseLoad": self = .returnCacheDataElseLoad
    case "returnCacheDataIfNotExpiredElseLoad":
      self = .returnCacheDataIfNotExpiredElseLoad(maxAge: try json.get("maxAge"))
    default: throw UnexpectedJSON(name: name, wanted: "a policy")
    }
  }
  package var json: JSON {
    switch self {
    case .reloadRevalidatingCacheData, .returnCacheDataElseLoad: ["name": .text(description)]
    case .returnCacheDataIfNotExpiredElseLoad(let maxAge):
      ["name": "returnCacheDataIfNotExpiredElseLoad", "maxAge": maxAge.json]
    }
  }
}

extension Paywall: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(
      placement: try json.get("placement"), version: try json.get("version"),
      content: try json.get("content", as: Base64.self).bytes)
  }
  package var json: JSON {
    ["placement": placement.json, "version": version.json, "content": Base64(content).json]
  }
}

extension PaywallConfiguration: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(
      fallback: try json.find("fallback").map { URL(fileURLWithPath: $0) }, timeOut: try json.get("timeOut"),
      updateInterval: try json.find("updateInterval"))
  }
  package var json: JSON {
    ["fallback": (fallback?.path).json, "timeOut": timeOut.json, "updateInterval": updateInterval.json]
  }
}

/// The bytes of a remote layer's answer, and how many times it is given.
extension PaywallWorld.RemoteAnswer: JSONValue {
  package init(_ json: JSON, name: String) throws {
    self.init(bytes: try json.get("bytes", as: Base64.self).bytes, times: try json.get("times"))
  }
  package var json: JSON { ["bytes": Base64(bytes).json, "times": times.json] }
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with paywalls.
    public static let paywall = Self("paywall") { program, _ in .paywalls(of: program) }
  }

  extension ChapterImplementation {
    /// A program's cache of paywalls.
    static func paywalls(of program: Program) -> Self {
      paywalls { configuration, world in
        let connection = world.world.shared {
          ProgramConnection(
            program, "paywall", in: world.world,
            chapterState: { [weak world] in
              guard let world else { return [:] }
              return [
                "networkQuality": world.networkQuality.rawValue.json,
                "timeZone": world.timeZone.secondsFromGMT().json,
              ]
            }
          ) { [weak world] method, parameters in
            guard let world else { throw CancellationError() }
            guard method == "ask" else { throw UnknownMethod(name: method) }
            return try await world.origin.ask(
              PaywallRequest(parameters.get("layer"), for: Placement(parameters.get("placement")))
            ).json
          }
        }
        guard case .object(var parameters) = configuration.json else { throw UnknownMethod(name: "open") }
        parameters["folder"] = .text(try WorldFailure.catching { try world.world.storage.directory("paywalls").path })
        return ProgramPaywalls(object: try await connection.make("open", parameters))
      }
    }
  }

  private struct ProgramPaywalls: AdaptivePaywallModule, PaywallPreloadModule, ProgramModule {
    let object: ProgramObject

    func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
      try await object.call("load", ["placement": placement.json, "policy": policy.json]).whole()
    }
    func loadAdaptively(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
      try await object.call("loadAdaptively", ["placement": placement.json, "policy": policy.json]).whole()
    }
    func refresh(_ placement: String) async throws -> Paywall {
      try await object.call("refresh", ["placement": placement.json]).whole()
    }
    func preload(_ placements: Set<String>) async throws {
      try await object.call("preload", ["placements": placements.sorted().json])
    }
    func preloadedPaywall(for placement: String) async throws -> Paywall {
      try await object.call("preloadedPaywall", ["placement": placement.json]).whole()
    }
    func cachedPaywall(for placement: String) async throws -> Paywall? {
      try await object.call("cachedPaywall", ["placement": placement.json]).found()
    }
    func cleanUp() async throws { try await object.call("cleanUp") }
    func logOut() async throws { try await object.call("logOut") }
  }
#endif

/// A cache of paywalls that is served to the kit at the other end of a pipe.
struct ServedPaywalls<Module: PaywallCacheModule>: ServedModule {
  private let world: PaywallWorld
  private let open: @Sendable (PaywallConfiguration, PaywallWorld) async throws -> Module

  init(
    in remoteWorld: RemoteWorld,
    _ open: @escaping @Sendable (PaywallConfiguration, PaywallWorld) async throws -> Module
  ) {
    world = PaywallWorld(remoteWorld: remoteWorld)
    self.open = open
  }

  func answer(_ method: String, _ parameters: JSON, _ objects: ServedObjects) async throws -> JSON {
    if method == "open" {
      world.world.storage.use(folder: try parameters.get("folder"))
      return objects.made(try await open(parameters.whole(), world))
    }
    let module: Module = try objects.object(of: parameters)
    switch (method, module) {
    case ("load", _):
      return try await module.load(parameters.get("placement"), policy: parameters.find("policy")).json
    case ("cachedPaywall", _): return try await module.cachedPaywall(for: parameters.get("placement")).json
    case ("cleanUp", _): try await module.cleanUp()
    case ("logOut", _): try await module.logOut()
    case ("loadAdaptively", let module as any AdaptivePaywallModule):
      return try await module.loadAdaptively(parameters.get("placement"), override: parameters.find("policy")).json
    case ("refresh", let module as any AdaptivePaywallModule):
      return try await module.refresh(parameters.get("placement")).json
    case ("preload", let module as any PaywallPreloadModule):
      try await module.preload(Set(parameters.get("placements", as: [String].self)))
    case ("preloadedPaywall", let module as any PaywallPreloadModule):
      return try await module.preloadedPaywall(for: parameters.get("placement")).json
    default: throw UnknownMethod(name: method)
    }
    return .null
  }
}
