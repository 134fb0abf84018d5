public import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation

extension Module {
  /// A module that does nothing and never fails: a rule that it passes checks nothing.
  public static let null = Module(
    "null", "does nothing, never fails: passes no must rule",
    .responseLoader(NullResponseLoader.self)
      + .paywallCache(
        NullPaywallCache.self, adaptive: NullAdaptivePaywalls.self, preloading: NullPaywallRepository.self)
      + .customerCache(NullCustomerCache.self)
      + .dashboard(NullDashboard.self)
      + .normalizedCache(NullNormalizedCache.self))
}

/// A store that keeps nothing.
struct NullResponseStore: ResponseStoreModule {
  static var lacking: [Capability: String] { [:] }
  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) -> Self { Self() }

  func storedResponse(for request: HTTPRequest) -> StoredResponse? { nil }
  func store(_ response: StoredResponse, for request: HTTPRequest) {}
  func removeResponse(for request: HTTPRequest) {}
  func removeResponses(since date: Date) {}
  func removeAllResponses() {}
  func usage() -> ByteCounts { ByteCounts(memory: 0, disk: 0) }
  func capacity() -> ByteCounts { ByteCounts(memory: 0, disk: 0) }
  func setCapacity(_ capacity: ByteCounts) {}
  func settle() {}
  func close() {}
}

/// A loader that answers with nothing.
struct NullResponseLoader: ResponseLoaderModule {
  static var transport: Transport { .inProcess }
  static func sharedStore(in world: ResponseWorld) -> NullResponseStore { NullResponseStore() }

  init(_ configuration: SessionConfiguration<NullResponseStore>, in world: ResponseWorld) {}

  func configuredStore() -> NullResponseStore? { NullResponseStore() }
  func load(_ request: HTTPRequest, as kind: TaskKind) -> HTTPResponse { HTTPResponse(url: request.url) }
  func close() {}
}
