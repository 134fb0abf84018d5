/// Which layers a load asks, which version it returns, and what is cached afterwards, also for loads that overlap.
struct PaywallLayerModel: Model {
  /// The values that may be cached for a placement, and the rule that says so.
  struct Kept: Hashable {
    /// One of these is cached; nil stands for nothing.
    var values: Set<PaywallModel?> = [nil]
    var rule: RuleID
  }

  struct State: Hashable {
    var world = PaywallSurroundings()
    /// What may be cached for a placement, and the rule by which nothing is cached for any other.
    var copies: [Placement: Kept] = [:]
    var emptiness: RuleID = "paywall.cache.per-placement"
    /// Everything that was ever cached for a placement, because damage may bring an older copy back.
    var history: [Placement: Set<PaywallModel?>] = [:]
    /// The paywalls that the repository may hand out.
    var preloaded: [Placement: Set<PaywallModel>] = [:]
    /// Loads that overlap with one that may still be under way, and calls that have begun.
    var loads: [PaywallLoad] = []
    /// The number of users and runs of the app so far, and the number at the load that stored a placement last.
    var epoch = 0
    var storedIn: [Placement: Int] = [:]
    /// Whether a clean-up may still wait for loads that are under way.
    var isCleaning = false
    /// The time since which updates run undisturbed, and the time since which the layers have their current versions of
    /// a placement.
    var steadySince = Duration.zero
    var publishedAt: [Placement: Duration] = [:]
  }

  var start: State { State() }

  func continuations(of state: State, on action: PaywallAction) -> [Continuation<PaywallAction, State>] {
    var state = state
    state.note(action)
    switch action {
    case .call(let call): return state.calling(call)
    case .begin(let call, let name): state.begin(call, as: name)
    case .world(.finish(let name)): return state.finishing(name)
    case .inspect(let placement): return state.inspecting(placement)
    case .preload(let placements): return state.preloading(placements)
    case .world(.advance): state.pass()
    case .world(.requests(.releaseOldest)), .world(.requests(.releaseNewest)), .world(.requests(.releaseAll)):
      state.release()
    case .passTimeOuts: state.giveUp()
    case .app(.cleanUp): return state.cleaningUp()
    case .app(.logOut): return state.loggingOut()
    case .world(let event) where event.endsARun: return state.starting(after: event)
    case .start, .app(.reinstall): return state.starting(after: action)
    case .world, .app, .publish, .remote, .silence, .network, .awaitBothHeld, .awaitTimeOuts: break
    }
    return [Continuation(to: state.settled)]
  }
}

extension PaywallLayerModel.State {
  typealias Ways = [Continuation<PaywallAction, Self>]
  typealias Kept = PaywallLayerModel.Kept
  private typealias Expected = Expectation<PaywallAction>

  /// What may be cached for a placement.
  func kept(_ placement: Placement) -> Kept { copies[placement] ?? Kept(rule: emptiness) }

  mutating func keep(_ values: Set<PaywallModel?>, for placement: Placement, by rule: RuleID? = nil) {
    copies[placement] = Kept(values: values, rule: rule ?? kept(placement).rule)
    history[placement, default: []].formUnion(values)
  }

  /// Notes the rule by which every copy is still what it was.
  mutating func keepAll(by rule: RuleID) {
    for placement in copies.keys { copies[placement]?.rule = rule }
  }

  // MARK: What is cached

  /// The expectation that one of the possible values is cached.
  private func isKept(_ placement: Placement) -> Expected {
    let kept = kept(placement)
    return .store(.oneOf(kept.values.inOrder.map { [Fact($0)] })).demanded(by: kept.rule)
  }

  /// The state once an observation has shown what is cached.
  func seen(_ observation: StepObservation<PaywallAction>, _ placement: Placement) -> Self {
    guard let facts = observation.stored, facts.count == 1 else { return self }
    var state = self
    switch facts[0] {
    case .value(let value): state.copies[placement] = Kept(values: [value], rule: kept(placement).rule)
    case .nothing: state.copies[placement] = Kept(values: [nil], rule: kept(placement).rule)
    case .failure: break
    }
    return state
  }

  /// A way to go on in which it is observed what is cached for a placement.
  func way(_ placement: Placement, _ expectations: [Expectation<PaywallAction>]) -> Ways.Element {
    Continuation(expectations + [isKept(placement)]) { seen($0, placement).settled }
  }

