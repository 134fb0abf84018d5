/// How old the copy of a placement is, and whether a load that names a `maxAge` asks the network for it.
struct PaywallAgeModel: Model {
  /// When a remote layer last delivered the copy that is cached.
  struct Delivery: Hashable {
    /// The first and the last time at which that may have been. The greatest possible age counts from the first, to the
    /// latest time that it may be now; the least possible age counts from the last, to the earliest.
    var first: Duration
    var last: Duration
    /// How far the clock was set since, back or ahead.
    var setBack = Duration.zero
    var setAhead = Duration.zero
    /// Whether the clock had been set in the run in which it was delivered, so that its date may count differently in
    /// the next run.
    var isDatedAnew = false
    /// The rule by which its age counts; nil for the rules about `maxAge` itself.
    var rule: RuleID?
  }

  struct State: Hashable {
    var world = PaywallSurroundings()
    var deliveries: [Placement: Delivery] = [:]
    /// Whether the clock was set in this run of the app.
    var isClockSet = false
    /// The placements with loads that have begun.
    var begun: [String: Placement] = [:]
    /// The time since which updates bring the same paywalls.
    var steadySince = Duration.zero
    /// The newest version that the layers have had.
    var newest: [Placement: Int] = [:]
  }

  var start: State { State() }

  func continuations(of state: State, on action: PaywallAction) -> [Continuation<PaywallAction, State>] {
    var state = state
    let before = state.world.latest
    state.world.note(action)
    switch action {
    case .call(let call): return [state.calling(call)]
    case .begin(let call, let name): state.begun[name] = call.placement
    case .world(.finish(let name)):
      // It is not known which of several loads was last.
      if let placement = state.begun.removeValue(forKey: name) { state.deliveries[placement] = nil }
    // A client may pause after what it has preloaded first.
    case .preload(let placements): for placement in placements { state.deliver(placement, since: before) }
    case .app(.cleanUp): state.deliveries = [:]
    case .app(.reinstall), .world(.damage), .world(.restartUnreadable):
      state.deliveries = [:]
      state.endRun()
    case .publish(let version, _):
      state.newest[version.placement] = max(version.number, state.newest[version.placement] ?? 0)
    case .app(.logOut): state.updateSometime()
    case .world(.setClock(let difference)): state.setClock(difference)
    case .world(.advance): state.pass()
    case .start, .world(.restart), .world(.restartAfter), .world(.kill): state.endRun()
    default: break
    }
    if action.disturbs { state.steadySince = state.world.earliest }
    if state.world.mayHold { state.deliveries = state.world.isUpdating ? [:] : state.deliveries }
    return [Continuation(to: state)]
  }
}

extension PaywallAction {
  /// Whether updates may bring other paywalls from now on.
  fileprivate var disturbs: Bool {
    switch self {
    case .start, .remote, .silence, .network, .publish, .world(.requests): true
    case .world(let event): event.endsARun
    default: false
    }
  }
}

extension PaywallAgeModel.State {
  private typealias Expected = Expectation<PaywallAction>
  typealias Delivery = PaywallAgeModel.Delivery

  private enum Freshness { case young, expired, either }

  private func freshness(_ delivery: Delivery, _ maxAge: Duration) -> Freshness {
    let (least, most) = (world.earliest - delivery.last, world.latest - delivery.first)
    if delivery.setBack > .zero {
      // A copy from the future stays young no longer than any other.
      let isFar = delivery.setAhead == .zero && maxAge < delivery.setBack / 10 && most < delivery.setBack
      return isFar && least > maxAge ? .expired : .either
    }
    if least > maxAge { return .expired }
    return most < maxAge && delivery.setAhead == .zero ? .young : .either
  }

  fileprivate func calling(_ call: PaywallCall) -> Continuation<PaywallAction, Self> {
    let placement = call.placement
    var expectations: [Expected] = []
    if case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = call.policy(at: world.quality),
      let delivery = deliveries[placement], isAlone(placement)
    {
      switch freshness(delivery, maxAge) {
      case .young:
        let rule = delivery.rule ?? "paywall.policy.max-age-young"
        expectations = [.request(.mentioning(placement.name, times: 0...0)).demanded(by: rule)]
      case .expired where !world.mayWait:
        let rule = delivery.rule ?? "paywall.policy.max-age-expired"
        expectations = [
          Expected.requestsSomething.demanded(by: delivery.setBack > .zero ? "paywall.policy.clock-set-back" : rule)
        ]
      case .expired, .either: break
      }
    }
    return Continuation(expectations) { observation in
      var state = self
      state.see(observation, placement)
      return state
    }
  }

