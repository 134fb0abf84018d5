extension Oracle {
  /// The readings of a date, in seconds since 1970: RFC 9110 section 5.6.7. Nil stands for an invalid date.
  ///
  /// - Parameter clocks: the recipient's times, any of which may decide the century of a two-digit year.
  static func dates(_ value: [UInt8], at clocks: Double...) -> [Double?] {
    // Case-insensitive: RFC 9111 section 4.2.
    let parts = lowercased(value).split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map(Array.init)
    switch parts.count {
    case 6 where parts[2].isEmpty && parts[3].count == 1:
      return asctime(parts[0], month: parts[1], day: parts[3], time: parts[4], year: parts[5])
    case 6: return fixdate(parts)
    case 5 where parts[2].count == 2:
      return asctime(parts[0], month: parts[1], day: parts[2], time: parts[3], year: parts[4])
    case 4: return clocks.flatMap { rfc850(parts, $0) }
    default: return [nil]
    }
  }

  /// `Sun, 06 Nov 1994 08:49:37 GMT`
  private static func fixdate(_ parts: [[UInt8]]) -> [Double?] {
    guard parts[0].last == UInt8(ascii: ","), let weekday = shortDays.firstIndex(of: Array(parts[0].dropLast())),
      let day = number(parts[1], digits: 2), let month = months.firstIndex(of: parts[2]),
      let year = number(parts[3], digits: 4), let time = timeOfDay(parts[4]), let zone = zones[parts[5]]
    else { return [nil] }
    return date(year, month + 1, day, time, weekday: weekday, isExact: zone && !isLeapSecond(parts[4]))
  }

  /// `Sunday, 06-Nov-94 08:49:37 GMT`
  private static func rfc850(_ parts: [[UInt8]], _ clock: Double) -> [Double?] {
    let days = parts[1].split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false).map(Array.init)
    guard parts[0].last == UInt8(ascii: ","), let weekday = longDays.firstIndex(of: Array(parts[0].dropLast())),
      days.count == 3, let day = number(days[0], digits: 2), let month = months.firstIndex(of: days[1]),
      let ending = number(days[2], digits: 2), let time = timeOfDay(parts[2]), let zone = zones[parts[3]]
    else { return [nil] }
    // A date that appears to be more than fifty years ahead means the latest past year with that ending. The document
    // leaves open whether a less distant year of the next century is meant.
    let century = (1970 + Int(clock / 31_556_952)) / 100 * 100
    let years = [century + 100, century, century - 100].map { $0 + ending }.filter {
      seconds($0 - 50, month + 1, day) + Double(time) <= clock
    }
    return (years[0] >= century + 100 ? Array(years.prefix(2)) : [years[0]]).flatMap {
      date($0, month + 1, day, time, weekday: weekday, isExact: zone && !isLeapSecond(parts[2]))
    }
  }

  /// `Sun Nov  6 08:49:37 1994`
  private static func asctime(
    _ name: [UInt8], month: [UInt8], day: [UInt8], time clock: [UInt8], year: [UInt8]
  ) -> [Double?] {
    guard let weekday = shortDays.firstIndex(of: name), let day = number(day, digits: day.count),
      let month = months.firstIndex(of: month), let year = number(year, digits: 4), let time = timeOfDay(clock)
    else { return [nil] }
    return date(year, month + 1, day, time, weekday: weekday, isExact: !isLeapSecond(clock))
  }

  /// A date with these parts. A day that its month does not have makes it invalid. A wrong day of the week may, and so
  /// may anything inexact.
  private static func date(
    _ year: Int, _ month: Int, _ day: Int, _ time: Int, weekday: Int, isExact: Bool
  ) -> [Double?] {
    let lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
    guard (1...lengths[month - 1]).contains(day) else { return [nil] }
    let midnight = seconds(year, month, day)
    // The first of January 1970 was a Thursday.
    let ofWeek = ((Int(midnight / 86400) + 3) % 7 + 7) % 7
    let value = midnight + Double(time)
    return isExact && ofWeek == weekday ? [value] : [value, nil]
  }

  /// The seconds since midnight. A minute may have a leap second.
  private static func timeOfDay(_ text: [UInt8]) -> Int? {
    let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Array.init)
    guard parts.count == 3, let hour = number(parts[0], digits: 2), let minute = number(parts[1], digits: 2),
      let second = number(parts[2], digits: 2), hour < 24, minute < 60, second <= 60
    else { return nil }
    return hour * 3600 + minute * 60 + second
  }

  private static func isLeapSecond(_ text: [UInt8]) -> Bool { text.suffix(2).elementsEqual("60".utf8) }

  /// The seconds from 1970 to the start of a day, in the Gregorian calendar.
  static func seconds(_ year: Int, _ month: Int, _ day: Int) -> Double {
    let before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334]
    // The days in past years since the year 0, which is a leap year.
    func days(toYear year: Int) -> Int {
      let past = year - 1
      return year * 365 + (year > 0 ? past / 4 - past / 100 + past / 400 + 1 : 0)
    }
    let leapDay = month > 2 && isLeap(year) ? 1 : 0
    return Double(days(toYear: year) - days(toYear: 1970) + before[month - 1] + leapDay + day - 1) * 86400
  }

  private static func isLeap(_ year: Int) -> Bool { year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) }

  /// A number with exactly so many digits.
  private static func number(_ text: [UInt8], digits: Int) -> Int? {
    guard text.count == digits, digits > 0, text.allSatisfy(isDigit) else { return nil }
    return text.reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
  }

  /// The zones of RFC 9111 section 4.2, and whether the grammar includes them.
  private static let zones: [[UInt8]: Bool] = [Array("gmt".utf8): true, Array("utc".utf8): false]
  private static let months = names("jan feb mar apr may jun jul aug sep oct nov dec")
  private static let shortDays = names("mon tue wed thu fri sat sun")
  private static let longDays = names("monday tuesday wednesday thursday friday saturday sunday")

  private static func names(_ text: String) -> [[UInt8]] {
    text.utf8.split(separator: UInt8(ascii: " ")).map(Array.init)
  }
}
