import Foundation

extension PaywallAction {
  static let ageFaults: [Fault] = [
    fault(["paywall.policy.max-age-young", "paywall.policy.max-age-expired"], "takes maxAge the wrong way round") {
      $0.load = { load in
        guard let maxAge = load.maxAge, let entry = try load.entry else { return try await load.soundly() }
        let isYoung = entry.isYoung(maxAge, at: load.parts.world.now)
        return try await load.under(isYoung ? .reloadRevalidatingCacheData : .returnCacheDataElseLoad)
      }
    },
    fault(["paywall.policy.max-age-expired"], "ignores maxAge") {
      $0.load = { try await $0.under($0.maxAge == nil ? $0.policy : .returnCacheDataElseLoad) }
    },
    fault(["paywall.policy.max-age-extremes"], "takes a maxAge below zero for none") {
      $0.load = { try await $0.under(($0.maxAge ?? .zero) < .zero ? .returnCacheDataElseLoad : $0.policy) }
    },
    fault(["paywall.policy.max-age-miss"], "fails without a copy") {
      $0.load = { load in
        if load.maxAge != nil, try load.entry == nil { throw NothingCached() }
        return try await load.soundly()
      }
    },
    fault(["paywall.policy.max-age-expired-offline"], "does not return an expired copy") {
      $0.load = { load in
        guard let maxAge = load.maxAge, try load.entry?.isYoung(maxAge, at: load.parts.world.now) == false else {
          return try await load.soundly()
        }
        return try await load.first(of: [.cdn, .server, .fallback])
      }
    },
    fault(
      ["paywall.policy.max-age-restarts"], "leaves the stored time where the response is not newer",
      seenIn: "adaptyteam/AdaptySDK-iOS, the maxAge policy"
    ) {
      $0.load = { load in
        let before = try load.entry
        let paywall = try await load.soundly()
        if let before, before.paywall.version >= paywall.version {
          try load.store(paywall, loadedAt: before.loadedAt)
        }
        return paywall
      }
    },
    fault(
      ["paywall.policy.clock-set-back"], "a copy of the future never goes stale",
      seenIn: "Adapty iOS 3.17.2, and any cache that compares a stored date with now"
    ) {
      $0.load = { load in
        guard load.maxAge != nil, let entry = try load.entry, entry.loadedAt > load.parts.world.now else {
          return try await load.soundly()
        }
        return entry.paywall
      }
    },
    fault(["paywall.lifecycle.age-survives-restart"], "counts the age from the start of the app") { parts in
      let start = parts.world.now
      parts.load = { load in
        let age = load.parts.world.now.timeIntervalSince(start)
        if let maxAge = load.maxAge, age <= maxAge.seconds, let entry = try load.entry { return entry.paywall }
        return try await load.soundly()
      }
    },
  ]

  static let lifecycleFaults: [Fault] = [
    fault(["paywall.background.updates-cache"], "never updates") { $0.store { $0.lists = { _ in [] } } },
    fault(["paywall.background.repeats"], "updates once") {
      let hasUpdated = Memo(false)
      $0.store { $0.lists = { hasUpdated.replace(true) ? [] : $0 } }
    },
    fault(["paywall.lifecycle.survives-restart"], "keeps copies in memory only") { $0.storage = MemoryStorage() },
    keepsTheCache,
    fault(["paywall.lifecycle.survives-kill"], "writes only when it is closed") {
      $0.storage = LateStorage($0.storage)
    },
    fault(["paywall.lifecycle.manual-cleanup-clears"], "cleans nothing up") { $0.cleanUp = { _ in } },
    fault(["paywall.lifecycle.unreadable-copy"], "returns damage as an empty paywall") { $0.takeDamageForCopies() },
    fault(["paywall.lifecycle.unreadable-copy"], "returns what is left of a content") { $0.keepContentsApart(.trusts) },
  ]

  /// The reference that keeps its copies in a place that removing the app does not clear.
  private static let keepsTheCache: Fault = {
    let outside = PaywallOutside()
    return fault(["paywall.lifecycle.reinstall-clears"], "keeps copies where removal does not reach") {
      $0.storage = outside.storage(of: $0.world)
    }
  }()

  static let patternFaults: [Fault] = [
    fault(["paywall.adaptive.poor-network-prefers-cache"], "takes fair for good") { $0.takeForGood { $0 >= .fair } },
    fault(["paywall.adaptive.good-network-reloads"], "takes good for poor") { $0.takeForGood { $0 > .good } },
    fault(["paywall.adaptive.override-wins"], "lets a poor network overrule the caller") {
      $0.loadAdaptively = { load in
        let isPoor = load.parts.world.networkQuality < .good
        return try await load.sound.loadAdaptively(load.placement, override: isPoor ? nil : load.policy)
      }
    },
    fault(["paywall.refresh.updates-cache"], "refreshes over a good network only") {
      $0.refresh = { try await $0.sound.loadAdaptively($0.placement, override: nil) }
    },
    fault(["paywall.refresh.follows-the-order"], "knows the network only when it refreshes") {
      $0.refresh = { try await $0.first(of: [.cdn, .server]) }
    },
    fault(["paywall.preload.critical-placements"], "preloads nothing") { $0.critical = { _ in [] } },
    fault(["paywall.preload.failure-is-silent"], "preloads the first placement only") {
      $0.critical = { Set($0.sorted().prefix(1)) }
    },
    fault(["paywall.preload.none-when-empty"], "takes no critical placement for all that are cached") { parts in
      let sound = parts
      parts.critical = { placements in placements.isEmpty ? Set(try sound.placements) : placements }
    },
    fault(["paywall.preload.others-unaffected"], "the repository keeps whatever it once returned") {
      let returned = Memo<[String: Paywall]>([:])
      $0.preloaded = { load in
        if let paywall = returned.value[load.placement] { return paywall }
        let paywall = try await load.sound.preloadedPaywall(for: load.placement)
        returned.change { $0[load.placement] = paywall }
        return paywall
      }
    },
  ]
}
