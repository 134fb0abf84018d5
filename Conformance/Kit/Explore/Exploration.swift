public import CacheSpec

/// What to explore, and for how long.
public struct ExploreOptions: Sendable {
  /// The chapter to explore, or nil for all.
  public var chapter: String?
  /// The seed that decides which runs are drawn. A seed draws the same runs on every machine.
  public var seed: Int
  /// How many runs are drawn of each chapter.
  public var runs: Int
  /// The only run to draw, by its number from 1, or nil for all.
  public var run: Int?
  /// The runs of a file, to follow in place of drawn runs; nil to draw them.
  public var saved: SavedRuns?
  /// How many steps a run has.
  public var steps: Int
  /// How long to explore in all, or nil for no limit. A tenth of the time is for finds; once runs have shown a fault, it
  /// is half of the time, and of several two thirds. When the time is up, everything ends, a step that hangs too.
  public var duration: Duration?
  /// Whether no more runs begin once a rule is broken.
  public var endsAtFirstFind: Bool
  /// Whether a run that broke a rule is made shorter and simpler, which takes several hundred runs.
  public var shrinks: Bool
  /// The time that a step may take.
  public var timeLimit: Duration
  /// How many runs are under way at once.
  public var width: Int
  /// Whether this process runs one job at a time from now on, as the child processes do, so that a run takes the same
  /// course each time. For a process that does nothing else.
  package var runsOneAtATime = false
  /// The child processes in which runs are followed, so that a run that ends its process is reported like any other;
  /// nil to follow runs in this process.
  package var isolation: (any ProcessIsolation)?

  /// Creates options: the usual ones, unless an argument says otherwise.
  public init(
    chapter: String? = nil, seed: Int = 1, runs: Int = 1000, run: Int? = nil, saved: SavedRuns? = nil,
    steps: Int = 30, duration: Duration? = nil, endsAtFirstFind: Bool = false, shrinks: Bool = true,
    timeLimit: Duration = .seconds(5), width: Int = 4
  ) {
    (self.chapter, self.seed, self.runs, self.run, self.saved) = (chapter, seed, runs, run, saved)
    (self.steps, self.duration, self.endsAtFirstFind, self.shrinks) = (steps, duration, endsAtFirstFind, shrinks)
    (self.timeLimit, self.width) = (timeLimit, width)
  }
}

/// Where a run comes from: what draws it again.
struct DrawParameters: Hashable, Sendable {
  /// The seed, the number of the run, and how many steps were drawn for each run.
  let seed: Int, run: Int, steps: Int
}

/// A run that broke a rule, hung, or ended its process, in as few and as simple steps as show it.
public struct ExplorationFind: Sendable {
  /// The verdict on the run as a scenario, whose last step has the expectation that was not met, if a rule was broken.
  public let result: ScenarioResult
  /// What draws the run again. A run that is replayed from a file keeps it.
  let drawnBy: DrawParameters
  /// The number of the drawn run.
  public var run: Int { drawnBy.run }
  /// How many steps the drawn run took to show the fault.
  public let drawnSteps: Int
  /// How many other runs showed the same fault.
  public internal(set) var others: Int
  /// The run as Swift: a row for the chapter's tables.
  public let swift: String
  /// The drawn steps, for a file of saved runs.
  let steps: [DrawnStep]
  /// The seed for the order in which jobs run that are ready at the same time; zero for the order in which they came.
  let schedule: Int
}

extension [ExplorationFind] {
  /// Adds a find, or counts it as one more of the same rule.
  mutating func add(_ find: ExplorationFind) {
    let same = firstIndex { $0.result.rule.id == find.result.rule.id && find.result.verdict.kind == .violated }
    if let same { self[same].others += find.others + 1 } else { append(find) }
  }
}

/// How far an exploration has come.
public enum ExploreProgress: Sendable {
  /// Runs are drawn. So many have ended, and showed so many faults.
  case drawing(runs: Int, faults: Int)
  /// The finds are made shorter and simpler, one after another.
  case shrinking(find: Int, of: Int)
}

