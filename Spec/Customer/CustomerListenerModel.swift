/// What listeners and the log are told: of each update that arrives in the background once, and of answers from the
/// cache.
struct CustomerListenerModel: Model {
  struct State: Hashable {
    var isListening = false
    /// The version that the listener was told of, or nil: a listener that was just set may be told what is cached.
    var told: DataVersion?
    /// Whether a listener may be set, or told something, at any time.
    var isUncertain = false
    var isLogWatched = false
    /// The version that is cached, or nil if that is not known.
    var cached: DataVersion?
    var server = DataVersion.v0
    var isOffline = false
    /// What is held, so that it is answered and seen later.
    var held = HeldRequests()
    var isHolding: Bool { held.isHolding }
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    var after = state
    after.held.note(action)
    switch action {
    case .serve(.customerInfo(let version, let entitlements)):
      // The same version with other entitlements is an update, too.
      after.server = version
      if version == state.server || !entitlements.isEmpty { after.cached = nil }
    case .serve(.answersFor): after.isUncertain = true
    case .network(let network): after.isOffline = network == .down
    case .requests(_, .releaseAll): return [Continuation([]) { [after] in after.updated($0).ofAnyUser }]
    case .listen(let listening): after.hears(listening)
    case .watchLog: after.isLogWatched = true
    case .use: after.isUncertain = true
    case _ where action.worldEvent?.endsARun == true: after.ends()
    case .app(.configure), .app(.startAtOnce), .app(.upgrade): after.ends()
    case .call(.customerInfo(let policy)) where !state.isHolding: return after.reading(by: policy)
    case .app(.foreground), .world(.advance): return after.updating(isBackground: !state.isHolding)
    case .call(.appUserID), .call(.offerings), .call(.customerInfo), .callOften: break
    case .call, .callMeanwhile, .callInTurn, .begin, .beginMeanwhile, .finish, .app(.foregroundMeanwhile):
      after.cached = nil
      if action.calls(\.changesUser) { after.told = nil }
    case .app(.background), .searchStorage, .requests, .world, .serve: break
    }
    return after.updating(isBackground: false)
  }
}

extension CustomerListenerModel.State {
  typealias Ways = [Continuation<CustomerAction, Self>]
  private typealias Expected = Expectation<CustomerAction>

  fileprivate mutating func hears(_ listening: Listening) {
    isListening = listening != .stop
    told = nil
    if listening == .replaceWhenTold { isUncertain = true }
  }

  fileprivate mutating func ends() {
    (isListening, cached, told) = (false, nil, nil)
  }

  /// The state once the requests have shown whether something new was fetched.
  fileprivate func updated(_ observation: Observation<CustomerAction>) -> Self {
    var state = self
    if case .value(let news)? = observation.notifications?.last { state.told = news.owned.version }
    if isHolding || observation.requests == nil {
      state.cached = nil
    } else if observation.asks(for: .customerInfo), !isOffline {
      state.cached = server
    }
    return state
  }

  /// The state when it is not known whose data was fetched, or the listener was told of.
  fileprivate var ofAnyUser: Self {
    var state = self
    (state.cached, state.told) = (nil, nil)
    return state
  }

  /// What is told of what an action brings.
  ///
  /// - Parameter isBackground: whether what it brings arrives in the background.
  fileprivate func updating(isBackground: Bool) -> Ways {
    if isUncertain { return [Continuation(to: self)] }
    if !isListening {
      return [Continuation([Expected.notifiesNothing.demanded(by: "customer.listener.removed")], to: updated)]
    }
    guard let cached, !isHolding else { return [Continuation([], to: updated)] }
    let (news, once): (RuleID, RuleID) = (
      "customer.listener.told-of-background-updates", "customer.listener.not-told-twice"
    )
    // A listener that was just set may be told a little later of what is cached.
    let known = Expected.notify(.onlyAbout(told == cached ? [] : ["\(cached)"])).demanded(by: once)
    if isOffline || cached == server { return [Continuation([known], to: updated)] }
    return [
      Continuation([Expected.asks(for: .customerInfo, 0...0).demanded(by: news), known], to: updated),
      Continuation(
        [
          Expected.asks(for: .customerInfo, 1...Int.max).demanded(by: news),
          Expected.notify(.mentioning("\(server)", times: isBackground ? 1...1 : 0...1))
            .demanded(by: isBackground ? news : once),
        ], to: updated),
    ]
  }

  /// A read tells the log whether its answer came from the cache.
  fileprivate func reading(by policy: CustomerFetchPolicy?) -> Ways {
    let isStaleServed = policy == nil || policy == .cachedOrFetched
    let ways = updating(isBackground: isStaleServed && cached != nil)
    guard isLogWatched else { return ways }
    let isSilent = policy == .fetchCurrent && !isOffline
    let kinds: [[Expected]] = [
      [.asks(for: .customerInfo, 0...0), .vendsFromCache(1)], [.asks(for: .customerInfo, 0...0), .fails],
      [.asks(for: .customerInfo, 1...Int.max)] + (isSilent ? [.vendsFromCache(0)] : []),
    ]
    return ways.flatMap { way in
      kinds.map { kind in way.adding(kind.map { $0.demanded(by: "customer.log.vending-from-cache") }) }
    }
  }
}
