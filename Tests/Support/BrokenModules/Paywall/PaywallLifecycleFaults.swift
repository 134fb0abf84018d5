import Foundation

extension PaywallAction {
  /// Faults of updates in the background, and of what the cache survives.
  static let lifecycleFaults: [Fault] = [
    fault(["paywall.background.updates-cache"], "never updates") { $0.store { $0.lists = { _ in [] } } },
    fault(["paywall.background.repeats"], "updates once") {
      let hasUpdated = Memo(false)
      $0.store { $0.lists = { hasUpdated.replace(true) ? [] : $0 } }
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
    fault(["paywall.lifecycle.survives-restart"], "keeps copies in memory only") { $0.storage = MemoryStorage() },
    keepsTheCache,
    fault(["paywall.lifecycle.manual-cleanup-clears"], "cleans nothing up") { $0.cleanUp = { _ in } },
    fault(["paywall.lifecycle.age-survives-restart"], "counts the age from the start of the app") { parts in
      let start = parts.world.now
      parts.load = { load in
        let age = load.parts.world.now.timeIntervalSince(start)
        if let maxAge = load.maxAge, age <= maxAge.seconds, let entry = try load.entry { return entry.paywall }
        return try await load.soundly()
      }
    },
    fault(["paywall.lifecycle.unreadable-copy"], "returns damage as an empty paywall") { $0.takeDamageForCopies() },
    fault(["paywall.lifecycle.logout"], "a log-out clears the cache", seenIn: "Adapty iOS 3.17.2") {
      $0.logOut = { try $0.cleanUp() }
    },
    fault(["paywall.lifecycle.survives-kill"], "writes only when it is closed") {
      $0.storage = LateStorage($0.storage)
    },
  ]

  /// The reference that keeps its copies in a place that removing the app does not clear.
  private static let keepsTheCache: Fault = {
    let outside = PaywallOutside()
    return fault(["paywall.lifecycle.reinstall-clears"], "keeps copies where removal does not reach") {
      $0.storage = outside.storage(of: $0.world)
    }
  }()
}
