public import CacheConformance
import CacheSpec

extension RunReport {
  /// Returns the report for people: failures first, one entry per cause; known deviations; recorded outcomes; counts.
  ///
  /// - Parameters:
  ///   - command: the name of the executable that the report tells people to run.
  ///   - style: how it is printed; if verbose, every failure in full, with the steps that lead to its fixture.
  public func text(command: String = "cachespec", _ style: TextStyle = TextStyle()) -> String {
    // A module may print anything, so characters that would move a cursor or change colours are escaped.
    TextReport(report: self, rerun: Rerun.check(check(command)), style: style).text.printable
  }
}

/// The report for people.
private struct TextReport {
  let report: RunReport
  let rerun: Rerun
  let style: TextStyle

  var text: String {
    let incidents = report.incidents.map { wrapped("incident  \($0)", 10) }.joined(separator: "\n")
    let ofFailures = entries + [blocked, incidents]
    let others = [deviations, recordedChoices, notAssessed, killedByCopy, slow, unchecked]
    let parts = style.isQuiet ? ofFailures : entries + [blocked] + others + [incidents]
    let assessed = wrapped(
      "assessed  \(report.assessment.text(most: style.isVerbose ? .max : Self.namedDeviations))", 10)
    let summary = style.columns == nil ? report.summary : wrapped(report.summary, 2)
    let end = style.isQuiet ? [summary] : [declinedRules, "\(assessed)\n\(summary)"]
    return (parts + end).filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  /// How many causes are described in full before the others are only named.
  private static let wholeEntries = 5
  /// How many of the deviations that kept rules from being assessed are named.
  private static let namedDeviations = 8
  /// How many different things that blocked scenarios saw are told of a cause.
  private static let toldViews = 5

  private var results: [ScenarioResult] { report.results }

  private func wrapped(_ text: String, _ indent: Int) -> String { text.wrapped(at: style.width, indent: indent) }

  // MARK: Failures

  /// The failures, one entry per rule: first the rules that block the most scenarios, then those that the shortest
  /// scenarios show. A long scenario may fail because of many rules, a short one fails because of its own.
  private var entries: [String] {
    if style.isVerbose {
      return (results.filter(\.verdict.kind.failsTheRun) + report.causes).map { $0.whole(rerun: rerun, style) }
    }
    var groups = report.failures.grouped { "\($0.rule.id) \($0.verdict.kind) \($0.unsteadiness ?? "")" }
      .map(\.shortestFirst)
    let blocked = blockedByRule.mapValues(\.count)
    let weight = { (group: [ScenarioResult]) in blocked[group[0].rule.id] ?? 0 }
    let order = groups.enumerated().map { offset, group in
      (group, (-weight(group), group[0].scenario.stepCount, offset))
    }
    groups = order.sorted { $0.1 < $1.1 }.map(\.0)
    let whole = groups.prefix(Self.wholeEntries).map { group in
      group[0].whole(rerun: rerun, others: Array(group.dropFirst()), style)
    }
    let rest = groups.dropFirst(Self.wholeEntries)
    if rest.isEmpty { return whole }
    let names = rest.grouped { $0[0].verdictWords }.map { groups in
      let rules = groups.map { "\($0[0].rule.id) (\($0.count))" }.joined(separator: ", ")
      return wrapped("\(groups[0][0].verdictWords)  \(rules)", 10)
    }
    let hint = wrapped(
      "\(rest.count.counted("more broken rule")); --verbose tells every failure whole, --only RULE those of a rule:", 2)
    return whole + [([hint] + names).joined(separator: "\n")]
  }

  /// The blocked scenarios, by the broken rule.
  private var blockedByRule: [RuleID: [ScenarioResult]] {
    results.reduce(into: [:]) { groups, result in
      if case .blocked(let rule, _) = result.verdict { groups[rule, default: []].append(result) }
    }
  }

  /// One entry per cause, with the number of scenarios that it blocks, and what they saw. If verbose, each of them has an
  /// entry of its own.
  private var blocked: String {
    blockedByRule.sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }.map { rule, blocked in
      let text = "blocked  \(blocked.count.counted("scenario")) by \(rule): \(blocked.topics)"
      return ([wrapped(text, 9)] + (style.isVerbose ? [] : views(of: blocked))).joined(separator: "\n")
    }.joined(separator: "\n")
  }

