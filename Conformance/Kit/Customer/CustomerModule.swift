public import CacheConformance
import CustomerRules

/// A purchases SDK's cache, on one device, of who the user is and what they own.
///
/// From RevenueCat's 'Caching'. A module is made when the app is launched. The optional parts of such an SDK are
/// protocols that refine this one. A module conforms to those that fit, and the rules about the others are not
/// assessed.
///
/// `close` ends this run of the app, as far as it can while the process goes on, and also whatever sleeps on the
/// world's clock. The next run may then start with what this one left.
///
/// The server answers each request with data, or the request fails with an `OriginFailure`: mostly because the server
/// cannot be reached, at times by a time-out, an error of the server, or an answer that cannot be read.
public protocol CustomerCacheModule: ClosableModule {
  /// Returns the user's id. If the app names no user and nobody has logged in, the module makes one up. After a log-out
  /// there may be no user, and the result may be nil.
  func appUserID() async throws -> AppUserID?
  /// Reads customer info.
  ///
  /// - Parameter policy: how to use the cache, or nil for the module's default.
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel
  /// Called when the app comes to the foreground. The call may wait for the refresh that this triggers, but does not
  /// throw if the refresh fails.
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
  /// Restores purchases. Each call asks `CustomerWorld.restore`, however recent the customer info is, because the
  /// device always has a receipt.
  func restorePurchases() async throws
}

/// A module with users who log in and out.
///
/// Both calls are judged by their effects: by the user's id, and by what later reads return and request. A call returns
/// once the id has changed and no read that begins afterwards returns data of the previous user. Whatever else the SDK
/// does about the new user, such as fetching their data, may come later, with the SDK's own callback; `waitUntilIdle`
/// waits for it. The capabilities 'at once' are about the id, too: it changes while requests of the previous user are
/// still held, whenever the call returns.
public protocol IdentitiesModule: CustomerCacheModule {
  /// Makes another user the current one. The call may fail if the server cannot be reached, if the id is blank, or if
  /// this user is already logged in. A call in progress for the previous user may return an answer or an error.
  func logIn(_ user: AppUserID) async throws
  /// Logs the user out. The call may fail if nobody has logged in. If the server cannot be reached, the user is logged
  /// out all the same. The call may then throw, because the data of the new current user could not be fetched, and the
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
  /// Stores customer info as an earlier version of the module would have, and replaces what is stored there. The module
  /// has been closed before this call.
  func storeInEarlierFormat(_ info: CustomerInfoModel) async throws
}
