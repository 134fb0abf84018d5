import Foundation

extension CustomerAction {
  /// Faults at a start, in the foreground and in the background, and in what a run leaves to the next.
  static let lifeFaults: [Fault] = [
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
    fault(["customer.info.survives-restart", "customer.offline.served-for-ever"], "keeps customer info in memory only")
    { $0.loseAtEnd("info") },
    fault(["customer.info.survives-kill", "customer.identity.survives-kill"], "writes only when it is closed") {
      $0.storage = LateStorage($0.storage)
    },
    fault(["customer.restart.refreshes-though-young"], "is content with what is young") { parts in
      let isFirst = Memo(try parts.storage.read(collection: "customer", key: "info") != nil)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        if isFirst.replace(false) { throw OriginFailure.noConnection }
        return try await fetch(user)
      }
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
  ]
}
