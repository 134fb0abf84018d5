import Foundation
import Synchronization

/// The end of what a worker printed, separated by scenario.
///
/// A worker prints a mark when it begins a scenario, so that the output quoted for a crash belongs to that scenario.
final class OutputTail: Sendable {
  private struct State {
    var bytes: [UInt8] = []
    var forwarded = 0
  }

  /// How many bytes are kept.
  private static let kept = 65_536
  /// How many bytes of a worker's output are passed on to standard error.
  private static let passedOn = 16_384

  private let state = Mutex(State())
  private let mark: [UInt8]
  private let isPassedOn: Bool

  /// - Parameters:
  ///   - mark: what a worker prints when it begins a scenario.
  ///   - isPassedOn: whether the beginning of the output is passed on to standard error.
  init(mark: String, isPassedOn: Bool) { (self.mark, self.isPassedOn) = (Array(mark.utf8), isPassedOn) }

  /// Adds output.
  func take(_ bytes: [UInt8]) {
    let shown = state.withLock { state -> [UInt8] in
      state.bytes += bytes
      if state.bytes.count > 2 * Self.kept { state.bytes.removeFirst(state.bytes.count - Self.kept) }
      guard isPassedOn, state.forwarded < Self.passedOn else { return [] }
      let shown = bytes.prefix(Self.passedOn - state.forwarded)
      state.forwarded += shown.count
      return Array(shown) + (state.forwarded == Self.passedOn ? Array("\n… (more was printed)\n".utf8) : [])
    }
    let text = String(decoding: shown, as: UTF8.self).replacing(String(decoding: mark, as: UTF8.self), with: "")
    if !text.isEmpty { _ = writeAll(Array(text.printable.utf8), to: STDERR_FILENO) }
  }

  /// The fatal error or else the last line since the last scenario began, which is where the runtime says why it ended.
  var lastWords: String? {
    let bytes = state.withLock(\.bytes)
    let text = String(decoding: bytes.suffix(from: end(ofLastMarkIn: bytes)), as: UTF8.self)
    let lines = text.split(whereSeparator: \.isNewline)
    return (lines.last { $0.contains("Fatal error") } ?? lines.last).map { String($0.prefix(300)) }
  }

  private func end(ofLastMarkIn bytes: [UInt8]) -> Int {
    guard bytes.count >= mark.count else { return 0 }
    for start in (0...(bytes.count - mark.count)).reversed()
    where bytes[start] == mark[0] && bytes[start..<(start + mark.count)].elementsEqual(mark) {
      return start + mark.count
    }
    return 0
  }
}

extension String {
  /// The text with the characters escaped that would move a terminal's cursor or change its colours.
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
