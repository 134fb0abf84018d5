import CacheSpec

// A known deviation may cover several scenarios: those of a rule, topic, chapter or pattern. Some of them may pass. The
// deviation no longer happens once all of them do.

extension PlannedCase {
  /// The known deviation that covers this case and other scenarios, if a pass of this case may show that the deviation
  /// is gone.
  var deviationOfSeveral: KnownDeviation? {
    scenario.isStage ? nil : deviation.flatMap { $0.id == scenario.id ? nil : $0 }
  }
}

extension [PlannedCase] {
  /// Returns the known deviations that cover several scenarios of which at least one passed and none has deviated so
  /// far.
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
  /// Returns the result. A pass becomes an unexpected one if no scenario of its known deviation deviates.
  func expecting(_ unseen: Set<KnownDeviation>) -> Self {
    guard case .passed = verdict, let deviation = planned.deviationOfSeveral, unseen.contains(deviation) else {
      return self
    }
    return Self(observed, .unexpectedPass(deviation, was: verdict))
  }
}
