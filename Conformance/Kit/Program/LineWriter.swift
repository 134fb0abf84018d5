import Foundation
import Synchronization

/// Writes lines to a pipe. If the pipe has no room for a line, a thread of the writer's own waits, so that no task has
/// to.
final class LineWriter: Sendable {
  private struct State {
    var backlog: [UInt8] = []
    var isDraining = false
    var isStopped = false
  }

  private let descriptor: Int32
  /// The most bytes that may wait for room in the pipe.
  private let longestBacklog: Int
  private let state = Mutex(State())

  init(_ descriptor: Int32, longestBacklog: Int) {
    (self.descriptor, self.longestBacklog) = (descriptor, longestBacklog)
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  /// Writes a line, and returns false if too many bytes wait already.
  func write(_ line: [UInt8]) -> Bool {
    let drains = state.withLock { state -> Bool? in
      if state.isStopped { return false }
      if state.backlog.count > longestBacklog { return nil }
      state.backlog += line + [UInt8(ascii: "\n")]
      if !state.isDraining { Self.writeSome(&state.backlog, to: descriptor) }
      guard !state.backlog.isEmpty, !state.isDraining else { return false }
      state.isDraining = true
      return true
    }
    guard let drains else { return false }
    if drains { startThread { [self] in drain() } }
    return true
  }

  func stop() { state.withLock { ($0.isStopped, $0.backlog) = (true, []) } }

  private func drain() {
    while true {
      var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
      poll(&wait, 1, 100)
      let isDone = state.withLock { state in
        Self.writeSome(&state.backlog, to: descriptor)
        if state.backlog.isEmpty { state.isDraining = false }
        return state.backlog.isEmpty
      }
      if isDone { return }
    }
  }

  /// Writes as many bytes as the pipe has room for. Drops the bytes if nobody will read them any more.
  private static func writeSome(_ bytes: inout [UInt8], to descriptor: Int32) {
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        bytes.removeFirst(count)
      } else if errno == EAGAIN {
        return
      } else if errno != EINTR {
        bytes = []
      }
    }
  }
}
