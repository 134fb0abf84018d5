/// Preloads an app's most important placements, and returns their paywalls.
///
/// From Adapty's 'Understand the caching system in Adapty', 'Integration with complex app architectures'.
public struct PaywallRepository: Sendable {
  private let service: AdaptivePaywallService
  private let preloads: [String: Task<Paywall?, Never>]

  /// Makes a repository, which starts to preload without waiting for it.
  public init(over service: AdaptivePaywallService, preloading placements: Set<String> = []) {
    self.service = service
    preloads = Dictionary(
      uniqueKeysWithValues: placements.map { placement in
        // A placement that fails to preload is loaded on demand.
        (placement, Task { try? await service.refresh(placement) })
      })
  }

  /// The paywall of a placement: the preloaded one, after waiting for it if necessary, else the one from the service.
  ///
  /// - Throws: `PaywallUnavailable` if it was not preloaded and every layer fails.
  public func paywall(for placement: String) async throws(PaywallUnavailable) -> Paywall {
    if let paywall = await preloads[placement]?.value { return paywall }
    return try await service.paywall(for: placement)
  }

  /// Waits until every preload has finished.
  public func waitUntilIdle() async {
    for preload in preloads.values { _ = await preload.value }
  }
}
