public import CacheConformance
import CacheSpec

extension RunReport {
  /// Returns the report for people who read a summary of a build: the counts; a row for each cause, with the first of its
  /// scenarios; what blocked scenarios saw; and, folded, the steps of each cause.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  public func markdown(command: String = "cachespec") -> String {
    let rerun = Rerun.check(check(command))
    let causes = byCause
    let sections =
      [
        ["## \(escapedCell(module))"], counts, [escapedCell("Assessed: \(assessment.text()).")],
        failureTable(causes, rerun), blockedTable, notes,
      ] + causes.prefix(Self.wholeCauses).map { $0[0].folded(rerun) }
    return sections.filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// How many causes have their steps told. GitHub shows no summary of more than a megabyte.
  private static let wholeCauses = 200

  /// How many scenarios have each verdict.
  private var counts: [String] {
    let kinds = Verdict.Kind.allCases.filter { count($0) > 0 }
    return kinds.isEmpty
      ? [escapedCell(summary)] : table(kinds.map { $0.words(of: count($0)) }, [kinds.map { "\(count($0))" }])
  }

  /// The failures by rule, those of one cause together.
  private var byCause: [[ScenarioResult]] {
    let byRule = Dictionary(grouping: failuresAndUnsteady) { $0.rule.id }.sorted { $0.key < $1.key }
    return byRule.flatMap { $0.value.grouped { "\($0.verdictWords) \($0.cause)" } }
  }

  private func failureTable(_ causes: [[ScenarioResult]], _ rerun: Rerun) -> [String] {
    if causes.isEmpty { return [] }
    return table(
      ["verdict", "rule", "scenario", "expected", "actual", "row", "rerun"],
      causes.map { $0[0].cells(others: $0.count - 1, rerun) })
  }

  /// What blocks scenarios and what they saw, with a row for those that saw the same.
  private var blockedTable: [String] {
    let blocked = results.compactMap { result in
      result.seenThoughBlocked.map { (result, result.verdict.reason ?? "", $0.comparison) }
    }
    if blocked.isEmpty { return [] }
    let rows = blocked.grouped { "\($0.1) \($0.2)" }.map { alike in
      let more = alike.count == 1 ? "" : " and \(alike.count - 1) more"
      let why = (alike[0].0.blockedBy?.text).map { "`\($0)`" } ?? ""
      return [why, escapedCell(alike[0].0.name + more), escapedCell(alike[0].2)]
    }
    return table(["blocked by", "scenario", "saw"], rows)
  }

  /// The incidents and the slow scenarios.
  private var notes: [String] {
    let slow = results.compactMap { result in result.slow.map { "slow: \(result.name): \($0)" } }
    return (incidents + slow).map { "- \(escapedCell($0))" }
  }
}

extension ScenarioResult {
  /// Returns the result's row of the table of failures.
  ///
  /// - Parameters:
  ///   - others: how many other scenarios fail by the same cause.
  ///   - rerun: what runs the scenario again.
  fileprivate func cells(others: Int, _ rerun: Rerun) -> [String] {
    let (expected, actual) = verdict.observed.expectedAndActual
    return [
      verdictWords, "`\(rule.id)`", escapedCell(shortName + (others == 0 ? "" : " and \(others) more")),
      escapedCell(expected ?? ""), escapedCell(actual ?? ""), escapedCell(scenario.source.description),
      "<code>\(escapedCell(rerun.command(for: self)))</code>",
    ]
  }
}

extension ScenarioResult {
  /// The whole of a failure, folded.
  fileprivate func folded(_ rerun: Rerun) -> [String] {
    let text = whole(rerun: rerun, TextStyle(isVerbose: true)).printable
    let whole = text.replacingScalars(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    return ["<details><summary>\(escapedCell(name))</summary>", "", "<pre>\(whole)</pre>", "", "</details>"]
  }
}

private func table(_ head: [String], _ rows: [[String]]) -> [String] {
  ([head, head.map { _ in "---" }] + rows).map { "| \($0.joined(separator: " | ")) |" }
}

/// Returns the text as a cell of a table.
private func escapedCell(_ text: String) -> String {
  text.printable.replacingScalars(["\\": "\\\\", "|": "\\|", "\n": " ", "<": "&lt;", "[": "\\["])
}
