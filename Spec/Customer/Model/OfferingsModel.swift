/// How old the cached offerings are, when a read asks the server, and which version it returns.
///
/// It judges nothing while requests are held, and afterwards does not know what is cached until the next fetch.
struct CustomerOfferingsModel: Model {
  struct State: Hashable {
    var device = DeviceName.main
    /// The cached version on each device, and when it was fetched; nothing if that is not known.
    var caches: [DeviceName: Cached] = [:]
    /// The time that has passed.
    var now = Duration.zero
    /// The version that the server has, and all versions that it has had.
    var server = DataVersion.v0
    var served: [DataVersion] = [.v0]
    var isOffline = false
    /// The kinds of requests that are held: their answers are observed later.
    var held = HeldRequests()
    var isHolding: Bool { held.isHolding }
    /// Whether the server answers for another user, and whether there may be no user, as after a log-out.
    var isMisled = false
    var mayBeNobody = true
    /// The devices on which the app is in the background, where a read need not refresh before a day has passed.
    var inBackground: Set<DeviceName> = []
    /// What a listener calls when it is told something.
    var whenTold = CustomerCallWhenTold()

    var cached: Cached? {
      get { caches[device] }
      set { caches[device] = newValue }
    }
  }

  struct Cached: Hashable {
    let version: DataVersion
    let fetched: Duration
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    var state = state
    state.held.note(action)
    state.mayBeNobody = state.mayBeNobody(after: action)
    state.whenTold.note(action)
    if state.whenTold.call == .logOut { (state.caches, state.mayBeNobody) = ([:], true) }
    switch action {
    case .serve(.offerings(let version)):
      state.server = version
      state.served.append(version)
    case .serve(.answersFor(let user)):
      state.caches = [:]
      state.isMisled = user != nil
    case .use(let device): state.device = device
    case .app(.background): state.inBackground.insert(state.device)
    case .app(.foreground), .app(.foregroundMeanwhile): state.inBackground.remove(state.device)
    case .world(.setClock): state.caches = [:]
    case .network(let network): state.isOffline = network != .up
    case .requests(_, .hold): state.caches = [:]
    case .requests(_, .releaseAll):
      // Some of the requests that are observed now may be for an earlier user.
      state.caches = [:]
      return [Continuation(to: state)]
    case .world(.advance(let time)): state.now += time
    case _ where action.worldEvent?.endsARun == true: state.ends()
    case .app(.configure), .app(.startAtOnce), .app(.upgrade): state.ends()
    case .call(.offerings) where !state.isHolding: return state.reading()
    case .callOften(.offerings, _, _) where !state.isHolding: return state.readingOften()
    case _ where action.calls(\.changesUser): state.cached = nil
    default: break
    }
    return [Continuation([], to: state.seen)]
  }
}

extension CustomerOfferingsModel.State {
  typealias Ways = [Continuation<CustomerAction, Self>]
  private typealias Expected = Expectation<CustomerAction>

  /// Forgets the cached offerings, because they may or may not survive a restart.
  fileprivate mutating func ends() {
    cached = nil
    inBackground.remove(device)
  }

  /// Whether there may be no user after an action.
  fileprivate func mayBeNobody(after action: CustomerAction) -> Bool {
    switch action {
    case .app(.configure(let setup)): setup.appUserID.map(\.isBlank) ?? false
    case .use: true
    case _ where action.calls { $0 == .logOut }: true
    default: mayBeNobody
    }
  }

  /// The state once the requests have shown whether offerings were fetched.
  fileprivate func seen(_ observation: StepObservation<CustomerAction>) -> Self {
    var state = self
    if observation.asks(for: .offerings) {
      state.cached = isOffline || isHolding || isMisled ? nil : .init(version: server, fetched: now)
    }
    return state
  }

  fileprivate func reading() -> Ways {
    guard let cached else {
      if isOffline || isMisled || mayBeNobody { return [Continuation([], to: seen)] }
      // Whatever was cached, a read returns a version that the server has or has had.
      return served.map { version in
        Continuation([Expected.returns(version).demanded(by: "customer.offerings.refreshes-when-old")], to: seen)
      }
    }
    let limit = Duration.minutes(5)
    let young = serving(cached.version, "customer.offerings.cached-without-request")
    if now - cached.fetched < limit { return young }
    let mayWait = now - cached.fetched == limit || inBackground.contains(device)
    return (mayWait ? young : []) + refreshing(cached.version)
  }

  fileprivate func readingOften() -> Ways {
    guard let cached else { return [Continuation([], to: seen)] }
    if now - cached.fetched >= .minutes(5) {
      let isOld =
        now - cached.fetched > .minutes(5) && !isOffline && !isMisled && !mayBeNobody && !inBackground.contains(device)
      return [
        Continuation(
          isOld ? [.asks(for: .offerings, 1...Int.max).demanded(by: "customer.offerings.refreshes-when-old")] : [],
          to: seen)
      ]
    }
    return serving(cached.version, "customer.offerings.safe-to-repeat")
  }

  private func serving(_ version: DataVersion, _ rule: RuleID) -> Ways {
    [
      Continuation(
        to: self,
        [.returns(version), .asks(for: .offerings, 0...0)].map { (one: Expected) in one.demanded(by: rule) })
    ]
  }

  /// A read of old offerings brings them up to date, and returns the old ones or the new ones.
  private func refreshing(_ version: DataVersion) -> Ways {
    if isOffline { return [Continuation([], to: seen)] }
    let rule: RuleID = "customer.offerings.refreshes-when-old"
    return [version, server].map { version in
      Continuation(
        [.returns(version), .asks(for: .offerings, 1...1)].map { (one: Expected) in one.demanded(by: rule) }, to: seen)
    }
  }
}
