import CacheVocabulary

/// The directives of `Cache-Control` (RFC 9111, 5.2): names in lower case, values unquoted, the first of each name.
struct CacheControl {
  private var directives: [String: String] = [:]

  init(_ fields: HeaderFields) {
    for text in Self.split(fields["Cache-Control"] ?? "") {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.trimmed(parts[0]).lowercased()
      if name.isEmpty || directives[name] != nil { continue }
      directives[name] = parts.count > 1 ? Self.unquoted(Self.trimmed(parts[1])) : ""
    }
  }

  /// Whether a directive is there, with whatever value.
  func has(_ name: String) -> Bool { directives[name] != nil }

  /// A directive's number of seconds. One that is no number, or negative, is zero; an enormous one is clamped
  /// (RFC 9111, 1.2.2 and 4.2.1).
  func seconds(_ name: String, ifUnsaid unsaid: Double = 0) -> Double? {
    guard let text = directives[name] else { return nil }
    if text.isEmpty { return unsaid }
    guard text.utf8.allSatisfy({ 48...57 ~= $0 }) else { return 0 }
    return Double(Int32(text) ?? Int32.max)
  }

  /// Splits at commas that stand outside quotes.
  private static func split(_ text: String) -> [String] {
    var parts = [""]
    var isQuoted = false
    var isEscaped = false
    for character in text {
      if character == "," && !isQuoted {
        parts.append("")
        continue
      }
      if character == "\"" && !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      parts[parts.count - 1].append(character)
    }
    return parts
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    String(text.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return text }
    return String(text.dropFirst().dropLast())
  }
}
