extension CustomerAction {
  static let lifeBlindModules: [BlindModule] = [
    blind(to: .ending, "always in order") { $0.storage = LateStorage($0.storage) },
    blind(to: .keptState, "always nothing") { $0.storage = MemoryStorage() },
    blind(to: .appStart, "never") { parts in
      let hasStarted = Memo(false)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        guard hasStarted.value else { throw OriginFailure.noConnection }
        return try await fetch(user)
      }
      parts.origins.offerings = { [fetch = parts.origins.offerings] user in
        guard hasStarted.value else { throw OriginFailure.noConnection }
        return try await fetch(user)
      }
      parts.started = { cache in
        await cache.waitUntilIdle()
        hasStarted.value = true
      }
    },
    blind(to: .endedRun, "never") { $0.close = { _ in } },
    blind(to: .calls, "always") { parts in
      let age = parts.knowAge()
      parts.waitUntilIdle = { cache in
        if age() > 600 { _ = try? await cache.customerInfo(.fetchCurrent) }
        await cache.waitUntilIdle()
      }
    },
    blind(to: .foregroundEvent, "never") { $0.enterForeground = { _ in } },
    blind(to: .backgroundState, "always") {
      $0.started = { await $0.enterBackground() }
      $0.enterForeground = {
        await $0.enterForeground()
        await $0.enterBackground()
      }
    },
    blind(to: .wholeCopy, "always") { $0.serveUnreadableCopiesAsEmpty() },
    blind(to: .invalidation, "never") { $0.invalidate = { _ in } },
    blind(to: .invalidatedKind, "always all") {
      $0.invalidate = { cache in
        let user = await cache.appUserID
        try await cache.logIn("somebody else")
        try await cache.logIn(user)
      }
    },
  ]

  static let requestBlindModules: [BlindModule] = [
    blind(to: .sharedRequest, "never") { $0.joinsReads = false },
    blind(to: .requestOrder, "always the one that is answered last") { parts in
      let (late, purchases) = (parts.insertWhenIdle(), parts.countPurchases())
      parts.seeAnswers(olderThan: purchases) { late.value = $0 }
    },
    blind(to: .purchaseAnswer, "always what was owned before") {
      $0.purchase = { [world = $0.world] in _ = try await world.purchase($1, by: $0.appUserID) }
      $0.restorePurchases = { [world = $0.world] in _ = try await world.restore(for: $0.appUserID) }
    },
    blind(to: .failedRequest, "never: it was answered with nothing") { $0.invalidateOnFailure() },
    blind(to: .whoListens, "always nobody") { $0.setListener = { _, _ in } },
    blind(to: .whoListens, "always the first who did") { parts in
      let isSet = Memo(false)
      parts.setListener = { cache, listener in if !isSet.replace(true) { await cache.setListener(listener) } }
    },
    blind(to: .callWhenTold, "never") { parts in
      let telling = Memo(0)
      parts.setListener = { [background = parts.background, setListener = parts.setListener] cache, listener in
        guard let listener else { return try await setListener(cache, nil) }
        try await setListener(cache) { info in
          telling.next()
          listener(info)
          background.begin {
            for _ in 0..<64 { await Task.yield() }
            telling.change { $0 -= 1 }
          }
        }
      }
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        if telling.value == 0 { try await invalidate(cache) }
      }
      parts.logOut = { [logOut = parts.logOut] cache in if telling.value == 0 { try await logOut(cache) } }
    },
    blind(to: .newsOfUpdate, "always") { parts in
      let (listening, last) = (parts.noteListener(), Memo<CustomerInfoModel?>(nil))
      parts.changeAnswers { user, info in
        if info.appUserID == user, last.replace(info) == info { listening.value?(info) }
        return info
      }
    },
    blind(to: .answerSource, "always the cache") { parts in
      let log = parts.log
      parts.log = { _ in }
      parts.customerInfo = { [customerInfo = parts.customerInfo] in
        let info = try await customerInfo($0, $1)
        log("Vending customerInfo from cache")
        return info
      }
    },
    blind(to: .answerSource, "always the network") { $0.log = { _ in } },
  ]
}

extension CustomerParts {
  /// Calls a closure with each answer, and with a value taken when its request began.
  mutating func changeAnswers<Before: Sendable>(
    beginning before: @escaping @Sendable () -> Before, _ look: @escaping @Sendable (CustomerInfoModel, Before) -> Void
  ) {
    origins.customerInfo = { [fetch = origins.customerInfo] user in
      let before = before()
      let info = try await fetch(user)
      look(info, before)
      return info
    }
  }

  /// Calls a closure with each answer whose request began before a count changed.
  mutating func seeAnswers(olderThan count: Memo<Int>, _ see: @escaping @Sendable (CustomerInfoModel) -> Void) {
    changeAnswers(beginning: { count.value }) { info, before in if before != count.value { see(info) } }
  }

  /// Counts the purchases.
  mutating func countPurchases() -> Memo<Int> {
    let count = Memo(0)
    purchase = { [purchase] in
      try await purchase($0, $1)
      count.next()
    }
    return count
  }

  /// Returns a slot whose value is cached as the newest once the cache is idle, if it then belongs to the current user.
  mutating func insertWhenIdle() -> Memo<CustomerInfoModel?> {
    let (late, insert) = (Memo<CustomerInfoModel?>(nil), allowInsertions())
    waitUntilIdle = { [waitUntilIdle] cache in
      try await waitUntilIdle(cache)
      if let info = late.replace(nil), await cache.appUserID == info.appUserID { try await insert(info, cache) }
    }
    return late
  }
}

extension CustomerParts {
  /// Treats a copy that cannot be read as one without a version.
  mutating func serveUnreadableCopiesAsEmpty() {
    customerInfo = { [storage, customerInfo] cache, policy in
      do {
        return try await customerInfo(cache, policy)
      } catch let error as NothingCached {
        guard try storage.read(collection: "customer", key: "info") != nil else { throw error }
        return CustomerInfoModel(await cache.appUserID, "")
      }
    }
  }
}
