import CacheSpec

extension ScenarioResult {
  /// Says which rule broke, where it is written, and how to see it again; a line for a verdict that breaks nothing.
  ///
  /// - Parameter check: the words that check the module, as `swift run cachespec check mymodule`.
  public func description(check: String) -> String {
    switch verdict {
    case .passed(let recorded):
      return recorded.isEmpty ? "passed  \(name)" : "passed  \(name): \(recorded.joined(separator: ", "))"
    case .notAssessed(let why): return "not assessed  \(name): \(why)"
    case .knownDeviation(let deviation, _):
      return "known deviation  \(name): \(deviation.reason) (\(deviation.link))\n  \(difference)"
    case .violated, .blocked, .crashed, .hung, .setupFailed, .unexpectedPass:
      let rule = scenario.rule
      let citations = "  (\(rule.citations.map(\.description).joined(separator: "; ")))"
      let lines = failureLines(check: check).map { label, text in "  \(label.padded(to: 8))  \(text)" }
      return ([name + citations] + lines).joined(separator: "\n")
    }
  }

  /// The scenario's id, and the variant where there are several.
  var name: String { variant.map { "\(scenario.id) (\($0))" } ?? scenario.id }

  /// What was expected and what was seen, in a line.
  var difference: String {
    let (expected, actual) = verdict.observed.expectedAndActual
    let parts = [expected.map { "expected \($0)" }, actual.map { "actual \($0)" }].compactMap(\.self)
    return ([verdict.observed.kind.words] + parts).joined(separator: "; ")
  }

  private func failureLines(check: String) -> [(String, String)] {
    var lines: [(String, String)] = []
    lines.append(("rule", scenario.rule.statement))
    if !trace.given.isEmpty { lines.append(("given", trace.given.joined(separator: " · "))) }
    if trace.step > 0 { lines.append(("step \(trace.step)", trace.action)) }
    let (expected, actual) = verdict.expectedAndActual
    if let expected { lines.append(("expected", expected)) }
    if let actual { lines.append(("actual", actual)) }
    if trace.steps.count > 1 { lines.append(("trace", trace.steps.joined(separator: " · "))) }
    lines.append(("row", scenario.source.description))
    lines.append(("rerun", rerun(check)))
    return lines
  }

  /// The command that runs this scenario again.
  private func rerun(_ check: String) -> String {
    let quoted = scenario.id.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "\(check)\(variant.map { ":\($0)" } ?? "") --only '\(quoted)'"
  }
}

extension RunReport {
  /// The report for people: what went wrong first, then what is on record, what was recorded, and the counts.
  ///
  /// - Parameter command: the name of the executable that the report tells people to run.
  public func text(command: String = "cachespec") -> String {
    func describe(_ kinds: Set<Verdict.Kind>) -> [String] {
      results.filter { kinds.contains($0.verdict.kind) }
        .map { $0.description(check: check(command)) }
    }
    let failures = describe(Set(Verdict.Kind.allCases.filter(\.failsTheRun)))
    let unchecked = rules.compactMap { rule in rule.uncheckable.map { "not checked  \(rule.id): \($0)" } }
    let blocks =
      failures
      + [knownDeviations, recordedChoices, describe([.notAssessed]), unchecked]
      .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return (blocks + [summary]).joined(separator: "\n\n")
  }

  func check(_ command: String) -> String { "swift run \(command) check \(module)" }

  /// The outcomes of open and may rules; once where all variants of the module came out alike.
  private var recordedChoices: [String] {
    let choosing = results.filter { $0.scenario.rule.level == .open || $0.scenario.rule.level == .may }
    let outcomes = choosing.compactMap { result in
      result.verdict.recordedOutcomes.map { (result, text: $0.joined(separator: ", ")) }
    }
    let byScenario = Dictionary(grouping: outcomes) { $0.0.scenario.id }
    var told: Set<String> = []
    return outcomes.compactMap { result, text in
      let isShared = byScenario[result.scenario.id]?.allSatisfy { $0.text == text } == true
      let name = isShared ? result.scenario.id : result.name
      return told.insert(name).inserted ? "recorded  \(name): \(text)" : nil
    }
  }

  /// The deviations that happened, under the reason for them.
  private var knownDeviations: [String] {
    var lines: [String] = []
    var lastReason: String?
    for result in results {
      guard case .knownDeviation(let deviation, _) = result.verdict else { continue }
      if deviation.reason != lastReason { lines.append("known deviation: \(deviation.reason) (\(deviation.link))") }
      lastReason = deviation.reason
      lines.append("  \(result.name): \(result.difference)")
    }
    return lines
  }

  /// The counts in a line or two.
  public var summary: String {
    let counts = Verdict.Kind.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.words)" }
    let verdict = results.isEmpty ? "no scenario ran" : counts.joined(separator: ", ")
    return
      "\(module): \(results.count) scenario\(results.count == 1 ? "" : "s")\(isolated ? " in child processes" : ""): \(verdict)"
  }
}

extension Verdict {
  /// The outcomes recorded by a scenario that passed, or nil for none.
  var recordedOutcomes: [String]? {
    if case .passed(let recorded) = self, !recorded.isEmpty { recorded } else { nil }
  }
}

extension Verdict.Kind {
  /// The kind in plain words.
  public var words: String {
    switch self {
    case .setupFailed: "set-up failed"
    case .notAssessed: "not assessed"
    case .knownDeviation: "known deviation"
    case .unexpectedPass: "passed unexpectedly"
    default: rawValue
    }
  }
}

extension String {
  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension Double {
  var trimmed: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
