/// How old the cached customer info is, when a read asks the server, and which version it returns.
///
/// It says nothing while requests are held, and of what it has lost sight of by then, until the next fetch.
struct CustomerFreshnessModel: Model {
  /// The cached customer info.
  enum Copy: Hashable {
    /// Nothing is cached, as this rule demands.
    case none(because: RuleID)
    case cached(DataVersion, CustomerAge)
    case unknown
  }

  /// An installation of the app.
  struct Installation: Hashable {
    /// The id that the app names whenever it starts, and the user's id, if the app or a log-in has named it.
    var configured: AppUserID?
    var user: AppUserID?
    /// Whether there may be no user, as after a log-out.
    var mayBeNobody = false
    /// The users who have been here, of whom something may be cached.
    var hosted: Set<AppUserID> = []
    var environment = AppEnvironment.production
    var copy = Copy.unknown
    /// When the app went to the background, if it is there.
    var background: Duration?

    /// What is stored may be lost, and the user with it.
    mutating func mayBeAnother(isOffline: Bool) {
      user = nil
      if isOffline { copy = .unknown }
    }
  }

  struct State: Hashable {
    var device = DeviceName.main
    var installations: [DeviceName: Installation] = [:]
    /// The time that has passed, and how far the clock is ahead of it.
    var now = Duration.zero
    var ahead = Duration.zero
    var server = DataVersion.v0
    var isOffline = false
    /// For whom the server answers, whoever is asked about.
    var answered: AppUserID?
    var isMisled: Bool { answered != nil }
    /// What is held, so that it is answered and seen later.
    var held = HeldRequests()
    var isHolding: Bool { held.isHolding }

    var here: Installation {
      get { installations[device] ?? Installation() }
      set { installations[device] = newValue }
    }
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    var state = state
    // What was asked for while requests were held is seen now.
    let isSeenLate = state.isHolding
    state.held.note(action)
    switch action {
    case .use(let device): state.device = device
    case .serve(.customerInfo(let version, _)): state.server = version
    case .serve(.answersFor(let user)): state.answered = user
    case .network(let network): state.isOffline = network == .down
    case .world(.setClock(let difference)): state.ahead += difference
    case .requests(_, .releaseAll): state.here.copy = .unknown
    case .world(.advance(let time)): return state.passing(time)
    case .world(let event) where event.endsARun:
      if case .restartAfter(let time) = event { state.now += time }
      if case .damage = event { state.here.mayBeAnother(isOffline: state.isOffline) }
      return state.starting(by: "customer.restart.refreshes-though-young", isSeenLate)
    case .app(.startAtOnce): return state.starting(by: "customer.restart.refreshes-though-young", isSeenLate)
    case .app(.upgrade):
      if state.isOffline { state.here.copy = .unknown }
      return state.starting(by: "customer.restart.refreshes-though-young", isSeenLate)
    case .app(.configure(let setup)):
      state.here.configured = setup.appUserID
      state.here.environment = setup.environment
      return state.starting(by: "customer.configure.fetches-customer-info", isSeenLate)
    case .app(.background):
      state.here.background = state.now
      return state.fetchingOrNot()
    case .app(.foreground): return state.comingToTheForeground()
    case .call(.customerInfo(let policy)) where !state.isHolding: return state.reading(by: policy)
    case .call(let call) where !state.isHolding: return state.calling(call)
    case .callInTurn(let calls):
      if !calls.allSatisfy(\.isRead) { state.loseSight(after: calls) }
      return state.fetchingOrNot()
    case .callOften(.customerInfo(let policy), _, _) where !state.isHolding: return state.readingOften(by: policy)
    case .call(let call), .callMeanwhile(let call), .callOften(let call, _, _), .begin(let call, _),
      .beginMeanwhile(let call):
      // Requests that are seen now may be for a user who has left.
      state.loseSight(after: [call])
    case .finish, .app(.foregroundMeanwhile): state.loseSight(after: [])
    case .searchStorage, .watchLog, .listen, .requests, .world, .serve: break
    }
    return [Continuation(to: state)]
  }
}