/// The result of exploring the chapters that share one type of action.
public struct Exploration: Sendable {
  /// The argument that names the module on the command line.
  let module: String
  /// The chapters whose actions were drawn.
  public let chapters: [String]
  /// The seed.
  public let seed: Int
  /// How many runs were drawn.
  public let runs: Int
  /// How many steps the runs had in all.
  public let steps: Int
  /// The rules of the chapters.
  public let rules: [Rule]
  /// The finds: one for each broken rule, and one for each way in which runs hung or ended their process.
  public let finds: [ExplorationFind]
  /// The known deviations that were seen, each with the number of runs that showed it.
  public let deviations: [RuleID: Int]
  /// The kinds of step that were performed, each with the number of times.
  let kinds: [String: Int]
  /// How many different pairs of kinds followed each other.
  let pairs: Int
  /// What the models judged in all runs.
  let coverage: ModelCoverage
  /// Faults that a single run showed and did not show again, each with the number of that run. They come from a race in
  /// the module, or from a busy machine.
  let once: [String: Int]
  /// What was not looked into, because the time was up once there was a find, each with the number of a run.
  let untried: [String: Int]
  /// The reasons for which runs were not judged to their end because the world failed, faults that several runs showed
  /// and none shows again, and, if there is no find, what was not looked into because the time was up. Each has the
  /// number of its first run, and how many runs there were.
  let failures: [String: (run: Int, count: Int)]
  /// How many steps were drawn for each run.
  let stepsOfARun: Int
  /// How long the exploration took.
  public let duration: Duration

  /// Whether there is no find and no failure.
  public var isClean: Bool { finds.isEmpty && failures.isEmpty }
}

extension CacheModule {
  /// Draws runs of the module's chapters from a seed, and judges each by the models of the rules.
  ///
  /// No action is drawn that needs what the module lacks. A breach of a rule that the module is known to break is no
  /// find.
  ///
  /// - Parameters:
  ///   - options: what to explore, and for how long.
  ///   - onProgress: called after each run, and before each find is made shorter.
  /// - Throws: `SavedRuns.Mistake` if the chapter's draw cannot produce a run of the file, `RunError` if no child
  ///   processes can be started.
  /// - Returns: What was found, for each type of action that has models and a draw.
  public func explore(
    _ options: ExploreOptions = ExploreOptions(),
    onProgress: @escaping @Sendable (ExploreProgress) -> Void = { _ in }
  ) async throws -> [Exploration] {
    let chosen = implementations.filter { implementation in
      options.chapter.map { implementation.chapterNames.contains($0) } ?? true
        && implementation.explorer(self, options) != nil
    }
    return try await options.sharingTime(among: chosen) { implementation, options in
      try await implementation.explorer(self, options)?.explore(onProgress)
    }.compactMap(\.self)
  }
}

extension ExploreOptions {
  /// Explores some parts one after another, each within its share of the time that is left.
  package func sharingTime<Part, Result>(
    among parts: [Part], _ explore: (Part, Self) async throws -> Result
  ) async rethrows -> [Result] {
    let began = ContinuousClock.now
    var results: [Result] = []
    for (index, part) in parts.enumerated() {
      var own = self
      own.duration = duration.map { ($0 - (ContinuousClock.now - began)) / (parts.count - index) }
      results.append(try await explore(part, own))
    }
    return results
  }
}

extension [CacheModule] {
  /// Follows the runs that a parent process has sent.
  ///
  /// - Parameter tell: called with the result of each.
  package func follow(
    _ work: RunsToFollow, within limit: Duration, _ progress: ScenarioProgress, _ tell: (FollowedRuns) -> Void
  ) async {
    var options = ExploreOptions()
    options.timeLimit = limit
    let timeIsUp = work.seconds.map { ContinuousClock.now + .seconds($0) }
    guard let module = first(where: { $0.fullName == work.module }), let saved = try? SavedRuns(work.text) else {
      return tell(FollowedRuns(runs: [FollowedRun(failure: "the worker does not know the runs of \(work.module)")]))
    }
    for run in saved.runs {
      let implementation = module.implementations.first { $0.chapterNames.contains(run.chapter) }
      let explorer = implementation?.explorer(module, options)
      progress.beginAgain()
      tell(
        await explorer?.follow(run, reporting: work.reporting, until: timeIsUp, progress)
          ?? FollowedRuns(runs: [FollowedRun(failure: "the worker draws no runs of \(run.chapter)")]))
    }
  }
}
