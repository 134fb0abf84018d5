import Foundation

extension CustomerAction: PartedModules {
  package typealias Parts = CustomerParts
}

/// The parts of the reference's customer cache and its calls, which a fault can change.
package struct CustomerParts: ModuleParts {
  /// A call without a result.
  typealias Action = @Sendable (CustomerCache) async throws -> Void

  let world: CustomerWorld
  var setup: CustomerSetup
  var storage: any CacheStorage
  var origins: CustomerOrigins
  var clock: any Clock<Duration>
  var now: @Sendable () -> Date
  var log: @Sendable (String) -> Void
  var makeAnonymousID: @Sendable () -> AppUserID = { AppUserID("anonymous-\(UUID().uuidString)") }
  /// Whether reads share a request, or nil for the reference's default.
  var joinsReads: Bool?
  /// Additional background work of a part.
  let background = Background()

  /// Called before a start is complete.
  var started: Action = { _ in }
  var appUserID: @Sendable (CustomerCache) async throws -> AppUserID? = { await $0.appUserID }
  var customerInfo: @Sendable (CustomerCache, CustomerFetchPolicy?) async throws -> CustomerInfoModel = {
    // Passing the default policy here would leave the reference's own default untested.
    if let policy = $1 { try await $0.customerInfo(policy) } else { try await $0.customerInfo() }
  }
  var offerings: @Sendable (CustomerCache) async throws -> OfferingsModel = { try await $0.offerings() }
  var purchase: @Sendable (CustomerCache, String) async throws -> Void = { _ = try await $0.purchase($1) }
  var restorePurchases: Action = { _ = try await $0.restorePurchases() }
  var logIn: @Sendable (CustomerCache, AppUserID) async throws -> Void = { try await $0.logIn($1) }
  var logOut: Action = { try await $0.logOut() }
  var invalidate: Action = { try await $0.invalidateCustomerInfoCache() }
  var setListener: @Sendable (CustomerCache, CustomerInfoListener?) async throws -> Void = { await $0.setListener($1) }
  var enterForeground: Action = { await $0.enterForeground() }
  var enterBackground: Action = { await $0.enterBackground() }
  var waitUntilIdle: Action = { await $0.waitUntilIdle() }
  var close: Action = { await $0.close() }
  /// Stores customer info in the first format.
  var storeInEarlierFormat: @Sendable (CustomerInfoModel) throws -> Void

  /// Makes the sound parts in a world.
  init(_ setup: CustomerSetup, at place: StorePlace, in world: CustomerWorld, on backend: Backend) throws {
    (self.world, self.setup) = (world, setup)
    storage = try backend.open(place.name, in: world.world.storage)
    origins = CustomerOrigins(of: world)
    clock = world.clock
    now = { world.now }
    log = { world.log($0) }
    storeInEarlierFormat = {
      try CustomerAction.storeInEarlierFormat($0, in: backend.open(place.name, in: world.world.storage))
    }
  }

  /// Makes all installations keep what they store in one place.
  mutating func shareStorage() throws {
    let open = { @Sendable [world] in try Backend.memory.open("of every device", in: world.world.storage) }
    storage = try open()
    storeInEarlierFormat = { try CustomerAction.storeInEarlierFormat($0, in: open()) }
  }

  package static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation {
    .customers { setup, place, world in
      try await ChangedCustomerCache(Self(setup, at: place, in: world, on: backend).changed(by: change))
    }
  }
}

/// The reference's customer cache, with changed parts.
struct ChangedCustomerCache: OfferingsCacheModule, PurchasesModule, IdentitiesModule, InvalidationModule,
  CustomerListenerModule, EarlierFormatModule
{
  private let parts: CustomerParts
  private let cache: CustomerCache

  init(_ parts: CustomerParts) async throws {
    self.parts = parts
    let dependencies = CustomerDependencies(
      clock: parts.clock, now: parts.now, log: parts.log, makeAnonymousID: parts.makeAnonymousID)
    cache =
      if let joinsReads = parts.joinsReads {
        try await CustomerCache.configure(
          parts.setup, storage: parts.storage, origins: parts.origins, in: dependencies, joinsReads: joinsReads)
      } else {
        try await CustomerCache.configure(
          parts.setup, storage: parts.storage, origins: parts.origins, in: dependencies)
      }
    try await parts.started(cache)
  }

  func appUserID() async throws -> AppUserID? { try await parts.appUserID(cache) }
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel {
    try await parts.customerInfo(cache, policy)
  }
  func offerings() async throws -> OfferingsModel { try await parts.offerings(cache) }
  func purchase(_ product: String) async throws { try await parts.purchase(cache, product) }
  func restorePurchases() async throws { try await parts.restorePurchases(cache) }
  func logIn(_ user: AppUserID) async throws { try await parts.logIn(cache, user) }
  func logOut() async throws { try await parts.logOut(cache) }
  func invalidateCustomerInfoCache() async throws { try await parts.invalidate(cache) }
  func setListener(_ listener: CustomerInfoListener?) async throws { try await parts.setListener(cache, listener) }
  func enterForeground() async throws { try await parts.enterForeground(cache) }
  func enterBackground() async throws { try await parts.enterBackground(cache) }
  func waitUntilIdle() async throws {
    var begun: Int
    repeat {
      begun = parts.background.begunCount
      await parts.background.waitForAll()
      try await parts.waitUntilIdle(cache)
      // Work that began in the meantime may have finished already, and may have caused work in the cache.
    } while parts.background.begunCount != begun
  }
  func close() async throws { try await parts.close(cache) }
  func storeInEarlierFormat(_ info: CustomerInfoModel) throws { try parts.storeInEarlierFormat(info) }
}
