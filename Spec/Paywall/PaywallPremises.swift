extension PaywallAction {
  /// What scenarios take for granted.
  public static var premises: [Premise<Self>] {
    basic + layers + failures + policies + keeping + life + names + updates + patterns + overlap + ages
  }

  private static let basic: [Premise<Self>] = [
    any("paywall.priority.no-shared-limit") { $0.mustAsk && !$0.isAsked },
    .observed("paywall.priority.no-shared-limit[after nine loads at once]") { run in
      let lookups = PaywallLookup.all(in: run)
      return lookups.count > 8 && lookups.contains { $0.mustAsk && !$0.isAsked }
    },
    last("paywall.priority.cdn-first[nothing was loaded before]") { !$0.isServedByCDN },
    last("paywall.priority.cdn-first[the CDN is down at the next load]") { !$0.isServedByCDN },
    last("paywall.cache.per-placement[one placement is loaded after another]") { $0.findsAnother }
      .lessBasic(than: "paywall.priority.no-shared-limit"),
    .observed("paywall.cache.per-placement[one placement is loaded after another]") {
      Set(PaywallLookup.all(in: $0).map(\.placement)).count > 1
    }.lessBasic(than: "paywall.priority.no-shared-limit"),
    last("paywall.cache.opaque") { $0.findsOtherContent },
  ]

  private static let layers: [Premise<Self>] = [
    last("paywall.priority.server-after-cdn[cdn=down,server=up,cache=empty,fallback=not set]") {
      $0.mayNeedServer && !$0.isServedByServer
    },
    last("paywall.priority.server-after-cdn[cdn=down,server=up,cache=filled,fallback=not set]") {
      $0.mayNeedServer && !$0.isServedByServer && $0.stored.copy != nil
    },
    last("paywall.priority.cache-after-network[cdn=down,server=down,cache=filled,fallback=not set]") {
      $0.mayAllFail
    },
    last("paywall.priority.error-when-all-fail[cdn=down,server=down,cache=empty,fallback=not set]") {
      $0.mayAllFail && $0.stored.copy == nil
    },
  ]

  private static let failures: [Premise<Self>] = [
    last("paywall.priority.kinds-of-failure[both layers fail: server error]") {
      $0.meets { [.up, .failing(.serverError)].contains($0) }
    },
    last("paywall.priority.kinds-of-failure[both layers fail, and nothing is cached]") {
      $0.stored.copy == nil && $0.meets { [.up, .failing(.serverError)].contains($0) }
    },
    last("paywall.priority.kinds-of-failure[both layers fail: time-out]") {
      $0.mustAsk && $0.isSilent || $0.meets { $0 == .failing(.timeOut) }
    },
    last("paywall.priority.kinds-of-failure[both layers fail: undecodable answer]") {
      $0.meets { [.undecodable, .empty, .cutShort].contains($0) }
    },
    last("paywall.priority.fallback-after-cache[cdn=down,server=down,cache=empty,fallback=set]") {
      $0.mayAllFail && $0.stored.copy == nil && $0.hasFallback
    },
  ]

  private static let policies: [Premise<Self>] = [
    last("paywall.policy.reload-asks-network-first[from the CDN]") {
      $0.policy == .reloadRevalidatingCacheData && $0.isAnsweredWithoutNetwork
    }.lessBasic(than: "paywall.priority.cdn-first"),
    last("paywall.policy.default-is-reload[after loads that name other policies]") {
      if case .load(_, nil)? = $0.call { $0.isAnsweredWithoutNetwork } else { false }
    }.lessBasic(than: "paywall.priority.cdn-first"),
    last("paywall.policy.cache-else-load-hit[there is a network]") {
      $0.policy == .returnCacheDataElseLoad && $0.lacksCopy
    },
    last("paywall.policy.cache-else-load-any-age[the copy is a year old]") {
      $0.policy == .returnCacheDataElseLoad && $0.lacksCopy && $0.stored.age > .zero
    },
    last("paywall.policy.cache-else-load-miss[the next load finds the copy]") {
      $0.policy == .returnCacheDataElseLoad && $0.mustAsk
    },
    last("paywall.policy.max-age-expired[the copy expired a millisecond ago]") {
      $0.maxAge != nil && $0.isAnsweredWithoutNetwork
    },
    last("paywall.policy.max-age-young[2 d old, with a maxAge of twice and half that]") {
      $0.maxAge != nil && $0.lacksCopy
    },
    last("paywall.policy.max-age-miss[the next load finds the copy]") {
      $0.maxAge != nil && $0.stored.copy == nil
    },
  ]

  private static let keeping: [Premise<Self>] =
    ["the app restarts once", "the app restarts three times"].map { row in
      last("paywall.lifecycle.survives-restart[\(row)]") { $0.lacksCopy(after: { $0.worldEvent?.endsARun == true }) }
    }
    + [
      last(PaywallSpec.caching) { $0.isNotStored },
      last(PaywallSpec.replacing) { $0.isNotStored || $0.mayBeUpdated },
      last(PaywallSpec.replacing) { $0.lacksCopy && $0.stored.isReplacement },
      last("paywall.cache.holds-most-recent[the next load finds it]") { $0.lacksCopy && $0.stored.isReplacement },
      last("paywall.cache.holds-most-recent[a short version replaces a long one]") {
        $0.isNotStored && ($0.stored.copy?.version.padding ?? 0) > 0
      },
    ].map {
      $0.lessBasic(than: "paywall.priority.no-shared-limit", "paywall.priority.cdn-first", "paywall.cache.opaque")
    }

  private static let life: [Premise<Self>] = [
    last("paywall.lifecycle.reinstall-clears") { lookup in
      if case .world(.damage)? = lookup.stored.cause { true } else { lookup.stored.cause == .app(.reinstall) }
    },
    last("paywall.lifecycle.manual-cleanup-clears[the cache is read at once]") { $0.stored.cause == .app(.cleanUp) },
    last("paywall.lifecycle.logout[the cache is read at once]") { $0.lacksCopy(after: { $0 == .app(.logOut) }) },
  ]

  private static let updates: [Premise<Self>] =
    [
      last("paywall.background.updates-cache[three placements are cached]") { $0.isNotUpdated }.explainingAnyFailure
    ]
    + [
      "paywall.background.updates-cache", "paywall.background.updates-cache[three placements are cached]",
      "paywall.background.repeats",
    ].map { row in
      last(row) { $0.mayBeUpdated }
    } + [
      last("paywall.background.failure-keeps-copy[one of two placements fails]") { $0.mayBeUpdated }
        .lessBasic(than: "paywall.background.updates-cache", "paywall.background.repeats")
    ]

  private static let patterns: [Premise<Self>] = [
    last("paywall.adaptive.good-network-reloads[the network is good]") { $0.isAdaptive && $0.mustAsk },
    last("paywall.adaptive.poor-network-prefers-cache[the network is poor]") { $0.isAdaptive && !$0.mustAsk },
    last("paywall.refresh.updates-cache[the network is good]") {
      if case .refresh? = $0.call { true } else { false }
    },
    last("paywall.preload.critical-placements") { $0.isPreloaded },
    Premise("paywall.preload.failure-is-silent[another placement preloads]") { $0.isPreload }
      .lessBasic(than: "paywall.preload.critical-placements"),
  ]

  private static let overlap: [Premise<Self>] = [
    Premise("paywall.overlap.other-placement[both are looked at afterwards]") {
      if case .begin = $0 { true } else { false }
    },
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
    any("paywall.input.placement-names[two names differ in case]") { !$0.placement.hasPlainName },
    any("paywall.input.placement-names[two names differ in spaces]") { !$0.placement.hasPlainName },
  ]

  private static let ages: [Premise<Self>] = [
    last("paywall.lifecycle.survives-kill[a copy is cached]") { $0.lacksCopy(after: { $0.worldEvent == .kill }) },
    last("paywall.policy.max-age-restarts[a load brings the same version]") {
      $0.maxAge != nil && $0.stored.isReplacement
    },
    last("paywall.lifecycle.age-survives-restart[the copy is young after the restart]") {
      $0.maxAge != nil && $0.lacksCopy(after: { $0.worldEvent?.endsARun == true })
    },
    last("paywall.lifecycle.age-survives-restart[the copy expires after the restart]") {
      $0.maxAge != nil && $0.mustAsk && $0.stored.since.contains { $0.worldEvent?.endsARun == true }
    },
  ]

  /// A premise of the runs whose last lookup takes it for granted.
  private static func last(
    _ scenario: String, where isNeeded: @escaping @Sendable (PaywallLookup) -> Bool
  ) -> Premise<Self> {
    .observed(scenario) { PaywallLookup.last(in: $0).contains(where: isNeeded) }
  }

  /// A premise of the runs of which any lookup takes it for granted.
  private static func any(
    _ scenario: String, where isNeeded: @escaping @Sendable (PaywallLookup) -> Bool
  ) -> Premise<Self> {
    .observed(scenario) { PaywallLookup.all(in: $0).contains(where: isNeeded) }
  }

  private var isPreload: Bool { if case .preload = self { true } else { false } }
  fileprivate var isAdvance: Bool { if case .world(.advance) = self { true } else { false } }
}

extension PaywallLookup {
  /// Whether the copy had to be found after something that had to leave it, and was not.
  fileprivate func lacksCopy(after isMeant: (PaywallAction) -> Bool) -> Bool {
    lacksCopy && stored.since.contains(where: isMeant)
  }

  /// Whether an update was due since its copy came, or brought it.
  fileprivate var mayBeUpdated: Bool {
    isUpdating && (stored.since.contains(where: \.isAdvance) || stored.cause?.isAdvance == true)
  }

  fileprivate var isAdaptive: Bool { if case .adapt(_, nil)? = call { true } else { false } }

  /// Whether it preloads, or finds what may have been preloaded.
  fileprivate var isPreloaded: Bool {
    if case .get? = call { return true }
    return [action, stored.cause].contains { if case .preload? = $0 { true } else { false } }
  }
}

extension Placement {
  /// Whether its name is short, and has only lower-case ASCII letters, digits and underscores.
  fileprivate var hasPlainName: Bool {
    name.utf8.count < 100
      && name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }
}
