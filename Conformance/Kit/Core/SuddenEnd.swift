import Foundation

/// How the sudden end of an app comes about in earnest. In one process it is a copy of what is stored at that instant.
enum SuddenEnd: Codable, Sendable {
  /// A signal ends the process of the module: at the step that kills the app or, after so many microseconds, in the middle
  /// of the change before it.
  case signal(inChangeAfter: Int?)
  /// A signal has ended another process: the app starts over what that one left.
  case takingOver(Remains)
}

/// What a process leaves that is ended by a signal.
package struct Remains: Codable, Sendable {
  /// The path of the folder that its world's storage is in.
  let folder: String
  /// The names that its module has made up, in their order.
  let names: [String]
}

extension ScenarioProgress {
  /// Tells what is left of this process, and has a signal end it: now, or after so many microseconds.
  func leave(_ remains: Remains, after microseconds: Int? = nil) {
    onRemains?(remains)
    #if os(macOS) || os(Linux)
      guard let microseconds else {
        kill(getpid(), SIGKILL)
        return
      }
      Thread {
        usleep(UInt32(microseconds))
        kill(getpid(), SIGKILL)
      }.start()
    #endif
  }
}
