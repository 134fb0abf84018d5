/// How old the cached customer info is, when a read asks the server, and which version it returns.
///
/// While requests are held, the model keeps every version that may be cached by then.
struct CustomerFreshnessModel: Model {
  /// The cached customer info, and the rule that says so until a read has confirmed it.
  enum Copy: Hashable {
    /// Nothing is cached. The rule is nil only if nothing ever was.
    case none(by: RuleID?)
    case cached(DataVersion, CustomerAge, by: RuleID?)
    /// One of these versions is cached; nil stands for nothing.
    case oneOf(Set<DataVersion?>, by: RuleID?)
    case unknown
  }

  /// An installation of the app.
  struct Installation: Hashable {
    /// The id that the app names whenever it starts, and the user's id, if the app or a log-in has named it.
    var configured: AppUserID?
    var user: AppUserID?
    /// Whether there may be no user, as after a log-out.
    var mayBeNobody = false
    /// The users of this installation so far, for whom something may be cached.
    var hosted: Set<AppUserID> = []
    var environment = AppEnvironment.production
    var copy = Copy.none(by: nil)
    /// When the app went to the background, if it is there.
    var background: CustomerAge?
    /// The versions that a start may have fetched while other requests are held: one of them is cached once none is
    /// held.
    var fetchedAtStart: Set<DataVersion?>?
  }

  struct State: Hashable {
    var device = DeviceName.main
    var installations: [DeviceName: Installation] = [:]
    /// The time that has passed, and how far the clock is ahead of it.
    var now = Duration.zero
    var ahead = Duration.zero
    /// The version that the server has, and all versions that it has had.
    var server = DataVersion.v0
    var served: Set<DataVersion?> = [.v0]
    var isOffline = false
    /// Whether requests reach the server and fail all the same.
    var isFailing = false
    /// The user for whom the server answers, whichever user a request is for; nil for the requested user.
    var answered: AppUserID?
    /// The kinds of requests that are held, whose answers are observed later; whether any call, and whether a purchase,
    /// is under way.
    var held = HeldRequests()
    var isHolding: Bool { held.isHolding }
    var isUnderWay = false
    var isBuying = false
    /// Whether requests that are made from now on are held.
    var holdsRequests = false
    /// The rule that demands a request that is now held.
    var due: RuleID?
    /// What a listener calls when it is told something.
    var whenTold = CustomerCallWhenTold()

    var here: Installation {
      get { installations[device] ?? Installation() }
      set { installations[device] = newValue }
    }
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    var state = state
    state.whenTold.note(action)
    let ways = continuations(of: state, afterNoting: action)
    guard state.whenTold.call != nil else { return ways }
    return ways.map { $0.adding([.notifiesNothing]) }
      + ways.map { [state] in
        $0.replacing([.notify(.something)]) { $0.afterCallWhenTold(in: $1, isBuying: state.isBuying) }
      }
  }

  private func continuations(
    of state: State, afterNoting action: CustomerAction
  ) -> [Continuation<CustomerAction, State>] {
    var state = state
    // Requests that were made while requests were held are observed in this step.
    let isSeenLate = state.isHolding
    state.note(action)
    switch action {
    case .use(let device): state.device = device
    case .serve(.customerInfo(let version, _)):
      state.server = version
      state.served.insert(version)
    case .serve(.answersFor(let user)): state.answered = user
    case .network(let network):
      state.isOffline = network != .up
      state.isFailing = state.isOffline && network != .down
    case .world(.setClock(let difference)): state.setClock(difference)
    case .world(.advance(let time)): return state.passing(time)
    case .world(let event) where event.endsARun: return state.starting(after: event, isSeenLate)
    case .app(.startAtOnce):
      state.outlast()
      return state.starting(by: "customer.restart.refreshes-though-young", isSeenLate)
    case .app(.upgrade(let version, let user, _)): return state.upgrading(over: version, of: user, isSeenLate)
    case .app(.configure(let setup)):
      state.here.configured = setup.appUserID
      state.here.environment = setup.environment
      state.outlast()
      return state.starting(by: "customer.configure.fetches-customer-info", isSeenLate)
    case .app(.background):
      state.here.background = state.age
      return state.fetchingOrNot()
    case .app(.foreground): return state.comingToTheForeground()
    case .call(.customerInfo(let policy)): return state.reading(by: policy)
    case .call(let call), .callMeanwhile(let call): return state.calling(call)
    case .callInTurn(let calls): return state.callingInTurn(calls)
    case .callOften(.customerInfo(let policy), _, _) where !state.isHolding: return state.readingOften(by: policy)
    case .callOften, .finish: state.loseSight(after: [])
    case .app(.foregroundMeanwhile): state.beginToComeToTheForeground()
    case .begin(let call, _), .beginMeanwhile(let call):
      state.expectRequest(for: call)
      state.loseSight(after: [call])
    case .requests(.customerInfo, .awaitHeld(1)): return state.awaitingHeld()
    case .requests(.customerInfo, .releaseOldest), .requests(.customerInfo, .releaseNewest): state.due = nil
    case .searchStorage(let user): return state.searching(for: user)
    case .serve(.offerings), .watchLog, .listen, .requests, .world: break
    }
    return [Continuation(to: state)]
  }
}

