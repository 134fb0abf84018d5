package import CacheConformance
import PaywallRules
import Foundation

extension RemoteLayer: JSONValue {}

extension PaywallFetchPolicy: JSONEnum {
  package static let cases = JSONCases<Self>(
    "PaywallPolicy", by: "name",
    JSONCases.Case("reloadRevalidatingCacheData", make: { .reloadRevalidatingCacheData }) {
      $0 == .reloadRevalidatingCacheData ? () : nil
    },
    JSONCases.Case("returnCacheDataElseLoad", make: { .returnCacheDataElseLoad }) {
      $0 == .returnCacheDataElseLoad ? () : nil
    },
    JSONCases.Case(
      "returnCacheDataIfNotExpiredElseLoad", Parameter("maxAge", Duration.self),
      make: { .returnCacheDataIfNotExpiredElseLoad(maxAge: $0) }
    ) { if case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = $0 { maxAge } else { nil } })
}

extension Paywall: JSONStructure {
  package static let structure = Structure<Self>(
    "Paywall", Member("placement", \.placement), Member("version", \.version), Member(bytes: "content", \.content)
  ) { Self(placement: $0, version: $1, content: $2.bytes) }
}

extension PaywallWorld.RemoteAnswer: JSONStructure {
  package static let structure = Structure<Self>(
    "RemoteAnswer", Member(bytes: "bytes", \.bytes), Member("times", \.times)
  ) { Self(bytes: $0.bytes, times: $1) }
}

/// The calls of paywall caches over a pipe.
enum PaywallCalls {
  private static let placement = Parameter("placement", String.self)
  private static let policy = Parameter("policy", PaywallFetchPolicy?.self)
  typealias Cache = any PaywallCacheModule

  static let open = PipeCall(
    "open", Parameter("folder", String.self), Parameter("fallback", String?.self),
    Parameter("timeOut", Duration.self), Parameter("updateInterval", Duration?.self), answer: ObjectNumber.self)
  static let load = ModuleCall("load", placement, policy, of: Cache.self) { try await $0.load($1, policy: $2) }
  static let cachedPaywall = ModuleCall("cachedPaywall", placement, of: Cache.self) {
    try await $0.cachedPaywall(for: $1)
  }
  static let cleanUp = ModuleCall("cleanUp", of: Cache.self) { try await $0.cleanUp() }
  static let logOut = ModuleCall("logOut", of: Cache.self) { try await $0.logOut() }
  static let loadAdaptively = ModuleCall("loadAdaptively", placement, policy, of: (any AdaptivePaywallModule).self) {
    try await $0.loadAdaptively($1, override: $2)
  }
  static let refresh = ModuleCall("refresh", placement, of: (any AdaptivePaywallModule).self) {
    try await $0.refresh($1)
  }
  static let preload = ModuleCall(
    "preload", Parameter("placements", [String].self), of: (any PaywallPreloadModule).self
  ) { try await $0.preload(Set($1)) }
  static let preloadedPaywall = ModuleCall("preloadedPaywall", placement, of: (any PaywallPreloadModule).self) {
    try await $0.preloadedPaywall(for: $1)
  }
  static let ask = PipeCall(
    "ask", Parameter("layer", RemoteLayer.self), placement, answer: PaywallWorld.RemoteAnswer.self)

  static let networkQuality = Parameter("networkQuality", Int.self)
  static let timeZone = Parameter("timeZone", Int.self)

