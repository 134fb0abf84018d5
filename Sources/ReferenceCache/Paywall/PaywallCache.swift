public import Foundation

/// A layered cache of paywalls: remote layers, a cache that is updated regularly, and a fallback file.
///
/// From Adapty's 'Understand the caching system in Adapty'.
public final class PaywallCache: Sendable {
  /// How a cache is made.
  public struct Configuration: Sendable {
    /// The remote layers, in the order in which they are asked.
    public var remotes: [PaywallRemote]
    /// The file of fallback paywalls that the app ships with, or nil for none.
    public var fallback: URL?
    /// How long a remote layer is waited for before it counts as failed.
    public var timeOut: Duration
    /// How often what is cached is updated in the background, or nil for never.
    public var updateInterval: Duration?

    /// Says how a cache is made.
    public init(
      remotes: [PaywallRemote], fallback: URL? = nil, timeOut: Duration = .seconds(10), updateInterval: Duration? = nil
    ) {
      self.remotes = remotes
      self.fallback = fallback
      self.timeOut = timeOut
      self.updateInterval = updateInterval
    }
  }

  /// Where copies lie in storage, each under its placement.
  package static let collection = "paywalls"

  private let store: PaywallStore
  private let network: PaywallNetwork
  private let fallback: FallbackPaywalls
  private let updates: PeriodicTask?

  /// Makes a cache over storage that may hold what an earlier one left. Time-outs and updates go by the clock, the age of
  /// copies by the date.
  public init(
    _ configuration: Configuration, storage: any Storage, clock: any Clock<Duration>,
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

  /// Loads the paywall of a placement by the plan of a policy.
  ///
  /// - Throws: `PaywallUnavailable` when every layer fails.
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

  /// What is cached for a placement, or nil.
  public func cachedPaywall(for placement: String) throws(StorageError) -> Paywall? {
    try store.entry(for: placement)?.paywall
  }

  /// Removes all that is cached.
  public func removeAll() throws(StorageError) { try store.removeAll() }

  /// Waits until all due updates have finished.
  public func waitUntilIdle() async { await updates?.waitUntilIdle() }

  /// Ends updates. Loads that are under way store nothing any more; the storage is the caller's to close.
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
      // A fresh paywall that cannot be stored is still worth more than an older one that could be.
      try? store.store(paywall, for: placement, answering: request)
    }
    return answer
  }

  private static func update(_ store: PaywallStore, from network: PaywallNetwork) async {
    // Placements that cannot be listed now are updated the next time.
    for placement in (try? store.placements()) ?? [] where !Task.isCancelled {
      _ = await load(placement, into: store, from: network)
    }
  }
}

/// No layer has a paywall for a placement.
public struct PaywallUnavailable: Error, Hashable, Sendable, CustomStringConvertible {
  /// The placement.
  public let placement: String
  /// What failed, in the order in which it was tried. A layer that merely has nothing is not among them.
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
  /// The layer that a failed move was about.
  fileprivate var layer: String { if case .bundled = self { "fallback file" } else { "cache" } }
}
