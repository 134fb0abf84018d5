import Foundation

extension CustomerChoice {
  static let listenerChoices: [Self] = [
    Self(.newListener, "tells a newly set listener what is cached") {
      $0.setListener = { [setListener = $0.setListener] cache, listener in
        try await setListener(cache, listener)
        if let listener, let info = try? await cache.customerInfo(.fromCacheOnly) { listener(info) }
      }
    },
    Self(.order, "tells a listener of no other order of the entitlements") { parts in
      let last = Memo<CustomerInfoModel?>(nil)
      parts.setListener = { [setListener = parts.setListener] cache, listener in
        guard let listener else { return try await setListener(cache, nil) }
        try await setListener(cache) { info in
          let before = last.replace(info)
          let isReordered =
            before?.appUserID == info.appUserID && before?.version == info.version
            && before?.entitlements.sorted() == info.entitlements.sorted()
          if !isReordered { listener(info) }
        }
      }
    },
    Self(.threads, "tells listeners on another thread, in order") { parts in
      let number = Memo(0)
      parts.setListener = { [setListener = parts.setListener, background = parts.background] cache, listener in
        let own = number.next()
        guard let listener else { return try await setListener(cache, nil) }
        try await setListener(cache) { info in
          background.begin(inTurn: true) {
            // The listener is called only while it is set, and only about the current user.
            if number.value == own, await cache.appUserID == info.appUserID { listener(info) }
          }
        }
      }
    },
  ]

