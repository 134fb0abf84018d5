/// The directives of a message to caches, read as RFC 9111, 5.2 requires.
package struct HTTPDirectiveList {
  /// A directive: its name in lower case, and its argument without quotes.
  package struct Directive: Hashable {
    package let name: String
    let argument: String?
    let isQuoted: Bool
  }

  package let list: [Directive]
  /// Whether every member follows the grammar: how other members are read is left open.
  let isClear: Bool
  private let lines: [String]

  /// Reads the lines of `Cache-Control`.
  package init(_ lines: [String]) {
    let members = lines.flatMap(Self.members)
    let read = members.map(Self.directive)
    list = read.compactMap(\.self)
    isClear = !read.contains(nil) && lines.allSatisfy { $0.utf8.count { $0 == UInt8(ascii: "\"") }.isMultiple(of: 2) }
    self.lines = lines
  }

  /// Whether it takes more than splitting lower-case text at commas to read them.
  var isIntricate: Bool {
    lines.count > 1
      || lines.contains { $0 != $0.lowercased() || $0.contains("\"") || $0.contains("\t") || $0.contains(" ,") }
      || list.contains { !Self.known.contains($0.name) }
  }

  private static let known: Set<String> = [
    "max-age", "s-maxage", "no-cache", "no-store", "must-revalidate", "must-understand", "private", "public",
    "immutable", "stale-if-error", "stale-while-revalidate", "proxy-revalidate", "no-transform", "max-stale",
    "min-fresh", "only-if-cached",
  ]

  package func has(_ name: String) -> Bool { list.contains { $0.name == name } }
  func all(_ name: String) -> [Directive] { list.filter { $0.name == name } }

  /// The numbers of seconds that a directive names.
  func seconds(_ name: String) -> [Int] { all(name).compactMap { $0.argument.flatMap(Self.deltaSeconds) } }

  /// A number of seconds, or nil if the text is none. Numbers that are too large for 32 bits count as the largest one.
  static func deltaSeconds(_ text: String) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
    return min(Int(text) ?? largest, largest)
  }

  private static let largest = 2_147_483_647

  /// The members of a list, which commas in quotes do not separate.
  static func members(of line: String) -> [String] {
    // Models read every list at every step, and few have quotes.
    if !line.utf8.contains(UInt8(ascii: "\"")) {
      return line.utf8.split(separator: UInt8(ascii: ",")).map(\.withoutOuterSpace).filter { !$0.isEmpty }
    }
    var members: [String] = [""]
    var (isQuoted, isEscaped) = (false, false)
    for character in line {
      if character == ",", !isQuoted {
        members.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = isQuoted && !isEscaped && character == "\\"
      members[members.count - 1].append(character)
    }
    return members.map { $0.utf8[...].withoutOuterSpace }.filter { !$0.isEmpty }
  }

  private static func directive(_ member: String) -> Directive? {
    let parts = member.utf8.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }
    guard parts[0].isToken else { return nil }
    let name = parts[0].lowercased()
    guard parts.count == 2 else { return Directive(name: name, argument: nil, isQuoted: false) }
    guard parts[1].hasPrefix("\"") else {
      // With a second equals sign or a colon it is no number, however leniently it is read.
      return parts[1].filter { $0 != "=" && $0 != ":" }.isToken
        ? Directive(name: name, argument: parts[1], isQuoted: false) : nil
    }
    guard parts[1].count >= 2, parts[1].hasSuffix("\"") else { return nil }
    var text = String(parts[1].dropFirst().dropLast())
    // Not without need, because a regular expression is parsed anew at each use.
    if text.contains("\\") { text = text.replacing(/\\(.)/) { String($0.output.1) } }
    return Directive(name: name, argument: text, isQuoted: true)
  }
}

extension Substring.UTF8View {
  /// The text without spaces and tabs at its ends.
  fileprivate var withoutOuterSpace: String {
    var rest = self
    while let first = rest.first, " \t".utf8.contains(first) { rest.removeFirst() }
    while let last = rest.last, " \t".utf8.contains(last) { rest.removeLast() }
    return String(Substring(rest))
  }
}

extension String {
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: "0123456789!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
