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
    guard let date = text.wholeMatch(of: Self.preferred) else {
      self = text.contains(Self.older) || text.contains(Self.variant) ? .unclear : .invalid
      return
    }
    let numbers = [date.1, date.3, date.4, date.5, date.6].compactMap { Int($0) }
    let (day, year, hour, minute, second) = (numbers[0], numbers[1], numbers[2], numbers[3], numbers[4])
    guard day >= 1, day <= Self.days[String(date.2)] ?? 0, hour < 24, minute < 60, second <= 60 else {
      self = .invalid
      return
    }
    self =
      second == 60 || day == 29 && date.2 == "Feb" ? .unclear : year >= 2036 ? .ahead : year < 2016 ? .past : .unclear
  }

  private static let days = [
    "Jan": 31, "Feb": 29, "Mar": 31, "Apr": 30, "May": 31, "Jun": 30, "Jul": 31, "Aug": 31, "Sep": 30, "Oct": 31,
    "Nov": 30, "Dec": 31,
  ]

  private static var preferred: Regex<(Substring, Substring, Substring, Substring, Substring, Substring, Substring)> {
    /(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), (\d\d) ([A-Z][a-z]{2}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT/
  }

  /// The formats of RFC 850 and of the C library.
  private static var older: Regex<Substring> {
    /^(?:[A-Z][a-z]+day, \d\d-[A-Z][a-z]{2}-\d\d \d\d:\d\d:\d\d GMT|[A-Z][a-z]{2} [A-Z][a-z]{2} [ \d]\d \d\d:\d\d:\d\d \d{4})$/
  }

  private static var variant: Regex<Substring> {
    /(?i)^[a-z]{3}, \d\d [a-z]{3} \d{4} \d\d:\d\d:\d\d (?:[a-z]+|[+-]\d{4})$/
  }
}
