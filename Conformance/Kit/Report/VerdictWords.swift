import CacheSpec

extension Verdict {
  /// The expected and the actual outcome, for verdicts that compare them.
  package var expectedAndActual: (String?, String?) {
    switch self {
    case .violated(let violation): (violation.expected, violation.actual)
    case .crashed(let how): ("an answer", "the process crashed: \(how)")
    case .hung(let seconds): ("an answer", "no answer within \(seconds.trimmed) s")
    case .blocked(let rule, let why): ("what it stands on holds", "blocked by \(rule); \(why)")
    case .setupFailed(let why): ("the fixture comes about", why)
    case .knownDeviation(_, let was): was.expectedAndActual
    case .unexpectedPass(let deviation, _):
      (
        "the known deviation '\(deviation.id)': \(deviation.outcome), \(deviation.reason)",
        "passed; take the deviation off the record"
      )
    case .passed, .notAssessed: (nil, nil)
    }
  }

  /// The reason for a verdict that is neither a plain pass nor a plain failure.
  package var reason: String? {
    switch self {
    case .notAssessed(let why), .setupFailed(let why): why
    case .knownDeviation(let deviation, _), .unexpectedPass(let deviation, _): deviation.reason
    case .blocked(let rule, let why): "blocked by \(rule); \(why)"
    case .passed, .violated, .crashed, .hung: nil
    }
  }

  /// The outcomes that a passed scenario recorded, or nil if there are none.
  package var recordedOutcomes: [String]? {
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

extension Double {
  package var trimmed: String { self == rounded() ? "\(Int(clamping: self))" : "\(self)" }
}

extension Sequence {
  /// Returns the elements grouped by key, in the order in which the keys first appear.
  package func grouped(by key: (Element) -> String) -> [[Element]] {
    var order: [String] = []
    let groups = reduce(into: [String: [Element]]()) { groups, element in
      let key = key(element)
      if groups[key] == nil { order.append(key) }
      groups[key, default: []].append(element)
    }
    return order.compactMap { groups[$0] }
  }
}

extension RunReport {
  /// The module, and how many scenarios have each verdict.
  public var summary: String {
    let counts = Verdict.Kind.allCases.filter { count($0) > 0 }.map { "\(count($0)) \($0.words)" }
    let verdict = results.isEmpty ? "no scenario ran" : counts.joined(separator: ", ")
    let fixtures = results.count(where: \.scenario.isStage)
    let rows = results.count - fixtures
    let scenarios =
      "\(rows) scenario\(rows == 1 ? "" : "s")"
      + (fixtures == 0 ? "" : " and \(fixtures) fixture\(fixtures == 1 ? "" : "s")")
      + (isolated ? " in child processes" : "")
    // A run may fail though each of its scenarios passed.
    let causes = "\(incidents.count) incident\(incidents.count == 1 ? "" : "s")"
    let failure = incidents.isEmpty ? "" : "; the run failed: \(causes)"
    return "\(module): \(scenarios): \(verdict)\(failure)"
  }
}
