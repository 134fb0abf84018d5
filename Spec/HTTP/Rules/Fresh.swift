/// How long a response is fresh: by `max-age`, by `Expires`, or by a heuristic (RFC 9111, 4.2, 4.2.1, 4.2.2, 5.2.2 and
/// 5.3; RFC 9110, 5.6.7).
extension HTTPSpec {
  static var freshTopic: Topic<ResponseAction> {
    Topic(
      "http.fresh", premises: freshPremises,
      tables: [
        Table("When a response is fresh by max-age", legend: responseLegend, freshnessTable, isComplete: false),
        Table("How long a response is fresh", legend: responseLegend, lifetimeTable, isComplete: false),
        Table("How dates are read", legend: responseLegend, dateTable, isComplete: false),
        Table(
          "How long a response without a stated lifetime may count as fresh", legend: responseLegend, heuristicTable,
          isComplete: false),
      ], scenarios: (freshnessTable + lifetimeTable + dateTable + heuristicTable).map(\.scenario)
    ) {
      Rule(
        "max-age", .must,
        "A response is fresh, and served without a request, while its age is less than its `max-age`.",
        from: section("4.2"), section("5.2.2.1"), about: .responseMaxAge, .responseResidence)
      Rule(
        "expires", .must,
        "Without `max-age`, a response is fresh while its age is less than `Expires` minus `Date`; with it, `Expires` is ignored.",
        from: section("4.2.1"), section("5.3"), about: .responseExpires)
      Rule(
        "expires-invalid", .must,
        "An `Expires` that is no valid date, such as `0`, means that the response is stale.",
        from: section("5.3"), about: .responseExpiresDate)
      Rule(
        "date-forms", .must,
        "A date is read in each of HTTP's three formats; a two-digit year more than fifty years ahead means one in the past.",
        from: Citation(.rfc9110, "5.6.7"), section("4.2"), about: .responseDateForm)
      Rule(
        "date-variants", .open,
        "How a date in another letter case or zone than GMT counts, and how a response with an invalid `Date` ages.",
        from: section("4.2"), section("4.2.3"),
        because:
          "The case of letters SHOULD NOT matter, and another zone SHOULD make a date invalid; nothing is said of an invalid `Date`."
      )
      Rule(
        "s-maxage-ignored", .must, "`s-maxage` has no effect in a private cache.", from: section("5.2.2.10"),
        about: .responseSharedMaxAge)
      Rule(
        "private-cached", .derived, "`private` keeps no private cache from storing and serving a response.",
        from: section("5.2.2.7"),
        because:
          "Private caches may store it, and what is stored and fresh is served (`response.policy.use-protocol`).",
        about: .responsePrivate)
      Rule(
        "heuristic", .may,
        "A response without a stated lifetime may be served for a heuristic one, typically a tenth of the time since its last modification, but not for years.",
        from: section("4.2.2")
      ).rows {
        Row("nothing says how long, and the clock is set back", given: .answered(saying().withTag)) {
          Step(.setClock(by: .hours(-1)))
          checked
        }
      }
      Rule(
        "heuristic-explicit", .must,
        "If a response states a lifetime, its last modification makes it neither fresh nor stale.",
        from: section("4.2.2"), about: .responseLifetimeSaid)
    }
  }

  private static var freshPremises: [Premise<ResponseAction>] {
    [
      .load("http.fresh.max-age[max-age=0]") { $0.wasServed && $0.maxAge == 0 || $0.age == .zero && $0.mayBeStale },
      .load("http.fresh.max-age[max-age=60, read after 1.2 s]") { $0.mayBeFresh },
      .load("http.fresh.max-age[max-age of a day, two hours later]") {
        $0.wasDenied && $0.maxAge.map { $0 > 3600 } ?? false
      },
      .load("http.fresh.max-age[at max-age]") { $0.age > .zero && $0.mayBeStale },
      .load("http.fresh.expires[a second before Expires]") { $0.expires && $0.mayBeFresh },
      .load("http.fresh.expires[a second after Expires]") { $0.expires && $0.mayBeStale },
      // Who cannot read `Expires` may fall back to a heuristic.
      .load("http.fresh.expires[a second before Expires]") { $0.expires && $0.saysWhenItChanged }.explainingAnyFailure,
      .load("http.fresh.date-forms[RFC 850, Date in the past]") { $0.representation.dateForm != .preferred },
      .load("http.fresh.heuristic-explicit[max-age=0]") { $0.saysWhenItChanged && $0.mayBeStale },
      .load("http.fresh.heuristic-explicit[max-age=60, modified 10 s ago]") { $0.saysWhenItChanged && $0.mayBeFresh },
      .load("http.fresh.expires-invalid[Expires: 0]") { $0.carries("Expires") },
      .load("http.fresh.private-cached[private after max-age]") { $0.states("private") },
    ]
  }

