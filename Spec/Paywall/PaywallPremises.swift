extension PaywallAction {
  /// What scenarios take for granted, the most basic first.
  public static var premises: [Premise<Self>] {
    basic + layers + failures + policies + keeping + life + names + updates + patterns + overlap + ages
  }

  private static let basic: [Premise<Self>] =
    [
      "paywall.priority.no-shared-limit", "paywall.priority.cdn-first[nothing was loaded before]",
      "paywall.priority.cdn-first[the CDN is down at the next load]",
    ].map { row in Premise(row) { $0.placement != nil } } + [
      .inRuns("paywall.priority.no-shared-limit[after nine loads at once]") {
        PaywallLoadInContext.all(in: $0).count > 8
      },
      calls(
        "paywall.cache.per-placement[one placement is loaded after another]",
        where: {
          $0.hasOthers || $0.call == nil
        }),
      Premise("paywall.cache.opaque") { $0.placement != nil },
    ]

  private static let layers: [Premise<Self>] = [
    calls("paywall.priority.server-after-cdn[cdn=down,server=up,cache=empty,fallback=not set]") { $0.mayNeedServer },
    calls("paywall.priority.server-after-cdn[cdn=down,server=up,cache=filled,fallback=not set]") {
      $0.mayNeedServer && $0.mayBeCached
    },
    calls("paywall.priority.cache-after-network[cdn=down,server=down,cache=filled,fallback=not set]") { $0.mayAllFail },
    calls("paywall.priority.error-when-all-fail[cdn=down,server=down,cache=empty,fallback=not set]") { $0.mayAllFail },
  ]

  private static let failures: [Premise<Self>] = [
    calls("paywall.priority.kinds-of-failure[both layers fail: server error]") {
      $0.meets { [.up, .failing(.serverError)].contains($0) }
    },
    calls("paywall.priority.kinds-of-failure[both layers fail: time-out]") {
      $0.isSilent || $0.meets { $0 == .failing(.timeOut) }
    },
    calls("paywall.priority.kinds-of-failure[both layers fail: undecodable answer]") {
      $0.meets { [.undecodable, .empty, .cutShort].contains($0) }
    },
    calls("paywall.priority.fallback-after-cache[cdn=down,server=down,cache=empty,fallback=set]") {
      $0.mayAllFail && $0.hasFallback
    },
  ]

  private static let keeping: [Premise<Self>] = [
    .survival("paywall.lifecycle.survives-restart[the app restarts once]"),
    Premise("paywall.cache.holds-most-recent[from the CDN]") { $0.placement != nil },
    Premise("paywall.cache.holds-most-recent[a short version replaces a long one]") {
      if case .publish(let version, _) = $0 { version.padding > 0 } else { false }
    },
  ]

  private static let life: [Premise<Self>] = [
    Premise("paywall.lifecycle.reinstall-clears") {
      if case .damage? = $0.worldEvent { true } else { $0 == .app(.reinstall) }
    },
    Premise("paywall.lifecycle.manual-cleanup-clears[the cache is read at once]") { $0 == .app(.cleanUp) },
    Premise("paywall.lifecycle.logout[the cache is read at once]") { $0 == .app(.logOut) },
  ]

  private static let policies: [Premise<Self>] = [
    calls("paywall.policy.reload-asks-network-first[from the CDN]") {
      $0.mayBeCached && $0.isLoad { $0 == .reloadRevalidatingCacheData }
    },
    calls("paywall.policy.default-is-reload[after loads that name other policies]") { $0.isLoad { $0 == nil } },
    calls("paywall.policy.cache-else-load-hit[there is a network]") {
      $0.mayBeCached && $0.isLoad { $0 == .returnCacheDataElseLoad }
    },
    calls("paywall.policy.cache-else-load-any-age[the copy is a year old]") {
      $0.mayBeCached && $0.isLoad { $0 == .returnCacheDataElseLoad }
    },
    calls("paywall.policy.cache-else-load-miss[the next load finds the copy]") {
      $0.isLoad { $0 == .returnCacheDataElseLoad }
    },
    calls("paywall.policy.max-age-young[5 min old, with a maxAge of twice and half that]") {
      $0.mayBeCached && $0.isLoad { $0?.hasMaxAge == true }
    },
    calls("paywall.policy.max-age-expired[40 min old, with a maxAge of twice and half that]") {
      $0.mayBeCached && $0.isLoad { $0?.hasMaxAge == true }
    },
    calls("paywall.policy.max-age-miss[the next load finds the copy]") { $0.isLoad { $0?.hasMaxAge == true } },
  ]

  private static let updates: [Premise<Self>] = [
    "paywall.background.updates-cache", "paywall.background.updates-cache[three placements are cached]",
    "paywall.background.repeats",
    "paywall.background.failure-keeps-copy[one of two placements fails]",
  ].map { row in
    Premise(row) { if case .start(let setup) = $0 { setup.updateInterval != nil } else { false } }
  }

  private static let patterns: [Premise<Self>] = [
    Premise("paywall.adaptive.good-network-reloads[the network is good]") { $0.isAdaptive },
    Premise("paywall.adaptive.poor-network-prefers-cache[the network is poor]") { $0.isAdaptive },
    Premise("paywall.refresh.updates-cache[the network is good]") {
      if case .call(.refresh) = $0 { true } else { false }
    },
    Premise("paywall.preload.critical-placements") { $0.isPreload },
    Premise("paywall.preload.failure-is-silent[another placement preloads]") { $0.isPreload },
  ]

  private static let overlap: [Premise<Self>] = [
    Premise("paywall.overlap.same-placement[the loads may be joined]") { if case .begin = $0 { true } else { false } },
    Premise("paywall.input.never-answers[the CDN is silent]") { if case .silence = $0 { true } else { false } },
    Premise("paywall.input.answers-twice[the CDN answers each request twice]") {
      if case .silence = $0 { true } else { false }
    },
    Premise("paywall.input.late-answer") { if case .silence = $0 { true } else { false } },
  ]

  private static let names: [Premise<Self>] = [
    Premise("paywall.lifecycle.nothing-else-clears[another paywall has 2.5 MB]") {
      if case .publish(let version, _) = $0 {
        version.padding >= 1 << 16 || version.placement.name.utf8.count >= 1 << 16
      } else {
        false
      }
    },
    Premise("paywall.input.placement-names[two names differ in case]") { $0.placement?.hasPlainName == false },
    Premise("paywall.input.placement-names[two names differ in spaces]") { $0.placement?.hasPlainName == false },
  ]

  private static let ages: [Premise<Self>] = [
    Premise("paywall.lifecycle.survives-kill[a copy is cached]") { $0.worldEvent == .kill },
    calls("paywall.policy.max-age-restarts[a load brings the same version]") {
      $0.mayBeCached && $0.isLoad { $0?.hasMaxAge == true }
    },
    Premise("paywall.lifecycle.age-survives-restart[the copy is young after the restart]") {
      $0.worldEvent?.endsARun == true
    },
    Premise("paywall.lifecycle.age-survives-restart[the copy expires after the restart]") {
      $0.worldEvent?.endsARun == true
    },
  ]

  /// The placement of a call.
  private var placement: Placement? { call?.placement }

  private var isAdaptive: Bool { if case .adapt(_, nil)? = call { true } else { false } }
  private var isPreload: Bool { if case .preload = self { true } else { false } }

  /// A premise of the loads for which a closure returns true.
  private static func calls(
    _ scenario: String, where isNeeded: @escaping @Sendable (PaywallLoadInContext) -> Bool
  ) -> Premise<Self> {
    .inRuns(scenario) { PaywallLoadInContext.all(in: $0).contains(where: isNeeded) }
  }
}

extension PaywallFetchPolicy {
  fileprivate var hasMaxAge: Bool {
    if case .returnCacheDataIfNotExpiredElseLoad = self { true } else { false }
  }
}

extension Placement {
  /// Whether its name is short, and has only lower-case ASCII letters, digits and underscores.
  fileprivate var hasPlainName: Bool {
    name.utf8.count < 100
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
