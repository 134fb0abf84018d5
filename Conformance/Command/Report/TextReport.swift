public import CacheConformance
import CacheSpec

extension RunReport {
  /// Returns the report for people: failures first, one entry per cause; known deviations; recorded outcomes; counts.
  ///
  /// - Parameters:
  ///   - command: the name of the executable that the report tells people to run.
  ///   - isVerbose: whether to describe every failure in full, with the steps that lead to its fixture.
  public func text(command: String = "cachespec", isVerbose: Bool = false) -> String {
    let rerun = Rerun.check(check(command))
    let parts =
      entries(rerun, isVerbose: isVerbose)
      + [
        blocked(isVerbose: isVerbose), deviations(rerun, isVerbose: isVerbose), recordedChoices,
        notAssessed(rerun, isVerbose: isVerbose),
        killedByCopy, slow, unchecked, incidents.map { "incident  \($0)".wrapped(indent: 10) }.joined(separator: "\n"),
      ].filter { !$0.isEmpty }
    // A module may print anything, so characters that would move a cursor or change colours are escaped.
    let declined = declinedRules(isVerbose: isVerbose)
    let assessed = "assessed  \(assessment.text(most: isVerbose ? .max : Self.namedDeviations))".wrapped(indent: 10)
    let end = "\(assessed)\n\(summary)"
    return (parts + (declined.isEmpty ? [end] : [declined, end])).joined(separator: "\n\n").printable
  }

  /// How many causes are described in full before the others are only named.
  private static let wholeEntries = 5
  /// How many of the deviations that kept rules from being assessed are named.
  private static let namedDeviations = 8
  /// How many different things that blocked scenarios saw are told of a cause.
  private static let toldViews = 5

  // MARK: Failures

  /// Returns the failures, one entry per rule: first the rules that block the most scenarios, then those that the
  /// shortest scenarios show. A long scenario may fail because of many rules, a short one fails because of its own.
  private func entries(_ rerun: Rerun, isVerbose: Bool) -> [String] {
    if isVerbose {
      return (results.filter(\.verdict.kind.failsTheRun) + causes).map { $0.whole(rerun: rerun, isVerbose: true) }
    }
    var groups = failures.grouped { "\($0.rule.id) \($0.verdict.kind) \($0.unsteadiness ?? "")" }.map(\.shortestFirst)
    let blocked = blockedByRule.mapValues(\.count)
    let weight = { (group: [ScenarioResult]) in blocked[group[0].rule.id] ?? 0 }
    let order = groups.enumerated().map { offset, group in
      (group, (-weight(group), group[0].scenario.stepCount, offset))
    }
    groups = order.sorted { $0.1 < $1.1 }.map(\.0)
    let whole = groups.prefix(Self.wholeEntries).map { group in
      group[0].whole(rerun: rerun, others: Array(group.dropFirst()), isVerbose: false)
    }
    let rest = groups.dropFirst(Self.wholeEntries)
    if rest.isEmpty { return whole }
    let names = rest.grouped { $0[0].verdictWords }.map { groups in
      let rules = groups.map { "\($0[0].rule.id) (\($0.count))" }.joined(separator: ", ")
      return "\(groups[0][0].verdictWords)  \(rules)".wrapped(indent: 10)
    }
    let hint =
      "\(rest.count.counted("more broken rule")); --verbose tells every failure whole, --only RULE those of a rule:"
    return whole + [([hint] + names).joined(separator: "\n")]
  }

  /// The blocked scenarios, by the broken rule.
  private var blockedByRule: [RuleID: [ScenarioResult]] {
    results.reduce(into: [:]) { groups, result in
      if case .blocked(let rule, _) = result.verdict { groups[rule, default: []].append(result) }
    }
  }

