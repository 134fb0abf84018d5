import CacheConformance
import Foundation
import Synchronization

/// A text that could not be written.
struct OutputError: Error, CustomStringConvertible {
  let place: String
  let code: Int32
  var description: String { "cannot write to \(place): \(String(cString: strerror(code)))" }
  /// Whether the reader of a pipe has ended, as `head` does: then nobody is there to be told.
  var isEndOfReader: Bool { code == EPIPE }
}

/// An open descriptor to write texts to.
struct Output: Sendable {
  static let standard = Output(descriptor: STDOUT_FILENO, place: "standard output")
  static let complaints = Output(descriptor: STDERR_FILENO, place: "standard error")

  let descriptor: Int32
  let place: String

  /// Writes a text and a line break.
  func write(_ text: String) throws(OutputError) {
    var rest = Array((text + "\n").utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 {
        if errno == EINTR { continue }
        throw OutputError(place: place, code: errno)
      }
      rest = rest.dropFirst(count)
    }
  }

  /// Writes a text in place of the last line of a terminal.
  func overwrite(_ text: String) {
    let bytes = Array("\r\u{1B}[K\(text)".utf8)
    _ = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }

  /// Writes a complaint. If that fails, there is nowhere else to report it.
  func writeIfPossible(_ text: String) { try? write(text) }
}

/// The file for a report, known to be writable before the run, and empty until there is a report.
struct OutputFile: ~Copyable {
  private let output: Output

  init(_ path: String) throws(OutputError) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    output = Output(descriptor: descriptor, place: "'\(path)'")
    guard descriptor >= 0 else { throw OutputError(place: output.place, code: errno) }
  }

  func write(_ text: String) throws(OutputError) { try output.write(text) }

  deinit { close(output.descriptor) }
}

/// A line on a terminal that shows the progress of a run; nothing if standard error is no terminal. There is one, because
/// whatever else is printed has to end it first.
final class Progress: Sendable {
  static let shared = Progress()

  private let state = Mutex<(told: ContinuousClock.Instant?, isShown: Bool, isQuiet: Bool)>((nil, false, false))
  private let isOnTerminal =
    isatty(STDERR_FILENO) == 1 && ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb"

  /// Whether nothing is shown: as with `--quiet`, or where a module's own lines would be glued to it.
  var isQuiet: Bool {
    get { state.withLock(\.isQuiet) }
    set { state.withLock { $0.isQuiet = newValue } }
  }

  /// Shows the progress, at most once a second.
  func tell(_ text: () -> String) {
    guard isOnTerminal else { return }
    state.withLock { state in
      if state.isQuiet { return }
      if let told = state.told, .now - told < .seconds(1) { return }
      (state.told, state.isShown) = (.now, true)
      // What does not fit in a line could not be erased.
      let width = Terminal.width(of: STDERR_FILENO) ?? TextStyle.usualWidth
      Output.complaints.overwrite(text().inOneLine(of: width - 1))
    }
  }

  /// Erases the line, so that what is printed next begins one.
  func end() {
    state.withLock { state in
      if state.isShown { Output.complaints.overwrite("") }
      state.isShown = false
    }
  }
}
