/// What remains of customer info when a run of the app ends, normally or without warning. Written under 'CustomerInfo',
/// 'Does data cache between app launches?' and 'How does the cache work if the user is offline?' in RevenueCat's
/// 'Caching'.
extension CustomerSpec {
  static let infoTopic = Topic<CustomerAction>(
    rules: infoRules, premises: infoPremises, scenarios: infoRows)

  private static let infoRules: [Rule] = [
    Rule(
      "customer.info.survives-restart", .must,
      "Customer info can be read without any network after a restart, and after a hundred within a year.",
      from: faqLaunches, faqOffline, about: .keptState),
    Rule(
      "customer.info.age-survives-restart", .derived,
      "Customer info that was old before a restart is still old after it.",
      from: customerInfo,
      because:
        "Follows from `customer.get.refreshes-when-old`: otherwise an app that is started often would never ask again.",
      about: .storedInfoAge),
    Rule(
      "customer.info.unreadable-copy", .derived,
      "A stored copy that is truncated, overwritten or in an earlier format counts as no copy, unless it can be read in full; the next fetch stores a copy again.",
      from: faqLaunches,
      because:
        "Follows from `customer.info.survives-restart`: a copy that survives a restart may have been damaged in between.",
      about: .wholeCopy),
    Rule(
      "customer.info.survives-kill", .derived,
      "After the app's process was killed without warning, cached customer info is still there, and customer info that a log-out cleared is still gone.",
      from: faqLaunches,
      because:
        "Follows from customer.info.survives-restart: most apps are killed rather than shut down in an orderly way.",
      about: .ending),
  ]

  private static let infoPremises: [Premise<CustomerAction>] = [
    .last("customer.info.survives-restart") { $0.before.info?.isOfEarlierRun == true && !$0.isOfSomethingElse },
    .seen("customer.info.survives-restart") { $0.action.searchesStorage && $0.observation.stored == [.nothing] },
    .seen("customer.info.age-survives-restart[stale before the restart]") { moment in
      moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.lacksRefresh
        && moment.copy?.isOfEarlierRun == true
    },
    Premise("customer.info.survives-kill[a cached copy]") { $0.searchesStorage || $0.worldEvent == .kill },
  ]

  private static let infoRows: [CustomerScenario] = [
    Scenario(
      "customer.info.survives-restart", given: .cached.offline,
      then: [Step(.restart), .reads(.v1), Step(.restart), .reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.info.survives-restart", "a hundred restarts within a year", given: .cached.offline,
      then: (1...100).flatMap { _ in [Step(.advance(.days(365) / 100)), Step(.restart)] }
        + [.reads(.v1), .reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.info.age-survives-restart", "stale before the restart", given: .stale.offline,
      then: [Step(.restart), Step(.network(.up)), .reads(.v2, by: .notStaleCachedOrFetched)]),
    Scenario(
      "customer.info.age-survives-restart", "it ages while the app does not run", given: .young.offline,
      then: [
        Step(.restart(after: .minutes(5) + .seconds(1))), .reads(.v1, by: .fromCacheOnly), Step(.network(.up)),
        .reads(.v2, by: .notStaleCachedOrFetched),
      ]),
    unreadable("the second half is missing", .damage(.truncated), mayBeRead: true),
    unreadable("the last bytes are missing", .damage(.shortened), mayBeRead: true),
    unreadable("no bytes are left", .damage(.emptied), mayBeRead: false),
    unreadable("other bytes in its place", .damage(.overwritten), mayBeRead: false),
    unreadable(
      "an earlier format, with entitlements", .app(.upgrade(.v1, of: .alice, with: ["pro", "extra"])),
      mayBeRead: true, with: ["pro", "extra"]),
    Scenario(
      "customer.info.survives-kill", "a cached copy", given: .cached,
      then: [Step(.network(.down)), Step(.kill), .reads(.v1, by: .fromCacheOnly)]),
    Scenario(
      "customer.info.survives-kill", "killed during a fetch", given: .cached,
      then: [
        Step(.requests(.customerInfo, .hold)), Step(.begin(.customerInfo(.fetchCurrent))),
        Step(.requests(.customerInfo, .awaitHeld(1))), Step(.network(.down)), Step(.kill),
        .reads(.v1, by: .fromCacheOnly).resting(on: "customer.offline.served-for-ever[a year in one run]"),
      ]),
    Scenario(
      "customer.info.survives-kill", "killed after a log-out", given: .loggedIn,
      then: [.changesUser(.call(.logOut)), Step(.network(.down)), Step(.kill), readsNothingOfAlice]),
    Scenario(
      "customer.info.survives-kill", "killed after a newer version was fetched", given: .loggedIn,
      then: [
        Step(.serve(.customerInfo(.v2))), Step(.call(.customerInfo(.fetchCurrent))), Step(.network(.down)), Step(.kill),
        .isUser(.alice).demanded(by: "customer.identity.survives-kill"), .reads(.v2, of: .alice, by: .fromCacheOnly),
      ]),
    Scenario(
      "customer.info.survives-kill", "killed after another user has logged in", given: .loggedIn,
      then: [
        Step(.serve(.customerInfo(.v2))), .changesUser(.call(.logIn(.bob))), Step(.call(.customerInfo(.fetchCurrent))),
        Step(.network(.down)), Step(.kill), .isUser(.bob).demanded(by: "customer.identity.survives-kill"),
        .reads(.v2, of: .bob, by: .fromCacheOnly),
      ]),
  ]

  /// The next run returns no incomplete copy, and fetches again.
  private static func unreadable(
    _ row: String, _ damage: CustomerAction, mayBeRead: Bool, with entitlements: [String] = [],
    line: Int = #line
  ) -> CustomerScenario {
    let none = Outcome<CustomerAction>("counts as no copy", .fails)
    let whole = Outcome<CustomerAction>("still readable", .answers(.info(.v1, with: entitlements)))
    // A truncated log still has its beginning.
    let older = Outcome<CustomerAction>("the copy before it", .answers(.info(.v0)))
    return Scenario(
      "customer.info.unreadable-copy", row, given: .young.offline,
      then: [
        Step(damage),
        Step(.call(.customerInfo(.fromCacheOnly)), oneOf: mayBeRead ? [none, whole, older] : [none]),
        Step(.network(.up)),
        .reads(.v2, by: .fetchCurrent),
        Step(.network(.down)),
        Step(.restart),
        .reads(.v2, by: .fromCacheOnly),
      ], line: line)
  }

  /// What is cached belongs to another user, or nothing is cached.
  private static let readsNothingOfAlice = CustomerStep(
    .call(.customerInfo(.fromCacheOnly)),
    oneOf: [Outcome("nothing is cached", .fails), Outcome("somebody else's", .answer(.notMentioning("alice")))])
}
