import CacheSpec

/// An action of a chapter whose draw has to bring values together.
///
/// Exploring finds a bug that needs two values only where it draws both. `prove draws` counts the pairs that it draws.
protocol DrawnAction: ScenarioAction {
  /// The values that actions of the chapter can have, by what they are values of: the policy, the shape of an answer.
  static var drawableValues: [String: [String]] { get }
  /// The values that this action has.
  var drawnValues: [String: String] { get }
}

/// The values of the actions that every chapter has.
extension WorldEvent {
  static let drawableTimes = ["seconds", "minutes", "hours", "days"]
  static let drawableClocks = ["ahead", "back"]

  var drawnValues: [String: String] {
    switch self {
    case .advance(let duration): ["time": duration.drawnValue]
    case .setClock(let duration): ["clock": duration < .zero ? "back" : "ahead"]
    case .restart: ["end": "restart"]
    case .restartAfter(let duration): ["end": "restart later", "time": duration.drawnValue]
    case .kill: ["end": "kill", "requests": "free"]
    case .damage(let damage, let files): ["end": damage.rawValue, "damaged": files.rawValue]
    case .requests(.hold): ["requests": "held"]
    case .requests(.releaseAll): ["requests": "free"]
    case .restartUnreadable, .requests, .cancelCall, .finish: [:]
    }
  }
}

extension Duration {
  fileprivate var drawnValue: String {
    self < .minutes(1) ? "seconds" : self < .hours(1) ? "minutes" : self < .days(1) ? "hours" : "days"
  }
}