  static let description = PipeDescription(
    "paywall",
    "a layered cache of paywalls: CDN, server, cache, fallback file; `PaywallCacheModule`. The bytes of an answer and the "
      + "fallback file hold paywalls one after another, each as a line `paywall VERSION BYTES-OF-PLACEMENT "
      + "BYTES-OF-CONTENT`, the placement and the content. `networkQuality` is 0 offline to 4 excellent, of which 3 is "
      + "good; `timeZone` is in seconds from GMT",
    calls: [
      open.described(
        "opens the cache when the app starts; `timeOut` is how long to wait for a layer, `updateInterval` how often to "
          + "update in the background, or null for never")
    ],
    ofObjects: [
      load.described(failing: noLayer), cachedPaywall.described("asks no layer and changes nothing"),
      cleanUp.described("removes everything that is cached", unless: .manualCleanUp),
      logOut.described("the user logs out", unless: .logOut),
      loadAdaptively.described(
        "chooses the policy by the quality of the network if none is named", failing: noLayer, unless: .adaptivePolicy),
      refresh.described("loads fresh data whatever the network's quality", failing: noLayer, unless: .adaptivePolicy),
      preload.described(
        "begins to preload, in place of an earlier preload, and answers at once", unless: .preloading),
      preloadedPaywall.described(
        "does what `loadAdaptively` does for a placement that was not preloaded", failing: noLayer, unless: .preloading),
    ],
    asked: [
      ask.described(
        "asks a layer for a paywall; the bytes arrive this many `times`",
        failing: "the layer fails, or `cancelled`")
    ],
    state: [networkQuality.field, timeZone.field])

  private static let noLayer = "no layer has the paywall"
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with paywalls.
    public static let paywall = Self(PaywallCalls.description) { program, _ in .paywalls(of: program) }
  }

  extension ChapterImplementation {
    /// A program's cache of paywalls.
    static func paywalls(of program: Program) -> Self {
      paywalls { configuration, world in
        let connection = world.world.shared {
          ProgramConnection(
            program, "paywall", in: world.world,
            state: { [weak world] in
              guard let world else { return [:] }
              return [
                PaywallCalls.networkQuality.name: world.networkQuality.rawValue.json,
                PaywallCalls.timeZone.name: world.timeZone.secondsFromGMT().json,
              ]
            },
            answering: [
              PaywallCalls.ask.answered(in: world) { world, layer, placement in
                try await world.origin.ask(PaywallRequest(layer, for: Placement(placement)))
              }
            ])
        }
        let folder = try WorldFailure.catching { try world.world.storage.directory("paywalls").path }
        return ProgramPaywalls(
          object: try await connection.make(
            PaywallCalls.open, folder, configuration.fallback?.path, configuration.timeOut,
            configuration.updateInterval))
      }
    }
  }

  private struct ProgramPaywalls: AdaptivePaywallModule, PaywallPreloadModule, ProgramModule {
    let object: ProgramObject

    func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall {
      try await object.call(PaywallCalls.load, placement, policy)
    }
    func loadAdaptively(_ placement: String, override policy: PaywallFetchPolicy?) async throws -> Paywall {
      try await object.call(PaywallCalls.loadAdaptively, placement, policy)
    }
    func refresh(_ placement: String) async throws -> Paywall { try await object.call(PaywallCalls.refresh, placement) }
    func preload(_ placements: Set<String>) async throws {
      try await object.call(PaywallCalls.preload, placements.sorted())
    }
    func preloadedPaywall(for placement: String) async throws -> Paywall {
      try await object.call(PaywallCalls.preloadedPaywall, placement)
    }
    func cachedPaywall(for placement: String) async throws -> Paywall? {
      try await object.call(PaywallCalls.cachedPaywall, placement)
    }
    func cleanUp() async throws { try await object.call(PaywallCalls.cleanUp) }
    func logOut() async throws { try await object.call(PaywallCalls.logOut) }
  }
#endif

extension ServedModule {
  /// A cache of paywalls that is served to the kit at the other end of a pipe.
  static func paywalls(
    in pipedWorld: PipedWorld,
    _ open: @escaping @Sendable (PaywallConfiguration, PaywallWorld) async throws -> any PaywallCacheModule
  ) -> Self {
    let world = PaywallWorld(pipedWorld: pipedWorld)
    let opening = PaywallCalls.open.making { _, folder, fallback, timeOut, updateInterval in
      world.world.storage.use(folder: folder)
      return try await open(
        PaywallConfiguration(
          fallback: fallback.map { URL(fileURLWithPath: $0) }, timeOut: timeOut, updateInterval: updateInterval), world)
    }
    return Self(PaywallCalls.description, [opening])
  }
}
