/// The surroundings of a cache in a run, as far as the actions say: the layers, the fallback file, the network, and
/// time.
struct PaywallSurroundings: Hashable {
  /// How the network answers a load.
  enum Remote: Hashable {
    /// This layer has the paywall; those before it fail.
    case answer(PaywallModel, RemoteLayer)
    case failure
  }

  private(set) var setup: AppSetup?
  private(set) var quality = NetworkQuality.good
  private var published: [PaywallRequest: PaywallVersion] = [:]
  private var states: [RemoteLayer: RemoteState] = [:]
  private var exceptions: [PaywallRequest: RemoteState] = [:]

  /// Whether new requests are held, and whether some may be held already.
  private(set) var holdsRequests = false
  private(set) var mayHold = false
  /// Whether the CDN alone does not answer, so that the server does once a load has given up on it.
  private(set) var isCDNSilent = false

  /// The least and the most time that has passed.
  private(set) var earliest = Duration.zero
  private(set) var latest = Duration.zero
  /// The time until which a client need not make requests, because a layer told it to wait.
  private var waitsUntil = Duration.zero

  /// The trimmed names that two placements share, or may share, with different white space around them.
  private var ambiguous: Set<String> = []

  /// Whether it is open which placement a name means.
  func isAmbiguous(_ placement: Placement) -> Bool { ambiguous.contains(placement.trimmed) }

  /// Whether the cache is updated in the background.
  var isUpdating: Bool { setup?.updateInterval != nil }

  // MARK: Layers

  func state(_ layer: RemoteLayer, for placement: Placement) -> RemoteState {
    exceptions[PaywallRequest(layer, for: placement)] ?? states[layer] ?? .up
  }

  /// What a layer answers if it is asked for a placement; nil if it fails.
  func answer(of layer: RemoteLayer, for placement: Placement) -> PaywallModel? {
    switch state(layer, for: placement) {
    case .up, .repeating: published[PaywallRequest(layer, for: placement)].map(PaywallModel.init(delivered:))
    case .failing, .undecodable, .empty, .cutShort: nil
    }
  }

  /// How the network answers a load of a placement.
  func remote(for placement: Placement) -> Remote {
    for layer in RemoteLayer.allCases {
      if let paywall = answer(of: layer, for: placement) { return .answer(paywall, layer) }
    }
    return .failure
  }

  /// Whether the CDN's failure says that the device has no network, so that the server need not be asked.
  func hasNoNetwork(for placement: Placement) -> Bool { state(.cdn, for: placement) == .noNetwork }

  /// Whether a layer fails otherwise than by being out of reach.
  func failsInAnotherWay(for placement: Placement) -> Bool {
    RemoteLayer.allCases.contains { ![.up, .repeating, .down, .noNetwork].contains(state($0, for: placement)) }
  }

  /// Whether a layer fails with an answer that is no paywall.
  func answersUnusably(for placement: Placement) -> Bool {
    RemoteLayer.allCases.contains { [.empty, .cutShort].contains(state($0, for: placement)) }
  }

  /// Whether a layer has told the client to wait, so that the client need not make requests.
  var mayWait: Bool { earliest < waitsUntil || tellsToWait }
  private var tellsToWait: Bool {
    states.values.contains(where: \.tellsToWait) || exceptions.values.contains(where: \.tellsToWait)
  }

  /// The paywall of the fallback file.
  func fallback(for placement: Placement) -> PaywallModel? {
    guard case .holding(let versions)? = setup?.fallback else { return nil }
    return versions.first { $0.placement == placement }.map(PaywallModel.init(delivered:))
  }

  // MARK: Actions

  mutating func note(_ action: PaywallAction) {
    switch action {
    case .world(let event): note(event)
    case .start(let setup):
      self.setup = setup
      if case .holding(let versions) = setup.fallback { for version in versions { note(version.placement) } }
    case .publish(let version, let layers):
      note(version.placement)
      for layer in layers { published[PaywallRequest(layer, for: version.placement)] = version }
    case .remote(let state, let layers, let placement):
      if tellsToWait { waitsUntil = earliest + .days(1) }
      for layer in layers {
        if let placement {
          exceptions[PaywallRequest(layer, for: placement)] = state
        } else {
          states[layer] = state
        }
      }
    case .silence(let layers):
      isCDNSilent = layers == [.cdn] && !mayHold
      (holdsRequests, mayHold) = (true, true)
    case .network(let quality): self.quality = quality
    case .call(let call), .begin(let call, _):
      note(call.placement)
      // A client may pause before it asks a layer that fails once more.
      if answer(of: .cdn, for: call.placement) == nil { latest += .minutes(1) }
    case .preload(let placements):
      for placement in placements { note(placement) }
      latest += .minutes(1)
    case .passTimeOuts: latest += (setup?.timeOut ?? .zero) * 20
    case .app, .awaitBothHeld, .awaitTimeOuts, .inspect: break
    }
  }

  private mutating func note(_ event: WorldEvent) {
    switch event {
    case .advance(let time), .restartAfter(let time): (earliest, latest) = (earliest + time, latest + time)
    case .requests(.hold): (holdsRequests, mayHold, isCDNSilent) = (true, true, false)
    case .requests(.releaseAll), .kill: (holdsRequests, mayHold, isCDNSilent) = (false, false, false)
    case .requests(.holdNoMore): holdsRequests = false
    case .requests, .setClock, .restart, .restartUnreadable, .damage, .cancelCall, .finish: break
    }
  }

  private mutating func note(_ placement: Placement) {
    if placement.name != placement.trimmed { ambiguous.insert(placement.trimmed) }
  }
}

extension Placement {
  /// Whether it has a name that not every client treats as opaque.
  var isUnusual: Bool {
    !name.utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5F }
  }

  /// The name without white space around it.
  fileprivate var trimmed: String {
    guard name.first?.isWhitespace == true || name.last?.isWhitespace == true else { return name }
    let start = name.drop(while: \.isWhitespace)
    return String(start.prefix(start.count - start.reversed().prefix(while: \.isWhitespace).count))
  }
}

extension PaywallModel {
  /// A version as layers deliver it.
  init(delivered version: PaywallVersion) {
    if version.content == .nothing {
      self.init(PaywallVersion(version.number, of: version.placement), content: .empty)
    } else {
      self.init(version)
    }
  }
}

extension RemoteState {
  fileprivate var tellsToWait: Bool {
    if case .failing(.status(let status)) = self { .status(status) != RemoteFailure.serverError } else { false }
  }
}

extension PaywallCall {
  /// The policy under which the paywall is loaded, if nothing was preloaded.
  func policy(at quality: NetworkQuality) -> PaywallFetchPolicy {
    switch self {
    case .load(_, let policy): policy ?? .reloadRevalidatingCacheData
    case .adapt(_, let policy): policy ?? Self.policy(for: quality)
    case .get: Self.policy(for: quality)
    case .refresh: .reloadRevalidatingCacheData
    }
  }

  private static func policy(for quality: NetworkQuality) -> PaywallFetchPolicy {
    quality < .good ? .returnCacheDataElseLoad : .reloadRevalidatingCacheData
  }
}
