public import CacheVocabulary
public import Foundation

/// A layered cache of paywalls: remote layers, a cache that is updated regularly, and a fallback file.
///
/// From Adapty's 'Understand the caching system in Adapty'.
public final class PaywallCache: Sendable {
  /// The configuration of a cache.
  public struct Configuration: Sendable {
    /// The remote layers, in the order in which they are asked.
    public var remotes: [PaywallRemote]
    /// The file of fallback paywalls that the app ships with, if any.
    public var fallback: URL?
    /// How long to wait for a remote layer before it counts as failed.
    public var timeOut: Duration
    /// The interval at which cached paywalls are updated in the background, or nil for never.
    public var updateInterval: Duration?

    /// Makes a configuration.
    public init(
      remotes: [PaywallRemote], fallback: URL? = nil, timeOut: Duration = .seconds(10), updateInterval: Duration? = nil
    ) {
      self.remotes = remotes
      self.fallback = fallback
      self.timeOut = timeOut
      self.updateInterval = updateInterval
    }
  }

  /// The storage collection that holds the copies, by placement.
  package static let collection = "paywalls"

  private let store: PaywallStore
  private let network: PaywallNetwork
  private let fallback: FallbackPaywalls
  private let updates: PeriodicTask?

  /// Makes a cache over storage, which may hold the copies of an earlier one. Timeouts and updates follow the clock,
  /// the age of copies follows the date.
  public init(
    _ configuration: Configuration, storage: any CacheStorage, clock: any Clock<Duration>,
    now: @escaping @Sendable () -> Date
  ) {
    let timer = Stopwatch(clock)
    let store = PaywallStore(storage: storage, now: now)
    let network = PaywallNetwork(remotes: configuration.remotes, timeOut: configuration.timeOut, timer: timer)
    self.store = store
    self.network = network
    fallback = FallbackPaywalls(file: configuration.fallback)
    updates = configuration.updateInterval.map { interval in
      PeriodicTask(every: interval, on: timer) { await Self.update(store, from: network) }
    }
  }

  /// Loads the paywall of a placement, following the plan of a policy.
  ///
  /// - Throws: `PaywallUnavailable` if every layer fails.
  public func paywall(
    for placement: String, policy: PaywallFetchPolicy = .reloadRevalidatingCacheData
  ) async throws(PaywallUnavailable) -> Paywall {
    var failures: [LayerFailure] = []
    do {
      return try await Plan(policy).follow { move in
        do {
          switch move {
          case .young: return try policy.maxAge.flatMap { try store.entry(for: placement, youngerThan: $0) }?.paywall
          case .any: return try store.entry(for: placement)?.paywall
          case .ask:
            let (paywall, failed) = await Self.load(placement, into: store, from: network)
            failures += failed
            return paywall
          case .bundled: return try fallback.paywall(for: placement)
          case .anyThenAskBehind, .anyFirst, .askPastCaches, .askWithoutStoring, .confirm: return nil
          }
        } catch {
          failures.append(LayerFailure(layer: move.layer, reason: "\(error)"))
          return nil
        }
      }
    } catch {
      throw PaywallUnavailable(placement: placement, failures: failures)
    }
  }

  /// The cached paywall of a placement, or nil.
  public func cachedPaywall(for placement: String) throws(StorageError) -> Paywall? {
    try store.entry(for: placement)?.paywall
  }

  /// Removes all cached paywalls.
  public func removeAll() throws(StorageError) { try store.removeAll() }

  /// Waits until all due updates have finished.
  public func waitUntilIdle() async { await updates?.waitUntilIdle() }

  /// Stops updates. Loads that are under way no longer store anything. The caller closes the storage.
  public func close() {
    updates?.stop()
    store.close()
  }

  private static func load(
    _ placement: String, into store: PaywallStore, from network: PaywallNetwork
  ) async -> (paywall: Paywall?, failures: [LayerFailure]) {
    let request = store.beginRequest()
    let answer = await network.ask(for: placement)
    if let paywall = answer.paywall {
      // A fresh paywall that cannot be stored is still better than an older one.
      try? store.store(paywall, for: placement, answering: request)
    }
    return answer
  }

  private static func update(_ store: PaywallStore, from network: PaywallNetwork) async {
    // If the placements cannot be listed now, they are updated the next time.
    for placement in (try? store.placements()) ?? [] where !Task.isCancelled {
      _ = await load(placement, into: store, from: network)
    }
  }
}

/// No layer has a paywall for a placement.
public struct PaywallUnavailable: DescribedError, Hashable {
  /// The placement.
  public let placement: String
  /// The failures, in the order of the attempts. A layer that merely has nothing is not included.
  public let failures: [LayerFailure]

  public var description: String {
    let name = placement.unicodeScalars.prefix(40).map { $0.escaped(asASCII: false) }.joined()
    let reasons = failures.map(\.description).joined(separator: "; ")
    return "no layer has a paywall for '\(name)' (\(reasons.isEmpty ? "nothing is cached" : reasons)); "
      + "check the connection and the placement's name, or ship a fallback paywall for it"
  }
}

extension PaywallFetchPolicy {
  fileprivate var maxAge: Duration? {
    if case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = self { maxAge } else { nil }
  }
}

extension Move {
  /// The layer that a failed move used.
  fileprivate var layer: String { if case .bundled = self { "fallback file" } else { "cache" } }
}
