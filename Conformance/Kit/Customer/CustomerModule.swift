public import CacheSpec

/// A cache of who the user is and what they own, which a purchases SDK keeps on a device.
///
/// From RevenueCat's 'Caching'. It is made when the app is launched. What else such an SDK may have stands in protocols
/// that refine this one: a module takes those that fit, and the rules about the others come out as not assessed.
///
/// `close` ends this run of the app, as far as a process can do so without ending. Another may then be started over what it
/// left.
public protocol CustomerCacheModule: ClosableModule {
  /// Who the user is. Where the app names none, and nobody has logged in, it is one whom the module makes up; after a
  /// log-out there may be none, which is nil.
  func appUserID() async throws -> AppUserID?
  /// Reads customer info.
  ///
  /// - Parameter policy: how the cache is used, or nil for the module's own default.
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel
  /// The app comes to the foreground. It may wait for what is refreshed then; that a refresh fails is no error of it.
  func enterForeground() async throws
  /// The app goes to the background.
  func enterBackground() async throws
}

/// A module that caches offerings too.
public protocol OfferingsCacheModule: CustomerCacheModule {
  /// Reads the offerings.
  func offerings() async throws -> OfferingsModel
}

/// A module that purchases, through `CustomerWorld.purchase` and `CustomerWorld.restore`.
public protocol PurchasesModule: CustomerCacheModule {
  /// Buys a product.
  func purchase(_ product: String) async throws
  /// Restores what was bought, by `CustomerWorld.restore` each time: the device always has a receipt, however young the
  /// customer info is.
  func restorePurchases() async throws
}

/// A module that users log in to and out of.
public protocol IdentitiesModule: CustomerCacheModule {
  /// Makes another the user. It may fail without the server, where the id is blank, and where this is the user already.
  /// What a call that is under way for the user before then comes to, an answer or an error, is left to the module.
  func logIn(_ user: AppUserID) async throws
  /// Leaves the user. It may fail where nobody has logged in; where the server cannot be reached, the user has left all the
  /// same.
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
  func setListener(_ listener: (@Sendable (CustomerInfoModel) -> Void)?) async throws
}

/// A module that has had another storage format.
public protocol EarlierFormatModule: CustomerCacheModule {
  /// Leaves customer info in the module's place as an earlier edition of it would have, in place of what is
  /// there. The module has been closed.
  func storeInEarlierFormat(_ info: CustomerInfoModel) async throws
}
