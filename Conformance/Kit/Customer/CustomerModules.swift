public import CacheSpec
public import CacheVocabulary

/// A cache of who the user is and what they own, which a purchases SDK keeps on a device.
///
/// From RevenueCat's 'Caching'. What else such an SDK may have stands in protocols of its own: a module takes those that
/// fit, and the rules about the others come out as not assessed.
public protocol CustomerCacheModule: Sendable {
  /// What the module cannot take beyond the protocols that it does not conform to, each with the reason.
  static var lacking: [Capability: String] { get }

  /// Starts the SDK on a device, as an app does when it is launched. The place holds what an earlier run left.
  static func configure(_ setup: CustomerSetup, at place: StorePlace, in world: CustomerWorld) async throws -> Self

  /// Who the user is, or nil if there is none.
  func appUserID() async throws -> AppUserID?
  /// Reads customer info, under the policy that is the default if none is given.
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfo
  /// The app comes to the foreground.
  func enterForeground() async throws
  /// The app goes to the background.
  func enterBackground() async throws

  /// Returns once the module's own background work has come to rest.
  func settle() async throws
  /// Ends this run of the app, as far as a process can do so without ending. The place can then be opened again.
  func close() async throws
}

/// A module that caches offerings too.
public protocol OfferingsModule: CustomerCacheModule {
  /// Reads the offerings.
  func offerings() async throws -> Offerings
}

/// A module that purchases, through `CustomerWorld.purchase` and `CustomerWorld.restore`.
public protocol PurchasesModule: CustomerCacheModule {
  /// Buys a product.
  func purchase(_ product: String) async throws
  /// Restores what was bought.
  func restorePurchases() async throws
}

/// A module that users log in to and out of.
public protocol IdentitiesModule: CustomerCacheModule {
  /// Makes another the user.
  func logIn(_ user: AppUserID) async throws
  /// Leaves the user.
  func logOut() async throws
}

/// A module whose customer info can be invalidated.
public protocol InvalidationModule: CustomerCacheModule {
  /// Invalidates what is cached.
  func invalidateCustomerInfoCache() async throws
}

/// A module that tells a listener of new customer info.
public protocol CustomerListenerModule: CustomerCacheModule {
  /// Sets the one listener, or removes it.
  func setListener(_ listener: (@Sendable (CustomerInfo) -> Void)?) async throws
}

/// A module that has had another storage format.
public protocol EarlierFormatModule: CustomerCacheModule {
  /// Leaves a copy at a place, in which the module does not run, as an earlier edition of it would have.
  static func storeInEarlierFormat(_ info: CustomerInfo, at place: StorePlace, in world: CustomerWorld) async throws
}
