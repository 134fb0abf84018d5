extension CustomerAction {
  /// What scenarios take for granted, the most basic first.
  public static var premises: [Premise<Self>] {
    [
      // Info is old after five minutes; in the background it is refreshed after a day.
      ofInfo("customer.get.only-on-call[for an hour]") { $0.lasts(over: .minutes(5)) },
      ofInfo("customer.get.only-on-call[after a minute in the background]") { $0.lasts(over: .hours(24)) },
      ofInfo("customer.policy.fetch-current[policy=fetchCurrent,cached=nothing,network=up]") {
        $0.calls { if case .customerInfo = $0 { true } else { false } }
      },
      ofInfo("customer.policy.from-cache-only[unlike `fetchCurrent`]") {
        $0.calls { if case .customerInfo(_?) = $0 { true } else { false } }
      },
      ofInfo("customer.get.cached-without-request", by: \.configures),
      ofInfo("customer.configure.fetches-customer-info", by: \.configures),
      ofInfo("customer.offline.served-for-ever[a year in one run]") { $0 == .network(.down) || $0.servesWrongAnswers },
      Premise("customer.login.requests-during-switch[one user, and then another]") { $0.calls(\.changesUser) },
      Premise("customer.logout.clears-customer-info") { $0.calls { $0 == .logOut } },
      .inRuns("customer.logout.stays-cleared") { actions in
        let logOut = actions.firstIndex { $0.calls { $0 == .logOut } }
        return logOut.map { actions[$0...].contains { $0.usesEarlierRun || $0.searchesStorage } } ?? false
      },
      .inRuns("customer.identity.survives-restart[after logging in]") { actions in
        let keepsUser = actions.contains { $0.calls(\.changesUser) || $0.namesNoUser }
        return keepsUser && actions.contains(where: \.usesEarlierRun)
          || actions.contains { $0.calls { $0 == .appUserID } }
      },
      ofInfo("customer.info.survives-restart") { $0.usesEarlierRun || $0.searchesStorage },
      ofInfo("customer.restart.refreshes-though-young") { $0 == .app(.startAtOnce) },
      Premise("customer.configure.other-user[without network]", by: \.configuresAnother),
      ofInfo("customer.get.refreshes-when-old[at 5 min 1 s]") { $0.lasts(over: .minutes(5)) || $0.comesToForeground },
      ofInfo("customer.policy.not-stale-cached-or-fetched[policy=notStaleCachedOrFetched,cached=stale copy,network=up]")
      {
        $0.calls { $0 == .customerInfo(.notStaleCachedOrFetched) }
      },
      ofInfo("customer.info.age-survives-restart[stale before the restart]", by: \.usesEarlierRun),
      ofInfo("customer.foreground.refreshes-when-old[after 5 min 1 s]", by: \.comesToForeground),
      ofInfo("customer.offline.entitlements-readable[a year in one run]") {
        $0.servesEntitlements || $0.calls(\.isPurchase)
      },
      ofInfo("customer.purchase.unlocks[with a young copy]") { $0.calls(\.isPurchase) },
      ofInfo("customer.restore.refreshes[with a stale copy]") { $0.calls { $0 == .restore } },
      ofInfo("customer.info.survives-kill[a cached copy]") { $0.searchesStorage || $0.worldEvent == .kill },
      ofInfo("customer.invalidate.forces-fetch[four times in a row]") { $0.calls { $0 == .invalidate } },
      Premise("customer.offerings.cached-without-request") { $0.calls { $0 == .offerings } },
      Premise("customer.offerings.refreshes-when-old[at 5 min 1 s]") { $0.calls { $0 == .offerings } },
      ofInfo("customer.listener.told-of-background-updates[coming to the foreground]") {
        if case .listen = $0 { true } else { false }
      },
      ofInfo("customer.log.vending-from-cache[from a young copy]") { $0 == .watchLog },
    ]
  }

  /// A premise about customer info. A call for the user's ID, or for offerings, does not take it for granted.
  private static func ofInfo(_ scenario: String, by isNeeded: @escaping @Sendable (Self) -> Bool) -> Premise<Self> {
    .inRuns(scenario) { actions in
      switch actions.last {
      case .call(.appUserID), .call(.offerings): false
      default: actions.contains(where: isNeeded)
      }
    }
  }
}

/// The properties of an action that the premises depend on.
extension CustomerAction {
  /// Whether more than this time passes.
  func lasts(over time: Duration) -> Bool {
    switch worldEvent {
    case .advance(let duration), .restartAfter(let duration): duration > time
    default: false
    }
  }

  private var setup: CustomerSetup? { if case .app(.configure(let setup)) = self { setup } else { nil } }

  /// Whether it configures the cache, as every scenario does.
  var configures: Bool { setup != nil }

  /// Whether it configures the cache for another user than most scenarios do.
  private var configuresAnother: Bool { setup?.appUserID.map { $0 != .alice } ?? false }

  /// Whether what an earlier run stored decides who the user is, or what is cached.
  private var usesEarlierRun: Bool { worldEvent?.endsARun == true || self == .app(.startAtOnce) || namesNoUser }

  /// Whether it leaves it to the cache who the user is.
  private var namesNoUser: Bool { configures && setup?.appUserID == nil }

  /// Whether it looks at what is stored.
  private var searchesStorage: Bool { if case .searchStorage = self { true } else { false } }

  /// Whether the app comes to the foreground.
  private var comesToForeground: Bool { self == .app(.foreground) || self == .app(.foregroundMeanwhile) }

  /// Whether the server answers about one user from now on, whoever is asked about, so that the others' are refused.
  var servesWrongAnswers: Bool { if case .serve(.answersFor(_?)) = self { true } else { false } }

  /// Whether the server has entitlements from now on.
  var servesEntitlements: Bool {
    if case .serve(.customerInfo(_, let entitlements)) = self { !entitlements.isEmpty } else { false }
  }

  /// Whether it makes such a call.
  func calls(_ isSuch: (CustomerCall) -> Bool) -> Bool {
    switch self {
    case .call(let call), .callMeanwhile(let call), .callOften(let call, _, _), .begin(let call, _),
      .beginMeanwhile(let call):
      isSuch(call)
    case .callInTurn(let calls): calls.contains(where: isSuch)
    default: false
    }
  }
}

extension CustomerCall {
  /// Whether it may change the user.
  var changesUser: Bool { if case .logIn = self { true } else { self == .logOut } }
  /// Whether it buys something.
  var isPurchase: Bool { if case .purchase = self { true } else { false } }
}
