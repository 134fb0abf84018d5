/// The effect of starts, of passing time and of the foreground on the cached customer info.
extension CustomerFreshnessModel.State {
  // MARK: Starts

  /// What is cached is stored, so that it is still there if the app is killed now.
  func searching(for user: AppUserID) -> Ways {
    let isStored = here.user == user && here.copy.age != nil
    return [Continuation(to: self, isStored ? [.stores(user).demanded(by: "customer.info.survives-kill")] : [])]
  }

  func starting(after event: WorldEvent, _ isSeenLate: Bool) -> Ways {
    var state = self
    let rule: RuleID
    var renewal: RuleID = "customer.restart.refreshes-though-young"
    switch event {
    case .kill: rule = "customer.info.survives-kill"
    case .damage, .restartUnreadable:
      rule = "customer.info.unreadable-copy"
      renewal = rule
      // A damaged copy counts as no copy, unless it can be read in full.
      state.here.copy = .oneOf(served.union([nil]), by: rule)
      state.here.user = here.configured
    case .restartAfter(let time):
      rule = "customer.info.survives-restart"
      state.now += time
    default: rule = "customer.info.survives-restart"
    }
    state.outlast(by: rule)
    return state.starting(by: renewal, isSeenLate)
  }

  func upgrading(over version: DataVersion, of user: AppUserID, _ isSeenLate: Bool) -> Ways {
    var state = self
    if here.user == user {
      state.here.copy.may(be: [version, nil])
      state.here.copy.rule = "customer.info.unreadable-copy"
    } else if here.user == nil {
      state.here.copy = .unknown
    } else {
      state.here.copy.may(be: [nil])
    }
    return state.starting(by: "customer.restart.refreshes-though-young", isSeenLate)
  }

  /// Notes the rules by which a copy survives into the next run with its age, and a cleared copy stays cleared.
  mutating func outlast(by rule: RuleID = "customer.info.survives-restart") {
    here.copy.age?.rule = "customer.info.age-survives-restart"
    switch here.copy {
    case .none("customer.logout.clears-customer-info"?) where rule == "customer.info.survives-restart":
      here.copy.rule = "customer.logout.stays-cleared"
    case .none("customer.invalidate.forces-fetch"?): here.copy.rule = "customer.invalidate.survives-restart"
    case .cached where here.copy.rule.map(\.isOfOneRun) ?? true: here.copy.rule = rule
    default: here.copy.rule = here.copy.rule ?? rule
    }
  }

  func starting(by rule: RuleID, _ isSeenLate: Bool) -> Ways {
    var state = self
    state.here.background = nil
    if let id = here.configured, !id.isBlank, id != here.user {
      if installations[device]?.user == nil, here.hosted.isEmpty, here.copy.values == [nil] {
        // The first user of this installation.
        (state.here.user, state.here.hosted) = (id, [id])
      } else {
        state.become(id, "customer.configure.other-user")
      }
    }
    if here.configured?.isBlank == true {
      state.here.copy = .unknown
      return state.fetchingOrNot()
    }
    if state.isMisled { return state.fetchingOrNot() }
    if isHolding {
      // The fetch may still be under way.
      if !holdsRequests, !isOffline { state.here.fetchedAtStart = [server] }
      state.here.copy.may(be: isOffline ? [] : [server])
      return [Continuation(to: state)]
    }
    if isOffline { return [Continuation(to: state.failed())] }
    return [
      Continuation(to: state.fetched(by: rule), isSeenLate || isAnotherActive ? [] : [asks(rule, 1...Int.max)])
    ]
  }

  /// Whether another installation may make requests by itself.
  private var isAnotherActive: Bool {
    installations.contains { name, other in
      name != device && other.mayAskByItself
    }
  }

  // MARK: Time

  mutating func setClock(_ difference: Duration) {
    ahead += difference
    let rule: RuleID = difference < .zero ? "customer.get.clock-moved-back" : "customer.get.clock-moved-forward"
    for device in installations.keys { installations[device]?.copy.age?.rule = rule }
  }

  func passing(_ time: Duration) -> Ways {
    var state = self
    state.now += time
    if isHolding { return [Continuation(to: state)] }
    if isAnotherActive {
      for name in installations.keys where name != device || here.mayAskByItself {
        state.installations[name]?.copy.may(be: isOffline ? [] : [server])
      }
      return [Continuation(to: state)]
    }
    guard let since = here.background else {
      // A fetch that has not succeeded may be tried again at any time.
      if here.copy.age == nil { return state.fetchingOrNot() }
      return [Continuation(to: state, [asksNothing("customer.get.only-on-call")])]
    }
    let quietSince = max(since.fetched, here.copy.age?.fetched ?? since.fetched)
    if here.environment == .production, state.now - quietSince < .hours(24), here.copy.age != nil {
      return [Continuation(to: state, [asksNothing("customer.background.refreshes-after-a-day")])]
    }
    let refreshed = state.fetchedAtSomeTime(by: "customer.background.refreshes-after-a-day")
    return [
      Continuation([]) { [state] in $0.asks(for: .customerInfo) ? (isOffline ? state.failed() : refreshed) : state }
    ]
  }

  mutating func beginToComeToTheForeground() {
    if isHolding, !isOffline, !isMisled, let since = here.background, freshness(since) == .old,
      here.copy.age.map({ freshness($0) == .old }) == true
    {
      due = "customer.foreground.refreshes-when-old"
    }
    here.background = nil
    loseSight(after: [])
  }

  func comingToTheForeground() -> Ways {
    var state = self
    state.here.background = nil
    guard !isHolding, !isMisled, let since = here.background, let age = here.copy.age else {
      if isHolding { state.loseSight(after: []) }
      return state.fetchingOrNot()
    }
    switch (freshness(age), freshness(since)) {
    case (.old, .old):
      return state.fetching(age.rule ?? "customer.foreground.refreshes-when-old")
    case (.young, .young):
      return [Continuation(to: state, [asksNothing(age.ruleOfYoung ?? "customer.foreground.quiet-when-young")])]
    default: return state.fetchingOrNot()
    }
  }
}

extension RuleID {
  /// Whether the rule is only about the run of the app in which it applied, so that another rule says what survives it.
  fileprivate var isOfOneRun: Bool {
    ![
      "customer.get.answer-for-another-user", "customer.policy.failure-keeps-data", "customer.purchase.unlocks",
      "customer.purchase.older-answer-discarded", "customer.info.unreadable-copy",
      "customer.restart.ended-run-writes-nothing",
    ].contains(self)
  }
}

extension CustomerFreshnessModel.Installation {
  /// Whether it may make requests without a call: in the background, or to repeat a failed fetch.
  fileprivate var mayAskByItself: Bool { background != nil || copy.age.map { $0.waitsUntil != nil } ?? true }
}
