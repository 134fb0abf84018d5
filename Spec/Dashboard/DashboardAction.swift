public import CacheVocabulary

/// A scenario of the dashboard chapter.
public typealias DashboardScenario = Scenario<DashboardAction>

/// What happens in a world with data, and a dashboard over them.
public enum DashboardAction: ScenarioAction {
  /// The dashboard of an account is opened, with nothing cached.
  case open(AccountSize)
  /// From now on the data are these.
  case change(String)
  /// Time passes.
  case pass(seconds: Int)
  /// A card is viewed.
  case view(DashboardCard)
  /// What the last view says of when its data was last updated.
  case readLastUpdated

  public static var rules: [Rule] { DashboardSpec.rules }

  public var requires: Set<Capability> {
    switch self {
    case .pass: [.virtualTime]
    case .open, .change, .view, .readLastUpdated: []
    }
  }

  public var description: String {
    switch self {
    case .open(let account): "open the dashboard of \(account == .large ? "a large" : "a usual") account"
    case .change(let version): "data become \(version)"
    case .pass(let seconds): "\(seconds.asTime) pass"
    case .view(let card): "view \(card)"
    case .readLastUpdated: "read when that was last updated"
    }
  }
}
