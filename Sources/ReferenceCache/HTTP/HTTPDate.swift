import Foundation

/// Reads a date in any of HTTP's three forms (RFC 9110, 5.6.7), in any case (RFC 9111, 4.2), or nil where it is none.
///
/// - Parameters:
///   - text: the value of a header field.
///   - now: what two digits for a year are read by: a date more than fifty years ahead is meant to be past.
func httpDate(_ text: String, by now: Date) -> Date? {
  let text = text.trimmingCharacters(in: CharacterSet(charactersIn: " \t\r\n\0")).lowercased()
  let words = text.split(whereSeparator: { " :,-".contains($0) }).map(String.init)
  let shape = shape(of: text.dropFirst(words.first?.count ?? 0))
  let isShort = shape == ", 00-aaa-00 00:00:00 aaa"
  let isOfC = [" aaa 00 00:00:00 0000", " aaa  0 00:00:00 0000"].contains(shape)
  guard isShort || isOfC || shape == ", 00 aaa 0000 00:00:00 aaa", isOfC || words[7] == "gmt" else { return nil }
  let (month, order) = isOfC ? (words[1], [2, 6, 3, 4, 5]) : (words[2], [1, 3, 4, 5, 6])
  let months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
  let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
  guard days.contains(where: { words[0] == (isShort ? $0 : String($0.prefix(3))) }),
    let month = months.firstIndex(of: month)
  else { return nil }
  let numbers = order.compactMap { Int32(words[$0]) }
  guard numbers.count == 5, numbers[2] < 24, numbers[3] < 60, numbers[4] <= 60 else { return nil }
  func date(_ year: Int32) -> (date: Date, exists: Bool) {
    var parts = tm()
    (parts.tm_mday, parts.tm_mon, parts.tm_year) = (numbers[0], Int32(month), year - 1900)
    let time = TimeInterval(timegm(&parts)) + TimeInterval(numbers[2] * 3600 + numbers[3] * 60 + numbers[4])
    // A day that the month does not have has become one of another month.
    return (Date(timeIntervalSince1970: time), parts.tm_mday == numbers[0])
  }
  let fiftyYearsBefore = isShort ? date(1950 + numbers[1]).date : now
  let century: Int32 = isShort ? fiftyYearsBefore > now ? 1900 : 2000 : 0
  let meant = date(century + numbers[1])
  return meant.exists ? meant.date : nil
}

/// A text with `a` for each small letter and `0` for each digit.
private func shape(of text: some StringProtocol) -> String {
  String(decoding: text.utf8.map { 97...122 ~= $0 ? 97 : 48...57 ~= $0 ? 48 : $0 }, as: UTF8.self)
}
