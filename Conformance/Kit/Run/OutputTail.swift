import Foundation
import Synchronization

/// The end of what a worker printed. When the worker crashes, the part that the last scenario printed is quoted.
final class OutputTail: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    /// How many of the last bytes were printed since a scenario began.
    var ofScenario = 0
    var forwarded = 0
  }

  /// How many bytes are kept.
  private static let kept = 65_536
  /// How many bytes of a worker's output are passed on to standard error.
  private static let passedOn = 16_384

  private let state = Mutex(State())
  private let isPassedOn: Bool

  /// - Parameter isPassedOn: whether the beginning of the output is passed on to standard error.
  init(isPassedOn: Bool) { self.isPassedOn = isPassedOn }

  /// Notes that a scenario is about to begin. The worker cannot mark that in its output, because the streams are the
  /// module's own, and may be locked, full or closed.
  func beginScenario() { state.withLock { $0.ofScenario = 0 } }

  /// Adds output.
  func take(_ bytes: [UInt8]) {
    let shown = state.withLock { state -> [UInt8] in
      state.bytes += bytes
      state.ofScenario += bytes.count
      if state.bytes.count > 2 * Self.kept { state.bytes.removeFirst(state.bytes.count - Self.kept) }
      guard isPassedOn, state.forwarded < Self.passedOn else { return [] }
      let shown = bytes.prefix(Self.passedOn - state.forwarded)
      state.forwarded += shown.count
      return Array(shown) + (state.forwarded == Self.passedOn ? Array("\n… (more was printed)\n".utf8) : [])
    }
    let text = String(decoding: shown, as: UTF8.self)
    if !text.isEmpty { _ = writeAll(Array(text.printable.utf8), to: STDERR_FILENO) }
  }

  /// The last fatal error that was printed since the last scenario began, or else the last line. There the runtime says
  /// why the process ended.
  var lastWords: String? {
    let text = state.withLock { String(decoding: $0.bytes.suffix($0.ofScenario), as: UTF8.self) }
    let lines = text.split(whereSeparator: \.isNewline)
    return (lines.last { $0.contains("Fatal error") } ?? lines.last).map { String($0.prefix(300)) }
  }
}

extension String {
  /// The text with those characters escaped that would move a terminal's cursor or change its colours.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isControl) else { return self }
    return unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var isControl: Bool {
    (value < 0x20 && self != "\n" && self != "\t") || value == 0x7F || (0x80...0x9F).contains(value)
      || properties.isBidiControl
  }
}
