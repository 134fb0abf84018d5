/// Loads paywalls with a policy that depends on the quality of the network.
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

  /// Loads a paywall with the given policy. Without one, it uses the cache first if the quality is below good, else the
  /// network first.
  ///
  /// - Throws: `PaywallUnavailable` if every layer fails.
  public func paywall(
    for placement: String, override policy: PaywallFetchPolicy? = nil
  ) async throws(PaywallUnavailable) -> Paywall {
    let chosen = quality() < .good ? PaywallFetchPolicy.returnCacheDataElseLoad : .reloadRevalidatingCacheData
    return try await cache.paywall(for: placement, policy: policy ?? chosen)
  }

  /// Loads fresh data for a placement into the cache.
  ///
  /// - Throws: `PaywallUnavailable` if every layer fails.
  public func refresh(_ placement: String) async throws(PaywallUnavailable) -> Paywall {
    try await paywall(for: placement, override: .reloadRevalidatingCacheData)
  }
}
