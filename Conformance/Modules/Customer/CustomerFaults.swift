import Foundation

extension CustomerAction {
  static let ios = "RevenueCat/purchases-ios"
  static let android = "RevenueCat/purchases-android"

  package static let faults: [Fault] =
    readFaults + policyFaults + lifeFaults + leavingFaults + offeringsFaults
    + keepingFaults + severalFaults + servingFaults + listenerFaults + storedFaults + repeatedFaults
    + whomFaults + meanwhileFaults + switchFaults + ageFaults + besideFaults + renewalFaults + standingFaults
}

/// Customer info that is put in a cache, in a task that asks for it.
private enum Insertion {
  @TaskLocal static var info: CustomerInfoModel?
}

// MARK: Changes that several modules make

extension CustomerParts {
  /// What puts customer info in the cache as if it had been fetched.
  mutating func allowInsertions() -> @Sendable (CustomerInfoModel, CustomerCache) async throws -> Void {
    origins.restore = { [restore = origins.restore] user in
      if let info = Insertion.info { info } else { try await restore(user) }
    }
    return { info, cache in try await Insertion.$info.withValue(info) { _ = try await cache.restorePurchases() } }
  }

  /// Ids that differ in case are one.
  mutating func lowerIDs() {
    setup.appUserID = setup.appUserID.map { AppUserID($0.text.lowercased()) }
    logIn = { [logIn] cache, user in try await logIn(cache, AppUserID(user.text.lowercased())) }
  }

  /// The cache, while its app runs.
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

  /// An id that an earlier run stored is read in another way, until the user is another.
  mutating func readStoredID(_ read: @escaping @Sendable (String) -> Substring) throws {
    guard setup.appUserID == nil, try storage.read(collection: "customer", key: "user") != nil else { return }
    let switches = countSwitches()
    appUserID = { [appUserID] cache in
      let id = try await appUserID(cache)
      return switches.value == 0 ? id.map { AppUserID(String(read($0.text))) } : id
    }
  }

  /// What is stored under a key is lost when the app ends.
  mutating func loseAtEnd(_ key: String) {
    close = { [storage] cache in
      try storage.apply([.remove(collection: "customer", key: key)])
      await cache.close()
    }
  }

  /// What becomes of the answers of the server about what a user owns.
  mutating func changeAnswers(
    _ change: @escaping @Sendable (AppUserID, CustomerInfoModel) async throws -> CustomerInfoModel
  ) {
    origins.customerInfo = { [fetch = origins.customerInfo] user in try await change(user, try await fetch(user)) }
  }

  /// The offerings that the server answers with; with a count, those that were asked for before it changed.
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

  /// What is offered where the cache has nothing and gets nothing.
  mutating func offerWhereThereIsNone(_ others: @escaping @Sendable () -> OfferingsModel?) {
    offerings = { [offerings] cache in
      do { return try await offerings(cache) } catch {
        guard let others = others() else { throw error }
        return others
      }
    }
  }

  /// The listener that is set, for what tells it beside the cache.
  mutating func noteListener() -> Memo<CustomerInfoListener?> {
    let listening = Memo<CustomerInfoListener?>(nil)
    setListener = { [setListener] cache, listener in
      listening.value = listener
      try await setListener(cache, listener)
    }
    return listening
  }

  /// How long ago customer info was fetched, by the date.
  mutating func knowAge() -> @Sendable () -> TimeInterval {
    let fetched = Memo<Date?>(nil)
    changeAnswers { [world] _, info in
      fetched.value = world.now
      return info
    }
    return { [world] in fetched.value.map { world.now.timeIntervalSince($0) } ?? 0 }
  }

  /// The user whom the app left last.
  mutating func rememberFormerUser() -> Memo<AppUserID?> {
    let former = Memo<AppUserID?>(nil)
    logOut = { [logOut] cache in
      former.value = await cache.appUserID
      try await logOut(cache)
    }
    logIn = { [logIn] cache, user in
      former.value = await cache.appUserID
      try await logIn(cache, user)
    }
    return former
  }

  /// What memory forgets stays in storage, and a restart finds it there.
  func leavingStorage(_ clear: @escaping Action) -> Action {
    { [storage] cache in
      let before = try storage.readAll(collection: "customer")
      try await clear(cache)
      try storage.apply(before.map { .write(collection: "customer", key: $0.key, value: $0.value) })
    }
  }
}

/// What a module fetches from, that answers a first request and one refresh.
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
