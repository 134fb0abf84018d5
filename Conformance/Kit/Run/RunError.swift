public import CacheSpec
public import CacheVocabulary

/// An error of the run itself.
@nonexhaustive
public enum RunError: DescribedError {
  /// There is no module to run.
  case nothingToRun
  /// Two variants have the same name.
  case sameName(String)
  /// Fewer scenarios were executed than were planned.
  case incomplete(missing: [String])
  /// A known deviation matches no scenario.
  case unknownDeviation(String)
  /// A known deviation names neither a rule nor a scenario, but covers these rules.
  case wideDeviation(String, rules: [RuleID])
  /// An unsteady deviation covers more than one scenario, or is shown by drawn runs.
  case unsteadyDeviation(String)
  /// A known deviation has an outcome that is no breach of a rule.
  case outcomeOfDeviation(String, Verdict.Kind)
  /// The child processes could not be started.
  case cannotIsolate(String)
  /// There is no usable folder for temporary files.
  case noTemporaryFolder(String)
  /// Somebody removed the folder for temporary files during the run.
  case temporaryFolderVanished(String)
  /// A module implements a chapter twice.
  case sameChapter(String)

  public var description: String {
    switch self {
    case .nothingToRun: "there is no module to run: name one"
    case .sameName(let name): "two modules are named '\(name)': give each variant a name of its own"
    case .incomplete(let missing):
      "the run is incomplete: \(missing.count) of the planned scenarios did not report: "
        + missing.prefix(5).joined(separator: ", ") + (missing.count > 5 ? ", …" : "")
    case .unknownDeviation(let id):
      "the known deviation '\(id)' is about no scenario that the module is held against: correct its id, or remove it"
    case .wideDeviation(let id, let rules):
      "the known deviation '\(id)' names neither a rule nor a scenario: record those that the module breaks, which "
        + "check --print-deviations prints, of \(rules.map(\.text).joined(separator: ", "))"
    case .unsteadyDeviation(let id):
      "the known deviation '\(id)' is unsteady, and not of one scenario: record each scenario that fails in some runs "
        + "only, which check --repeat 10 --print-deviations prints"
    case .outcomeOfDeviation(let id, let outcome):
      "the known deviation '\(id)' has the outcome '\(outcome)', which breaks no rule: record it as violated, crashed or "
        + "hung, or remove it"
    case .cannotIsolate(let why): "cannot run scenarios in child processes: \(why)"
    case .noTemporaryFolder(let why):
      "there is no usable folder for temporary files: \(why); set TMPDIR to a folder that is there, can be written to, "
        + "has room and has a short path"
    case .temporaryFolderVanished(let path):
      "somebody removed \(path), the run's folder for temporary files: run again, and set TMPDIR to a folder that "
        + "nothing cleans up"
    case .sameChapter(let id):
      "two scenarios of the module are named '\(id)': give it one implementation a chapter, and each row a name of its own"
    }
  }
}
