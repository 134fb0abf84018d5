import Foundation

extension CustomerAction {
  /// Faults in overlapping work that no newer answer covers up.
  static let besideFaults: [Fault] = uncoveredFaults + returningFaults + tellingFaults + youngFaults + boughtFaults

  private static let late: [RuleID] = ["customer.login.late-answer-discarded", "customer.logout.late-answer-discarded"]

  private static let uncoveredFaults: [Fault] = [
    fault(late, "shows whoever is the user a late answer, where it has nothing of theirs") { parts in
      let switches = parts.countSwitches()
      let missed = Memo<CustomerInfoModel?>(nil)
      parts.seeAnswers(olderThan: switches) { missed.value = $0 }
      parts.origins.purchase = { [buy = parts.origins.purchase] product, user in
        let before = switches.value
        let info = try await buy(product, user)
        if before != switches.value { missed.value = info }
        return info
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        do { return try await customerInfo(cache, policy) } catch {
          guard let missed = missed.value else { throw error }
          return missed
        }
      }
    },
    fault(late, "shows whoever is the user offerings that came late, where it has none") { parts in
      let switches = parts.countSwitches()
      let missed = Memo<OfferingsModel?>(nil)
      parts.seeOfferings(olderThan: switches) { missed.value = $0 }
      parts.offerWhereThereIsNone { missed.value }
    },
    fault(["customer.login.isolates-users"], "a log-in leaves customer info until other has come") { parts in
      let former = Memo<CustomerInfoModel?>(nil)
      parts.logIn = { [logIn = parts.logIn] cache, user in
        if await cache.appUserID != user { former.value = try? await cache.customerInfo(.fromCacheOnly) }
        try await logIn(cache, user)
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        do { return try await customerInfo(cache, policy) } catch {
          guard let former = former.value else { throw error }
          return former
        }
      }
    },
  ]

