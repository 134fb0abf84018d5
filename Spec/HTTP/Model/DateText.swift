/// What a header field says of a date, as far as the rules need it (RFC 9110, 5.6.7).
enum HTTPDateText: Hashable {
  /// A date that is many years ahead, or many years past.
  case ahead, past
  /// No date.
  case invalid
  /// A date that may or may not be past, or is written in an older format, or in another letter case or zone than the
  /// format requires.
  case unclear

  init(_ text: String) {
    let shape = Self.shape(of: text)
    guard shape == "Aaa, 00 Aaa 0000 00:00:00 AAA", text.hasSuffix(" GMT"), Self.weekdays.contains(text.prefix(3))
    else {
      self = Self.isOlder(text, shape) || Self.isVariant(shape) ? .unclear : .invalid
      return
    }
    let parts = text.split { $0 == " " || $0 == ":" }
    let numbers = [1, 3, 4, 5, 6].compactMap { Int(parts[$0]) }
    let (day, year, hour, minute, second) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    guard day >= 1, day <= Self.days[parts[2]] ?? 0, hour < 24, minute < 60, second <= 60 else {
      self = .invalid
      return
    }
    self =
      second == 60 || day == 29 && parts[2] == "Feb" ? .unclear : year >= 2036 ? .ahead : year < 2016 ? .past : .unclear
  }

  private static let weekdays: Set<Substring> = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
  private static let days: [Substring: Int] = [
    "Jan": 31, "Feb": 29, "Mar": 31, "Apr": 30, "May": 31, "Jun": 30, "Jul": 31, "Aug": 31, "Sep": 30, "Oct": 31,
    "Nov": 30, "Dec": 31,
  ]

  /// The text with `0` for each digit, `A` for each capital, and `a` for each small letter.
  private static func shape(of text: String) -> String {
    String(
      decoding: text.utf8.map { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt8(ascii: "0")
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt8(ascii: "a")
        default: byte
        }
      }, as: UTF8.self)
  }

  /// Whether it has the format of the C library or of RFC 850.
  private static func isOlder(_ text: String, _ shape: String) -> Bool {
    if ["Aaa Aaa 00 00:00:00 0000", "Aaa Aaa  0 00:00:00 0000"].contains(shape) { return true }
    let weekday = text.prefix { $0 != "," }
    return weekday.count > 4 && weekday.hasSuffix("day") && text.hasSuffix(" GMT")
      && shape == "A" + String(repeating: "a", count: weekday.count - 1) + ", 00-Aaa-00 00:00:00 AAA"
  }

  private static func isVariant(_ shape: String) -> Bool {
    let (small, start) = (shape.lowercased(), "aaa, 00 aaa 0000 00:00:00 ")
    guard small.hasPrefix(start) else { return false }
    let zone = small.dropFirst(start.count)
    return zone == "+0000" || zone == "-0000" || !zone.isEmpty && zone.allSatisfy { $0 == "a" }
  }
}
