import Foundation
import Synchronization

#if os(macOS) || os(Linux)
  /// The child processes of this process. A signal that ends this process ends them too.
  package final class Workers: Sendable {
    package static let shared = Workers()
    private let state = Mutex<(running: [pid_t: ChildProcess], isEnding: Bool)>(([:], false))

    /// Starts a child process, unless this process is about to end: then it never returns.
    package func start(_ start: () throws(SystemCallError) -> ChildProcess) throws(SystemCallError) -> ChildProcess {
      let process = try state.withLock { state throws(SystemCallError) -> ChildProcess? in
        if state.isEnding { return nil }
        let process = try start()
        state.running[process.processIdentifier] = process
        return process
      }
      while true {
        if let process { return process }
        pause()
      }
    }

    package func remove(_ process: ChildProcess) {
      state.withLock { _ = $0.running.removeValue(forKey: process.processIdentifier) }
    }

    /// Ends all of them, and waits until they have ended, so that nothing more is written to their folders. No other one
    /// starts from now on.
    package func endAll() {
      let running = state.withLock { state in
        state.isEnding = true
        return state.running.values
      }
      for process in running { process.kill() }
      // A process that cannot be ended, as in the middle of a system call that does not return, is not waited for.
      for _ in 0..<200 where !state.withLock(\.running.isEmpty) { usleep(5000) }
    }
  }
#endif
