/// The error when a text is not JSON.
package struct NotJSON: Error, CustomStringConvertible {
  /// The place, in bytes from the start.
  let offset: Int
  let wanted: String

  package var description: String { "no JSON: \(wanted) was expected at byte \(offset)" }
}

// JSON is read by hand, because Foundation's reader takes 1.0 for the whole number 1, and graphs tell the two apart.
extension JSON {
  /// Reads a JSON text (RFC 8259).
  package init(json bytes: [UInt8]) throws(NotJSON) {
    self = try bytes.withUnsafeBufferPointer { (buffer: UnsafeBufferPointer<UInt8>) throws(NotJSON) -> JSON in
      var reader = JSONReader(bytes: buffer)
      let value = try reader.value(depth: 0)
      reader.skipSpace()
      guard reader.isAtEnd else { throw reader.error("the end") }
      return value
    }
  }

  /// The value as a JSON text in one line.
  package var jsonText: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  private func write(to bytes: inout [UInt8]) {
    switch self {
    case .null: bytes += "null".utf8
    case .bool(let bool): bytes += (bool ? "true" : "false").utf8
    case .integer(let number): bytes += "\(number)".utf8
    // JSON has neither infinity nor NaN.
    case .fraction(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
    case .text(let text): Self.write(text, to: &bytes)
    case .list(let items):
      bytes.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        item.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let fields):
      bytes.append(UInt8(ascii: "{"))
      for (index, field) in fields.sorted(by: { $0.key < $1.key }).enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(field.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        field.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to bytes: inout [UInt8]) {
    bytes.append(UInt8(ascii: "\""))
    for piece in text.utf8.split(omittingEmptySubsequences: false, whereSeparator: isEscaped) {
      bytes += piece
      guard piece.endIndex < text.endIndex else { break }
      let byte = text.utf8[piece.endIndex]
      bytes +=
        byte < 0x20
        ? "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8 : "\\\(Character(Unicode.Scalar(byte)))".utf8
    }
    bytes.append(UInt8(ascii: "\""))
  }
}

/// Whether a byte has to be escaped in a JSON text.
private func isEscaped(_ byte: UInt8) -> Bool {
  byte < 0x20 || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "\\")
}

/// Reads one JSON text.
private struct JSONReader {
  let bytes: UnsafeBufferPointer<UInt8>
  var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  var isAtEnd: Bool { position == bytes.count }
  private var next: UInt8? { isAtEnd ? nil : bytes[position] }

  func error(_ wanted: String) -> NotJSON { NotJSON(offset: position, wanted: wanted) }

  mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  mutating func value(depth: Int) throws(NotJSON) -> JSON {
    skipSpace()
    guard depth < JSON.mostLevels else { throw error("a value less deep in others") }
    switch next {
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "["): return .list(try list(depth))
    case UInt8(ascii: "{"): return .object(try object(depth))
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    default: return try number()
    }
  }

  private mutating func word(_ word: String, _ value: JSON) throws(NotJSON) -> JSON {
    for byte in word.utf8 { try take(byte, "'\(word)'") }
    return value
  }

  private mutating func take(_ byte: UInt8, _ wanted: String) throws(NotJSON) {
    guard next == byte else { throw error(wanted) }
    position += 1
  }

  private mutating func takes(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    position += 1
    return true
  }

  private mutating func list(_ depth: Int) throws(NotJSON) -> [JSON] {
    position += 1
    if takes(UInt8(ascii: "]")) { return [] }
    var items: [JSON] = []
    repeat { items.append(try value(depth: depth + 1)) } while takes(UInt8(ascii: ","))
    try take(UInt8(ascii: "]"), "',' or ']'")
    return items
  }

  private mutating func object(_ depth: Int) throws(NotJSON) -> [String: JSON] {
    position += 1
    if takes(UInt8(ascii: "}")) { return [:] }
    var fields: [String: JSON] = [:]
    repeat {
      skipSpace()
      guard next == UInt8(ascii: "\"") else { throw error("a name in quotes") }
      let name = try text()
      skipSpace()
      try take(UInt8(ascii: ":"), "':'")
      fields[name] = try value(depth: depth + 1)
    } while takes(UInt8(ascii: ","))
    try take(UInt8(ascii: "}"), "',' or '}'")
    return fields
  }

  private mutating func number() throws(NotJSON) -> JSON {
    let start = position
    while let byte = next, (0x30...0x39).contains(byte) || "+-.eE".utf8.contains(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    if let number = Int64(text), !text.hasPrefix("+") { return .integer(number) }
    guard let first = text.utf8.first, first != UInt8(ascii: "+"), first != UInt8(ascii: "."), let number = Double(text)
    else {
      position = start
      throw error("a value")
    }
    return .fraction(number)
  }

  private mutating func text() throws(NotJSON) -> String {
    position += 1
    var utf8: [UInt8] = []
    while let byte = next {
      position += 1
      switch byte {
      case UInt8(ascii: "\""):
        guard let text = String(validating: utf8, as: UTF8.self) else { throw error("text in UTF-8") }
        return text
      case UInt8(ascii: "\\"): utf8 += try escaped().utf8
      case ..<0x20: throw error("no control character")
      default: utf8.append(byte)
      }
    }
    throw error("a quote")
  }

  private mutating func escaped() throws(NotJSON) -> String {
    guard let byte = next else { throw error("what is escaped") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return String(UnicodeScalar(byte))
    case UInt8(ascii: "b"): return "\u{8}"
    case UInt8(ascii: "f"): return "\u{C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]) {
        try take(UInt8(ascii: "\\"), "the second of two surrogates")
        try take(UInt8(ascii: "u"), "the second of two surrogates")
        units.append(try unit())
      }
      guard let text = String(validating: units, as: UTF16.self) else { throw error("two surrogates, or none") }
      return text
    default: throw error("an escape of JSON")
    }
  }

  private mutating func unit() throws(NotJSON) -> UInt16 {
    let digits = bytes[position..<min(position + 4, bytes.count)]
    guard digits.count == 4, let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16) else {
      throw error("four hexadecimal digits")
    }
    position += 4
    return unit
  }
}
