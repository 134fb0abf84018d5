import Foundation

/// How the sudden end of an app comes about in earnest. In one process it is a copy of what is stored at that instant.
package enum SuddenEnd: Codable, Sendable {
  /// A signal ends the process of the module: at the step that kills the app or, after so many microseconds, in the middle
  /// of the change before it.
  case signal(inChangeAfter: Int?)
  /// A signal has ended another process: the app starts over what is left of that one.
  case takingOver(Remains)
}

/// What is left of a process that is ended by a signal.
package enum Remains: Codable, Sendable {
  /// The folder that its world's storage is in, by its path, and what else of its world a checker hands over.
  case folder(String, handedOver: [String])
  /// No other process could go on with it, which is why it is not ended.
  case nothing(why: String)
}

/// Ends the app of a scenario in earnest where it is killed first.
package struct KillInEarnest: Sendable {
  let end: SuddenEnd
  /// Is told what is left, before a signal ends the process.
  let onRemains: @Sendable (Remains) -> Void

  /// Tells what is left of this process, and has a signal end it: now, or after so many microseconds.
  func leave(_ remains: Remains, after microseconds: Int? = nil) {
    onRemains(remains)
    guard case .folder = remains else { return }
    #if os(macOS) || os(Linux)
      guard let microseconds else {
        kill(getpid(), SIGKILL)
        return
      }
      // On a thread of its own, in the machine's time: what is to be met is a module at work.
      Thread {
        usleep(UInt32(microseconds))
        kill(getpid(), SIGKILL)
      }.start()
    #endif
  }
}
