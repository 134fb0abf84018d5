import Foundation

/// This executable once more, at work that may crash or hang, and the lines that it tells.
final class ChildProcess {
  /// What comes from it next.
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
      // What stands behind the last line end is a line cut short.
      if more.isEmpty { return .ended }
      unread += more
    }
  }

  /// The bytes that are there; none at the end of the output, and nil when nothing came.
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

  /// Kills it, unless it has ended, and waits until it is gone.
  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Waits for its end.
  ///
  /// - Returns: nil when it ended well, else how it did.
  func ending() -> String? {
    process.waitUntilExit()
    if process.terminationReason == .uncaughtSignal { return "ended by signal \(process.terminationStatus)" }
    return process.terminationStatus == 0 ? nil : "ended with status \(process.terminationStatus)"
  }
}

/// Tells the parent a line, at once.
func tell(_ line: String) { try? FileHandle.standardOutput.write(contentsOf: Data((line + "\n").utf8)) }