/// When customer info was fetched.
struct CustomerAge: Hashable {
  /// The time then, and how far the clock was ahead.
  let fetched: Duration
  let ahead: Duration
  /// Whether a refresh has failed since. The document does not say when it is tried again.
  var hasFailed = false
  /// Whether its time is not known.
  var isUncertain = false
}

extension CustomerFreshnessModel.State {
  typealias Ways = [Continuation<CustomerAction, Self>]
  private typealias Expected = Expectation<CustomerAction>

  // MARK: Ages

  private enum Freshness { case young, old, either }

  /// Whether what is cached is younger than a duration.
  private func freshness(_ age: CustomerAge, limit: Duration = .minutes(5)) -> Freshness {
    if age.isUncertain || age.hasFailed { return .either }
    let time = now - age.fetched
    let setAhead = ahead - age.ahead
    if setAhead > .zero { return time > limit ? .old : .either }
    if setAhead < .zero {
      // The refresh may be late by a few minutes.
      return time > limit + (setAhead < .minutes(-10) ? .zero : .zero - setAhead) ? .old : .either
    }
    return time < limit ? .young : time > limit ? .old : .either
  }

  private var age: CustomerAge { CustomerAge(fetched: now, ahead: ahead) }

  /// The state once this version was fetched just now.
  private var fetched: Self {
    var state = self
    state.here.copy = isMisled ? .unknown : .cached(server, age)
    return state
  }

  /// The state once the version was fetched while time passed.
  private var fetchedAtSomeTime: Self {
    var state = fetched
    if case .cached(let version, var age) = state.here.copy {
      age.isUncertain = true
      state.here.copy = .cached(version, age)
    }
    return state
  }

  /// The state once a request has failed.
  private var failed: Self {
    var state = self
    if case .cached(let version, var age) = here.copy {
      age.hasFailed = true
      state.here.copy = .cached(version, age)
    }
    return state
  }

  // MARK: What is demanded

  private func asks(_ rule: RuleID) -> Expected { .asks(for: .customerInfo, 1...1).demanded(by: rule) }
  private func asksNothing(_ rule: RuleID) -> Expected { .asks(for: .customerInfo, 0...0).demanded(by: rule) }
  private func returns(_ version: DataVersion, _ rule: RuleID) -> Expected { .returns(version).demanded(by: rule) }

  /// A fetch, if the server can be reached, or an attempt at one.
  private func fetching(_ rule: RuleID, _ more: Expected...) -> Ways {
    isOffline ? [Continuation(to: failed, more)] : [Continuation(to: fetched, [asks(rule)] + more)]
  }

  /// No rule says whether there is a fetch; the requests show it.
  fileprivate func fetchingOrNot() -> Ways {
    [
      Continuation([]) {
        $0.asks(for: .customerInfo) && !isOffline ? fetched : $0.asks(for: .customerInfo) ? failed : self
      }
    ]
  }

  // MARK: Reads

  fileprivate func reading(by policy: CustomerFetchPolicy?) -> Ways {
    if isMisled { return readingWhatIsNotTheUsers }
    let nobody: Ways = [Continuation(to: self, [.fails, .asks(for: .customerInfo, 0...0)])]
    return waysToRead(by: policy) + (here.mayBeNobody ? nobody : [])
  }

  /// An answer for another user is not returned. If the user is known, no more than what is cached may be.
  private var readingWhatIsNotTheUsers: Ways {
    guard case .cached(let version, _) = here.copy, let user = here.user, user != answered else {
      return [Continuation(to: failed)]
    }
    return [
      Continuation(
        to: failed, [.answer(.onlyAbout(["\(version)"])).demanded(by: "customer.get.answer-for-another-user")])
    ]
  }