  fileprivate func inspecting(_ placement: Placement) -> Ways {
    world.isAmbiguous(placement) ? [Continuation(to: settled)] : [way(placement, [])]
  }

  // MARK: Calls

  fileprivate func calling(_ call: PaywallCall) -> Ways {
    let placement = call.placement
    if world.isAmbiguous(placement) { return [Continuation(to: settled)] }
    let policy = call.policy(at: world.quality)
    let isHit = policy == .returnCacheDataElseLoad && !kept(placement).values.contains(nil)
    if !isHit, world.holdsRequests || isLoading(placement) {
      var state = self
      // The step gives up on a call whose request is held, but the call goes on.
      state.begin(call, as: world.holdsRequests ? nil : PaywallLoad.direct)
      return world.holdsRequests ? [Continuation(to: state.settled)] : state.finishing(PaywallLoad.direct)
    }
    let handedOut: Ways
    if case .get = call {
      handedOut = self.handedOut(placement).map {
        way(
          placement,
          [
            .answers($0).demanded(by: "paywall.preload.critical-placements")
          ] + asksNothing(for: placement, "paywall.preload.critical-placements"))
      }
    } else {
      handedOut = []
    }
    return handedOut
      + kept(placement).values.inOrder.flatMap { copy -> Ways in
        var state = self
        state.copies[placement]?.values = [copy]
        return state.ways(of: call, under: policy, finding: copy)
      }
  }

  private func ways(of call: PaywallCall, under policy: PaywallFetchPolicy, finding copy: PaywallModel?) -> Ways {
    let why = call.rule(under: policy, isCached: copy != nil)
    guard let copy else { return asking(call, why) }
    switch policy {
    case .reloadRevalidatingCacheData: return asking(call, why, besides: copy)
    case .returnCacheDataElseLoad: return [hit(call.placement, copy, why)]
    case .returnCacheDataIfNotExpiredElseLoad:
      return [hit(call.placement, copy, "paywall.policy.max-age-young")] + asking(call, why, besides: copy)
    }
  }

  /// The way of a call that returns the copy and makes no request.
  private func hit(_ placement: Placement, _ copy: PaywallModel, _ why: RuleID) -> Ways.Element {
    way(
      placement, [.answers(copy).demanded(by: kept(placement).rule)] + asksNothing(for: placement, why))
  }

  private func asksNothing(for placement: Placement, _ why: RuleID) -> [Expected] {
    // Loads that are under way, also those of the previous run, and updates that are due may make requests.
    if loads.contains(where: { $0.placement == placement }) { return [] }
    let nothing: Expected =
      world.isUpdating || !loads.isEmpty ? .request(.mentioning(placement.name, times: 0...0)) : .requestsNothing
    return [nothing.demanded(by: why)]
  }

  private func asking(_ call: PaywallCall, _ why: RuleID, besides copy: PaywallModel? = nil) -> Ways {
    let placement = call.placement
    let mayFail = world.hasNoNetwork(for: placement) || world.mayWait
    switch world.remote(for: placement) {
    case .failure: return [failing(call, why, besides: copy)]
    case .answer(let paywall, let layer):
      return fetching(call, why, paywall, from: layer, besides: copy)
        + (mayFail ? [failing(call, why, besides: copy)] : [])
    }
  }

  /// The ways of a call that a remote layer answers.
  private func fetching(
    _ call: PaywallCall, _ why: RuleID, _ paywall: PaywallModel, from layer: RemoteLayer, besides copy: PaywallModel?
  ) -> Ways {
    let placement = call.placement
    // The documents leave open whether an older version replaces a newer one.
    let newer = copy.flatMap { $0.version.number > paywall.version.number ? $0 : nil }
    let failed: RuleID =
      world.answersUnusably(for: placement)
      ? "paywall.input.unusable-answer"
      : world.failsInAnotherWay(for: placement)
        ? "paywall.priority.kinds-of-failure" : "paywall.priority.server-after-cdn"
    let order: RuleID = layer == .cdn ? "paywall.priority.cdn-first" : failed
    let requests: [Expected]
    if world.mayWait || !loads.isEmpty {
      requests = []
    } else if world.isUpdating {
      requests = [.request(.containing([.value(PaywallRequest(layer, for: placement))])).demanded(by: order)]
    } else {
      let inOrder: Expected = layer == .cdn ? .requestsCDN(for: placement) : .requestsServer(for: placement)
      requests = [inOrder.demanded(by: order)]
    }
    return [paywall, newer].compactMap(\.self).map { answer in
      var state = self
      state.keep([paywall, newer ?? paywall], for: placement, by: "paywall.cache.holds-most-recent")
      state.storedIn[placement] = epoch
      let answered = Expected.answers(answer).demanded(by: layer == .cdn ? why : order)
      return state.way(placement, asksSomething(why) + requests + [answered])
    }
  }

