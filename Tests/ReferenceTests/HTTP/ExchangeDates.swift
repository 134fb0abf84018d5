import SeededRandom

/// Random dates.
extension Exchanges {
  /// A date in one of the three formats, in most cases correct.
  mutating func date(_ seconds: Double, by plan: Plan) -> String {
    let seconds = random.chance(92) ? seconds : plan.received + one(of: [0, -1, 1, 86400, -3.2e9, 1.6e9])
    let form = random.chance(70) ? 0 : 1 + random.number(below: 2)
    let text = written(seconds, form: form)
    return random.chance(88) ? text : odd(text)
  }

  /// The same day and time so many years later, or up to 200 days off.
  mutating func yearsAhead(_ seconds: Double, _ years: Int) -> Double {
    let (year, month, day) = calendar(seconds)
    let later = Oracle.seconds(year + years, month, min(day, 28)) + seconds - Oracle.seconds(year, month, min(day, 28))
    return later + Double(one(of: [-86400, -1, 0, 1, 86400, 200 * 86400]))
  }

  private mutating func odd(_ text: String) -> String {
    switch random.number(below: 10) {
    case 0: text.lowercased()
    case 1: text.replacing(one("GMT : - ,"), with: one("UTC PST gmt +0000 Z . ; x"))
    case 2: text.replacing(" ", with: one(of: ["  ", "", "\t", "-", "\u{A0}"]))
    case 3: text.replacing(one("0 1 2 3 4 5 6 7 8 9"), with: one(of: ["0", "9", "6", "-1", "", "\u{0661}", "+", "99"]))
    case 4: text.replacing(one("Mon Tue Wed Thu Fri Sat Sun"), with: one("Mon Thu xxx"))
    case 5: String(text.dropLast(random.number(below: 8)))
    case 6: String(text.dropFirst(random.number(below: 8)))
    case 7: text + one(of: [" ", "x", ", ", " GMT", "\u{301}", "\u{0}", "\r\n", " 5"])
    default: one(of: Self.oddDates)
    }
  }

  private static let oddDates = [
    "0", "-1", "", " ", "now", "GMT", ",", "Thu, 01 Jan 1970 00:00:00 GMT", "Sat, 01 Jan 0000 00:00:00 GMT",
    "Fri, 31 Dec 9999 23:59:59 GMT", "Fri, 31 Dec 99999 23:59:59 GMT", "Mon, 30 Feb 2026 00:00:00 GMT",
    "Sun, 29 Feb 2026 00:00:00 GMT", "Thu, 29 Feb 2024 00:00:00 GMT", "Mon, 29 Feb 2100 00:00:00 GMT",
    "Tue, 29 Feb 2000 00:00:00 GMT", "Wed, 31 Dec 2025 23:59:60 GMT", "Wed, 31 Dec 2025 23:60:00 GMT",
    "Wed, 31 Dec 2025 24:00:00 GMT", "Sun, 00 Jan 2026 00:00:00 GMT", "Sun, 32 Jan 2026 00:00:00 GMT",
    "Sun, 6 Nov 2044 08:49:37 GMT", "Sun, 06-Nov-2044 08:49:37 GMT", "Sunday, 06 Nov 2044 08:49:37 GMT",
    "06 Nov 2044 08:49:37 GMT", "Sun, 06 Nov 44 08:49:37 GMT", "Sun, 06 November 2044 08:49:37 GMT",
    "Sunday, 06-Nov-2147483647 08:49:37 GMT", "Sunday, 06-Nov--2147483648 08:49:37 GMT",
    "Sunday, 06-Nov-4294967296 08:49:37 GMT", "Sun, 2147483647 Nov 2147483647 2147483647:2147483647:2147483647 GMT",
    "Sun Nov 2147483647 2147483647:2147483647:2147483647 2147483647", "Sun Nov  6 08:49:37 44",
    "Sun Nov 6 08:49:37 2044",
    "Sun Nov  6 08:49:37 2044 GMT", "Sun Nov 06 08:49:37 2044", "sun nov  6 08:49:37 2044",
    "Sunday, 06-Nov-00 08:49:37 GMT", "Monday, 29-Feb-00 08:49:37 GMT", "Thursday, 29-Feb-24 08:49:37 GMT",
    "2044-11-06T08:49:37Z", "Sun, 06 Nov 2044 08:49:37 GMT, Sun, 06 Nov 2044 08:49:37 GMT",
    "Sun, +6 Nov 2044 08:49:37 GMT",
    "Sun, 06 Nov 2044 8:49:37 GMT", "Sun, 06 Nov 2044 08:49 GMT", "Sun, 06 Nov 2044 -8:49:37 GMT",
  ]

  /// A date in one of the formats of RFC 9110 section 5.6.7.
  private func written(_ seconds: Double, form: Int) -> String {
    let (year, month, day) = calendar(seconds)
    let days = (seconds / 86400).rounded(.down)
    let time = Int(seconds - days * 86400)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let clock = "\(two(time / 3600)):\(two(time / 60 % 60)):\(two(time % 60))"
    let weekday = ((Int(days) + 3) % 7 + 7) % 7
    let name = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"][weekday]
    let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
    return switch form {
    case 0: "\(name.prefix(3)), \(two(day)) \(months[month - 1]) \(year) \(clock) GMT"
    case 1: "\(name), \(two(day))-\(months[month - 1])-\(two(year % 100)) \(clock) GMT"
    default: "\(name.prefix(3)) \(months[month - 1]) \(day < 10 ? " " : "")\(day) \(clock) \(year)"
    }
  }

  /// The day of a time, found by trying years and months.
  private func calendar(_ seconds: Double) -> (year: Int, month: Int, day: Int) {
    var year = 1970 + Int((seconds / 31_556_952).rounded(.down))
    if Oracle.seconds(year + 1, 1, 1) <= seconds { year += 1 }
    if Oracle.seconds(year, 1, 1) > seconds { year -= 1 }
    let month = (1...12).last { Oracle.seconds(year, $0, 1) <= seconds } ?? 1
    return (year, month, 1 + Int((seconds - Oracle.seconds(year, month, 1)) / 86400))
  }
}
