/// A user as a scenario knows them.
public enum CustomerUser: Model {
  /// One whose id the scenario brought up.
  case known(AppUserID)
  /// One whose id the module made up: the first of them, the second, and so on.
  case anonymous(Int)
  /// A blank id, which names nobody.
  case nobody

  /// What `nobody` goes by where a scenario says that nothing is about them.
  static let nobodysName = "a blank id"

  public func mentions(_ name: String) -> Bool {
    switch self {
    case .known(let id): id.text == name
    case .anonymous: false
    case .nobody: name == Self.nobodysName
    }
  }

  public var description: String {
    switch self {
    case .known(let id): "\(id)"
    case .anonymous(let number): "anonymous user \(number)"
    case .nobody: Self.nobodysName
    }
  }
}

/// What a user owns, as a scenario sees it.
public struct OwnedVersion: Model {
  /// The user.
  public let user: CustomerUser
  /// The version of the server's that it is, or nil for none that the server ever had.
  public let version: DataVersion?
  /// The entitlements that are unlocked.
  public let entitlements: [String]

  /// Notes what a user owns.
  package init(_ version: DataVersion?, of user: CustomerUser, with entitlements: [String] = []) {
    self.user = user
    self.version = version
    self.entitlements = entitlements
  }

  public func mentions(_ name: String) -> Bool { user.mentions(name) }

  public var description: String {
    "\(version.inWords) of \(user)'s customer info"
      + (entitlements.isEmpty ? "" : " with \(entitlements.joined(separator: " and "))")
  }
}

/// What a call is answered with.
public enum CustomerAnswer: Model {
  /// Who the user is.
  case user(CustomerUser)
  /// What a user owns.
  case owned(OwnedVersion)
  /// What is on sale to a user; nil for a version that the server never had.
  case offerings(DataVersion?, for: CustomerUser)

  /// What a user owns.
  static func info(_ version: DataVersion, of user: CustomerUser = .alice, with entitlements: [String] = []) -> Self {
    .owned(OwnedVersion(version, of: user, with: entitlements))
  }

  public func mentions(_ name: String) -> Bool {
    switch self {
    case .user(let user), .offerings(_, let user): user.mentions(name)
    case .owned(let owned): owned.mentions(name)
    }
  }

  public var description: String {
    switch self {
    case .user(let user): "\(user)"
    case .owned(let owned): "\(owned)"
    case .offerings(let version, let user): "\(version.inWords) of the offerings for \(user)"
    }
  }
}

/// A request as the server saw it.
public struct CustomerRequest: Model {
  /// What is asked for.
  public enum Subject: Hashable, Sendable {
    /// What the user owns.
    case customerInfo
    /// What is on sale to the user.
    case offerings
    /// A purchase of this product.
    case purchase(String)
    /// Restoring what the user bought.
    case restore
  }

  /// What is asked for.
  public let subject: Subject
  /// The user whom it is about.
  public let user: CustomerUser

  /// Notes a request.
  package init(_ subject: Subject, _ user: CustomerUser) {
    self.subject = subject
    self.user = user
  }

  public func mentions(_ name: String) -> Bool { user.mentions(name) }

  public var description: String {
    switch subject {
    case .customerInfo: "customer info of \(user)"
    case .offerings: "offerings for \(user)"
    case .purchase(let product): "purchase of \(product) by \(user)"
    case .restore: "restore for \(user)"
    }
  }
}

/// What a listener is told.
public struct CustomerNotification: Model {
  /// The listeners of a scenario.
  public enum Listener: Hashable, Sendable {
    /// The one that the app sets.
    case first
    /// The one that takes its place.
    case second
  }

  /// Who is told.
  public let listener: Listener
  /// What a user owns from now on.
  public let owned: OwnedVersion

  /// Notes what a listener is told.
  package init(_ owned: OwnedVersion, to listener: Listener = .first) {
    self.listener = listener
    self.owned = owned
  }

  static func info(_ version: DataVersion, of user: CustomerUser = .alice, to listener: Listener = .first) -> Self {
    Self(OwnedVersion(version, of: user), to: listener)
  }

  public func mentions(_ name: String) -> Bool { owned.mentions(name) }

  public var description: String { "\(owned)" + (listener == .first ? "" : ", to the second listener") }
}

/// A line of the debug log.
public enum CustomerLogLine: Model {
  /// The line that the documents cite: an answer came from the cache.
  case vendingFromCache
  /// Another line, as it was logged.
  case other(String)

  public func mentions(_ name: String) -> Bool {
    if case .other(let text) = self { text.contains(name) } else { false }
  }

  public var description: String {
    switch self {
    case .vendingFromCache: "'Vending customerInfo from cache'"
    case .other(let text): "'\(text)'"
    }
  }
}

/// What is found when all that is stored is searched for an id.
extension AppUserID: Model {
  public func mentions(_ name: String) -> Bool { text == name }
}

extension DataVersion? {
  fileprivate var inWords: String { map(\.description) ?? "no version" }
}
