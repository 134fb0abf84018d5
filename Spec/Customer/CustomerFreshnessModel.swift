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
  typealias Expected = Expectation<CustomerAction>

  // MARK: Ages

  enum Freshness { case young, old, either }

  /// Whether what is cached is younger than a duration.
  func freshness(_ age: CustomerAge, limit: Duration = .minutes(5)) -> Freshness {
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
  var fetched: Self {
    var state = self
    state.here.copy = isMisled ? .unknown : .cached(server, age)
    return state
  }

  /// The state once the version was fetched while time passed.
  var fetchedAtSomeTime: Self {
    var state = fetched
    if case .cached(let version, var age) = state.here.copy {
      age.isUncertain = true
      state.here.copy = .cached(version, age)
    }
    return state
  }

  /// The state once a request has failed.
  var failed: Self {
    var state = self
    if case .cached(let version, var age) = here.copy {
      age.hasFailed = true
      state.here.copy = .cached(version, age)
    }
    return state
  }

  // MARK: What is demanded

  func asks(_ rule: RuleID) -> Expected { .asks(for: .customerInfo, 1...1).demanded(by: rule) }
  func asksNothing(_ rule: RuleID) -> Expected { .asks(for: .customerInfo, 0...0).demanded(by: rule) }
  func returns(_ version: DataVersion, _ rule: RuleID) -> Expected { .returns(version).demanded(by: rule) }

  /// A fetch, if the server can be reached, or an attempt at one.
  func fetching(_ rule: RuleID, _ more: Expected...) -> Ways {
    isOffline ? [Continuation(to: failed, more)] : [Continuation(to: fetched, [asks(rule)] + more)]
  }

  /// No rule says whether there is a fetch; the requests show it.
  func fetchingOrNot() -> Ways {
    [
      Continuation([]) {
        $0.asks(for: .customerInfo) && !isOffline ? fetched : $0.asks(for: .customerInfo) ? failed : self
      }
    ]
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
