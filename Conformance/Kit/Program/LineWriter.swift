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
  private let state = Mutex(State())

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
  }

  func write(_ line: [UInt8]) {
    let drains = state.withLock { state -> Bool in
      if state.isStopped { return false }
      state.backlog += line + [UInt8(ascii: "\n")]
      if !state.isDraining { Self.writeSome(&state.backlog, to: descriptor) }
      guard !state.backlog.isEmpty, !state.isDraining else { return false }
      state.isDraining = true
      return true
    }
    if drains { Thread { [self] in drain() }.start() }
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
