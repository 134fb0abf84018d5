/// Whether the task that fetches belongs to a read with `fetchCurrent`.
private enum Waiting {
  @TaskLocal static var isOn = false
}

extension CustomerAction {
  /// Faults in what happens to requests that are under way, and in who is notified.
  static let meanwhileFaults: [Fault] = [
    fault(
      ["customer.purchase.older-answer-discarded"], "an older answer to `fetchCurrent` takes the place of a purchase's"
    ) { parts in
      let (late, purchases) = (parts.insertWhenIdle(), parts.countPurchases())
      parts.seeAnswers(olderThan: purchases) { if Waiting.isOn { late.value = $0 } }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        try await Waiting.$isOn.withValue(policy == .fetchCurrent) { try await customerInfo(cache, policy) }
      }
    },
    fault(["customer.purchase.older-answer-discarded"], "tells of an older answer than a purchase's") { parts in
      let (listening, purchases) = (parts.noteListener(), parts.countPurchases())
      parts.seeAnswers(olderThan: purchases) { listening.value?($0) }
    },
    fault(["customer.listener.told-of-background-updates"], "tells of no entitlements that are as many as before") {
      let told = Memo<[String]>([])
      $0.tellOnly { info in
        let news = "\(info.appUserID) \(info.version) \(info.entitlements.count)"
        return told.change { told in
          defer { told = [news] }
          return told != [news]
        }
      }
    },
    fault(["customer.get.answer-for-another-user"], "tells of answers for another user") { parts in
      let listening = parts.noteListener()
      parts.changeAnswers { user, info in
        if info.appUserID != user { listening.value?(info) }
        return info
      }
    },
    fault(["customer.log.vending-from-cache"], "logs nothing where `notStaleCachedOrFetched` is answered at once") {
      let isQuiet = Memo(false)
      $0.log = { [log = $0.log] in if !isQuiet.value { log($0) } }
      $0.customerInfo = { [customerInfo = $0.customerInfo] cache, policy in
        isQuiet.value = policy == .notStaleCachedOrFetched
        defer { isQuiet.value = false }
        return try await customerInfo(cache, policy)
      }
    },
  ]
}
