package import CacheConformance
package import CacheSpec
package import CacheVocabulary
package import ReferenceCache

/// The reference's customer cache as a module.
package struct ReferenceCustomerCache<Backend: ReferenceBackend> {
  /// What the reference is made of besides its configuration.
  package struct Parts: Sendable {
    package var storage: any Storage
    package var origins: CustomerOrigins
    package var surroundings: Surroundings
  }

  package let cache: CustomerCache

  /// The parts that a world has.
  package static func parts(at place: StorePlace, in world: CustomerWorld) throws -> Parts {
    Parts(
      storage: try Backend.open(place.name, in: world.world.storage),
      origins: CustomerOrigins(
        customerInfo: { try await world.fetchCustomerInfo(of: $0) },
        offerings: { try await world.fetchOfferings(for: $0) },
        purchase: { try await world.purchase($0, by: $1) },
        restore: { try await world.restore(for: $0) }),
      surroundings: Surroundings(clock: world.clock, now: { world.now }, log: { world.log($0) }))
  }

  /// Configures the reference over some parts.
  package static func configure(_ setup: CustomerSetup, over parts: Parts) async throws -> Self {
    Self(
      cache: try await CustomerCache.configure(
        setup, storage: parts.storage, origins: parts.origins, in: parts.surroundings))
  }
}

extension ReferenceCustomerCache: OfferingsModule, PurchasesModule, IdentitiesModule, InvalidationModule,
  CustomerListenerModule, EarlierFormatModule
{
  package static var lacking: [Capability: String] { [:] }

  package static func configure(
    _ setup: CustomerSetup, at place: StorePlace, in world: CustomerWorld
  ) async throws -> Self {
    try await configure(setup, over: parts(at: place, in: world))
  }

  package func appUserID() async -> AppUserID? { await cache.appUserID }
  package func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    // Naming the default here would leave the reference's own untried.
    if let policy { try await cache.customerInfo(policy) } else { try await cache.customerInfo() }
  }
  package func offerings() async throws -> Offerings { try await cache.offerings() }
  package func purchase(_ product: String) async throws { _ = try await cache.purchase(product) }
  package func restorePurchases() async throws { _ = try await cache.restorePurchases() }
  package func logIn(_ user: AppUserID) async throws { try await cache.logIn(user) }
  package func logOut() async throws { try await cache.logOut() }
  package func invalidateCustomerInfoCache() async throws { try await cache.invalidateCustomerInfoCache() }
  package func setListener(_ listener: (@Sendable (CustomerInfo) -> Void)?) async { await cache.setListener(listener) }
  package func enterForeground() async { await cache.enterForeground() }
  package func enterBackground() async { await cache.enterBackground() }
  package func settle() async { await cache.settle() }
  package func close() async { await cache.close() }

  /// The first format had neither a length nor a checksum.
  package static func storeInEarlierFormat(
    _ info: CustomerInfo, at place: StorePlace, in world: CustomerWorld
  ) throws {
    let storage = try Backend.open(place.name, in: world.world.storage)
    defer { storage.close() }
    let bytes = Array("\(info.appUserID.text);\(info.version);\(info.entitlements.joined(separator: ","))".utf8)
    try storage.apply([.write(collection: "customer", key: "info", value: bytes)])
  }
}
