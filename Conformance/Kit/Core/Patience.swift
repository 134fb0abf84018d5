import Synchronization

/// How long to wait for an action while requests are held. The limit is generous for an action that does not need them.
package enum Patience {
  /// Most of the time limit, so that a call that is given up is reported before the scenario itself is given up.
  @TaskLocal package static var current = Patience.within(RunOptions().timeLimit)

  /// A run in which a wait for what may not come ends early. If it seems broken and a wait did end early, it has to be
  /// followed again without hurry.
  package final class Hurry: Sendable {
    private let waitsCutShort = Mutex(0)

    package init() {}

    /// Whether a wait ended early.
    package var cutAWaitShort: Bool { waitsCutShort.withLock { $0 > 0 } }

    fileprivate func noteCut() { waitsCutShort.withLock { $0 += 1 } }
  }

  /// The hurry of the run under way, or nil if it has none.
  @TaskLocal package static var hurry: Hurry?

  static func within(_ limit: Duration) -> Duration { limit * 3 / 5 }

  /// How long, in real time, to wait for something when nothing signals that it will not come. A longer time limit, as
  /// for a busy machine, makes this longer too.
  package static var moment: Duration { max(.seconds(1), current / 8) }

  /// Waits for a moment, and longer where the threads of the process are busy.
  package static func pause() async {
    try? await Task.sleep(for: moment)
    await QueueExecutor.shared.waitForTurns()
  }

  /// Polls until a condition holds, for a moment at most, and returns whether it does. Where jobs run one at a time and
  /// none is left to run, only a thread of the module's own can still make the condition true, and gets a sixteenth of
  /// that time, or two milliseconds in a hurry.
  package static func waits(
    isolation: isolated (any Actor)? = #isolation, until isSo: () async -> Bool
  ) async -> Bool {
    let isQuiet = await QueueExecutor.shared.waitUntilQuiet()
    let limit = !isQuiet ? moment : hurry == nil ? moment / 16 : .milliseconds(2)
    let start = ContinuousClock.now
    while await !isSo() {
      guard ContinuousClock.now - start < limit else {
        await QueueExecutor.shared.waitForTurns()
        if isQuiet { hurry?.noteCut() }
        return await isSo()
      }
      try? await Task.sleep(for: min(limit / 2, .milliseconds(5)))
    }
    return true
  }
}
