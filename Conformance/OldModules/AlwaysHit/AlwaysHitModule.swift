public import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import Synchronization

extension Module {
  /// A module that answers with the first thing it ever saw: a rule that it passes confuses an answer with the right one.
  public static let alwaysHit = Module(
    "always-hit", "answers with the first thing it ever saw: passes no must rule",
    .responseLoader(AlwaysHitResponseLoader.self)
      + .paywallCache(
        AlwaysHitPaywallCache.self, adaptive: AlwaysHitAdaptivePaywalls.self,
        preloading: AlwaysHitPaywallRepository.self)
      + .customerCache(AlwaysHitCustomerCache.self)
      + .dashboard(AlwaysHitDashboard.self)
      + .normalizedCache(AlwaysHitNormalizedCache.self))
}

/// A store that keeps the first response it is given, for every request, for ever.
final class AlwaysHitResponseStore: ResponseStoreModule, KeptInMemory {
  static var lacking: [Capability: String] { [:] }
  private let first = Mutex<StoredResponse?>(nil)

  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) -> Self {
    kept(as: place.name, in: world)
  }

  static func kept(as name: String, in world: ResponseWorld) -> Self { world.world.storage.kept(name) { Self() } }

  func storedResponse(for request: HTTPRequest) -> StoredResponse? { first.withLock(\.self) }
  func store(_ response: StoredResponse, for request: HTTPRequest) { first.withLock { $0 = $0 ?? response } }
  func removeResponse(for request: HTTPRequest) {}
  func removeResponses(since date: Date) {}
  func removeAllResponses() {}
  func usage() -> ByteCounts { ByteCounts(memory: 1, disk: 1) }
  func capacity() -> ByteCounts { ByteCounts(memory: 1, disk: 1) }
  func setCapacity(_ capacity: ByteCounts) {}
  func settle() {}
  func close() {}

  func storedCopies() -> [[UInt8]] { [] }
  func damage(_ damage: Damage) {}
}

/// A loader that asks its origin once, and never again.
struct AlwaysHitResponseLoader: ResponseLoaderModule {
  private let store: AlwaysHitResponseStore
  private let world: ResponseWorld

  static var transport: Transport { .inProcess }
  static func sharedStore(in world: ResponseWorld) -> AlwaysHitResponseStore { .kept(as: "main", in: world) }

  init(_ configuration: SessionConfiguration<AlwaysHitResponseStore>, in world: ResponseWorld) {
    store = configuration.store ?? .kept(as: "main", in: world)
    self.world = world
  }

  func configuredStore() -> AlwaysHitResponseStore? { store }

  func load(_ request: HTTPRequest, as kind: TaskKind) async throws -> HTTPResponse {
    if let first = store.storedResponse(for: request) { return first.response }
    let response = try await world.send(request)
    store.store(StoredResponse(response), for: request)
    return response
  }

  func close() {}
}
