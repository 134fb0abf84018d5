import Foundation

/// Reads a date in any of HTTP's three formats (RFC 9110, 5.6.7), in any case (RFC 9111, 4.2). Nil if it is not a date.
///
/// - Parameters:
///   - text: the value of a header field.
///   - now: the date that a two-digit year is relative to: a year more than fifty years ahead of it is taken as past.
func httpDate(_ text: String, by now: Date) -> Date? {
  let text = text.lowercased().utf8[...].withoutOuterSpace
  let words = text.utf8.split { " :,-".utf8.contains($0) }.compactMap(String.init)
  guard let weekday = words.first, let form = DateForm.all.first(where: { $0.fits(text.dropFirst(weekday.count)) }),
    form.weekdays.contains(weekday), let month = DateForm.months.firstIndex(of: words[form.month]),
    let day = Int32(words[form.day]), let year = Int32(words[form.year]), let hour = Int32(words[form.hour]),
    let minute = Int32(words[form.hour + 1]), let second = Int32(words[form.hour + 2]),
    hour < 24, minute < 60, second <= 60
  else { return nil }

  func date(in year: Int32) -> (date: Date, exists: Bool) {
    var parts = tm()
    (parts.tm_mday, parts.tm_mon, parts.tm_year) = (day, Int32(month), year - 1900)
    let time = TimeInterval(timegm(&parts)) + TimeInterval(hour * 3600 + minute * 60 + second)
    // `timegm` turns a day that the month does not have into one of the next month.
    return (Date(timeIntervalSince1970: time), parts.tm_mday == day)
  }

  let century: Int32 = form.hasCentury ? 0 : date(in: 1950 + year).date > now ? 1900 : 2000
  let meant = date(in: century + year)
  return meant.exists ? meant.date : nil
}

/// A date format in lower case, with the positions of its parts among its words.
private struct DateForm {
  /// The text after the day of the week: `a` stands for a letter, `0` for a digit.
  let patterns: [String]
  let day: Int
  let month: Int
  let year: Int
  /// The position of the hour, which the minutes and the seconds follow.
  let hour: Int
  var weekdays = Self.longWeekdays.map { String($0.prefix(3)) }
  var hasCentury = true

  static let all = [
    // Sun, 06 Nov 1994 08:49:37 GMT
    Self(patterns: [", 00 aaa 0000 00:00:00 gmt"], day: 1, month: 2, year: 3, hour: 4),
    // Sunday, 06-Nov-94 08:49:37 GMT
    Self(
      patterns: [", 00-aaa-00 00:00:00 gmt"], day: 1, month: 2, year: 3, hour: 4, weekdays: longWeekdays,
      hasCentury: false),
    // Sun Nov  6 08:49:37 1994
    Self(patterns: [" aaa 00 00:00:00 0000", " aaa  0 00:00:00 0000"], day: 2, month: 1, year: 6, hour: 3),
  ]

  static let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  private static let longWeekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  func fits(_ text: Substring) -> Bool {
    patterns.contains { pattern in
      text.utf8.count == pattern.utf8.count
        && zip(text.utf8, pattern.utf8).allSatisfy { byte, sign in
          switch sign {
          case UInt8(ascii: "a"): UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
          case UInt8(ascii: "0"): UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
          default: sign == byte
          }
        }
    }
  }
}