  static let lifeChoices: [Self] = [
    Self(
      .starting, "has started when the first fetch is done",
      lacking: [.startAtOnce: "a start waits for the first fetch"]
    ) {
      $0.started = { [started = $0.started] cache in
        try await started(cache)
        await cache.waitUntilIdle()
      }
    },
    Self(.coming, "is in the foreground when its refresh is done") {
      $0.enterForeground = { [enterForeground = $0.enterForeground] cache in
        try await enterForeground(cache)
        await cache.waitUntilIdle()
      }
    },
    Self(
      .leaving, "logs in and out when what is under way is done",
      lacking: [
        .logInAtOnce: "logging in waits for what is under way",
        .logOutAtOnce: "logging out waits for what is under way",
      ]
    ) {
      $0.logIn = whenIdle($0.logIn)
      $0.logOut = whenIdle($0.logOut)
    },
    Self(
      .buying, "purchases and restores when what is under way is done",
      lacking: [.purchaseAtOnce: "a purchase waits for what is under way"]
    ) {
      $0.purchase = whenIdle($0.purchase)
      $0.restorePurchases = whenIdle($0.restorePurchases)
    },
    Self(.purchaseTurns, "makes one purchase at a time") {
      let turns = Background()
      $0.purchase = { [purchase = $0.purchase] cache, product in
        let user = await cache.appUserID
        try await turns.take {
          // A purchase must not be made for another user.
          guard await cache.appUserID == user else { throw CustomerCacheError.userChanged }
          try await purchase(cache, product)
        }
      }
    },
    Self(.timer, "starts the timer of the background behind the call") { parts in
      let timers = Background()
      parts.enterBackground = { [enterBackground = parts.enterBackground, background = parts.background] cache in
        timers.begin(inTurn: true) { try await enterBackground(cache) }
        background.begin { await timers.waitForAll() }
      }
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        await timers.waitForAll()
        try await enterForeground(cache)
      }
      parts.close = { [close = parts.close] cache in
        await timers.waitForAll()
        try await close(cache)
      }
    },
    Self(
      .clearing, "invalidates when what is under way is done",
      lacking: [.invalidationAtOnce: "invalidating waits for what is under way"]
    ) { parts in
      let purchases = Background()
      parts.purchase = { [purchase = parts.purchase] cache, product in
        let task = Task { try await purchase(cache, product) }
        purchases.begin { try await task.value }
        try await task.value
      }
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        await purchases.waitForAll()
        await cache.waitUntilIdle()
        try await invalidate(cache)
      }
    },
    Self(.retryingFirst, "tries a first fetch that failed again a second later") { parts in
      let (failed, elapsed) = (Memo<Duration?>(nil), stopwatch(parts.world.clock))
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        try await attempt {
          try await fetch(user)
        } onFailure: {
          failed.value = elapsed()
        }
      }
      parts.waitUntilIdle = { [waitUntilIdle = parts.waitUntilIdle] cache in
        try await waitUntilIdle(cache)
        guard let time = failed.value, elapsed() - time >= .seconds(1) else { return }
        failed.value = nil
        if (try? await cache.customerInfo(.fromCacheOnly)) == nil { _ = try? await cache.customerInfo(.fetchCurrent) }
      }
    },
    Self(.background, "refreshes in the background at a read after a day") { parts in
      let (isAway, age) = (Memo(false), parts.knowAge())
      parts.enterBackground = { _ in isAway.value = true }
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        isAway.value = false
        try await enterForeground(cache)
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        let isYoung = isAway.value && age() < 25 * 3600 && policy != .fetchCurrent
        guard isYoung, let info = try? await cache.customerInfo(.fromCacheOnly) else {
          return try await customerInfo(cache, policy)
        }
        return info
      }
      let (fetched, elapsed) = (Memo<Duration?>(nil), stopwatch(parts.world.clock))
      parts.seeOfferings { _ in fetched.value = elapsed() }
      parts.offerings = { [offerings = parts.offerings] cache in
        let isYoung = fetched.value.map { isAway.value && elapsed() - $0 < .seconds(25 * 3600) } ?? false
        guard isYoung, let kept = try? await cache.offerings(.fromCacheOnly) else { return try await offerings(cache) }
        return kept
      }
    },
    Self(.keptOfferings, "keeps offerings across restarts") { parts in
      let kept: Memo<OfferingsModel?> = parts.world.world.storage.inMemory("offerings") { Memo(nil) }
      parts.seeOfferings { kept.value = $0 }
      parts.offerings = { [offerings = parts.offerings] cache in
        do { return try await offerings(cache) } catch {
          guard let offerings = kept.value, await cache.appUserID == offerings.appUserID else { throw error }
          return offerings
        }
      }
      parts.afterSwitch { _ in kept.value = nil }
    },
    Self(.sandbox, "refreshes in the background in a sandbox build too") { $0.setup.environment = .production },
    Self(.foreground, "counts five minutes from going to the background") { parts in
      let (left, elapsed) = (Memo<Duration?>(nil), stopwatch(parts.world.clock))
      parts.enterBackground = { [enterBackground = parts.enterBackground] cache in
        try await enterBackground(cache)
        left.value = elapsed()
      }
      parts.enterForeground = { [background = parts.background] cache in
        await cache.endCycle()
        guard let time = left.replace(nil), elapsed() - time > .seconds(300) else { return }
        background.begin { _ = try await cache.customerInfo(.fetchCurrent) }
      }
    },
    Self(.oldOfferings, "refreshes old offerings too on coming to the foreground") {
      $0.enterForeground = { [enterForeground = $0.enterForeground, background = $0.background] cache in
        try await enterForeground(cache)
        background.begin { try await refreshOldOfferings(cache) }
      }
    },
    Self(.oldOfferings, "refreshes old offerings too with each refresh of customer info") { parts in
      let running = parts.rememberCache()
      parts.changeAnswers { [background = parts.background] _, info in
        if let cache = running.value { background.begin { try await refreshOldOfferings(cache) } }
        return info
      }
    },
    Self(.oldOfferings, "refreshes offerings too with each refresh of customer info, old or not") { parts in
      let running = parts.rememberCache()
      parts.changeAnswers { [background = parts.background] _, info in
        if let cache = running.value {
          background.begin {
            _ = try await cache.offerings(.fromCacheOnly)
            _ = try await cache.offerings(.fetchCurrent)
          }
        }
        return info
      }
    },
    Self(.invalidating, "fetches when it is invalidated") {
      $0.invalidate = { [invalidate = $0.invalidate, background = $0.background] cache in
        try await invalidate(cache)
        background.begin { _ = try await cache.customerInfo() }
      }
    },
    Self(.purchases, "stores what a purchase is answered with though an invalidation came between") { parts in
      let (invalidations, bought) = (Memo(0), Memo<CustomerInfoModel?>(nil))
      let insert = parts.allowInsertions()
      parts.origins.purchase = { [purchase = parts.origins.purchase] product, user in
        let info = try await purchase(product, user)
        bought.value = info
        return info
      }
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        _ = invalidations.next()
        try await invalidate(cache)
      }
      parts.purchase = { [purchase = parts.purchase] cache, product in
        let before = invalidations.value
        try await purchase(cache, product)
        if invalidations.value != before, let info = bought.value { try await insert(info, cache) }
      }
    },
    Self(.afterPurchase, "fetches once more after a purchase") {
      $0.purchase = { [purchase = $0.purchase] cache, product in
        try await purchase(cache, product)
        _ = try? await cache.customerInfo(.fetchCurrent)
      }
    },
  ]

  private static func refreshOldOfferings(_ cache: CustomerCache) async throws {
    _ = try await cache.offerings(.fromCacheOnly)
    _ = try await cache.offerings()
  }
}

/// Makes a call wait until no work is under way.
private func whenIdle<each Argument: Sendable>(
  _ call: @escaping @Sendable (CustomerCache, repeat each Argument) async throws -> Void
) -> @Sendable (CustomerCache, repeat each Argument) async throws -> Void {
  { (cache: CustomerCache, arguments: repeat each Argument) in
    await cache.waitUntilIdle()
    try await call(cache, repeat each arguments)
  }
}
