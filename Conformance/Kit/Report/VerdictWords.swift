import CacheSpec

extension Verdict {
  /// The expected and the actual outcome, for verdicts that compare them.
  package var expectedAndActual: (String?, String?) {
    switch self {
    case .violated(let violation): (violation.expected, violation.actual)
    case .crashed(let how): ("an answer", "the process crashed: \(how)")
    case .hung(let seconds): ("an answer", "no answer within \(seconds.trimmed) s")
    case .blocked(let rule, let why): ("what it relies on holds", "blocked by \(rule); \(why)")
    case .setupFailed(let failure): ("the fixture comes about", "\(failure)")
    case .knownDeviation(_, let was): was.expectedAndActual
    case .unexpectedPass(let deviation, _):
      (
        "the known deviation '\(deviation.id)': \(deviation.outcome), \(deviation.reason)",
        "passed; take the deviation off the record, or record it as unsteady if it comes and goes"
      )
    case .passed, .notAssessed: (nil, nil)
    }
  }

  /// The reason for a verdict that is neither a plain pass nor a plain failure.
  package var reason: String? {
    switch self {
    case .notAssessed(let why): why
    case .setupFailed(let failure): "\(failure)"
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

  /// The kind in plain words, of this many scenarios: "known deviations", "passed".
  package func words(of count: Int) -> String { words + (self == .knownDeviation && count != 1 ? "s" : "") }

  /// The kind in plain words, with how the scenario is unsteady, if it is.
  package func words(unsteady unsteadiness: String?) -> String {
    guard let unsteadiness else { return words }
    return (isBreach ? "" : "\(words), ") + "unsteady: \(unsteadiness)"
  }
}

extension Double {
  package var trimmed: String { self == rounded() ? "\(Int(clamping: self))" : "\(self)" }
}