  private static let day = 24 * 3600
  private static let year = 365 * day
  private static let midnight = "Thu, 01 Jan 2099 00:00:00 GMT"
  private static let leapSecond = "Sat, 31 Dec 2016 23:59:60 GMT"
  private static let noon = "Thu, 01 Jan 2099 12:00:00 GMT"

  private static func expiring(_ seconds: Int) -> Representation { saying().expiring(inSeconds: seconds) }
  private static func expiring(_ text: String) -> Representation { saying().with("Expires", text) }
  private static func modified(daysAgo: Int) -> Representation { saying().modified(secondsAgo: daysAgo * day) }

  /// Whether a response is fresh by its `max-age`, and need not be checked for another reason.
  // swift-format-ignore
  static let freshnessTable: [HTTPResponseRow] = [
    //     name                              came     response                                                   later                answer     rule
    .init(("a second before max-age",        .loaded, saying("max-age=60"),                                      .seconds(59),        .served),  "http.fresh.max-age"),
    .init(("at max-age",                     .loaded, saying("max-age=60"),                                      .seconds(60),        .checked), "http.fresh.max-age"),
    .init(("a second after max-age",         .loaded, saying("max-age=60"),                                      .seconds(61),        .checked), "http.fresh.max-age"),
    .init(("max-age=0",                      .stored, saying("max-age=0"),                                       .zero,               .checked), "http.fresh.max-age"),
    .init(("max-age=0060",                   .stored, saying("max-age=0060"),                                    .zero,               .served),  "http.fresh.max-age"),
    .init(("max-age=60, read after 1.2 s",   .stored, saying("max-age=60"),                                      .milliseconds(1200), .served),  "http.fresh.max-age"),
    .init(("max-age of a day, two hours later", .loaded, saying("max-age=86400"), .hours(2), .served),  "http.fresh.max-age"),
    .init(("must-revalidate beside max-age", .loaded, saying("max-age=60, must-revalidate"),                     .zero,               .served),  "http.fresh.max-age"),
    .init(("fresh by max-age",               .stored, saying("no-cache, max-age=60"),                            .zero,               .checked), "http.store.no-cache"),
    .init(("beside stale-while-revalidate",  .stored, saying("no-cache, max-age=60, stale-while-revalidate=60"), .zero,               .checked), "http.store.no-cache"),
  ]

  /// How long a response is fresh if it states that by `Expires`, or by directives that are not for a private cache.
  // swift-format-ignore
  static let lifetimeTable: [HTTPResponseRow] = [
    //     name                                                     came     response                                                               later         answer     rule
    .init(("a second before Expires",                               .loaded, expiring(60),                                                          .seconds(59), .served),  "http.fresh.expires"),
    .init(("at Expires",                                            .loaded, expiring(60),                                                          .seconds(60), .checked), "http.fresh.expires"),
    .init(("a second after Expires",                                .loaded, expiring(60),                                                          .seconds(61), .checked), "http.fresh.expires"),
    .init(("Age beyond the lifetime",                               .stored, expiring(70).dated(secondsAgo: -10).with("Age", "100"),                .zero,        .checked), "http.fresh.expires"),
    .init(("Expires before a Date in the future",                   .stored, expiring(300).dated(secondsAgo: -400),                                 .zero,        .checked), "http.fresh.expires"),
    .init(("Date in the future, a second before the lifetime ends", .loaded, expiring(120).dated(secondsAgo: -60),                                  .seconds(59), .served),  "http.fresh.expires"),
    .init(("Date in the future, a second after the lifetime ends",  .loaded, expiring(120).dated(secondsAgo: -60),                                  .seconds(61), .checked), "http.fresh.expires"),
    .init(("no Date, a second before Expires",                      .loaded, expiring(60).undated,                                                  .seconds(59), .served),  "http.fresh.expires"),
    .init(("no Date, a second after Expires",                       .loaded, expiring(60).undated,                                                  .seconds(61), .checked), "http.fresh.expires"),
    .init(("max-age beside a past Expires",                         .stored, saying("max-age=60").expiring(inSeconds: -60),                         .zero,        .served),  "http.fresh.expires"),
    .init(("max-age=0 beside a future Expires",                     .stored, saying("max-age=0").expiring(inSeconds: 60),                           .zero,        .checked), "http.fresh.expires"),
    .init(("max-age=soon beside a future Expires",                  .stored, saying("max-age=soon").expiring(inSeconds: 60),                        .zero,        .checked), "http.directives.invalid"),
    .init(("s-maxage shorter than max-age",                         .stored, saying("max-age=60, s-maxage=0"),                                      .zero,        .served),  "http.fresh.s-maxage-ignored"),
    .init(("s-maxage longer than max-age",                          .stored, saying("max-age=0, s-maxage=60"),                                      .zero,        .checked), "http.fresh.s-maxage-ignored"),
    .init(("s-maxage longer than max-age, in its own line",         .stored, saying("s-maxage=60", "max-age=0"),                                    .zero,        .checked), "http.fresh.s-maxage-ignored"),
    .init(("s-maxage beside a future Expires",                      .stored, saying("s-maxage=0").expiring(inSeconds: 60),                          .zero,        .served),  "http.fresh.s-maxage-ignored"),
    .init(("s-maxage beside a past Expires",                        .stored, saying("s-maxage=60").dated(secondsAgo: 120).expiring(inSeconds: -60), .zero,        .checked), "http.fresh.s-maxage-ignored"),
    .init(("private after max-age",                                 .stored, saying("max-age=60, private"),                                         .zero,        .served),  "http.fresh.private-cached"),
    .init(("private naming a field",                                .stored, saying("private=\"set-cookie\", max-age=60"),                          .zero,        .served),  "http.fresh.private-cached"),
  ]

