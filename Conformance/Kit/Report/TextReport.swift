public import CacheSpec

extension ScenarioResult {
  /// Says which rule broke, where it is written, and how to see it again; a line for a verdict that breaks nothing.
  ///
  /// - Parameters:
  ///   - rule: the rule, when it is known.
  ///   - module: the name that the command line knows the module by.
  public func description(rule: Rule?, module: String) -> String {
    let name = variant.map { "\(scenario.id) (\($0))" } ?? scenario.id
    switch verdict {
    case .passed(let recorded):
      return recorded.isEmpty ? "passed  \(name)" : "passed  \(name): \(recorded.joined(separator: ", "))"
    case .notAssessed(let why): return "not assessed  \(name): \(why)"
    case .knownDeviation(let deviation, let was):
      return "known deviation  \(name): \(was.kind), \(deviation.reason) (\(deviation.link))"
    case .violated, .crashed, .hung, .setupFailed, .unexpectedPass:
      let citations = rule.map { "  (\($0.citations.map(\.description).joined(separator: "; ")))" } ?? ""
      let lines = failureLines(rule: rule, module: module).map { label, text in
        "  \(label.padded(to: 8))  \(text)"
      }
      return ([name + citations] + lines).joined(separator: "\n")
    }
  }

  private func failureLines(rule: Rule?, module: String) -> [(String, String)] {
    var lines: [(String, String)] = []
    if let rule { lines.append(("rule", rule.statement)) }
    if !trace.given.isEmpty { lines.append(("given", trace.given.joined(separator: " · "))) }
    if trace.step > 0 { lines.append(("step \(trace.step)", trace.action)) }
    lines += outcomeLines
    if trace.steps.count > 1 { lines.append(("trace", trace.steps.joined(separator: " · "))) }
    lines.append(("row", scenario.source.description))
    lines.append(("rerun", rerun(module: module)))
    return lines
  }

  private var outcomeLines: [(String, String)] {
    switch verdict {
    case .violated(let violation): [("expected", violation.expected), ("actual", violation.actual)]
    case .crashed(let how): [("expected", "an answer"), ("actual", "the process crashed: \(how)")]
    case .hung(let seconds): [("expected", "an answer"), ("actual", "no answer within \(seconds.trimmed) s")]
    case .setupFailed(let why): [("set-up", why)]
    case .unexpectedPass(let deviation, _):
      [
        ("expected", "the known deviation '\(deviation.id)': \(deviation.outcome), \(deviation.reason)"),
        ("actual", "passed; take the deviation off the record"),
      ]
    case .passed, .notAssessed, .knownDeviation: []
    }
  }

  /// The command that runs this scenario again.
  public func rerun(module: String) -> String {
    let name = variant.map { "\(module):\($0)" } ?? module
    let quoted = scenario.id.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    return "swift run cachespec check \(name) --only '\(quoted)'"
  }
}

extension RunReport {
  /// The report for people: what went wrong first, then what is on record, what was recorded, and the counts.
  public var text: String {
    let byID = Dictionary(rules.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    func describe(_ kinds: Set<Verdict.Kind>) -> [String] {
      results.filter { kinds.contains($0.verdict.kind) }
        .map { $0.description(rule: byID[$0.scenario.rule], module: module) }
    }
    let failures = describe(Set(Verdict.Kind.allCases.filter(\.failsTheRun)))
    let recorded = results.filter { $0.verdict.recordedOutcomes?.isEmpty == false }
      .map { "recorded  " + $0.description(rule: nil, module: module).dropFirst("passed  ".count) }
    let unchecked = rules.compactMap { rule in rule.uncheckable.map { "not checked  \(rule.id): \($0)" } }
    let blocks =
      failures
      + [recorded, describe([.knownDeviation]), describe([.notAssessed]), unchecked]
      .filter { !$0.isEmpty }.map { $0.joined(separator: "\n") }
    return (blocks + [summary]).joined(separator: "\n\n")
  }

  /// The counts in a line or two.
  public var summary: String {
    let counts = Verdict.Kind.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.words)" }
    let verdict = results.isEmpty ? "no scenario ran" : counts.joined(separator: ", ")
    return "\(module): \(results.count) scenarios\(isolated ? " in child processes" : ""): \(verdict)"
  }
}

extension Verdict {
  /// The outcomes recorded by a scenario that passed.
  var recordedOutcomes: [String]? { if case .passed(let recorded) = self { recorded } else { nil } }
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