  /// What blocked scenarios saw themselves, in a line for those that saw the same.
  private func views(of blocked: [ScenarioResult]) -> [String] {
    let views = allViews(of: blocked)
    let rest = views.count - min(views.count, Self.toldViews)
    return views.prefix(Self.toldViews) + (rest > 0 ? ["  and \(rest) more; --verbose tells each whole"] : [])
  }

  /// All that blocked scenarios saw themselves, each view whole.
  private func allViews(of blocked: [ScenarioResult]) -> [String] {
    let seen = blocked.compactMap { result in result.seenThoughBlocked.map { (result.name, $0.comparison) } }
    return seen.grouped { $0.1 }.map { alike in
      let more = alike.count == 1 ? "" : " and \(alike.count - 1) more"
      return "  " + wrapped("\(alike[0].0)\(more) saw: \(alike[0].1)".inOneLine(of: longestView), 4)
    }
  }

  // MARK: Other results

  /// The known deviations that happened, one entry per rule and reason, each with what it keeps from being assessed.
  private var deviations: String {
    let known = results.filter { $0.verdict.kind == .knownDeviation }
    let groups =
      style.isVerbose
      ? known.map { [$0] }
      : known.grouped { "\($0.scenario.rule.id) \($0.unsteadiness ?? "") \($0.verdict.reason ?? "")" }
    let blocked = Dictionary(grouping: results.filter { $0.blockingDeviation != nil }) {
      $0.blockingDeviation?.id ?? ""
    }
    var told: Set<String> = []
    return groups.map { group in
      let ids = group.compactMap { $0.planned.deviation?.id }.filter { told.insert($0).inserted }
      let blocks = ids.flatMap { blocked[$0] ?? [] }
      return group[0].whole(
        rerun: rerun, others: Array(group.dropFirst()),
        blocking: blocks.isEmpty ? nil : "\(blocks.count.counted("scenario")): \(blocks.topics)", style)
    }.joined(separator: "\n\n")
  }

  /// The recorded outcomes of `open` and `may` rules. An outcome that all rows of a rule share is printed once.
  private var recordedChoices: String {
    let choosing = results.filter { $0.scenario.rule.level == .open || $0.scenario.rule.level == .may }
    return choosing.grouped { $0.scenario.rule.id.text }.flatMap { rows -> [String] in
      let outcomes = rows.compactMap { row in row.verdict.recordedOutcomes.map { (row, $0.joined(separator: ", ")) } }
      guard let first = outcomes.first else { return [] }
      let rule = first.0.scenario.rule.id
      if outcomes.allSatisfy({ $0.1 == first.1 }) { return [wrapped("recorded  \(rule): \(first.1)", 10)] }
      return outcomes.grouped { $0.1 }.map { alike in
        let rows = alike.map(\.0)
        // A row with the same outcome in all variants is printed once.
        let names = rows.grouped { $0.scenario.id }.flatMap { variants -> [String] in
          let isShared = outcomes.allSatisfy { $0.0.scenario.id != variants[0].scenario.id || $0.1 == alike[0].1 }
          return isShared ? [variants[0].scenario.rowAlone] : variants.map(\.nameBesideItsRule)
        }
        let told = names.count > 3 ? " (\(names.count.counted("row")))" : names.joined(separator: " ")
        return wrapped("recorded  \(rule)\(told): \(alike[0].1)", 10)
      }
    }.joined(separator: "\n")
  }