  private func asksSomething(_ why: RuleID) -> [Expected] {
    world.mayWait ? [] : [.requestsSomething.demanded(by: why)]
  }

  /// The way of a call for which every remote layer fails.
  private func failing(_ call: PaywallCall, _ why: RuleID, besides copy: PaywallModel?) -> Ways.Element {
    let placement = call.placement
    var requests: [Expected] = []
    // A client may know without asking that no layer has a placement without a name.
    if !placement.name.isEmpty, !world.mayWait {
      requests = [.requestsSomething.demanded(by: why)]
      if !world.isUpdating, loads.isEmpty {
        let tries: Expected =
          world.hasNoNetwork(for: placement) ? .triesNetwork(for: placement) : .requestsBoth(for: placement)
        requests.append(tries.demanded(by: "paywall.priority.server-after-cdn"))
      }
    }
    var state = self
    if let copy {
      state.keep([copy], for: placement, by: "paywall.cache.failed-load-keeps-copy")
      return state.way(placement, requests + [.answers(copy).demanded(by: ruleOfCopy(call, copy))])
    }
    if let fallback = world.fallback(for: placement) {
      state.keep([nil], for: placement, by: "paywall.fallback.never-masks-newer-data")
      let rule: RuleID =
        placement.isUnusual ? "paywall.fallback.placement-names" : "paywall.priority.fallback-after-cache"
      return state.way(
        placement, requests + [.answers(fallback).demanded(by: rule)])
    }
    let rule: RuleID =
      placement.name.isEmpty
      ? "paywall.input.empty-placement"
      : world.setup?.fallback == FallbackFile.none
        ? "paywall.priority.error-when-all-fail" : "paywall.fallback.needs-configuration"
    return state.way(placement, requests + [.fails.demanded(by: rule)])
  }

  /// The rule by which a copy is returned where the network fails.
  private func ruleOfCopy(_ call: PaywallCall, _ copy: PaywallModel) -> RuleID {
    if let fallback = world.fallback(for: call.placement), fallback.version.number > copy.version.number {
      return "paywall.fallback.older-than-cache"
    }
    if world.answersUnusably(for: call.placement) { return "paywall.input.unusable-answer" }
    if world.failsInAnotherWay(for: call.placement) { return "paywall.priority.kinds-of-failure" }
    return switch call {
    case .refresh: "paywall.refresh.follows-the-order"
    case .load(_, .reloadRevalidatingCacheData): "paywall.policy.reload-falls-back-to-cache"
    case .load(_, .returnCacheDataIfNotExpiredElseLoad): "paywall.policy.max-age-expired-offline"
    case .load, .adapt, .get: "paywall.priority.cache-after-network"
    }
  }
}

extension PaywallCall {
  /// The rule by which the network is asked, or the copy is returned.
  fileprivate func rule(under policy: PaywallFetchPolicy, isCached: Bool) -> RuleID {
    switch self {
    case .refresh: return "paywall.refresh.updates-cache"
    case .adapt(_, override: _?): return "paywall.adaptive.override-wins"
    case .adapt, .get:
      return policy == .returnCacheDataElseLoad
        ? "paywall.adaptive.poor-network-prefers-cache" : "paywall.adaptive.good-network-reloads"
    case .load(_, nil): return isCached ? "paywall.policy.default-is-reload" : "paywall.priority.cdn-first"
    case .load: break
    }
    return switch policy {
    case .reloadRevalidatingCacheData:
      isCached ? "paywall.policy.reload-asks-network-first" : "paywall.priority.cdn-first"
    case .returnCacheDataElseLoad:
      isCached ? "paywall.policy.cache-else-load-hit" : "paywall.policy.cache-else-load-miss"
    case .returnCacheDataIfNotExpiredElseLoad:
      isCached ? "paywall.policy.max-age-expired" : "paywall.policy.max-age-miss"
    }
  }
}

extension Set<PaywallModel?> {
  /// The values in a fixed order, so that a report reads the same in each run.
  var inOrder: [PaywallModel?] {
    sorted { ($0?.version.number ?? -1, $0?.description ?? "") < ($1?.version.number ?? -1, $1?.description ?? "") }
  }
}
