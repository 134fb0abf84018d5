/// Preloading, and what the repository hands out afterwards.
extension PaywallLayerModel.State {
  private typealias Expected = Expectation<PaywallAction>

  func preloading(_ placements: [Placement]) -> Ways {
    var state = self
    state.preloaded = [:]
    for index in loads.indices { state.loads[index].isPreload = false }
    if placements.isEmpty {
      let asksNothing = Expected.requestsNothing.demanded(by: "paywall.preload.none-when-empty")
      return [Continuation(to: state.settled, loads.isEmpty && !world.isUpdating ? [asksNothing] : [])]
    }
    var requests: [Expected] = []
    for placement in placements where !world.isAmbiguous(placement) {
      if !placement.name.isEmpty, !world.mayWait {
        requests.append(
          .request(.containing([.value(PaywallRequest(.cdn, for: placement))])).demanded(
            by: "paywall.preload.critical-placements"))
      }
      state.preload(placement)
    }
    return [Continuation(to: state.settled, loads.isEmpty ? requests : [])]
  }

  private mutating func preload(_ placement: Placement) {
    if world.mayHold { return begin(.refresh(placement), as: nil, isPreload: true) }
    let before = kept(placement).values
    let fallback = world.fallback(for: placement)
    switch world.remote(for: placement) {
    case .answer(let paywall, _):
      let newer = before.filter { ($0?.version.number ?? 0) > paywall.version.number }
      let mayFail = world.hasNoNetwork(for: placement) || world.mayWait
      keep(
        newer.union(mayFail ? before : []).union([paywall]), for: placement, by: "paywall.preload.critical-placements")
      if !mayFail { storedIn[placement] = epoch }
      preloaded[placement] = Set(newer.union(mayFail ? before.union([fallback]) : []).compactMap(\.self) + [paywall])
    case .failure:
      keep(before, for: placement, by: "paywall.preload.failure-is-silent")
      preloaded[placement] = Set(before.compactMap { $0 ?? fallback })
    }
  }

  /// What the repository may hand out: what it has preloaded, or a newer version that is cached in its place.
  func handedOut(_ placement: Placement) -> Set<PaywallModel> {
    let preloaded = preloaded[placement] ?? []
    guard let oldest = preloaded.map(\.version.number).min() else { return [] }
    return preloaded.union(kept(placement).values.compactMap(\.self).filter { $0.version.number > oldest })
  }
}
