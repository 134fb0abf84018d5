import Foundation

extension CustomerAction {
  /// Faults in reading customer info, and in what purchases bring.
  static let getFaults: [Fault] = [
    mixUp("customer.get.cached-without-request", "asks at each read", nil, .fetchCurrent),
    fault(["customer.get.safe-to-repeat"], "asks at each hundredth read") { parts in
      let reads = Memo(0)
      parts.customerInfo = { cache, policy in
        try await cache.customerInfo(reads.next().isMultiple(of: 100) ? .fetchCurrent : policy ?? .cachedOrFetched)
      }
    },
    fault(["customer.get.refreshes-when-old"], "takes four minutes for five") { parts in
      let age = parts.knowAge()
      parts.customerInfo = { cache, policy in
        try await cache.customerInfo(policy ?? (age() > 240 ? .fetchCurrent : .cachedOrFetched))
      }
    },
    fault(["customer.get.only-on-call"], "its background work goes on in the foreground") {
      $0.enterForeground = { _ = try await $0.customerInfo() }
    },
    fault(["customer.get.clock-moved-forward"], "asks at each read once the date is not the expected one") { parts in
      let (startedAt, elapsed) = (parts.world.now, stopwatch(parts.world.clock))
      parts.customerInfo = { [world = parts.world] cache, policy in
        let isAhead = world.now.timeIntervalSince(startedAt) > elapsed().seconds + 1
        return try await cache.customerInfo(isAhead ? .fetchCurrent : policy ?? .cachedOrFetched)
      }
    },
    fault(["customer.get.answer-for-another-user"], "takes any answer for the user's") {
      $0.changeAnswers { user, info in CustomerInfoModel(user, info.version, entitlements: info.entitlements) }
    },
    fault(
      [
        "customer.purchase.refreshes", "customer.purchase.older-answer-discarded", "customer.purchase.unlocks",
        "customer.restore.refreshes",
      ],
      "a purchase leaves what is cached"
    ) {
      $0.purchase = { [world = $0.world] cache, product in
        _ = try await world.purchase(product, by: cache.appUserID)
      }
      $0.restorePurchases = { [world = $0.world] cache in _ = try await world.restore(for: cache.appUserID) }
    },
    fault(["customer.offline.entitlements-readable"], "loses the entitlements") {
      $0.customerInfo = { [customerInfo = $0.customerInfo] cache, policy in
        let info = try await customerInfo(cache, policy)
        return CustomerInfoModel(info.appUserID, info.version)
      }
    },
    fault(["customer.log.vending-from-cache"], "logs answers from the network as from the cache") {
      $0.customerInfo = { [world = $0.world, customerInfo = $0.customerInfo] cache, policy in
        if policy == .fetchCurrent { world.log("Vending customerInfo from cache") }
        return try await customerInfo(cache, policy)
      }
    },
  ]

  /// Faults in the fetch policies.
  static let policyFaults: [Fault] = [
    mixUp(
      "customer.policy.default-is-cached-or-fetched", "a read that names no policy waits when the data is stale", nil,
      .notStaleCachedOrFetched),
    mixUp(
      "customer.policy.cached-or-fetched", "`cachedOrFetched` waits when the data is stale", .cachedOrFetched,
      .notStaleCachedOrFetched),
    fault(["customer.policy.stale-served-then-refreshed"], "asks twice for each answer") {
      $0.origins.customerInfo = { [fetch = $0.origins.customerInfo] user in
        _ = try? await fetch(user)
        return try await fetch(user)
      }
    },
    mixUp(
      "customer.policy.fetch-current", "`fetchCurrent` is content with what is young", .fetchCurrent,
      .notStaleCachedOrFetched),
    mixUp("customer.policy.from-cache-only", "`fromCacheOnly` goes to the network", .fromCacheOnly, .cachedOrFetched),
    mixUp(
      "customer.policy.not-stale-cached-or-fetched", "`notStaleCachedOrFetched` serves stale data",
      .notStaleCachedOrFetched, .cachedOrFetched),
  ]

  /// The reference that uses one policy in place of another, or of none.
  private static func mixUp(
    _ rule: RuleID, _ name: String, _ meant: CustomerFetchPolicy?, _ used: CustomerFetchPolicy
  ) -> Fault {
    fault([rule], name) {
      $0.customerInfo = { [customerInfo = $0.customerInfo] cache, policy in
        try await customerInfo(cache, policy == meant ? used : policy)
      }
    }
  }
}
