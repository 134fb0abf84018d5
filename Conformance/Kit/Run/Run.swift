public import CacheVocabulary
public import CacheSpec

/// The options of a run.
public struct RunOptions: Sendable {
  /// The scenarios to run; nil for all.
  public var selection: Selection?
  /// The version of the specification to check against. Newer rules are left out.
  public var version: SpecVersion
  /// The time that a step of a scenario may take. All steps together may take ten times that.
  public var timeLimit: Duration
  /// How many scenarios run concurrently.
  public var width: Int
  /// How to run scenarios in child processes, in which a trap or an endless loop affects only its own scenario; nil for
  /// none.
  package var isolation: (any ProcessIsolation)?
  /// Whether to pass what the module prints in child processes on to standard error, up to a readable amount.
  public var passesOutputOn: Bool
  /// Whether to end the run at the first scenario that fails the run. The report says how many were not run.
  public var failsFast: Bool
  /// The seed for running the scenarios in another order, which reveals what instances of the module share; nil for the
  /// usual order.
  public var shuffle: Int?
  /// The part of the scenarios to run; nil for all.
  public var shard: Shard?
  /// How many times more a scenario that failed is run, in child processes, to find out how often it fails; nil to run
  /// only violated ones again, a few times.
  package var repeats: Int?
  /// Whether the models of the chapters judge the scenarios as well, in this process.
  package var followsModels = false
  /// Called when scenarios hang in child processes, at the first hang and then from time to time, so that a person who
  /// is waiting learns why.
  package var onHangs: (@Sendable (HangProgress) -> Void)?

  /// Called when a scenario is done, with the number of scenarios that are done and the number of all.
  package var onProgress: (@Sendable (_ done: Int, _ planned: Int) -> Void)?

  /// Creates options: the usual ones, unless an argument says otherwise.
  public init(
    selection: Selection? = nil, version: SpecVersion = .current, timeLimit: Duration = .seconds(5), width: Int = 4,
    passesOutputOn: Bool = false, failsFast: Bool = false, shuffle: Int? = nil, shard: Shard? = nil
  ) {
    (self.selection, self.version, self.timeLimit, self.width) = (selection, version, timeLimit, width)
    (self.passesOutputOn, self.failsFast) = (passesOutputOn, failsFast)
    (self.shuffle, self.shard) = (shuffle, shard)
  }

  /// Returns the cases whose scenarios are selected. A pattern is matched once per rule, not once per scenario.
  func chosen<Case>(of cases: [Case], _ scenario: (Case) -> ScenarioInfo) -> [Case] {
    var rules: [RuleID: Bool] = [:]
    return cases.filter { one in
      let scenario = scenario(one)
      guard scenario.rule.since <= version, shard?.contains(scenario.id) ?? true else { return false }
      guard let selection else { return true }
      let isOfRule = rules[scenario.rule.id] ?? selection.contains(scenario.rule.id)
      rules[scenario.rule.id] = isOfRule
      return isOfRule || selection.fits(scenario.id)
    }
  }
}

/// One of several parts into which the scenarios are divided, one for each machine. The division depends on their ids
/// alone.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  private let number: Int
  private let count: Int

  /// Reads a part and the number of parts: `2/5`.
  public init?(_ text: String) {
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
    guard numbers.count == 2, let number = numbers[0], let count = numbers[1], number >= 1, number <= count
    else {
      return nil
    }
    (self.number, self.count) = (number, count)
  }

  public var description: String { "\(number)/\(count)" }

  /// Whether a scenario is in the part.
  func contains(_ scenario: String) -> Bool {
    let sum = scenario.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    return Int((sum >> 16) % UInt64(count)) == number - 1
  }
}

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

