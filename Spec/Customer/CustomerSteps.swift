import CacheVocabulary

extension AppUserID {
  static let alice: Self = "alice"
  static let bob: Self = "bob"
}

extension CustomerUser {
  static let alice = Self.known(.alice)
  static let bob = Self.known(.bob)
  /// Those that a module may have made up by the time that one user has logged out.
  fileprivate static let anonymousOnes = [Self.anonymous(1), .anonymous(2)]
}

extension DataVersion {
  static let v0 = Self(0)
}

extension Step where Action == CustomerAction {
  /// Customer info is read, and is this version of a user's.
  static func reads(
    _ version: DataVersion, of user: CustomerUser = .alice, by policy: CustomerFetchPolicy? = nil,
    _ more: Expectation<CustomerAction>...
  ) -> Self {
    Step(.call(.customerInfo(policy)), [.answers(.info(version, of: user))] + more)
  }

  /// Offerings are read, and are this version for a user.
  static func readsOfferings(
    _ version: DataVersion, for user: CustomerUser = .alice, _ more: Expectation<CustomerAction>...
  ) -> Self {
    Step(.call(.offerings), [.answers(.offerings(version, for: user))] + more)
  }

  /// A read by a user that the module made up.
  static func readsAnonymously(_ version: DataVersion) -> Self {
    Step(.call(.customerInfo()), .answers(oneOf: CustomerUser.anonymousOnes.map { .info(version, of: $0) }))
  }

  /// A read of offerings by a user that the module made up.
  static func readsOfferingsAnonymously(_ version: DataVersion) -> Self {
    Step(.call(.offerings), .answers(oneOf: CustomerUser.anonymousOnes.map { .offerings(version, for: $0) }))
  }

  /// The user is this one.
  static func isUser(_ user: CustomerUser) -> Self { Step(.call(.appUserID), .answers(.user(user))) }

  /// Times that take what was fetched just now to just before, to, and past the age that it is refreshed at.
  static let almostFiveMinutes = Step(.advance(.minutes(5) - .seconds(1)))
  static let fiveMinutes = Step(.advance(.minutes(5)))
  static let moreThanFiveMinutes = Step(.advance(.minutes(5) + .seconds(1)))
  /// A time after which all is old, where the age that it is refreshed at is not what a rule is about.
  static let anHour = Step(.advance(.hours(1)))

  /// The app is started again, and leaves it to the cache who the user is.
  static let startWithoutID = Step(.app(.configure(CustomerSetup())))

  /// Logging out, by a module that may well say that it cannot reach the server for the user who follows.
  static let logOutOffline = Step(
    .call(.logOut), oneOf: [Outcome("succeeds"), Outcome("says that the server is out of reach", .fails)])
}

extension Expectation where Action == CustomerAction {
  /// A user's customer info is requested, once, and nothing else is.
  static func requestsInfo(of user: CustomerUser = .alice) -> Self { .requests(CustomerRequest(.customerInfo, user)) }

  /// Offerings for alice are requested, once, and nothing else is.
  static let requestsOfferings = Self.requests(CustomerRequest(.offerings, .alice))

  /// Alice's customer info is requested once. Whether offerings are brought up to date on the way is not said.
  static let refreshes = Self.request(.times(1, .value(CustomerRequest(.customerInfo, .alice))))

  /// Offerings for alice are requested once, whatever else is.
  static let refreshesOfferings = Self.request(.times(1, .value(CustomerRequest(.offerings, .alice))))

  /// A call comes to something: what, is not said.
  static let returns = Self.answer(.something)

  /// Neither a listener nor the log hears anything of alice.
  static let notifiesOfNothingOfAlice = Self.notify(.notMentioning("alice"))
  static let logsNothingOfAlice = Self.log(.notMentioning("alice"))

  /// The line that says that an answer came from the cache, so many times.
  static func vendsFromCache(_ times: Int) -> Self { .log(.times(times, .value(.vendingFromCache))) }
}
