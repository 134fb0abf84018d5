extension HTTPSpec {
  static let valueRules: [Rule] = [
    Rule(
      "http.age.list", .derived, "Of an `Age` that is a list, or stands in several lines, the first member counts.",
      from: section("5.1"),
      because:
        "RFC 9111, 5.1 makes this a SHOULD: a cache that ignores the field serves as fresh what is stale by http.age.header.",
      since: .v2, about: .responseAgeList),
    Rule(
      "http.age.invalid", .open,
      "How an `Age` counts that has a parameter, is not a number, or is followed by further members.",
      from: section("5.1"),
      because:
        "RFC 9111, 5.1 prefers that the first member of a list counts, and that any other invalid value is ignored (SHOULD).",
      since: .v2),
    Rule(
      "http.directives.malformed", .open,
      "Whether a response is served whose `max-age` has white space around `=`, or is a decimal fraction.",
      from: section("4.2.1"),
      because:
        "No sender may generate it, and RFC 9111, 4.2.1 encourages caches to treat the response as stale: checked.",
      since: .v2),
    Rule(
      "http.directives.pragma", .open, "Whether a fresh response with `Pragma: no-cache` is served.",
      from: section("5.4"),
      because: "RFC 9111, 5.4 says that the meaning of `Pragma: no-cache` in a response was never specified.",
      since: .v2),
    Rule(
      "http.fresh.date-variants", .open,
      "Whether a date in another letter case counts as that date, whether a date in another zone than GMT counts as invalid, and how a response with an invalid `Date` ages.",
      from: section("4.2"), section("4.2.3"),
      because:
        "RFC 9111, 4.2 prefers that the case of letters does not matter and that another zone makes a date invalid (SHOULD); it says nothing of an invalid `Date`.",
      since: .v2),
  ]

  private static let midnight = "Thu, 01 Jan 2099 00:00:00 GMT"

  private static func minute(_ name: String, _ value: String) -> Representation {
    saying("max-age=60").with(name, value)
  }
  private static func expiring(_ text: String) -> Representation { saying().with("Expires", text) }

  /// Numbers and dates as they are written: what RFC 9111 makes of each.
  static let valueTable: [HTTPResponseRow] = numberTable + ageTable + dateTable + besideTable

  // swift-format-ignore
  private static let numberTable: [HTTPResponseRow] = [
    //  name                                came     response                                                 later         answer          rule
    .init(("max-age=60.5",                  .stored, saying("max-age=60.5"),                                  .zero,        .ratherChecked), "http.directives.malformed"),
    .init(("max-age =60",                   .stored, saying("max-age =60"),                                   .zero,        .ratherChecked), "http.directives.malformed"),
  ]

  // swift-format-ignore
  private static let ageTable: [HTTPResponseRow] = [
    .init(("a word",                        .stored, minute("Age", "old"),                                    .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a parameter",                   .stored, minute("Age", "120;unknown=a"),                          .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a list, 0 first",               .stored, minute("Age", "0, 120"),                                 .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a list, 120 first",             .stored, minute("Age", "120, 0"),                                 .zero,        .checked),       "http.age.list"),
    .init(("two lines, 120 first",          .stored, minute("Age", "120").with("Age", "0"),                   .zero,        .checked),       "http.age.list"),
  ]

  // swift-format-ignore
  private static let dateTable: [HTTPResponseRow] = [
    .init(("Date slow, Age above",          .stored, saying().expiring(inSeconds: 30).dated(secondsAgo: 30).with("Age", "70"),  .zero, .checked), "http.fresh.expires"),
    .init(("the weekday in capitals",       .stored, expiring("THU, 01 Jan 2099 00:00:00 GMT"),               .zero,        .ratherServed),  "http.fresh.date-variants"),
    .init(("the month in small letters",    .stored, expiring("Thu, 01 jan 2099 00:00:00 GMT"),               .zero,        .ratherServed),  "http.fresh.date-variants"),
    .init(("UTC",                           .stored, expiring("Thu, 01 Jan 2099 00:00:00 UTC"),               .zero,        .ratherChecked), "http.fresh.date-variants"),
    .init(("an invalid Date",               .stored, expiring(midnight).undated.with("Date", "yesterday"),    .zero,        .either),        "http.fresh.date-variants"),
  ]

  /// What stands beside `max-age` does not keep a fresh response from being served.
  // swift-format-ignore
  private static let besideTable: [HTTPResponseRow] = [
    .init(("beside must-revalidate",        .loaded, saying("max-age=60, must-revalidate"),                   .zero,        .served),        "http.fresh.max-age"),
    .init(("beside max-age",                .answered, minute("Pragma", "no-cache"),                          .zero,        .either),        "http.directives.pragma"),
  ]
}
