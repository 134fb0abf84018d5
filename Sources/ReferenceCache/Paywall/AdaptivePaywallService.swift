/// Loads paywalls under a policy that it chooses by the network's quality.
///
/// From Adapty's 'Understand the caching system in Adapty', 'Cache persistence and lifecycle'.
public struct AdaptivePaywallService: Sendable {
  private let cache: PaywallCache
  private let quality: @Sendable () -> NetworkQuality

  /// Makes a service over a cache.
  public init(over cache: PaywallCache, quality: @escaping @Sendable () -> NetworkQuality) {
    self.cache = cache
    self.quality = quality
  }

  /// Loads a paywall: under the policy named, else below good quality from the cache first, else from the network.
  ///
  /// - Throws: `PaywallUnavailable` when every layer fails.
  public func paywall(
    for placement: String, override policy: PaywallFetchPolicy? = nil
  ) async throws(PaywallUnavailable) -> Paywall {
    let chosen = quality() < .good ? PaywallFetchPolicy.returnCacheDataElseLoad : .reloadRevalidatingCacheData
    return try await cache.paywall(for: placement, policy: policy ?? chosen)
  }

  /// Loads fresh data for a placement and leaves it in the cache.
  ///
  /// - Throws: `PaywallUnavailable` when every layer fails.
  public func refresh(_ placement: String) async throws(PaywallUnavailable) -> Paywall {
    try await paywall(for: placement, override: .reloadRevalidatingCacheData)
  }
}
