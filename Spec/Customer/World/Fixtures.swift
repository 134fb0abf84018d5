extension Fixture where Action == CustomerAction {
  // MARK: Customer info

  /// Nothing is cached.
  static let started = Fixture(
    "the app started for alice without a network, so nothing is cached",
    relyingOn: "customer.configure.fetches-customer-info",
    [
      Step(.network(.down)),
      Step(.app(.configure(CustomerSetup(.alice)))),
      Step(.network(.up)),
    ])

  /// Nothing is cached; the server has this version.
  static func unfetched(_ version: DataVersion = .v1) -> Self { started.serving(version) }

  /// Version 0 is cached, just fetched.
  static let first = Fixture(
    "alice's customer info is cached: version 0, just fetched", relyingOn: "customer.configure.fetches-customer-info",
    [Step(.app(.configure(CustomerSetup(.alice)))), .reads(.v0)])

  /// Version 1 is cached, just fetched. It replaced version 0, which shows that the module refreshes at all: only then
  /// is making no request in another case meaningful.
  static let cached = first.leading(
    to: "alice's customer info is cached: version 1, just fetched in place of version 0",
    relyingOn: "customer.policy.fetch-current",
    [Step(.serve(.customerInfo(.v1))), .anHour, Step(.call(.customerInfo(.fetchCurrent))), .reads(.v1)])

  /// Version 1 is cached and young; the server has version 2.
  static let young = cached.serving(.v2)

  /// Version 1 is cached and old; the server has version 2.
  static let stale = young.leading(
    to: "alice's customer info is cached: version 1, an hour old; the server has version 2", [.anHour])

  // MARK: Users

  private static let idless = Fixture(
    "the app names no user, and the cache makes up an anonymous one",
    relyingOn: "customer.configure.fetches-customer-info",
    // The kit numbers the ids that the module makes up as it sees them.
    [Step(.app(.configure(CustomerSetup()))), Step(.call(.appUserID), .returns)])

  /// The user has an id that the module generated.
  static let anonymous = idless.leading(
    to: "the customer info of an anonymous user is cached: version 0",
    relyingOn: "customer.configure.fetches-customer-info", [.reads(.v0, of: .anonymous(1))])

  /// The user is one who has logged in.
  static let loggedIn = idless.leading(
    to: "alice is logged in, and her customer info is cached: version 0",
    relyingOn: "customer.login.requests-during-switch", [Step(.call(.logIn(.alice))), .reads(.v0)])

  // MARK: Offerings

  /// Version 0 is cached, just fetched.
  static let firstOfferings = first.leading(
    to: "alice's offerings are cached: version 0, just fetched", relyingOn: "customer.configure.fetches-offerings",
    [.readsOfferings(.v0)])

  /// Version 1 is cached, just fetched in place of version 0.
  static let offerings = firstOfferings.leading(
    to: "alice's offerings are cached: version 1, just fetched in place of version 0",
    relyingOn: "customer.offerings.refreshes-when-old",
    [
      Step(.serve(.offerings(.v1))), .anHour,
      // Customer info has become old too, and is not what the following steps are about.
      Step(.call(.customerInfo())),
      Step(.call(.offerings)), .readsOfferings(.v1),
    ])

  /// Version 1 is cached and young; the server has version 2.
  static let youngOfferings = offerings.servingOfferings(.v2)

  // MARK: Additions

  func serving(_ version: DataVersion) -> Self {
    and("the server has \(version)", [Step(.serve(.customerInfo(version)))])
  }

  func servingOfferings(_ version: DataVersion) -> Self {
    and("the server has \(version) of the offerings", [Step(.serve(.offerings(version)))])
  }

  var offline: Self { and("the network is down", [Step(.network(.down))]) }

  var listening: Self {
    and("a listener is set", relyingOn: "customer.listener.told-of-background-updates", [Step(.listen(.start))])
  }

  var logged: Self { and("the debug log is watched", [Step(.watchLog)]) }

  /// A search of storage finds her id: only then is finding nothing later meaningful.
  var findable: Self {
    and(
      "alice's id is found in what is stored", relyingOn: "customer.info.survives-kill",
      [Step(.searchStorage(.alice), .stores(.alice))])
  }
}
