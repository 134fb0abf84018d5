extension AppUserID {
  static let alice: Self = "alice"
  static let bob: Self = "bob"
  static let carol: Self = "carol"
}

extension CustomerUser {
  static let alice = Self.known(.alice)
  static let bob = Self.known(.bob)
  /// Those that a module may have made up by the time that one user has logged out.
  fileprivate static let anonymousOnes = (1...3).map(Self.anonymous)
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

  /// A read after a log-out: what is read is one that the module made up, or nobody's. The versions are those that one may
  /// have got, who is fetched for at the log-out or at the read.
  static func readsAnonymously(_ versions: DataVersion..., by policy: CustomerFetchPolicy? = nil) -> Self {
    let infos = versions.flatMap { version in CustomerUser.anonymousOnes.map { CustomerAnswer.info(version, of: $0) } }
    return Step(
      .call(.customerInfo(policy)), oneOf: [Outcome("read by another user", .answers(oneOf: infos)), .nobody])
  }

  /// A read of offerings after a log-out, likewise.
  static func readsOfferingsAnonymously(_ versions: DataVersion...) -> Self {
    let all = versions.flatMap { version in
      CustomerUser.anonymousOnes.map { CustomerAnswer.offerings(version, for: $0) }
    }
    return Step(.call(.offerings), oneOf: [Outcome("read by another user", .answers(oneOf: all)), .nobody])
  }

  /// The app is in the background for so long.
  static func away(_ time: Self) -> [Self] { [Step(.app(.background)), time, Step(.app(.foreground))] }

  /// The same, with requests held from its end on: whether coming to the foreground waits for its refresh is not said.
  static func awayThenHeld(_ time: Self) -> [Self] {
    [Step(.app(.background)), time, Step(.requests(.customerInfo, .hold)), Step(.app(.foregroundMeanwhile))]
  }

  /// A read begins while a request is held, and has come to where it asks, or joins that: else the one that is held may be
  /// answered before.
  static func besideAnother(_ read: CustomerCall, _ kind: RequestKind = .customerInfo) -> [Self] {
    [
      Step(.requests(kind, .hold)), Step(.begin(read)),
      Step(
        .requests(kind, .awaitHeldUnlessJoined(2)),
        oneOf: [Outcome("asks by itself"), Outcome("has asked before, or waits for the other", .fails)]),
    ]
  }

  /// A call that may well fail.
  static func failsOrNot(_ call: CustomerCall) -> Self {
    Step(.call(call), oneOf: [Outcome("fails", .fails), Outcome("succeeds")])
  }

  /// Where alice has logged in without network, nothing is hers of what an anonymous user had.
  static let findsNothingOfAnAnonymousUser = Step(
    .callInTurn([.appUserID, .customerInfo(.fromCacheOnly)]),
    oneOf: [
      Outcome("alice, who has nothing", .answer(.exactly([.value(.user(.alice)), .nothing]))),
      // Where logging in needs the server.
      Outcome(
        "still the anonymous user",
        .answer(.exactly([.value(.user(.anonymous(1))), .value(.info(.v0, of: .anonymous(1)))]))),
    ])

  /// What is stored does not mention alice.
  static let findsNoAlice = Step(.searchStorage(.alice), .storesNothing)

  /// The user is this one.
  static func isUser(_ user: CustomerUser) -> Self { Step(.call(.appUserID), .answers(.user(user))) }

  /// The user is the one that the module made up as the so manieth of the scenario, or there is none.
  static func isAnonymousOrNobody(_ number: Int) -> Self {
    Step(
      .call(.appUserID),
      oneOf: [
        Outcome("made up", .answers(.user(.anonymous(number)))), Outcome("none", .answersNothing),
        Outcome("an error", .fails),
      ])
  }

  /// Times that take what was fetched just now to just before, to, and past the age that it is refreshed at.
  static let almostFiveMinutes = Step(.advance(.minutes(5) - .seconds(1)))
  static let fiveMinutes = Step(.advance(.minutes(5)))
  static let moreThanFiveMinutes = Step(.advance(.minutes(5) + .seconds(1)))
  /// A time after which all is old, where the age that it is refreshed at is not what a rule is about.
  static let anHour = Step(.advance(.hours(1)))

  /// A time after which an app in the background refreshes.
  static let aDay = Step(.advance(.hours(25)))

  /// What is brought by such a refresh is told. That there is one is another rule's affair.
  static func aDay(tells version: DataVersion, of user: CustomerUser) -> Self {
    Step(
      .advance(.hours(25)),
      oneOf: [
        Outcome("told", .notifies(.info(version, of: user))),
        Outcome("nothing was asked for", .requestsNoInfo(of: user), .notifiesNothing),
      ])
  }

  /// The app is started again, and leaves it to the cache who the user is.
  static let startWithoutID = Step(.app(.configure(CustomerSetup())))

  /// Logging out, by a module that may well say that it cannot reach the server for the user who follows.
  static let logOutOffline = Step(.call(.logOut), oneOf: [Outcome("succeeds"), .outOfReach])

  /// Logging in, by a module that may well not do it without the server.
  static func logsInOffline(_ user: AppUserID) -> Self {
    Step(.call(.logIn(user)), oneOf: [Outcome("succeeds"), .outOfReach])
  }
}

extension Outcome where Action == CustomerAction {
  /// After a log-out there may be nobody to read for.
  fileprivate static let nobody = Self("no user yet", .fails)
  fileprivate static let outOfReach = Self("says that the server is out of reach", .fails)
}

extension Expectation where Action == CustomerAction {
  /// A user's customer info is requested, once.
  static func requestsInfo(of user: CustomerUser = .alice) -> Self {
    apart(from: CustomerRequest(.offerings, user), .exactly([.value(CustomerRequest(.customerInfo, user))]))
  }

  /// Customer info is not requested.
  static let requestsNoInfo = requestsNoInfo(of: .alice)

  static func requestsNoInfo(of user: CustomerUser) -> Self {
    apart(from: CustomerRequest(.offerings, user), .exactly([]))
  }

  /// Customer info of alice is requested once, or was before.
  static let requestsInfoIfNeeded = apart(
    from: CustomerRequest(.offerings, .alice), .oneOf([[], [.value(CustomerRequest(.customerInfo, .alice))]]))

  /// Offerings for alice are requested, so many times.
  static func requestsOfferings(_ times: Int = 1) -> Self {
    apart(
      from: CustomerRequest(.customerInfo, .alice),
      .exactly(Array(repeating: .value(CustomerRequest(.offerings, .alice)), count: times)))
  }

  /// Whether one of the two is brought up to date with the other, and how often, no sentence says.
  private static func apart(from other: CustomerRequest, _ requests: Pattern<CustomerRequest>) -> Self {
    .request(.apartFrom(.value(other), requests))
  }

  /// A call comes to something: what, is not said.
  static let returns = Self.answer(.something)

  /// Neither a listener nor the log hears anything of alice.
  static let notifiesOfNothingOfAlice = Self.notify(.notMentioning("alice"))
  static let logsNothingOfAlice = Self.log(.notMentioning("alice"))

  /// The line that says that an answer came from the cache, so many times.
  static func vendsFromCache(_ times: Int) -> Self { .log(.times(times, .value(.vendingFromCache))) }
}