  /// Returns one entry per cause, with the number of scenarios that it blocks, and what they saw. If verbose, each of
  /// them has an entry of its own.
  private func blocked(isVerbose: Bool) -> String {
    blockedByRule.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { rule, blocked in
      var places = blocked.grouped { $0.scenario.rule.id.topic }.map { ($0[0].scenario.rule.id.topic, $0.count) }
      if places.count > 4 {
        places = blocked.grouped { $0.scenario.rule.id.chapter }.map { ($0[0].scenario.rule.id.chapter, $0.count) }
      }
      let topics = places.map { "\($0) (\($1))" }.joined(separator: ", ")
      let text = "blocked  \(blocked.count.counted("scenario")) by \(rule): \(topics)"
      return ([text.wrapped(indent: 9)] + (isVerbose ? [] : views(of: blocked))).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// What blocked scenarios saw themselves, in a line for those that saw the same.
  private func views(of blocked: [ScenarioResult]) -> [String] {
    let views = allViews(of: blocked)
    let lines = views.prefix(Self.toldViews).map { "  \($0)".inOneLine(of: 200) }
    let rest = views.count - lines.count
    return lines + (rest > 0 ? ["  and \(rest) more; --verbose tells each whole"] : [])
  }

  /// All that blocked scenarios saw themselves, each view whole.
  private func allViews(of blocked: [ScenarioResult]) -> [String] {
    let seen = blocked.compactMap { result in result.seenThoughBlocked.map { (result.name, $0.comparison) } }
    return seen.grouped { $0.1 }.map { alike in
      let more = alike.count == 1 ? "" : " and \(alike.count - 1) more"
      return "\(alike[0].0)\(more) saw: \(alike[0].1)"
    }
  }

  // MARK: Other results

  /// Returns the known deviations that happened, one entry per rule and reason.
  private func deviations(_ rerun: Rerun, isVerbose: Bool) -> String {
    let known = results.filter { $0.verdict.kind == .knownDeviation }
    let groups =
      isVerbose
      ? known.map { [$0] }
      : known.grouped { "\($0.scenario.rule.id) \($0.unsteadiness ?? "") \($0.verdict.reason ?? "")" }
    return groups.map { group in
      group[0].whole(rerun: rerun, others: Array(group.dropFirst()), isVerbose: isVerbose)
    }.joined(separator: "\n\n")
  }

  /// The recorded outcomes of `open` and `may` rules. An outcome that all rows of a rule share is printed once.
  private var recordedChoices: String {
    let choosing = results.filter { $0.scenario.rule.level == .open || $0.scenario.rule.level == .may }
    return choosing.grouped { $0.scenario.rule.id.text }.flatMap { rows -> [String] in
      let outcomes = rows.compactMap { row in row.verdict.recordedOutcomes.map { (row, $0.joined(separator: ", ")) } }
      guard let first = outcomes.first else { return [] }
      let rule = first.0.scenario.rule.id
      if outcomes.allSatisfy({ $0.1 == first.1 }) { return ["recorded  \(rule): \(first.1)"] }
      return outcomes.grouped { $0.1 }.map { alike in
        let rows = alike.map(\.0)
        // A row with the same outcome in all variants is printed once.
        let names = rows.grouped { $0.scenario.id }.flatMap { variants -> [String] in
          let isShared = outcomes.allSatisfy { $0.0.scenario.id != variants[0].scenario.id || $0.1 == alike[0].1 }
          return isShared ? [variants[0].scenario.row] : variants.map(\.shortName)
        }
        let told = names.count > 3 ? names.count.counted("row") : names.joined(separator: " ")
        return "recorded  \(rule): \(alike[0].1): \(told)".wrapped(indent: 10)
      }
    }.joined(separator: "\n")
  }

  /// Returns the scenarios that were not assessed, by reason.
  private func notAssessed(_ rerun: Rerun, isVerbose: Bool) -> String {
    let left = results.filter { $0.verdict.kind == .notAssessed }
    // What a known deviation blocks is told like what another rule blocks, and what it saw is told whole: nothing else
    // says what the deviation excuses.
    let (blocked, rest) = (left.filter { $0.seenThoughBlocked != nil }, left.filter { $0.seenThoughBlocked == nil })
    let told =
      isVerbose
      ? blocked.map { $0.whole(rerun: rerun, isVerbose: true) } + [
        rest.map { $0.description(check: "") }.joined(separator: "\n")
      ]
      : blocked.grouped { $0.verdict.reason ?? "" }.map { group in
        let views = allViews(of: group).map { "  \($0)".wrapped(indent: 4) }
        return ([group.byReason("not assessed", \.verdict.reason)] + views).joined(separator: "\n")
      } + [rest.byReason("not assessed", \.verdict.reason)]
    return told.filter { !$0.isEmpty }.joined(separator: isVerbose ? "\n\n" : "\n")
  }

  /// Returns how many documented rules the module declines, by what it lacks; if verbose, the rules in place of their
  /// number.
  private func declinedRules(isVerbose: Bool) -> String {
    let all = declined
    if all.isEmpty { return "" }
    let count = all.reduce(0) { $0 + $1.rules.count }
    let parts = all.map { capability, rules in
      "\(capability) (\(isVerbose ? rules.map(\.text).joined(separator: ", ") : "\(rules.count)"))"
    }
    return "declined  \(count.counted("documented rule")), for: \(parts.joined(separator: ", "))"
      .wrapped(indent: 10)
  }

  /// The scenarios in which a copy of the storage simulated the kill instead of a signal, by reason.
  private var killedByCopy: String {
    results.filter { $0.observed.killedByCopy != nil }.byReason("killed by a copy", \.observed.killedByCopy)
  }

  /// The scenarios that hung, and did not when they ran again.
  private var slow: String {
    results.compactMap { result in result.slow.map { "slow  \(result.name): \($0)".wrapped(indent: 6) } }
      .joined(separator: "\n")
  }

  private var unchecked: String {
    rules.compactMap { rule in rule.uncheckable.map { "not checked  \(rule.id): \($0)".wrapped(indent: 13) } }
      .joined(separator: "\n")
  }
}

extension [ScenarioResult] {
  /// The same results, with the first of the shortest moved to the front.
  fileprivate var shortestFirst: Self {
    let counts = map(\.scenario.stepCount)
    guard let shortest = counts.indices.min(by: { counts[$0] < counts[$1] }) else { return self }
    return [self[shortest]] + self[..<shortest] + self[(shortest + 1)...]
  }

  /// Returns the rules of these scenarios under a title, one entry per reason.
  fileprivate func byReason(_ title: String, _ reason: (ScenarioResult) -> String?) -> String {
    grouped { reason($0) ?? "" }.map { group in
      let rules = group.grouped { $0.scenario.rule.id.text }.map { "\($0[0].scenario.rule.id) (\($0.count))" }
      return "\(title)  \(group.count): \(reason(group[0]) ?? ""): \(rules.joined(separator: ", "))"
        .wrapped(indent: title.count + 2)
    }.joined(separator: "\n")
  }
}

extension RuleID {
  /// The chapter and topic: `paywall.priority`.
  fileprivate var topic: String { text.split(separator: ".").prefix(2).joined(separator: ".") }
}
