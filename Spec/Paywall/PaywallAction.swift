public import CacheVocabulary

/// A scenario of the paywall chapter.
public typealias PaywallScenario = Scenario<PaywallAction>
/// A step of such a scenario.
public typealias PaywallStep = Step<PaywallAction>

/// What happens in a world with two remote layers, a fallback file or none, and an app that loads paywalls.
public enum PaywallAction: ScenarioAction {
  /// The app starts, set up so. One that is used without this has no fallback and no updates.
  case start(AppSetup)
  /// Something happens to the app.
  case app(AppEvent)
  /// From now on remote layers have this.
  case publish(PaywallVersion, on: [RemoteLayer] = RemoteLayer.allCases)
  /// From now on remote layers behave so.
  case remote(RemoteState, of: [RemoteLayer] = RemoteLayer.allCases)
  /// From now on the network is so good.
  case network(NetworkQuality)
  /// Time passes.
  case advance(Duration)
  /// The date is set back, without any time passing.
  case setDateBack(Duration)

  /// The app makes a call.
  case call(PaywallCall)
  /// The app makes a call, and goes on before it has returned. Requests are held meanwhile.
  case begin(PaywallCall, as: String)
  /// A call that was begun returns.
  case finish(String)
  /// Something becomes of requests on their way.
  case transit(Transit)
  /// The app ends, every stored copy is damaged, and it starts again.
  case damage(Damage)
  /// What is cached for a placement is looked at.
  case inspect(Placement)
  /// A repository is made that preloads these placements.
  case preload([Placement])

  public static var rules: [Rule] { PaywallSpec.rules }

  public var requires: Set<Capability> {
    switch self {
    case .start(let setup): setup.requires
    case .app(.restart), .app(.reinstall): []
    case .app(.cleanUp): [.manualCleanUp]
    case .app(.logOut): [.logOut]
    case .publish, .remote, .finish, .damage, .inspect: []
    case .network: [.adaptivePolicy]
    case .advance, .setDateBack: [.virtualTime]
    case .call(let call), .begin(let call, _): call.requires
    case .transit(.timeOut): [.timeOut, .virtualTime]
    case .transit(.awaitBothHeld): [.separateRequests]
    case .transit: []
    case .preload: [.preloading]
    }
  }

  public var description: String {
    switch self {
    case .start(let setup): "the app starts: \(setup)"
    case .app(let event): "\(event)"
    case .publish(let version, let layers):
      "\(Self.names(layers)) \(layers.count == 1 ? "has" : "have") \(version)"
    case .remote(let state, let layers): "\(Self.names(layers)) \(state)"
    case .network(let quality): "network \(quality)"
    case .advance(let duration): "\(duration.inWords) pass"
    case .setDateBack(let duration): "the date is set back by \(duration.inWords)"
    case .call(let call): "\(call)"
    case .begin(let call, let name): "begin \(name): \(call)"
    case .finish(let name): "\(name) returns"
    case .transit(let transit): "\(transit)"
    case .damage(let damage): "stored copies \(damage) while the app does not run"
    case .inspect(let placement): "look at what is cached for \(placement)"
    case .preload(let placements):
      "a repository preloads "
        + (placements.isEmpty ? "nothing" : placements.map(\.description).joined(separator: " and "))
    }
  }

  private static func names(_ layers: [RemoteLayer]) -> String {
    layers.map(\.description).joined(separator: " and ")
  }
}

extension Capability {
  /// The module can ship with a file of fallback paywalls.
  public static let fallbackFile = Capability("fallback file", "reads fallback paywalls from a file that it is given")
  /// The module updates its cache in the background.
  public static let backgroundUpdates = Capability(
    "background updates", "updates what is cached in the background, at an interval that it is given")
  /// The module can be cleaned up by hand.
  public static let manualCleanUp = Capability("manual clean-up", "can be told to remove all that is cached")
  /// The module knows users that log out.
  public static let logOut = Capability("log out", "can be told that the user logs out")
  /// The module gives up on a remote layer.
  public static let timeOut = Capability("time-out", "gives up on a remote layer after a time that it is given")
  /// The module does not join loads.
  public static let separateRequests = Capability(
    "separate requests", "makes a request of its own for each load, so that two can overlap")
  /// A service that chooses policies.
  public static let adaptivePolicy = Capability("adaptive policy", "chooses the policy by the network's quality")
  /// A repository that preloads.
  public static let preloading = Capability("preloading", "preloads critical placements")
}
