import Foundation

extension CustomerAction {
  static let readFaults: [Fault] = [
    fault(["customer.identity.survives-restart"], "forgets the user") { $0.loseAtEnd("user") },
    fault(["customer.identity.stable"], "a failure changes the user") { parts in
      let hasFailed = Memo(false)
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        try await attempt {
          try await customerInfo(cache, policy)
        } onFailure: {
          hasFailed.value = true
        }
      }
      parts.appUserID = { hasFailed.value ? "somebody else" : await $0.appUserID }
    },
    fault(["customer.identity.blank-id-refused"], "a blank id logs the user out") {
      $0.logIn = { cache, user in if user.isBlank { try await cache.logOut() } else { try await cache.logIn(user) } }
    },
    fault(["customer.configure.fetches-customer-info"], "fetches customer info at the first read") { parts in
      let isRead = Memo(false)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        guard isRead.value else { throw OriginFailure.noConnection }
        return try await fetch(user)
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        isRead.value = true
        return try await customerInfo(cache, policy)
      }
    },
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
    fault(["customer.get.refreshes-when-old"], "refreshes only once") {
      $0.origins.customerInfo = refreshingOnce($0.origins.customerInfo)
    },
    fault(
      ["customer.get.only-on-call", "customer.background.refreshes-after-a-day"],
      "polls every ten minutes, come what may"
    ) { parts in
      let age = parts.knowAge()
      parts.waitUntilIdle = { cache in
        if age() > 600 { _ = try? await cache.customerInfo(.fetchCurrent) }
        await cache.waitUntilIdle()
      }
    },
    fault(["customer.get.only-on-call"], "its background work goes on in the foreground") {
      $0.enterForeground = { _ = try await $0.customerInfo() }
    },
    fault(
      ["customer.get.coalesces", "customer.offerings.coalesces"], "equal requests are not joined",
      seenIn: "\(ios)#5975"
    ) {
      $0.joinsReads = false
    },
    fault(
      ["customer.get.clock-moved-back"], "what is stamped in the future stays young",
      seenIn: "RevenueCat iOS, 2026-08, and any cache that compares a stored date with now"
    ) { parts in
      let age = parts.knowAge()
      parts.customerInfo = { cache, policy in
        if age() < 0, policy != .fetchCurrent, let info = try? await cache.customerInfo(.fromCacheOnly) { return info }
        return try await cache.customerInfo(policy ?? .cachedOrFetched)
      }
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
  ]

  static let policyFaults: [Fault] = [
    fault(["customer.purchase.refreshes", "customer.restore.refreshes"], "buys and restores nothing") {
      $0.purchase = { _, _ in }
      $0.restorePurchases = { _ in }
    },
    mixUp(
      "customer.policy.default-is-cached-or-fetched", "a read that names no policy waits when the data is stale", nil,
      .notStaleCachedOrFetched),
    mixUp(
      "customer.policy.cached-or-fetched", "`cachedOrFetched` waits when the data is stale", .cachedOrFetched,
      .notStaleCachedOrFetched),
    mixUp("customer.policy.from-cache-only", "`fromCacheOnly` goes to the network", .fromCacheOnly, .cachedOrFetched),
    mixUp(
      "customer.policy.not-stale-cached-or-fetched", "`notStaleCachedOrFetched` serves stale data",
      .notStaleCachedOrFetched, .cachedOrFetched),
    fault(["customer.policy.stale-served-then-refreshed"], "asks twice for each answer") {
      $0.origins.customerInfo = { [fetch = $0.origins.customerInfo] user in
        _ = try? await fetch(user)
        return try await fetch(user)
      }
    },
    fault(
      ["customer.invalidate.offline"], "serves what it ever had when a fetch fails",
      seenIn: "\(ios)#6946"
    ) { parts in
      let last = Memo<CustomerInfoModel?>(nil)
      parts.changeAnswers { user, info in
        if info.appUserID == user { last.value = info }
        return info
      }
      parts.customerInfo = { [world = parts.world, customerInfo = parts.customerInfo] cache, policy in
        do {
          return try await customerInfo(cache, policy)
        } catch {
          guard policy != .fromCacheOnly, let info = last.value, await cache.appUserID == info.appUserID else {
            throw error
          }
          world.log("Vending customerInfo from cache")
          return info
        }
      }
    },
    mixUp(
      "customer.policy.fetch-current", "`fetchCurrent` is content with what is young", .fetchCurrent,
      .notStaleCachedOrFetched),
    fault(
      ["customer.policy.failure-keeps-data", "customer.offline.served-for-ever"], "being offline wipes the cache",
      seenIn: "\(android)#68"
    ) { $0.invalidateOnFailure() },
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

extension CustomerParts {
  /// Removes customer info after a failed request, once the cache is idle.
  mutating func invalidateOnFailure() {
    let hasFailed = Memo(false)
    origins.customerInfo = { [fetch = origins.customerInfo] user in
      try await attempt {
        try await fetch(user)
      } onFailure: {
        hasFailed.value = true
      }
    }
    waitUntilIdle = { cache in
      await cache.waitUntilIdle()
      if hasFailed.replace(false) { try await cache.invalidateCustomerInfoCache() }
    }
  }
}
