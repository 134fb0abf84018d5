import Foundation

/// Reads a date in any of HTTP's three forms (RFC 9110, 5.6.7), or nil where it is none.
///
/// - Parameters:
///   - text: the value of a header field.
///   - now: what two digits for a year are read by: a date more than fifty years ahead is meant to be past.
func httpDate(_ text: String, by now: Date) -> Date? {
  let words = text.split(whereSeparator: { " :,-".contains($0) }).map(String.init)
  // The C library's form has neither a comma nor a zone, and the year at its end.
  let isOfC = words.count == 7 && !text.contains(",")
  guard isOfC || words.count == 8 && words[7] == "GMT" else { return nil }
  let (month, order) = isOfC ? (words[1], [2, 6, 3, 4, 5]) : (words[2], [1, 3, 4, 5, 6])
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  let numbers = order.compactMap { Int32(words[$0]) }
  guard numbers.count == 5, let month = months.firstIndex(of: month) else { return nil }
  func date(_ year: Int32) -> Date {
    var parts = tm()
    (parts.tm_mday, parts.tm_mon, parts.tm_year) = (numbers[0], Int32(month), year - 1900)
    (parts.tm_hour, parts.tm_min, parts.tm_sec) = (numbers[2], numbers[3], numbers[4])
    return Date(timeIntervalSince1970: TimeInterval(timegm(&parts)))
  }
  guard !isOfC, text.contains("-") else { return date(numbers[1]) }
  let ahead = date(2000 + numbers[1])
  let fiftyYears: TimeInterval = 50 * 365.25 * 24 * 3600
  return ahead.timeIntervalSince(now) > fiftyYears ? date(1900 + numbers[1]) : ahead
}
