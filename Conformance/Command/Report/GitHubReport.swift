public import CacheConformance
import CacheSpec

extension RunReport {
  /// Returns the report as workflow commands, which GitHub shows as annotations: one for each failure, at its row of the
  /// tables, and one for the counts.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  public func github(command: String = "cachespec") -> String {
    let rerun = Rerun.check(check(command))
    let failures = failuresAndUnsteady.map { $0.workflowCommand(rerun) }
    let slow = results.compactMap { result in
      result.slow.map { "::warning title=\(escapedProperty("slow: \(result.name)"))::\(escapedMessage($0))" }
    }
    let incidents = incidents.map { "::error ::\(escapedMessage($0))" }
    return (failures + slow + incidents + ["::notice ::\(escapedMessage(summary))"]).joined(separator: "\n")
  }

  /// The failures, and the unsteady scenarios that fail no run.
  var failuresAndUnsteady: [ScenarioResult] {
    failures + results.filter { $0.isUnsteady && !$0.verdict.kind.failsTheRun }
  }
}

extension ScenarioResult {
  /// Returns the command that shows the result at its row of the tables.
  fileprivate func workflowCommand(_ rerun: Rerun) -> String {
    let level = verdict.kind.failsTheRun ? "error" : "warning"
    let (path, title) = (escapedProperty(scenario.source.path), escapedProperty("\(verdictWords): \(name)"))
    let message = [rule.statement, difference, rerun.command(for: self)].joined(separator: "\n")
    return "::\(level) file=\(path),line=\(scenario.source.line),title=\(title)::\(escapedMessage(message))"
  }
}

/// Returns the text as the message of a workflow command.
private func escapedMessage(_ text: String) -> String {
  text.printable.replacingScalars(["%": "%25", "\n": "%0A"])
}

/// Returns the text as a property of a workflow command.
private func escapedProperty(_ text: String) -> String {
  escapedMessage(text).replacingScalars([":": "%3A", ",": "%2C"])
}
