/// The time until which a scenario may run: one time limit from its last progress, and ten in total. A slow module,
/// disk or machine makes progress; a hang does not.
package struct Deadline {
  /// The total time for all steps, as a multiple of the limit.
  static let limitsInAll = 10

  /// The deadlines of the current step, and of all steps together.
  private var instant: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private let limit: Duration
  private let end: ContinuousClock.Instant?
  private let start = ContinuousClock.now

  /// - Parameter end: when the time of everything is up, or nil for never.
  package init(_ limit: Duration, until end: ContinuousClock.Instant? = nil) {
    (self.limit, self.end) = (limit, end)
    let now = start
    (instant, last) = (now + limit, now + limit * Self.limitsInAll)
    if let end { (instant, last) = (min(instant, end), min(last, end)) }
  }

  /// Whether the time of everything is up, which says nothing about the scenario.
  package var isCut: Bool { end.map { $0 <= .now } ?? false }

  /// Extends the deadline after progress.
  ///
  /// - Parameter pause: how long the scenario deliberately waits after the step that begins.
  package mutating func extend(since progress: ContinuousClock.Instant = .now, pause: Duration = .zero) {
    last += pause
    instant = min(progress + limit + pause, last)
  }

  /// The verdict once the deadline has passed, for a step or in total.
  package var hung: Verdict { .hung(seconds: (instant == last ? limit * Self.limitsInAll : limit).seconds) }

  /// The time since the scenario began.
  package var elapsed: Duration { start.duration(to: .now) }
  /// The time left until the deadline.
  package var timeLeft: Duration { ContinuousClock.now.duration(to: instant) }
  package var hasPassed: Bool { instant <= .now }
  /// Whether more time has passed than all steps together may take.
  var isOverdue: Bool { last <= .now }
}
