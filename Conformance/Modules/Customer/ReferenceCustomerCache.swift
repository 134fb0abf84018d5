import Foundation

extension CustomerAction: ShippedModules {
  package static func reference(on backend: Backend) -> ChapterImplementation {
    .customers { setup, place, world in try await ReferenceCustomerCache(setup, at: place, in: world, on: backend) }
  }

  package static var null: ChapterImplementation {
    .customers { _, _, _ in
      StubCustomerCache(
        user: { nil }, info: { CustomerInfoModel("", "") }, onSale: { OfferingsModel("", "") })
    }
  }

  package static var alwaysHit: ChapterImplementation {
    .customers { setup, place, world in
      func first<Value>(_ what: String) -> Memo<Value?> {
        world.world.storage.inMemory("\(what) on \(place.name)") { Memo<Value?>(nil) }
      }
      let (info, offerings) = (first("info") as Memo<CustomerInfoModel?>, first("offerings") as Memo<OfferingsModel?>)
      let user = try await first("user").first { setup.appUserID ?? "somebody" }
      return StubCustomerCache(
        user: { user }, info: { try await info.first { try await world.fetchCustomerInfo(of: user) } },
        onSale: { try await offerings.first { try await world.fetchOfferings(for: user) } })
    }
  }
}

/// The reference's customer cache as a module.
struct ReferenceCustomerCache: OfferingsCacheModule, PurchasesModule, IdentitiesModule, InvalidationModule,
  CustomerListenerModule, EarlierFormatModule
{
  private let cache: CustomerCache
  /// Opens its storage.
  private let open: @Sendable () throws -> any CacheStorage

  init(_ setup: CustomerSetup, at place: StorePlace, in world: CustomerWorld, on backend: Backend) async throws {
    open = { try backend.open(place.name, in: world.world.storage) }
    cache = try await CustomerCache.configure(
      setup, storage: try open(), origins: CustomerOrigins(of: world),
      in: CustomerDependencies(clock: world.clock, now: { world.now }, log: { world.log($0) }))
  }

  func appUserID() async -> AppUserID? { await cache.appUserID }
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel {
    // Passing the default policy here would leave the reference's own default untested.
    if let policy { try await cache.customerInfo(policy) } else { try await cache.customerInfo() }
  }
  func offerings() async throws -> OfferingsModel { try await cache.offerings() }
  func purchase(_ product: String) async throws { _ = try await cache.purchase(product) }
  func restorePurchases() async throws { _ = try await cache.restorePurchases() }
  func logIn(_ user: AppUserID) async throws { try await cache.logIn(user) }
  func logOut() async throws { try await cache.logOut() }
  func invalidateCustomerInfoCache() async throws { try await cache.invalidateCustomerInfoCache() }
  func setListener(_ listener: CustomerInfoListener?) async { await cache.setListener(listener) }
  func enterForeground() async { await cache.enterForeground() }
  func enterBackground() async { await cache.enterBackground() }
  func waitUntilIdle() async { await cache.waitUntilIdle() }
  func close() async { await cache.close() }
  func storeInEarlierFormat(_ info: CustomerInfoModel) throws {
    try CustomerAction.storeInEarlierFormat(info, in: open())
  }
}

extension CustomerOrigins {
  /// The servers of a world.
  package init(of world: CustomerWorld) {
    self.init(
      customerInfo: { try await world.fetchCustomerInfo(of: $0) },
      offerings: { try await world.fetchOfferings(for: $0) },
      purchase: { try await world.purchase($0, by: $1) },
      restore: { try await world.restore(for: $0) })
  }
}

extension CustomerAction {
  /// Stores customer info in the reference's first format, which had neither a length nor a checksum, and closes the
  /// storage.
  package static func storeInEarlierFormat(_ info: CustomerInfoModel, in storage: any CacheStorage) throws {
    defer { storage.close() }
    let bytes = Array("\(info.appUserID.text);\(info.version);\(info.entitlements.joined(separator: ","))".utf8)
    try storage.apply([.write(collection: "customer", key: "info", value: bytes)])
  }
}

/// A customer cache with fixed answers, which does nothing else.
private struct StubCustomerCache: OfferingsCacheModule, PurchasesModule, IdentitiesModule, InvalidationModule,
  CustomerListenerModule, EarlierFormatModule, IdleModule
{
  let user: @Sendable () -> AppUserID?
  let info: @Sendable () async throws -> CustomerInfoModel
  let onSale: @Sendable () async throws -> OfferingsModel

  func appUserID() -> AppUserID? { user() }
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel { try await info() }
  func offerings() async throws -> OfferingsModel { try await onSale() }
  func purchase(_ product: String) {}
  func restorePurchases() {}
  func logIn(_ user: AppUserID) {}
  func logOut() {}
  func invalidateCustomerInfoCache() {}
  func setListener(_ listener: (@Sendable (CustomerInfoModel) -> Void)?) {}
  func enterForeground() {}
  func enterBackground() {}
  func storeInEarlierFormat(_ info: CustomerInfoModel) {}
}
