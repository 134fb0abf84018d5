/// The ways in which a run takes something for granted.
extension Premise<CustomerAction> {
  /// A premise that a step of the run is seen to break: the last step, or an earlier one whose effect on the cache lasts
  /// until the next fetch. A call for the user's id, or for offerings, does not show that effect.
  static func broken(_ scenario: String, where isBroken: @escaping @Sendable (CustomerMoment) -> Bool) -> Self {
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
  static func last(_ scenario: String, where isNeeded: @escaping @Sendable (CustomerMoment) -> Bool) -> Self {
    .observed(scenario) { CustomerMoment.all(in: $0).last.map(isNeeded) ?? false }
  }
}

extension CustomerMoment {
  /// Whether old customer info was not requested again, although nothing speaks against it.
  var lacksRefresh: Bool {
    guard copy?.isOld == true, asks == false, !before.isUnderWay else { return false }
    if action.comesToForeground { return before.background.map { $0 > .minutes(5) } == true }
    // The document does not say how soon what has failed is tried again.
    let mayWait = before.sinceFailure.map { $0 < .hours(1) } == true && !reads(by: .notStaleCachedOrFetched)
    return before.background == nil && !mayWait
  }

  /// Whether it refreshes as time passes, and no day in the background has passed.
  var refreshesUnasked: Bool {
    guard case .advance(let time)? = action.worldEvent, asks == true else { return false }
    return before.background.map { $0 + time < .days(1) } ?? true
  }

  /// Whether it reads offline, in a later run, what was never fetched for a user who has logged in.
  var readsUnfetched: Bool {
    isOffline && before.hasLoggedIn && before.hasRestarted && before.info == nil
      && calls.contains { if case .customerInfo = $0 { true } else { false } }
  }

  /// Whether a fetch, or the lack of one, leaves the same cached, and as young.
  var isHarmless: Bool { isUpToDate && !isAwaited && !action.passesTime }

  /// Whether the user's id is asked for, or offerings are, and not customer info.
  var isOfSomethingElse: Bool { calls == [.appUserID] || calls == [.offerings] }

  var readsOfferings: Bool { action.calls { $0 == .offerings } && !before.isUncertain }
}

/// The properties of an action that the premises depend on.
extension CustomerAction {
  /// Whether time passes while the app runs.
  var passesTime: Bool { if case .advance? = worldEvent { true } else { false } }

  /// Whether the app starts again for the same user.
  var startsAgain: Bool { worldEvent?.endsARun == true || self == .app(.startAtOnce) }

  var setup: CustomerSetup? { if case .app(.configure(let setup)) = self { setup } else { nil } }

  /// Whether it configures the cache, as every scenario does.
  var configures: Bool { setup != nil }

  /// Whether it configures the cache for another user than most scenarios do.
  var configuresAnother: Bool { setup?.appUserID.map { $0 != .alice } ?? false }

  /// Whether it looks at what is stored.
  var searchesStorage: Bool { if case .searchStorage = self { true } else { false } }

  /// Whether the app comes to the foreground.
  var comesToForeground: Bool { self == .app(.foreground) || self == .app(.foregroundMeanwhile) }

  /// Whether the server answers about one user from now on, whoever is asked about, so that the others' are refused.
  var servesWrongAnswers: Bool { if case .serve(.answersFor(_?)) = self { true } else { false } }

  /// Whether the server has entitlements from now on.
  var servesEntitlements: Bool {
    if case .serve(.customerInfo(_, let entitlements)) = self { !entitlements.isEmpty } else { false }
  }

  /// Whether it makes such a call, or has the listener make it.
  func calls(_ isSuch: (CustomerCall) -> Bool) -> Bool {
    if case .listen(let listening) = self { return listening.callWhenTold.map(isSuch) ?? false }
    return calls.contains(where: isSuch)
  }

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
  package var changesUser: Bool { if case .logIn = self { true } else { self == .logOut } }
  /// Whether it buys something.
  var isPurchase: Bool { if case .purchase = self { true } else { false } }
}
