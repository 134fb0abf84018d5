public import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import Synchronization

extension Module {
  /// A module that answers with the first thing it ever saw: a rule that it passes confuses an answer with the right one.
  public static let alwaysHit = Module(
    "always-hit", "answers with the first thing it ever saw: passes no must rule",
    .responseLoader(AlwaysHitResponseLoader.self)
      + .paywallCache(
        AlwaysHitPaywallCache.self, adaptive: AlwaysHitAdaptivePaywalls.self,
        preloading: AlwaysHitPaywallRepository.self)
      + .customerCache(AlwaysHitCustomerCache.self)
      + .dashboard(AlwaysHitDashboard.self)
      + .normalizedCache(AlwaysHitNormalizedCache.self))
}
