extension PaywallAction {
  /// What scenarios take for granted, the most basic first.
  public static var premises: [Premise<Self>] {
    basic + layers + failures + policies + keeping + life + names + updates + patterns + overlap + ages
  }

  private static let basic: [Premise<Self>] =
    [
      "paywall.priority.no-shared-limit", "paywall.priority.cdn-first[before all else]",
      "paywall.priority.cdn-first[as long as it answers]", "paywall.cache.per-placement[one loaded after another]",
      "paywall.cache.opaque",
    ].map { row in Premise(row) { $0.placement != nil } }

  private static let layers: [Premise<Self>] =
    [
      "paywall.priority.server-after-cdn[cdn=down,server=up,cache=empty,fallback=not set]",
      "paywall.priority.server-after-cdn[cdn=down,server=up,cache=filled,fallback=not set]",
      "paywall.priority.cache-after-network[cdn=down,server=down,cache=filled,fallback=not set]",
    ].map { row in Premise(row) { $0.isFailure } } + [
      Premise("paywall.priority.error-when-all-fail[cdn=down,server=down,cache=empty,fallback=not set]") {
        $0.placement != nil
      }
    ]

  private static let failures: [Premise<Self>] = [
    Premise("paywall.priority.kinds-of-failure[both: server error]") { $0.placement != nil || $0.isPreload },
    Premise("paywall.priority.kinds-of-failure[both: time-out]") { $0.isFailure { $0 == .failing(.timeOut) } },
    Premise("paywall.priority.kinds-of-failure[both: undecodable answer]") {
      $0.isFailure { [.undecodable, .empty, .cutShort].contains($0) }
    },
    Premise("paywall.priority.fallback-after-cache[cdn=down,server=down,cache=empty,fallback=set]") {
      if case .start(let setup) = $0 { setup.fallback != .none } else { false }
    },
  ]

  private static let keeping: [Premise<Self>] = [
    .survival("paywall.lifecycle.survives-restart[one]"),
    Premise("paywall.cache.holds-most-recent[from the CDN]") { $0.placement != nil },
    Premise("paywall.cache.holds-most-recent[a short one in place of a long one]") {
      if case .publish(let version, _) = $0 { version.padding > 0 } else { false }
    },
  ]

  private static let life: [Premise<Self>] = [
    Premise("paywall.lifecycle.reinstall-clears") {
      if case .damage? = $0.worldEvent { true } else { $0 == .app(.reinstall) }
    },
    Premise("paywall.lifecycle.manual-cleanup-clears[at once]") { $0 == .app(.cleanUp) },
    Premise("paywall.lifecycle.logout[at once]") { $0 == .app(.logOut) },
  ]

  private static let policies: [Premise<Self>] = [
    Premise("paywall.policy.reload-asks-network-first[from the CDN]") {
      $0.isLoad { $0 == .reloadRevalidatingCacheData }
    },
    Premise("paywall.policy.default-is-reload[beside the other policies]") { $0.isLoad { $0 == nil } },
    Premise("paywall.policy.cache-else-load-hit[online]") { $0.isLoad { $0 == .returnCacheDataElseLoad } },
    Premise("paywall.policy.cache-else-load-miss[once]") { $0.isLoad { $0 == .returnCacheDataElseLoad } },
    Premise("paywall.policy.max-age-young[5 min under two limits]") { $0.isLoad { $0?.hasMaxAge == true } },
    Premise("paywall.policy.max-age-expired[40 min under two limits]") { $0.isLoad { $0?.hasMaxAge == true } },
    Premise("paywall.policy.max-age-miss[once]") { $0.isLoad { $0?.hasMaxAge == true } },
  ]

  private static let updates: [Premise<Self>] = [
    "paywall.background.updates-cache", "paywall.background.updates-cache[every placement]",
    "paywall.background.failure-keeps-copy[of from_onboarding alone]",
  ].map { row in
    Premise(row) { if case .start(let setup) = $0 { setup.updateInterval != nil } else { false } }
  }

  private static let patterns: [Premise<Self>] = [
    Premise("paywall.adaptive.good-network-reloads[good]") { $0.isAdaptive },
    Premise("paywall.adaptive.poor-network-prefers-cache[poor]") { $0.isAdaptive },
    Premise("paywall.refresh.updates-cache[good]") { if case .call(.refresh) = $0 { true } else { false } },
    Premise("paywall.preload.critical-placements") { $0.isPreload },
    Premise("paywall.preload.failure-is-silent[the others]") { $0.isPreload },
  ]

  private static let overlap: [Premise<Self>] = [
    Premise("paywall.overlap.same-placement[joined or not]") { if case .begin = $0 { true } else { false } },
    Premise("paywall.input.never-answers[the CDN]") { if case .silence = $0 { true } else { false } },
    Premise("paywall.input.answers-twice[the CDN]") { if case .silence = $0 { true } else { false } },
    Premise("paywall.input.late-answer") { if case .silence = $0 { true } else { false } },
  ]

  private static let names: [Premise<Self>] = [
    Premise("paywall.lifecycle.nothing-else-clears[a paywall of 2.5 MB]") {
      if case .publish(let version, _) = $0 {
        version.padding >= 1 << 16 || version.placement.name.utf8.count >= 1 << 16
      } else {
        false
      }
    },
    Premise("paywall.input.placement-names[upper and lower case]") { $0.placement?.hasPlainName == false },
    Premise("paywall.input.placement-names[spaces within]") { $0.placement?.hasPlainName == false },
  ]

  private static let ages: [Premise<Self>] = [
    Premise("paywall.lifecycle.survives-kill[a copy]") { $0.worldEvent == .kill },
    Premise("paywall.policy.max-age-restarts[the same version]") { $0.isLoad { $0?.hasMaxAge == true } },
    Premise("paywall.lifecycle.age-survives-restart[young]") { $0.worldEvent?.endsARun == true },
    Premise("paywall.lifecycle.age-survives-restart[expired]") { $0.worldEvent?.endsARun == true },
  ]

  /// The placement of a call.
  private var placement: Placement? { call?.placement }

  private var call: PaywallCall? {
    switch self {
    case .call(let call), .begin(let call, _): call
    default: nil
    }
  }

  /// Whether it is a load with a policy for which a condition holds.
  private func isLoad(_ isMeant: (PaywallFetchPolicy?) -> Bool) -> Bool {
    if case .load(_, let policy)? = call { isMeant(policy) } else { false }
  }

  private var isAdaptive: Bool { if case .adapt(_, nil)? = call { true } else { false } }
  private var isPreload: Bool { if case .preload = self { true } else { false } }

  /// Whether layers fail or are silent from now on.
  private var isFailure: Bool {
    if case .silence = self { true } else { isFailure { $0 != .up && $0 != .repeating } }
  }

  /// Whether layers are in a state from now on for which a condition holds.
  private func isFailure(_ isMeant: (RemoteState) -> Bool) -> Bool {
    if case .remote(let state, _, _) = self { isMeant(state) } else { false }
  }
}

extension PaywallFetchPolicy {
  fileprivate var hasMaxAge: Bool {
    if case .returnCacheDataIfNotExpiredElseLoad = self { true } else { false }
  }
}

extension Placement {
  /// Whether its name has small letters of ASCII, digits and underscores alone, and not many.
  fileprivate var hasPlainName: Bool {
    name.utf8.count < 100
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
