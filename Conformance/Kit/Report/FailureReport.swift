import CacheSpec

/// What a report says to run something again by.
package enum Rerun: Sendable {
  /// The command that checks the module: `swift run cachespec check mymodule`.
  case check(String)
  /// The command, or the call in Swift, that draws a run again.
  case draw(String)
  /// The call in Swift that checks a module that no command line has.
  case call

  /// Whether it repeats a row of the tables.
  fileprivate var isOfARow: Bool { if case .draw = self { false } else { true } }

  /// Returns the command, or the call in Swift, that runs one scenario again.
  package func command(for result: ScenarioResult) -> String {
    let check: String
    switch self {
    case .draw(let command): return command
    case .check(let command): check = command
    case .call:
      return "try await module.run(RunOptions(selection: ScenarioSelection(\(result.scenario.id.debugDescription))))"
    }
    let quoted = result.scenario.id.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
    let module = "\(check)\(result.variant.map { ":\($0)" } ?? "")"
    return "\(module)\(result.observed.isKilledBySignal ? " --isolated" : "") --only '\(quoted)'"
  }
}

extension ScenarioResult {
  /// Describes which rule was broken, where the rule is written, what was done and observed, and how to run the
  /// scenario again. A scenario that passed or was not assessed takes one line.
  ///
  /// - Parameters:
  ///   - check: the command that checks the module: `swift run cachespec check mymodule`; nil if no command line has it.
  ///   - style: how it is printed; if verbose, with the steps that lead to the fixture.
  package func description(check: String?, _ style: TextStyle = TextStyle()) -> String {
    switch verdict {
    case .passed(let recorded):
      return recorded.isEmpty ? "passed  \(name)" : "passed  \(name): \(recorded.joined(separator: ", "))"
    case .notAssessed(let why) where seenThoughBlocked == nil: return "not assessed  \(name): \(why)"
    case .notAssessed, .knownDeviation, .blocked, .violated, .crashed, .hung, .setupFailed, .unexpectedPass:
      return whole(rerun: check.map(Rerun.check) ?? .call, style)
    }
  }

  /// The scenario's id, with the variant if there is one.
  package var name: String { variant.map { "\(scenario.id) (\($0))" } ?? scenario.id }

  /// How often the scenario failed if it passed in other runs, or that it is on record as unsteady; else nil.
  package var unsteadiness: String? {
    if isUnsteady { return runs.words }
    return verdict.deviation?.isUnsteady == true ? "as on record" : nil
  }

  /// The verdict in words, which say whether it is unsteady.
  package var verdictWords: String { verdict.kind.words(unsteady: unsteadiness) }

  /// Returns the full description, with what other scenarios of the same rule saw, and what the deviation on record keeps
  /// from being assessed.
  package func whole(
    rerun: Rerun, others: [ScenarioResult] = [], blocking: String? = nil, _ style: TextStyle = TextStyle()
  ) -> String {
    var lines = LabelledLines(width: style.width)
    lines.add("rule", rule.statement)
    // A drawn run that hung or ended its process belongs to no rule.
    if !rule.statement.isEmpty { lines.add("level", "\(rule.level)" + (rule.reason.map { ". \($0)" } ?? "")) }
    for citation in rule.citations { lines.add("source", "\(citation): \(citation.link)") }
    lines.add("known", (blockingDeviation ?? verdict.deviation)?.words)
    lines.add("blocks", blocking)
    lines.add("given", scenario.fixture)
    let failedInFixture = trace.stage != nil
    if style.isVerbose || failedInFixture { lines.add("by", trace.given.folded(isLastApart: failedInFixture)) }
    lines.add("then", trace.steps.folded())
    // A step that has not ended is not in the trace.
    if !(seenThoughBlocked ?? verdict.observed).kind.endsItsStep { lines.add("during", trace.underWay) }
    let (expected, actual) = verdict.isUnexpectedPass ? verdict.expectedAndActual : verdict.observed.expectedAndActual
    lines.add("expected", expected)
    lines.add("actual", actual)
    lines.add("saw", seenThoughBlocked?.comparison)
    if case .hung = verdict.observed {
      lines.add(
        "hint",
        "--time-limit gives a slow module, disk or machine longer; what sleeps for over a minute on the world's clock "
          + "sleeps on; --verbose passes on what the module prints")
    }
    lines.add("not run", observed.notRun)
    lines.add("slow", slow)
    lines.add("runs", runs.isEmpty ? nil : "\(runs.words)\(company)")
    if !scenario.requires.isEmpty {
      let needed = scenario.requires.map { ".\($0.expression)" }.joined(separator: ", ")
      lines.add("needs", "\(needed), which the module does not declare as `lacking`")
    }
    if rerun.isOfARow { lines.add("row", verbatim: scenario.source.description) }
    lines.add("on", "\(RunEnvironment.toolchain), \(RunEnvironment.platform)")
    lines.add("rerun", verbatim: rerun.command(for: self))
    lines.add("also", also(others))
    let subject = otherRule.map { "\($0.id), seen in \(name)" } ?? name
    return "\(verdictWords)  \(subject)\n" + lines.text
  }