  /// How the dates of a response are read.
  // swift-format-ignore
  static let dateTable: [HTTPResponseRow] = [
    //     name                               came     response                                                                                            later  answer           rule
    .init(("Expires: 0",                      .stored, expiring("0"),                                                                                      .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("an empty Expires",                .stored, expiring(""),                                                                                       .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("Expires: never",                  .stored, expiring("never"),                                                                                  .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("an ISO 8601 date",                .stored, expiring("2099-01-01T00:00:00Z"),                                                                   .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("no such month",                   .stored, expiring("Thu, 01 Foo 2099 00:00:00 GMT"),                                                          .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("hour 24",                         .stored, expiring("Thu, 01 Jan 2099 24:00:00 GMT"),                                                          .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("minute 60",                       .stored, expiring("Thu, 01 Jan 2099 00:60:00 GMT"),                                                          .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("second 61",                       .stored, expiring("Thu, 01 Jan 2099 00:00:61 GMT"),                                                          .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("a two-digit year",                .stored, expiring("Sat, 01 Jan 50 00:00:00 GMT"),                                                            .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("two spaces in place of one",      .stored, expiring("Thu, 01  Jan  2099 00:00:00 GMT"),                                                        .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("hyphens in the date",             .stored, expiring("Thu, 01-Jan-2099 00:00:00 GMT"),                                                          .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("periods in the time",             .stored, expiring("Thu, 01 Jan 2099 00.00.00 GMT"),                                                          .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("a one-digit hour",                .stored, expiring("Thu, 01 Jan 2099 0:00:00 GMT"),                                                           .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("Expires: 0 in two lines",         .stored, expiring("0").with("Expires", "0"),                                                                 .zero, .checked),       "http.fresh.expires-invalid"),
    .init(("Expires: 0 beside max-age",       .stored, saying("max-age=60").with("Expires", "0"),                                                          .zero, .served),        "http.fresh.expires-invalid"),
    .init(("a valid future date",             .stored, expiring("Fri, 01 Jan 2286 00:00:00 GMT"),                                                          .zero, .served),        "http.fresh.expires-invalid"),
    .init(("RFC 850, Expires in the future",  .stored, expiring(3600).writing(.rfc850),                                                                    .zero, .served),        "http.fresh.date-forms"),
    .init(("RFC 850, Expires in the past",    .stored, expiring(-60).dated(secondsAgo: 120).writing(.rfc850),                                              .zero, .checked),       "http.fresh.date-forms"),
    .init(("RFC 850, Date in the past",       .stored, saying("max-age=60").dated(secondsAgo: 3600).writing(.rfc850),                                      .zero, .checked),       "http.fresh.date-forms"),
    .init(("RFC 850, Date 40 years ago",      .stored, saying("max-age=\(39 * year + year / 2)").dated(secondsAgo: 40 * year + 10 * day).writing(.rfc850), .zero, .checked),       "http.fresh.date-forms"),
    .init(("RFC 850, the year 94",            .stored, expiring("Sunday, 06-Nov-94 08:49:37 GMT"),                                                         .zero, .checked),       "http.fresh.date-forms"),
    .init(("RFC 850, 50 years ahead",         .stored, expiring(50 * year + 13 * day).writing(.rfc850),                                                    .zero, .either),        "http.fresh.date-forms"),
    .init(("RFC 850, 51 years ahead",         .stored, expiring(51 * year + year / 2).writing(.rfc850),                                                    .zero, .checked),       "http.fresh.date-forms"),
    .init(("asctime, Expires in the future",  .stored, expiring(3600).writing(.asctime),                                                                   .zero, .served),        "http.fresh.date-forms"),
    .init(("asctime, Expires in the past",    .stored, expiring(-60).dated(secondsAgo: 120).writing(.asctime),                                             .zero, .checked),       "http.fresh.date-forms"),
    .init(("asctime, Date in the past",       .stored, saying("max-age=60").dated(secondsAgo: 3600).writing(.asctime),                                     .zero, .checked),       "http.fresh.date-forms"),
    .init(("asctime, a one-digit day",        .stored, expiring("Thu Jan  1 00:00:00 2099"),                                                               .zero, .served),        "http.fresh.date-forms"),
    .init(("Expires at noon",                 .stored, saying().undated.with("Date", midnight).with("Expires", noon),                                      .zero, .served),        "http.fresh.date-forms"),
    .init(("a leap second, Date in the past", .stored, saying("max-age=31536000").undated.with("Date", leapSecond),                                        .zero, .checked),       "http.fresh.date-forms"),
    .init(("a weekday in capitals",           .stored, expiring("THU, 01 Jan 2099 00:00:00 GMT"),                                                          .zero, .ratherServed),  "http.fresh.date-variants"),
    .init(("a month in small letters",        .stored, expiring("Thu, 01 jan 2099 00:00:00 GMT"),                                                          .zero, .ratherServed),  "http.fresh.date-variants"),
    .init(("UTC in place of GMT",             .stored, expiring("Thu, 01 Jan 2099 00:00:00 UTC"),                                                          .zero, .ratherChecked), "http.fresh.date-variants"),
    .init(("an invalid Date",                 .stored, expiring(midnight).undated.with("Date", "yesterday"),                                               .zero, .either),        "http.fresh.date-variants"),
  ]

  /// How long a response may count as fresh if it does not state that.
  // swift-format-ignore
  static let heuristicTable: [HTTPResponseRow] = [
    //     name                                             came       response                                                         later                answer     rule
    .init(("before a tenth of the time since modification", .answered, modified(daysAgo: 10),                                           .seconds(day - 1),   .either),  "http.fresh.heuristic"),
    .init(("Age of ten years",                              .stored,   modified(daysAgo: 10).with("Age", "\(10 * year)"),               .zero,               .checked), "http.fresh.heuristic"),
    .init(("ten years later",                               .answered, modified(daysAgo: 10),                                           .seconds(10 * year), .checked), "http.fresh.heuristic"),
    .init(("no Last-Modified, ten years later",             .answered, saying(),                                                        .seconds(10 * year), .checked), "http.fresh.heuristic"),
    .init(("max-age=0",                                     .stored,   saying("max-age=0").modified(secondsAgo: year),                  .zero,               .checked), "http.fresh.heuristic-explicit"),
    .init(("max-age=60, modified 10 s ago",                 .loaded,   saying("max-age=60").modified(secondsAgo: 10),                   .seconds(59),        .served),  "http.fresh.heuristic-explicit"),
    .init(("a past Expires",                                .stored,   expiring(-60).dated(secondsAgo: 120).modified(secondsAgo: year), .zero,               .checked), "http.fresh.heuristic-explicit"),
    .init(("a future Expires, modified 10 s ago",           .stored,   expiring(60).modified(secondsAgo: 10),                           .milliseconds(1200), .served),  "http.fresh.heuristic-explicit"),
    .init(("403, modified a year ago",                      .answered, modified(daysAgo: 365).status(403),                              .zero,               .checked), "http.store.status"),
    .init(("403, a minute before Expires",                  .answered, expiring(120).status(403),                                       .seconds(60),        .either),  "http.store.status-kept"),
  ]
}
