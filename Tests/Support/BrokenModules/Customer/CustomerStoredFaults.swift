import Foundation

/// Whether the task that fetches stores the result at once.
private enum StoringAtOnce {
  @TaskLocal static var isOn = true
}

extension CustomerAction {
  /// Faults on disk that do not show in memory.
  static let storedFaults: [Fault] = [
    fault(["customer.info.survives-kill"], "stores what is bought, restored or fetched behind calls at its end") {
      $0.storeLater()
    },
    fault(["customer.invalidate.survives-restart"], "stores at its end that something was invalidated") { parts in
      let isInvalidated = Memo(false)
      let invalidate = parts.leavingStorage(parts.invalidate)
      parts.invalidate = { cache in
        isInvalidated.value = true
        try await invalidate(cache)
      }
      parts.close = { [storage = parts.storage, close = parts.close] cache in
        if isInvalidated.value { try await cache.removeUnread(from: storage) }
        try await close(cache)
      }
    },
    fault(
      ["customer.purchase.older-answer-discarded", "customer.invalidate.during-fetch"],
      "stores the answers that it discards"
    ) { parts in
      let (left, changes) = (parts.serveInNextRun(), Memo(0))
      parts.changeAnswers(beginning: { changes.value }) { info, before in
        left.value = before == changes.value ? nil : info
      }
      parts.purchase = { [purchase = parts.purchase] in
        try await purchase($0, $1)
        changes.next()
      }
      parts.invalidate = { [invalidate = parts.invalidate] in
        try await invalidate($0)
        changes.next()
      }
    },
    fault(["customer.get.answer-for-another-user"], "stores the answers for other users") { parts in
      let left = parts.serveInNextRun()
      @Sendable func note(_ info: CustomerInfoModel, _ user: AppUserID) -> CustomerInfoModel {
        if info.appUserID != user { left.value = info }
        return info
      }
      parts.origins.purchase = { [purchase = parts.origins.purchase] in note(try await purchase($0, $1), $1) }
      parts.origins.restore = { [restore = parts.origins.restore] in note(try await restore($0), $0) }
      parts.changeAnswers { user, info in note(info, user) }
    },
    fault(["customer.login.isolates-users"], "stores what an anonymous user had for the one who logs in") { parts in
      let left = parts.serveInNextRun()
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let info = try? await cache.customerInfo(.fromCacheOnly)
        try await logIn(cache, user)
        if let info, info.appUserID.text.hasPrefix("anonymous-") { left.value = info }
      }
    },
    fault(
      ["customer.login.isolates-users", "customer.login.late-answer-discarded"],
      "has the offerings of the old user until there are others"
    ) { parts in
      let (former, last) = (parts.rememberFormerUser(), Memo<OfferingsModel?>(nil))
      parts.logOut = { [logOut = parts.logOut] cache in
        try await logOut(cache)
        last.value = nil
      }
      parts.offerings = { [offerings = parts.offerings] cache in
        do {
          let offerings = try await offerings(cache)
          last.value = offerings
          return offerings
        } catch {
          guard former.value != nil, let offerings = last.value else { throw error }
          return OfferingsModel(await cache.appUserID, offerings.version)
        }
      }
    },
    fault(["customer.logout.stays-cleared"], "a log-out after a failure clears memory only") { parts in
      let hasFailed = parts.noteFailures { _ in }
      let (whole, partly) = (parts.logOut, parts.leavingStorage(parts.logOut))
      parts.logOut = { cache in try await (hasFailed.value > 0 ? partly : whole)(cache) }
    },
    fault(["customer.configure.other-user"], "takes users for one whose ids begin alike") { parts in
      let last: Memo<AppUserID?> = parts.world.world.storage.kept("the last user") { Memo(nil) }
      if let id = parts.setup.appUserID, let known = last.value?.text,
        id.text.hasPrefix(known) || known.hasPrefix(id.text), !id.isBlank
      {
        parts.setup.appUserID = last.value
      }
      last.value = parts.setup.appUserID
    },
    fault(
      ["customer.identity.survives-restart", "customer.identity.survives-kill"],
      "does not store the id that it makes up at a log-out"
    ) { parts in
      parts.logOut = { [storage = parts.storage, logOut = parts.logOut] cache in
        try await logOut(cache)
        try storage.apply([.remove(collection: "customer", key: "user")])
      }
    },
    fault(["customer.identity.made-up-ids-differ"], "makes up one id at each log-out") { parts in
      let made: Memo<Int> = parts.world.world.storage.kept("ids made up") { Memo(0) }
      parts.makeAnonymousID = { [make = parts.makeAnonymousID] in made.next() == 1 ? make() : "anonymous again" }
    },
    fault(["customer.policy.failure-keeps-data"], "a third failure in a row clears what is stored") { parts in
      let failures = parts.noteFailures { _ in }
      parts.close = { [storage = parts.storage, close = parts.close] cache in
        if failures.value > 2 { try storage.apply([.remove(collection: "customer", key: "info")]) }
        try await close(cache)
      }
    },
    fault(["customer.policy.failure-keeps-data"], "a purchase or a restore that fails clears the cache") {
      $0.purchase = { [purchase = $0.purchase] cache, product in
        try await attempt {
          try await purchase(cache, product)
        } onFailure: {
          try await cache.invalidateCustomerInfoCache()
        }
      }
    },
    fault(["customer.offline.served-for-ever"], "clears what the user has who logs in once more") {
      $0.logIn = { [logIn = $0.logIn] cache, user in
        if await cache.appUserID == user { try await cache.invalidateCustomerInfoCache() }
        try await logIn(cache, user)
      }
    },
    fault(["customer.offline.served-for-ever"], "expires after two years") { parts in
      let age = parts.knowAge()
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if age() > 731 * 86_400 { try await cache.invalidateCustomerInfoCache() }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.offline.entitlements-readable"], "stores nothing of over 64 KB") { parts in
      var storing = FaultyPaywallStorage(base: parts.storage)
      storing.makes = { change in if case .write(_, _, let value) = change { value.count < 65_536 } else { true } }
      parts.storage = storing
    },
  ]
}

