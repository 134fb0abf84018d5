import Foundation

/// Starts a thread of the kit's own, with the stack that the first thread of a process usually has. On Apple platforms
/// other threads get a sixteenth of it, and lines of a program are parsed on them.
package func startThread(_ work: @escaping @Sendable () -> Void) {
  let thread = Thread(block: work)
  thread.stackSize = 8 << 20
  thread.start()
}

/// Time that is given to what may still happen late.
package enum LateEffects {
  /// The longest wait, as a multiple of the pause.
  package static let mostPauses = 30

  /// Waits until a timer of Dispatch has fired that is due after a pause. What was due before it has had its turn then,
  /// however busy the machine is.
  ///
  /// A module may have closed what timers need, so the wait ends after `mostPauses` at the latest.
  package static func wait(_ pause: Duration) async {
    let (turns, turn) = AsyncStream<Void>.makeStream()
    DispatchQueue.global().asyncAfter(deadline: .now() + pause.seconds) { turn.finish() }
    startThread {
      Thread.sleep(forTimeInterval: (pause * mostPauses).seconds)
      turn.finish()
    }
    for await _ in turns {}
  }
}
