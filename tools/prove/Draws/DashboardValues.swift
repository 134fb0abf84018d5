import CacheSpec
import CacheVocabulary
import DashboardRules

/// The values that the draw brings together.
extension DashboardAction: DrawnAction {
  static let drawableValues: [String: [String]] = [
    "account": AccountSize.allCases.map(\.rawValue),
    "data": ["newer", "the first again"],
    "source": ["up"] + OriginFailure.allCases.map(\.rawValue),
    "card": DashboardCard.allCases.map(\.rawValue),
    "viewer": ["waits", "does not wait"],
    "requests": ["free", "held"],
    "time": WorldEvent.drawableTimes,
  ]

  var drawnValues: [String: String] {
    switch self {
    case .world(let event): event.drawnValues
    case .open(let account): ["account": account.rawValue]
    case .change(let version): ["data": version == .v1 ? "the first again" : "newer"]
    case .source(.up): ["source": "up"]
    case .source(.failing(let failure)): ["source": failure.rawValue]
    case .view(let card): ["card": card.rawValue, "viewer": "waits"]
    case .begin(let card, _): ["card": card.rawValue, "viewer": "does not wait"]
    case .readLastUpdated: [:]
    }
  }
}
