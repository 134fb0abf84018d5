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

  /// The values that a response states are read alike when it is loaded.
  static let loadedValueTable =
    (numberTable + ageTable + dateTable).map(\.whenLoaded)
    + (directiveTable + lifetimeTable).filter {
      ["http.directives.invalid", "http.directives.duplicate", "http.fresh.expires-invalid"].contains($0.rule)
        && $0.cells.came == .stored
    }.map(\.whenLoaded)

  // swift-format-ignore
  private static let numberTable: [HTTPResponseRow] = [
    //  name                                came     response                                                 later         answer          rule
    .init(("max-age=060, just before",      .stored, saying("max-age=060"),                                   .seconds(59), .served),        "http.fresh.max-age"),
    .init(("max-age=060, at its end",       .stored, saying("max-age=060"),                                   .seconds(60), .checked),       "http.fresh.max-age"),
    .init(("max-age=2147483647",            .stored, saying("max-age=2147483647"),                            .seconds(1),  .served),        "http.fresh.max-age"),
    .init(("max-age=2147483648",            .stored, saying("max-age=2147483648"),                            .seconds(1),  .served),        "http.fresh.max-age"),
    .init(("max-age=2147483649",            .stored, saying("max-age=2147483649"),                            .seconds(1),  .served),        "http.fresh.max-age"),
    .init(("max-age=99999999999",           .stored, saying("max-age=99999999999"),                           .seconds(1),  .served),        "http.fresh.max-age"),
    .init(("max-age='60'",                  .stored, saying("max-age='60'"),                                  .zero,        .checked),       "http.directives.invalid"),
    .init(("max-age=60.0",                  .stored, saying("max-age=60.0"),                                  .zero,        .ratherChecked), "http.directives.malformed"),
    .init(("max-age=60.5",                  .stored, saying("max-age=60.5"),                                  .zero,        .ratherChecked), "http.directives.malformed"),
    .init(("max-age =60",                   .stored, saying("max-age =60"),                                   .zero,        .ratherChecked), "http.directives.malformed"),
    .init(("max-age= 60",                   .stored, saying("max-age= 60"),                                   .zero,        .ratherChecked), "http.directives.malformed"),
    .init(("first fresh, in two lines",     .stored, saying("max-age=60", "max-age=0"),                       .zero,        .either),        "http.directives.duplicate"),
    .init(("max-age=60, unknown=\"a, max-age=0\"", .stored, saying("max-age=60, unknown=\"a, max-age=0\""),   .zero,        .served),        "http.directives.syntax"),
    .init(("max-age=0, unknown=\"a, max-age=60\"", .stored, saying("max-age=0, unknown=\"a, max-age=60\""),   .zero,        .checked),       "http.directives.syntax"),
    .init(("in another line, shorter",      .stored, saying("s-maxage=0", "max-age=60"),                      .zero,        .served),        "http.fresh.s-maxage-ignored"),
    .init(("in another line, longer",       .stored, saying("private, s-maxage=60", "max-age=0"),             .zero,        .checked),       "http.fresh.s-maxage-ignored"),
  ]

  // swift-format-ignore
  private static let ageTable: [HTTPResponseRow] = [
    .init(("an Age of 2^31 - 1",            .stored, minute("Age", "2147483647"),                             .zero,        .checked),       "http.age.header"),
    .init(("an Age of 2^31",                .stored, minute("Age", "2147483648"),                             .zero,        .checked),       "http.age.header"),
    .init(("an Age of 2^31 + 1",            .stored, minute("Age", "2147483649"),                             .zero,        .checked),       "http.age.header"),
    .init(("a word",                        .stored, minute("Age", "old"),                                    .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a decimal fraction",            .stored, minute("Age", "120.5"),                                  .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a parameter",                   .stored, minute("Age", "120;unknown=a"),                          .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a parameter that is a number",  .stored, minute("Age", "120;unknown=0"),                          .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a list, 0 first",               .stored, minute("Age", "0, 120"),                                 .zero,        .ratherServed),  "http.age.invalid"),
    .init(("a list, 120 first",             .stored, minute("Age", "120, 0"),                                 .zero,        .checked),       "http.age.list"),
    .init(("a list of 0",                   .stored, minute("Age", "0, 0"),                                   .zero,        .ratherServed),  "http.age.invalid"),
    .init(("two lines, 0 first",            .stored, minute("Age", "0").with("Age", "120"),                   .zero,        .ratherServed),  "http.age.invalid"),
    .init(("two lines, 120 first",          .stored, minute("Age", "120").with("Age", "0"),                   .zero,        .checked),       "http.age.list"),
    .init(("a list, a word first",          .stored, minute("Age", "old, 120"),                               .zero,        .ratherServed),  "http.age.invalid"),
  ]

  // swift-format-ignore
  private static let dateTable: [HTTPResponseRow] = [
    .init(("before a Date ahead",           .stored, saying().expiring(inSeconds: 30).dated(secondsAgo: -60), .zero,        .checked),       "http.fresh.expires"),
    .init(("Date slow, Age below",          .stored, saying().expiring(inSeconds: 30).dated(secondsAgo: 30).with("Age", "40"),  .zero, .served),  "http.fresh.expires"),
    .init(("Date slow, Age above",          .stored, saying().expiring(inSeconds: 30).dated(secondsAgo: 30).with("Age", "70"),  .zero, .checked), "http.fresh.expires"),
    .init(("Date fast, Age below",          .stored, saying().expiring(inSeconds: 90).dated(secondsAgo: -30).with("Age", "40"), .zero, .served),  "http.fresh.expires"),
    .init(("Date fast, Age above",          .stored, saying().expiring(inSeconds: 90).dated(secondsAgo: -30).with("Age", "70"), .zero, .checked), "http.fresh.expires"),
    .init(("at 2^31 s",                     .stored, expiring("Tue, 19 Jan 2038 03:14:08 GMT"),               .zero,        .served),        "http.fresh.expires"),
    .init(("past 2106",                     .stored, expiring("Wed, 01 Jan 2200 00:00:00 GMT"),               .zero,        .served),        "http.fresh.expires"),
    .init(("two lines, both invalid",       .stored, expiring("0").with("Expires", "0"),                      .zero,        .checked),       "http.fresh.expires-invalid"),
    .init(("two digits for the year",       .stored, expiring("Thu, 01 Jan 99 00:00:00 GMT"),                 .zero,        .checked),       "http.fresh.expires-invalid"),
    .init(("two spaces",                    .stored, expiring("Thu, 01  Jan 2099 00:00:00 GMT"),              .zero,        .checked),       "http.fresh.expires-invalid"),
    .init(("dashes",                        .stored, expiring("Thu, 01-Jan-2099 00:00:00 GMT"),               .zero,        .checked),       "http.fresh.expires-invalid"),
    .init(("periods in the time",           .stored, expiring("Thu, 01 Jan 2099 00.00.00 GMT"),               .zero,        .checked),       "http.fresh.expires-invalid"),
    .init(("one digit for the hour",        .stored, expiring("Thu, 01 Jan 2099 0:00:00 GMT"),                .zero,        .checked),       "http.fresh.expires-invalid"),
    .init(("the weekday in capitals",       .stored, expiring("THU, 01 Jan 2099 00:00:00 GMT"),               .zero,        .ratherServed),  "http.fresh.date-variants"),
    .init(("the month in small letters",    .stored, expiring("Thu, 01 jan 2099 00:00:00 GMT"),               .zero,        .ratherServed),  "http.fresh.date-variants"),
    .init(("the zone in small letters",     .stored, expiring("Thu, 01 Jan 2099 00:00:00 gmt"),               .zero,        .ratherServed),  "http.fresh.date-variants"),
    .init(("UTC",                           .stored, expiring("Thu, 01 Jan 2099 00:00:00 UTC"),               .zero,        .ratherChecked), "http.fresh.date-variants"),
    .init(("AEST",                          .stored, expiring("Thu, 01 Jan 2099 00:00:00 AEST"),              .zero,        .ratherChecked), "http.fresh.date-variants"),
    .init(("an invalid Date",               .stored, expiring(midnight).undated.with("Date", "yesterday"),    .zero,        .either),        "http.fresh.date-variants"),
  ]

  /// What stands beside `max-age` does not keep a fresh response from being served.
  // swift-format-ignore
  private static let besideTable: [HTTPResponseRow] = [
    .init(("beside must-revalidate",        .loaded, saying("max-age=60, must-revalidate"),                   .zero,        .served),        "http.fresh.max-age"),
    .init(("beside proxy-revalidate",       .loaded, saying("max-age=60, proxy-revalidate"),                  .zero,        .served),        "http.fresh.max-age"),
    .init(("beside no-transform",           .loaded, saying("max-age=60, no-transform"),                      .zero,        .served),        "http.fresh.max-age"),
    .init(("beside public",                 .loaded, saying("max-age=60, public"),                            .zero,        .served),        "http.fresh.max-age"),
    .init(("beside stale-if-error",         .loaded, saying("max-age=60, stale-if-error=60"),                 .zero,        .served),        "http.fresh.max-age"),
    .init(("beside an unknown word in Pragma", .loaded, minute("Pragma", "unknown"),                          .zero,        .served),        "http.fresh.max-age"),
    .init(("beside Content-Disposition",    .loaded, minute("Content-Disposition", "attachment; filename=a"), .zero,        .served),        "http.fresh.max-age"),
    .init(("Content-Disposition",           .answered, saying().modified(secondsAgo: 864_000).with("Content-Disposition", "attachment"), .zero, .either), "http.fresh.heuristic"),
    .init(("beside max-age",                .answered, minute("Pragma", "no-cache"),                          .zero,        .either),        "http.directives.pragma"),
    .init(("beside Last-Modified",          .answered, saying().modified(secondsAgo: 864_000).with("Pragma", "no-cache"), .zero, .either),    "http.directives.pragma"),
  ]
}
