extension PaywallAction {
  /// Faults of what the cache holds.
  static let cacheFaults: [Fault] = [
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
    }
  ]
}
