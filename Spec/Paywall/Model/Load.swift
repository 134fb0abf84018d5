/// A load, a preload or an update that overlaps with something else.
struct PaywallLoad: Hashable {
  /// The name of a call that returns before anything else happens.
  static let direct = ""

  /// The name by which the app waits for it; nil if it does not.
  let name: String?
  let placement: Placement
  let policy: PaywallFetchPolicy
  /// The user and the run of the app that it belongs to.
  let epoch: Int
  /// Whether the copy has to be returned without a request.
  var isHit: Bool
  /// What the remote layers may have answered, and whether the CDN, or both layers, may have failed.
  var answers: Set<PaywallModel> = []
  var mayHaveLeftCDN = false
  var mayHaveFailed = false
  /// What may have been cached when it looked for a copy.
  var copies: Set<PaywallModel?>
  /// What updates may have cached since it began.
  var updates: Set<PaywallModel?> = []
  /// What it may return besides, because it was preloaded.
  var preloaded: Set<PaywallModel> = []
  /// The latest time at which it may have begun.
  let began: Duration
  /// Whether the repository made it, so that it may hand the paywall out later.
  var isPreload = false
  /// Whether its requests may have been answered.
  var isAnswered: Bool
  /// Whether it may have given up on a layer.
  var mayHaveGivenUp = false
  /// Whether the app has not waited for it yet.
  var isOpen = true
  /// Whether the app has ended since it began, and whether anything else has happened after which its answer need not be
  /// cached.
  var isOfEndedRun = false
  var needNotBeStored = false
}

extension PaywallLoad {
  /// Notes a clean-up: the copy may have been gone when the load looked for it.
  mutating func meetCleanUp() { (isHit, needNotBeStored) = (false, true) }
}

/// Loads that overlap.
extension PaywallLayerModel.State {
  typealias Load = PaywallLoad

  /// Whether a load of a placement may be under way in this run of the app.
  func isLoading(_ placement: Placement) -> Bool {
    loads.contains { $0.placement == placement && $0.isOpen && !$0.isOfEndedRun && !$0.isHit }
  }

  /// Whether nothing is under way.
  var isQuiet: Bool { !world.mayHold && !loads.contains { $0.isOpen && !$0.isOfEndedRun } }

  // MARK: What is under way

  /// Notes the effect of an action on the surroundings and on the loads under way.
  mutating func note(_ action: PaywallAction) {
    let isUp = isHealthy
    world.note(action)
    switch action {
    case .publish(let version, _): publishedAt[version.placement] = world.earliest
    case .remote, .silence, .start, .app(.reinstall), .world(.requests): steadySince = world.earliest
    case .network(let quality): if !isUp || quality == .offline { steadySince = world.earliest }
    case .world(let event) where event.endsARun: steadySince = world.earliest
    default: break
    }
    follow()
  }

  var isHealthy: Bool { world.quality != .offline && !world.mayWait }

  /// Notes that the loads under way may have asked by now, and may have been answered.
  mutating func follow() {
    let indices = loads.indices.filter { loads[$0].isOpen || loads[$0].mayHaveGivenUp }
    for index in indices {
      if !loads[index].isHit { follow(loads[index].placement, index) }
      store(loads[index])
    }
    for index in indices { loads[index].copies.formUnion(kept(loads[index].placement).values) }
  }

  private mutating func follow(_ placement: Placement, _ index: Int) {
    if let answer = world.answer(of: .cdn, for: placement) {
      loads[index].answers.insert(answer)
    } else {
      loads[index].mayHaveLeftCDN = true
    }
    if loads[index].mayHaveLeftCDN, let answer = world.answer(of: .server, for: placement) {
      loads[index].answers.insert(answer)
    }
    let hasFailed = world.answer(of: .server, for: placement) == nil || world.hasNoNetwork(for: placement)
    if loads[index].mayHaveLeftCDN, hasFailed || world.mayWait { loads[index].mayHaveFailed = true }
  }

  /// Notes that the answer to a load may be cached, unless one for a later user or run was cached since.
  private mutating func store(_ load: Load) {
    let isLate = load.epoch < storedIn[load.placement] ?? 0 && !load.mayHaveGivenUp
    if !load.isAnswered || isLate || load.isHit { return }
    keep(kept(load.placement).values.union(load.answers), for: load.placement)
  }

  /// The state without loads that have finished, if nothing is under way. Loads of an ended run stay until the app
  /// waits for them, because they may still make requests.
  var settled: Self {
    if !isQuiet { return self }
    var state = self
    state.loads.removeAll { !$0.isOpen || !$0.isOfEndedRun }
    return state
  }

  // MARK: Calls that are not waited for

  mutating func begin(_ call: PaywallCall, as name: String?, isPreload: Bool = false) {
    let placement = call.placement
    let values = kept(placement).values
    let policy = call.policy(at: world.quality)
    var load = Load(
      name: name, placement: placement, policy: policy, epoch: epoch,
      isHit: policy == .returnCacheDataElseLoad && !values.contains(nil), copies: values,
      began: world.latest, isAnswered: !world.holdsRequests)
    if case .get = call { load.preloaded = handedOut(placement) }
    // The load may share the requests of another that is under way.
    for other in loads where other.placement == placement && other.isOpen && !other.isOfEndedRun {
      load.answers.formUnion(other.answers)
      load.mayHaveFailed = load.mayHaveFailed || other.mayHaveFailed
      if case .get = call, other.name == nil { load.preloaded.formUnion(other.answers) }
    }
    load.isPreload = isPreload
    loads.append(load)
    follow()
  }