/// The results of testing a module against its chapters.
public struct RunReport: Sendable, CustomStringConvertible {
  /// The name of the module.
  public let module: String
  /// The version and the homepage of its first variant, if they are given.
  public let version: String?, homepage: String?
  /// The version of the specification up to which rules were selected.
  package let specification: SpecVersion
  /// The part of the scenarios that was run; nil for all.
  package let shard: Shard?
  /// Whether any scenario was selected, of this part or of another.
  package let selectsAny: Bool
  /// The argument that names the module on the command line.
  package let argument: String
  /// The names of its variants, if it has any.
  public let variants: [String]
  /// Whether scenarios ran in child processes.
  public let isolated: Bool
  /// The results, in the order of the tables. Stages of fixtures are included only if their result says something of
  /// its own.
  public let results: [ScenarioResult]
  /// The rules of the chapters that the results come from.
  public let rules: [Rule]
  /// The ids of the scenarios of each rule that the module is held against, whether they were selected or not.
  package let scenarios: [RuleID: Set<String>]
  /// What went wrong outside the scenarios: a process that ended without a scenario as the cause, or a run that ended at
  /// the first failure.
  public let incidents: [String]
  /// The scenarios that were running when another one ended their process, each with both verdicts. Which scenarios
  /// these are is chance, so the command line prints them to standard error, and they are not part of a report.
  public let bystanders: [String]

  public var description: String { summary }

  /// Returns the number of results of a kind.
  public func count(_ kind: Verdict.Kind) -> Int { results.count { $0.verdict.kind == kind } }

  /// The documented rules (`must`) of which no scenario could be assessed because the module lacks something, grouped
  /// by the capability that is missing for the rule's first scenario.
  public var declined: [(capability: Capability, rules: [RuleID])] {
    let byRule = Dictionary(grouping: results.filter { $0.scenario.rule.level == .must }) { $0.scenario.rule.id }
    var rules: [Capability: [RuleID]] = [:]
    for (rule, results) in byRule.sorted(by: { $0.key < $1.key }) where results.allSatisfy({ $0.lack != nil }) {
      if let lack = results[0].lack { rules[lack, default: []].append(rule) }
    }
    return rules.sorted { $0.key < $1.key }.map { (capability: $0, rules: $1) }
  }

  /// Whether the part of the scenarios that was run has none of those that are selected, which is no failure.
  public var isEmptyShard: Bool { shard != nil && selectsAny && results.isEmpty }

  /// Whether nothing was violated, blocked, crashed, hung, failed to be set up or passed unexpectedly, and there were
  /// no incidents.
  public var isClean: Bool { incidents.isEmpty && !results.contains { $0.verdict.kind.failsTheRun } }
}

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

extension CacheModule {
  /// Tests the module against every selected scenario.
  ///
  /// - Throws: `RunError` if the run itself fails or is incomplete.
  public func run(_ options: RunOptions = RunOptions()) async throws -> RunReport { try await [self].run(options) }

  /// Returns every scenario that a run with these options plans.
  package func plan(_ options: RunOptions = RunOptions()) -> [PlannedCase] {
    options.chosen(of: implementations.flatMap { $0.cases(of: self) }, \.scenario)
  }

  /// Returns every scenario of one chapter.
  package func cases(in chapter: String) -> [PlannedCase] {
    implementations.flatMap { $0.cases(of: self, in: chapter) }
  }

  /// Returns the chapter of the case with this key, or nil if the key is of another variant.
  package func chapter(of key: String) -> String? {
    let prefix = variant.map { "\($0):" } ?? ""
    return key.hasPrefix(prefix) ? String(key.dropFirst(prefix.count).prefix { $0 != "." }) : nil
  }
}

