/// What listeners and the log are told: a listener, once, of each update that arrives in the background; the log, of
/// answers from the cache.
struct CustomerListenerModel: Model {
  /// An installation of the app.
  struct Installation: Hashable {
    var isListening = false
    /// The listener that was set last, if that is known.
    var listener: CustomerNotification.Listener?
    /// The version that the listener was last told of. Nil for a listener that was just set, which may be told of what
    /// is cached.
    var told: DataVersion?
    /// The version that is cached, or nil if that is not known.
    var cached: DataVersion?
  }

  struct State: Hashable {
    var device = DeviceName.main
    var installations: [DeviceName: Installation] = [:]
    /// Whether a listener may be set, or told something, at any time, because one replaces itself.
    var isUncertain = false
    var isLogWatched = false
    var server = DataVersion.v0
    var isOffline = false
    /// Whether the server answers for another user.
    var isMisled = false
    /// What a listener calls when it is told something.
    var whenTold = CustomerCallWhenTold()
    /// The kinds of requests that are held: their answers are observed later.
    var held = HeldRequests()
    var isHolding: Bool { held.isHolding }

    var here: Installation {
      get { installations[device] ?? Installation() }
      set { installations[device] = newValue }
    }
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    var after = state
    after.held.note(action)
    after.whenTold.note(action)
    switch action {
    case .serve(.customerInfo(let version, _)):
      // The same version with other entitlements is an update, too.
      after.server = version
      if version == state.server { after.forget() }
    case .serve(.answersFor(let user)):
      after.forget()
      after.isMisled = user != nil
    case .network(let network): after.isOffline = network != .up
    case .requests(_, .releaseAll): return [Continuation([]) { [after] in after.updated($0).ofAnyUser }]
    case .listen(let listening): after.hears(listening)
    case .watchLog: after.isLogWatched = true
    case .use(let device): after.device = device
    case _ where action.worldEvent?.endsARun == true: after.ends()
    case .app(.configure), .app(.startAtOnce), .app(.upgrade): after.ends()
    case .call(.customerInfo(let policy)) where !state.isHolding: return after.reading(by: policy)
    case .app(.foreground): return after.updating(isBackground: !state.isHolding)
    case .world(.advance):
      // If a listener that was set earlier is told of what was cached, it has been told by now.
      if !state.isHolding { after.here.told = after.here.told ?? after.here.cached }
      return after.updating(isBackground: !state.isHolding && after.isAlone)
    case .call(.appUserID), .call(.offerings), .call(.customerInfo), .callOften: break
    case .call, .callMeanwhile, .callInTurn, .begin, .beginMeanwhile, .finish, .app(.foregroundMeanwhile):
      after.here.cached = nil
      if action.calls(\.changesUser) { after.here.told = nil }
    case .app(.background), .searchStorage, .requests, .world, .serve: break
    }
    return after.updating(isBackground: false)
  }
}

extension CustomerListenerModel.State {
  typealias Ways = [Continuation<CustomerAction, Self>]
  private typealias Expected = Expectation<CustomerAction>

  fileprivate mutating func hears(_ listening: Listening) {
    if listening.callWhenTold != nil { return }
    here.isListening = listening != .stop
    here.listener = listening == .start ? .first : listening == .second ? .second : nil
    here.told = nil
    if listening == .replaceWhenTold { isUncertain = true }
  }

  fileprivate mutating func ends() { here = .init() }

  /// Whether no other installation may ask the server by itself as time passes: nobody could tell whose a request is.
  fileprivate var isAlone: Bool { installations.keys.allSatisfy { $0 == device } }

  /// Forgets what is cached.
  fileprivate mutating func forget() { for device in installations.keys { installations[device]?.cached = nil } }

  /// The state once the requests have shown whether something new was fetched.
  fileprivate func updated(_ observation: StepObservation<CustomerAction>) -> Self {
    var state = self
    if case .value(let news)? = observation.notifications?.last { state.here.told = news.owned.version }
    let hasCalled = whenTold.call != nil && observation.tells
    if hasCalled { state.whenTold.noteCall() }
    if hasCalled, whenTold.mayChange {
      (state.here.cached, state.here.told) = (nil, nil)
    } else if isHolding || isMisled || !isAlone || observation.requests == nil {
      state.here.cached = nil
    } else if observation.asks(for: .customerInfo), !isOffline {
      state.here.cached = server
    }
    return state
  }

