import Foundation

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
      let before = former.replace(await cache.appUserID)
      do { try await logOut(cache) } catch {
        former.value = before
        throw error
      }
    }
    logIn = { [logIn] cache, user in
      if case let now = await cache.appUserID, now != user, !user.isBlank { former.value = now }
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

  /// Counts the switches of the user.
  mutating func countSwitches() -> Memo<Int> {
    let count = Memo(0)
    logIn = { [logIn] cache, user in
      try await logIn(cache, user)
      count.next()
    }
    logOut = { [logOut] cache in
      try await logOut(cache)
      count.next()
    }
    return count
  }

  /// Removes customer info after a request that failed, in one way or in any, once the cache is idle.
  mutating func invalidateOnFailure(_ failure: OriginFailure? = nil) {
    let hasFailed = Memo(false)
    origins.customerInfo = { [fetch = origins.customerInfo] user in
      do {
        return try await fetch(user)
      } catch {
        if failure == nil || error as? OriginFailure == failure { hasFailed.value = true }
        throw error
      }
    }
    waitUntilIdle = { cache in
      await cache.waitUntilIdle()
      if hasFailed.replace(false) { try await cache.invalidateCustomerInfoCache() }
    }
  }

  /// Loses the value of a stored key when the app ends.
  mutating func loseAtEnd(_ key: String) {
    close = { [storage] cache in
      try storage.apply([.remove(collection: "customer", key: key)])
      await cache.close()
    }
  }

  var copies: StoredCopies { StoredCopies(storage: storage) }
}

/// Copies that a module stores in addition to those of the reference.
struct StoredCopies: Sendable {
  fileprivate let storage: any CacheStorage

  /// The stored customer info.
  var last: [UInt8]? { get throws { try storage.read(collection: "customer", key: "info") } }

  func keep(_ copy: [UInt8]?) throws {
    try storage.apply([
      copy.map { .write(collection: "copies", key: "info", value: $0) } ?? .remove(collection: "copies", key: "info")
    ])
  }
}
