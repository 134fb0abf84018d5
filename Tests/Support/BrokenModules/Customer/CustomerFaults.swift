import Foundation

extension CustomerAction {
  static let ios = "RevenueCat/purchases-ios"
  static let android = "RevenueCat/purchases-android"

  package static let faults: [Fault] =
    readFaults + policyFaults + lifeFaults + leavingFaults + offeringsFaults
    + keepingFaults + severalFaults + servingFaults + listenerFaults + storedFaults + repeatedFaults
    + whomFaults + meanwhileFaults + switchFaults + ageFaults + besideFaults + renewalFaults + standingFaults
    + seenFaults
}

/// Customer info to insert into a cache, for the task that requests it.
private enum Insertion {
  @TaskLocal static var info: CustomerInfoModel?
}

// MARK: Changes shared by several modules

extension CustomerParts {
  /// Returns a closure that inserts customer info into the cache as if it had been fetched.
  mutating func allowInsertions() -> @Sendable (CustomerInfoModel, CustomerCache) async throws -> Void {
    origins.restore = { [restore = origins.restore] user in
      if let info = Insertion.info { info } else { try await restore(user) }
    }
    return { info, cache in try await Insertion.$info.withValue(info) { _ = try await cache.restorePurchases() } }
  }

  /// Treats ids that differ only in case as equal.
  mutating func lowerIDs() {
    setup.appUserID = setup.appUserID.map { AppUserID($0.text.lowercased()) }
    logIn = { [logIn] cache, user in try await logIn(cache, AppUserID(user.text.lowercased())) }
  }

  /// Returns the cache, while its app runs.
  mutating func rememberCache() -> Memo<CustomerCache?> {
    let running = Memo<CustomerCache?>(nil)
    started = { [started] cache in
      try await started(cache)
      running.value = cache
    }
    close = { [close] cache in
      running.value = nil
      try await close(cache)
    }
    return running
  }

  /// Reads an id that an earlier run stored in another way, until the user is switched.
  mutating func readStoredID(_ read: @escaping @Sendable (String) -> Substring) throws {
    guard setup.appUserID == nil, try storage.read(collection: "customer", key: "user") != nil else { return }
    let switches = countSwitches()
    appUserID = { [appUserID] cache in
      let id = try await appUserID(cache)
      return switches.value == 0 ? id.map { AppUserID(String(read($0.text))) } : id
    }
  }

  /// Loses the value of a stored key when the app ends.
  mutating func loseAtEnd(_ key: String) {
    close = { [storage] cache in
      try storage.apply([.remove(collection: "customer", key: key)])
      await cache.close()
    }
  }

  /// Changes the server's answers with customer info.
  mutating func changeAnswers(
    _ change: @escaping @Sendable (AppUserID, CustomerInfoModel) async throws -> CustomerInfoModel
  ) {
    origins.customerInfo = { [fetch = origins.customerInfo] user in try await change(user, try await fetch(user)) }
  }

  /// Observes the server's offerings; with a count, only those that were requested before it changed.
  mutating func seeOfferings(
    olderThan count: Memo<Int>? = nil, _ see: @escaping @Sendable (OfferingsModel) -> Void
  ) {
    origins.offerings = { [fetch = origins.offerings] user in
      let before = count?.value
      let offerings = try await fetch(user)
      if count == nil || before != count?.value { see(offerings) }
      return offerings
    }
  }

  /// Offers something else where the cache has no offerings and gets none.
  mutating func offerWhereThereIsNone(_ others: @escaping @Sendable () -> OfferingsModel?) {
    offerings = { [offerings] cache in
      do { return try await offerings(cache) } catch {
        guard let others = others() else { throw error }
        return others
      }
    }
  }

  /// Returns the current listener, for a part that notifies it in addition to the cache.
  mutating func noteListener() -> Memo<CustomerInfoListener?> {
    let listening = Memo<CustomerInfoListener?>(nil)
    setListener = { [setListener] cache, listener in
      listening.value = listener
      try await setListener(cache, listener)
    }
    return listening
  }

  /// Returns a closure for the age of customer info, measured by the date.
  mutating func knowAge() -> @Sendable () -> TimeInterval {
    let fetched = Memo<Date?>(nil)
    changeAnswers { [world] _, info in
      fetched.value = world.now
      return info
    }
    return { [world] in fetched.value.map { world.now.timeIntervalSince($0) } ?? 0 }
  }

  /// Returns the user before the last switch.
  mutating func rememberFormerUser() -> Memo<AppUserID?> {
    let former = Memo<AppUserID?>(nil)
    logOut = { [logOut] cache in
      former.value = await cache.appUserID
      try await logOut(cache)
    }
    logIn = { [logIn] cache, user in
      if case let now = await cache.appUserID, now != user { former.value = now }
      try await logIn(cache, user)
    }
    return former
  }

  /// Clears memory, but leaves storage as it was, so that a restart finds the old values.
  func leavingStorage(_ clear: @escaping Action) -> Action {
    { [storage] cache in
      let before = try storage.readAll(collection: "customer")
      try await clear(cache)
      try storage.apply(before.map { .write(collection: "customer", key: $0.key, value: $0.value) })
    }
  }
}

/// An origin that answers the first request and one refresh.
func refreshingOnce<Value>(
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
