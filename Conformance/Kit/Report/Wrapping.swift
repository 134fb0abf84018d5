/// How a report for people is printed.
public struct TextStyle: Sendable {
  /// Whether everything is told whole.
  public var isVerbose: Bool
  /// Whether only failures and counts are told.
  public var isQuiet: Bool
  /// How many columns the terminal has; nil for what scripts read, which has the summary in one line.
  public var columns: Int?

  /// Creates a style: the usual one, unless an argument says otherwise.
  public init(isVerbose: Bool = false, isQuiet: Bool = false, columns: Int? = nil) {
    (self.isVerbose, self.isQuiet, self.columns) = (isVerbose, isQuiet, columns)
  }

  /// The number of characters in a line. A longer word, or what is to be copied, has a line of its own.
  package var width: Int { columns ?? Self.usualWidth }
  package static let usualWidth = 100
}

extension String {
  /// Returns the text in lines that fit a terminal, with all lines but the first indented.
  ///
  /// - Parameters:
  ///   - width: the number of characters in a line.
  ///   - indent: the number of spaces before later lines.
  package func wrapped(at width: Int, indent: Int = 0) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.wrapped(at: width, indent: indent) }.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Returns the text in one line, without what exceeds this many characters.
  package func inOneLine(of most: Int) -> String {
    let line = split(whereSeparator: \.isNewline).joined(separator: " ")
    return line.count > most ? "\(line.prefix(most - 1))…" : line
  }

  func padded(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

extension Substring {
  fileprivate func wrapped(at width: Int, indent: Int) -> String {
    guard count + indent > width else { return String(self) }
    var lines: [String] = []
    var line = ""
    for word in split(separator: " ", omittingEmptySubsequences: false) {
      if !line.isEmpty, line.count + word.count + 1 + indent > width {
        lines.append(line)
        line = String(word)
      } else {
        line += (line.isEmpty ? "" : " ") + word
      }
    }
    return (lines + [line]).joined(separator: "\n" + String(repeating: " ", count: indent))
  }
}

/// The lines of a report, with labels in a separate column.
struct LabelledLines {
  let width: Int
  private var lines: [(label: String, text: String)] = []

  init(width: Int) { self.width = width }

  /// Adds a label with its text, if there is any text.
  mutating func add(_ label: String, _ text: String?) {
    if let text, !text.isEmpty { lines.append((label, text.wrapped(at: width, indent: 12))) }
  }

  /// Adds a text that is to be copied, and is therefore not wrapped.
  mutating func add(_ label: String, verbatim text: String) { lines.append((label, text)) }

  /// Adds several lines under one label.
  mutating func add(_ label: String, _ texts: [String]) {
    for (index, text) in texts.enumerated() {
      lines.append((index == 0 ? label : "", text.wrapped(at: width, indent: 12)))
    }
  }

  /// The lines, indented.
  var text: String {
    lines.map { "  \($0.label.padded(to: 8))  \($0.text)" }.joined(separator: "\n")
  }
}
