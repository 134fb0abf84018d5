import Foundation

extension PaywallAction {
  /// Effects that last too long, or end too early.
  static let lastingFaults: [Fault] = [
    fault(
      ["paywall.adaptive.good-network-reloads", "paywall.adaptive.poor-network-prefers-cache"],
      "goes by the policy that was named once"
    ) {
      let named = Memo<PaywallFetchPolicy?>(nil)
      $0.loadAdaptively = { load in
        if let policy = load.policy { named.value = policy }
        return try await load.sound.loadAdaptively(load.placement, override: named.value)
      }
    },
    fault(["paywall.lifecycle.survives-restart"], "keeps in memory only what updates of a later run bring") {
      let isFirst = $0.isFirstRun
      $0.keepInMemory { _, _, _ in !isFirst && PaywallWork.current == .update }
    },
    fault(["paywall.preload.critical-placements"], "preloads in its first run alone") {
      let isFirst = $0.isFirstRun
      $0.preload = { sound, placements in if isFirst { sound.preload(placements) } }
    },
    fault(["paywall.policy.cache-else-load-any-age"], "loads where the copy is from the future") {
      $0.load = { load in
        let isFromTheFuture = try load.entry.map { $0.loadedAt > load.parts.now() } ?? false
        return try await load.under(load.policy == .returnCacheDataElseLoad && isFromTheFuture ? nil : load.policy)
      }
    },
    fault(["paywall.overlap.other-placement"], "has six connections, and a call for each") {
      let underWay = $0.countRequests()
      $0.answer { load, soundly in
        guard underWay.value < 6 else { throw NothingCached() }
        return try await soundly(load)
      }
    },
    fault(["paywall.priority.fallback-after-cache"], "drops the fallback with a log-out") {
      let isOut = Memo(false)
      $0.logOut = { sound in
        isOut.value = true
        sound.logOut()
      }
      $0.answer { load, soundly in
        let paywall = try await soundly(load)
        if isOut.value, load.parts.fallbacks.contains(paywall) { throw NothingCached() }
        return paywall
      }
    },
    knowing("its letters and digits") { name in name.filter { $0.isLetter || $0.isNumber } },
    knowing("its letters without accents") { name in name.folding(options: .diacriticInsensitive, locale: nil) },
    knowing("its letters one by one") { name in name.precomposedStringWithCompatibilityMapping },
  ]
}

extension PaywallParts {
  /// Whether this is the first run of the app in its world.
  var isFirstRun: Bool {
    let hasRun = world.world.storage.kept("runs") { Memo(false) }
    return !hasRun.replace(true)
  }
}
