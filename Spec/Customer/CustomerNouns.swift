public import CacheVocabulary

/// What the server has: the newest of everything, for every user alike.
public enum ServerContent: Hashable, Sendable, CustomStringConvertible {
  /// Customer info of this version, with these entitlements.
  case customerInfo(String, entitlements: [String] = [])
  /// Offerings of this version.
  case offerings(String)
  /// Answers for this user, whoever is asked about; nil for the right one.
  case answersFor(AppUserID?)

  public var description: String {
    switch self {
    case .customerInfo(let version, let entitlements):
      "customer info \(version)" + (entitlements.isEmpty ? "" : " with \(entitlements.joined(separator: " and "))")
    case .offerings(let version): "offerings \(version)"
    case .answersFor(let user): "answers for \(user.map { "\($0), whoever is asked about" } ?? "the user asked about")"
    }
  }
}

/// The two kinds of requests, which are held apart.
public enum RequestKind: String, Sendable, CaseIterable, CustomStringConvertible {
  /// Requests for customer info, purchases and restoring among them.
  case customerInfo = "requests for customer info"
  /// Requests for offerings.
  case offerings = "requests for offerings"

  public var description: String { rawValue }
}

/// What is done with requests on their way.
public enum Holding: Hashable, Sendable, CustomStringConvertible {
  /// From now on they are held.
  case hold
  /// Waits until so many are held.
  case await(Int)
  /// Later ones are answered at once; those that are held stay.
  case holdNoMore
  /// The held ones are answered, and every later one.
  case release
  /// The newest held one is answered.
  case releaseNewest

  public var description: String {
    switch self {
    case .hold: "hold"
    case .await(let count): "wait until \(count) held:"
    case .holdNoMore: "hold no more, but keep the held:"
    case .release: "release"
    case .releaseNewest: "release the newest of"
    }
  }
}

/// What happens to an app.
public enum CustomerAppEvent: Hashable, Sendable, CustomStringConvertible {
  /// It starts, and configures its cache.
  case configure(CustomerSetup)
  /// It comes to the foreground.
  case foreground
  /// It goes to the background.
  case background
  /// It is ended, and started again with the same configuration.
  case restart

  public var description: String {
    switch self {
    case .configure(let setup): "configure \(setup)"
    case .foreground: "the app comes to the foreground"
    case .background: "the app goes to the background"
    case .restart: "the app restarts"
    }
  }
}

/// A device with an installation of the app.
public enum DeviceName: String, Sendable, CustomStringConvertible {
  /// The one that is meant where none is named.
  case main
  /// Another.
  case other

  public var description: String { rawValue }
}

/// What an app calls.
public enum CustomerCall: Hashable, Sendable, CustomStringConvertible {
  /// Asks who the user is.
  case appUserID
  /// Reads customer info, under a policy or none.
  case customerInfo(CustomerFetchPolicy? = nil)
  /// Reads offerings.
  case offerings
  /// Buys a product.
  case purchase(String)
  /// Restores purchases.
  case restore
  /// Makes another the user.
  case logIn(AppUserID)
  /// Leaves the user.
  case logOut
  /// Invalidates customer info.
  case invalidate

  public var description: String {
    switch self {
    case .appUserID: "ask for the app user id"
    case .customerInfo(let policy): "read customer info" + (policy.map { " by \($0)" } ?? "")
    case .offerings: "read offerings"
    case .purchase(let product): "purchase \(product)"
    case .restore: "restore purchases"
    case .logIn(let user): "log in \(user)"
    case .logOut: "log out"
    case .invalidate: "invalidate customer info"
    }
  }

  var requires: Set<Capability> {
    switch self {
    case .appUserID, .customerInfo: []
    case .offerings: [.offerings]
    case .purchase, .restore: [.purchases]
    case .logIn, .logOut: [.identities]
    case .invalidate: [.invalidation]
    }
  }
}

/// What an app does about listening.
public enum Listening: String, Sendable, CustomStringConvertible {
  /// It sets a listener.
  case start = "start to listen"
  /// It removes the listener.
  case stop = "stop listening"
  /// It sets a listener that, once told something, has another set in its place.
  case replaceWhenTold = "listen, and have another listener set when told something"

  public var description: String { rawValue }
}

/// What is found in storage instead of the copies that were stored.
public enum StoredDamage: Hashable, Sendable, CustomStringConvertible {
  /// Damaged copies.
  case bytes(Damage)
  /// A copy of this as an earlier edition of the module stored it.
  case earlierFormat(CustomerInfo)

  public var description: String {
    switch self {
    case .bytes(let damage): "stored copies \(damage)"
    case .earlierFormat(let info): "\(info) stored in an earlier format"
    }
  }
}

/// A request as the server saw it.
public enum CustomerRequest: Hashable, Sendable, CustomStringConvertible {
  /// What a user owns.
  case customerInfo(AppUserID)
  /// What is on sale to a user.
  case offerings(AppUserID)
  /// A purchase.
  case purchase(String, AppUserID)
  /// Restoring.
  case restore(AppUserID)

  /// The user that it is about.
  public var appUserID: AppUserID {
    switch self {
    case .customerInfo(let user), .offerings(let user), .purchase(_, let user), .restore(let user): user
    }
  }

  public var description: String {
    switch self {
    case .customerInfo(let user): "customer info of \(user)"
    case .offerings(let user): "offerings for \(user)"
    case .purchase(let product, let user): "purchase of \(product) by \(user)"
    case .restore(let user): "restore for \(user)"
    }
  }
}
