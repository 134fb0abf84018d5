import Foundation

extension CustomerAction {
  /// Faults in reading customer info, and in what purchases bring.
  static let getFaults: [Fault] = [
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
    fault(["customer.get.clock-moved-forward"], "asks at each read once the date is not the expected one") { parts in
      let (startedAt, elapsed) = (parts.world.now, stopwatch(parts.world.clock))
      parts.customerInfo = { [world = parts.world] cache, policy in
        let isAhead = world.now.timeIntervalSince(startedAt) > elapsed().seconds + 1
        return try await cache.customerInfo(isAhead ? .fetchCurrent : policy ?? .cachedOrFetched)
      }
    },
  ]

  /// Faults in the fetch policies.
  static let policyFaults: [Fault] = [
    mixUp(
      "customer.policy.cached-or-fetched", "`cachedOrFetched` waits when the data is stale", .cachedOrFetched,
      .notStaleCachedOrFetched),
    fault(["customer.policy.stale-served-then-refreshed"], "asks twice for each answer") {
      $0.origins.customerInfo = { [fetch = $0.origins.customerInfo] user in
        _ = try? await fetch(user)
        return try await fetch(user)
      }
    },
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
