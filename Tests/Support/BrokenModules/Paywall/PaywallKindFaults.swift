import Foundation

extension PaywallAction {
  /// Faults across runs of the app, and with users.
  static let runFaults: [Fault] = [
    fault(["paywall.lifecycle.logout"], "a log-out clears the cache", seenIn: "Adapty iOS 3.17.2") {
      $0.logOut = { try $0.cleanUp() }
    },
    fault(["paywall.fallback.older-than-cache"], "prefers the fallback where it is newer") {
      $0.answer { load, soundly in
        let before = try load.entry
        let paywall = try await soundly(load)
        guard let before, before.paywall == paywall, try load.entry?.loadedAt == before.loadedAt else { return paywall }
        let fallback = load.parts.fallbacks.first { $0.placement == load.placement }
        return fallback.map { $0.version > paywall.version ? $0 : paywall } ?? paywall
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "drops at the start what is older than a month") { parts in
      for placement in try parts.placements {
        guard let entry = try parts.entry(for: placement) else { continue }
        if entry.isYoung(.seconds(30 * 86_400), at: parts.now()) { continue }
        try parts.storage.apply([.remove(collection: PaywallCache.collection, key: placement)])
      }
    },
    fault(["paywall.fallback.never-masks-newer-data"], "caches the fallback at the next start") { parts in
      for fallback in parts.fallbacks where try !parts.placements.isEmpty && parts.entry(for: fallback.placement) == nil
      {
        try parts.store(fallback, for: fallback.placement, loadedAt: parts.now())
      }
    },
    fault(["paywall.fallback.never-masks-newer-data"], "puts the fallback in place of the copy at the next start") {
      parts in
      for fallback in parts.fallbacks where try parts.entry(for: fallback.placement) != nil {
        try parts.store(fallback, for: fallback.placement, loadedAt: parts.now())
      }
    },
    fault(["paywall.lifecycle.survives-restart"], "keeps later versions in memory only") {
      $0.keepInMemory { storage, key, _ in (try? storage.read(collection: PaywallCache.collection, key: key)) != nil }
    },
    fault(
      ["paywall.lifecycle.age-survives-restart", "paywall.policy.max-age-restarts"],
      "a failed load makes the copy young"
    ) {
      $0.answer { load, soundly in
        let before = try load.entry
        let paywall = try await soundly(load)
        if load.policy != .returnCacheDataElseLoad, let before, before.paywall == paywall, load.maxAge == nil {
          try load.store(paywall, loadedAt: load.parts.now())
        }
        return paywall
      }
    },
    fault(["paywall.overlap.restart-during-load"], "stores what arrives after its end, of an update too") { parts in
      let underWay = parts.countRequests()
      parts.close = { if underWay.value == 0 { $0.close() } }
    },
  ]

  /// Faults that appear only with several placements.
  static let severalFaults: [Fault] = [
    fault(["paywall.priority.cdn-first"], "answers no load") { $0.answer { _, _ in throw NothingCached() } },
    fault(["paywall.cache.holds-most-recent"], "has room for two copies, and keeps the first") {
      let storage = $0.storage
      $0.store {
        $0.makes = { change in
          guard case .write(let collection, let key, _) = change else { return true }
          let keys = (try? storage.readAll(collection: collection).map(\.key)) ?? []
          return keys.count < 2 || keys.contains(key)
        }
      }
    },
    fault(["paywall.lifecycle.survives-restart"], "does not start where something is cached") {
      if try !$0.placements.isEmpty { throw NothingCached() }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "has room for a hundred copies") {
      $0.dropOthers(beyond: 100)
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "keeps no copy of a large paywall") {
      $0.store {
        $0.makes = { change in if case .write(_, _, let value) = change { value.count < 1 << 18 } else { true } }
      }
    },
    fault(["paywall.policy.max-age-restarts"], "has one age for all placements") {
      $0.load = { load in
        guard let maxAge = load.maxAge, let entry = try load.entry else { return try await load.soundly() }
        let ages = try load.parts.placements.compactMap { try load.parts.entry(for: $0)?.loadedAt }
        let newest = PaywallCacheEntry(entry.paywall, loadedAt: ages.max() ?? entry.loadedAt)
        let isYoung = newest.isYoung(maxAge, at: load.parts.now())
        return try await load.under(isYoung ? .returnCacheDataElseLoad : .reloadRevalidatingCacheData)
      }
    },
    fault(["paywall.input.placement-names"], "compares names without case") {
      $0.store { $0.key = { $0.lowercased() } }
    },
    fault(["paywall.input.placement-names"], "compares names without white space") {
      $0.store { $0.key = { $0.filter { !$0.isWhitespace } } }
    },
    fault(["paywall.cache.per-placement"], "a failure of one ends all that are under way") {
      $0.endAllWithAFailure()
    },
    fault(["paywall.cache.per-placement"], "asks nobody for a minute after ten failures") {
      $0.rest(.seconds(60), afterFailures: 10)
    },
    fault(["paywall.preload.failure-is-silent"], "ends preloading with the first failure") {
      $0.endPreloading(withFailures: 1)
    },
  ]

  /// Faults of background updates that loads do not have.
  static let updateFaults: [Fault] = [
    fault(["paywall.background.updates-cache"], "updates one placement only") { $0.timers = [{ Array($0.prefix(1)) }] },
    fault(["paywall.background.updates-cache"], "updates the last placement only") {
      $0.timers = [{ Array($0.suffix(1)) }]
    },
    fault(["paywall.background.updates-cache"], "updates in memory only") {
      $0.keepInMemory { _, _, _ in PaywallWork.current == .update }
    },
    fault(["paywall.background.failure-keeps-copy"], "ends an update with the first failure") {
      $0.endUpdates(withFailures: 1)
    },
    fault(["paywall.policy.max-age-restarts"], "a failed update makes the copy young") { parts in
      let before = parts
      parts.ask { remote, placement, reply in
        if PaywallWork.current == .update, let entry = try? before.entry(for: placement) {
          try? before.store(entry.paywall, for: placement, loadedAt: before.now())
        }
        remote.ask(placement, reply)
      }
    },
    fault(["paywall.policy.max-age-restarts"], "an update leaves the age as it was") { parts in
      let before = parts
      parts.store {
        $0.value = { key, value in
          guard
            PaywallWork.current == .update, let old = try? before.entry(for: key),
            let new = PaywallCacheEntry(bytes: value)
          else { return value }
          return PaywallCacheEntry(new.paywall, loadedAt: old.loadedAt).bytes
        }
      }
    },
    fault(
      ["paywall.background.keeps-nothing-waiting", "paywall.overlap.other-placement"], "answers nothing while it waits"
    ) {
      let underWay = $0.countRequests()
      $0.answer { load, soundly in
        if underWay.value > 0 { throw NothingCached() }
        return try await soundly(load)
      }
    },
  ]
}
