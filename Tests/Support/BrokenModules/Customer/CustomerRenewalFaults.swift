extension CustomerAction {
  /// Faults in what a refresh renews depending on its cause, and faults that appear the second or third time.
  static let renewalFaults: [Fault] = [
    fault(["customer.get.cached-without-request"], "takes what fetchCurrent brings for old") { parts in
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        let info = try await customerInfo(cache, policy)
        if policy == .fetchCurrent { try await cache.invalidateCustomerInfoCache() }
        return info
      }
    },
    fault(["customer.get.cached-without-request"], "takes what a later start brings for old") { parts in
      let isFirst = Memo(try parts.storage.read(collection: "customer", key: "info") != nil)
      let isFetched = Memo(false)
      parts.changeAnswers { _, info in
        isFetched.value = true
        return info
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy == nil, isFetched.value, isFirst.replace(false) { try await cache.invalidateCustomerInfoCache() }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.restart.refreshes-though-young"], "refreshes nothing at the third start") { parts in
      let starts: Memo<Int> = parts.world.world.storage.kept("starts") { Memo(0) }
      guard starts.next() > 3 else { return }
      let isFirst = Memo(true)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        if isFirst.replace(false) { throw OriginFailure.noConnection }
        return try await fetch(user)
      }
    },
    fault(["customer.logout.clears-customer-info"], "clears memory alone at the second log-out") { parts in
      let times: Memo<Int> = parts.world.world.storage.kept("log-outs") { Memo(0) }
      parts.logOut = { [parts, logOut = parts.logOut] cache in
        try await (times.next() > 1 ? parts.leavingStorage(logOut) : logOut)(cache)
      }
    },
    fault(["customer.offerings.cached-without-request"], "reads no offerings while customer info is asked for") {
      parts in
      let underWay = Memo(0)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        try await underWay.counting { try await fetch(user) }
      }
      parts.offerings = { [offerings = parts.offerings] cache in
        guard underWay.value == 0 else { throw NothingCached() }
        return try await offerings(cache)
      }
    },
    fault(["customer.get.cached-without-request"], "reads no customer info while offerings are asked for") { parts in
      let underWay = Memo(0)
      parts.origins.offerings = { [fetch = parts.origins.offerings] user in
        try await underWay.counting { try await fetch(user) }
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        guard underWay.value == 0 else { throw NothingCached() }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.get.answer-for-another-user"], "returns offerings for anybody where it has none") { parts in
      let newest = Memo<OfferingsModel?>(nil)
      parts.seeOfferings { newest.value = $0 }
      parts.offerWhereThereIsNone { newest.value }
    },
    fault(["customer.identity.survives-restart"], "stores no id that the app gives") { parts in
      guard parts.setup.appUserID != nil else { return }
      parts.close = { [storage = parts.storage, close = parts.close] cache in
        try storage.apply([.remove(collection: "customer", key: "user")])
        try await close(cache)
      }
    },
    fault(["customer.listener.told-of-background-updates"], "forgets the listener with an invalidation") {
      $0.invalidate = { cache in
        try await cache.invalidateCustomerInfoCache()
        await cache.setListener(nil)
      }
    },
    fault(["customer.listener.not-told-twice"], "tells again with each fetch of offerings") { parts in
      let telling = parts.noteListener()
      parts.offerings = { [offerings = parts.offerings] cache in
        let result = try await offerings(cache)
        if let info = try? await cache.customerInfo(.fromCacheOnly) { telling.value?(info) }
        return result
      }
    },
    fault(["customer.listener.not-told-twice"], "tells of a purchase twice more") { parts in
      let telling = parts.noteListener()
      parts.purchase = { [purchase = parts.purchase] cache, product in
        try await purchase(cache, product)
        if let info = try? await cache.customerInfo(.fromCacheOnly) { for _ in 0..<2 { telling.value?(info) } }
      }
    },
  ]
}
