import Foundation

extension CustomerChoice {
  static let listenerChoices: [Self] = [
    Self(.newListener, "tells a newly set listener what is cached") {
      $0.setListener = { [setListener = $0.setListener] cache, listener in
        try await setListener(cache, listener)
        if let listener, let info = try? await cache.customerInfo(.fromCacheOnly) { listener(info) }
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
        let isYoung = isAway.value && age() < 25 * 3600 && policy ?? .cachedOrFetched == .cachedOrFetched
        guard isYoung, let info = try? await cache.customerInfo(.fromCacheOnly) else {
          return try await customerInfo(cache, policy)
        }
        return info
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

  static let userChoices: [Self] = [
    Self(.ids, "makes up ids of another form") {
      $0.makeAnonymousID = { AppUserID("$RCAnonymousID:" + UUID().uuidString.lowercased().filter { $0 != "-" }) }
    },
    Self(.blankIDs, "ignores a log-in with a blank id") {
      $0.logIn = { [logIn = $0.logIn] cache, user in if !user.isBlank { try await logIn(cache, user) } }
    },
    Self(.anonymousLogOut, "makes another user of an anonymous one who logs out") {
      $0.logOut = { [logOut = $0.logOut] cache in
        do {
          try await logOut(cache)
        } catch CustomerCacheError.nobodyLoggedIn {
          try await cache.logIn(AppUserID("another-\(UUID().uuidString)"))
        }
      }
    },
    Self(
      .askingFirst, "keeps the user where the server does not answer a log-in",
      lacking: [.logInAtOnce: "logging in asks the server first"]
    ) { parts in
      let fetch = parts.origins.customerInfo
      parts.origins.customerInfo = { user in
        if let info = LogInAnswer.info, info.appUserID == user { info } else { try await fetch(user) }
      }
      parts.logIn = { [logIn = parts.logIn, customerInfo = parts.customerInfo] cache, user in
        let isOther = await cache.appUserID != user && !user.isBlank
        let info = isOther ? try await fetch(user) : nil
        try await logIn(cache, user)
        // What came is kept: the fetch of this log-in, and no other one, is answered with it.
        if isOther { await LogInAnswer.$info.withValue(info) { _ = try? await customerInfo(cache, .fetchCurrent) } }
      }
    },
    Self(.nobody, "has no user after a log-out, until one logs in") { $0.haveNobodyAfterLogOut() },
    Self(.switching, "fetches for the new user at a switch, behind it") { parts in
      let (customerInfo, offerings, background) = (parts.customerInfo, parts.offerings, parts.background)
      parts.afterSwitch { cache in
        background.begin { _ = try await customerInfo(cache, nil) }
        background.begin { _ = try await offerings(cache) }
      }
    },
    Self(.switching, "fetches for the new user at a switch, and waits for it") { parts in
      let (customerInfo, offerings) = (parts.customerInfo, parts.offerings)
      parts.afterSwitch { cache in
        _ = try? await customerInfo(cache, nil)
        _ = try? await offerings(cache)
      }
    },
    Self(.switching, "fails to switch when the new user's data cannot be fetched, but is switched") { parts in
      let (appUserID, customerInfo) = (parts.appUserID, parts.customerInfo)
      // A log-out may leave nobody whose data could be fetched.
      parts.afterSwitch { cache in if try await appUserID(cache) != nil { _ = try await customerInfo(cache, nil) } }
    },
    Self(.copies, "keeps what is stored of a user when another logs in") { parts in
      let copies = parts.copies
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let last = try copies.last
        let isSame = await cache.appUserID == user
        try await logIn(cache, user)
        if !isSame { try copies.keep(last) }
      }
      parts.logOut = { [logOut = parts.logOut] cache in
        try await logOut(cache)
        try copies.keep(nil)
      }
    },
    Self(.returning, "takes what a user asked for before they logged out, once they are back") { parts in
      let (late, lateOfferings) = (parts.insertWhenIdle(), Memo<OfferingsModel?>(nil))
      let (switches, purchases) = (parts.countSwitches(), parts.countPurchases())
      // An answer that was requested before a purchase does not replace the purchase's answer.
      parts.changeAnswers(beginning: { (switches.value, purchases.value) }) { info, before in
        if before.0 != switches.value, before.1 == purchases.value { late.value = info }
      }
      parts.purchase = { [purchase = parts.purchase] cache, product in
        try await purchase(cache, product)
        late.value = nil
      }
      parts.seeOfferings(olderThan: switches) { lateOfferings.value = $0 }
      parts.offerings = { [offerings = parts.offerings] cache in
        if let late = lateOfferings.replace(nil), await cache.appUserID == late.appUserID { return late }
        return try await offerings(cache)
      }
    },
  ]

  private static func refreshOldOfferings(_ cache: CustomerCache) async throws {
    _ = try await cache.offerings(.fromCacheOnly)
    _ = try await cache.offerings()
  }
}

extension CustomerParts {
  fileprivate mutating func afterSwitch(_ work: @escaping @Sendable (CustomerCache) async throws -> Void) {
    logIn = { [logIn] cache, user in
      try await logIn(cache, user)
      try await work(cache)
    }
    logOut = { [logOut] cache in
      try await logOut(cache)
      try await work(cache)
    }
  }

  fileprivate mutating func haveNobodyAfterLogOut() {
    let isNobody = Memo(false)
    @Sendable func somebody(_ cache: CustomerCache) throws -> CustomerCache {
      if isNobody.value { throw CustomerCacheError.nobodyLoggedIn }
      return cache
    }
    logOut = { [logOut] cache in
      try await logOut(cache)
      isNobody.value = true
    }
    logIn = { [logIn] cache, user in
      try await logIn(cache, user)
      if !user.isBlank { isNobody.value = false }
    }
    appUserID = { [appUserID] in isNobody.value ? nil : try await appUserID($0) }
    self.customerInfo = { [customerInfo] in try await customerInfo(somebody($0), $1) }
    self.offerings = { [offerings] in try await offerings(somebody($0)) }
    self.purchase = { [purchase] in try await purchase(somebody($0), $1) }
    restorePurchases = { [restorePurchases] in try await restorePurchases(somebody($0)) }
    enterBackground = { [enterBackground] in if !isNobody.value { try await enterBackground($0) } }
    enterForeground = { [enterForeground] in
      if isNobody.value { await $0.endCycle() } else { try await enterForeground($0) }
    }
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

/// What the server answered to the log-in whose task this is.
private enum LogInAnswer {
  @TaskLocal static var info: CustomerInfoModel?
}
