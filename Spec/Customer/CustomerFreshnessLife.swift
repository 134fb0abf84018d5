/// What calls that change something, and the life of the app, do to what is cached.
extension CustomerFreshnessModel.State {
  // MARK: Other calls

  func calling(_ call: CustomerCall) -> Ways {
    var state = self
    switch call {
    case .appUserID, .offerings, .customerInfo: break
    case .purchase, .restore:
      if isOffline { break }
      if case .cached(_, let age) = here.copy, freshness(age) == .old {
        return [Continuation([]) { $0.isFailure ? self : fetched }]
      }
      state.here.copy = .unknown
    case .logIn(let user):
      // Without the server the log-in may have failed.
      if !user.isBlank, user != here.user { state.become(user, "customer.login.isolates-users", isSure: !isOffline) }
    case .logOut:
      state.here.copy = here.user == nil ? .unknown : .none(because: "customer.logout.clears-customer-info")
      state.here.user = nil
      state.here.mayBeNobody = true
    case .invalidate: state.here.copy = .none(because: "customer.invalidate.forces-fetch")
    }
    return state.fetchingOrNot()
  }

  /// What is cached is not known after calls that others overlap, or that may have failed.
  mutating func loseSight(after calls: [CustomerCall]) {
    for call in calls {
      if case .logIn(let user) = call, !user.isBlank { become(user, "customer.login.isolates-users", isSure: false) }
      if call == .logOut { (here.user, here.mayBeNobody) = (nil, true) }
    }
    here.copy = .unknown
  }

  /// Another user takes the place of the one who was there. Nothing is cached for one who was never here.
  private mutating func become(_ user: AppUserID, _ rule: RuleID, isSure: Bool) {
    here.copy = isSure && !here.hosted.contains(user) ? .none(because: rule) : .unknown
    here.user = user
    here.mayBeNobody = false
    here.hosted.insert(user)
  }

  // MARK: The life of the app

  func starting(by rule: RuleID, _ isSeenLate: Bool) -> Ways {
    var state = self
    state.here.background = nil
    if let id = here.configured, !id.isBlank, id != here.user {
      state.become(id, "customer.configure.other-user", isSure: installations[device] != nil)
    }
    if isSeenLate || isAnotherActive || isHolding || isMisled || here.configured?.isBlank == true {
      state.here.copy = .unknown
      return state.fetchingOrNot()
    }
    return state.fetching(rule)
  }

  /// Whether another installation may ask by itself: in the background, or for what it could not fetch.
  private var isAnotherActive: Bool {
    installations.contains { name, other in
      guard name != device, other.background == nil, case .cached(_, let age) = other.copy else {
        return name != device
      }
      return age.hasFailed
    }
  }

  func passing(_ time: Duration) -> Ways {
    var state = self
    state.now += time
    if isHolding { return [Continuation(to: state)] }
    if isAnotherActive {
      for device in installations.keys { state.installations[device]?.copy = .unknown }
      return [Continuation(to: state)]
    }
    guard let since = here.background else {
      // What nobody could fetch may be tried again at any time.
      guard case .cached = here.copy else { return state.fetchingOrNot() }
      return [Continuation(to: state, [asksNothing("customer.get.only-on-call")])]
    }
    var quietSince = since
    if case .cached(_, let age) = here.copy { quietSince = max(since, age.fetched) }
    var isCached: Bool { if case .cached = here.copy { true } else { false } }
    let isQuiet = here.environment == .production && state.now - quietSince < .hours(24) && isCached
    if isQuiet {
      return [Continuation(to: state, [asksNothing("customer.background.refreshes-after-a-day")])]
    }
    let refreshed = state.fetchedAtSomeTime
    return [
      Continuation([]) { [state] in $0.asks(for: .customerInfo) ? (isOffline ? state.failed : refreshed) : state }
    ]
  }

  func comingToTheForeground() -> Ways {
    var state = self
    state.here.background = nil
    guard !isHolding, let since = here.background, case .cached(_, let age) = here.copy, !age.isUncertain,
      !age.hasFailed,
      age.ahead == ahead
    else { return state.fetchingOrNot() }
    let ages = [now - age.fetched, now - since]
    if ages.allSatisfy({ $0 > .minutes(5) }) { return state.fetching("customer.foreground.refreshes-when-old") }
    if ages.allSatisfy({ $0 < .minutes(5) }) {
      return [Continuation(to: state, [asksNothing("customer.foreground.quiet-when-young")])]
    }
    return state.fetchingOrNot()
  }
}
