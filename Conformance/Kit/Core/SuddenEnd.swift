import Foundation

/// How an app is killed by a signal. Without one, a copy of the storage at that instant simulates the kill.
package enum SuddenEnd: Codable, Sendable {
  /// A signal ends the module's process at the step that kills the app.
  case signal
  /// A signal has ended another process, and the app starts again with what that process left.
  case takingOver(Remains)
}

/// What is left of a process that a signal ends.
package enum Remains: Codable, Sendable {
  /// The path of the folder with its world's storage, and what else the checker hands over.
  case folder(String, handedOver: [String])
  /// Nothing that another process could continue with, so the process is not ended.
  case nothing(why: String)
}

/// Carries out the first kill of a scenario's app: by a signal to this process, or by taking over from a killed
/// process.
package struct SignalKill: Sendable {
  let end: SuddenEnd
  /// Called with what is left, before a signal ends the process.
  let onRemains: @Sendable (Remains) -> Void

  package init(end: SuddenEnd, onRemains: @escaping @Sendable (Remains) -> Void) {
    (self.end, self.onRemains) = (end, onRemains)
  }

  /// Reports what is left of this process, and ends it by a signal.
  func leave(_ remains: Remains) {
    onRemains(remains)
    guard case .folder = remains else { return }
    #if os(macOS) || os(Linux)
      kill(getpid(), SIGKILL)
    #endif
  }
}
