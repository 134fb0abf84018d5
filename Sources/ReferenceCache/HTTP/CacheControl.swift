/// The directives of `Cache-Control` (RFC 9111, 5.2): names in lower case, values unquoted, the first of each name.
struct CacheControl {
  /// The argument of each directive, nil where it has none.
  private var directives: [String: String?] = [:]

  init(_ fields: HeaderFields) {
    for text in Self.split(fields["Cache-Control"] ?? "") {
      let parts = text.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.trimmed(parts[0]).lowercased()
      if name.isEmpty || directives.keys.contains(name) { continue }
      directives.updateValue(parts.count > 1 ? Self.unquoted(Self.trimmed(parts[1])) : nil, forKey: name)
    }
  }

  /// Whether a directive is there, with whatever value.
  func has(_ name: String) -> Bool { directives.keys.contains(name) }

  /// A directive's number of seconds. One that is no number, or negative, is zero.
  func seconds(_ name: String, ifUnsaid unsaid: Double = 0) -> Double? {
    guard let argument = directives[name] else { return nil }
    guard let argument else { return unsaid }
    return deltaSeconds(argument) ?? 0
  }

  /// Splits at commas that stand outside quotes, whatever character a comma is a part of. What must not stand in a
  /// field becomes a space (RFC 9110, 5.5).
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

  /// What a quoted string stands for (RFC 9110, 5.6.4); anything else as it is.
  private static func unquoted(_ text: String) -> String {
    guard text.utf8.first == UInt8(ascii: "\""), text.utf8.last == UInt8(ascii: "\"") else { return text }
    var content = String.UnicodeScalarView()
    var escapes = false
    for scalar in text.unicodeScalars.dropFirst().dropLast() {
      escapes = scalar == "\\" && !escapes
      if !escapes { content.append(scalar) }
    }
    // The quote at the end was escaped.
    return escapes ? text : String(content)
  }
}

/// A number of seconds, or nil where the text is none; an enormous one is clamped (RFC 9111, 1.2.2).
func deltaSeconds(_ text: String) -> Double? { decimal(text).map { Double(min($0, Int(Int32.max))) } }

/// A number that is written in digits alone, or nil where the text is none; one that is too large is the largest.
func decimal(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
  return Int(text) ?? .max
}
