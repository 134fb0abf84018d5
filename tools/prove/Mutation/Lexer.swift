/// Splits Swift source into tokens. Comments are dropped. Strings are kept whole, except for the code in
/// interpolations.
struct Lexer {
  private let bytes: [UInt8]
  private var offset = 0
  private var line = 1
  private var beginsLine = true
  private var tokens: [Token] = []

  /// The tokens of a source.
  static func tokens(of source: String) -> [Token] {
    var lexer = Self(bytes: Array(source.utf8))
    lexer.readCode(untilParenthesis: false)
    return lexer.tokens
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static let operators = Set("/=-+!*%<>&|^~?".utf8)
  private static let punctuation = Set("()[]{},;:.@#".utf8)
  private static let spaces = Set(" \t\r\n".utf8)
  /// The characters that may directly precede a prefix operator.
  private static let opening = Set("([{,;:".utf8)

  private func byte(at offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  private func starts(_ text: String, at offset: Int) -> Bool {
    bytes[min(offset, bytes.count)...].starts(with: text.utf8)
  }

  /// Reads code up to the end, or up to the parenthesis that ends an interpolation.
  private mutating func readCode(untilParenthesis: Bool) {
    var depth = 0
    while let next = byte(at: offset) {
      if Self.spaces.contains(next) {
        skipSpace(next)
      } else if starts("//", at: offset) {
        while let next = byte(at: offset), next != UInt8(ascii: "\n") { offset += 1 }
      } else if starts("/*", at: offset) {
        skipBlockComment()
      } else if let hashes = hashesOfString {
        readString(hashes: hashes)
      } else if next == UInt8(ascii: "#"), isDirective {
        let start = offset
        while let next = byte(at: offset), next != UInt8(ascii: "\n") { offset += 1 }
        add(.directive, from: start)
      } else if Self.punctuation.contains(next), !isRangeOperator {
        if untilParenthesis, next == UInt8(ascii: "(") { depth += 1 }
        if untilParenthesis, next == UInt8(ascii: ")") { depth -= 1 }
        offset += 1
        add(.punctuation, from: offset - 1)
        if untilParenthesis, depth == 0 { return }
      } else if Self.operators.contains(next) || isRangeOperator {
        readOperator()
      } else if next >= UInt8(ascii: "0"), next <= UInt8(ascii: "9") {
        readNumber()
      } else {
        readWord()
      }
    }
  }

  private mutating func add(_ kind: Token.Kind, from start: Int) {
    let (before, after) = (byte(at: start - 1), byte(at: offset))
    tokens.append(
      Token(
        kind: kind, text: String(decoding: bytes[start..<offset], as: UTF8.self), range: start..<offset,
        line: line, beginsLine: beginsLine,
        hasSpaceBefore: before.map(Self.spaces.contains) ?? true,
        hasSpaceAfter: after.map(Self.spaces.contains) ?? true,
        mayOpen: before.map { Self.spaces.contains($0) || Self.opening.contains($0) } ?? true))
    line += bytes[start..<offset].count { $0 == UInt8(ascii: "\n") }
    beginsLine = false
  }

  private mutating func skipSpace(_ next: UInt8) {
    if next == UInt8(ascii: "\n") { (line, beginsLine) = (line + 1, true) }
    offset += 1
  }

  private mutating func skipBlockComment() {
    var depth = 0
    repeat {
      if starts("/*", at: offset) {
        (depth, offset) = (depth + 1, offset + 2)
      } else if starts("*/", at: offset) {
        (depth, offset) = (depth - 1, offset + 2)
      } else {
        if byte(at: offset) == UInt8(ascii: "\n") { (line, beginsLine) = (line + 1, true) }
        offset += 1
      }
    } while depth > 0 && offset < bytes.count
  }

  // MARK: Words, numbers, operators

  private var isDirective: Bool {
    ["#if", "#elseif", "#else", "#endif"].contains { starts($0, at: offset) }
  }

  private var isRangeOperator: Bool { starts("..", at: offset) }

  private mutating func readOperator() {
    let start = offset
    while let next = byte(at: offset), Self.operators.contains(next) || next == UInt8(ascii: ".") {
      // A period is part of an operator that begins with one. After any other operator, it begins a member.
      if next == UInt8(ascii: "."), bytes[start] != UInt8(ascii: ".") { break }
      if starts("//", at: offset) || starts("/*", at: offset) { break }
      offset += 1
    }
    add(.operator, from: start)
  }

  private mutating func readNumber() {
    let start = offset
    while let next = byte(at: offset) {
      let isFraction = next == UInt8(ascii: ".") && byte(at: offset + 1).map(Self.isDigit) == true
      let isExponent =
        (next == UInt8(ascii: "-") || next == UInt8(ascii: "+")) && byte(at: offset - 1) == UInt8(ascii: "e")
        && !starts("0x", at: start)
      guard Self.isWordByte(next) || isFraction || isExponent else { break }
      offset += 1
    }
    add(.number, from: start)
  }

  private mutating func readWord() {
    let start = offset
    while let next = byte(at: offset), Self.isWordByte(next) || next == UInt8(ascii: "`") { offset += 1 }
    // An unknown byte is a token of its own, so that reading always continues.
    if offset == start { offset += 1 }
    add(.word, from: start)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$")
      || (byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z"))
  }

  // MARK: Strings

  /// The number of `#` before the string that begins here, or nil if none begins.
  private var hashesOfString: Int? {
    var end = offset
    while byte(at: end) == UInt8(ascii: "#") { end += 1 }
    return byte(at: end) == UInt8(ascii: "\"") ? end - offset : nil
  }

  private mutating func readString(hashes: Int) {
    let fence = String(repeating: "#", count: hashes)
    let quotes = starts("\"\"\"", at: offset + hashes) ? "\"\"\"" : "\""
    let (end, escape) = (quotes + fence, "\\" + fence)
    var start = offset
    offset += hashes + quotes.utf8.count
    while offset < bytes.count, !starts(end, at: offset) {
      guard starts(escape, at: offset) else {
        offset += 1
        continue
      }
      offset += escape.utf8.count
      guard byte(at: offset) == UInt8(ascii: "(") else {
        offset += 1
        continue
      }
      add(.string, from: start)
      readCode(untilParenthesis: true)
      start = offset
    }
    offset = min(offset + end.utf8.count, bytes.count)
    add(.string, from: start)
  }
}
