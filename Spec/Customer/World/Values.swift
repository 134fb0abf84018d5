/// A user, as scenarios refer to them.
public enum CustomerUser: ObservedValue {
  /// A user whose id the scenario provides.
  case known(AppUserID)
  /// A user whose id the module generated: the first such id, the second, and so on.
  case anonymous(Int)
  /// A blank id, which identifies nobody.
  case nobody

  /// The name of `nobody` where a scenario checks that nothing refers to them.
  static let nobodysName = "a blank id"

  public func mentions(_ name: String) -> Bool {
    switch self {
    case .known(let id): id.text == name
    case .anonymous: description == name
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

/// Customer info, as scenarios see it.
public struct OwnedVersion: ObservedValue {
  /// The user.
  public let user: CustomerUser
  /// The server's version that it is, or nil if the server never had it.
  public let version: DataVersion?
  /// The entitlements that are unlocked.
  public let entitlements: [String]

  /// Records what a user owns. The documents give entitlements no order.
  public init(_ version: DataVersion?, of user: CustomerUser, with entitlements: [String] = []) {
    self.user = user
    self.version = version
    self.entitlements = entitlements.sorted()
  }

  public func mentions(_ name: String) -> Bool {
    user.mentions(name) || version?.description == name || entitlements.contains(name)
  }

  public var description: String {
    "\(version.inWords) of \(user)'s customer info"
      + (entitlements.isEmpty ? "" : " with \(entitlements.joined(separator: " and "))")
  }
}

/// The answer to a call.
public indirect enum CustomerAnswer: ObservedValue {
  /// The user's identity.
  case user(CustomerUser)
  /// What a user owns.
  case owned(OwnedVersion)
  /// Offerings for a user; nil for a version that the server never had.
  case offerings(DataVersion?, for: CustomerUser)

  /// What a user owns.
  static func info(_ version: DataVersion, of user: CustomerUser = .alice, with entitlements: [String] = []) -> Self {
    .owned(OwnedVersion(version, of: user, with: entitlements))
  }

  public func mentions(_ name: String) -> Bool {
    switch self {
    case .user(let user): user.mentions(name)
    case .offerings(let version, let user): user.mentions(name) || version?.description == name
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
public struct CustomerRequest: ObservedValue {
  /// What is asked for.
  public enum Subject: Hashable, Sendable, CustomStringConvertible {
    /// What the user owns.
    case customerInfo
    /// What is on sale to the user.
    case offerings
    /// A purchase of this product.
    case purchase(String)
    /// Restoring what the user bought.
    case restore

    public var description: String {
      switch self {
      case .customerInfo: "customer info"
      case .offerings: "offerings"
      case .purchase(let product): "purchase of \(product)"
      case .restore: "restore"
      }
    }
  }

  /// What is asked for.
  public let subject: Subject
  /// The user that it is for.
  public let user: CustomerUser

  /// Records a request.
  public init(_ subject: Subject, _ user: CustomerUser) {
    self.subject = subject
    self.user = user
  }

  public func mentions(_ name: String) -> Bool { user.mentions(name) || subject.description == name }

  public var description: String {
    switch subject {
    case .customerInfo: "\(subject) of \(user)"
    case .offerings: "\(subject) for \(user)"
    case .purchase: "\(subject) by \(user)"
    case .restore: "\(subject) for \(user)"
    }
  }
}

/// What a listener is told, or reads when it is told something.
public struct CustomerNotification: ObservedValue {
  /// The listeners of a scenario.
  public enum Listener: String, Sendable, DescribedByRawValue {
    /// The one that the app sets.
    case first = "the first listener"
    /// The one that replaces it.
    case second = "the second listener"
    /// Whichever was told something, and read this.
    case reader = "the listener that read it"
  }

  /// The listener that is told.
  public let listener: Listener
  /// The customer info from now on.
  public let owned: OwnedVersion

  /// Records what a listener is told.
  public init(_ owned: OwnedVersion, to listener: Listener = .first) {
    self.listener = listener
    self.owned = owned
  }

  static func info(_ version: DataVersion, of user: CustomerUser = .alice, to listener: Listener = .first) -> Self {
    Self(OwnedVersion(version, of: user), to: listener)
  }

  public func mentions(_ name: String) -> Bool { owned.mentions(name) || name == listener.description }

  public var description: String { "\(owned)" + (listener == .first ? "" : ", to \(listener)") }
}

/// A line of the debug log.
public enum CustomerLogLine: ObservedValue {
  /// The line for an answer from the cache, in the documents' words or in others.
  case vendingFromCache
  /// Another line, as it was logged.
  case other(String)

  public func mentions(_ name: String) -> Bool {
    if case .other(let text) = self { text.contains(name) } else { false }
  }

  public var description: String {
    switch self {
    case .vendingFromCache: "an answer from the cache"
    case .other(let text): "'\(text)'"
    }
  }
}

/// The result of searching everything stored for an id.
extension AppUserID: ObservedValue {
  public func mentions(_ name: String) -> Bool { text == name }
}

extension DataVersion? {
  fileprivate var inWords: String { map(\.description) ?? "no version" }
}
