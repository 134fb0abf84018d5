/// The id of an app's user.
public struct AppUserID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The id as text.
  public let text: String

  /// Makes an id from text.
  public init(_ text: String) { self.text = text }

  /// Makes an id from a string literal in a table.
  public init(stringLiteral text: String) { self.init(text) }

  /// Whether it identifies nobody: it is empty, or consists of white space.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  public var description: String { isBlank ? "a blank id" : text }
}

/// A value that is fetched for one user and belongs to nobody else.
public protocol BelongsToUser: Hashable, Sendable {
  /// The user.
  var appUserID: AppUserID { get }
}

/// The customer info of a user: what they own.
public struct CustomerInfoModel: BelongsToUser, CustomStringConvertible {
  public let appUserID: AppUserID
  /// The version, which distinguishes one answer of the server from another.
  public let version: String
  /// The unlocked entitlements.
  public let entitlements: [String]

  /// Makes the customer info of a user.
  public init(_ appUserID: AppUserID, _ version: String, entitlements: [String] = []) {
    self.appUserID = appUserID
    self.version = version
    self.entitlements = entitlements
  }

  public var description: String {
    "\(appUserID) \(version)" + (entitlements.isEmpty ? "" : " with \(entitlements.joined(separator: " and "))")
  }
}

/// The offerings for a user: the products on sale.
public struct OfferingsModel: BelongsToUser, CustomStringConvertible {
  public let appUserID: AppUserID
  /// The version, which distinguishes one answer of the server from another.
  public let version: String

  /// Makes the offerings for a user.
  public init(_ appUserID: AppUserID, _ version: String) {
    self.appUserID = appUserID
    self.version = version
  }

  public var description: String { "offerings \(version) for \(appUserID)" }
}

/// RevenueCat's four fetch policies: how a read of customer info uses the cache.
@nonexhaustive
public enum CustomerFetchPolicy: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The cached value, even if stale; else the network. The default.
  case cachedOrFetched
  /// Only the network.
  case fetchCurrent
  /// Only the cached value.
  case fromCacheOnly
  /// The cached value unless it is stale; else the network.
  case notStaleCachedOrFetched
}

/// The environment that a build of an app runs in.
public enum AppEnvironment: String, Sendable, CaseIterable, DescribedByRawValue {
  /// Used by customers.
  case production
  /// Used by testers.
  case sandbox
}

/// The app user id and the environment that an app configures its cache with.
public struct CustomerSetup: Hashable, Sendable, CustomStringConvertible {
  /// The id that the app knows its user by. If nil, the stored id is kept, or a new one is generated.
  public var appUserID: AppUserID?
  /// The environment of the build.
  public var environment: AppEnvironment

  /// Makes a setup.
  public init(_ appUserID: AppUserID? = nil, environment: AppEnvironment = .production) {
    self.appUserID = appUserID
    self.environment = environment
  }

  public var description: String {
    (appUserID.map { "as \($0)" } ?? "without an id") + (environment == .production ? "" : " in a \(environment) build")
  }
}
