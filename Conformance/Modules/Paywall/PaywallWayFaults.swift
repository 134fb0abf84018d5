import CacheConformance
import CacheSpec
import ReferenceCache

extension PaywallAction {
  /// What goes wrong on one of the ways in which data comes into the cache, and on no other.
  static let wayFaults: [Fault] = [
    keepingTheDate("an adaptive load", \.loadAdaptively),
    keepingTheDate("a refresh", \.refresh),
    keepingTheDate("a load of what has expired", \.load) { $0.policy != nil },
    storingTheFallback("an adaptive load", \.loadAdaptively),
    storingTheFallback("a refresh", \.refresh),
    storingTheFallback("asking for what was to be preloaded", \.preloaded),
    storingTheFallback("a load that names a policy", \.load) { $0.policy != nil },
  ]

  // A key path to a part is a constant, and shared by whoever reads it.
  private typealias Way = any WritableKeyPath<PaywallParts, PaywallParts.Load> & Sendable

  /// The reference that dates what comes in one way as the copy before it.
  private static func keepingTheDate(
    _ name: String, _ way: Way, where isSo: @escaping @Sendable (PaywallLoad) -> Bool = { _ in true }
  ) -> Fault {
    fault(["paywall.lifecycle.age-survives-restart"], "\(name) keeps the date of the copy before") { parts in
      let inner = parts[keyPath: way]
      parts[keyPath: way] = { load in
        let before = try load.entry
        let paywall = try await inner(load)
        if isSo(load), let before, let entry = try load.entry {
          try load.parts.store(entry.paywall, for: load.placement, loadedAt: before.loadedAt)
        }
        return paywall
      }
    }
  }

  /// The reference that caches the fallback that it returns in one way.
  private static func storingTheFallback(
    _ name: String, _ way: Way, where isSo: @escaping @Sendable (PaywallLoad) -> Bool = { _ in true }
  ) -> Fault {
    fault(["paywall.fallback.never-masks-newer-data"], "\(name) caches the fallback") { parts in
      let inner = parts[keyPath: way]
      parts[keyPath: way] = { load in
        let paywall = try await inner(load)
        if isSo(load), load.parts.fallbacks.contains(paywall) {
          try load.parts.store(paywall, for: load.placement, loadedAt: load.parts.now())
        }
        return paywall
      }
    }
  }
}
