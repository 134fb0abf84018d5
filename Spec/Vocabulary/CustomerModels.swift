/// The id that says who the user of an app is.
public struct AppUserID: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
  /// The id as it is written.
  public let text: String

  /// Takes the id as it is written.
  public init(_ text: String) { self.text = text }

  /// Takes the id as it is written in a table.
  public init(stringLiteral text: String) { self.init(text) }

  /// Whether it names nobody: it is empty, or made of white space.
  public var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  public var description: String { isBlank ? "a blank id" : text }
}

/// A value that is fetched for one user, and is nobody else's.
public protocol BelongsToUser: Hashable, Sendable {
  /// The user.
  var appUserID: AppUserID { get }
}

/// What a user owns.
public struct CustomerInfoModel: BelongsToUser, CustomStringConvertible {
  public let appUserID: AppUserID
  /// What tells one answer of the server from another.
  public let version: String
  /// The entitlements that are unlocked.
  public let entitlements: [String]

  /// Says what a user owns.
  public init(_ appUserID: AppUserID, _ version: String, entitlements: [String] = []) {
    self.appUserID = appUserID
    self.version = version
    self.entitlements = entitlements
  }

  public var description: String {
    "\(appUserID) \(version)" + (entitlements.isEmpty ? "" : " with \(entitlements.joined(separator: " and "))")
  }
}

/// The products on sale to a user.
public struct OfferingsModel: BelongsToUser, CustomStringConvertible {
  public let appUserID: AppUserID
  /// What tells one answer of the server from another.
  public let version: String

  /// Says what is on sale to a user.
  public init(_ appUserID: AppUserID, _ version: String) {
    self.appUserID = appUserID
    self.version = version
  }

  public var description: String { "offerings \(version) for \(appUserID)" }
}

/// How a read of customer info uses what is cached: RevenueCat's four fetch policies.
public enum CustomerFetchPolicy: String, Sendable, CaseIterable, DescribedByRawValue {
  /// What is cached, stale included; else the network. The default.
  case cachedOrFetched
  /// The network alone.
  case fetchCurrent
  /// What is cached, alone.
  case fromCacheOnly
  /// What is cached, unless it is stale; else the network.
  case notStaleCachedOrFetched
}

/// Where a build of an app runs.
public enum AppEnvironment: String, Sendable, CaseIterable, DescribedByRawValue {
  /// In the hands of its users.
  case production
  /// In the hands of those who test it.
  case sandbox
}

/// An app user id and the environment of the build: what an app configures its cache with.
public struct CustomerSetup: Hashable, Sendable, CustomStringConvertible {
  /// The id that the app knows its user by, or nil to have one made, or kept.
  public var appUserID: AppUserID?
  /// Where the build runs.
  public var environment: AppEnvironment

  /// Says what an app configures its cache with.
  public init(_ appUserID: AppUserID? = nil, environment: AppEnvironment = .production) {
    self.appUserID = appUserID
    self.environment = environment
  }

  public var description: String {
    (appUserID.map { "as \($0)" } ?? "without an id") + (environment == .production ? "" : " in a \(environment) build")
  }
}