extension [CacheModule] {
  /// Tests the variants of a module against every selected scenario.
  ///
  /// - Throws: `RunError` if the run itself fails or is incomplete.
  public func run(_ options: RunOptions = RunOptions()) async throws -> RunReport {
    guard let name = first?.name else { throw RunError.nothingToRun }
    try checkDeviations()
    var everything: [String: [PlannedCase]] = [:]
    for module in self {
      guard everything[module.fullName] == nil else { throw RunError.sameName(module.fullName) }
      var all = options
      (all.selection, all.shard) = (nil, nil)
      let cases = module.plan(all)
      var keys: Set<String> = []
      if let twice = cases.first(where: { !keys.insert($0.key).inserted }) { throw RunError.sameChapter(twice.key) }
      everything[module.fullName] = cases
    }
    let planned = options.chosen(of: flatMap { everything[$0.fullName] ?? [PlannedCase]() }, \.scenario)
    var unsharded = options
    unsharded.shard = nil
    let selectsAny = unsharded.chosen(of: everything.values.flatMap(\.self), \.scenario).contains {
      !$0.scenario.isStage
    }
    var execution = try await execute(planned, options)
    let isCutShort = options.failsFast && execution.hasFailed(planned)
    if !isCutShort { try Self.checkCompleteness(planned, execution.results) }
    let variants = map { everything[$0.fullName] ?? [PlannedCase]() }
    let unknown =
      options.failsFast
      ? try await checkFewestSuspects(of: planned, isCutShort: isCutShort, among: variants, &execution, options)
      : try await checkSuspects(among: variants.flatMap(\.self), &execution, options)
    let rows = everything.values.joined().map(\.scenario).filter { !$0.isStage }
    let scenarios = Dictionary(grouping: rows, by: \.rule.id).mapValues { Set($0.map(\.id)) }
    let rest = planned.count { execution.results[$0.key] == nil }
    if rest > 0 {
      execution.incidents.append(
        "ended at the first failure: \(rest) of \(planned.count.counted("scenario")) were not run")
    }
    if !unknown.isEmpty {
      execution.incidents.append(
        "ended before it was known whether another rule is to blame: the scenarios of "
          + "\(unknown.map(\.text).joined(separator: ", ")) that may show it were not run")
    }
    let results = flatMap { module in
      let all = (everything[module.fullName] ?? [PlannedCase]()).compactMap { execution.results[$0.key] }
      // A run that was cut short has not seen all that a deviation covers.
      let unseen = isCutShort ? [] : all.map(\.planned).unseenDeviations(in: execution.results)
      let lacking = module.everythingLacking
      return options.chosen(of: all, \.scenario).blamed(by: all).map { blamed in
        var result = blamed.expecting(unseen)
        if result.verdict.kind == .notAssessed, result.blockingDeviation == nil {
          result.lack = result.scenario.requires.first { lacking[$0] != nil }
        }
        return result
      }
    }
    // Where a fixture's stage alone was selected, as by the command that runs its failure again, its pass is shown.
    let ofRules = results.filter { !$0.isPlainStage }
    return RunReport(
      module: name, version: self[0].version, homepage: self[0].homepage, specification: options.version,
      shard: options.shard, selectsAny: selectsAny, argument: self[0].argument, variants: compactMap(\.variant),
      isolated: options.isolation.map { !$0.sharesProcess } ?? false,
      results: ofRules.isEmpty ? results : ofRules, rules: rules, scenarios: scenarios,
      incidents: execution.incidents, bystanders: execution.bystanders)
  }

  /// The rules of all variants. Each rule is listed once.
  package var rules: [Rule] {
    var seen: Set<RuleID> = []
    return flatMap(\.rules).filter { seen.insert($0.id).inserted }
  }

  func execute(_ planned: [PlannedCase], _ options: RunOptions) async throws -> Execution {
    var options = options
    if contains(where: \.runsAlone) { options.width = 1 }
    var planned = planned
    if let seed = options.shuffle {
      var generator = SeededGenerator(seed)
      planned.shuffle(using: &generator)
    }
    if let processes = options.isolation { return try await processes.run(planned, options) }
    return Execution(results: await runInProcess(planned, options))
  }

  /// Throws if a planned case has no result.
  static func checkCompleteness(_ planned: [PlannedCase], _ results: ResultsByKey) throws(RunError) {
    let missing = planned.map(\.key).filter { results[$0] == nil }
    guard missing.isEmpty else { throw .incomplete(missing: missing) }
  }
}
