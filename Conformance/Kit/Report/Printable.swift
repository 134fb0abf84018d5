extension String {
  /// The text as it can be printed whoever wrote it: with those characters escaped that would move a terminal's cursor
  /// or change its colours, and without commands to GitHub, which reads them in all that a step prints: after `::` at
  /// the beginning of a line, and after `##[` anywhere.
  package var printable: String {
    var (text, colons, isBegin, marks) = ("", 0, true, 0)
    text.unicodeScalars.reserveCapacity(unicodeScalars.count)
    for scalar in unicodeScalars {
      if scalar.isControl {
        text += scalar.escaped
        (isBegin, colons, marks) = (false, 0, 0)
        continue
      }
      switch scalar {
      case ":" where isBegin && colons == 1:
        text.unicodeScalars.removeLast()
        text += "\(scalar.escaped):"
        (isBegin, colons) = (false, 0)
      case ":" where isBegin:
        text.unicodeScalars.append(scalar)
        colons = 1
      case "[" where marks >= 2:
        text += scalar.escaped
        (isBegin, colons) = (false, 0)
      default:
        text.unicodeScalars.append(scalar)
        isBegin = scalar == "\n" || isBegin && colons == 0 && scalar.properties.isWhitespace
        colons = 0
      }
      marks = scalar == "#" ? marks + 1 : 0
    }
    return text
  }

  /// A text in JSON as it can be printed whoever wrote its strings: what `printable` escapes is escaped as JSON does it,
  /// so that a reader gets it back.
  package var printableJSON: String {
    // A string in JSON is no line of its own, but GitHub reads `##[` anywhere.
    replacing("##", with: "#\\u0023").unicodeScalars.reduce(into: "") { text, scalar in
      if scalar.isControl {
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }

  /// Returns the text with some scalars replaced. They are not looked for as characters, because a line end after a
  /// carriage return, or a bar before an accent, is no character of its own.
  package func replacingScalars(_ replacements: [Unicode.Scalar: String]) -> String {
    unicodeScalars.reduce(into: "") { text, scalar in
      if let replacement = replacements[scalar] {
        text += replacement
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  fileprivate var escaped: String { "\\u{\(String(value, radix: 16))}" }

  fileprivate var isControl: Bool {
    (value < 0x20 && self != "\n" && self != "\t") || value == 0x7F || (0x80...0x9F).contains(value)
      || value > 0x7F && properties.isBidiControl
  }
}
