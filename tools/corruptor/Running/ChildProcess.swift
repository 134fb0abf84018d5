import Foundation

/// A child process of this executable, whose work may crash or hang, and the lines that it prints.
final class ChildProcess {
  /// The next event.
  enum Event: Equatable {
    case line(String)
    case ended
    case silent
  }

  private let process = Process()
  private let output = Pipe()
  private var unread: [UInt8] = []

  init(_ arguments: [String]) throws {
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    process.standardOutput = output
    process.standardInput = FileHandle.nullDevice
    try process.run()
  }

  /// Waits for the next line.
  func next(within limit: Duration) -> Event {
    let end = ContinuousClock.now + limit
    while true {
      if let newline = unread.firstIndex(of: 10) {
        defer { unread.removeSubrange(...newline) }
        return .line(String(decoding: unread[..<newline], as: UTF8.self))
      }
      let left = ContinuousClock.now.duration(to: end)
      guard left > .zero else { return .silent }
      guard let more = read(within: left) else { continue }
      // Anything after the last line break is an incomplete line.
      if more.isEmpty { return .ended }
      unread += more
    }
  }

  /// The available bytes: empty at the end of the output, nil if none came in time.
  private func read(within limit: Duration) -> [UInt8]? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let (seconds, attoseconds) = limit.components
    let milliseconds = min(seconds * 1000 + attoseconds / 1_000_000_000_000_000 + 1, 1_000_000)
    guard poll(&ready, 1, Int32(milliseconds)) > 0 else { return nil }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    if count < 0 { return errno == EINTR ? nil : [] }
    return Array(buffer.prefix(count))
  }

  /// Kills the process unless it has ended, and waits until it is gone.
  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for the process to end.
  ///
  /// - Returns: nil if it ended normally, else how it ended.
  func ending() -> String? {
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal { return "ended by signal \(process.terminationStatus)" }
    return process.terminationStatus == 0 ? nil : "ended with status \(process.terminationStatus)"
  }
}

/// Prints a line for the parent process immediately.
func tell(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
