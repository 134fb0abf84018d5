extension PaywallAction {
  /// Faults in only one of the ways in which data enters the cache.
  static let wayFaults: [Fault] = [
    keepingTheDate("an adaptive load", \.loadAdaptively),
    keepingTheDate("a refresh", \.refresh),
    keepingTheDate("a load of what has expired", \.load) { $0.policy != nil },
    storingTheFallback("an adaptive load", \.loadAdaptively),
    storingTheFallback("a refresh", \.refresh),
    storingTheFallback("asking for what was to be preloaded", \.preloaded),
    storingTheFallback("a load that names a policy", \.load) { $0.policy != nil },
    making("an adaptive load that brings nothing", \.loadAdaptively),
    making("a refresh that brings nothing", \.refresh, breaking: ["paywall.policy.max-age-restarts"]),
    making("asking the repository in vain", \.preloaded),
    making(
      "a load that finds an expired copy, and brings nothing,", \.load, breaking: ["paywall.policy.max-age-restarts"]
    ) { load in
      guard let maxAge = load.maxAge, let entry = try? load.entry else { return false }
      return !entry.isYoung(maxAge, at: load.parts.now())
    },
    making("a hit", \.load, breaking: ["paywall.policy.max-age-expired"]) { $0.policy == .returnCacheDataElseLoad },
  ]

  private typealias Way = any WritableKeyPath<PaywallParts, PaywallParts.Load> & Sendable

  /// The reference that gives data from one kind of call the date of the copy before it.
  private static func keepingTheDate(
    _ name: String, _ way: Way, where isSo: @escaping @Sendable (PaywallLoad) -> Bool = { _ in true }
  ) -> Fault {
    after(way, where: isSo, ["paywall.lifecycle.age-survives-restart"], "\(name) keeps the date of the copy before") {
      load, before, _ in
      guard let before, let entry = try load.entry else { return }
      try load.store(entry.paywall, loadedAt: before.loadedAt)
    }
  }

  /// The reference that caches the fallback that one kind of call returns.
  private static func storingTheFallback(
    _ name: String, _ way: Way, where isSo: @escaping @Sendable (PaywallLoad) -> Bool = { _ in true }
  ) -> Fault {
    after(way, where: isSo, ["paywall.fallback.never-masks-newer-data"], "\(name) caches the fallback") {
      load, _, paywall in
      if load.parts.fallbacks.contains(paywall) { try load.store(paywall, loadedAt: load.parts.now()) }
    }
  }

  /// The reference in which a call that leaves the copy unchanged makes it young.
  private static func making(
    _ name: String, _ way: Way,
    breaking rules: [RuleID] = ["paywall.policy.max-age-restarts", "paywall.policy.max-age-expired"],
    where isSo: @escaping @Sendable (PaywallLoad) -> Bool = { _ in true }
  ) -> Fault {
    after(way, where: isSo, rules, "\(name) makes the copy young") { load, before, _ in
      guard let before, let entry = try load.entry, entry.loadedAt == before.loadedAt else { return }
      try load.store(entry.paywall, loadedAt: load.parts.now())
    }
  }

  /// The reference that makes a mistake after one kind of call, given the load, the earlier entry and the result.
  private static func after(
    _ way: Way, where isSo: @escaping @Sendable (PaywallLoad) -> Bool, _ rules: [RuleID], _ name: String,
    _ mistake: @escaping @Sendable (PaywallLoad, PaywallCacheEntry?, Paywall) throws -> Void
  ) -> Fault {
    fault(rules, name) { parts in
      let inner = parts[keyPath: way]
      parts[keyPath: way] = { load in
        let before = try load.entry
        let paywall = try await inner(load)
        if isSo(load) { try mistake(load, before, paywall) }
        return paywall
      }
    }
  }
}
