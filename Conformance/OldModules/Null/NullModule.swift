public import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation

extension Module {
  /// A module that does nothing and never fails: a rule that it passes checks nothing.
  public static let null = Module(
    "null", "does nothing, never fails: passes no must rule",
    .responseLoader(NullResponseLoader.self)
      + .paywallCache(
        NullPaywallCache.self, adaptive: NullAdaptivePaywalls.self, preloading: NullPaywallRepository.self)
      + .customerCache(NullCustomerCache.self)
      + .dashboard(NullDashboard.self)
      + .normalizedCache(NullNormalizedCache.self))
}
