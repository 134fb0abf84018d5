extension PaywallAction {
  /// What scenarios take for granted, the most basic first.
  public static var premises: [Premise<Self>] {
    [
      Premise("paywall.priority.no-shared-limit") { $0.placement != nil },
      Premise("paywall.priority.cdn-first[before all else]") { $0.placement != nil },
      Premise("paywall.policy.reload-asks-network-first[from the CDN]") {
        $0.isLoad { $0 == .reloadRevalidatingCacheData }
      },
      Premise("paywall.policy.default-is-reload[cache=10 min old,network=up,fallback=not set]") { $0.isLoad { $0 == nil } },
      Premise("paywall.policy.cache-else-load-hit[online]") { $0.isLoad { $0 == .returnCacheDataElseLoad } },
      Premise("paywall.policy.max-age-young[a millisecond before the boundary]") { $0.isLoad { $0?.hasMaxAge == true } },
      Premise("paywall.policy.max-age-expired[a millisecond after the boundary]") {
        $0.isLoad { $0?.hasMaxAge == true }
      },
    ] + layers + life + patterns
  }

  private static let layers: [Premise<Self>] =
    [
      "paywall.priority.server-after-cdn[cdn=down,server=up,cache=empty,fallback=not set]",
      "paywall.priority.server-after-cdn[cdn=down,server=up,cache=filled,fallback=not set]",
    ].map { row in Premise(row) { $0.isFailure { $0 == [.cdn] } } } + [
      Premise("paywall.priority.cache-after-network[cdn=down,server=down,cache=filled,fallback=not set]") {
        $0.isFailure { $0 == RemoteLayer.allCases }
      },
      Premise("paywall.priority.error-when-all-fail[cdn=down,server=down,cache=empty,fallback=not set]") {
        $0.isFailure { $0 == RemoteLayer.allCases }
      },
      Premise("paywall.priority.fallback-after-cache[cdn=down,server=down,cache=empty,fallback=set]") {
        if case .start(let setup) = $0 { setup.fallback != .none } else { false }
      },
    ]

  private static let life: [Premise<Self>] = [
    .survival("paywall.lifecycle.survives-restart[one]"),
    Premise("paywall.lifecycle.reinstall-clears") { $0 == .app(.reinstall) },
    Premise("paywall.lifecycle.manual-cleanup-clears[at once]") { $0 == .app(.cleanUp) },
    Premise("paywall.lifecycle.logout[at once]") { $0 == .app(.logOut) },
    Premise("paywall.background.updates-cache") {
      if case .start(let setup) = $0 { setup.updateInterval != nil } else { false }
    },
  ]

  private static let patterns: [Premise<Self>] = [
    Premise("paywall.adaptive.override-wins[good,else load]") {
      if case .call(.adapt(_, .some)) = $0 { true } else { false }
    },
    Premise("paywall.adaptive.good-network-reloads[good]") {
      if case .call(.adapt(_, nil)) = $0 { true } else { false }
    },
    Premise("paywall.adaptive.poor-network-prefers-cache[poor]") {
      if case .call(.adapt(_, nil)) = $0 { true } else { false }
    },
    Premise("paywall.refresh.updates-cache[good]") { if case .call(.refresh) = $0 { true } else { false } },
    Premise("paywall.preload.critical-placements") { if case .preload = $0 { true } else { false } },
  ]

  /// The placement of a call.
  private var placement: Placement? {
    switch self {
    case .call(let call), .begin(let call, _): call.placement
    default: nil
    }
  }

  /// Whether it is a load with a policy for which a condition holds.
  private func isLoad(_ isMeant: (PaywallFetchPolicy?) -> Bool) -> Bool {
    switch self {
    case .call(.load(_, let policy)), .begin(.load(_, let policy), _): isMeant(policy)
    default: false
    }
  }

  /// Whether layers for which a condition holds fail from now on.
  private func isFailure(_ isMeant: ([RemoteLayer]) -> Bool) -> Bool {
    switch self {
    case .remote(let state, let layers, _): state != .up && state != .repeating && isMeant(layers)
    default: false
    }
  }
}

extension PaywallFetchPolicy {
  fileprivate var hasMaxAge: Bool {
    if case .returnCacheDataIfNotExpiredElseLoad = self { true } else { false }
  }
}
