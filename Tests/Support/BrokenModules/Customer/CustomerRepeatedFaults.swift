import Foundation

extension CustomerAction {
  /// Faults that appear only the next time, or after a failure.
  static let repeatedFaults: [Fault] = [
    fault(["customer.get.refreshes-when-old"], "asks no more once a purchase or a restore has failed") { parts in
      let hasFailed = Memo(false)
      @Sendable func noting(_ action: @escaping CustomerParts.Action) -> CustomerParts.Action {
        { cache in
          try await attempt {
            try await action(cache)
          } onFailure: {
            hasFailed.value = true
          }
        }
      }
      parts.restorePurchases = noting(parts.restorePurchases)
      parts.purchase = { [purchase = parts.purchase] cache, product in
        try await noting { try await purchase($0, product) }(cache)
      }
      parts.isContent { hasFailed.value }
    },
    fault(["customer.get.refreshes-when-old"], "asks no more once a request has failed") { parts in
      let hasFailed = Memo(false)
      _ = parts.noteFailures { _ in hasFailed.value = true }
      parts.isContent { hasFailed.value }
    },
    fault(["customer.get.refreshes-when-old"], "asks no more once an answer was for another user") { parts in
      let isRefused = Memo(false)
      parts.changeAnswers { user, info in
        if info.appUserID != user { isRefused.value = true }
        return info
      }
      parts.isContent { isRefused.value }
    },
    fault(["customer.get.refreshes-when-old"], "gives up after three failures") { parts in
      let isOver = Memo(false)
      _ = parts.noteFailures { if $0 == 3 { isOver.value = true } }
      parts.isContent { isOver.value }
    },
    fault(["customer.get.refreshes-when-old"], "takes the time of day for the age") { parts in
      let age = parts.knowAge()
      parts.isContent { age() > 86_000 && age().truncatingRemainder(dividingBy: 86_400) <= 300 }
    },
    fault(["customer.get.refreshes-when-old"], "keeps the age in sixteen bits") { parts in
      let age = parts.knowAge()
      parts.isContent { age() > 65_000 && age().truncatingRemainder(dividingBy: 65_536) <= 300 }
    },
    fault(["customer.info.age-survives-restart"], "stores the time of day alone") {
      $0.now = { [now = $0.now] in
        let seconds = now().timeIntervalSinceReferenceDate.truncatingRemainder(dividingBy: 86_400)
        return Date(timeIntervalSinceReferenceDate: seconds)
      }
    },
    fault(["customer.info.age-survives-restart"], "stores the hour alone") {
      $0.now = { [now = $0.now] in
        let hours = (now().timeIntervalSinceReferenceDate / 3600).rounded(.down)
        return Date(timeIntervalSinceReferenceDate: hours * 3600)
      }
    },
    fault(["customer.get.cached-without-request"], "an unchanged answer leaves customer info old") { parts in
      let last = Memo<CustomerInfoModel?>(nil)
      parts.changeAnswers { _, info in
        if last.replace(info) == info { throw OriginFailure.undecodable }
        return info
      }
    },
    fault(["customer.invalidate.forces-fetch"], "invalidates only once") { parts in
      let isInvalidated = Memo(false)
      parts.invalidate = { [invalidate = parts.invalidate] in
        if !isInvalidated.replace(true) { try await invalidate($0) }
      }
    },
    fault(["customer.foreground.refreshes-when-old"], "notices the foreground twice") { parts in
      let times = Memo(0)
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        if times.next() <= 2 { try await enterForeground(cache) } else { await cache.endCycle() }
      }
    },
    fault(["customer.offerings.refreshes-when-old"], "asks for no more offerings once a request has failed") {
      let hasFailed = Memo(false)
      $0.origins.offerings = { [fetch = $0.origins.offerings] user in
        try await attempt {
          try await fetch(user)
        } onFailure: {
          hasFailed.value = true
        }
      }
      $0.offerings = { [offerings = $0.offerings] cache in
        if hasFailed.value, let offerings = try? await cache.offerings(.fromCacheOnly) { return offerings }
        return try await offerings(cache)
      }
    },
    fault(["customer.purchase.unlocks"], "has what was bought last take the place of what was bought before") {
      $0.origins.purchase = { [purchase = $0.origins.purchase] product, user in
        let info = try await purchase(product, user)
        return CustomerInfoModel(info.appUserID, info.version, entitlements: [product])
      }
    },
    fault(["customer.purchase.unlocks"], "takes the purchase that is answered last for the newest") { parts in
      let (begun, answered, late) = (Memo(0), Memo(0), parts.insertWhenIdle())
      parts.origins.purchase = { [purchase = parts.origins.purchase] product, user in
        let number = begun.next()
        let info = try await purchase(product, user)
        if number < answered.value { late.value = info } else { answered.value = number }
        return info
      }
    },
    fault(["customer.purchase.unlocks"], "joins a request from before a purchase or an invalidation") { parts in
      let underWay = Memo<[AppUserID: Task<CustomerInfoModel, any Error>]>([:])
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        try await underWay.joining(user) { try await fetch(user) }.result
      }
    },
    fault(["customer.restore.refreshes"], "an older answer takes the place of what a restore brought") { parts in
      let (late, restores) = (parts.insertWhenIdle(), Memo(0))
      parts.seeAnswers(olderThan: restores) { late.value = $0 }
      parts.restorePurchases = { [restore = parts.restorePurchases] in
        try await restore($0)
        restores.next()
      }
    },
    fault(
      ["customer.policy.not-stale-cached-or-fetched", "customer.policy.fetch-current"],
      "does not wait for a request that is under way"
    ) { parts in
      let underWay = Memo(0)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        try await underWay.counting { try await fetch(user) }
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if underWay.value > 0, let info = try? await cache.customerInfo(.fromCacheOnly) { return info }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.get.coalesces"], "answers reads that join a request that fails with nothing") { parts in
      let underWay = Memo(0)
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        let isFirst = underWay.next() == 1
        defer { underWay.change { $0 -= 1 } }
        do {
          return try await customerInfo(cache, policy)
        } catch {
          if isFirst { throw error }
          return CustomerInfoModel(await cache.appUserID, "")
        }
      }
    },
    fault(["customer.log.vending-from-cache"], "logs nothing where it serves what is cached for a fetch that failed") {
      let isQuiet = Memo(false)
      $0.log = { [log = $0.log] in if !isQuiet.value { log($0) } }
      $0.customerInfo = { [customerInfo = $0.customerInfo] cache, policy in
        do {
          return try await customerInfo(cache, policy)
        } catch {
          guard policy == .fetchCurrent else { throw error }
          isQuiet.value = true
          defer { isQuiet.value = false }
          return try await cache.customerInfo(.fromCacheOnly)
        }
      }
    },
    fault(["customer.listener.told-of-background-updates"], "tells of each version once") { parts in
      let told = Memo<Set<CustomerInfoModel>>([])
      parts.tellOnly { info in told.change { $0.insert(info).inserted } }
    },
    fault(["customer.listener.told-of-background-updates"], "tells of no entitlement that has ended") { parts in
      let owned = Memo<[String]>([])
      parts.changeAnswers { _, info in
        owned.change { $0 += info.entitlements }
        return info
      }
      parts.tellOnly { info in owned.value.isEmpty || !info.entitlements.isEmpty }
    },
  ]
}

extension CustomerParts {
  /// Serves the cached value, however old, while a condition holds.
  mutating func isContent(_ isSo: @escaping @Sendable () -> Bool) {
    customerInfo = { [customerInfo] cache, policy in
      if policy == nil, isSo(), let info = try? await cache.customerInfo(.fromCacheOnly) { return info }
      return try await customerInfo(cache, policy)
    }
  }

  /// Notifies listeners only if a condition holds.
  mutating func tellOnly(_ isTold: @escaping @Sendable (CustomerInfoModel) -> Bool) {
    setListener = { [setListener] cache, listener in
      guard let listener else { return try await setListener(cache, nil) }
      try await setListener(cache) { info in if isTold(info) { listener(info) } }
    }
  }
}
