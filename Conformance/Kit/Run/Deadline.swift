/// Until when a scenario may run: for so long after its last sign of life, and ten times that in all. A module, disk or
/// machine may be slow, and goes on; what hangs does not.
struct Deadline {
  /// How many times the limit all steps together may take.
  private static let limitsInAll = 10

  /// The end of the step that is under way, and of all.
  private var instant: ContinuousClock.Instant
  private var last: ContinuousClock.Instant
  private let limit: Duration

  init(_ limit: Duration) {
    self.limit = limit
    let now = ContinuousClock.now
    (instant, last) = (now + limit, now + limit * Self.limitsInAll)
  }

  /// Puts it off, for there was a sign of life.
  ///
  /// - Parameter pause: what the scenario is to wait after the step that begins, of its own accord.
  mutating func putOff(since sign: ContinuousClock.Instant = .now, pause: Duration = .zero) {
    last += pause
    instant = min(sign + limit + pause, last)
  }

  /// The verdict once it has passed, in a step or in all.
  var hung: Verdict { .hung(seconds: (instant == last ? limit * Self.limitsInAll : limit).seconds) }

  /// How long there is until then.
  var rest: Duration { ContinuousClock.now.duration(to: instant) }
  var hasPassed: Bool { instant <= .now }
}
