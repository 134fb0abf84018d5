import CacheSpec

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
    // Only what was selected is counted.
    var uncounted = options
    uncounted.onProgress = nil
    let unknown =
      options.failsFast
      ? try await checkFewestSuspects(of: planned, isCutShort: isCutShort, among: variants, &execution, uncounted)
      : try await checkSuspects(among: variants.flatMap(\.self), &execution, uncounted)
    let rows = everything.values.joined().map(\.scenario).filter { !$0.isStage }
    let scenarios = Dictionary(grouping: rows, by: \.rule.id).mapValues { Set($0.map(\.id)) }
    let rest = planned.count { execution.results[$0.key] == nil }
    if rest > 0 {
      execution.incidents.append(
        "ended at the first failure: \(rest) of \(planned.count.counted("scenario")) \(rest == 1 ? "was" : "were") not run"
      )
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
      return options.chosen(of: all, \.scenario).blamed(by: all).map { $0.expecting(unseen).explained(by: lacking) }
    }
    // Where a fixture's stage alone was selected, as by the command that runs its failure again, its pass is shown.
    let ofRules = results.filter { !$0.isPlainStage }
    return RunReport(
      module: name, about: self[0].summary, version: self[0].version, homepage: self[0].homepage,
      specification: options.version, shard: options.shard, selectsAny: selectsAny, argument: self[0].argument,
      variants: compactMap(\.variant), isolated: options.isolation.map { !$0.sharesProcess } ?? false,
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