  private func isAlone(_ placement: Placement) -> Bool {
    !world.isAmbiguous(placement) && !world.mayHold && !begun.values.contains(placement)
  }

  /// Notes what a call has shown: whether a remote layer has just delivered the copy.
  private mutating func see(_ observation: StepObservation<PaywallAction>, _ placement: Placement) {
    guard isAlone(placement), observation.stored != [.nothing] else {
      deliveries[placement] = nil
      return
    }
    let isAsked = observation.requests?.contains {
      if case .value(let request) = $0 { request.placement == placement } else { false }
    }
    if isAsked == true { deliver(placement) }
  }

  /// The remote layer that delivers a placement's paywall, and whether that is sure to be the copy afterwards; nil if
  /// every layer fails.
  private func delivered(_ placement: Placement) -> (layer: RemoteLayer, isSure: Bool)? {
    guard case .answer(let paywall, let layer) = world.remote(for: placement) else { return nil }
    // The documents leave open whether an older version replaces a newer copy, and which age it then has.
    let isNewest = paywall.version.number >= newest[placement] ?? 0
    return (layer, isNewest && !world.mayWait && !world.hasNoNetwork(for: placement))
  }

  /// Notes that a remote layer was asked for a placement, and has just delivered it, unless it failed.
  ///
  /// - Parameter first: the first time at which that may have been; nil if no time has passed since.
  fileprivate mutating func deliver(_ placement: Placement, since first: Duration? = nil) {
    guard isAlone(placement) else {
      deliveries[placement] = nil
      return
    }
    guard let (_, isSure) = delivered(placement) else { return }
    let again: RuleID? = deliveries[placement] == nil ? nil : "paywall.policy.max-age-restarts"
    if isSure {
      deliveries[placement] = Delivery(
        first: first ?? world.latest, last: world.earliest, isDatedAnew: isClockSet, rule: again)
    } else if deliveries[placement]?.setBack != .zero {
      deliveries[placement] = nil
    } else {
      deliveries[placement]?.last = world.earliest
    }
  }

  /// Notes that an update may have delivered copies.
  fileprivate mutating func updateSometime() {
    guard world.isUpdating else { return }
    for placement in deliveries.keys where delivered(placement) != nil {
      deliveries[placement]?.last = world.earliest
      if deliveries[placement]?.setBack != .zero { deliveries[placement] = nil }
    }
  }

  /// Notes that time has passed, in which updates were due.
  fileprivate mutating func pass() {
    guard let interval = world.setup?.updateInterval else { return }
    updateSometime()
    if world.earliest - steadySince < interval * 2 || world.quality == .offline { return }
    for (placement, delivery) in deliveries {
      guard let (layer, isSure) = delivered(placement), layer == .cdn, isSure else { continue }
      deliveries[placement]?.first = max(delivery.first, world.latest - interval * 2)
      deliveries[placement]?.isDatedAnew = delivery.isDatedAnew || isClockSet
      deliveries[placement]?.rule = "paywall.policy.max-age-restarts"
    }
  }

  fileprivate mutating func setClock(_ difference: Duration) {
    isClockSet = true
    for placement in deliveries.keys {
      if difference < .zero {
        deliveries[placement]?.setBack -= difference
      } else {
        deliveries[placement]?.setAhead += difference
      }
    }
    deliveries = deliveries.filter { $0.value.setBack == .zero || $0.value.setAhead == .zero }
  }

  fileprivate mutating func endRun() {
    // A late answer may still come for calls that were under way.
    deliveries = deliveries.filter { isAlone($0.key) && !$0.value.isDatedAnew }
    begun = [:]
    isClockSet = false
    for placement in deliveries.keys { deliveries[placement]?.rule = "paywall.lifecycle.age-survives-restart" }
    updateSometime()
  }
}
