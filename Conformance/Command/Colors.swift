import Foundation

/// When a report for people is printed in colours.
enum ColorChoice: String, CaseIterable {
  /// On a terminal, unless `NO_COLOR` is set (https://no-color.org) or the terminal is dumb.
  case auto
  case always
  case never

  /// Whether what is written to standard output is in colours.
  var isColored: Bool {
    let environment = ProcessInfo.processInfo.environment
    return switch self {
    case .always: true
    case .never: false
    case .auto:
      isatty(STDOUT_FILENO) == 1 && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
  }

  /// Returns a report with the verdicts that begin its lines in colours.
  func colored(_ text: String) -> String {
    guard isColored else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      guard let gap = line.firstRange(of: "  "), case let verdict = line[..<gap.lowerBound],
        let code = Self.codes.first(where: { verdict.hasPrefix($0.words) })?.code
      else { return String(line) }
      return "\u{1B}[\(code)m\(verdict)\u{1B}[0m\(line[gap.lowerBound...])"
    }.joined(separator: "\n")
  }

  /// The words that a verdict begins with, and the code of its colour: red for a failure of its own, yellow for one that
  /// follows from another or is on record, faint for the rest.
  private static let codes: [(words: String, code: String)] = [
    ("violated", "1;31"), ("crashed", "1;31"), ("hung", "1;31"), ("set-up failed", "1;31"), ("incident", "1;31"),
    ("passed unexpectedly", "1;31"), ("unsteady", "1;31"), ("blocked", "33"),
    ("known deviation", "33"), ("recorded", "2"), ("not assessed", "2"),
  ]
}
