/// A load of a placement, by a call or by the app itself, with what came before it in its run.
struct PaywallLoadInContext {
  let placement: Placement
  /// The call, or nil for a load in the background or in advance.
  let call: PaywallCall?
  private let world: PaywallSurroundings
  /// Whether layers do not answer.
  let isSilent: Bool
  /// Whether the placement was loaded before.
  let mayBeCached: Bool
  /// Whether the run knows of other placements.
  let hasOthers: Bool

  static func all(in actions: [PaywallAction]) -> [Self] {
    var (world, loaded, isSilent, loads) = (PaywallSurroundings(), Set<Placement>(), false, [Self]())
    let named = Set(actions.flatMap(\.placements))
    for action in actions {
      world.note(action)
      if case .silence = action { isSilent = true }
      let placements: [Placement]
      switch action {
      case .call(let call), .begin(let call, _): placements = [call.placement]
      case .preload(let preloaded): placements = preloaded
      case .world(.advance) where world.isUpdating: placements = Array(loaded)
      default: continue
      }
      loads += placements.map { placement in
        Self(
          placement: placement, call: action.call, world: world, isSilent: isSilent,
          mayBeCached: loaded.contains(placement), hasOthers: named.count > 1)
      }
      loaded.formUnion(placements)
    }
    return loads
  }

  /// Whether a layer may fail to deliver the placement.
  func mayFail(_ layer: RemoteLayer) -> Bool { isSilent || world.answer(of: layer, for: placement) == nil }

  /// Whether all of the layers may fail.
  var mayAllFail: Bool { RemoteLayer.allCases.allSatisfy(mayFail) }

  /// Whether the server may have to be asked: without a network it need not be.
  var mayNeedServer: Bool { mayFail(.cdn) && !world.hasNoNetwork(for: placement) }

  var hasFallback: Bool { world.fallback(for: placement) != nil }

  /// Whether a layer that may fail is in a state for which a condition holds.
  func meets(_ isMeant: (RemoteState) -> Bool) -> Bool {
    RemoteLayer.allCases.contains { mayFail($0) && isMeant(world.state($0, for: placement)) }
  }

  /// Whether it is a load with a policy for which a condition holds.
  func isLoad(_ isMeant: (PaywallFetchPolicy?) -> Bool) -> Bool {
    if case .load(_, let policy)? = call { isMeant(policy) } else { false }
  }
}

extension PaywallAction {
  /// The call that it makes or begins.
  var call: PaywallCall? {
    switch self {
    case .call(let call), .begin(let call, _): call
    default: nil
    }
  }

  /// The placements that it names.
  fileprivate var placements: [Placement] {
    switch self {
    case .start(let setup): if case .holding(let versions) = setup.fallback { versions.map(\.placement) } else { [] }
    case .publish(let version, _): [version.placement]
    case .call(let call), .begin(let call, _): [call.placement]
    case .inspect(let placement): [placement]
    case .preload(let placements): placements
    default: []
    }
  }
}
