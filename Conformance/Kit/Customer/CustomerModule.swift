public import CacheSpec

/// A purchases SDK's cache, on a device, of who the user is and what they own.
///
/// From RevenueCat's 'Caching'. It is made when the app is launched. The optional parts of such an SDK are protocols
/// that refine this one. A module conforms to those that fit, and the rules about the others are not assessed.
///
/// `close` ends this run of the app, as far as the process can go on: also whatever sleeps on the world's clock. Another
/// run may then start with what it left.
///
/// The server answers each request with data, or cannot be reached (`OriginFailure.noConnection`): it gives no status of
/// an error, and never times out.
public protocol CustomerCacheModule: ClosableModule {
  /// Returns the user's id. If the app names no user and nobody has logged in, the module makes one up. After a log-out
  /// there may be no user, and the result may be nil.
  func appUserID() async throws -> AppUserID?
  /// Reads customer info.
  ///
  /// - Parameter policy: how to use the cache, or nil for the module's default.
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel
  /// Called when the app comes to the foreground. It may wait for what is then refreshed, but a failed refresh is not
  /// its error.
  func enterForeground() async throws
  /// Called when the app goes to the background.
  func enterBackground() async throws
}

/// A module that also caches offerings.
public protocol OfferingsCacheModule: CustomerCacheModule {
  /// Reads the offerings.
  func offerings() async throws -> OfferingsModel
}

/// A module that makes purchases, through `CustomerWorld.purchase` and `CustomerWorld.restore`.
public protocol PurchasesModule: CustomerCacheModule {
  /// Buys a product.
  func purchase(_ product: String) async throws
  /// Restores purchases, by `CustomerWorld.restore` each time: the device always has a receipt, however recent the
  /// customer info is.
  func restorePurchases() async throws
}

/// A module with users who log in and out.
///
/// Both calls are judged by what is there afterwards: the user's id, and what reads return and request. A call returns
/// once the id has changed, and once no read that begins then returns data of the user before. What else the SDK does
/// about the new user, such as fetching their data, may come later, with the SDK's own callback; `waitUntilIdle` waits for
/// it. The capabilities 'at once' are about the id, too: it changes while requests of the user before are still held,
/// whenever the call returns.
public protocol IdentitiesModule: CustomerCacheModule {
  /// Makes another user the current one. It may fail without the server, if the id is blank, or if this is the user
  /// already. A call in progress for the user before may return an answer or an error.
  func logIn(_ user: AppUserID) async throws
  /// Logs the user out. It may fail if nobody has logged in. If the server cannot be reached, the user is logged out
  /// all the same: the call may then throw, because the data of the user who is there now could not be fetched, and the
  /// kit ignores the error.
  func logOut() async throws
}

/// A module whose customer info can be invalidated.
public protocol InvalidationModule: CustomerCacheModule {
  /// Invalidates the cache.
  func invalidateCustomerInfoCache() async throws
}

/// A module that notifies a listener of new customer info.
public protocol CustomerListenerModule: CustomerCacheModule {
  /// Sets the only listener, or removes it.
  func setListener(_ listener: (@Sendable (CustomerInfoModel) -> Void)?) async throws
}

/// A module that had another storage format in the past.
public protocol EarlierFormatModule: CustomerCacheModule {
  /// Stores customer info as an earlier version of the module would have, replacing what is in its place. The module
  /// has been closed.
  func storeInEarlierFormat(_ info: CustomerInfoModel) async throws
}
