/// Preloads the placements that an app cannot do without, and hands out what it has.
///
/// From Adapty's 'Understand the caching system in Adapty', 'Integration with complex app architectures'.
public struct PaywallRepository: Sendable {
  private let service: AdaptivePaywallService
  private let preloads: [String: Task<Paywall?, Never>]

  /// Makes a repository, which starts to preload and does not wait for it.
  public init(over service: AdaptivePaywallService, preloading placements: Set<String> = []) {
    self.service = service
    preloads = Dictionary(
      uniqueKeysWithValues: placements.map { placement in
        // One that fails is loaded when it is asked for.
        (placement, Task { try? await service.refresh(placement) })
      })
  }

  /// The paywall of a placement: the preloaded one, once it is there, else what the service has.
  ///
  /// - Throws: `PaywallUnavailable` when it was not preloaded and every layer fails.
  public func paywall(for placement: String) async throws(PaywallUnavailable) -> Paywall {
    if let paywall = await preloads[placement]?.value { return paywall }
    return try await service.paywall(for: placement)
  }

  /// Waits until every preload has finished.
  public func waitUntilIdle() async {
    for preload in preloads.values { _ = await preload.value }
  }
}
