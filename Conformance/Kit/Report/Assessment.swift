import CacheSpec

/// How many of a module's rules a run assessed, and which deviations on record kept others from it.
public struct Assessment: Hashable, Sendable, Codable {
  /// A deviation on record, and what it kept from being assessed.
  public struct Obstacle: Hashable, Sendable, Codable {
    /// The id of the deviation.
    public let deviation: String
    /// The number of rules of which no scenario was judged, at least one of them because of the deviation.
    public let rules: Int
    /// The number of scenarios, of these and of other rules.
    public let scenarios: Int
  }

  /// The number of the module's rules that have scenarios, whether they were selected or not.
  public let rules: Int
  /// The number of those rules of which at least one scenario was judged.
  public let assessed: Int
  /// The deviations that kept scenarios from being assessed, those with the most scenarios first.
  public let obstacles: [Obstacle]

  /// How many of the rules were assessed.
  package var counted: String {
    // A report that is read may say anything.
    let percent = (100.0 * Double(assessed) / Double(max(1, rules))).rounded(.down)
    return "\(assessed) of \(rules.counted("rule"))" + (rules <= 0 ? "" : " (\(percent.trimmed) %)")
  }

  /// Says so in a sentence without its period.
  ///
  /// - Parameter most: how many deviations are named.
  package func text(most: Int = .max) -> String {
    if obstacles.isEmpty { return counted }
    let names = obstacles.prefix(most).map { obstacle in
      let (scenarios, rules) = (obstacle.scenarios.counted("scenario"), obstacle.rules.counted("rule"))
      return "\(obstacle.deviation) (\(obstacle.rules == 0 ? scenarios : "\(rules), \(scenarios)"))"
    }
    let more = obstacles.count > most ? [" and \(obstacles.count - most) more"] : []
    let those = obstacles.count == 1 ? "a deviation" : "deviations"
    return "\(counted); \(those) on record kept others from it: \(names.joined(separator: ", "))\(more.joined())"
  }
}

extension RunReport {
  /// How many of the module's rules were assessed, which says how much a run without failures is worth.
  public var assessment: Assessment {
    let judged = Set(results.filter(\.verdict.kind.isJudged).map(\.scenario.rule.id)).intersection(scenarios.keys)
    let blocked = Dictionary(grouping: results.filter { $0.blockingDeviation != nil }) {
      $0.blockingDeviation?.id ?? ""
    }
    let obstacles = blocked.map { deviation, results in
      let unjudged = Set(results.map(\.scenario.rule.id)).subtracting(judged)
      return Assessment.Obstacle(deviation: deviation, rules: unjudged.count, scenarios: results.count)
    }
    return Assessment(
      rules: scenarios.count, assessed: judged.count,
      obstacles: obstacles.sorted { ($1.scenarios, $0.deviation) < ($0.scenarios, $1.deviation) })
  }
}
