import CacheVocabulary
import Testing

/// A malformed response, and how it is handled.
struct BadInput: Sendable, CustomTestStringConvertible {
  /// The response to a second request, ten seconds later.
  enum Outcome: Sendable {
    /// The stored response, without a request to the origin.
    case served
    /// The origin's current response.
    case asked
  }

  let name: String
  let response: ResponseMessage
  let outcome: Outcome

  init(_ name: String, _ fields: HeaderFields, status: Int = 200, body: String = "body", _ outcome: Outcome) {
    self.name = name
    response = ResponseMessage(
      url: "http://origin.test/a", status: status, fields: fields, body: Array(body.utf8))
    self.outcome = outcome
  }

  var testDescription: String { name }

  /// The fields of a response that is fresh for a minute, with one more field.
  private static func fresh(_ name: String, _ value: String) -> HeaderFields {
    ["Cache-Control": "max-age=60", name: value]
  }

  private static func control(_ value: String) -> HeaderFields { ["Cache-Control": value] }

  static let all = empty + huge + notASCII + doubled + breaks + dates + numbers + lengths + statuses

  private static let empty: [Self] = [
    Self("an empty Cache-Control", control(""), .asked), Self("commas alone", control(",,, ,"), .asked),
    Self("max-age= and nothing", control("max-age="), .asked), Self("= alone", control("=60"), .asked),
    Self("an open quote", control("max-age=\"60"), .asked),
    Self("quotes in quotes", control("x=\"\\\"\", max-age=60"), .served),
    Self("an empty Date", fresh("Date", ""), .served), Self("an empty Age", fresh("Age", ""), .served),
    Self("an empty Vary", fresh("Vary", ""), .served), Self("commas in Vary", fresh("Vary", ", ,"), .served),
    Self("an empty Expires", ["Expires": ""], .asked), Self("an empty Last-Modified", ["Last-Modified": ""], .asked),
    Self("an empty ETag", ["Cache-Control": "max-age=0", "ETag": ""], .asked),
    Self("a field without a name", fresh("", "value"), .served), Self("no fields at all", [:], .asked),
  ]

  private static let huge: [Self] = [
    Self("a directive of 100 kB", control(String(repeating: "x", count: 100_000) + ", max-age=60"), .served),
    Self("ten thousand directives", control(String(repeating: "a=1,", count: 10_000) + "no-store"), .asked),
    Self(
      "ten thousand names in Vary", fresh("Vary", Array(repeating: "X-A", count: 10_000).joined(separator: ",")),
      .served),
    Self(
      "ten thousand names in Connection", fresh("Connection", (0..<10_000).map { "X-\($0)" }.joined(separator: ",")),
      .served),
    Self("a field of half a megabyte", fresh("X-Own", String(repeating: "x", count: 1 << 19)), .served),
    Self("more than there is room for", fresh("X-Own", String(repeating: "x", count: 1 << 20)), .asked),
    Self(
      "ten thousand fields",
      HeaderFields((0..<10_000).map { HeaderFields.Line("X-\($0)", "1") } + fresh("Age", "0").lines),
      .served),
  ]

  private static let notASCII: [Self] = [
    Self("digits that are not ASCII", control("max-age=\u{FF16}\u{FF10}"), .asked),
    Self("a letter that is not ASCII", control("m\u{E1}x-age=60"), .asked),
    Self("an Age in other digits", fresh("Age", "\u{0663}\u{0663}\u{0663}"), .served),
    Self("a date in other digits", ["Expires": "Sun, 06 Nov \u{0661}\u{0669}\u{0669}\u{0664} 08:49:37 GMT"], .asked),
    Self("a no-store beside an accent", control("max-age=60,\u{301},no-store"), .asked),
    Self("a name that is not ASCII", fresh("X-\u{1F36C}", "\u{1F36C}"), .served),
  ]

  private static let doubled: [Self] = [
    Self("max-age twice", control("max-age=60, max-age=60"), .served),
    Self("max-age, the first stale", control("max-age=0, max-age=60"), .asked),
    Self("two Ages", HeaderFields(fresh("Age", "5").lines + [.init("Age", "500")]), .served),
    Self("two Ages, the first old", HeaderFields(fresh("Age", "500").lines + [.init("Age", "5")]), .asked),
    Self("two dates in Expires", ["Expires": ahead, "expires": ahead], .asked),
    Self("two dates in Date", HeaderFields(fresh("Date", ahead).lines + [.init("Date", ahead)]), .served),
    Self("no-store beside max-age", control("no-store, max-age=60"), .asked),
    Self("no-cache beside max-age", control("no-cache, max-age=60"), .asked),
    Self("max-age beside a past Expires", fresh("Expires", "Mon, 01 Jan 1990 00:00:00 GMT"), .served),
    Self("Vary: * beside a name", fresh("Vary", "X-A, *"), .asked),
  ]

