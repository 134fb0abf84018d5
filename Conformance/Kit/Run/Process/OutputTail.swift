import Foundation
import Synchronization

/// The end of what a worker printed. When the worker crashes, the part that the last scenario printed is quoted.
package final class OutputTail: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// How many of the last bytes were printed since a scenario began.
    var ofScenario = 0
    var forwarded = 0
    /// The beginning of a line that is passed on once the line is whole.
    var line: [UInt8] = []
  }

  /// How many bytes are kept.
  private static let kept = 65_536
  /// How many bytes of a worker's output are passed on to standard error.
  private static let passedOn = 16_384

  private let state = Mutex(State())
  private let isPassedOn: Bool

  /// - Parameter isPassedOn: whether the beginning of the output is passed on to standard error.
  package init(isPassedOn: Bool) { self.isPassedOn = isPassedOn }

  /// Notes that a scenario is about to begin. The worker cannot mark that in its output, because the streams are the
  /// module's own, and may be locked, full or closed.
  package func beginScenario() { state.withLock { $0.ofScenario = 0 } }

  /// Adds output.
  package func take(_ bytes: [UInt8]) {
    let shown = state.withLock { state -> [UInt8] in
      state.bytes += bytes
      state.ofScenario += bytes.count
      if state.bytes.count > 2 * Self.kept { state.bytes.removeFirst(state.bytes.count - Self.kept) }
      guard isPassedOn, state.forwarded < Self.passedOn else { return [] }
      let shown = bytes.prefix(Self.passedOn - state.forwarded)
      state.forwarded += shown.count
      state.line += shown
      if state.forwarded == Self.passedOn {
        defer { state.line = [] }
        return state.line + Array("\n… (more was printed)\n".utf8)
      }
      // Whole lines only: whether a line means something to who reads it depends on how it begins.
      guard let end = state.line.lastIndex(of: UInt8(ascii: "\n")) else { return [] }
      defer { state.line.removeSubrange(...end) }
      return Array(state.line[...end])
    }
    passOn(shown)
  }

  /// Passes on the last line, whose end did not come.
  package func end() {
    passOn(
      state.withLock { state in
        defer { state.line = [] }
        return state.line.isEmpty ? [] : state.line + [UInt8(ascii: "\n")]
      })
  }

  private func passOn(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    if !text.isEmpty { _ = writeAll(Array(text.printable.utf8), to: STDERR_FILENO) }
  }

  /// The last fatal error or failed assertion that was printed since the last scenario began, or else what a crash is
  /// called, or else the line of an error that nothing caught, or else the last line. There the runtime says why the
  /// process ended. Addresses are left out: they differ each time.
  package var lastWords: String? {
    let text = state.withLock { String(decoding: $0.bytes.suffix($0.ofScenario), as: UTF8.self) }
    let lines = text.split(whereSeparator: \.isNewline)
    let causes = [["Fatal error", "Assertion ", "Precondition failed", "panicked at"], ["Program crashed"]]
    let cause = causes.lazy.compactMap { causes in lines.lastIndex { line in causes.contains(where: line.contains) } }
      .first
    // As node, Python, Java and C# print it, whatever they print after it.
    let uncaught = lines.lastIndex { $0.prefixMatch(of: /(Uncaught )?[\w.$:]*(Error|Exception|Interrupt)\b/) != nil }
    guard let place = cause ?? uncaught ?? lines.indices.last else { return nil }
    // Rust prints the message below the place of the panic.
    let isRust = lines[place].contains("panicked at") && lines[place].hasSuffix(":") && place + 1 < lines.count
    let words = isRust ? "\(lines[place]) \(lines[place + 1])" : String(lines[place])
    return String(words.prefix(300)).replacing(/0x[0-9A-Fa-f]+/, with: "0x…")
  }
}
