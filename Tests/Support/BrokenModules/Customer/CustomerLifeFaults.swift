import Foundation

extension CustomerAction {
  static let lifeFaults: [Fault] = [
    fault(["customer.info.survives-kill", "customer.identity.survives-kill"], "writes only when it is closed") {
      $0.storage = LateStorage($0.storage)
    },
    fault(["customer.info.survives-restart", "customer.offline.served-for-ever"], "keeps customer info in memory only")
    { $0.loseAtEnd("info") },
    fault(["customer.restart.refreshes-though-young"], "is content with what is young") { parts in
      let isFirst = Memo(try parts.storage.read(collection: "customer", key: "info") != nil)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        if isFirst.replace(false) { throw OriginFailure.noConnection }
        return try await fetch(user)
      }
    },
    fault(["customer.foreground.refreshes-when-old"], "does not notice the foreground") {
      $0.enterForeground = { _ in }
    },
    fault(["customer.foreground.quiet-when-young"], "asks each time that it comes to the foreground") {
      $0.enterForeground = { cache in
        try await cache.invalidateCustomerInfoCache()
        await cache.enterForeground()
      }
    },
    fault(["customer.background.refreshes-after-a-day"], "refreshes nothing in the background") { parts in
      let isAway = Memo(false)
      parts.enterBackground = { _ in isAway.value = true }
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        isAway.value = false
        try await enterForeground(cache)
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        guard isAway.value, policy == nil, let info = try? await cache.customerInfo(.fromCacheOnly) else {
          return try await customerInfo(cache, policy)
        }
        return info
      }
    },
    fault(["customer.listener.told-of-background-updates"], "tells no listener") { $0.setListener = { _, _ in } },
    fault(["customer.listener.not-told-twice"], "tells listeners everything twice") {
      $0.setListener = { cache, listener in
        guard let listener else { return await cache.setListener(nil) }
        await cache.setListener {
          listener($0)
          listener($0)
        }
      }
    },
    fault(["customer.listener.removed"], "tells a listener that was removed") {
      $0.setListener = { cache, listener in if let listener { await cache.setListener(listener) } }
    },
    fault(["customer.listener.replaced-when-told"], "keeps the first listener") { parts in
      let isSet = Memo(false)
      parts.setListener = { cache, listener in if !isSet.replace(true) { await cache.setListener(listener) } }
    },
    fault(["customer.offline.served-for-ever"], "expires after a month") { parts in
      let start = parts.world.now
      parts.customerInfo = { [world = parts.world, customerInfo = parts.customerInfo] cache, policy in
        if world.now.timeIntervalSince(start) > 30 * 86_400 { try await cache.invalidateCustomerInfoCache() }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.offline.entitlements-readable"], "loses the entitlements") {
      $0.customerInfo = { [customerInfo = $0.customerInfo] cache, policy in
        let info = try await customerInfo(cache, policy)
        return CustomerInfoModel(info.appUserID, info.version)
      }
    },
    fault(["customer.log.vending-from-cache"], "logs no answer from the cache") { $0.log = { _ in } },
    fault(["customer.info.age-survives-restart"], "a restart makes what is old young") {
      // No date is ever later than another, so only values that this run fetched get old.
      $0.now = { Date(timeIntervalSinceReferenceDate: 0) }
    },
    fault(["customer.info.age-survives-restart"], "counts only the time that it runs") { parts in
      let date = try RunningDate(in: parts.storage, parts.now)
      parts.now = date.now
      parts.close = { sound in
        await sound.close()
        date.end()
      }
    },
    fault(["customer.restart.ended-run-writes-nothing"], "a run that has ended goes on") { $0.close = { _ in } },
    fault(["customer.configure.other-user"], "looks at the id that it is configured with only the first time") {
      if try $0.storage.read(collection: "customer", key: "user") != nil { $0.setup.appUserID = nil }
    },
    fault(
      ["customer.configure.other-user"], "gives what is on the device to whoever it is configured for",
      seenIn: "purchases and paywall SDKs of this kind"
    ) { parts in
      let insert = parts.allowInsertions()
      let last: Memo<CustomerInfoModel?> = parts.world.world.storage.kept("the last info") { Memo(nil) }
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
    fault(["customer.identity.made-up-ids-differ"], "makes up one id for everybody") {
      $0.makeAnonymousID = { "anonymous" }
    },
    fault(["customer.identity.case-tells-apart"], "does not tell ids in capitals apart") { $0.lowerIDs() },
    fault(["customer.configure.fetches-customer-info"], "cannot start without an id") {
      let isWithoutID = $0.setup.appUserID == nil
      $0.started = { _ in if isWithoutID { throw NothingCached() } }
    },
    fault(["customer.configure.fetches-customer-info"], "cannot start without network") {
      $0.started = { _ = try await $0.customerInfo(.fetchCurrent) }
    },
    fault(["customer.configure.fetches-customer-info"], "reads every version as none") {
      $0.customerInfo = { [customerInfo = $0.customerInfo] in
        CustomerInfoModel(try await customerInfo($0, $1).appUserID, "")
      }
    },
    fault(["customer.configure.fetches-offerings"], "reads every version of offerings as none") {
      $0.offerings = { [offerings = $0.offerings] in OfferingsModel(try await offerings($0).appUserID, "") }
    },
    fault(["customer.listener.told-of-background-updates"], "takes no listener") {
      $0.setListener = { _, _ in throw NothingCached() }
    },
    fault(["customer.log.vending-from-cache"], "logs answers from the network as from the cache") {
      $0.customerInfo = { [world = $0.world, customerInfo = $0.customerInfo] cache, policy in
        if policy == .fetchCurrent { world.log("Vending customerInfo from cache") }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.info.unreadable-copy"], "serves a copy that it cannot read as an empty one") {
      $0.customerInfo = { [storage = $0.storage, customerInfo = $0.customerInfo] cache, policy in
        do {
          return try await customerInfo(cache, policy)
        } catch let error as NothingCached {
          guard try storage.read(collection: "customer", key: "info") != nil else { throw error }
          return CustomerInfoModel(await cache.appUserID, "")
        }
      }
    },
  ]

  static let offeringsFaults: [Fault] = [
    fault(["customer.configure.fetches-offerings"], "fetches offerings at the first read") { parts in
      let isRead = Memo(false)
      parts.origins.offerings = { [fetch = parts.origins.offerings] user in
        guard isRead.value else { throw OriginFailure.noConnection }
        return try await fetch(user)
      }
      parts.offerings = { cache in
        isRead.value = true
        return try await cache.offerings()
      }
    },
    fault(["customer.offerings.cached-without-request"], "asks at each read of offerings") {
      $0.offerings = { [world = $0.world] cache in
        _ = try? await world.fetchOfferings(for: cache.appUserID)
        return try await cache.offerings()
      }
    },
    fault(["customer.offerings.safe-to-repeat"], "asks at each hundredth read of offerings") { parts in
      let reads = Memo(0)
      parts.offerings = { [world = parts.world] cache in
        if reads.next().isMultiple(of: 100) { _ = try? await world.fetchOfferings(for: cache.appUserID) }
        return try await cache.offerings()
      }
    },
    fault(["customer.offerings.refreshes-when-old"], "refreshes offerings only once") {
      $0.origins.offerings = refreshingOnce($0.origins.offerings)
    },
    fault(["customer.offerings.unchanged"], "an unchanged answer leaves offerings old") { parts in
      let last = Memo<OfferingsModel?>(nil)
      parts.origins.offerings = { [fetch = parts.origins.offerings] user in
        let offerings = try await fetch(user)
        if last.replace(offerings) == offerings { throw OriginFailure.undecodable }
        return offerings
      }
    },
    fault(
      ["customer.offerings.cached-without-request", "customer.offerings.refreshes-when-old"],
      "asks for no offerings where none are cached"
    ) {
      $0.offerings = { try await $0.offerings(.fromCacheOnly) }
    },
    fault(["customer.offerings.coalesces"], "equal requests for offerings are not joined") {
      $0.offerings = { [world = $0.world] cache in try await world.fetchOfferings(for: cache.appUserID) }
    },
  ]
}
