/// The effect of calls on the cached customer info, and of requests that are under way meanwhile.
extension CustomerFreshnessModel.State {
  // MARK: What is under way

  /// Notes which requests are held, and that requests under way may have been answered by now.
  mutating func note(_ action: CustomerAction) {
    let wasHolding = isHolding
    // Requests of the killed process are no longer answered.
    if case .world(.kill) = action { for device in installations.keys { installations[device]?.fetchedAtStart = nil } }
    if wasHolding, isUnderWay { for device in installations.keys { meetAnswers(on: device) } }
    held.note(action)
    switch action {
    case .requests(_, .hold): holdsRequests = true
    case .requests(_, .holdNoMore): holdsRequests = false
    case .begin(let call, _), .beginMeanwhile(let call): isBuying = isBuying || call.isPurchase || call == .restore
    default: break
    }
    if isHolding {
      isUnderWay = isUnderWay || wasHolding && action.mayAsk
    } else {
      if wasHolding { endWhatIsUnderWay() }
      (isUnderWay, isBuying, holdsRequests, due) = (false, false, false, nil)
    }
  }

  /// Notes the rule that demands a request by this call, if one does. The request is held.
  mutating func expectRequest(for call: CustomerCall) {
    guard isHolding, !isOffline, !isMisled, here.background == nil, case .customerInfo(let policy) = call else {
      return
    }
    let isOld = here.copy.age.map { freshness($0) == .old } ?? false
    switch policy {
    case .fromCacheOnly: break
    case .fetchCurrent: due = "customer.policy.fetch-current"
    case nil where isOld: due = "customer.get.refreshes-when-old"
    case .cachedOrFetched where isOld: due = "customer.policy.stale-served-then-refreshed"
    case .notStaleCachedOrFetched where isOld: due = "customer.policy.not-stale-cached-or-fetched"
    case nil, .cachedOrFetched, .notStaleCachedOrFetched: break
    }
  }

  func awaitingHeld() -> Ways {
    [Continuation(to: self, due.map { [.answer(.exactly([])).demanded(by: $0)] } ?? [])]
  }

  private mutating func meetAnswers(on device: DeviceName) {
    let user = installations[device]?.user
    let isForAnother = answered != nil && answered != user
    let answer: Set<DataVersion?> = isOffline || isForAnother ? [] : [server]
    if isForAnother, user == nil {
      installations[device]?.copy = .unknown
    } else {
      installations[device]?.copy.may(be: answer)
    }
    // The documents leave open whether a request that failed without network is repeated.
    installations[device]?.fetchedAtStart?.formUnion(answer)
    if isOffline { installations[device]?.fetchedAtStart = nil }
  }

  /// No request is held any more, so that what a start requested is cached.
  private mutating func endWhatIsUnderWay() {
    for (device, installation) in installations {
      if let fetched = installation.fetchedAtStart {
        installations[device]?.copy = .oneOf(fetched, by: "customer.restart.ended-run-writes-nothing")
      }
      installations[device]?.fetchedAtStart = nil
    }
  }

  /// Notes that something else may be cached after calls that overlap with others, or that may have failed.
  mutating func loseSight(after calls: [CustomerCall]) {
    meetAnswers(on: device)
    here.fetchedAtStart = nil
    for call in calls {
      switch call {
      case .logIn(let user) where !user.isBlank: mayBecome(user)
      case .logOut:
        here.copy = .unknown
        here.leave()
      case .invalidate: here.copy.may(be: [nil])
      case .logIn, .appUserID, .customerInfo, .offerings, .purchase, .restore: break
      }
    }
  }

  // MARK: Calls

  func calling(_ call: CustomerCall) -> Ways {
    switch call {
    case .appUserID, .offerings, .customerInfo: isHolding ? overlapping(call) : fetchingOrNot()
    case .purchase, .restore: buying(call)
    case .logIn(let user): user.isBlank || user == here.user ? fetchingOrNot() : loggingIn(user)
    case .logOut: loggingOut()
    case .invalidate: invalidating()
    }
  }

  func callingInTurn(_ calls: [CustomerCall]) -> Ways {
    var state = self
    if isHolding || !calls.allSatisfy(\.isRead) { state.loseSight(after: calls) }
    return state.fetchingOrNot()
  }

  private func overlapping(_ call: CustomerCall) -> Ways {
    var state = self
    if case .customerInfo = call { state.loseSight(after: []) }
    return [Continuation(to: state)]
  }

