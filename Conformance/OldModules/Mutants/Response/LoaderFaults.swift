import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceModule

/// Loads a policy as if it were another.
protocol PolicyMixUp: ResponseFault {
  static var from: RequestPolicy { get }
  static var to: RequestPolicy { get }
}

extension PolicyMixUp {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    try await load.under(load.policy == from ? to : load.policy)
  }
}

enum ReloadServesStored: PolicyMixUp {
  static let from = RequestPolicy.reloadIgnoringLocalCacheData
  static let to = RequestPolicy.useProtocolCachePolicy
}

enum ReloadFallsBack: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    do {
      return try await load.soundly()
    } catch {
      if load.policy == .reloadIgnoringLocalCacheData, let stored = try load.stored { return stored }
      throw error
    }
  }
}

enum DontLoadWantsFresh: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    try await load.under(load.policy == .returnCacheDataDontLoad ? .useProtocolCachePolicy : load.policy)
  }
}

enum DontLoadLoads: PolicyMixUp {
  static let from = RequestPolicy.returnCacheDataDontLoad
  static let to = RequestPolicy.returnCacheDataElseLoad
}

enum ElseLoadWantsFresh: PolicyMixUp {
  static let from = RequestPolicy.returnCacheDataElseLoad
  static let to = RequestPolicy.useProtocolCachePolicy
}

enum ElseLoadDoesNotLoad: PolicyMixUp {
  static let from = RequestPolicy.returnCacheDataElseLoad
  static let to = RequestPolicy.returnCacheDataDontLoad
}

enum ProtocolServesStale: PolicyMixUp {
  static let from = RequestPolicy.useProtocolCachePolicy
  static let to = RequestPolicy.returnCacheDataElseLoad
}

enum DefaultReloads: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    let named = load.request.policy ?? load.configuration.policy
    return try await load.under(named ?? .reloadIgnoringLocalCacheData)
  }
}

enum AsksTwice: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    if load.policy == .reloadIgnoringLocalCacheData { _ = try await load.soundly() }
    return try await load.soundly()
  }
}

enum RemoteCachesMayAnswer: PolicyMixUp {
  static let from = RequestPolicy.reloadIgnoringLocalAndRemoteCacheData
  static let to = RequestPolicy.reloadIgnoringLocalCacheData
}

enum RevalidatesNothing: PolicyMixUp {
  static let from = RequestPolicy.reloadRevalidatingCacheData
  static let to = RequestPolicy.returnCacheDataElseLoad
}

enum SessionPolicyForgotten: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    try await load.under(load.request.policy ?? .useProtocolCachePolicy)
  }
}

enum SessionPolicyWins: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    try await load.under(load.configuration.policy ?? load.request.policy)
  }
}

enum HTTPSNotCached: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    load.request.url.hasPrefix("https:") ? try await load.world.send(load.request) : try await load.soundly()
  }
}

enum HTTPSInMemoryOnly: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    let response = try await load.soundly()
    if load.request.url.hasPrefix("https:") {
      try load.configuration.store?.store(
        StoredResponse(response, storagePolicy: .allowedInMemoryOnly), for: load.request)
    }
    return response
  }
}

enum FilesCached: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    if load.request.url.hasPrefix("file:"), let stored = try load.stored { return stored }
    let response = try await load.soundly()
    if load.request.url.hasPrefix("file:") {
      try load.configuration.store?.store(StoredResponse(response), for: load.request)
    }
    return response
  }
}

enum FilesReadUnderAnyPolicy: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    try await load.under(load.request.url.hasPrefix("file:") ? .useProtocolCachePolicy : load.request.policy)
  }
}

enum LoadsAreNotStored: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    if load.policy != .reloadIgnoringLocalCacheData, let stored = try load.stored { return stored }
    return try await load.world.send(load.request)
  }
}

enum StoredByHandIsNotServed: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    try await load.under(.reloadIgnoringLocalCacheData)
  }
}

enum OneStoreForAllSessions: ResponseFault {
  private final class Only: KeptInMemory {
    let store: SoundStore
    init(_ store: SoundStore) { self.store = store }
    func storedCopies() -> [[UInt8]] { [] }
    func damage(_ damage: Damage) {}
  }

  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> SoundStore {
    let store = try SoundStore.open(at: place, capacity: capacity, in: world)
    return world.world.storage.kept("the only store") { Only(store) }.store
  }
}

enum SharedStoreIsNot: ResponseFault {
  static func session(
    _ configuration: SessionConfiguration<SoundStore>, in world: ResponseWorld
  ) throws -> SoundLoader {
    let own = try SoundStore.open(
      at: world.world.storage.place("session"), capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20), in: world)
    return SoundLoader(
      SessionConfiguration(
        kind: configuration.kind, store: configuration.store.map { _ in own }, policy: configuration.policy,
        willCache: configuration.willCache), in: world)
  }
}

enum ReadsBackAnotherStore: ResponseFault {
  static func configuredStore(_ store: SoundStore?, in world: ResponseWorld) throws -> SoundStore? {
    try SoundLoader.sharedStore(in: world)
  }
}

enum NoStoreMeansShared: ResponseFault {
  static func session(
    _ configuration: SessionConfiguration<SoundStore>, in world: ResponseWorld
  ) throws -> SoundLoader {
    SoundLoader(
      SessionConfiguration(
        kind: configuration.kind, store: try configuration.store ?? SoundLoader.sharedStore(in: world),
        policy: configuration.policy, willCache: configuration.willCache), in: world)
  }
}

/// A session whose delegate is tampered with.
protocol DelegateFault: ResponseFault {
  static func ask(_ delegate: @escaping WillCache, _ proposal: StoredResponse) async -> StoredResponse?
}

extension DelegateFault {
  static func session(
    _ configuration: SessionConfiguration<SoundStore>, in world: ResponseWorld
  ) throws -> SoundLoader {
    var willCache: WillCache?
    if let delegate = configuration.willCache { willCache = { await ask(delegate, $0) } }
    return SoundLoader(
      SessionConfiguration(
        kind: configuration.kind, store: configuration.store, policy: configuration.policy, willCache: willCache),
      in: world)
  }
}

enum DelegatePreventsAll: DelegateFault {
  static func ask(_ delegate: @escaping WillCache, _ proposal: StoredResponse) async -> StoredResponse? {
    _ = await delegate(proposal)
    return nil
  }
}

enum DelegateIsNotHeard: DelegateFault {
  static func ask(_ delegate: @escaping WillCache, _ proposal: StoredResponse) async -> StoredResponse? {
    _ = await delegate(proposal)
    return proposal
  }
}

enum DelegateIsAskedTwice: DelegateFault {
  static func ask(_ delegate: @escaping WillCache, _ proposal: StoredResponse) async -> StoredResponse? {
    _ = await delegate(proposal)
    return await delegate(proposal)
  }
}

enum DelegateIsAskedForDownloads: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    let response = try await load.soundly()
    if load.kind == .download { _ = await load.configuration.willCache?(StoredResponse(response)) }
    return response
  }
}

enum DelegateIsAskedInEverySession: ResponseFault {
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse {
    let response = try await load.soundly()
    if load.configuration.kind != .standard { _ = await load.configuration.willCache?(StoredResponse(response)) }
    return response
  }
}
