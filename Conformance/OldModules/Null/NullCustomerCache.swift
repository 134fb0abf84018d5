import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation

/// A customer cache that knows no one and keeps nothing.
struct NullCustomerCache: OfferingsModule, PurchasesModule, IdentitiesModule, InvalidationModule,
  CustomerListenerModule, EarlierFormatModule
{
  static var lacking: [Capability: String] { [:] }
  static func configure(_ setup: CustomerSetup, at place: StorePlace, in world: CustomerWorld) -> Self { Self() }
  static func storeInEarlierFormat(_ info: CustomerInfo, at place: StorePlace, in world: CustomerWorld) {}

  func appUserID() -> AppUserID? { nil }
  func customerInfo(_ policy: CustomerFetchPolicy?) -> CustomerInfo { CustomerInfo("", "") }
  func offerings() -> Offerings { Offerings("", "") }
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
}

/// A dashboard that shows nothing.
struct NullDashboard: DashboardModule {
  static var lacking: [Capability: String] { [:] }
  static func open(for account: AccountSize, in world: DashboardWorld) -> Self { Self() }

  func view(_ card: DashboardCard) -> DashboardView { DashboardView("", updatedAt: .distantPast) }
  func settle() {}
  func close() {}
}
