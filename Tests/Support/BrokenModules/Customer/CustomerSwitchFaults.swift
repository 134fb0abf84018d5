import Foundation

extension CustomerAction {
  /// Faults in calls, notifications, timers and bytes when one user follows another, or comes back.
  static let switchFaults: [Fault] = queueFaults + returnFaults + followingFaults + leftByteFaults

  private static let queueFaults: [Fault] = [
    fault(
      ["customer.login.late-answer-discarded", "customer.logout.late-answer-discarded"],
      "sends a purchase that waits its turn in the name of whoever is the user by then"
    ) {
      let turns = Background()
      $0.purchase = { [purchase = $0.purchase] cache, product in
        try await turns.take { try await purchase(cache, product) }
      }
    },
    fault(
      ["customer.login.late-answer-discarded", "customer.logout.late-answer-discarded"],
      "sends a restore that waits its turn in the name of whoever is the user by then"
    ) {
      let turns = Background()
      $0.purchase = { [purchase = $0.purchase] cache, product in
        turns.begin { try await purchase(cache, product) }
        await turns.waitForAll()
      }
      $0.restorePurchases = { [restore = $0.restorePurchases] cache in
        await turns.waitForAll()
        try await restore(cache)
      }
    },
  ]

  private static let returnFaults: [Fault] = [
    fault(["customer.login.requests-during-switch"], "joins a request by the id of its user, and refuses its answer") {
      parts in
      let switches = parts.countSwitches()
      parts.origins.customerInfo = joiningByUser(parts.origins.customerInfo, switches)
      parts.origins.offerings = joiningByUser(parts.origins.offerings, switches)
    }
  ]

  private static let followingFaults: [Fault] = [
    fault(["customer.login.isolates-users"], "a log-in leaves offerings until others have come at it") { parts in
      let kept = Memo<OfferingsModel?>(nil)
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let isSame = await cache.appUserID == user
        let offerings = try? await cache.offerings(.fromCacheOnly)
        try await logIn(cache, user)
        if !isSame, (try? await cache.offerings()) == nil { kept.value = offerings }
      }
      parts.offerings = { [offerings = parts.offerings] cache in
        if let offerings = kept.value { offerings } else { try await offerings(cache) }
      }
    },
    fault(["customer.listener.told-of-background-updates"], "takes another user's of the same version for no news") {
      let told = Memo<String?>(nil)
      $0.tellOnly { info in
        let news = "\(info.version) \(info.entitlements)"
        return told.replace(news) != news
      }
    },
    fault(["customer.listener.told-of-background-updates"], "drops the listener when the same user logs in once more") {
      $0.logIn = { [logIn = $0.logIn] cache, user in
        if await cache.appUserID == user { await cache.setListener(nil) }
        try await logIn(cache, user)
      }
    },
    fault(["customer.logout.anonymous"], "a log-out that is refused clears customer info") {
      $0.logOut = { [logOut = $0.logOut] cache in
        do {
          try await logOut(cache)
        } catch CustomerCacheError.nobodyLoggedIn {
          try await cache.invalidateCustomerInfoCache()
          throw CustomerCacheError.nobodyLoggedIn
        }
      }
    },
    fault(["customer.logout.anonymous"], "a log-out that is refused clears offerings") {
      let isCleared = Memo(false)
      $0.logOut = { [logOut = $0.logOut] cache in
        do {
          try await logOut(cache)
        } catch CustomerCacheError.nobodyLoggedIn {
          isCleared.value = true
          throw CustomerCacheError.nobodyLoggedIn
        }
      }
      $0.offerings = { [offerings = $0.offerings] cache in
        if isCleared.replace(false) { try await cache.offerings(.fetchCurrent) } else { try await offerings(cache) }
      }
    },
  ]

  private static let leftByteFaults: [Fault] = [
    fault(["customer.logout.isolates-users"], "keeps what it stored last beside what it stores") { parts in
      let copies = parts.copies
      parts.logOut = { [logOut = parts.logOut] cache in
        let last = try copies.last
        try await logOut(cache)
        try copies.keep(last)
      }
      parts.changeAnswers { _, info in
        try copies.keep(nil)
        return info
      }
    },
    fault(["customer.logout.isolates-users"], "keeps what it could not read when it started") { parts in
      let (copies, whole) = (
        parts.copies, parts.world.world.storage.kept("what was stored at the end") { Memo<[UInt8]?>(nil) }
      )
      if let found = try copies.last, let last = whole.value, found != last { try copies.keep(found) }
      parts.close = { [close = parts.close] cache in
        whole.value = try copies.last
        try await close(cache)
      }
    },
  ]
}

/// Copies that a module stores in addition to those of the reference.
struct StoredCopies: Sendable {
  fileprivate let storage: any Storage

  /// The stored customer info.
  var last: [UInt8]? { get throws { try storage.read(collection: "customer", key: "info") } }

  func keep(_ copy: [UInt8]?) throws {
    try storage.apply([
      copy.map { .write(collection: "copies", key: "info", value: $0) } ?? .remove(collection: "copies", key: "info")
    ])
  }
}

extension CustomerParts {
  var copies: StoredCopies { StoredCopies(storage: storage) }

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
}

/// Joins requests for the same user, and rejects an answer that was requested before a switch.
private func joiningByUser<Value: Sendable>(
  _ fetch: @escaping @Sendable (AppUserID) async throws -> Value, _ switches: Memo<Int>
) -> @Sendable (AppUserID) async throws -> Value {
  let underWay = Memo<[AppUserID: Task<(Value, Int), any Error>]>([:])
  return { user in
    let (value, number) = try await underWay.joining(user) { [number = switches.value] in
      (try await fetch(user), number)
    }.result
    if number != switches.value { throw CustomerCacheError.userChanged }
    return value
  }
}
