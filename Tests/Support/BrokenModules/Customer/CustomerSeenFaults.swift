extension CustomerAction {
  private static let late: [RuleID] = ["customer.logout.late-answer-discarded", "customer.login.late-answer-discarded"]
  private static let ios = "RevenueCat/purchases-ios"
  private static let android = "RevenueCat/purchases-android"
  /// Public reports of bugs of this kind.
  private static let reports = "public reports of customer caches"
  private static let iosOf2026 = "RevenueCat iOS, 2026-08"

  /// Caches the answer to a purchase for whoever is the user when it comes.
  static func cachePurchasesForWhoeverIsTheUser(_ parts: inout CustomerParts) {
    let (running, insert) = (parts.rememberCache(), parts.allowInsertions())
    parts.origins.purchase = { [purchase = parts.origins.purchase] product, user in
      let info = try await purchase(product, user)
      if let cache = running.value, case let next = await cache.appUserID, next != user {
        try await insert(CustomerInfoModel(next, info.version, entitlements: info.entitlements), cache)
      }
      return info
    }
  }

  /// Bugs of shipping SDKs.
  static let seenFaults: [Fault] = [
    fault(
      late, "caches the answer to a purchase for whoever is the user by then", seenIn: iosOf2026,
      cachePurchasesForWhoeverIsTheUser),
    fault(late, "tells of late customer info, stores it, and keeps late offerings", seenIn: iosOf2026) { parts in
      let (former, listening) = (parts.rememberFormerUser(), parts.noteListener())
      let (copies, lateOfferings) = (parts.copies, Memo<OfferingsModel?>(nil))
      parts.changeAnswers { user, info in
        if former.value == user {
          listening.value?(info)
          try copies.keep(Array(user.text.utf8))
        }
        return info
      }
      parts.seeOfferings { if former.value == $0.appUserID { lateOfferings.value = $0 } }
      parts.offerings = { [offerings = parts.offerings] cache in
        if let late = lateOfferings.value { late } else { try await offerings(cache) }
      }
    },
    fault(
      ["customer.invalidate.during-fetch"], "caches what was under way when it was invalidated", seenIn: iosOf2026
    ) { parts in
      let (late, invalidations) = (parts.insertWhenIdle(), Memo(0))
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        try await invalidate(cache)
        invalidations.next()
      }
      parts.seeAnswers(olderThan: invalidations) { late.value = $0 }
    },
    fault(["customer.get.coalesces"], "a second of simultaneous reads joins too late", seenIn: iosOf2026) { parts in
      let (isFetched, underWay) = (Memo(false), Memo(0))
      parts.changeAnswers { _, info in
        isFetched.value = true
        return info
      }
      parts.customerInfo = { [world = parts.world, customerInfo = parts.customerInfo] cache, policy in
        try await underWay.counting {
          let isSecond = policy == nil && !isFetched.value && underWay.value == 2
          guard isSecond else { return try await customerInfo(cache, policy) }
          return try await world.fetchCustomerInfo(of: cache.appUserID)
        }
      }
    },
    fault(
      ["customer.login.requests-during-switch"], "a log-in of the user who logged out last does nothing",
      seenIn: "qonversion/android-sdk#444"
    ) { parts in
      let last = Memo<AppUserID?>(nil)
      parts.logOut = { [logOut = parts.logOut] cache in
        let user = await cache.appUserID
        try await logOut(cache)
        last.value = user
      }
      parts.logIn = { [logIn = parts.logIn] cache, user in
        if last.value == user { return }
        try await logIn(cache, user)
        last.value = nil
      }
    },
    fault(
      ["customer.logout.late-answer-discarded", "customer.login.late-answer-discarded"], "announces a late answer",
      seenIn: "\(ios)#7758"
    ) { parts in
      let (former, listening) = (parts.rememberFormerUser(), Memo<CustomerInfoListener?>(nil))
      parts.changeAnswers { user, info in
        if former.value == user { listening.value?(info) }
        return info
      }
      parts.setListener = { cache, listener in
        listening.value = listener
        await cache.setListener(listener)
      }
    },
    fault(
      ["customer.login.requests-during-switch"], "asks for the former user once more",
      seenIn: "adaptyteam/AdaptySDK-iOS 64f900ee"
    ) { parts in
      let former = parts.rememberFormerUser()
      parts.customerInfo = { [world = parts.world, customerInfo = parts.customerInfo] cache, policy in
        if let user = former.replace(nil) { return try await world.fetchCustomerInfo(of: user) }
        return try await customerInfo(cache, policy)
      }
    },
    fault(
      ["customer.invalidate.forces-fetch", "customer.invalidate.offline"], "serves what was invalidated",
      seenIn: "\(ios)#333, #2559"
    ) { $0.invalidate = { _ in } },
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
    fault(
      ["customer.policy.failure-keeps-data", "customer.offline.served-for-ever"], "being offline wipes the cache",
      seenIn: "\(android)#68"
    ) { $0.invalidateOnFailure() },
    fault(
      ["customer.configure.other-user"], "gives what is on the device to whoever it is configured for",
      seenIn: "purchases and paywall SDKs of this kind"
    ) { parts in
      let insert = parts.allowInsertions()
      let last: Memo<CustomerInfoModel?> = parts.world.world.storage.inMemory("the last info") { Memo(nil) }
      let left = parts.setup.appUserID == nil ? nil : last.value
      parts.changeAnswers { user, info in
        if info.appUserID == user { last.value = info }
        return info
      }
      parts.started = { cache in
        let user = await cache.appUserID
        if let info = left, info.appUserID != user {
          try await insert(CustomerInfoModel(user, info.version), cache)
        }
      }
    },
    fault(
      ["customer.offline.entitlements-readable"], "having none is no news for who had some", seenIn: reports
    ) { parts in
      let owned = Memo<[AppUserID: [String]]>([:])
      parts.changeAnswers { user, info in
        let before = owned.value[user] ?? []
        if !info.entitlements.isEmpty { owned.change { $0[user] = info.entitlements } }
        return info.entitlements.isEmpty
          ? CustomerInfoModel(info.appUserID, info.version, entitlements: before) : info
      }
    },
    fault(["customer.policy.failure-keeps-data"], "a purchase that fails clears the cache", seenIn: reports) { parts in
      let running = parts.rememberCache()
      parts.origins.purchase = { [purchase = parts.origins.purchase] product, user in
        try await attempt {
          try await purchase(product, user)
        } onFailure: {
          try await running.value?.invalidateCustomerInfoCache()
        }
      }
    },
    fault(["customer.get.cached-without-request"], "unchanged customer info stays old", seenIn: reports) { parts in
      let (last, isUnchanged) = (Memo<CustomerInfoModel?>(nil), Memo(false))
      parts.changeAnswers { _, info in
        isUnchanged.value = last.replace(info) == info
        return info
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy == nil, isUnchanged.value, let info = try? await cache.customerInfo(.fetchCurrent) { return info }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.policy.failure-keeps-data"], "an answer that cannot be read clears the cache", seenIn: reports) {
      $0.invalidateOnFailure(.undecodable)
    },
    fault(
      ["customer.policy.not-stale-cached-or-fetched"], "an answer that changes nothing is not stored with its date",
      seenIn: reports
    ) { parts in
      let (last, isUnchanged, stored) = (Memo<CustomerInfoModel?>(nil), Memo(false), Memo<[UInt8]?>(nil))
      parts.changeAnswers { _, info in
        isUnchanged.value = last.replace(info) == info
        return info
      }
      parts.waitUntilIdle = { [waitUntilIdle = parts.waitUntilIdle, storage = parts.storage] cache in
        try await waitUntilIdle(cache)
        guard let now = try storage.read(collection: "customer", key: "info") else { return }
        if isUnchanged.replace(false), let before = stored.value {
          try storage.apply([.write(collection: "customer", key: "info", value: before)])
        } else {
          stored.value = now
        }
      }
    },
    fault(
      ["customer.get.refreshes-when-old"], "comes back from the background only where it refreshes",
      seenIn: reports
    ) { parts in
      let (isAway, age) = (Memo(false), parts.knowAge())
      parts.enterBackground = { [enterBackground = parts.enterBackground] cache in
        isAway.value = true
        try await enterBackground(cache)
      }
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        if age() > 300 { isAway.value = false }
        try await enterForeground(cache)
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        let isYoung = isAway.value && age() < 24 * 3600 && policy ?? .cachedOrFetched == .cachedOrFetched
        guard isYoung, let info = try? await cache.customerInfo(.fromCacheOnly) else {
          return try await customerInfo(cache, policy)
        }
        return info
      }
    },
    fault(
      ["customer.login.isolates-users"], "the next start reads what a log-in without a network left", seenIn: reports
    ) { parts in
      let insert = parts.allowInsertions()
      let left: Memo<CustomerInfoModel?> = parts.world.world.storage.inMemory("left by a log-in") { Memo(nil) }
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let (before, info) = (await cache.appUserID, try? await cache.customerInfo(.fromCacheOnly))
        try await logIn(cache, user)
        if before != user, !user.isBlank { left.value = info }
      }
      parts.changeAnswers { _, info in
        left.value = nil
        return info
      }
      parts.logOut = { [logOut = parts.logOut] cache in
        try await logOut(cache)
        left.value = nil
      }
      parts.started = { [started = parts.started] cache in
        try await started(cache)
        let user = await cache.appUserID
        guard let info = left.value else { return }
        try await insert(CustomerInfoModel(user, info.version, entitlements: info.entitlements), cache)
      }
    },
    fault(["customer.listener.calls-when-told"], "tells a listener before it has stored", seenIn: reports) { parts in
      let (listening, running, purchases) = (Memo<CustomerInfoListener?>(nil), parts.rememberCache(), Memo(0))
      let last: Memo<CustomerInfoModel?> = parts.world.world.storage.inMemory("what was told last") { Memo(nil) }
      parts.purchase = { [purchase = parts.purchase] cache, product in
        try await purchase(cache, product)
        purchases.next()
      }
      parts.setListener = { _, listener in listening.value = listener }
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        let before = purchases.value
        let info = try await fetch(user)
        let isOwn = await running.value?.appUserID == user && info.appUserID == user
        if isOwn, before == purchases.value, last.replace(info) != info {
          listening.value?(info)
          for _ in 0..<64 { await Task.yield() }
        }
        return info
      }
    },
    fault(["customer.log.vending-from-cache"], "reads of the cache alone log nothing", seenIn: reports) { parts in
      let readers = Memo(0)
      parts.log = { [log = parts.log] in if readers.value == 0 { log($0) } }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy != .fromCacheOnly { return try await customerInfo(cache, policy) }
        return try await readers.counting { try await customerInfo(cache, policy) }
      }
    },
  ]
}
