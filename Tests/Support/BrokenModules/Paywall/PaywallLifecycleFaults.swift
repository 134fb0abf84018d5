import Foundation

extension PaywallAction {
  /// Faults of updates in the background, and of what the cache survives.
  static let lifecycleFaults: [Fault] = [
    fault(["paywall.background.repeats"], "updates once") {
      let hasUpdated = Memo(false)
      $0.store { $0.lists = { hasUpdated.replace(true) ? [] : $0 } }
    },
    fault(["paywall.lifecycle.survives-restart"], "keeps copies in memory only") { $0.storage = MemoryStorage() },
    keepsTheCache,
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