  private static let returningFaults: [Fault] = [
    fault(["customer.invalidate.forces-fetch"], "what was invalidated is valid again for one who comes back") { parts in
      let invalidated = Memo<CustomerInfoModel?>(nil)
      let switches = parts.countSwitches()
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        invalidated.value = try? await cache.customerInfo(.fromCacheOnly)
        try await invalidate(cache)
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        do { return try await customerInfo(cache, policy) } catch {
          guard let info = invalidated.value, switches.value > 0, await cache.appUserID == info.appUserID else {
            throw error
          }
          return info
        }
      }
    },
    fault(["customer.get.refreshes-when-old"], "what is kept for a user is young when they come back") { parts in
      let kept = Memo<[AppUserID: CustomerInfoModel]>([:])
      let returned = Memo<CustomerInfoModel?>(nil)
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let former = await cache.appUserID
        let info = try? await cache.customerInfo(.fromCacheOnly)
        if former != user { kept.change { $0[former] = info } }
        try await logIn(cache, user)
        returned.value = former == user ? returned.value : kept.value[user]
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy == .notStaleCachedOrFetched, let returned = returned.value { return returned }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.login.requests-during-switch"], "refreshes nothing while any request is under way") { parts in
      let underWay = Memo(0)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        try await underWay.counting { try await fetch(user) }
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy == nil, underWay.value > 0, let info = try? await cache.customerInfo(.fromCacheOnly) { return info }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.info.survives-restart"], "has an id for the name of a file") {
      $0.close = { [storage = $0.storage, close = $0.close] cache in
        let isPath = await cache.appUserID.text.contains("/")
        if isPath { try storage.apply([.remove(collection: "customer", key: "info")]) }
        try await close(cache)
      }
    },
    fault(["customer.identity.survives-restart"], "keeps an id up to a tab or a quote") {
      try $0.readStoredID { $0.prefix { !"\t\"".contains($0) } }
    },
  ]

  private static let tellingFaults: [Fault] = [
    tellingAgain("when a refresh fails") { parts, tell in
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        do { return try await fetch(user) } catch {
          tell()
          throw error
        }
      }
    },
    tellingAgain("when it is invalidated") { parts, tell in
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        try await invalidate(cache)
        tell()
      }
    },
    tellingAgain("when the same user logs in") { parts, tell in
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let isSame = await cache.appUserID == user
        try await logIn(cache, user)
        if isSame { tell() }
      }
    },
    logging("when offerings are read") { parts, log in
      parts.offerings = { [offerings = parts.offerings] cache in
        log()
        return try await offerings(cache)
      }
    },
    logging("when the app comes to the foreground") { $0.beforeTheForeground($1) },
  ]

  /// The reference that notifies a listener again of the last customer info.
  private static func tellingAgain(
    _ when: String, _ change: @escaping @Sendable (inout CustomerParts, @escaping @Sendable () -> Void) -> Void
  ) -> Fault {
    fault(["customer.listener.not-told-twice"], "tells what it told last \(when)") { parts in
      let last = Memo<(listener: CustomerInfoListener, info: CustomerInfoModel)?>(nil)
      parts.setListener = { [set = parts.setListener] cache, listener in
        guard let listener else { return try await set(cache, nil) }
        try await set(cache) { info in
          last.value = (listener, info)
          listener(info)
        }
      }
      change(&parts) { if let last = last.value { last.listener(last.info) } }
    }
  }

  /// The reference that logs an answer from the cache although nothing was read.
  private static func logging(
    _ when: String, _ change: @escaping @Sendable (inout CustomerParts, @escaping @Sendable () -> Void) -> Void
  ) -> Fault {
    fault(["customer.log.vending-from-cache"], "logs an answer from the cache \(when)") { parts in
      change(&parts) { [world = parts.world] in world.log("Vending customerInfo from cache") }
    }
  }

  private static let youngFaults: [Fault] = [
    fault(["customer.get.cached-without-request"], "lets what a sandbox build has grow old after a minute") { parts in
      guard parts.setup.environment == .sandbox else { return }
      let age = parts.knowAge()
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        try await customerInfo(cache, age() > 60 ? .fetchCurrent : policy)
      }
    },
    fault(["customer.foreground.refreshes-when-old"], "comes to the foreground without a refresh for six minutes") {
      parts in
      let age = parts.knowAge()
      parts.enterForeground = { [enter = parts.enterForeground] cache in
        if age() > 360 { try await enter(cache) } else { await cache.endCycle() }
      }
    },
    droppingOfferings("once the same user logs in") { $0.beforeTheSameUserLogsIn($1) },
    droppingOfferings("once something is bought") { parts, drop in
      parts.purchase = { [purchase = parts.purchase] cache, product in
        try await purchase(cache, product)
        drop()
      }
    },
    droppingOfferings("once customer info is fetched for a read") { parts, drop in
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy == .fetchCurrent { drop() }
        return try await customerInfo(cache, policy)
      }
    },
    droppingOfferings("once the app goes to the background") { $0.beforeTheBackground($1) },
  ]

  /// The reference that fetches offerings on the first read after an event.
  private static func droppingOfferings(
    _ when: String, _ change: @escaping @Sendable (inout CustomerParts, @escaping @Sendable () -> Void) -> Void
  ) -> Fault {
    fault(["customer.offerings.cached-without-request"], "has no offerings \(when)") { parts in
      let isDropped = Memo(false)
      change(&parts) { isDropped.value = true }
      parts.offerings = { [offerings = parts.offerings] cache in
        if isDropped.replace(false) { try await cache.offerings(.fetchCurrent) } else { try await offerings(cache) }
      }
    }
  }

  private static let boughtFaults: [Fault] = [
    losingPurchases("when the same user logs in meanwhile") { $0.beforeTheSameUserLogsIn($1) },
    losingPurchases("when the app goes to the background meanwhile") { $0.beforeTheBackground($1) },
    losingPurchases("when the app comes to the foreground meanwhile") { $0.beforeTheForeground($1) },
  ]

  /// The reference that rejects the answer to a purchase if an event happened in the meantime.
  private static func losingPurchases(
    _ when: String, _ change: @escaping @Sendable (inout CustomerParts, @escaping @Sendable () -> Void) -> Void
  ) -> Fault {
    fault(["customer.purchase.unlocks"], "loses what is bought \(when)") { parts in
      let count = Memo(0)
      change(&parts) { count.next() }
      parts.origins.purchase = { [buy = parts.origins.purchase] product, user in
        let before = count.value
        let info = try await buy(product, user)
        if before != count.value { throw OriginFailure.noConnection }
        return info
      }
    }
  }
}

extension CustomerParts {
  fileprivate mutating func beforeTheSameUserLogsIn(_ work: @escaping @Sendable () -> Void) {
    logIn = { [logIn] cache, user in
      if await cache.appUserID == user { work() }
      try await logIn(cache, user)
    }
  }

  fileprivate mutating func beforeTheBackground(_ work: @escaping @Sendable () -> Void) {
    enterBackground = { [enterBackground] cache in
      work()
      try await enterBackground(cache)
    }
  }

  fileprivate mutating func beforeTheForeground(_ work: @escaping @Sendable () -> Void) {
    enterForeground = { [enterForeground] cache in
      work()
      try await enterForeground(cache)
    }
  }
}
