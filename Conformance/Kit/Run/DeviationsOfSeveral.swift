import CacheSpec

// Of the scenarios of a rule, topic, chapter or pattern that is a known deviation, some may pass. It no longer happens
// once all of them do.

extension PlannedCase {
  /// The known deviation that covers it with other scenarios, if a pass of it may show that the deviation is gone.
  var deviationOfSeveral: KnownDeviation? {
    scenario.isStage ? nil : deviation.flatMap { $0.id == scenario.id ? nil : $0 }
  }
}

extension [PlannedCase] {
  /// Returns the known deviations of several scenarios of which one passed, and none has deviated so far.
  func unseenDeviations(in results: ResultsByKey) -> Set<KnownDeviation> {
    var (passed, seen) = (Set<KnownDeviation>(), Set<KnownDeviation>())
    for planned in self {
      guard let deviation = planned.deviation, let kind = results[planned.key]?.verdict.kind else { continue }
      if kind == deviation.outcome { seen.insert(deviation) }
      if kind == .passed, planned.deviationOfSeveral != nil { passed.insert(deviation) }
    }
    return passed.subtracting(seen)
  }
}

extension ScenarioResult {
  /// Returns the result, with a pass that is unexpected because no scenario of its known deviation deviates.
  func expecting(_ unseen: Set<KnownDeviation>) -> Self {
    guard case .passed = verdict, let deviation = planned.deviationOfSeveral, unseen.contains(deviation) else {
      return self
    }
    var result = self
    result.verdict = .unexpectedPass(deviation, was: verdict)
    return result
  }
}