  /// Which of its runs were beside other scenarios.
  private var company: String {
    if planned.runsAlone { return "" }
    let fails = runs.first != .passed && runs.count > 2 && runs.dropFirst().allSatisfy { $0 == .passed }
    return fails ? ", only beside other scenarios" : "; the first was beside other scenarios"
  }

  /// What others saw: those that failed in the same way by their names, and a line for each other way.
  private func also(_ others: [ScenarioResult]) -> [String] {
    let alike = others.filter { $0.cause == cause }
    let ways = others.filter { $0.cause != cause }.grouped(by: \.cause)
    let rest = ways.dropFirst(Self.toldWays)
    return (alike.isEmpty ? [] : ["\(alike.count) more alike: \(alike.names(most: Self.namedScenarios))"])
      + ways.prefix(Self.toldWays).map { "\($0.names(most: 1)): \($0[0].cause)".inOneLine(of: longestView) }
      + (rest.isEmpty ? [] : ["\(rest.count.counted("more way")) to fail; --verbose tells each whole"])
  }

  /// How many scenarios that failed in the same way are named, and how many other ways are told.
  private static let (namedScenarios, toldWays) = (8, 8)

  /// What went wrong and where, which is the same for scenarios that fail for the same reason.
  package var cause: String {
    [trace.underWay, verdict.comparison].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: ": ")
  }

  /// The row, with the variant if there is one.
  package var shortName: String { scenario.row + (variant.map { "(\($0))" } ?? "") }
}

extension [ScenarioResult] {
  /// The first rows, and how many more there are.
  fileprivate func names(most: Int) -> String {
    prefix(most).map(\.shortName).joined(separator: " ") + (count > most ? " and \(count - most) more" : "")
  }
}

extension ScenarioInfo {
  /// The row, which distinguishes the scenario from others of its rule.
  package var row: String {
    let row = id.dropFirst(rule.id.text.count)
    return row.isEmpty ? id : String(row)
  }
}

extension [Verdict.Kind] {
  /// In how many of several runs a scenario failed: "violated in 3 of 4 runs".
  package var words: String {
    let failures = Verdict.Kind.allCases.filter { $0 != .passed && contains($0) }
    let counts = (failures.isEmpty ? [.passed] : failures).map { kind in "\(kind.words) in \(count { $0 == kind })" }
    return "\(counts.joined(separator: ", ")) of \(count.counted("run"))"
  }
}

/// How many characters a report tells of what a scenario saw beside others. A module may answer with megabytes.
package let longestView = 2000

extension KnownDeviation {
  /// Why the module deviates, and where that is documented or reported.
  package var words: String { "\(reason) (\(link.isEmpty ? "no link: add where it is reported" : link))" }
}

extension Verdict {
  /// What was expected and what was observed, in a few words.
  package var comparison: String {
    if case .setupFailed(let failure) = observed { return "\(failure)" }
    return observed.sides.joined(separator: ", ")
  }

  /// The same, after the verdict.
  var difference: String { ([observed.kind.words] + observed.sides).joined(separator: "; ") }

  /// What was expected and what was observed, each in words.
  private var sides: [String] {
    let (expected, actual) = expectedAndActual
    return [expected.map { "expected \($0)" }, actual.map { "actual \($0)" }].compactMap(\.self)
  }

  fileprivate var deviation: KnownDeviation? {
    if case .knownDeviation(let deviation, _) = self { deviation } else { nil }
  }

  fileprivate var isUnexpectedPass: Bool { kind == .unexpectedPass }
}

extension Verdict.Kind {
  /// Whether the step that the verdict is about has ended.
  fileprivate var endsItsStep: Bool { self == .violated || self == .passed }
}
