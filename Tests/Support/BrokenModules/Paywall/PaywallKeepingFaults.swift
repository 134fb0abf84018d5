import Foundation

extension PaywallAction {
  /// Copies that are kept or used only until an unrelated event.
  static let keepingFaults: [Fault] = [
    fault(["paywall.lifecycle.nothing-else-clears"], "has room for five hundred copies") {
      let kept = Memo<[String]>([])
      $0.store { storage in
        let base = storage.base
        storage.makes = { change in
          guard case .write(let collection, let key, _) = change, !kept.value.contains(key) else { return true }
          let dropped = kept.change { kept in
            defer { kept = kept.suffix(499) + [key] }
            return kept.dropLast(499)
          }
          try? base.apply(dropped.map { .remove(collection: collection, key: $0) })
          return true
        }
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "writes everything anew, and knows what this run stored alone") {
      let known = Memo<Set<String>>([])
      $0.store { storage in
        let base = storage.base
        storage.makes = { change in
          guard case .write(let collection, let key, _) = change else { return true }
          let isFirst = known.change { known in
            defer { known.insert(key) }
            return known.isEmpty
          }
          let others = isFirst ? (try? base.readAll(collection: collection).map(\.key).filter { $0 != key }) ?? [] : []
          try? base.apply(others.map { .remove(collection: collection, key: $0) })
          return true
        }
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "has no room for a copy of more than two megabytes") {
      $0.store { storage in
        storage.makes = { if case .write(_, _, let value) = $0 { value.count <= 2 << 20 } else { true } }
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "drops what it is to preload before it asks") { parts in
      let storage = parts.storage
      parts.preload = { sound, placements in
        try storage.apply(placements.map { .remove(collection: PaywallCache.collection, key: $0) })
        sound.preload(placements)
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "drops the copy that the adaptive service had to fall back to") {
      let hasFailed = Memo(false)
      $0.take { answer, _ in
        if case .failure = answer { hasFailed.value = true }
        return answer
      }
      $0.loadAdaptively = { [loadAdaptively = $0.loadAdaptively, storage = $0.storage] load in
        hasFailed.value = false
        let paywall = try await loadAdaptively(load)
        if hasFailed.value {
          try storage.apply([.remove(collection: PaywallCache.collection, key: load.placement)])
        }
        return paywall
      }
    },
    fault(["paywall.lifecycle.nothing-else-clears"], "starts afresh with another fallback file") {
      let file = $0.configuration.fallback.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) } ?? []
      if let known = try $0.storage.read(collection: "setup", key: "fallback"), known != file {
        try $0.storage.apply([.removeAll(collection: PaywallCache.collection)])
      }
      try $0.storage.apply([.write(collection: "setup", key: "fallback", value: file)])
    },
    fault(["paywall.cache.holds-most-recent"], "writes a copy over a longer one, and leaves the end of that") {
      $0.store { storage in
        let base = storage.base
        storage.value = { key, value in
          guard let old = try? base.read(collection: PaywallCache.collection, key: key),
            let before = PaywallCacheEntry(bytes: old), let entry = PaywallCacheEntry(bytes: value)
          else { return value }
          let paywall = entry.paywall.with { $0 + before.paywall.content.dropFirst($0.count) }
          return PaywallCacheEntry(paywall, loadedAt: entry.loadedAt).bytes
        }
      }
    },
    fault(["paywall.policy.cache-else-load-hit"], "asks at each hundredth hit") {
      let hits = Memo(0)
      $0.load = { load in
        guard load.policy == .returnCacheDataElseLoad, try load.entry != nil else { return try await load.soundly() }
        let isDue = hits.next().isMultiple(of: 100)
        return try await load.under(isDue ? .reloadRevalidatingCacheData : load.policy)
      }
    },
  ]
}
