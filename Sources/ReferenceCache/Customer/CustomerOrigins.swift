public import CacheVocabulary
/// The origins that a customer cache fetches from.
public struct CustomerOrigins: Sendable {
  /// Fetches a user's customer info.
  public var customerInfo: @Sendable (AppUserID) async throws -> CustomerInfoModel
  /// Fetches the offerings for a user.
  public var offerings: @Sendable (AppUserID) async throws -> OfferingsModel
  /// Buys a product for a user, and returns the customer info that results.
  public var purchase: @Sendable (String, AppUserID) async throws -> CustomerInfoModel
  /// Restores a user's purchases, and returns the customer info that results.
  public var restore: @Sendable (AppUserID) async throws -> CustomerInfoModel

  /// Makes a set of origins.
  public init(
    customerInfo: @escaping @Sendable (AppUserID) async throws -> CustomerInfoModel,
    offerings: @escaping @Sendable (AppUserID) async throws -> OfferingsModel,
    purchase: @escaping @Sendable (String, AppUserID) async throws -> CustomerInfoModel,
    restore: @escaping @Sendable (AppUserID) async throws -> CustomerInfoModel
  ) {
    self.customerInfo = customerInfo
    self.offerings = offerings
    self.purchase = purchase
    self.restore = restore
  }
}

/// The reason why a customer cache refuses a call or an answer.
public enum CustomerCacheError: DescribedError, Hashable {
  /// The id to log in with is blank.
  case blankAppUserID
  /// A log-out while no user is logged in.
  case nobodyLoggedIn
  /// The user was switched while a call for the previous one was under way.
  case userChanged
  /// The origin answered for a different user than it was asked about.
  case answerForAnotherUser

  public var description: String {
    switch self {
    case .blankAppUserID: "logging in with a blank app user id; pass the id that the app knows its user by"
    case .nobodyLoggedIn: "logging out an anonymous user; log a user in first"
    case .userChanged: "the user changed while data was fetched for the one before; ask again for the user of now"
    case .answerForAnotherUser: "the server answered for another user than it was asked about; nothing of it was kept"
    }
  }
}
