import Foundation

extension PaywallAction {
  /// Modules that look at their copies too early or too seldom, or change dates when they rewrite copies.
  static let meanwhileFaults: [Fault] =
    offlineFaults + rewritingFaults + [
      fault(["paywall.preload.none-when-empty"], "leaves the repository as it is where nothing is critical") {
        $0.preload = { sound, placements in if !placements.isEmpty { sound.preload(placements) } }
      },
      fault(["paywall.preload.none-when-empty"], "makes no other repository while it preloads") {
        let underWay = $0.countRequests()
        $0.preload = { sound, placements in if underWay.value == 0 { sound.preload(placements) } }
      },
      fault(["paywall.lifecycle.manual-cleanup-clears"], "a clean-up removes a hundred copies") { parts in
        let all = parts
        parts.cleanUp = { _ in
          let first = try all.placements.sorted().prefix(100)
          try all.storage.apply(first.map { .remove(collection: PaywallCache.collection, key: $0) })
        }
      },
      fault(["paywall.background.updates-cache"], "updates no more once there was nothing to update") {
        let isOver = Memo(false)
        $0.store {
          $0.lists = { list in
            if list.isEmpty { isOver.value = true }
            return isOver.value ? [] : list
          }
        }
      },
    ]

  /// Faults that appear when no remote layer answers.
  private static let offlineFaults: [Fault] = [
    fault(["paywall.priority.cache-after-network"], "takes the copy that was there before it asked") {
      $0.answerOffline { _, before, paywall in before?.paywall ?? paywall }
    },
    fault(["paywall.priority.cache-after-network"], "looks whether there is a copy before it asks") {
      $0.answerOffline { load, before, paywall in
        if before != nil { return paywall }
        guard let fallback = load.fallback else { throw NothingCached() }
        return fallback
      }
    },
    fault(["paywall.priority.cache-after-network"], "prefers the fallback to a copy that is a week old") {
      $0.answerOffline { load, before, paywall in
        let isOld = before?.isYoung(.seconds(604_800), at: load.parts.now()) == false
        return isOld ? load.fallback ?? paywall : paywall
      }
    },
    fault(["paywall.fallback.older-than-cache"], "prefers a newer fallback to a copy that is older than a month") {
      $0.answerOffline { load, before, paywall in
        guard let fallback = load.fallback, fallback.version > paywall.version else { return paywall }
        return before?.isYoung(.seconds(30 * 86_400), at: load.parts.now()) == false ? fallback : paywall
      }
    },
  ]

  private static let rewritingFaults: [Fault] = [
    fault(["paywall.lifecycle.age-survives-restart"], "dates at the start what was loaded again unchanged") { parts in
      let (before, marks) = (parts, "unchanged")
      for (placement, _) in try parts.storage.readAll(collection: marks) {
        guard let entry = try parts.entry(for: placement) else { continue }
        try parts.store(entry.paywall, for: placement, loadedAt: parts.now())
      }
      parts.store {
        $0.value = { key, value in
          let isUnchanged = (try? before.entry(for: key))?.paywall == PaywallCacheEntry(bytes: value)?.paywall
          try? before.storage.apply([
            isUnchanged ? .write(collection: marks, key: key, value: [1]) : .remove(collection: marks, key: key)
          ])
          return value
        }
      }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "dates all copies anew at each hundredth change") { parts in
      let (before, count) = (parts, Memo(0))
      parts.store {
        $0.makes = { _ in
          if count.next().isMultiple(of: 100) { try? before.stamp { $0.now() } }
          return true
        }
      }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "dates all copies anew at the start after a hundred changes") {
      let (storage, count, mark, close) = ($0.storage, Memo(0), "many changes", $0.close)
      if try storage.read(collection: mark, key: mark) != nil { try $0.stamp { $0.now() } }
      try storage.apply([.remove(collection: mark, key: mark)])
      $0.store {
        $0.makes = { _ in
          count.next()
          return true
        }
      }
      $0.close = { sound in
        // A mark that cannot be stored is lost, as it would be in a cache that works like this.
        if count.value >= 100 { try? storage.apply([.write(collection: mark, key: mark, value: [1])]) }
        close(sound)
      }
    },
  ]
}

extension PaywallLoad {
  /// The fallback of the placement, or nil.
  fileprivate var fallback: Paywall? { parts.fallbacks.first { $0.placement == placement } }
}

extension PaywallParts {
  /// Replaces the answer to a call in which the last remote layer failed, given the entry from before the call.
  fileprivate mutating func answerOffline(
    _ answer: @escaping @Sendable (PaywallLoad, _ before: PaywallCacheEntry?, Paywall) throws -> Paywall
  ) {
    self.answer(noting: configuration.remotes[1]) { load, soundly, hasFailed in
      let before = try load.entry
      let paywall = try await soundly(load)
      return hasFailed.value ? try answer(load, before, paywall) : paywall
    }
  }
}
