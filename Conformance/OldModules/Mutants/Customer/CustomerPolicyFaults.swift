import CacheConformance
import CacheVocabulary
import ReferenceCache
import ReferenceModule

/// A fault that takes one policy for another.
protocol CustomerPolicyMixUp: CustomerFault {
  static var meant: CustomerFetchPolicy? { get }
  static var used: CustomerFetchPolicy { get }
}

extension CustomerPolicyMixUp {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    try await cache.sound.customerInfo(policy == meant ? used : policy)
  }
}

enum DefaultWaits: CustomerPolicyMixUp {
  static var meant: CustomerFetchPolicy? { nil }
  static var used: CustomerFetchPolicy { .notStaleCachedOrFetched }
}

enum CachedOrFetchedWaits: CustomerPolicyMixUp {
  static var meant: CustomerFetchPolicy? { .cachedOrFetched }
  static var used: CustomerFetchPolicy { .notStaleCachedOrFetched }
}

enum FromCacheOnlyFetches: CustomerPolicyMixUp {
  static var meant: CustomerFetchPolicy? { .fromCacheOnly }
  static var used: CustomerFetchPolicy { .cachedOrFetched }
}

enum NotStaleServesStale: CustomerPolicyMixUp {
  static var meant: CustomerFetchPolicy? { .notStaleCachedOrFetched }
  static var used: CustomerFetchPolicy { .cachedOrFetched }
}

enum FetchCurrentFallsBack: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    do {
      return try await cache.sound.customerInfo(policy)
    } catch {
      return try await cache.sound.customerInfo(.fromCacheOnly)
    }
  }
}

enum StaleInfoIsRefreshedTwice: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    if policy == .cachedOrFetched { cache.scene.note { $0.isSet = true } }
    return try await cache.sound.customerInfo(policy)
  }
  static func settle(_ cache: FaultyCustomer) async throws {
    let refreshes = cache.scene.note { notes in
      defer { notes.isSet = false }
      return notes.isSet
    }
    if refreshes { _ = try? await cache.world.fetchCustomerInfo(of: cache.user) }
    await cache.sound.settle()
  }
}

enum FailureWipesTheCache: InfoOriginFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    do {
      return try await scene.world.fetchCustomerInfo(of: user)
    } catch {
      scene.note { $0.isSet = true }
      throw error
    }
  }
  static func settle(_ cache: FaultyCustomer) async throws {
    await cache.sound.settle()
    if cache.scene.note(\.isSet) { try await cache.sound.invalidateCustomerInfoCache() }
  }
}
