/// The directives of `Cache-Control` (RFC 9111, 5.2): names in lower case, values unquoted, the first of each name.
struct CacheControl {
  /// The argument of each directive, nil if it has none.
  private var directives: [String: String?] = [:]

  init(_ fields: HeaderFields) {
    for text in Self.split(fields["Cache-Control"] ?? "") {
      let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.trimmed(parts[0]).lowercased()
      if name.isEmpty || directives.keys.contains(name) { continue }
      directives.updateValue(parts.count > 1 ? Self.unquoted(Self.trimmed(parts[1])) : nil, forKey: name)
    }
  }

  /// Whether a directive is present, with any argument.
  func has(_ name: String) -> Bool { directives.keys.contains(name) }

  /// The seconds of a directive: nil if it is absent, `unsaid` if it has no argument, zero if that is invalid or
  /// negative.
  func seconds(_ name: String, ifUnsaid unsaid: Double = 0) -> Double? {
    guard let argument = directives[name] else { return nil }
    guard let argument else { return unsaid }
    return deltaSeconds(argument) ?? 0
  }

  /// Splits at commas that are not inside quotes, even if a comma is part of a longer grapheme cluster. A character
  /// that is not allowed in a field becomes a space (RFC 9110, 5.5).
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if scalar == "," && !isQuoted {
        parts.append("")
        continue
      }
      if scalar == "\"" && !isEscaped { isQuoted.toggle() }
      isEscaped = scalar == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].unicodeScalars.append(["\r", "\n", "\0"].contains(scalar) ? " " : scalar)
    }
    return parts
  }

  private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
    func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
    return String(String.UnicodeScalarView(text.drop(while: isSpace).reversed().drop(while: isSpace).reversed()))
  }

  /// The content of a quoted string (RFC 9110, 5.6.4); any other text is returned unchanged.
  private static func unquoted(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else { return text }
    var content = String.UnicodeScalarView()
    var escapes = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      escapes = scalar == "\\" && !escapes
      if !escapes { content.append(scalar) }
    }
    // If the last quote was escaped, the string is not closed.
    return escapes ? text : String(content)
  }
}

/// A number of seconds, or nil if the text is not a number. An enormous one is clamped (RFC 9111, 1.2.2).
func deltaSeconds(_ text: String) -> Double? { decimal(text).map { Double(min($0, Int(Int32.max))) } }

/// A number written in decimal digits only, or nil if the text is none. One that is too large becomes `Int.max`.
func decimal(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
  return Int(text) ?? .max
}
