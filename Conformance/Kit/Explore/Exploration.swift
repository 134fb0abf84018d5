public import CacheSpec

/// What to explore, and for how long.
public struct ExploreOptions: Sendable {
  /// The number that decides which runs are drawn: the same ones everywhere.
  public var seed = 1
  /// How many runs are drawn of each chapter.
  public var runs = 1000
  /// The only run to draw, by its number from 1, or nil for all.
  public var run: Int?
  /// The runs of a file in place of drawn ones, or nil.
  public var kept: KeptRuns?
  /// How many steps a run has.
  public var steps = 30
  /// After which time no more runs begin, or nil for no limit.
  public var duration: Duration?
  /// Whether no more runs begin once a rule is broken.
  public var endsAtFirstFind = false
  /// Whether a run that broke a rule is made shorter and simpler, which takes some hundred runs.
  public var shrinks = true
  /// The chapter to explore, or nil for all.
  public var chapter: String?
  /// The time that a step may take.
  public var timeLimit: Duration = .seconds(5)
  /// How many runs are under way at once.
  public var width = 4
  /// Whether this process runs one job at a time from now on, as the child processes do, so that a run takes the same course
  /// each time. For a process that does nothing else.
  package var runsOneAtATime = false
  /// Where runs are followed: in child processes, so that one that ends its process is told like any other, or nil for this
  /// process.
  public var isolation: Isolation?

  /// Creates the usual options.
  public init() {}
}

/// A run that broke a rule, hung, or ended its process, in as few and as simple steps as show it.
public struct Find: Sendable {
  /// The run, as a scenario that ends with what was expected, and its verdict.
  public let result: ScenarioResult
  /// The number of the run that was drawn.
  public let run: Int
  /// How many steps it had until the rule was broken.
  public let drawnSteps: Int
  /// How many other runs did the same.
  public internal(set) var others: Int
  /// The run as Swift source: a row for the chapter's tables.
  public let source: String
  /// What was drawn, as a file keeps it.
  let steps: [DrawnStep]
  /// The number by which the order was drawn in which what was ready at the same time went on.
  let schedule: Int
}

/// What exploring a chapter came to.
public struct Exploration: Sendable {
  /// The chapters whose actions were drawn.
  public let chapters: [String]
  /// The seed.
  public let seed: Int
  /// How many runs were drawn.
  public let runs: Int
  /// How many steps they had in all.
  public let steps: Int
  /// The rules of the chapters.
  public let rules: [Rule]
  /// What broke, one find a rule.
  public let finds: [Find]
  /// The known deviations that were seen, with the number of runs.
  public let deviations: [RuleID: Int]
  /// The kinds of step that were drawn, each with how often, and those that may follow each other.
  let kinds: [String: Int]
  /// How many pairs of kinds followed each other.
  let pairs: Int
  /// What the models judged.
  let coverage: ModelCoverage
  /// What a single run showed and did not show again, with that run: a race of the module, or of a busy machine.
  let once: [String: Int]
  /// What kept runs from being judged to their end, because the world failed, or what several showed and none shows
  /// again: the first run, and how many.
  let failures: [String: (run: Int, count: Int)]
  /// How many steps were drawn for a run.
  let stepsOfARun: Int
  /// How long it took.
  public let duration: Duration

  /// Whether nothing was found that can be seen again.
  public var isClean: Bool { finds.isEmpty && failures.isEmpty }
}

extension CacheModule {
  /// Draws runs of the module's chapters by seed and holds each against the models of the rules.
  ///
  /// What the module lacks is not drawn. A rule that the module is known to break is passed over.
  ///
  /// - Parameters:
  ///   - options: what to explore, and for how long.
  ///   - onRun: called after each run, with how many have ended and how many rules they broke.
  /// - Throws: `KeptRuns.Mistake` if a run of a file cannot be drawn, `RunError` if there can be no child processes.
  /// - Returns: What was found, for each type of actions that has models and a draw.
  public func explore(
    _ options: ExploreOptions = ExploreOptions(),
    onRun: @escaping @Sendable (_ runs: Int, _ broken: Int) -> Void = { _, _ in }
  ) async throws -> [Exploration] {
    var explorations: [Exploration] = []
    for implementation in implementations {
      if let chapter = options.chapter, !implementation.chapterNames.contains(chapter) { continue }
      if let explorer = implementation.explorer(self, options) {
        explorations.append(try await explorer.explore(onRun))
      }
    }
    return explorations
  }
}

extension [CacheModule] {
  /// Follows runs for a parent process.
  func follow(_ work: RunsToFollow, within limit: Duration, _ progress: ScenarioProgress) async -> FollowedRuns {
    var options = ExploreOptions()
    options.timeLimit = limit
    var followed = FollowedRuns()
    guard let module = first(where: { $0.fullName == work.module }), let kept = try? KeptRuns(work.text) else {
      return FollowedRuns(runs: [FollowedRun(failure: "the worker does not know the runs of \(work.module)")])
    }
    for run in kept.runs {
      let implementation = module.implementations.first { $0.chapterNames.contains(run.chapter) }
      let explorer = implementation?.explorer(module, options)
      followed.add(
        await explorer?.follow(run, telling: work.telling, progress)
          ?? FollowedRuns(runs: [FollowedRun(failure: "the worker draws no runs of \(run.chapter)")]))
    }
    return followed
  }
}
