import Foundation

extension CustomerAction {
  /// Faults in the age of data, in what is kept, and in what counts as new.
  static let ageFaults: [Fault] =
    youngFaults + dateFaults + orderFaults + [
      fault(
        ["customer.purchase.unlocks", "customer.restore.refreshes"], "caches what was bought only over what is cached"
      ) { parts in
        let hasCopy = { @Sendable (cache: CustomerCache) in (try? await cache.customerInfo(.fromCacheOnly)) != nil }
        parts.purchase = { [purchase = parts.purchase, world = parts.world] cache, product in
          if await hasCopy(cache) { return try await purchase(cache, product) }
          _ = try await world.purchase(product, by: cache.appUserID)
        }
        parts.restorePurchases = { [restore = parts.restorePurchases, world = parts.world] cache in
          if await hasCopy(cache) { return try await restore(cache) }
          _ = try await world.restore(for: cache.appUserID)
        }
      },
      fault(["customer.policy.failure-keeps-data"], "drops old offerings when their refresh fails") { parts in
        let isDropped = Memo(false)
        parts.origins.offerings = { [fetch = parts.origins.offerings] user in
          let offerings = try await attempt {
            try await fetch(user)
          } onFailure: {
            isDropped.value = true
          }
          isDropped.value = false
          return offerings
        }
        parts.offerings = { [offerings = parts.offerings] cache in
          if isDropped.value { try await cache.offerings(.fetchCurrent) } else { try await offerings(cache) }
        }
      },
      fault(["customer.log.vending-from-cache"], "logs the line for reads that share a request") { parts in
        let underWay = Memo(0)
        parts.customerInfo = { [customerInfo = parts.customerInfo, log = parts.log] cache, policy in
          try await underWay.counting {
            if underWay.value > 1, policy == .fetchCurrent { log("Vending customerInfo from cache") }
            return try await customerInfo(cache, policy)
          }
        }
      },
    ]

  private static let notStale: RuleID = "customer.policy.not-stale-cached-or-fetched"

  private static let youngFaults: [Fault] = [
    fault([notStale], "coming to the foreground makes what is old young") { parts in
      let makeYoung = parts.canMakeYoung()
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        makeYoung()
        try await enterForeground(cache)
      }
    },
    fault([notStale], "a purchase or a restore that fails makes what is old young") { parts in
      let makeYoung = parts.canMakeYoung()
      parts.purchase = { [purchase = parts.purchase] cache, product in
        try await attempt {
          try await purchase(cache, product)
        } onFailure: {
          makeYoung()
        }
      }
      parts.restorePurchases = { [restore = parts.restorePurchases] cache in
        try await attempt {
          try await restore(cache)
        } onFailure: {
          makeYoung()
        }
      }
    },
    fault([notStale], "an answer for another user makes what is old young") { parts in
      let makeYoung = parts.canMakeYoung()
      parts.changeAnswers { user, info in
        if info.appUserID != user { makeYoung() }
        return info
      }
    },
    fault([notStale], "a refresh that fails makes what is old young") { parts in
      let makeYoung = parts.canMakeYoung()
      _ = parts.noteFailures { _ in makeYoung() }
    },
  ]

  private static let dateFaults: [Fault] = [
    fault(["customer.get.clock-moved-back"], "goes by the date alone where stale data is not wanted") { parts in
      let age = parts.knowAge()
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy == .notStaleCachedOrFetched, age() <= 300,
          let info = try? await cache.customerInfo(.fromCacheOnly)
        {
          return info
        }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.get.clock-moved-back"], "goes by the date alone on coming to the foreground") { parts in
      let age = parts.knowAge()
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        if age() > 300 { try await enterForeground(cache) } else { await cache.endCycle() }
      }
    },
    fault(["customer.offerings.refreshes-when-old"], "goes by the date alone for offerings") { parts in
      let fetched = Memo<Date?>(nil)
      parts.origins.offerings = { [fetch = parts.origins.offerings, world = parts.world] user in
        let offerings = try await fetch(user)
        fetched.value = world.now
        return offerings
      }
      parts.offerings = { [offerings = parts.offerings, world = parts.world] cache in
        if let date = fetched.value, world.now.timeIntervalSince(date) <= 300,
          let offerings = try? await cache.offerings(.fromCacheOnly)
        {
          return offerings
        }
        return try await offerings(cache)
      }
    },
  ]

  private static let orderFaults: [Fault] = [
    takesGreater("takes the version whose text is the greater for the newer", than: <),
    takesGreater("takes the version whose number is the greater for the newer") {
      $0.compare($1, options: .numeric) == .orderedAscending
    },
  ]

  private static func takesGreater(
    _ name: String, than isLess: @escaping @Sendable (String, String) -> Bool
  ) -> Fault {
    fault(["customer.get.refreshes-when-old", "customer.offerings.refreshes-when-old"], name) { parts in
      let (info, offerings) = (Memo<CustomerInfoModel?>(nil), Memo<OfferingsModel?>(nil))
      parts.changeAnswers { _, answer in
        info.change { last in
          if let last, last.appUserID == answer.appUserID, isLess(answer.version, last.version) { return last }
          last = answer
          return answer
        }
      }
      parts.origins.offerings = { [fetch = parts.origins.offerings] user in
        let answer = try await fetch(user)
        return offerings.change { last in
          if let last, last.appUserID == answer.appUserID, isLess(answer.version, last.version) { return last }
          last = answer
          return answer
        }
      }
    }
  }
}

extension CustomerParts {
  /// Returns a closure that makes customer info young for `notStaleCachedOrFetched`, although nothing was fetched.
  mutating func canMakeYoung() -> @Sendable () -> Void {
    let (madeYoung, elapsed) = (Memo<Duration?>(nil), stopwatch(world.clock))
    customerInfo = { [customerInfo] cache, policy in
      if policy == .notStaleCachedOrFetched, let time = madeYoung.value, elapsed() - time <= .seconds(300),
        let info = try? await cache.customerInfo(.fromCacheOnly)
      {
        return info
      }
      return try await customerInfo(cache, policy)
    }
    return { madeYoung.value = elapsed() }
  }
}