  /// A purchase or a restore brings the newest version if customer info was old or not cached. The document does not
  /// say this of a younger copy.
  private func buying(_ call: CustomerCall) -> Ways {
    if isOffline { return [Continuation(to: failed())] }
    if isForAnother { return [Continuation(to: failed(by: "customer.get.answer-for-another-user"))] }
    let isOld = here.copy.age.map { freshness($0) == .old } ?? false
    let isUncached = here.copy.values == [nil]
    let rule: RuleID =
      call == .restore
      ? "customer.restore.refreshes" : isOld ? "customer.purchase.refreshes" : "customer.purchase.unlocks"
    var bought = self
    bought.here.fetchedAtStart = nil
    if !isHolding, isOld || isUncached {
      bought = fetched(by: rule)
    } else {
      bought.here.copy.may(be: [server])
      bought.here.copy.rule = isHolding ? "customer.purchase.older-answer-discarded" : rule
    }
    return [
      Continuation([]) { [bought] in
        if !$0.isFailure { return !isHolding && $0.asks(for: .customerInfo) ? bought.fetched(by: rule) : bought }
        var failed = self
        failed.loseSight(after: [])
        return failed
      }
    ]
  }

  private func loggingIn(_ user: AppUserID) -> Ways {
    var (changed, perhaps) = (self, self)
    let rule: RuleID = isHolding ? "customer.login.late-answer-discarded" : "customer.login.isolates-users"
    changed.become(user, rule)
    perhaps.mayBecome(user)
    return [Continuation([]) { [changed, perhaps] in ($0.isFailure ? perhaps : changed).seen($0) }]
  }

  private func loggingOut() -> Ways {
    var (changed, perhaps) = (self, self)
    changed.here.copy =
      here.user == nil
      ? .unknown
      : .none(by: isHolding ? "customer.logout.late-answer-discarded" : "customer.logout.clears-customer-info")
    perhaps.here.copy = isHolding ? .unknown : changed.here.copy
    // While requests are held, a late answer may still come for a user who logs in again.
    if let user = here.user, !isHolding { changed.here.hosted.remove(user) }
    changed.here.leave()
    perhaps.here.leave()
    return [Continuation([]) { [changed, perhaps] in ($0.isFailure ? perhaps : changed).seen($0) }]
  }

  private func invalidating() -> Ways {
    var state = self
    let rule: RuleID = isHolding ? "customer.invalidate.during-fetch" : "customer.invalidate.forces-fetch"
    // The documents leave open whether the answer to a purchase still counts.
    if isBuying { state.here.copy.may(be: [nil]) } else { state.here.copy = .none(by: rule) }
    state.here.fetchedAtStart = nil
    return state.fetchingOrNot()
  }

  /// The state once a listener has been told something, and has made its call.
  ///
  /// - Parameter isBuying: whether a purchase was under way.
  func afterCallWhenTold(in observation: StepObservation<CustomerAction>, isBuying: Bool) -> Self {
    var state = self
    let call = whenTold.call
    state.whenTold.noteCall()
    state.loseSight(after: call.map { [$0] } ?? [])
    // Invalidating may have fetched by itself.
    let hasAsked = observation.requests == nil || observation.asks(for: .customerInfo)
    let hasFetched = isHolding || isBuying || !isOffline && hasAsked
    if call == .invalidate, !hasFetched { state.here.copy = .none(by: "customer.listener.calls-when-told") }
    return state
  }

  /// Another user becomes the user. Nothing is cached for a user who has never used this installation.
  mutating func become(_ user: AppUserID, _ rule: RuleID) {
    let isCleared = here.copy == .none(by: "customer.logout.stays-cleared")
    let copy: Copy = here.hosted.contains(user) ? .unknown : .none(by: isCleared ? here.copy.rule : rule)
    mayBecome(user)
    (here.user, here.copy) = (user, copy)
  }

  /// Another user may be the user. Where no server answers, whoever was the user may still be: a log-out may then be refused
  /// because nobody has logged in.
  private mutating func mayBecome(_ user: AppUserID) {
    here.copy = .unknown
    here.user = isOffline || isHolding ? nil : user
    here.mayBeNobody = false
    here.hosted.insert(user)
    here.fetchedAtStart = nil
  }
}

extension CustomerFreshnessModel.Installation {
  /// The user logs out: there may be no user until somebody logs in.
  fileprivate mutating func leave() { (user, mayBeNobody, fetchedAtStart) = (nil, true, nil) }
}

extension CustomerCall {
  /// Whether it changes nothing but the cache.
  fileprivate var isRead: Bool {
    switch self {
    case .appUserID, .customerInfo, .offerings: true
    case .purchase, .restore, .logIn, .logOut, .invalidate: false
    }
  }
}

extension CustomerAction {
  /// Whether the action may make requests, or cause some.
  fileprivate var mayAsk: Bool {
    switch self {
    case .serve, .network, .requests, .listen, .watchLog, .searchStorage, .use, .world(.setClock): false
    case .world, .app, .call, .callMeanwhile, .callOften, .callInTurn, .begin, .beginMeanwhile, .finish: true
    }
  }
}
