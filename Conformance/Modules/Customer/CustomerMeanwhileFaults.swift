import CacheConformance
import CacheSpec
import CacheVocabulary
import ReferenceCache

/// Whether a read by `fetchCurrent` waits, in a task that fetches.
private enum Waiting {
  @TaskLocal static var isOn = false
}

extension CustomerAction {
  /// What comes of requests that are under way, and who hears of it.
  static let meanwhileFaults: [Fault] = [
    fault(
      ["customer.purchase.older-answer-discarded"], "an older answer to `fetchCurrent` takes the place of a purchase's"
    ) { parts in
      let (purchases, late, insert) = (Memo(0), Memo<CustomerInfoModel?>(nil), parts.allowInsertions())
      parts.changeAnswers(beginning: { purchases.value }) { info, before in
        if before != purchases.value, Waiting.isOn { late.value = info }
      }
      parts.purchase = { [purchase = parts.purchase] in
        try await purchase($0, $1)
        purchases.next()
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        try await Waiting.$isOn.withValue(policy == .fetchCurrent) { try await customerInfo(cache, policy) }
      }
      parts.insertWhenIdle(late, insert)
    },
    fault(["customer.listener.not-told-twice"], "tells of an older answer than a purchase's") { parts in
      let (purchases, listening) = (Memo(0), Memo<CustomerInfoListener?>(nil))
      parts.changeAnswers(beginning: { purchases.value }) { info, before in
        if before != purchases.value { listening.value?(info) }
      }
      parts.purchase = { [purchase = parts.purchase] in
        try await purchase($0, $1)
        purchases.next()
      }
      parts.tellToo(listening)
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
      let listening = Memo<CustomerInfoListener?>(nil)
      parts.changeAnswers { user, info in
        if info.appUserID != user { listening.value?(info) }
        return info
      }
      parts.tellToo(listening)
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
    fault(["customer.background.refreshes-after-a-day"], "refreshes in the background only what is cached") {
      $0.enterBackground = { [enterBackground = $0.enterBackground] cache in
        if (try? await cache.customerInfo(.fromCacheOnly)) != nil { try await enterBackground(cache) }
      }
    },
  ]
}

extension CustomerParts {
  /// The listener that is set, for what tells it beside the cache.
  fileprivate mutating func tellToo(_ listening: Memo<CustomerInfoListener?>) {
    setListener = { [setListener] cache, listener in
      listening.value = listener
      try await setListener(cache, listener)
    }
  }
}
