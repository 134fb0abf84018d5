import Foundation

extension CustomerAction {
  /// Faults in which cached values are served, and to whom.
  static let servingFaults: [Fault] = [
    fault(["customer.policy.stale-served-then-refreshed"], "waits where the data is over a day old") { parts in
      let (fetched, elapsed) = (Memo(Duration.zero), stopwatch(parts.world.clock))
      parts.changeAnswers { _, info in
        fetched.value = elapsed()
        return info
      }
      parts.refreshFirst { elapsed() - fetched.value > .seconds(86_400) }
    },
    fault(["customer.policy.stale-served-then-refreshed"], "waits where the data was old when the app started") {
      let isFetched = Memo(false)
      let stored = try $0.storage.read(collection: "dates", key: "info")
      let date = stored.flatMap { Double(String(decoding: $0, as: UTF8.self)) }
      let wasOld = date.map { [world = $0.world] in world.now.timeIntervalSinceReferenceDate - $0 > 300 } ?? false
      $0.changeAnswers { [world = $0.world, storage = $0.storage] _, info in
        isFetched.value = true
        let date = Array("\(world.now.timeIntervalSinceReferenceDate)".utf8)
        try storage.apply([.write(collection: "dates", key: "info", value: date)])
        return info
      }
      $0.refreshFirst { wasOld && !isFetched.value }
    },
    fault(["customer.login.requests-during-switch"], "asks for offerings in turn, whoever they are for") {
      let turns = Background()
      $0.origins.offerings = { [fetch = $0.origins.offerings] user in try await turns.take { try await fetch(user) } }
    },
    fault(["customer.login.requests-during-switch"], "asks behind a purchase, whoever buys") {
      let turns = Background()
      $0.origins.purchase = { [purchase = $0.origins.purchase] product, user in
        try await turns.take { try await purchase(product, user) }
      }
      $0.origins.customerInfo = { [fetch = $0.origins.customerInfo] user in
        await turns.waitForAll()
        return try await fetch(user)
      }
    },
    fault(["customer.login.requests-during-switch"], "asks when the first answer of a run is there") {
      let (turns, hasAsked) = (Background(), Memo(false))
      $0.origins.customerInfo = { [fetch = $0.origins.customerInfo] user in
        if !hasAsked.replace(true) { return try await turns.take { try await fetch(user) } }
        await turns.waitForAll()
        return try await fetch(user)
      }
    },
    fault(["customer.offline.entitlements-readable"], "has them end three days after the last answer of this run") {
      let age = $0.knowAge()
      $0.leaveEntitlementsOut { age() > 3 * 86_400 }
    },
    fault(["customer.offline.entitlements-readable"], "loses them in the second run that gets no answer") {
      let runs = $0.world.world.storage.kept("runs since an answer") { Memo(0) }
      runs.next()
      $0.changeAnswers { _, info in
        runs.value = 1
        return info
      }
      $0.leaveEntitlementsOut { runs.value > 2 }
    },
    fault(["customer.offline.entitlements-readable"], "keeps sixteen entitlements at most") {
      $0.changeEntitlements { _, entitlements in Array(entitlements.prefix(16)) }
    },
    fault(["customer.offline.entitlements-readable"], "keeps entitlements as one text, with commas between") {
      $0.changeEntitlements { _, entitlements in
        entitlements.joined(separator: ",").split(separator: ",").map(String.init)
      }
    },
    fault(["customer.offline.entitlements-readable"], "adds entitlements, and takes none away") {
      let owned = Memo<[AppUserID: [String]]>([:])
      $0.changeEntitlements { user, entitlements in
        owned.change { owned in
          let others = owned[user, default: []].filter { !entitlements.contains($0) }
          owned[user] = entitlements + others
          return entitlements + others
        }
      }
    },
  ]
}

extension CustomerParts {
  /// Waits for a refresh if it is due, and serves the cached value if the refresh fails.
  fileprivate mutating func refreshFirst(_ isDue: @escaping @Sendable () -> Bool) {
    customerInfo = { [customerInfo] cache, policy in
      let mayServe = policy == nil || policy == .cachedOrFetched
      if mayServe, isDue(), let info = try? await cache.customerInfo(.fetchCurrent) { return info }
      return try await customerInfo(cache, policy)
    }
  }

  /// Returns customer info without entitlements while a condition holds.
  fileprivate mutating func leaveEntitlementsOut(_ isDue: @escaping @Sendable () -> Bool) {
    customerInfo = { [customerInfo] cache, policy in
      let info = try await customerInfo(cache, policy)
      return isDue() ? CustomerInfoModel(info.appUserID, info.version) : info
    }
  }

  /// Changes the entitlements in the server's answers.
  fileprivate mutating func changeEntitlements(_ change: @escaping @Sendable (AppUserID, [String]) -> [String]) {
    changeAnswers { user, info in
      CustomerInfoModel(info.appUserID, info.version, entitlements: change(user, info.entitlements))
    }
  }
}
