/// What the server has: the newest version of everything, the same for every user.
public enum ServerContent: Hashable, Sendable, CustomStringConvertible {
  /// Customer info of this version, with these entitlements.
  case customerInfo(DataVersion, entitlements: [String] = [])
  /// Offerings of this version.
  case offerings(DataVersion)
  /// The server answers for this user, whichever user a request is for; nil for the requested user.
  case answersFor(AppUserID?)

  public var description: String {
    switch self {
    case .customerInfo(let version, let entitlements):
      "\(version) of customer info" + (entitlements.isEmpty ? "" : " with \(entitlements.joined(separator: " and "))")
    case .offerings(let version): "\(version) of the offerings"
    case .answersFor(let user): "answers for \(user.map { "\($0), whoever is asked about" } ?? "the user asked about")"
    }
  }
}

/// Whether the server answers.
public enum NetworkState: Hashable, Sendable, CustomStringConvertible {
  /// It does.
  case up
  /// Each request fails in this way.
  case failing(OriginFailure)

  /// The server cannot be reached.
  public static let down = Self.failing(.noConnection)

  /// The ways in which requests fail.
  package static let failures = OriginFailure.allCases.map(Self.failing)

  public var description: String {
    switch self {
    case .up: "up"
    case .failing(.noConnection): "down"
    case .failing(let failure): "up, but each request ends with: \(failure)"
    }
  }
}

/// The two kinds of requests, which are held separately.
public enum RequestKind: String, Sendable, CaseIterable, DescribedByRawValue {
  /// Requests for customer info, including purchases and restores.
  case customerInfo = "customer info"
  /// Requests for offerings.
  case offerings
}

/// What happens to an app.
public enum CustomerAppEvent: Hashable, Sendable, CustomStringConvertible {
  /// It starts and configures its cache.
  case configure(CustomerSetup)
  /// It comes to the foreground.
  case foreground
  /// It begins to come to the foreground, while requests that this may wait for are held.
  case foregroundMeanwhile
  /// It goes to the background.
  case background
  /// It shuts down in order, starts again, and continues while its first fetches are in flight.
  case startAtOnce
  /// It starts in a new edition, with customer info stored by an earlier edition in that edition's format.
  case upgrade(DataVersion, of: AppUserID, with: [String] = [])

  public var description: String {
    switch self {
    case .configure(let setup): "configure \(setup)"
    case .foreground: "the app comes to the foreground"
    case .foregroundMeanwhile: "the app begins to come to the foreground"
    case .background: "the app goes to the background"
    case .startAtOnce: "the app restarts, and goes on before its first fetch is answered"
    case .upgrade(let version, let user, let entitlements):
      "the app restarts over "
        + "\(OwnedVersion(version, of: .known(user), with: entitlements)), stored in an earlier format"
    }
  }
}

/// A device with an installation of the app.
public enum DeviceName: String, Sendable, DescribedByRawValue {
  /// The default.
  case main
  /// Another.
  case other
}

/// The calls that an app can make.
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
  /// Logs a user in.
  case logIn(AppUserID)
  /// Logs the user out.
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
    case .appUserID: []
    case .customerInfo(let policy): policy.map { [.policy("\($0)")] } ?? []
    case .offerings: [.offerings]
    case .purchase, .restore: [.purchases]
    case .logIn, .logOut: [.identities]
    case .invalidate: [.invalidation]
    }
  }

  /// The capability that a module needs for this call to take effect while other requests are held.
  var requiresMeanwhile: Set<Capability> {
    switch self {
    case .appUserID, .customerInfo, .offerings: []
    case .purchase, .restore: [.purchaseAtOnce]
    case .logIn: [.logInAtOnce]
    case .logOut: [.logOutAtOnce]
    case .invalidate: [.invalidationAtOnce]
    }
  }
}

/// What an app does with listeners.
public enum Listening: String, Sendable, DescribedByRawValue {
  /// It sets a listener.
  case start = "set a listener"
  /// It removes the listener.
  case stop = "remove the listener"
  /// It replaces the first listener with a second one.
  case second = "set a second listener in place of the first"
  /// It sets a listener that replaces itself with a second one when it is first told something.
  case replaceWhenTold = "set a listener, and have a second one set in its place when it is told something"
  /// The listener that is told something next reads customer info at once.
  case readWhenTold = "have the listener read customer info when it is told something"
  /// The listener that is told something next invalidates customer info at once.
  case invalidateWhenTold = "have the listener invalidate customer info when it is told something"
  /// The listener that is told something next logs the user out at once.
  case logOutWhenTold = "have the listener log out when it is told something"

  /// The call that the listener makes when it is told something next, if it makes one.
  package var callWhenTold: CustomerCall? {
    switch self {
    case .start, .stop, .second, .replaceWhenTold: nil
    case .readWhenTold: .customerInfo()
    case .invalidateWhenTold: .invalidate
    case .logOutWhenTold: .logOut
    }
  }
}
