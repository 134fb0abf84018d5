import Foundation

extension CustomerAction {
  package static let faults: [Fault] =
    seenFaults + [
      fault(["customer.get.safe-to-repeat"], "asks at each hundredth read") { parts in
        let reads = Memo(0)
        parts.customerInfo = { cache, policy in
          try await cache.customerInfo(reads.next().isMultiple(of: 100) ? .fetchCurrent : policy ?? .cachedOrFetched)
        }
      },
      fault(["customer.get.clock-moved-forward"], "asks at each read once the date is not the expected one") { parts in
        let (startedAt, elapsed) = (parts.world.now, stopwatch(parts.world.clock))
        parts.customerInfo = { [world = parts.world] cache, policy in
          let isAhead = world.now.timeIntervalSince(startedAt) > elapsed().seconds + 1
          return try await cache.customerInfo(isAhead ? .fetchCurrent : policy ?? .cachedOrFetched)
        }
      },
      mixUp(
        "customer.policy.cached-or-fetched", "`cachedOrFetched` waits when the data is stale", .cachedOrFetched,
        .notStaleCachedOrFetched),
      mixUp("customer.policy.from-cache-only", "`fromCacheOnly` goes to the network", .fromCacheOnly, .cachedOrFetched),
      mixUp(
        "customer.policy.not-stale-cached-or-fetched", "`notStaleCachedOrFetched` serves stale data",
        .notStaleCachedOrFetched, .cachedOrFetched),
      fault(["customer.invalidate.survives-restart"], "invalidating clears memory only") {
        $0.invalidate = $0.leavingStorage($0.invalidate)
      },
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
      fault(
        ["customer.info.survives-restart"], "keeps customer info in memory only"
      ) { $0.loseAtEnd("info") },
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
          _ = try? await cache.customerInfo(.fetchCurrent)
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
      fault(["customer.listener.removed"], "tells a listener that was removed") {
        $0.setListener = { cache, listener in if let listener { await cache.setListener(listener) } }
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
      fault(["customer.identity.stable"], "a failure changes the user") { parts in
        let hasFailed = Memo(false)
        parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
          try await attempt {
            try await customerInfo(cache, policy)
          } onFailure: {
            hasFailed.value = true
          }
        }
        parts.appUserID = { hasFailed.value ? "somebody else" : await $0.appUserID }
      },
      fault(["customer.logout.clears-offerings"], "a log-out leaves offerings in memory") { parts in
        let (former, last) = (parts.rememberFormerUser(), Memo<OfferingsModel?>(nil))
        parts.offerings = { cache in
          if former.value != nil, let offerings = last.value { return offerings }
          let offerings = try await cache.offerings()
          last.value = offerings
          return offerings
        }
      },
      fault(["customer.logout.stays-cleared", "customer.logout.isolates-users"], "a log-out clears memory only") {
        $0.logOut = $0.leavingStorage($0.logOut)
      },
      fault(["customer.login.isolates-users"], "a log-in leaves customer info until other has come") { parts in
        let former = Memo<CustomerInfoModel?>(nil)
        parts.logIn = { [logIn = parts.logIn] cache, user in
          if await cache.appUserID != user { former.value = try? await cache.customerInfo(.fromCacheOnly) }
          try await logIn(cache, user)
        }
        parts.logOut = { [logOut = parts.logOut] cache in
          former.value = nil
          try await logOut(cache)
        }
        parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
          do { return try await customerInfo(cache, policy) } catch {
            guard let former = former.value else { throw error }
            return former
          }
        }
      },
      fault(["customer.login.requests-during-switch"], "a fetch joins a request of the user before") { parts in
        let underWay = Memo<JoinedRequest?>(nil)
        parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
          let isFirst = underWay.change { request in
            defer { request = request ?? JoinedRequest(user: user) }
            return request == nil
          }
          do {
            let info = try await fetch(user)
            if isFirst { underWay.replace(nil)?.end(with: info) }
            return info
          } catch {
            if isFirst { underWay.replace(nil)?.end(with: nil) }
            throw error
          }
        }
        parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
          let user = await cache.appUserID
          guard policy == .fetchCurrent, let info = await JoinedRequest.answer(to: underWay, for: user) else {
            return try await customerInfo(cache, policy)
          }
          return CustomerInfoModel(user, info.version, entitlements: info.entitlements)
        }
      },
    ]

  package static let composites = [
    Composite(
      name: "a cache that does not tell users apart while requests are under way",
      faults: [
        "tells of late customer info, stores it, and keeps late offerings",
        "a fetch joins a request of the user before",
      ]),
    Composite(
      name: "RevenueCat iOS, 2026-08",
      faults: [
        "tells of late customer info, stores it, and keeps late offerings",
        "caches the answer to a purchase for whoever is the user by then", "what is stamped in the future stays young",
      ]),
  ]

  /// The reference that uses one policy in place of another, or of none.
  private static func mixUp(
    _ rule: RuleID, _ name: String, _ meant: CustomerFetchPolicy?, _ used: CustomerFetchPolicy
  ) -> Fault {
    fault([rule], name) {
      $0.customerInfo = { [customerInfo = $0.customerInfo] cache, policy in
        try await customerInfo(cache, policy == meant ? used : policy)
      }
    }
  }
}

/// An origin that answers the first request and one refresh.
private func refreshingOnce<Value>(
  _ fetch: @escaping @Sendable (AppUserID) async throws -> Value
) -> @Sendable (AppUserID) async throws -> Value {
  let (isFetched, isRefreshed) = (Memo(false), Memo(false))
  return { user in
    if isFetched.value, isRefreshed.replace(true) { throw OriginFailure.noConnection }
    let value = try await fetch(user)
    isFetched.value = true
    return value
  }
}

/// A request that is under way, and the reads that have joined it.
private struct JoinedRequest: Sendable {
  let user: AppUserID
  private var reads: [CheckedContinuation<CustomerInfoModel?, Never>] = []

  init(user: AppUserID) { self.user = user }

  func end(with info: CustomerInfoModel?) { for read in reads { read.resume(returning: info) } }

  /// Waits for the answer to what is under way for another user; nil if nothing is, or it fails.
  static func answer(to underWay: Memo<Self?>, for user: AppUserID) async -> CustomerInfoModel? {
    await withCheckedContinuation { read in
      let isJoined = underWay.change { request in
        guard request != nil, request?.user != user else { return false }
        request?.reads.append(read)
        return true
      }
      if !isJoined { read.resume(returning: nil) }
    }
  }
}
