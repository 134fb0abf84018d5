import CacheSpec

extension RunReport {
  /// The command that checks the module, on this command line.
  package func check(_ command: String) -> String { "swift run \(command) check \(argument)" }

  /// The module, and how many scenarios have each verdict.
  public var summary: String {
    let counts = Verdict.Kind.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.words(of: count($0)))" }
    let verdict = results.isEmpty ? whyEmpty : counts.joined(separator: ", ")
    let scenarios = results.map(\.scenario).counted + (isolated ? " in child processes" : "")
    // A run may fail though each of its scenarios passed.
    let failure = incidents.isEmpty ? "" : "; the run failed: \(incidents.count.counted("incident"))"
    let unsteady = results.count { $0.unsteadiness != nil }
    return "\(module): \(scenarios): \(verdict)\(unsteady == 0 ? "" : "; \(unsteady) unsteady")\(failure)"
  }

  private var whyEmpty: String {
    if isEmptyShard, let shard {
      "shard \(shard) has none of the scenarios that are selected"
    } else {
      "no scenario ran"
    }
  }
}

extension [ScenarioInfo] {
  /// How many scenarios there are, and how many fixtures are scenarios too.
  package var counted: String {
    let fixtures = count(where: \.isStage)
    return (count - fixtures).counted("scenario") + (fixtures == 0 ? "" : " and \(fixtures.counted("fixture"))")
  }
}
