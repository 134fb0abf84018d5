/// The directives of `Cache-Control` (RFC 9111, 5.2): names in lower case, values unquoted, the first of each name.
struct CacheControl {
  /// The argument of each directive, nil if it has none.
  private var directives: [String: String?] = [:]

  init(_ fields: HeaderFields) {
    for member in Self.members(of: fields["Cache-Control"] ?? "") {
      let parts = member.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      let name = parts[0].withoutOuterSpace.lowercased()
      if name.isEmpty || directives.keys.contains(name) { continue }
      directives.updateValue(parts.count > 1 ? Self.unquoted(parts[1].withoutOuterSpace) : nil, forKey: name)
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

  /// Splits at commas that are not inside quotes. Bytes, because a comma may be part of a longer grapheme cluster.
  private static func members(of text: String) -> [Substring.UTF8View] {
    var (isQuoted, isEscaped) = (false, false)
    return text.utf8.split { byte in
      if byte == UInt8(ascii: ","), !isQuoted { return true }
      if byte == UInt8(ascii: "\""), !isEscaped { isQuoted.toggle() }
      isEscaped = byte == UInt8(ascii: "\\") && isQuoted && !isEscaped
      return false
    }
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

extension Substring.UTF8View {
  /// The text without white space at its ends. A character that is not allowed in a field counts as a space (RFC 9110,
  /// 5.5).
  var withoutOuterSpace: String {
    var rest = self
    while let first = rest.first, " \t\r\n\0".utf8.contains(first) { rest.removeFirst() }
    while let last = rest.last, " \t\r\n\0".utf8.contains(last) { rest.removeLast() }
    return String(Substring(rest))
  }
}

/// A number of seconds, or nil if the text is not a number. An enormous one is clamped (RFC 9111, 1.2.2).
func deltaSeconds(_ text: String) -> Double? { decimal(text).map { Double(min($0, Int(Int32.max))) } }

/// A number written in decimal digits only, or nil if the text is none. One that is too large becomes `Int.max`.
func decimal(_ text: String) -> Int? {
  guard !text.isEmpty, text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
  return Int(text) ?? .max
}
