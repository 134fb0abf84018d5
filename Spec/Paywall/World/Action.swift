/// A scenario of the paywall chapter.
public typealias PaywallScenario = Scenario<PaywallAction>
typealias PaywallStep = Step<PaywallAction>
typealias PaywallFixture = Fixture<PaywallAction>

/// What can happen in a simulated world: two remote layers, a fallback file or none, and an app that loads paywalls.
public indirect enum PaywallAction: WorldAction {
  public typealias Answer = PaywallModel
  public typealias Request = PaywallRequest

  /// An action that every chapter has.
  case world(WorldEvent)
  /// The app starts with this configuration.
  case start(AppSetup)
  /// Something happens to the app.
  case app(AppEvent)
  /// From now on the remote layers hold these paywalls.
  case publish(PaywallVersion, on: [RemoteLayer] = RemoteLayer.allCases)
  /// From now on the remote layers behave this way, for one placement or for all.
  case remote(RemoteState, of: [RemoteLayer] = RemoteLayer.allCases, for: Placement? = nil)
  /// From now on these remote layers do not answer.
  case silence([RemoteLayer])
  /// From now on the network has this quality.
  case network(NetworkQuality)

  /// The app makes a call.
  case call(PaywallCall)
  /// The app makes a call and does not wait for it to return. Requests are held meanwhile.
  case begin(PaywallCall, as: String)
  /// Waits until a request for each of two loads of one placement is held.
  case awaitBothHeld
  /// Waits until this many of the module's time-outs have begun to run, so that the time that passes next counts for
  /// each.
  case awaitTimeOuts(Int)
  /// The time-out for a remote layer passes, repeatedly, until the calls that were begun have returned.
  case passTimeOuts
  /// The cached copy for a placement is inspected.
  case inspect(Placement)
  /// The app begins to preload these placements, and does not wait for them.
  case preload([Placement])

  public static var chapters: [Chapter<Self>] { [PaywallSpec.chapter] }
  public static var draw: (any Draw<Self>)? { PaywallDraw() }

  public var worldEvent: WorldEvent? { if case .world(let event) = self { event } else { nil } }

  public var requires: Set<Capability> {
    switch self {
    case .world(let event): event.requires
    case .start(let setup): setup.requires
    case .app(.reinstall), .app(.travelEast), .app(.travelWest): []
    case .app(.cleanUp): [.manualCleanUp]
    case .app(.logOut): [.logOut]
    case .publish, .remote, .silence, .inspect: []
    case .network: [.adaptivePolicy]
    case .call(let call), .begin(let call, _): call.requires
    case .awaitBothHeld: [.separateRequests]
    case .awaitTimeOuts, .passTimeOuts: [.timeOut, .virtualTime]
    case .preload: [.preloading]
    }
  }

  public var description: String {
    switch self {
    case .world(let event): "\(event)"
    case .start(let setup): "the app starts with \(setup)"
    case .app(let event): "\(event)"
    case .publish(let version, let layers): "\(Self.names(layers)) \(layers.count == 1 ? "has" : "have") \(version)"
    case .remote(.noNetwork, RemoteLayer.allCases, nil): "there is no network"
    case .remote(let state, let layers, let placement):
      "\(Self.names(layers)) \(layers.count == 1 ? "is" : "are") \(state)" + (placement.map { " for \($0)" } ?? "")
    case .silence(let layers): "\(Self.names(layers)) \(layers.count == 1 ? "does" : "do") not answer"
    case .network(let quality): "the network is \(quality)"
    case .call(let call): "\(call)"
    case .begin(let call, let name): "begin \(name): \(call)"
    case .awaitBothHeld: "a request for each of both loads is held"
    case .awaitTimeOuts(let count): "\(count) time-out\(count == 1 ? " runs" : "s run")"
    case .passTimeOuts: "time-outs pass until every call has returned"
    case .inspect(let placement): "look at what is cached for \(placement)"
    case .preload(let placements):
      "preload \(placements.isEmpty ? "nothing" : placements.map(\.description).joined(separator: " and "))"
    }
  }

  /// The app loads a paywall, under a policy or none.
  static func load(_ placement: Placement, _ policy: PaywallFetchPolicy? = nil) -> Self {
    .call(.load(placement, policy))
  }

  private static func names(_ layers: [RemoteLayer]) -> String {
    layers.map(\.description).joined(separator: " and ")
  }
}

extension Capability {
  /// The module can ship with a file of fallback paywalls.
  public static let fallbackFile = Capability(
    "fallback file", "reads fallback paywalls from a file that the app names", isPromised: true)
  /// The module updates its cache in the background.
  public static let backgroundUpdates = Capability(
    "background updates", "updates the cache in the background, at a configurable interval", isPromised: true)
  /// The module can be cleaned up by hand.
  public static let manualCleanUp = Capability(
    "manual clean-up", "has a call that removes everything cached", isPromised: true)
  /// The module has users who can log out.
  public static let logOut = Capability("log out", "has a call for the user's logging out")
  /// The module gives up on a remote layer.
  public static let timeOut = Capability(
    "time-out", "applies a configurable time-out to each remote layer, rather than one to the whole load")
  /// The module does not join loads.
  public static let separateRequests = Capability(
    "separate requests", "makes a separate request for each load, so that two can overlap")
  /// The module chooses policies.
  public static let adaptivePolicy = Capability("adaptive policy", "chooses the policy by the network quality")
  /// The module preloads.
  public static let preloading = Capability("preloading", "preloads critical placements")
}
