import CacheConformance
import CacheSpec

/// How a verdict on a rule looks: the class that colours it, a sign, so that nobody has to tell colours apart, and words.
struct Look: Hashable {
  let style: String
  let sign: String
  let words: String

  private static let signs: [Verdict.Kind: String] = [
    .notAssessed: "·", .blocked: "–", .violated: "×", .setupFailed: "?", .unexpectedPass: "+", .crashed: "!",
    .hung: "…",
  ]

  private init(_ style: String, _ sign: String, _ words: String) {
    (self.style, self.sign, self.words) = (style, sign, words)
  }

  /// Makes the look of a verdict. A known deviation is a breach, except from a rule that leaves a choice.
  init(_ verdict: Verdict.Kind, leavesAChoice: Bool) {
    self =
      verdict == .knownDeviation
      ? leavesAChoice ? .choice : .breach : Look(verdict.rawValue, Self.signs[verdict] ?? "", verdict.words)
  }

  /// Makes the look of a result.
  init(_ result: JSONResult) { self.init(result.verdict, leavesAChoice: result.level == Level.open.rawValue) }

  static let breach = Look("breach", "r", "broken (on record)")
  static let choice = Look("choice", "~", "chosen otherwise (on record)")
  /// What was assessed passed, and the rest was not assessed.
  static let partlyPassed = Look("partlyPassed", "", "passed as far as assessed")
  static let noResult = Look("noResult", "", "no result")

  /// The worst first.
  static let ranked = Verdict.Kind.ranked.flatMap { kind in
    switch kind {
    case .knownDeviation: [breach, choice]
    case .passed: [partlyPassed, Look(kind, leavesAChoice: false), noResult]
    default: [Look(kind, leavesAChoice: false)]
    }
  }

  /// Whether it is the look of a rule that the module breaks.
  var isOfABreach: Bool { self == .breach || ["crashed", "hung", "violated"].contains(style) }
}