extension CustomerParts {
  /// Returns a slot whose value the next run caches for its user, whoever it belonged to.
  fileprivate mutating func serveInNextRun() -> Memo<CustomerInfoModel?> {
    let left: Memo<CustomerInfoModel?> = world.world.storage.kept("left for the next run") { Memo(nil) }
    let insert = allowInsertions()
    started = { [started] cache in
      try await started(cache)
      guard let info = left.replace(nil) else { return }
      let user = await cache.appUserID
      try await insert(CustomerInfoModel(user, info.version, entitlements: info.entitlements), cache)
    }
    return left
  }

  /// Defers storing the customer info of purchases, restores and background refreshes until the app ends normally.
  fileprivate mutating func storeLater() {
    let pending = Memo<[StorageChange]>([])
    var storing = FaultyPaywallStorage(base: storage)
    storing.makes = { change in
      guard case .write(_, "info", _) = change, !StoringAtOnce.isOn else { return true }
      pending.change { $0.append(change) }
      return false
    }
    storage = storing
    func later(_ action: @escaping Action) -> Action {
      { cache in try await StoringAtOnce.$isOn.withValue(false) { try await action(cache) } }
    }
    restorePurchases = later(restorePurchases)
    enterForeground = later(enterForeground)
    enterBackground = later(enterBackground)
    purchase = { [purchase] cache, product in
      try await StoringAtOnce.$isOn.withValue(false) { try await purchase(cache, product) }
    }
    close = { [close, base = storing.base] cache in
      try base.apply(pending.replace([]))
      try await close(cache)
    }
  }

  /// Counts the failed requests for customer info since the last answer, and calls a closure with each count.
  mutating func noteFailures(_ note: @escaping @Sendable (Int) -> Void) -> Memo<Int> {
    let failures = Memo(0)
    origins.customerInfo = { [fetch = origins.customerInfo] user in
      let info = try await attempt {
        try await fetch(user)
      } onFailure: {
        note(failures.next())
      }
      failures.value = 0
      return info
    }
    return failures
  }
}

extension CustomerCache {
  /// Removes stored customer info that can no longer be read.
  fileprivate func removeUnread(from storage: any Storage) async throws {
    if (try? await customerInfo(.fromCacheOnly)) != nil { return }
    try storage.apply([.remove(collection: "customer", key: "info")])
  }
}