  /// Notes that requests that were held may have been answered.
  mutating func release() {
    for index in loads.indices {
      if !loads[index].isAnswered, !loads[index].isHit, !loads[index].mayHaveGivenUp,
        loads[index].policy == .reloadRevalidatingCacheData
      {
        // A load that asks the network first looks for a copy only after this, if at all.
        loads[index].copies = kept(loads[index].placement).values
      }
      loads[index].isAnswered = true
    }
    endWhatIsNotHeld()
  }

  /// Notes that the module has given up on layers that do not answer.
  ///
  /// - Parameter timeOut: the time after which it gives up.
  mutating func giveUp(after timeOut: Duration = .zero) {
    for index in loads.indices where loads[index].isOpen && world.latest - loads[index].began >= timeOut {
      loads[index].mayHaveLeftCDN = true
      let isAnswered = world.isCDNSilent && world.answer(of: .server, for: loads[index].placement) != nil
      if !isAnswered { loads[index].mayHaveFailed = true }
      loads[index].mayHaveGivenUp = true
      loads[index].isAnswered = true
    }
    follow()
  }

  private mutating func endWhatIsNotHeld() {
    follow()
    if world.mayHold { return }
    for index in loads.indices where loads[index].name == nil {
      loads[index].isOpen = false
      if loads[index].isPreload { handOut(loads[index]) }
    }
    if isCleaning {
      isCleaning = false
      clear(by: "paywall.lifecycle.manual-cleanup-clears")
      follow()
      for load in loads { store(load) }
    }
  }

  /// Notes that the repository may hand out what a load has brought.
  private mutating func handOut(_ load: Load) {
    let others = load.mayHaveFailed ? load.copies.union([world.fallback(for: load.placement)]) : []
    let newer = load.copies.filter { copy in load.answers.contains { $0.version.number < copy?.version.number ?? 0 } }
    preloaded[load.placement, default: []].formUnion(load.answers.union(others.union(newer).compactMap(\.self)))
  }

  func finishing(_ name: String) -> [Continuation<PaywallAction, Self>] {
    guard let index = loads.lastIndex(where: { $0.name == name && $0.isOpen }) else {
      return [Continuation(to: settled)]
    }
    var state = self
    state.loads[index].isOpen = false
    let load = loads[index]
    var others = loads.filter { $0.placement == load.placement }
    others.removeAll { $0 == load }
    if world.isAmbiguous(load.placement) || load.isOfEndedRun { return [Continuation(to: state.settled)] }
    var allowed = load.preloaded
    if !load.isHit { allowed.formUnion(load.answers) }
    if load.isHit || load.mayHaveFailed || load.policy != .reloadRevalidatingCacheData {
      allowed.formUnion(load.copies.compactMap(\.self))
    }
    // If a layer answered with an older version, the newer copy may be returned.
    let oldest = load.answers.map(\.version.number).min() ?? .max
    allowed.formUnion(load.copies.compactMap(\.self).filter { $0.version.number > oldest })
    let mayBeLast = load.mayHaveFailed && load.copies.contains(nil)
    let fallback = world.fallback(for: load.placement)
    if mayBeLast, let fallback { allowed.insert(fallback) }
    let rule = rule(of: load, beside: others)
    let ways = Set(allowed.map(Optional.some)).inOrder.compactMap(\.self).map { answer in
      state.finished(load, with: answer, beside: others).way(load.placement, [.answers(answer).demanded(by: rule)])
    }
    let mayEnd =
      load.needNotBeStored || (name == Load.direct && world.mayHold) || (mayBeLast && fallback == nil) || ways.isEmpty
    return ways + (mayEnd ? [state.way(load.placement, [.fails.demanded(by: rule)])] : [])
  }

  private func rule(of load: Load, beside others: [Load]) -> RuleID {
    if load.mayHaveGivenUp { return "paywall.input.never-answers" }
    if load.mayHaveFailed { return "paywall.priority.cache-after-network" }
    if others.contains(where: { $0.name == nil }) { return "paywall.overlap.update-during-load" }
    return others.isEmpty && loads.count > 1 ? "paywall.overlap.other-placement" : "paywall.overlap.same-placement"
  }

  /// The state once a load has returned this.
  private func finished(_ load: Load, with answer: PaywallModel, beside others: [Load]) -> Self {
    var state = self
    let placement = load.placement
    let values = kept(placement).values
    if load.isHit || load.preloaded.contains(answer) || !load.answers.contains(answer) { return self }
    let mayBeCopy =
      (load.mayHaveFailed || load.policy != .reloadRevalidatingCacheData) && load.copies.contains(answer)
    let isLate = load.epoch < storedIn[placement] ?? 0
    if isLate { return self }
    if mayBeCopy || load.needNotBeStored || load.mayHaveGivenUp {
      state.keep(values.union([answer]), for: placement)
      return state
    }
    // The answer to another load or an update may be cached in its place, and so may a newer version.
    let rivals = others.filter { $0.epoch >= load.epoch && !$0.isHit }
      .reduce(into: Set<PaywallModel?>()) { $0.formUnion($1.answers.map(Optional.some)) }
    let newer = values.filter { ($0?.version.number ?? 0) >= answer.version.number }
    state.keep(
      rivals.union(load.updates).union(newer).union([answer]), for: placement, by: "paywall.cache.holds-most-recent")
    state.storedIn[placement] = load.epoch
    return state
  }
}