  private static let breaks: [Self] = [
    Self("a line break in ETag", ["Cache-Control": "max-age=0", "ETag": "\"a\"\r\nX-Evil: 1"], .asked),
    Self("a line break in Last-Modified", ["Cache-Control": "max-age=0", "Last-Modified": "a\nX-Evil: 1"], .asked),
    Self("a line break in Cache-Control", control("max-age=60\r\nno-store"), .asked),
    Self("a NUL in max-age", control("max-age=6\00"), .asked),
    Self("a line break in another field", fresh("X-Own", "a\r\nX-Evil: 1\0"), .served),
    Self("other control characters", fresh("X-Own", "\u{1}\u{7}\u{1B}[2J\u{7F}"), .served),
  ]

  private static let ahead = "Fri, 01 Jan 2100 00:00:00 GMT"

  private static let dates: [Self] =
    [
      Self("Expires in year 9999", ["Expires": "Fri, 31 Dec 9999 23:59:59 GMT"], .served),
      Self("Expires in year 0", ["Expires": "Sat, 01 Jan 0000 00:00:00 GMT"], .asked),
      Self("Date in year 0", fresh("Date", "Sat, 01 Jan 0000 00:00:00 GMT"), .asked),
      Self("Date in year 9999", fresh("Date", "Fri, 31 Dec 9999 23:59:59 GMT"), .served),
      Self("Last-Modified in year 9999", ["Last-Modified": "Fri, 31 Dec 9999 23:59:59 GMT"], .asked),
    ]
    + [
      "Sun, 06 Nov 99999999999 08:49:37 GMT", "Sun, 06 Nov -9999 08:49:37 GMT",
      "Sunday, 06-Nov-2147483647 08:49:37 GMT",
      "Sunday, 06-Nov-99999999999 08:49:37 GMT", "Sun Nov  6 08:49:37 -2147483648", "Sun Nov  6 08:49:37 2147483647",
      "Thu, 06 Nov 2098 99:49:37 GMT", "Thu, 00 Nov 2098 08:49:37 GMT", "Thu, 31 Nov 2098 08:49:37 GMT",
      "Thu, 99999999999 Nov 2098 08:49:37 GMT", "Thu, 06 Nov 2098 08:60:37 GMT", "Thu, 06 Nov 2098 08:49:61 GMT",
      "Thu, 06 Nov 2098 08:49:37", "GMT", ", , , , , , ,", "2098-11-06T08:49:37Z", "4102444800",
      String(repeating: "1 ", count: 10_000),
    ].map { Self("Expires: \($0.prefix(50))", ["Expires": $0], .asked) }

  private static let past64 = "99999999999999999999999"

  private static let numbers: [Self] = [
    Self("a max-age past 64 bits", control("max-age=\(past64)"), .served),
    Self("a negative max-age past 64 bits", control("max-age=-\(past64)"), .asked),
    Self("a max-age with a sign", control("max-age=+60"), .asked),
    Self("a max-age with a fraction", control("max-age=60.5"), .asked),
    Self("an Age past 64 bits", fresh("Age", past64), .asked),
    Self("an Age of 64 bits", fresh("Age", "\(Int.max)"), .asked),
    Self("a negative Age", fresh("Age", "-\(past64)"), .served),
    Self(
      "windows past 64 bits", control("max-age=60, stale-if-error=\(past64), stale-while-revalidate=\(past64)"), .served
    ),
    Self("an Age and a lifetime past 64 bits", ["Cache-Control": "max-age=\(past64)", "Age": past64], .asked),
  ]

  private static let lengths: [Self] =
    [
      Self("a body that stops early", fresh("Content-Length", "5"), .asked),
      Self("a body longer than it said", fresh("Content-Length", "3"), .asked),
      Self("a length said twice alike", fresh("Content-Length", "4, 4"), .served),
      Self("two lengths", fresh("Content-Length", "4, 5"), .asked),
      Self("an empty body that should not be", fresh("Content-Length", "4"), body: "", .asked),
    ]
    + ["", "-4", "+4", "4x", "x", "4,", past64, "\u{0664}"].map {
      Self("Content-Length: \($0)", fresh("Content-Length", $0), .asked)
    }

  private static let statuses: [Self] =
    [Self("a 304 for what is not stored", fresh("ETag", "\"a\""), status: 304, body: "", .asked)]
    + [206, -1, 0, 99, 100, 199, 600, 999, .max, .min].map {
      Self("status \($0)", fresh("X-Own", "1"), status: $0, .asked)
    }
}
