package import CacheSpec

/// Runs scenarios in other processes, in which a trap or an endless loop of a module affects only what runs there.
package protocol ProcessIsolation: Sendable {
  /// Whether several scenarios run in one process at once.
  var sharesProcess: Bool { get }
  /// Runs planned cases.
  func run(_ planned: [PlannedCase], _ options: RunOptions) async throws -> Execution
  /// Starts what follows drawn runs.
  func follower() throws -> any RunFollower
}

/// Follows drawn runs in other processes, each one run at a time. A run that hangs or ends its process is reported like
/// any other.
package protocol RunFollower: Sendable {
  /// Follows some runs of a module, one after another, in a process that follows nothing else meanwhile.
  ///
  /// - Parameters:
  ///   - isTraced: whether a run reports what was observed before it hung or ended its process.
  ///   - reporting: the breach to report like the failure of a scenario, or nil.
  ///   - limit: the time that a step may take.
  ///   - end: when the runs end wherever they are, or nil for no limit.
  /// - Returns: The results of the first of the runs: of all, or of those until one hung, ended the process, or was cut.
  func follow<Action: ScenarioAction>(
    _ runs: [DrawnRun<Action>], of chapter: String, _ module: String, isTraced: Bool, reporting: ReportedBreach?,
    within limit: Duration, until end: EndOfRun?
  ) async throws -> FollowedRuns
  /// Judges a scenario in a process that does nothing else meanwhile, or returns nil if the time is up first.
  ///
  /// - Parameters:
  ///   - limit: the time that a step may take.
  ///   - end: when the time is up, or nil for never.
  func judge(
    _ planned: PlannedCase, within limit: Duration, until end: ContinuousClock.Instant?
  ) async throws -> ObservedScenario?
  /// Ends the processes.
  func end() async
}

/// Drawn runs for a worker to follow, one after another.
package struct RunsToFollow: Codable, Sendable {
  /// The full name of the module.
  let module: String
  /// The drawn runs, in the format of a file of saved runs.
  let text: String
  /// The breach to report like the failure of a scenario, or nil.
  let reporting: ReportedBreach?
  /// The seconds after which the runs perform no more steps, or nil for no limit.
  let seconds: Double?

  package init(module: String, text: String, reporting: ReportedBreach?, seconds: Double?) {
    (self.module, self.text, self.reporting, self.seconds) = (module, text, reporting, seconds)
  }
}

/// A breach in the last step of a run, to be reported like the failure of a scenario.
package struct ReportedBreach: Codable, Sendable {
  /// The rule that is broken.
  let rule: RuleID
  /// The name for the scenario.
  let name: String
}
