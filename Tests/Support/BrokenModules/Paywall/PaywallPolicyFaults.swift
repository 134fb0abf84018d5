import Foundation

extension PaywallAction {
  /// Faults of the policies, and of the age by which they decide.
  static let policyFaults: [Fault] = [
    fault(
      ["paywall.policy.default-is-reload"], "goes on showing the old paywall",
      seenIn: "adaptyteam/AdaptySDK-Flutter#126"
    ) { $0.take { $0 ?? .returnCacheDataElseLoad } },
    fault(["paywall.policy.reload-asks-network-first"], "reads the cache first") {
      $0.take { $0 == .reloadRevalidatingCacheData ? .returnCacheDataElseLoad : $0 }
    },
    fault(["paywall.policy.cache-else-load-hit"], "reloads") {
      $0.take { $0 == .returnCacheDataElseLoad ? .reloadRevalidatingCacheData : $0 }
    },
    fault(
      ["paywall.policy.cache-else-load-any-age", "paywall.lifecycle.nothing-else-clears"],
      "lets copies expire after a month"
    ) {
      let month = PaywallFetchPolicy.returnCacheDataIfNotExpiredElseLoad(maxAge: .seconds(30 * 86_400))
      $0.take { $0 == .returnCacheDataElseLoad ? month : $0 }
    },
    fault(["paywall.policy.cache-else-load-miss"], "does not load") {
      $0.load = { load in
        guard load.policy == .returnCacheDataElseLoad else { return try await load.soundly() }
        return try await load.first(of: [.cache, .fallback])
      }
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
    fault(["paywall.policy.max-age-extremes"], "takes a maxAge below zero for none") {
      $0.load = { try await $0.under(($0.maxAge ?? .zero) < .zero ? .returnCacheDataElseLoad : $0.policy) }
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
  ]
}
