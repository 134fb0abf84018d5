import Foundation

extension PaywallAction {
  /// Faults that appear only after the first time.
  static let secondTimeFaults: [Fault] = [
    fault(["paywall.cache.holds-most-recent"], "keeps the content of a version that it has") {
      $0.keepEntry { old, new in
        old.paywall.version == new.paywall.version ? PaywallCacheEntry(old.paywall, loadedAt: new.loadedAt) : new
      }
    },
    fault(["paywall.policy.max-age-restarts"], "an older version leaves the age as it was") {
      $0.keepEntry { old, new in
        old.paywall.version > new.paywall.version ? PaywallCacheEntry(new.paywall, loadedAt: old.loadedAt) : new
      }
    },
    fault(["paywall.policy.max-age-restarts"], "an answer of the server leaves the age as it was") {
      let newest = $0.noteWhoAnswers()
      $0.keepEntry { old, new in
        newest.value == "\(RemoteLayer.server)" ? PaywallCacheEntry(new.paywall, loadedAt: old.loadedAt) : new
      }
    },
    fault(["paywall.policy.cache-else-load-any-age"], "holds copies to the maxAge that it was given before") {
      let last = Memo<PaywallFetchPolicy?>(nil)
      $0.take { policy in
        if case .returnCacheDataIfNotExpiredElseLoad = policy { last.value = policy }
        return policy == .returnCacheDataElseLoad ? last.value ?? policy : policy
      }
    },
    fault(["paywall.fallback.automatic"], "uses a fallback once in each run") {
      let used = Memo<Set<Paywall>>([])
      $0.answer { load, soundly in
        let paywall = try await soundly(load)
        guard load.parts.fallbacks.contains(paywall), try load.entry == nil else { return paywall }
        if !used.change({ $0.insert(paywall).inserted }) { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.priority.fallback-after-cache"], "goes by the first fallback file for ever") { parts in
      let (collection, key) = ("setup", "first fallback")
      let now = parts.configuration.fallback.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) } ?? []
      let known = try parts.storage.read(collection: collection, key: key)
      if known == nil, !now.isEmpty {
        try parts.storage.apply([.write(collection: collection, key: key, value: now)])
      }
      let fallbacks = Paywall.list(bytes: known ?? now) ?? []
      parts.configuration.fallback = nil
      parts.answer { load, soundly in
        do { return try await soundly(load) } catch {
          guard let fallback = fallbacks.first(where: { $0.placement == load.placement }) else { throw error }
          return fallback
        }
      }
    },
    fault(["paywall.lifecycle.logout"], "the second log-out clears the cache") {
      let count = Memo(0)
      $0.logOut = { if count.next() > 1 { try $0.cleanUp() } }
    },
    fault(["paywall.policy.max-age-expired"], "a log-out dates all copies anew") { parts in
      let all = parts
      parts.logOut = { _ in try all.stamp { $0.now() } }
    },
    fault(["paywall.input.late-answer"], "caches a late answer for the placement that was asked for last") { parts in
      let (last, now, sound) = (Memo(""), parts.now, parts)
      parts.ask { remote, placement, reply in
        last.value = placement
        let start = now()
        remote.ask(placement) { answer in
          let isLate = now().timeIntervalSince(start) >= sound.configuration.timeOut.seconds
          if isLate, last.value != placement, let paywall = (try? answer.get()).flatMap(Paywall.init(bytes:)) {
            let leaked = Paywall(placement: last.value, version: paywall.version, content: paywall.content)
            try? sound.store(leaked, for: last.value, loadedAt: now())
          }
          reply(answer)
        }
      }
    },
    fault(["paywall.background.updates-cache"], "puts the next update off with each load") { parts in
      let (last, now) = (Memo(Date.distantPast), parts.now)
      let interval = parts.configuration.updateInterval?.seconds ?? 0
      parts.answer { load, soundly in
        last.value = now()
        return try await soundly(load)
      }
      parts.timers = [{ now().timeIntervalSince(last.value) < interval ? [] : $0 }]
    },
    fault(["paywall.priority.fallback-after-cache"], "a clean-up clears the fallback too") {
      let isCleared = Memo(false)
      $0.cleanUp = { [cleanUp = $0.cleanUp] in
        isCleared.value = true
        try await cleanUp($0)
      }
      $0.answer { load, soundly in
        let paywall = try await soundly(load)
        if isCleared.value, try load.entry == nil, load.parts.fallbacks.contains(paywall) { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "starts anew where it is set up otherwise") { parts in
      let now = Array("\(parts.configuration.timeOut)".utf8)
      let known = try parts.storage.read(collection: "setup", key: "time-out")
      if let known, known != now { try parts.storage.apply([.removeAll(collection: PaywallCache.collection)]) }
      try parts.storage.apply([.write(collection: "setup", key: "time-out", value: now)])
    },
    fault(["paywall.refresh.updates-cache"], "refreshes once a minute") {
      let last = Memo<Date?>(nil)
      $0.refresh = { [refresh = $0.refresh] load in
        let now = load.parts.now()
        if let date = last.replace(now), now.timeIntervalSince(date) < 60, let entry = try load.entry {
          return entry.paywall
        }
        return try await refresh(load)
      }
    },
    fault(["paywall.preload.critical-placements"], "preloads each placement once in a run") {
      let known = Memo<Set<String>>([])
      $0.critical = { placements in known.change { known in placements.filter { known.insert($0).inserted } } }
    },
    fault(["paywall.preload.others-unaffected"], "takes for critical what once was") {
      let known = Memo<Set<String>>([])
      $0.critical = { placements in
        known.change { $0.formUnion(placements) }
        return placements
      }
      $0.preloaded = { [preloaded = $0.preloaded] load in
        if known.value.contains(load.placement), let entry = try load.entry { return entry.paywall }
        return try await preloaded(load)
      }
    },
    fault(["paywall.input.never-answers"], "throws from the second time on that it has waited in vain") {
      let count = Memo(0)
      $0.answer { load, soundly in
        let start = load.parts.world.now
        let paywall = try await soundly(load)
        let waited = load.parts.world.now.timeIntervalSince(start)
        if waited >= load.parts.configuration.timeOut.seconds, count.next() > 1 { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.priority.recovers"], "never asks a layer again that was silent twice") { parts in
      let (asked, now) = (Memo<[String: Int]>([:]), parts.now)
      let timeOut = parts.configuration.timeOut
      parts.ask { remote, placement, reply in
        let key = "\(remote.name) \(placement)"
        if asked.value[key, default: 0] >= 2 { return reply(.failure(RemoteFailure.timeOut)) }
        asked.change { $0[key, default: 0] += 1 }
        let start = now()
        remote.ask(placement) { answer in
          if now().timeIntervalSince(start) < timeOut.seconds { asked.change { $0[key] = 0 } }
          reply(answer)
        }
      }
    },
  ]

  /// Faults that appear only with many placements, or large content.
  static let numberFaults: [Fault] = [
    fault(["paywall.priority.fallback-after-cache"], "knows the first three fallbacks") {
      $0.answer { load, soundly in
        let paywall = try await soundly(load)
        if load.parts.fallbacks.dropFirst(3).contains(paywall), try load.entry == nil { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.background.updates-cache"], "updates ten placements") { $0.timers = [{ Array($0.prefix(10)) }] },
    fault(["paywall.background.updates-cache"], "updates no name with a line break, a space or a slash in it") {
      $0.timers = [{ $0.filter { !$0.utf8.prefix(100).contains { $0 <= 0x20 || $0 == 0x2F } } }]
    },
    fault(["paywall.preload.critical-placements"], "preloads three placements") {
      $0.critical = { Set($0.sorted().prefix(3)) }
    },
    fault(["paywall.preload.others-unaffected"], "looks for what is critical without case") {
      let critical = Memo<Set<String>>([])
      $0.critical = { placements in
        critical.value = placements
        return placements
      }
      $0.preloaded = { load in
        let meant = critical.value.first { $0.lowercased() == load.placement.lowercased() }
        return try await load.sound.preloadedPaywall(for: meant ?? load.placement)
      }
    },
    fault(["paywall.preload.failure-is-silent"], "ends preloading with the second failure") {
      $0.endPreloading(withFailures: 2)
    },
    fault(["paywall.background.failure-keeps-copy"], "ends an update with the second failure") {
      $0.endUpdates(withFailures: 2)
    },
    fault(["paywall.cache.opaque"], "keeps 32 bits of a version") {
      $0.change { paywall in
        Paywall(
          placement: paywall.placement, version: Int(Int32(truncatingIfNeeded: paywall.version)),
          content: paywall.content)
      }
    },
    fault(["paywall.cache.opaque"], "takes zeros for the end of the content") {
      $0.change { paywall in
        let end = paywall.content.lastIndex { $0 != 0 } ?? -1
        return paywall.with { Array($0.prefix(end + 1)) }
      }
    },
    fault(["paywall.input.placement-names"], "knows the end of a long name") {
      $0.store { $0.key = { $0.utf8.count > 255 ? String(decoding: $0.utf8.suffix(255), as: UTF8.self) : $0 } }
    },
    fault(["paywall.input.placement-names"], "knows the two ends of a long name") {
      $0.store { $0.key = { $0.utf8.count > 255 ? "\($0.prefix(100))\($0.count)\($0.suffix(100))" : $0 } }
    },
    fault(["paywall.policy.max-age-young"], "takes whole seconds of maxAge") {
      $0.takeAge { policy in
        guard case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = policy else { return policy }
        return .returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(maxAge.components.seconds))
      }
    },
    fault(["paywall.policy.max-age-expired"], "takes a day or more for ever") {
      $0.takeAge { policy in
        guard case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = policy else { return policy }
        return maxAge >= .seconds(86_400) ? .returnCacheDataElseLoad : policy
      }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "rounds dates to ten minutes") {
      $0.keepEntry { _, new in
        let seconds = new.loadedAt.timeIntervalSinceReferenceDate
        return PaywallCacheEntry(
          new.paywall, loadedAt: Date(timeIntervalSinceReferenceDate: (seconds / 600).rounded(.down) * 600))
      }
    },
    fault(
      ["paywall.lifecycle.nothing-else-clears"], "writes a megabyte, and then keeps what this run has stored alone"
    ) {
      let known = Memo<(keys: Set<String>, count: Int)>(([], 0))
      $0.store { storage in
        let base = storage.base
        storage.makes = { change in
          guard case .write(let collection, let key, let value) = change else { return true }
          let keys = known.change { known in
            known = (known.keys.union([key]), known.count + value.count)
            return known.count > 1 << 20 ? known.keys : nil
          }
          guard let keys, let all = try? base.readAll(collection: collection) else { return true }
          let others = all.map(\.key).filter { !keys.contains($0) }
          try? base.apply(others.map { .remove(collection: collection, key: $0) })
          return true
        }
      }
    },
    fault(["paywall.overlap.same-placement"], "answers two loads at once, and no more") {
      let count = Memo(0)
      $0.answer { load, soundly in
        try await count.counting {
          let isOneTooMany = count.value > 2
          let paywall = try await soundly(load)
          if isOneTooMany { throw NothingCached() }
          return paywall
        }
      }
    },
  ]
}

extension PaywallParts {
  /// Replaces the entry that is stored over another.
  fileprivate mutating func keepEntry(
    _ entry: @escaping @Sendable (_ old: PaywallCacheEntry, _ new: PaywallCacheEntry) -> PaywallCacheEntry
  ) {
    let before = self
    store {
      $0.value = { key, value in
        guard let new = PaywallCacheEntry(bytes: value), let old = try? before.entry(for: key) else { return value }
        return entry(old, new).bytes
      }
    }
  }

  /// Replaces the paywalls that are stored.
  mutating func change(_ paywall: @escaping @Sendable (Paywall) -> Paywall) {
    store {
      $0.value = { _, value in
        guard let entry = PaywallCacheEntry(bytes: value) else { return value }
        return PaywallCacheEntry(paywall(entry.paywall), loadedAt: entry.loadedAt).bytes
      }
    }
  }
}
