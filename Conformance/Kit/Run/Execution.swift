/// The results of executing planned cases.
package struct Execution: Sendable {
  package var results: ResultsByKey = [:]
  /// What went wrong outside the cases.
  package var incidents: [String] = []
  /// The cases that were merely running when another case ended their process.
  package var bystanders: [String] = []
  /// The descriptions of the crashes that were run again with a pause after each step.
  package var placedCrashes: Set<String> = []

  package init(results: ResultsByKey = [:]) { self.results = results }

  /// Returns whether the run fails already, whatever results are still to come.
  package func hasFailed(_ planned: [PlannedCase]) -> Bool {
    !incidents.isEmpty || planned.contains { results[$0.key]?.failsByItself ?? false }
  }

  package mutating func merge(_ other: Execution) {
    results.merge(other.results) { first, _ in first }
    incidents += other.incidents
    bystanders += other.bystanders
  }
}
