extension CustomerAction {
  /// What scenarios take for granted.
  public static var premises: [Premise<Self>] {
    ofPolicies + ofAges + ofUsers + ofRuns + ofPurchases + ofOfferings + [
      Premise("customer.listener.told-of-background-updates[coming to the foreground]") {
        if case .listen = $0 { true } else { false }
      },
      Premise("customer.log.vending-from-cache[from a young copy]") { $0 == .watchLog },
    ]
  }

  /// What a read asks for and returns.
  private static let ofPolicies: [Premise<Self>] = [
    seen("customer.get.only-on-call[for an hour]") { $0.action.passesTime && $0.asks == true },
    seen("customer.get.only-on-call[after a minute in the background]") { $0.action.passesTime && $0.asks == true },
    seen("customer.policy.fetch-current[policy=fetchCurrent,cached=nothing,network=up]") {
      $0.reads(by: .fetchCurrent) && $0.asks == false
    },
    seen("customer.policy.fetch-current[policy=fetchCurrent,cached=young copy,network=up]") {
      $0.reads(by: .fetchCurrent) && $0.asks == false
    },
    last("customer.policy.fetch-current[policy=fetchCurrent,cached=young copy,network=up]") {
      $0.reads(by: .fetchCurrent) && $0.action == .finish
    },
    seen("customer.policy.from-cache-only[unlike `fetchCurrent`]") { $0.reads(by: .fromCacheOnly) && $0.asks == true },
    last("customer.offline.served-for-ever[a year in one run]") {
      $0.before.sinceFailure != nil && !$0.isOfSomethingElse
    },
    seen("customer.policy.default-is-cached-or-fetched[policy=none named,cached=nothing,network=up]") {
      $0.reads(by: nil) && $0.copy?.isYoung != true && $0.asks == false
    },
    seen("customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]") {
      $0.reads(by: nil) && ($0.isAnsweredOtherwise || $0.copy?.isYoung == true && $0.asks == true)
    }.lessBasic(than: "customer.offline.served-for-ever"),
    seen("customer.policy.cached-or-fetched[policy=cachedOrFetched,cached=stale copy,network=down]") {
      $0.reads(by: .cachedOrFetched) && $0.isAnsweredOtherwise
    },
    seen("customer.get.cached-without-request") { moment in
      moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.copy?.isYoung == true
        && moment.asks == true && !moment.isClockSet
    }.lessBasic(than: "customer.policy.fetch-current", "customer.policy.default-is-cached-or-fetched"),
    last("customer.get.cached-without-request") {
      $0.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && $0.asks == true
    }.lessBasic(than: "customer.policy.fetch-current", "customer.policy.default-is-cached-or-fetched"),
    seen("customer.configure.fetches-customer-info") { $0.action.configures && $0.asks == false && !$0.isOffline }
      .lessBasic(
        than: "customer.policy.from-cache-only", "customer.policy.fetch-current",
        "customer.policy.default-is-cached-or-fetched"),
  ]

  /// What is refreshed by when.
  private static let ofAges: [Premise<Self>] = [
    seen("customer.get.refreshes-when-old[at 5 min 1 s]") { moment in
      moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.lacksRefresh
    },
    seen("customer.policy.not-stale-cached-or-fetched[policy=notStaleCachedOrFetched,cached=stale copy,network=up]") {
      $0.reads(by: .notStaleCachedOrFetched) && $0.copy?.isOld == true && !$0.isOffline && !$0.isAnsweredOtherwise
    },
    seen("customer.foreground.refreshes-when-old[after 5 min 1 s]") {
      $0.action.comesToForeground && $0.lacksRefresh
    },
    seen("customer.foreground.quiet-when-young") {
      $0.action.comesToForeground && $0.copy?.isYoung == true && $0.asks == true && !$0.isClockSet
    },
  ]

  private static let ofUsers: [Premise<Self>] = [
    Premise("customer.login.requests-during-switch[one user, and then another]") { $0.calls(\.changesUser) },
    seen("customer.login.requests-during-switch[one user, and then another]") { $0.asksForLoggedOut }
      .explainingAnyFailure,
    Premise("customer.logout.clears-customer-info") { $0.calls { $0 == .logOut } },
    last("customer.logout.stays-cleared") { $0.before.hasRestartedLoggedOut },
    seen("customer.logout.stays-cleared") { $0.isOfLoggedOut },
    last("customer.logout.isolates-users[in the stored bytes]") {
      $0.action.searchesStorage && $0.before.loggedOut != nil
    },
    last("customer.identity.survives-restart[after logging in]") { $0.before.hasRestarted || $0.isNewID },
    seen("customer.identity.survives-restart[after logging in]") { $0.isAnotherUser },
  ]

  /// What is left of an earlier run, and what a start does.
  private static let ofRuns: [Premise<Self>] = [
    last("customer.info.survives-restart") { $0.before.info?.isOfEarlierRun == true && !$0.isOfSomethingElse },
    seen("customer.info.survives-restart") { $0.action.searchesStorage && $0.observation.stored == [.nothing] },
    seen("customer.restart.refreshes-though-young") {
      $0.action.startsAgain && $0.before.info != nil && !$0.isOffline && $0.asks == false
    },
    Premise("customer.configure.other-user[without network]", by: \.configuresAnother),
    seen("customer.info.age-survives-restart[stale before the restart]") { moment in
      moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.lacksRefresh
        && moment.copy?.isOfEarlierRun == true
    },
  ]

