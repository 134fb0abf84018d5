import Foundation

extension PaywallAction {
  package static let faults: [Fault] = [
    fault(["paywall.fallback.needs-configuration"], "hands out any placement's fallback") {
      $0.load = { load in
        do {
          return try await load.soundly()
        } catch {
          let file = try load.parts.configuration.fallback.map { [UInt8](try Data(contentsOf: $0)) }
          guard let first = file.flatMap(Paywall.list(bytes:))?.first else { throw error }
          return first
        }
      }
    },
    fault(["paywall.fallback.automatic"], "has to be told of the fallback again at each start") {
      if try !$0.placements.isEmpty { $0.configuration.fallback = nil }
    },
    fault(
      ["paywall.fallback.older-than-cache"], "prefers a newer fallback to the copy after some kinds of failure",
      seenIn: "Adapty iOS 3.17.2"
    ) { parts in
      let failed = Memo<[String: Bool]>([:])
      parts.take { answer, placement in
        if case .success = answer { failed.change { $0[placement] = false } }
        if [.noNetwork, .refused, .timeOut].contains(where: answer.fails) { failed.change { $0[placement] = true } }
        return answer
      }
      parts.answer { load, soundly in
        let paywall = try await soundly(load)
        guard failed.value[load.placement] == true, let copy = try load.entry?.paywall, copy == paywall else {
          return paywall
        }
        let fallback = load.parts.fallbacks.first { $0.placement == load.placement }
        return fallback.map { $0.version > copy.version ? $0 : copy } ?? copy
      }
    },
    fault(
      ["paywall.fallback.placement-names"], "does not find names that are not ASCII",
      seenIn: "adaptyteam/AdaptySDK-iOS 97df270c"
    ) {
      $0.load = { load in
        let paywall = try await load.soundly()
        if try load.entry == nil, !load.placement.utf8.allSatisfy({ $0 < 0x80 }) { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.fallback.unreadable-file"], "does not start without its fallback file") {
      if let file = $0.configuration.fallback { _ = try Data(contentsOf: file) }
    },
    fault(["paywall.background.repeats"], "updates once") {
      let hasUpdated = Memo(false)
      $0.store { $0.lists = { hasUpdated.replace(true) ? [] : $0 } }
    },
    fault(
      ["paywall.background.failure-keeps-copy"], "updates no more once an answer could not be read", seenIn: reports
    ) { parts in
      let isOver = Memo(false)
      parts.take { answer, _ in
        if case .success(let bytes) = answer, Paywall(bytes: bytes) == nil { isOver.value = true }
        return answer
      }
      parts.store { $0.lists = { isOver.value ? [] : $0 } }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "has room for 8 MB in all", seenIn: reports) {
      $0.dropOthers(beyondBytes: 8 << 20)
    },
    fault(
      ["paywall.lifecycle.age-survives-restart"], "stores the time of day, and reads it as one of home",
      seenIn: reports
    ) {
      $0.load = { load in
        let before = try load.entry
        let paywall = try await load.soundly()
        if let entry = try load.entry, entry.bytes != before?.bytes {
          let ahead = TimeInterval(load.parts.world.timeZone.secondsFromGMT())
          try load.store(entry.paywall, loadedAt: entry.loadedAt.addingTimeInterval(ahead))
        }
        return paywall
      }
    },
    fault(["paywall.lifecycle.survives-restart"], "keeps copies in memory only") { $0.storage = MemoryStorage() },
    keepsTheCache,
    fault(["paywall.lifecycle.logout"], "a log-out clears the cache", seenIn: "Adapty iOS 3.17.2") {
      $0.logOut = { try $0.cleanUp() }
    },
    fault(["paywall.lifecycle.survives-kill"], "writes only when it is closed") {
      $0.storage = LateStorage($0.storage)
    },
    fault(
      ["paywall.overlap.same-placement", "paywall.overlap.other-placement"], "has room for one load at a time"
    ) {
      let isBusy = Memo(false)
      $0.load = { load in
        if isBusy.replace(true) {
          _ = try await load.soundly()
          throw NothingCached()
        }
        defer { isBusy.change { $0 = false } }
        return try await load.soundly()
      }
    },
    fault(
      ["paywall.overlap.logout-during-load"], "caches what was under way at a log-out over what was loaded since",
      seenIn: "adaptyteam/AdaptySDK-iOS 64f900ee"
    ) { parts in
      let (before, logOuts) = (parts, Memo(0))
      parts.logOut = { _ in logOuts.next() }
      parts.ask { remote, placement, reply in
        let count = logOuts.value
        remote.ask(placement) { answer in
          if count != logOuts.value, let paywall = (try? answer.get()).flatMap(Paywall.init(bytes:)) {
            // A failure to store is ignored, because a sound cache would store nothing here.
            try? before.store(paywall, for: placement, loadedAt: before.now())
          }
          reply(answer)
        }
      }
    },
    fault(["paywall.refresh.follows-the-order"], "knows the network only when it refreshes") {
      $0.refresh = { try await $0.first(of: [.cdn, .server]) }
    },
    fault(["paywall.preload.none-when-empty"], "takes no critical placement for all that are cached") { parts in
      let sound = parts
      parts.critical = { placements in placements.isEmpty ? Set(try sound.placements) : placements }
    },
    fault(["paywall.preload.others-unaffected"], "the repository keeps whatever it once returned") {
      let returned = Memo<[String: Paywall]>([:])
      $0.preloaded = { load in
        if let paywall = returned.value[load.placement] { return paywall }
        let paywall = try await load.sound.preloadedPaywall(for: load.placement)
        returned.change { $0[load.placement] = paywall }
        return paywall
      }
    },
    fault(
      ["paywall.policy.default-is-reload"], "goes on showing the old paywall",
      seenIn: "adaptyteam/AdaptySDK-Flutter#126"
    ) { $0.take { $0 ?? .returnCacheDataElseLoad } },
    fault(["paywall.policy.reload-asks-network-first"], "reads the cache first") {
      $0.take { $0 == .reloadRevalidatingCacheData ? .returnCacheDataElseLoad : $0 }
    },
    fault(["paywall.policy.cache-else-load-hit"], "reloads") {
      $0.take { $0 == .returnCacheDataElseLoad ? .reloadRevalidatingCacheData : $0 }
    },
    fault(
      ["paywall.policy.cache-else-load-any-age", "paywall.lifecycle.nothing-else-clears"],
      "lets copies expire after a month"
    ) {
      let month = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(30 * 86_400))
      $0.take { $0 == .returnCacheDataElseLoad ? month : $0 }
    },
    fault(["paywall.policy.cache-else-load-miss"], "does not load") {
      $0.load = { load in
        guard load.policy == .returnCacheDataElseLoad else { return try await load.soundly() }
        return try await load.first(of: [.cache, .fallback])
      }
    },
    fault(["paywall.policy.max-age-miss"], "fails without a copy") {
      $0.load = { load in
        if load.maxAge != nil, try load.entry == nil { throw NothingCached() }
        return try await load.soundly()
      }
    },
    fault(["paywall.policy.max-age-expired-offline"], "does not return an expired copy") {
      $0.load = { load in
        guard let maxAge = load.maxAge, try load.entry?.isYoung(maxAge, at: load.parts.world.now) == false else {
          return try await load.soundly()
        }
        return try await load.first(of: [.cdn, .server, .fallback])
      }
    },
    fault(
      ["paywall.policy.max-age-restarts"], "leaves the stored time where the response is not newer",
      seenIn: "adaptyteam/AdaptySDK-iOS, the maxAge policy"
    ) {
      $0.load = { load in
        let before = try load.entry
        let paywall = try await load.soundly()
        if let before, before.paywall.version >= paywall.version {
          try load.store(paywall, loadedAt: before.loadedAt)
        }
        return paywall
      }
    },
    fault(["paywall.policy.max-age-restarts"], "a load that asks nothing renews the age") {
      $0.load = { load in
        if load.policy == .returnCacheDataElseLoad, let copy = try load.entry {
          try load.store(copy.paywall, loadedAt: load.parts.now())
        }
        return try await load.soundly()
      }
    },
    fault(["paywall.policy.max-age-extremes"], "takes a maxAge below zero for none") {
      $0.load = { try await $0.under(($0.maxAge ?? .zero) < .zero ? .returnCacheDataElseLoad : $0.policy) }
    },
    fault(
      ["paywall.policy.clock-set-back"], "a copy of the future never goes stale",
      seenIn: "Adapty iOS 3.17.2, and any cache that compares a stored date with now"
    ) {
      $0.load = { load in
        guard load.maxAge != nil, let entry = try load.entry, entry.loadedAt > load.parts.world.now else {
          return try await load.soundly()
        }
        return entry.paywall
      }
    },
    fault(["paywall.priority.cdn-first"], "asks the server first") {
      $0.configuration.remotes.reverse()
    },
    fault(
      ["paywall.priority.server-after-cdn", "paywall.priority.kinds-of-failure"],
      "asks the server only after a time-out or an error of the CDN, and never where a copy is cached",
      seenIn: "Adapty iOS 3.17.2"
    ) { parts in
      let before = parts
      parts.asks(.server) { failure, placement in
        let copy = try? before.entry(for: placement)
        guard case .failure(let error) = failure, copy == nil else { return false }
        switch error as? RemoteFailure {
        case .timeOut, .status(500...): return true
        case .noNetwork, .refused, .status: return false
        // The reference's own time-out, which no layer answers with.
        case nil: return true
        }
      }
    },
    fault(
      ["paywall.priority.server-after-cdn", "paywall.priority.kinds-of-failure"],
      "does not ask the server after a refused connection"
    ) {
      $0.asks(.server) { failure, _ in !failure.fails(by: .refused) }
    },
    fault(["paywall.cache.holds-most-recent"], "drops every other write to its storage") {
      let writes = Memo(0)
      $0.store { $0.makes = { change in if case .write = change { writes.next() % 2 == 1 } else { true } } }
    },
    fault(["paywall.policy.max-age-expired"], "keeps the date in whole seconds", seenIn: reports) { parts in
      parts.now = { [now = parts.now] in Date(timeIntervalSince1970: now().timeIntervalSince1970.rounded(.down)) }
    },
    fault(["paywall.priority.cache-after-network"], "a copy of a month is none offline", seenIn: reports) {
      $0.answer { load, soundly in
        let before = try load.entry
        let paywall = try await soundly(load)
        let month = Duration.days(30)
        if let before, before.paywall == paywall, !before.isYoung(month, at: load.parts.world.now),
          try load.entry?.loadedAt == before.loadedAt, load.policy == nil
        {
          throw NothingCached()
        }
        return paywall
      }
    },
    fault(["paywall.priority.no-shared-limit"], "asks eight times a second at most", seenIn: reports) { parts in
      let asked = Memo<[Date]>([])
      parts.ask { [now = parts.now] remote, placement, reply in
        let now = now()
        let recent = asked.change { dates in
          dates = dates.filter { now.timeIntervalSince($0) < 1 } + [now]
          return dates.count
        }
        guard recent <= 8 else { return reply(.failure(RemoteFailure.refused)) }
        remote.ask(placement, reply)
      }
    },
    fault(
      ["paywall.overlap.other-placement"], "caches one of several that are loaded at once", seenIn: reports
    ) { parts in
      let underWay = Memo<[String: Int]>([:])
      parts.answer { [storage = parts.storage] load, soundly in
        let before = try load.entry
        underWay.change { $0[load.placement, default: 0] += 1 }
        defer { underWay.change { $0[load.placement]? -= 1 } }
        let paywall = try await soundly(load)
        let isBesideAnother = underWay.value.contains { $0.key != load.placement && $0.value > 0 }
        if isBesideAnother, try load.entry?.paywall == paywall, before?.paywall != paywall {
          try storage.apply([
            before.map { .write(collection: PaywallCache.collection, key: load.placement, value: $0.bytes) }
              ?? .remove(collection: PaywallCache.collection, key: load.placement)
          ])
        }
        return paywall
      }
    },
  ]

  /// Public reports of bugs of this kind.
  private static let reports = "public reports of paywall caches"

  package static let composites = [
    Composite(
      name: "Adapty iOS 3.17.2",
      faults: [
        "asks the server only after a time-out or an error of the CDN, and never where a copy is cached",
        "a copy of the future never goes stale", "a log-out clears the cache",
        // Last, because it wraps the loads that others replace.
        "prefers a newer fallback to the copy after some kinds of failure",
      ]),
    Composite(
      name: "reports of losses",
      faults: [
        "does not ask the server after a refused connection",
        "caches what was under way at a log-out over what was loaded since", "how much is cached, always small",
      ]),
  ]

  /// The reference that keeps its copies in a place that removing the app does not clear.
  private static let keepsTheCache: Fault = {
    let outside = PaywallOutside()
    return fault(["paywall.lifecycle.reinstall-clears"], "keeps copies where removal does not reach") {
      $0.storage = outside.storage(of: $0.world)
    }
  }()
}

extension PaywallParts {
  /// Asks a layer only if a condition on the answer of the layer before it holds; otherwise it fails at once.
  fileprivate mutating func asks(
    _ layer: RemoteLayer, where isAsked: @escaping @Sendable (Result<[UInt8], any Error>, _ placement: String) -> Bool
  ) {
    let answers = Memo<[String: Result<[UInt8], any Error>]>([:])
    ask { remote, placement, reply in
      if remote.name == "\(layer)" {
        let answer = answers.value[placement] ?? .failure(NothingCached())
        guard isAsked(answer, placement) else { return reply(.failure(RemoteFailure.refused)) }
        return remote.ask(placement, reply)
      }
      answers.change { $0[placement] = nil }
      remote.ask(placement) { answer in
        answers.change { $0[placement] = answer }
        reply(answer)
      }
    }
  }

  /// Fails every request for a placement soon after a request for another.
  mutating func limitRate(_ interval: Duration) {
    let (last, now) = (Memo<(placement: String, date: Date)?>(nil), now)
    ask { remote, placement, reply in
      if let last = last.value, last.placement != placement, now().timeIntervalSince(last.date) < interval.seconds {
        return reply(.failure(RemoteFailure.refused))
      }
      last.value = (placement, now())
      remote.ask(placement, reply)
    }
  }
}
