import CacheConformance
import Foundation
import Synchronization

#if os(macOS) || os(Linux)
  /// The descriptor to which the signal handler writes the numbers of signals.
  private let interrupting = Atomic<Int32>(-1)
  private let isInterrupted = Atomic(false)

  /// Ends a run that a signal interrupts: ends its workers, removes its folders, and exits as a failed run, within two
  /// seconds even if nobody reads what it prints.
  package enum Interruption {
    /// Whether a signal has come. From then on workers end, and it is no failure of theirs.
    package static var hasBegun: Bool { isInterrupted.load(ordering: .acquiring) }

    /// Handles the signals that interrupt a run from now on.
    ///
    /// - Parameter tell: called with the name of the signal before the process ends.
    package static func take(_ tell: @escaping @Sendable (String) -> Void) {
      var ends: [Int32] = [0, 0]
      guard pipe(&ends) == 0 else { return }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      interrupting.store(ends[1], ordering: .relaxed)
      readAll(from: ends[0]) { numbers in
        isInterrupted.store(true, ordering: .releasing)
        // Told first, because a run whose workers have ended ends the process. Writing takes for ever if nobody reads.
        let isTold = DispatchSemaphore(value: 0)
        startThread {
          tell(signalName(Int32(numbers[0])))
          isTold.signal()
        }
        _ = isTold.wait(timeout: .now() + 1)
        Workers.shared.endAll()
        RunFolder.removeAll()
        _exit(3)
      } atEnd: {
      }
      for number in [SIGINT, SIGTERM, SIGHUP] {
        let before = signal(number) { number in
          let before = errno
          var byte = UInt8(truncatingIfNeeded: number)
          _ = write(interrupting.load(ordering: .relaxed), &byte, 1)
          errno = before
        }
        // What is ignored from the start stays so: `nohup` ignores SIGHUP.
        if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
      }
      // Writing to a worker or reader that is gone should fail with an error, not end this process.
      signal(SIGPIPE, SIG_IGN)
    }
  }
#endif