  private func waysToRead(by policy: CustomerFetchPolicy?) -> Ways {
    switch here.copy {
    case .unknown: return fetchingOrNot()
    case .none(let rule): return readingNothing(by: policy, rule)
    case .cached(let version, let age):
      switch policy {
      case .fromCacheOnly: return serving(version, "customer.policy.from-cache-only")
      case .fetchCurrent:
        return isOffline
          ? failingOrServing(version, "customer.policy.fetch-current-offline")
          : fetching("customer.policy.fetch-current", returns(server, "customer.policy.fetch-current"))
      case .notStaleCachedOrFetched:
        let rule: RuleID = "customer.policy.not-stale-cached-or-fetched"
        let refreshing =
          isOffline
          ? failingOrServing(version, "customer.policy.not-stale-offline") : fetching(rule, returns(server, rule))
        // What is old is not served, whatever has failed since.
        var age = age
        age.hasFailed = false
        return byAge(age, young: serving(version, rule), old: refreshing)
      case .cachedOrFetched, nil:
        let isNamed = policy != nil
        let young = serving(
          version, isNamed ? "customer.policy.cached-or-fetched" : "customer.get.cached-without-request")
        let old = fetching(
          isNamed ? "customer.policy.stale-served-then-refreshed" : "customer.get.refreshes-when-old",
          returns(version, isOffline ? "customer.offline.served-for-ever" : "customer.policy.cached-or-fetched"))
        if here.background == nil { return byAge(age, young: young, old: old) }
        // In the background five minutes need not count, but a day does.
        return byAge(age, young: young, old: byAge(age, limit: .hours(25), young: young + old, old: old))
      }
    }
  }

  fileprivate func readingOften(by policy: CustomerFetchPolicy?) -> Ways {
    if case .cached(let version, let age) = here.copy, policy != .fetchCurrent, freshness(age) == .young {
      return serving(version, "customer.get.safe-to-repeat")
    }
    var state = self
    state.here.copy = .unknown
    return state.fetchingOrNot()
  }

  private func byAge(_ age: CustomerAge, limit: Duration = .minutes(5), young: Ways, old: Ways) -> Ways {
    switch freshness(age, limit: limit) {
    case .young: young
    case .old: old
    case .either: young + old
    }
  }

  private func serving(_ version: DataVersion, _ rule: RuleID) -> Ways {
    [Continuation(to: self, [returns(version, rule), asksNothing(rule)])]
  }

  private func failingOrServing(_ version: DataVersion, _ rule: RuleID) -> Ways {
    [
      Continuation(to: failed, [.fails.demanded(by: rule)]),
      Continuation(to: failed, [returns(version, rule)]),
    ]
  }

  private func readingNothing(by policy: CustomerFetchPolicy?, _ rule: RuleID) -> Ways {
    if policy == .fromCacheOnly {
      return [Continuation(to: self, [Expected.fails.demanded(by: rule), asksNothing(rule)])]
    }
    if isOffline {
      let offline: RuleID = rule == "customer.invalidate.forces-fetch" ? "customer.invalidate.offline" : rule
      return [Continuation(to: self, [.fails.demanded(by: offline)])]
    }
    return fetching(rule, returns(server, rule))
  }

  // MARK: Other calls

  fileprivate func calling(_ call: CustomerCall) -> Ways {
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
  fileprivate mutating func loseSight(after calls: [CustomerCall]) {
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

  fileprivate func starting(by rule: RuleID, _ isSeenLate: Bool) -> Ways {
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

  fileprivate func passing(_ time: Duration) -> Ways {
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

  fileprivate func comingToTheForeground() -> Ways {
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

extension CustomerCall {
  /// Whether it changes nothing but the cache.
  fileprivate var isRead: Bool {
    switch self {
    case .appUserID, .customerInfo, .offerings: true
    case .purchase, .restore, .logIn, .logOut, .invalidate: false
    }
  }
}
