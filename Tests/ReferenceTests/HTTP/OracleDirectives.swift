extension Oracle {
  /// A directive of `Cache-Control`: RFC 9111 section 5.2.
  struct Directive {
    var name: String
    /// The unquoted argument, or nil for none.
    var argument: [UInt8]?
    /// Whether there is an argument that the grammar does not allow.
    var isInvalid = false

    /// The argument as delta-seconds, or nil if it is none: RFC 9111 section 1.2.2. A number that does not fit into 32
    /// bits may be clamped, or kept as it is.
    var seconds: ClosedRange<Double>? {
      guard !isInvalid, let argument else { return nil }
      return Oracle.deltaSeconds(argument)
    }
  }

  /// The directives of a message, according to one reading.
  struct Directives {
    var list: [Directive]

    func all(_ name: String) -> [Directive] { list.filter { $0.name == name } }
    func has(_ name: String) -> Bool { list.contains { $0.name == name } }
  }

  enum Side { case request, response }

  /// All readings of the directives of a message. There is only one if the message follows the grammar. The documents
  /// do not say how to read an unclosed quote, white space around `=`, or an argument where none is allowed.
  static func directives(in fields: [Field], of side: Side) -> (all: [Directives], malformed: Bool) {
    let values = lines("cache-control", of: fields)
    let combined = members(of: [combine(values)], quotes: true)
    func read(_ members: [[UInt8]], leniently: Bool) -> Directives {
      Directives(list: members.compactMap { directive($0, leniently: leniently, side) })
    }
    if combined.allSatisfy({ isWellFormed($0, side) }) { return ([read(combined, leniently: true)], false) }
    let split = [combined, members(of: values, quotes: true), members(of: values, quotes: false)]
    return (split.flatMap { [read($0, leniently: true), read($0, leniently: false)] }, true)
  }

  /// Directives that have an argument or may have one.
  private static let withArgument: [Side: Set<String>] = [
    .request: ["max-age", "max-stale", "min-fresh", "stale-if-error"],
    .response: [
      "max-age", "s-maxage", "stale-while-revalidate", "stale-if-error", "no-cache", "private",
    ],
  ]
  /// Directives without an argument.
  private static let withoutArgument: Set<String> = [
    "no-cache", "no-store", "no-transform", "only-if-cached", "must-revalidate", "must-understand", "private",
    "proxy-revalidate", "public", "immutable",
  ]

  /// Reads a member of the list. In a strict reading, an invalid member is not a directive, or has no valid argument.
  private static func directive(_ member: [UInt8], leniently: Bool, _ side: Side) -> Directive? {
    let equals = member.firstIndex(of: UInt8(ascii: "="))
    let name = lowercased(trimmed(Array(member[..<(equals ?? member.endIndex)])))
    guard isToken(name) else { return nil }
    var directive = Directive(name: String(decoding: name, as: UTF8.self))
    if let equals {
      let argument = trimmed(Array(member[(equals + 1)...]))
      directive.argument = unquoted(argument)
      directive.isInvalid = directive.argument == nil
    }
    if leniently || isWellFormed(member, side) { return directive }
    guard withArgument[side]?.contains(directive.name) == true else { return nil }
    directive.isInvalid = true
    return directive
  }

  /// Whether a member is `token [ "=" ( token / quoted-string ) ]`, with an argument only where one is allowed.
  private static func isWellFormed(_ member: [UInt8], _ side: Side) -> Bool {
    let equals = member.firstIndex(of: UInt8(ascii: "=")) ?? member.endIndex
    let octets = lowercased(Array(member[..<equals]))
    guard isToken(octets) else { return false }
    guard equals < member.endIndex else { return true }
    let name = String(decoding: octets, as: UTF8.self)
    if withoutArgument.contains(name), withArgument[side]?.contains(name) != true { return false }
    return unquoted(Array(member[(equals + 1)...])) != nil
  }

  /// The octets of a token or a quoted string, or nil if it is neither: RFC 9110 sections 5.6.2 and 5.6.4.
  private static func unquoted(_ argument: [UInt8]) -> [UInt8]? {
    guard argument.first == UInt8(ascii: "\"") else { return isToken(argument) ? argument : nil }
    var octets: [UInt8] = []
    var index = 1
    while index < argument.count {
      if argument[index] == UInt8(ascii: "\"") { return index == argument.count - 1 ? octets : nil }
      if argument[index] == UInt8(ascii: "\\") { index += 1 }
      if index < argument.count { octets.append(argument[index]) }
      index += 1
    }
    return nil
  }

  /// Delta-seconds, or nil if the octets are none: RFC 9111 section 1.2.2.
  static func deltaSeconds(_ octets: [UInt8]) -> ClosedRange<Double>? {
    guard !octets.isEmpty, octets.allSatisfy(isDigit) else { return nil }
    let clamp = 2_147_483_647.0
    let value = octets.reduce(0.0) { min($0 * 10 + Double($1 - UInt8(ascii: "0")), 1e30) }
    return min(value, clamp)...value
  }
}

