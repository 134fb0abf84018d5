import Foundation

extension CustomerAction {
  /// Faults in a copy after a failure, for another user, or in a later run.
  static let standingFaults: [Fault] = failingFaults + otherUserFaults + laterRunFaults + renewedFaults

  private static let failingFaults: [Fault] = [
    fault(["customer.offline.served-for-ever"], "drops the copy at the tenth refresh that fails") { parts in
      let isOver = Memo(false)
      _ = parts.noteFailures { if $0 == 10 { isOver.value = true } }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if isOver.replace(false) { try await cache.invalidateCustomerInfoCache() }
        return try await customerInfo(cache, policy)
      }
    },
    fault(["customer.listener.told-of-background-updates"], "does not tell of what follows a failure") {
      let hasFailed = Memo(false)
      _ = $0.noteFailures { _ in hasFailed.value = true }
      $0.tellOnly { _ in !hasFailed.replace(false) }
    },
    fault(["customer.policy.failure-keeps-data"], "a late failure drops whatever is cached by then") { parts in
      let (switches, running) = (parts.countSwitches(), parts.rememberCache())
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        let before = switches.value
        return try await attempt {
          try await fetch(user)
        } onFailure: {
          if before != switches.value { try await running.value?.invalidateCustomerInfoCache() }
        }
      }
    },
    fault(["customer.policy.not-stale-cached-or-fetched"], "a read that fails makes what is old young for the next") {
      parts in
      let makeYoung = parts.canMakeYoung()
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        try await attempt {
          try await customerInfo(cache, policy)
        } onFailure: {
          if policy == .notStaleCachedOrFetched { makeYoung() }
        }
      }
    },
  ]

  private static let otherUserFaults: [Fault] = [
    fault(["customer.info.survives-restart"], "stores nothing more once a user has logged out") { parts in
      let isOut = Memo(false)
      var storing = FaultyPaywallStorage(base: parts.storage)
      storing.makes = { change in if case .write(_, "info", _) = change { !isOut.value } else { true } }
      parts.storage = storing
      parts.logOut = { [logOut = parts.logOut] cache in
        isOut.value = true
        try await logOut(cache)
      }
    },
    fault(["customer.login.late-answer-discarded"], "an answer for the user before makes what is old young") { parts in
      let (switches, makeYoung) = (parts.countSwitches(), parts.canMakeYoung())
      parts.seeAnswers(olderThan: switches) { _ in makeYoung() }
    },
    fault(["customer.logout.isolates-users"], "leaves bytes at the second log-out of a run") { parts in
      let (copies, count) = (parts.copies, Memo(0))
      parts.logOut = { [logOut = parts.logOut] cache in
        let last = try copies.last
        try await logOut(cache)
        if count.next() > 1 { try copies.keep(last) }
      }
    },
    keepingOfferings("of one who logged in") { switches, _ in switches > 0 },
  ]

  private static let laterRunFaults: [Fault] = [
    fault(["customer.foreground.refreshes-when-old"], "leaves old in the foreground what it has not fetched itself") {
      parts in
      let isFetched = Memo(false)
      parts.changeAnswers { _, info in
        isFetched.value = true
        return info
      }
      parts.enterForeground = { [enterForeground = parts.enterForeground] cache in
        if isFetched.value { try await enterForeground(cache) } else { await cache.endCycle() }
      }
    },
    fault(["customer.listener.not-told-twice"], "tells of the first answer of each run, news or not") { parts in
      let (running, isFirst, listening) = (parts.rememberCache(), Memo(true), parts.noteListener())
      parts.changeAnswers { _, info in
        if isFirst.replace(false), try await running.value?.customerInfo(.fromCacheOnly) == info {
          listening.value?(info)
        }
        return info
      }
    },
    fault(["customer.identity.survives-restart"], "keeps an id as a line") {
      try $0.readStoredID { $0.prefix { $0 != "\n" } }
    },
  ]

  private static let renewedFaults: [Fault] = [
    keepingOfferings("that were refreshed") { _, refreshes in refreshes > 2 },
    fault(["customer.get.refreshes-when-old"], "keeps what was refreshed twice for ten minutes") { parts in
      let (count, age) = (Memo(0), parts.knowAge())
      parts.changeAnswers { _, info in
        count.next()
        return info
      }
      parts.isContent { count.value > 2 && age() <= 600 }
    },
    fault(["customer.get.refreshes-when-old"], "keeps entitlements for ten minutes") { parts in
      let (isEntitled, age) = (Memo(false), parts.knowAge())
      parts.changeAnswers { _, info in
        isEntitled.value = !info.entitlements.isEmpty
        return info
      }
      parts.isContent { isEntitled.value && age() <= 600 }
    },
    fault(["customer.foreground.quiet-when-young"], "asks each second time that the app comes to the foreground") {
      let count = Memo(0)
      $0.enterForeground = { [background = $0.background, enterForeground = $0.enterForeground] cache in
        try await enterForeground(cache)
        if count.next().isMultiple(of: 2) { background.begin { _ = try? await cache.customerInfo(.fetchCurrent) } }
      }
    },
    fault(["customer.invalidate.leaves-the-rest"], "an invalidation fails a read of offerings that is under way") {
      parts in
      let count = Memo(0)
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        count.next()
        try await invalidate(cache)
      }
      parts.origins.offerings = { [fetch = parts.origins.offerings] user in
        let before = count.value
        let offerings = try await fetch(user)
        if before != count.value { throw OriginFailure.noConnection }
        return offerings
      }
    },
  ]

  /// The reference that keeps offerings for ten minutes if a condition holds for the number of user switches and the
  /// number of answers with offerings so far.
  private static func keepingOfferings(
    _ which: String, _ isKept: @escaping @Sendable (_ switches: Int, _ refreshes: Int) -> Bool
  ) -> Fault {
    fault(["customer.offerings.refreshes-when-old"], "keeps offerings \(which) for ten minutes") { parts in
      let (switches, refreshes, date) = (parts.countSwitches(), Memo(0), Memo<Date?>(nil))
      parts.seeOfferings { [world = parts.world] _ in
        refreshes.next()
        date.value = world.now
      }
      parts.offerings = { [offerings = parts.offerings, world = parts.world] cache in
        if isKept(switches.value, refreshes.value), let date = date.value, world.now.timeIntervalSince(date) <= 600,
          let kept = try? await cache.offerings(.fromCacheOnly)
        {
          return kept
        }
        return try await offerings(cache)
      }
    }
  }
}
