import CacheVocabulary

extension AppUserID {
  static let alice: Self = "alice"
  static let bob: Self = "bob"
  /// The first and second id that a module makes up.
  static let anonymous1: Self = "anonymous 1"
  static let anonymous2: Self = "anonymous 2"
}

extension Step where Action == CustomerAction {
  /// Customer info is read, and is this version of a user's.
  static func reads(
    _ version: String, of user: AppUserID = .alice, by policy: CustomerFetchPolicy? = nil, _ more: Expectation...
  ) -> Self {
    Step(.call(.customerInfo(policy)), oneOf: [Outcome("", [.answers(CustomerInfo(user, version))] + more)])
  }

  /// Offerings are read, and are this version for a user.
  static func offers(_ version: String, to user: AppUserID = .alice, _ more: Expectation...) -> Self {
    Step(.call(.offerings), oneOf: [Outcome("", [.answers(Offerings(user, version))] + more)])
  }

  /// Seconds that take what was fetched just now to just before, to, and past the age that it is refreshed at.
  static let almostFiveMinutes = Step(.pass(seconds: 299))
  static let fiveMinutes = Step(.pass(seconds: 300))
  static let moreThanFiveMinutes = Step(.pass(seconds: 301))
  /// A time after which all is old, where the age that it is refreshed at is not what a rule is about.
  static let anHour = Step(.pass(seconds: 3600))

  /// The app is started again, and leaves it to the cache who the user is.
  static let startWithoutID = Step(.app(.configure(CustomerSetup())))

  /// Logging out, by a module that may well say that it cannot reach the server for the user who follows.
  static let logOutOffline = Step(
    .call(.logOut), oneOf: [Outcome("succeeds"), Outcome("says that the server is out of reach", .fails)])

  /// A read by a user that a module made up.
  static func readsAnonymously(_ version: String) -> Self {
    let users = [AppUserID.anonymous1, .anonymous2]
    return Step(.call(.customerInfo()), .answers(oneOf: users.map { CustomerInfo($0, version) }))
  }

  /// A read of offerings by a user that a module made up.
  static func offersAnonymously(_ version: String) -> Self {
    let users = [AppUserID.anonymous1, .anonymous2]
    return Step(.call(.offerings), .answers(oneOf: users.map { Offerings($0, version) }))
  }
}

extension [CustomerStep] {
  /// Version 1 of alice's customer info is cached, just fetched. That it took the place of version 0 shows a module that
  /// refreshes: that it asks nothing in another case says something.
  static let configured: Self = [Step(.app(.configure(CustomerSetup(.alice)))), .reads("v0")] + refreshed

  /// The same, of a user who logged in.
  static let loggedIn: Self =
    [
      Step(.app(.configure(CustomerSetup()))),
      Step(.call(.logIn(.alice))),
      Step(.call(.appUserID), .answers(AppUserID.alice)),
      .reads("v0"),
    ] + refreshed

  /// The same, of a user that the module made up.
  static let anonymous: Self =
    [Step(.app(.configure(CustomerSetup()))), .reads("v0", of: .anonymous1)] + refreshed(of: .anonymous1)

  /// Version 1 of the offerings for alice is cached, just fetched, in place of version 0.
  static let offered: Self = [.offers("o0")] + offeringsRefreshed

  /// Nothing is cached; the server has version 1.
  static let unfetched: Self = [
    Step(.network(.down)),
    Step(.app(.configure(CustomerSetup(.alice)))),
    Step(.call(.customerInfo()), .fails),
    Step(.serve(.customerInfo("v1"))),
    Step(.network(.up)),
  ]

  /// Version 1 is cached, and old; the server has version 2.
  static let stale: Self = configured + [Step(.serve(.customerInfo("v2"))), .anHour]

  /// Version 1 is cached, and young; the server has version 2.
  static let young: Self = configured + [Step(.serve(.customerInfo("v2")))]

  private static let refreshed = refreshed(of: .alice)

  private static func refreshed(of user: AppUserID) -> Self {
    [
      Step(.serve(.customerInfo("v1"))), .anHour, Step(.call(.customerInfo())), .reads("v1", of: user),
    ]
  }

  private static let offeringsRefreshed: Self = [
    Step(.serve(.offerings("o1"))), .anHour, Step(.call(.offerings)), .offers("o1"),
    // Customer info has grown old meanwhile.
    Step(.call(.customerInfo())),
  ]
}

extension Expectation {
  /// Customer info of a user is asked for, once.
  static func asksForInfo(of user: AppUserID = .alice) -> Expectation { .asks(CustomerRequest.customerInfo(user)) }

  /// Offerings for alice are asked for, once.
  static let asksForOfferings = Expectation.asks(CustomerRequest.offerings(.alice))

  /// Customer info is asked for, once. Whether offerings are brought up to date on the way is not said.
  static let refreshes = Expectation(.asked, .times(1, Fact(CustomerRequest.customerInfo(.alice))))

  /// Offerings are asked for, once, whatever else is.
  static let refreshesOfferings = Expectation(.asked, .times(1, Fact(CustomerRequest.offerings(.alice))))

  /// Neither a listener nor the log hears anything of alice.
  static let tellsNothingOfAlice = Expectation(.told, .notNaming(["alice"]))
  static let logsNothingOfAlice = Expectation(.logged, .notNaming(["alice"]))

  /// The line that says that an answer came from the cache, so many times.
  static func vendsFromCache(_ times: Int) -> Expectation {
    Expectation(.logged, .times(times, .value("Vending customerInfo from cache")))
  }
}