  /// The scenarios that were not assessed, by reason.
  private var notAssessed: String {
    let left = results.filter { $0.verdict.kind == .notAssessed }
    // What a known deviation blocks is told like what another rule blocks, and what it saw is told whole: nothing else
    // says what the deviation excuses.
    let (blocked, rest) = (left.filter { $0.seenThoughBlocked != nil }, left.filter { $0.seenThoughBlocked == nil })
    let told =
      style.isVerbose
      ? blocked.map { $0.whole(rerun: rerun, style) } + [
        rest.map { wrapped($0.description(check: ""), 2) }.joined(separator: "\n")
      ]
      : blocked.grouped { $0.verdict.reason ?? "" }.map { group in
        ([byReason(group, "not assessed", \.verdict.reason)] + allViews(of: group)).joined(separator: "\n")
      } + [byReason(rest, "not assessed", \.verdict.reason)]
    return told.filter { !$0.isEmpty }.joined(separator: style.isVerbose ? "\n\n" : "\n")
  }

  /// How many documented rules the module declines, by what it lacks; if verbose, the rules in place of their number.
  private var declinedRules: String {
    let all = report.declined
    if all.isEmpty { return "" }
    let count = all.reduce(0) { $0 + $1.rules.count }
    let parts = all.map { capability, rules in
      "\(capability) (\(style.isVerbose ? rules.map(\.text).joined(separator: ", ") : "\(rules.count)"))"
    }
    return wrapped("declined  \(count.counted("documented rule")), for: \(parts.joined(separator: ", "))", 10)
  }

  /// The scenarios in which a copy of the storage simulated the kill instead of a signal, by reason.
  private var killedByCopy: String {
    byReason(results.filter { $0.observed.killedByCopy != nil }, "killed by a copy", \.observed.killedByCopy)
  }

  /// The scenarios that hung, and did not when they ran again.
  private var slow: String {
    results.compactMap { result in result.slow.map { wrapped("slow  \(result.name): \($0)", 6) } }
      .joined(separator: "\n")
  }

  private var unchecked: String {
    report.rules.compactMap { rule in rule.uncheckable.map { wrapped("not checked  \(rule.id): \($0)", 13) } }
      .joined(separator: "\n")
  }

  /// The rules of scenarios under a title, one entry per reason.
  private func byReason(
    _ results: [ScenarioResult], _ title: String, _ reason: (ScenarioResult) -> String?
  ) -> String {
    results.grouped { reason($0) ?? "" }.map { group in
      let rules = group.grouped { $0.scenario.rule.id.text }.map { "\($0[0].scenario.rule.id) (\($0.count))" }
      return wrapped(
        "\(title)  \(group.count): \(reason(group[0]) ?? ""): \(rules.joined(separator: ", "))", title.count + 2)
    }.joined(separator: "\n")
  }
}

extension [ScenarioResult] {
  /// The same results, with the first of the shortest moved to the front.
  fileprivate var shortestFirst: Self {
    let counts = map(\.scenario.stepCount)
    guard let shortest = counts.indices.min(by: { counts[$0] < counts[$1] }) else { return self }
    return [self[shortest]] + self[..<shortest] + self[(shortest + 1)...]
  }

  /// Their topics or, if there are many, their chapters, each with the number of scenarios.
  fileprivate var topics: String {
    func counts(_ name: (RuleID) -> String) -> [String] {
      grouped { name($0.scenario.rule.id) }.map { "\(name($0[0].scenario.rule.id)) (\($0.count))" }
    }
    let byTopic = counts(\.chapterAndTopic)
    return (byTopic.count > 4 ? counts(\.chapter) : byTopic).joined(separator: ", ")
  }
}

extension ScenarioResult {
  /// The row, if it has a name, and the variant, for a line that begins with the rule.
  fileprivate var nameBesideItsRule: String { scenario.rowAlone + (variant.map { "(\($0))" } ?? "") }
}

extension ScenarioInfo {
  /// The row as it follows its rule's id; empty for one without a name.
  fileprivate var rowAlone: String { String(id.dropFirst(rule.id.text.count)) }
}

extension RuleID {
  /// The first two parts, as in `paywall.priority`.
  fileprivate var chapterAndTopic: String { text.split(separator: ".").prefix(2).joined(separator: ".") }
}
