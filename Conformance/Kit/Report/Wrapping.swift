extension String {
  /// The text in lines that fit a terminal, each later line indented so far.
  ///
  /// - Parameters:
  ///   - width: the number of characters that a line holds.
  ///   - indent: the number of spaces that later lines begin with.
  package func wrapped(at width: Int = 100, indent: Int = 0) -> String {
    split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.wrapped(at: width, indent: indent) }.joined(separator: "\n" + String(repeating: " ", count: indent))
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

/// Labelled lines of a report, the labels in a column of their own.
struct LabelledLines {
  private var lines: [(label: String, text: String)] = []

  /// One label and its text; none where there is no text.
  mutating func add(_ label: String, _ text: String?) {
    if let text, !text.isEmpty { lines.append((label, text.wrapped(indent: 12))) }
  }

  /// A text that is to be copied, and so stays on its line.
  mutating func add(_ label: String, verbatim text: String) { lines.append((label, text)) }

  /// One label for several lines.
  mutating func add(_ label: String, _ texts: [String]) {
    for (index, text) in texts.enumerated() { lines.append((index == 0 ? label : "", text.wrapped(indent: 12))) }
  }

  /// The lines, indented.
  var text: String {
    lines.map { "  \($0.label.padded(to: 8))  \($0.text)" }.joined(separator: "\n")
  }
}