/// When customer info was fetched.
struct CustomerAge: Hashable {
  /// The time of the fetch, and how far the clock was ahead then.
  let fetched: Duration
  let ahead: Duration
  /// The rule by which the age still counts, if something has happened since the fetch.
  var rule: RuleID?
  /// The time until which a failed refresh need not be tried again: the document does not say how soon it is.
  var waitsUntil: Duration?
  /// Whether the time of the fetch is unknown.
  var isUncertain = false

  /// The rule by which a copy still counts as young: of one that outlasts a restart, only what is old stays old.
  var ruleOfYoung: RuleID? { rule == "customer.info.age-survives-restart" ? nil : rule }
}

extension CustomerFreshnessModel.Copy {
  /// The versions that may be cached, with a nil element for nothing. Nil if they are not known.
  var values: Set<DataVersion?>? {
    switch self {
    case .none: [nil]
    case .cached(let version, _, _): [version]
    case .oneOf(let values, _): values
    case .unknown: nil
    }
  }

  /// The rule that says what is cached.
  var rule: RuleID? {
    get {
      switch self {
      case .none(let rule), .cached(_, _, let rule), .oneOf(_, let rule): rule
      case .unknown: nil
      }
    }
    set {
      switch self {
      case .none: self = .none(by: newValue)
      case .cached(let version, let age, _): self = .cached(version, age, by: newValue)
      case .oneOf(let values, _): self = .oneOf(values, by: newValue)
      case .unknown: break
      }
    }
  }

  /// When it was fetched, if that is known.
  var age: CustomerAge? {
    get { if case .cached(_, let age, _) = self { age } else { nil } }
    set {
      if case .cached(let version, _, let rule) = self, let newValue { self = .cached(version, newValue, by: rule) }
    }
  }

  /// Notes that one of these may be cached by now instead.
  mutating func may(be others: Set<DataVersion?>) {
    self = values.map { .oneOf($0.union(others), by: rule) } ?? .unknown
  }
}

extension CustomerFreshnessModel.State {
  typealias Ways = [Continuation<CustomerAction, Self>]
  typealias Expected = Expectation<CustomerAction>
  typealias Copy = CustomerFreshnessModel.Copy

  // MARK: Ages

  enum Freshness { case young, old, either }

  /// Whether what is cached is younger than a duration.
  func freshness(_ age: CustomerAge, limit: Duration = .minutes(5)) -> Freshness {
    if age.isUncertain || age.waitsUntil.map({ now < $0 }) == true { return .either }
    let time = now - age.fetched
    let setAhead = ahead - age.ahead
    if setAhead > .zero { return time > limit ? .old : .either }
    if setAhead < .zero {
      // After a small jump, a module that goes by the date may refresh late by as much.
      return time > limit + (setAhead < .minutes(-10) ? .zero : .zero - setAhead) ? .old : .either
    }
    return time < limit ? .young : time > limit ? .old : .either
  }

  var age: CustomerAge { CustomerAge(fetched: now, ahead: ahead) }

  /// Whether the server answers, or may answer, for another user than the current one.
  var isMisled: Bool { answered != nil && answered != here.user }
  /// Whether the server is known to answer for another user.
  var isForAnother: Bool { isMisled && here.user != nil }

  /// The state once the server's version was fetched just now, as this rule demands.
  func fetched(by rule: RuleID?) -> Self {
    if isForAnother { return failed(by: "customer.get.answer-for-another-user") }
    var state = self
    var age = age
    // A clock that was set ahead is no reason to ask more than once.
    if here.copy.age?.rule == "customer.get.clock-moved-forward" { age.rule = here.copy.age?.rule }
    state.here.copy = isMisled ? .unknown : .cached(server, age, by: rule)
    return state
  }

  /// The state once the version was fetched at an unknown moment while time passed.
  func fetchedAtSomeTime(by rule: RuleID) -> Self {
    var state = fetched(by: rule)
    state.here.copy.age?.isUncertain = true
    return state
  }

  /// The state once a request has failed.
  func failed(by rule: RuleID = "customer.policy.failure-keeps-data") -> Self {
    var state = self
    if let age = here.copy.age {
      // A module may wait longer after each failure.
      state.here.copy.age?.waitsUntil = now + (age.waitsUntil == nil ? .hours(1) : .days(1))
    }
    state.here.copy.rule = isFailing && here.copy.age != nil ? rule : here.copy.rule ?? rule
    return state
  }

  // MARK: What is demanded

  func asks(_ rule: RuleID, _ times: ClosedRange<Int> = 1...1) -> Expected {
    .asks(for: .customerInfo, times).demanded(by: rule)
  }
  func asksNothing(_ rule: RuleID) -> Expected { asks(rule, 0...0) }
  func returns(_ version: DataVersion, _ rule: RuleID) -> Expected { .returns(version).demanded(by: rule) }

  /// A fetch, if the server can be reached, or an attempt at one.
  func fetching(_ rule: RuleID, as cause: RuleID? = nil, _ more: Expected...) -> Ways {
    isOffline
      ? [Continuation(to: failed(), [asks(rule, 1...Int.max)] + more)]
      : [Continuation(to: fetched(by: cause ?? rule), [asks(rule)] + more)]
  }

  /// No rule says whether there is a fetch; the requests show it.
  func fetchingOrNot() -> Ways { [Continuation([], to: seen)] }

  /// The state once the requests have shown whether there was a fetch.
  func seen(_ observation: StepObservation<CustomerAction>) -> Self {
    if !observation.asks(for: .customerInfo) { return self }
    return isOffline ? failed() : isHolding ? self : fetched(by: nil)
  }
}