/// Header fields: RFC 9110 section 5.
extension Oracle {
  /// The values of a field, line by line. Carriage returns, line feeds and NUL become spaces: RFC 9110 section 5.5.
  static func lines(_ name: String, of fields: [Field]) -> [[UInt8]] {
    rawLines(name, of: fields).map { trimmed($0.map { $0 == 0 || $0 == 10 || $0 == 13 ? UInt8(ascii: " ") : $0 }) }
  }

  /// The values of a field, line by line, unchanged.
  static func rawLines(_ name: String, of fields: [Field]) -> [[UInt8]] {
    let sameLength = fields.filter { $0.name.utf8.count == name.utf8.count }
    if sameLength.isEmpty { return [] }
    let name = lowercased(Array(name.utf8))
    return sameLength.filter { lowercased(Array($0.name.utf8)) == name }.map { Array($0.value.utf8) }
  }

  /// The lines combined into one: RFC 9110 section 5.3.
  static func combine(_ lines: [[UInt8]]) -> [UInt8] { Array(lines.joined(separator: Array(", ".utf8))) }

  /// The members of a list, without the empty ones: RFC 9110 section 5.6.1.
  static func members(of lines: [[UInt8]], quotes: Bool) -> [[UInt8]] {
    var members: [[UInt8]] = []
    for line in lines {
      var (member, isQuoted, isEscaped): ([UInt8], Bool, Bool) = ([], false, false)
      for octet in line {
        if octet == UInt8(ascii: ","), !isQuoted {
          members.append(trimmed(member))
          member = []
          continue
        }
        if octet == UInt8(ascii: "\""), quotes, !isEscaped { isQuoted.toggle() }
        isEscaped = isQuoted && !isEscaped && octet == UInt8(ascii: "\\")
        member.append(octet)
      }
      members.append(trimmed(member))
    }
    return members.filter { !$0.isEmpty }
  }

  /// The octets without optional white space at either end: RFC 9110 section 5.6.3.
  static func trimmed(_ octets: [UInt8]) -> [UInt8] {
    func isSpace(_ octet: UInt8) -> Bool { octet == 32 || octet == 9 }
    let start = octets.firstIndex { !isSpace($0) } ?? octets.endIndex
    let end = octets.lastIndex { !isSpace($0) } ?? octets.endIndex - 1
    return start <= end ? Array(octets[start...end]) : []
  }

  static func lowercased(_ octets: [UInt8]) -> [UInt8] { octets.map { $0 >= 65 && $0 <= 90 ? $0 + 32 : $0 } }
  static func isDigit(_ octet: UInt8) -> Bool { octet >= 48 && octet <= 57 }

  /// Whether the octets are a token: RFC 9110 section 5.6.2.
  static func isToken(_ octets: [UInt8]) -> Bool {
    !octets.isEmpty && octets.allSatisfy { isOfToken[Int($0)] }
  }

  private static let isOfToken: [Bool] = (0..<256).map { code in
    let octet = UInt8(code)
    return isDigit(octet) || (97...122).contains(octet | 32) && octet < 128 || "!#$%&'*+-.^_`|~".utf8.contains(octet)
  }
}
