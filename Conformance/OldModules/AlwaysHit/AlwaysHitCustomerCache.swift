import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import Synchronization

/// A customer cache that keeps the first user, customer info and offerings that it ever saw.
final class AlwaysHitCustomerCache: OfferingsModule, PurchasesModule, IdentitiesModule, InvalidationModule,
  CustomerListenerModule, EarlierFormatModule, KeptInMemory
{
  private struct First {
    var user: AppUserID?
    var info: CustomerInfo?
    var offerings: Offerings?
  }

  private let first = Mutex(First())
  private let world: CustomerWorld

  static var lacking: [Capability: String] { [:] }
  static func configure(_ setup: CustomerSetup, at place: StorePlace, in world: CustomerWorld) -> Self {
    let cache = world.world.storage.kept(place.name) { Self(world) }
    cache.first.withLock { $0.user = $0.user ?? setup.appUserID ?? "somebody" }
    return cache
  }
  static func storeInEarlierFormat(_ info: CustomerInfo, at place: StorePlace, in world: CustomerWorld) {}

  init(_ world: CustomerWorld) { self.world = world }

  func appUserID() -> AppUserID? { first.withLock(\.user) }
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    if let info = first.withLock(\.info) { return info }
    let info = try await world.fetchCustomerInfo(of: appUserID() ?? "somebody")
    return first.withLock { first in
      first.info = first.info ?? info
      return info
    }
  }
  func offerings() async throws -> Offerings {
    if let offerings = first.withLock(\.offerings) { return offerings }
    let offerings = try await world.fetchOfferings(for: appUserID() ?? "somebody")
    return first.withLock { first in
      first.offerings = first.offerings ?? offerings
      return offerings
    }
  }
  func purchase(_ product: String) {}
  func restorePurchases() {}
  func logIn(_ user: AppUserID) {}
  func logOut() {}
  func invalidateCustomerInfoCache() {}
  func setListener(_ listener: (@Sendable (CustomerInfo) -> Void)?) {}
  func enterForeground() {}
  func enterBackground() {}
  func settle() {}
  func close() {}

  func storedCopies() -> [[UInt8]] { [] }
  func damage(_ damage: Damage) {}
}

/// A dashboard that shows for ever what it showed first.
actor AlwaysHitDashboard: DashboardModule {
  private let world: DashboardWorld
  private var first: DashboardView?

  static var lacking: [Capability: String] { [:] }
  static func open(for account: AccountSize, in world: DashboardWorld) -> Self { Self(world) }

  init(_ world: DashboardWorld) { self.world = world }

  func view(_ card: DashboardCard) async throws -> DashboardView {
    if let first { return first }
    let view = DashboardView(try await world.compute(card), updatedAt: world.now)
    first = view
    return view
  }
  func settle() {}
  func close() {}
}
