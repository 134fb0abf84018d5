extension PaywallAction {
  /// Faults of what the cache holds.
  static let cacheFaults: [Fault] = [
    fault(["paywall.cache.holds-most-recent", "paywall.overlap.update-during-load"], "keeps the first copy") {
      $0.store { storage in
        let base = storage.base
        storage.makes = { change in
          guard case .write(let collection, let key, _) = change else { return true }
          return (try? base.read(collection: collection, key: key)) == nil
        }
      }
    },
    fault(["paywall.cache.per-placement"], "has one copy for all placements") { $0.store { $0.key = { _ in "one" } } },
    fault(
      [
        "paywall.cache.failed-load-keeps-copy", "paywall.background.failure-keeps-copy",
        "paywall.lifecycle.nothing-else-clears",
      ], "drops the copy when a load or an update fails"
    ) { parts in
      let storage = parts.storage
      parts.take { answer, placement in
        if case .failure = answer {
          try? storage.apply([.remove(collection: PaywallCache.collection, key: placement)])
        }
        return answer
      }
    },
    fault(["paywall.cache.opaque"], "takes the content for text") {
      $0.cached = { paywall in
        paywall.map {
          Paywall(
            placement: $0.placement, version: $0.version,
            content: Array(String(decoding: $0.content, as: UTF8.self).utf8))
        }
      }
    },
  ]
}
