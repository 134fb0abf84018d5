/// What is returned was published whole for the placement, or is its fallback, and what is cached was published:
/// whatever is under way, damaged or cleared.
struct PaywallContentModel: Model {
  struct State: Hashable {
    var world = PaywallSurroundings()
    /// The paywalls that the layers have had for a placement, and those that fallback files have had.
    var published: [Placement: Set<PaywallModel>] = [:]
    var fallbacks: [Placement: Set<PaywallModel>] = [:]
    /// The placements of the calls that have begun.
    var begun: [String: Placement] = [:]
  }

  var start: State { State() }

  func continuations(of state: State, on action: PaywallAction) -> [Continuation<PaywallAction, State>] {
    var state = state
    state.world.note(action)
    switch action {
    case .publish(let version, _):
      state.published[version.placement, default: []].insert(PaywallModel(delivered: version))
    case .start(let setup):
      guard case .holding(let versions) = setup.fallback else { break }
      for version in versions {
        state.fallbacks[version.placement, default: []].insert(PaywallModel(delivered: version))
      }
    case .begin(let call, let name): state.begun[name] = call.placement
    case .call(let call): return state.returning(call.placement)
    case .world(.finish(let name)): if let placement = state.begun[name] { return state.returning(placement) }
    case .inspect(let placement): return [state.looking(at: placement)]
    default: break
    }
    return [Continuation(to: state)]
  }
}

extension PaywallContentModel.State {
  private typealias Expected = Expectation<PaywallAction>

  fileprivate func returning(_ placement: Placement) -> [Continuation<PaywallAction, Self>] {
    if world.isAmbiguous(placement) { return [Continuation(to: self)] }
    let own = (published[placement] ?? []).union(fallbacks[placement] ?? [])
    let isOwn = Expected.answer(.onlyAbout([placement.name])).demanded(
      by: placement.isUnusual ? "paywall.input.placement-names" : "paywall.cache.per-placement")
    let isPublished = Expected.answer(.oneOf(own.map { [.value($0)] })).demanded(by: "paywall.cache.opaque")
    let stored = looking(at: placement)
    return [stored.adding([isOwn, isPublished]), stored.adding([.fails])]
  }

  fileprivate func looking(at placement: Placement) -> Continuation<PaywallAction, Self> {
    if world.isAmbiguous(placement) { return Continuation(to: self) }
    let own = published[placement] ?? []
    let isOwn = Expected.store(.onlyAbout([placement.name])).demanded(
      by: placement.isUnusual ? "paywall.input.placement-names" : "paywall.cache.per-placement")
    let isPublished = Expected.store(.oneOf(own.map { [.value($0)] } + [[.nothing]]))
    let hasUnpublishedFallback = !(fallbacks[placement] ?? []).isSubset(of: own)
    return Continuation(
      to: self,
      [
        isOwn,
        isPublished.demanded(
          by: hasUnpublishedFallback ? "paywall.fallback.never-masks-newer-data" : "paywall.cache.opaque"),
      ])
  }
}