  private static let ofPurchases: [Premise<Self>] = [
    Premise("customer.offline.entitlements-readable[a year in one run]") {
      $0.servesEntitlements || $0.calls(\.isPurchase)
    },
    Premise("customer.purchase.unlocks[with a young copy]") { $0.calls(\.isPurchase) },
    Premise("customer.restore.refreshes[with a stale copy]") { $0.calls { $0 == .restore } },
    Premise("customer.info.survives-kill[a cached copy]") { $0.searchesStorage || $0.worldEvent == .kill },
    Premise("customer.invalidate.forces-fetch[four times in a row]") { $0.calls { $0 == .invalidate } },
  ]

  private static let ofOfferings: [Premise<Self>] = [
    seen("customer.offerings.cached-without-request") {
      $0.readsOfferings && $0.before.offerings?.isYoung == true && $0.asksForOfferings == true
    },
    seen("customer.offerings.refreshes-when-old[at 5 min 1 s]") {
      $0.readsOfferings && $0.before.offerings?.isYoung != true && $0.asksForOfferings == false
    },
  ]

  /// A premise of a run of which a step is seen not to hold to it: the last, or one that leaves what is cached other than
  /// it has to be until something is fetched. A call for the user's id, or for offerings, does not show what is cached.
  private static func seen(
    _ scenario: String, where isBroken: @escaping @Sendable (CustomerMoment) -> Bool
  ) -> Premise<Self> {
    .observed(scenario) { run in
      let moments = CustomerMoment.all(in: run)
      guard let last = moments.last else { return false }
      if isBroken(last) { return true }
      if last.isOfSomethingElse { return false }
      let fetch = moments.dropLast().lastIndex { $0.asks == true && !$0.isOffline } ?? 0
      return moments.dropLast()[fetch...].contains { !$0.isHarmless && isBroken($0) }
    }.explainingAnyFailure
  }

  /// A premise of a run that ends with a step that takes it for granted.
  private static func last(
    _ scenario: String, where isNeeded: @escaping @Sendable (CustomerMoment) -> Bool
  ) -> Premise<Self> {
    .observed(scenario) { CustomerMoment.all(in: $0).last.map(isNeeded) ?? false }
  }
}

extension CustomerMoment {
  /// Whether old customer info was not requested again, although nothing speaks against it.
  fileprivate var lacksRefresh: Bool {
    guard copy?.isOld == true, asks == false, !before.isUnderWay else { return false }
    if action.comesToForeground { return before.background.map { $0 > .minutes(5) } == true }
    // The document does not say how soon what has failed is tried again.
    let mayWait = before.sinceFailure.map { $0 < .hours(1) } == true && !reads(by: .notStaleCachedOrFetched)
    return before.background == nil && !mayWait
  }

  /// Whether a fetch, or the lack of one, leaves the same cached, and as young.
  fileprivate var isHarmless: Bool { isUpToDate && !isAwaited && !action.passesTime }

  /// Whether the user's id is asked for, or offerings are, and not customer info.
  fileprivate var isOfSomethingElse: Bool { calls == [.appUserID] || calls == [.offerings] }

  fileprivate var readsOfferings: Bool { action.calls { $0 == .offerings } && !before.isUncertain }
}

/// The properties of an action that the premises depend on.
extension CustomerAction {
  /// Whether time passes while the app runs.
  fileprivate var passesTime: Bool { if case .advance? = worldEvent { true } else { false } }

  /// Whether the app starts again for the same user.
  fileprivate var startsAgain: Bool { worldEvent?.endsARun == true || self == .app(.startAtOnce) }

  private var setup: CustomerSetup? { if case .app(.configure(let setup)) = self { setup } else { nil } }

  /// Whether it configures the cache, as every scenario does.
  fileprivate var configures: Bool { setup != nil }

  /// Whether it configures the cache for another user than most scenarios do.
  private var configuresAnother: Bool { setup?.appUserID.map { $0 != .alice } ?? false }

  /// Whether what an earlier run stored decides who the user is, or what is cached.
  private var usesEarlierRun: Bool { worldEvent?.endsARun == true || self == .app(.startAtOnce) || namesNoUser }

  /// Whether it leaves it to the cache who the user is.
  private var namesNoUser: Bool { configures && setup?.appUserID == nil }

  /// Whether it looks at what is stored.
  fileprivate var searchesStorage: Bool { if case .searchStorage = self { true } else { false } }

  /// Whether the app comes to the foreground.
  fileprivate var comesToForeground: Bool { self == .app(.foreground) || self == .app(.foregroundMeanwhile) }

  /// Whether the server answers about one user from now on, whoever is asked about, so that the others' are refused.
  var servesWrongAnswers: Bool { if case .serve(.answersFor(_?)) = self { true } else { false } }

  /// Whether the server has entitlements from now on.
  var servesEntitlements: Bool {
    if case .serve(.customerInfo(_, let entitlements)) = self { !entitlements.isEmpty } else { false }
  }

  /// Whether it makes such a call.
  func calls(_ isSuch: (CustomerCall) -> Bool) -> Bool { calls.contains(where: isSuch) }

  /// The calls that it makes.
  var calls: [CustomerCall] {
    switch self {
    case .call(let call), .callMeanwhile(let call), .callOften(let call, _, _), .begin(let call, _),
      .beginMeanwhile(let call):
      [call]
    case .callInTurn(let calls): calls
    default: []
    }
  }
}

extension CustomerCall {
  /// Whether it may change the user.
  var changesUser: Bool { if case .logIn = self { true } else { self == .logOut } }
  /// Whether it buys something.
  var isPurchase: Bool { if case .purchase = self { true } else { false } }
}
