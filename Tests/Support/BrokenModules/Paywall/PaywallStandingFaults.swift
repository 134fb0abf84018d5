import Foundation

extension PaywallAction {
  /// Faults with copies that are old, from an earlier run, or dated in the future, and after failures.
  static let standingFaults: [Fault] = [
    fault(["paywall.fallback.older-than-cache"], "prefers a newer fallback to what an earlier run cached") {
      let isFirst = $0.isFirstRun
      $0.preferFallback { _, copy, fallback in !isFirst && fallback.version > copy.paywall.version }
    },
    fault(["paywall.policy.max-age-expired-offline"], "prefers the fallback where data should be of this minute") {
      $0.preferFallback { load, _, _ in load.maxAge.map { $0 < .seconds(60) } ?? false }
    },
    fault(["paywall.priority.cache-after-network"], "prefers the fallback to a copy from the future") {
      $0.preferFallback { load, copy, _ in copy.loadedAt > load.parts.now() }
    },
    fault(["paywall.policy.max-age-expired"], "counts ages of over a day in whole days") {
      $0.load = { load in
        guard let maxAge = load.maxAge, let entry = try load.entry else { return try await load.soundly() }
        let age = load.parts.now().timeIntervalSince(entry.loadedAt)
        let isYoung = age > 86_400 && (age / 86_400).rounded(.down) * 86_400 <= maxAge.seconds
        return isYoung ? entry.paywall : try await load.soundly()
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "has room for 5 MB") { parts in
      let sizes = Memo<[String: Int]>([:])
      let storage = parts.storage
      parts.store {
        $0.makes = { change in
          guard case .write(let collection, let key, let value) = change else { return true }
          let first = sizes.change { sizes -> String? in
            sizes[key] = value.count
            guard sizes.values.reduce(0, +) > 5_000_000 else { return nil }
            return sizes.keys.filter { $0 != key }.min()
          }
          if let first {
            sizes.change { $0[first] = nil }
            try? storage.apply([.remove(collection: collection, key: first)])
          }
          return true
        }
      }
    },
    fault(["paywall.policy.max-age-restarts"], "the second update in a row that fails makes the copy young") { parts in
      let (before, failed) = (parts, Memo<[String: Int]>([:]))
      parts.take { answer, placement in
        if case .success = answer { failed.change { $0[placement] = nil } }
        return answer
      }
      parts.whenFailed(.update) { placement in
        guard failed.next(placement) == 2, let entry = try? before.entry(for: placement) else { return }
        try? before.store(entry.paywall, for: placement, loadedAt: before.now())
      }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "stores no date of an update that brings the same again") {
      $0.keepInMemory { storage, key, value in
        guard PaywallWork.current == .update,
          let bytes = try? storage.read(collection: PaywallCache.collection, key: key)
        else { return false }
        return PaywallCacheEntry(bytes: bytes)?.paywall == PaywallCacheEntry(bytes: value)?.paywall
      }
    },
    fault(["paywall.adaptive.poor-network-prefers-cache"], "loads over a poor network what is over a day old") {
      $0.loadAdaptively = { load in
        let age = try load.entry.map { load.parts.now().timeIntervalSince($0.loadedAt) } ?? 0
        return try await load.under(
          load.policy ?? (age > 86_400 ? .reloadRevalidatingCacheData : .returnCacheDataElseLoad))
      }
    },
    fault(["paywall.policy.clock-set-back"], "counts from each start where the date lies in the future") {
      let (isFirst, start) = ($0.isFirstRun, $0.now())
      $0.load = { load in
        guard !isFirst, let maxAge = load.maxAge, let entry = try load.entry, entry.loadedAt > start else {
          return try await load.soundly()
        }
        let isYoung = load.parts.now().timeIntervalSince(start) <= maxAge.seconds
        return isYoung ? entry.paywall : try await load.under(nil)
      }
    },
    fault(["paywall.lifecycle.manual-cleanup-clears"], "clears memory alone at the second clean-up") { parts in
      let left: Memo<[PaywallCacheEntry]> = parts.world.world.storage.kept("left by a clean-up") { Memo([]) }
      for entry in left.replace([]) {
        try parts.store(entry.paywall, for: entry.paywall.placement, loadedAt: entry.loadedAt)
      }
      let count = Memo(0)
      parts.cleanUp = { [before = parts] sound in
        if count.next() > 1 { left.value = try before.placements.compactMap { try before.entry(for: $0) } }
        try sound.cleanUp()
      }
    },
    fault(["paywall.lifecycle.survives-restart"], "stores nothing more once a load has failed") {
      let hasFailed = Memo(false)
      $0.whenFailed(.call) { _ in hasFailed.value = true }
      $0.keepInMemory { _, _, _ in hasFailed.value }
    },
    fault(["paywall.priority.cdn-first"], "answers the second load of a placement from the cache") {
      let loads = Memo<[String: Int]>([:])
      $0.load = { load in
        guard load.policy == nil, loads.next(load.placement) == 2, let entry = try load.entry else {
          return try await load.soundly()
        }
        return entry.paywall
      }
    },
  ]
}

extension PaywallParts {
  /// Returns the fallback when no remote layer has answered, if a condition on the copy holds.
  fileprivate mutating func preferFallback(
    where isPreferred: @escaping @Sendable (PaywallLoad, _ copy: PaywallCacheEntry, _ fallback: Paywall) -> Bool
  ) {
    guard let server = configuration.remotes.last else { return }
    answer(noting: server) { load, soundly, hasFailed in
      let paywall = try await soundly(load)
      guard hasFailed.value, let copy = try load.entry,
        let fallback = load.parts.fallbacks.first(where: { $0.placement == load.placement }),
        isPreferred(load, copy, fallback)
      else { return paywall }
      return fallback
    }
  }
}