  /// The state when it is unknown whose data was fetched, and whose data the listener was told of.
  fileprivate var ofAnyUser: Self {
    var state = self
    (state.here.cached, state.here.told) = (nil, nil)
    return state
  }

  /// The ways in which an action may bring an update, and the listener may be told of it.
  ///
  /// - Parameter isBackground: whether an update by this action arrives in the background.
  fileprivate func updating(isBackground: Bool) -> Ways {
    // The listener of another installation is told of what that installation fetches by itself.
    if installations.contains(where: { $0.key != device && $0.value.isListening }) {
      return [Continuation([], to: updated)]
    }
    return updates(isBackground: isBackground).map { way in
      // Only the listener that is set is told.
      guard let listener = here.listener else { return way }
      let other: CustomerNotification.Listener = listener == .first ? .second : .first
      return way.adding([.notify(.mentioning("\(other)", times: 0...0)).demanded(by: "customer.listener.removed")])
    }
  }

  private func updates(isBackground: Bool) -> Ways {
    if isUncertain { return [Continuation(to: self)] }
    if !here.isListening {
      return [Continuation([Expected.notifiesNothing.demanded(by: "customer.listener.removed")], to: updated)]
    }
    guard let cached = here.cached, !isHolding, !isMisled else { return [Continuation([], to: updated)] }
    let (news, once): (RuleID, RuleID) = (
      "customer.listener.told-of-background-updates", "customer.listener.not-told-twice"
    )
    let reads: RuleID = "customer.listener.calls-when-told"
    let told: [(times: ClosedRange<Int>, rule: RuleID)] =
      switch whenTold.call {
      case nil: isBackground ? [(1...1, news)] : [(0...1, once)]
      // What it reads is what it was told.
      case .customerInfo where here.told != nil: isBackground ? [(2...2, reads)] : [(0...0, once), (2...2, reads)]
      // Its call may cause more to be told.
      default: isBackground ? [(1...Int.max, news)] : [(0...Int.max, once)]
      }
    // A listener that was just set may be told a little later of what is cached.
    let known = Expected.notify(.onlyAbout(here.told == cached ? [] : ["\(cached)"])).demanded(by: once)
    if isOffline || cached == server { return [Continuation([known], to: updated)] }
    return [
      Continuation([Expected.asks(for: .customerInfo, 0...0).demanded(by: news), known], to: updated)
    ]
      + told.map { times, rule in
        Continuation(
          [
            Expected.asks(for: .customerInfo, 1...Int.max).demanded(by: news),
            Expected.notify(.mentioning("\(server)", times: times)).demanded(by: rule),
          ], to: updated)
      }
  }

  /// A read tells the log whether its answer came from the cache.
  fileprivate func reading(by policy: CustomerFetchPolicy?) -> Ways {
    let isStaleServed = policy == nil || policy == .cachedOrFetched
    let ways = updating(isBackground: isStaleServed && here.cached != nil)
    // What a listener reads is logged too.
    guard isLogWatched, whenTold.call == nil else { return ways }
    let isSilent = policy == .fetchCurrent && !isOffline && !isMisled && !isUncertain
    let kinds: [[Expected]] = [
      [.asks(for: .customerInfo, 0...0), .vendsFromCache(1)],
      // Where there was an answer, what is missing is the line, and not the error: this way is the farther one.
      [.asks(for: .customerInfo, 0...0), .fails, .answer(.onlyAbout([]))],
      [.asks(for: .customerInfo, 1...Int.max)] + (isSilent ? [.vendsFromCache(0)] : []),
    ]
    return ways.flatMap { way in
      kinds.map { kind in way.adding(kind.map { $0.demanded(by: "customer.log.vending-from-cache") }) }
    }
  }
}
