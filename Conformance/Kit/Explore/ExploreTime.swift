/// How the time of an exploration is divided: at first runs are drawn, then what they have shown is looked into.
struct ExploreTime: Sendable {
  /// The share of the time in which runs are drawn, by the number of different faults so far: the more there are, the
  /// more time is left for making finds shorter.
  private static let shares = [0.9, 0.5, 1 / 3.0]

  private let began: ContinuousClock.Instant
  private let duration: Duration?

  /// - Parameter duration: the time in all, or nil for no limit.
  init(_ duration: Duration?, since began: ContinuousClock.Instant = .now) {
    (self.began, self.duration) = (began, duration)
  }

  /// When the time is up, or nil for never.
  var end: ContinuousClock.Instant? { duration.map { began + $0 } }

  /// Whether the time is up.
  func isUp(at now: ContinuousClock.Instant = .now) -> Bool { end.map { $0 <= now } ?? false }

  /// When no more runs are drawn, once there are so many faults; nil for never.
  func endOfDrawing(faults: Int) -> ContinuousClock.Instant? {
    duration.map { began + $0 * Self.shares[min(faults, Self.shares.count - 1)] }
  }

  /// When a run ends that is drawn now, or nil for never. It is cut only when drawing ends at the latest, but ends after
  /// its step when drawing ends in case faults are found meanwhile.
  func endOfDrawnRun(faults: Int, at now: ContinuousClock.Instant = .now) -> EndOfRun? {
    guard let last = endOfDrawing(faults: 0) else { return nil }
    let next = Self.shares.indices.reversed().filter { $0 >= faults }.compactMap(endOfDrawing).first { now < $0 }
    // Every run has as long for its last step, so that none is cut only because it was drawn late.
    let end = EndOfRun(last, at: began)
    return EndOfRun(afterStep: min(next ?? end.afterStep, end.afterStep), cut: last)
  }

  /// Whether a run that is drawn now has time for a step.
  func isDrawing(faults: Int, at now: ContinuousClock.Instant = .now) -> Bool {
    guard let end = endOfDrawing(faults: faults), let run = endOfDrawnRun(faults: faults, at: now) else { return true }
    return now < min(end, run.afterStep)
  }

  /// The end of one of several parts that share the time that is left equally; nil if there is no limit.
  func endOfPart(of parts: Int, at now: ContinuousClock.Instant = .now) -> ContinuousClock.Instant? {
    end.map { now + now.duration(to: $0) / max(1, parts) }
  }
}

/// When a run ends, wherever it is.
package struct EndOfRun: Sendable {
  /// When it performs no more steps.
  package let afterStep: ContinuousClock.Instant
  /// When it is given up in the middle of a step.
  package let cut: ContinuousClock.Instant

  init(afterStep: ContinuousClock.Instant, cut: ContinuousClock.Instant) {
    (self.afterStep, self.cut) = (afterStep, cut)
  }

  /// Half a second, and a tenth of the time that is left at most, is for the step under way to end.
  init(_ cut: ContinuousClock.Instant, at now: ContinuousClock.Instant = .now) {
    self.init(afterStep: cut - min(.milliseconds(500), now.duration(to: cut) / 10), cut: cut)
  }
}
