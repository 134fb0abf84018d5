public import CacheConformance
import CacheSpec

extension RunReport {
  /// Returns the report as workflow commands, which GitHub shows at the rows of the tables: one for each failure, and
  /// one for the counts.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  public func github(command: String = "cachespec") -> String {
    let rerun = Rerun.check(check(command))
    let failures = shown.map { result in
      let place =
        "file=\(inProperty(result.scenario.source.path)),line=\(result.scenario.source.line),"
        + "title=\(inProperty("\(result.verdictWords): \(result.name)"))"
      let text = [result.rule.statement, result.difference, rerun.command(for: result)].joined(separator: "\n")
      return "::\(result.verdict.kind.failsTheRun ? "error" : "warning") \(place)::\(inMessage(text))"
    }
    let slow = results.compactMap { result in
      result.slow.map { "::warning title=\(inProperty("slow: \(result.name)"))::\(inMessage($0))" }
    }
    let incidents = incidents.map { "::error ::\(inMessage($0))" }
    return (failures + slow + incidents + ["::notice ::\(inMessage(summary))"]).joined(separator: "\n")
  }

  /// Returns the report for people who read a summary of a build: the counts; a row for each cause, with the first of its
  /// scenarios; what blocked scenarios saw; and, folded, the steps of each cause.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  public func markdown(command: String = "cachespec") -> String {
    let counts = Verdict.Kind.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 }
    let byRule = Dictionary(grouping: shown) { $0.rule.id }.sorted { $0.key < $1.key }
    let rerun = Rerun.check(check(command))
    let byCause = byRule.flatMap { $0.value.grouped { "\($0.verdictWords) \($0.cause)" } }
    let rows = byCause.map { results in
      let more = results.count == 1 ? "" : " and \(results.count - 1) more"
      let (expected, actual) = results[0].verdict.observed.expectedAndActual
      return "| \(results[0].verdictWords) | `\(results[0].rule.id)` | \(inCell(results[0].shortName + more)) | "
        + "\(inCell(expected ?? "")) | \(inCell(actual ?? "")) | \(inCell(results[0].scenario.source.description)) | "
        + "<code>\(inCell(rerun.command(for: results[0])))</code> |"
    }
    let columns = ["verdict", "rule", "scenario", "expected", "actual", "row", "rerun"]
    let head = [
      "", "| \(columns.joined(separator: " | ")) |", "| \(columns.map { _ in "---" }.joined(separator: " | ")) |",
    ]
    let slow = results.compactMap { result in result.slow.map { "slow: \(result.name): \($0)" } }
    let notes = incidents + slow
    let incidents = notes.isEmpty ? [] : [""] + notes.map { "- \(inCell($0))" }
    let figures =
      counts.isEmpty
      ? [inCell(summary)]
      : [counts.map { $0.0.words(of: $0.1) }, counts.map { _ in "---" }, counts.map { "\($0.1)" }].map {
        "| \($0.joined(separator: " | ")) |"
      }
    return
      (["## \(inCell(module))", ""] + figures
      + ["", inCell("Assessed: \(assessment.text()).")] + (rows.isEmpty ? [] : head + rows) + blockedRows
      + incidents + byCause.prefix(Self.wholeCauses).flatMap { details(of: $0[0], rerun) })
      .joined(separator: "\n")
  }

  /// How many causes have their steps told. GitHub shows no summary of more than a megabyte.
  private static let wholeCauses = 200

  /// A table of what blocks scenarios and what they saw, with a row for those that saw the same.
  private var blockedRows: [String] {
    let blocked = results.compactMap { result in
      result.seenThoughBlocked.map { (result, result.verdict.reason ?? "", $0.comparison) }
    }
    if blocked.isEmpty { return [] }
    let rows = blocked.grouped { "\($0.1) \($0.2)" }.map { alike in
      let more = alike.count == 1 ? "" : " and \(alike.count - 1) more"
      let why = (alike[0].0.blockedBy?.text).map { "`\($0)`" } ?? ""
      return "| \(why) | \(inCell(alike[0].0.name + more)) | \(inCell(alike[0].2)) |"
    }
    return ["", "| blocked by | scenario | saw |", "| --- | --- | --- |"] + rows
  }

  /// The whole of a failure, folded.
  private func details(of result: ScenarioResult, _ rerun: Rerun) -> [String] {
    let text = result.whole(rerun: rerun, TextStyle(isVerbose: true)).printable
    let whole = text.replacingScalars(["&": "&amp;", "<": "&lt;", ">": "&gt;"])
    return ["", "<details><summary>\(inCell(result.name))</summary>", "", "<pre>\(whole)</pre>", "", "</details>"]
  }
}

extension RunReport {
  /// The failures, and what is unsteady without failing the run.
  fileprivate var shown: [ScenarioResult] {
    failures + results.filter { $0.isUnsteady && !$0.verdict.kind.failsTheRun }
  }
}

/// Escapes a text in the message of a workflow command.
private func inMessage(_ text: String) -> String {
  text.printable.replacingScalars(["%": "%25", "\n": "%0A"])
}

/// Escapes a text in a property of a workflow command.
private func inProperty(_ text: String) -> String {
  inMessage(text).replacingScalars([":": "%3A", ",": "%2C"])
}

/// Escapes a text in a cell of a table.
private func inCell(_ text: String) -> String {
  text.printable.replacingScalars(["\\": "\\\\", "|": "\\|", "\n": " ", "<": "&lt;", "[": "\\["])
}
