import CacheSpec

// The rules that a failure may come from are checked before it is reported, even if they were not selected or the run has
// ended at the failure.

extension [CacheModule] {
  /// Runs every scenario of the rules that failures may come from, and those of known deviations that have not been seen.
  ///
  /// - Returns: The rules that were not checked: none.
  func checkSuspects(
    among all: [PlannedCase], _ execution: inout Execution, _ options: RunOptions
  ) async throws -> [RuleID] {
    var looked = Set(execution.results.keys)
    while true {
      let suspects = all.reduce(into: Set<RuleID>()) { rules, planned in
        rules.formUnion(execution.results[planned.key]?.suspectedRules ?? [])
      }
      let unseen = all.unseenDeviations(in: execution.results)
      let more = all.filter { planned in
        let mayTell = suspects.contains(planned.scenario.rule.id) || planned.deviation.map(unseen.contains) ?? false
        return mayTell && !looked.contains(planned.key)
      }
      if more.isEmpty { return [] }
      looked.formUnion(more.map(\.key))
      execution.merge(try await execute(more, options))
    }
  }

  /// Runs, for a run that is to end at its first failure, only scenarios that decide which rule is to blame, until that
  /// is known. No more are begun once they have taken as long as one scenario may, or once one has hung and the rule is
  /// still not known: what hangs takes several time limits.
  ///
  /// - Parameters:
  ///   - planned: the selected cases.
  ///   - isCutShort: whether a failure ended the run, which then does not say which deviations no longer happen.
  ///   - variants: every case of each variant.
  /// - Returns: The rules that were still to be checked.
  func checkFewestSuspects(
    of planned: [PlannedCase], isCutShort: Bool, among variants: [[PlannedCase]], _ execution: inout Execution,
    _ options: RunOptions
  ) async throws -> [RuleID] {
    let end = ContinuousClock.now + options.timeLimit * Deadline.limitsInAll
    let selected = Set(planned.map(\.key))
    var isHanging = false
    while true {
      let all = variants.flatMap(\.self)
      let unseen = isCutShort ? [] : all.unseenDeviations(in: execution.results)
      let more =
        variants.flatMap { cases in
          let results = cases.compactMap { execution.results[$0.key] }
          return results.filter { selected.contains($0.planned.key) }.undecided(by: results, of: cases)
        }
        + all.filter { execution.results[$0.key] == nil && $0.deviation.map(unseen.contains) ?? false }
      if more.isEmpty { return [] }
      if isHanging || end <= .now { return Set(more.map(\.scenario.rule.id)).sorted() }
      let found = try await execute(more, options)
      isHanging = found.results.values.contains { $0.verdict.kind == .hung || $0.slow != nil }
      execution.merge(found)
    }
  }
}
