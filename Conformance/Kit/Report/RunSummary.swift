import CacheSpec

extension RunReport {
  /// The command that checks the module, on this command line.
  package func check(_ command: String) -> String { "swift run \(command) check \(argument)" }

  /// The module, and how many scenarios have each verdict.
  public var summary: String {
    let counts = Verdict.Kind.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.words)" }
    let verdict = results.isEmpty ? "no scenario ran" : counts.joined(separator: ", ")
    let fixtures = results.count(where: \.scenario.isStage)
    let rows = results.count - fixtures
    let scenarios =
      rows.counted("scenario") + (fixtures == 0 ? "" : " and \(fixtures.counted("fixture"))")
      + (isolated ? " in child processes" : "")
    // A run may fail though each of its scenarios passed.
    let failure = incidents.isEmpty ? "" : "; the run failed: \(incidents.count.counted("incident"))"
    return "\(module): \(scenarios): \(verdict)\(failure)"
  }
}
