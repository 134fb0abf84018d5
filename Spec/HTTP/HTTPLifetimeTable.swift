extension HTTPSpec {
  private static let day = 24 * 3600
  private static let year = 365 * day
  private static let midnight = "Thu, 01 Jan 2099 00:00:00 GMT"
  private static let noon = "Thu, 01 Jan 2099 12:00:00 GMT"

  /// Version 1 with an entity tag and these lines of `Cache-Control`.
  static func saying(_ cacheControl: String...) -> Representation {
    Representation(.v1, cacheControl: cacheControl).withTag
  }

  private static func expiring(_ seconds: Int) -> Representation { saying().expiring(inSeconds: seconds) }
  private static func expiring(_ text: String) -> Representation { saying().with("Expires", text) }
  private static func modified(daysAgo: Int) -> Representation { saying().modified(secondsAgo: daysAgo * day) }

  /// How long a response is fresh that states it by `Expires`, or by directives that are not for a private cache.
  // swift-format-ignore
  static let lifetimeTable: [HTTPResponseRow] = [
    //  name                                 came     response                                                               later                answer     rule
    .init(("one second before",              .loaded, expiring(60),                                                          .seconds(59),        .served),  "http.fresh.expires"),
    .init(("at Expires",                     .loaded, expiring(60),                                                          .seconds(60),        .checked), "http.fresh.expires"),
    .init(("one second after",               .loaded, expiring(60),                                                          .seconds(61),        .checked), "http.fresh.expires"),
    .init(("older than its lifetime",        .stored, expiring(60).with("Age", "100"),                                       .zero,               .checked), "http.fresh.expires"),
    .init(("Date ahead, just before",        .loaded, expiring(120).dated(secondsAgo: -60),                                  .seconds(59),        .served),  "http.fresh.expires"),
    .init(("Date ahead, just after",         .loaded, expiring(120).dated(secondsAgo: -60),                                  .seconds(61),        .checked), "http.fresh.expires"),
    .init(("no Date, just before",           .loaded, expiring(60).undated,                                                  .seconds(59),        .served),  "http.fresh.expires"),
    .init(("no Date, just after",            .loaded, expiring(60).undated,                                                  .seconds(61),        .checked), "http.fresh.expires"),
    .init(("max-age beside a past one",      .stored, saying("max-age=60").expiring(inSeconds: -60),                         .zero,               .served),  "http.fresh.expires"),
    .init(("max-age=0 beside one ahead",     .stored, saying("max-age=0").expiring(inSeconds: 60),                           .zero,               .checked), "http.fresh.expires"),
    .init(("no number, beside one ahead",   .stored, saying("max-age=soon").expiring(inSeconds: 60),                        .zero,               .checked), "http.directives.invalid"),
    .init(("0",                              .stored, expiring("0"),                                                         .zero,               .checked), "http.fresh.expires-invalid"),
    .init(("empty",                          .stored, expiring(""),                                                          .zero,               .checked), "http.fresh.expires-invalid"),
    .init(("a word",                         .stored, expiring("never"),                                                     .zero,               .checked), "http.fresh.expires-invalid"),
    .init(("a form that is not HTTP's",      .stored, expiring("2099-01-01T00:00:00Z"),                                      .zero,               .checked), "http.fresh.expires-invalid"),
    .init(("no such month",                  .stored, expiring("Thu, 01 Foo 2099 00:00:00 GMT"),                             .zero,               .checked), "http.fresh.expires-invalid"),
    .init(("hour 24",                        .stored, expiring("Thu, 01 Jan 2099 24:00:00 GMT"),                             .zero,               .checked), "http.fresh.expires-invalid"),
    .init(("0 beside max-age",               .stored, saying("max-age=60").with("Expires", "0"),                             .zero,               .served),  "http.fresh.expires-invalid"),
    .init(("a date ahead",                   .stored, expiring("Thu, 01 Jan 2099 00:00:00 GMT"),                             .zero,               .served),  "http.fresh.expires-invalid"),
    .init(("RFC 850, ahead",                 .stored, expiring(3600).writing(.rfc850),                                       .zero,               .served),  "http.fresh.date-forms"),
    .init(("RFC 850, past",                  .stored, expiring(-60).dated(secondsAgo: 120).writing(.rfc850),                 .zero,               .checked), "http.fresh.date-forms"),
    .init(("RFC 850, Date past",             .stored, saying("max-age=60").dated(secondsAgo: 3600).writing(.rfc850),         .zero,               .checked), "http.fresh.date-forms"),
    .init(("RFC 850, a year that is past",   .stored, expiring("Sunday, 06-Nov-94 08:49:37 GMT"),                            .zero,               .checked), "http.fresh.date-forms"),
    .init(("RFC 850, in 51 years",           .stored, expiring(51 * year + year / 2).writing(.rfc850),                       .zero,               .checked), "http.fresh.date-forms"),
    .init(("asctime, ahead",                 .stored, expiring(3600).writing(.asctime),                                      .zero,               .served),  "http.fresh.date-forms"),
    .init(("asctime, past",                  .stored, expiring(-60).dated(secondsAgo: 120).writing(.asctime),                .zero,               .checked), "http.fresh.date-forms"),
    .init(("asctime, Date past",             .stored, saying("max-age=60").dated(secondsAgo: 3600).writing(.asctime),        .zero,               .checked), "http.fresh.date-forms"),
    .init(("asctime, one digit for the day", .stored, expiring("Thu Jan  1 00:00:00 2099"),                                  .zero,               .served),  "http.fresh.date-forms"),
    .init(("noon",                           .stored, saying().undated.with("Date", midnight).with("Expires", noon),        .zero,               .served),  "http.fresh.date-forms"),
    .init(("shorter than max-age",           .stored, saying("max-age=60, s-maxage=0"),                                      .zero,               .served),  "http.fresh.s-maxage-ignored"),
    .init(("longer than max-age",            .stored, saying("max-age=0, s-maxage=60"),                                      .zero,               .checked), "http.fresh.s-maxage-ignored"),
    .init(("beside Expires ahead",           .stored, saying("s-maxage=0").expiring(inSeconds: 60),                          .zero,               .served),  "http.fresh.s-maxage-ignored"),
    .init(("beside Expires past",            .stored, saying("s-maxage=60").dated(secondsAgo: 120).expiring(inSeconds: -60), .zero,               .checked), "http.fresh.s-maxage-ignored"),
    .init(("after max-age",                  .stored, saying("max-age=60, private"),                                         .zero,               .served),  "http.fresh.private-cached"),
    .init(("naming a field",                 .stored, saying("private=\"set-cookie\", max-age=60"),                          .zero,               .served),  "http.fresh.private-cached"),
  ]

  /// How long a response may count as fresh that does not state it.
  // swift-format-ignore
  static let heuristicTable: [HTTPResponseRow] = [
    //  name                         came       response                                                         later                   answer     rule
    .init(("before a tenth",         .answered, modified(daysAgo: 10),                                           .seconds(day - 1),      .either),  "http.fresh.heuristic"),
    .init(("an Age of ten years",    .stored,   modified(daysAgo: 10).with("Age", "\(10 * year)"),                .zero,                  .checked), "http.fresh.heuristic"),
    .init(("ten years later",        .answered, modified(daysAgo: 10),                                           .seconds(10 * year),    .checked), "http.fresh.heuristic"),
    .init(("nothing to guess by",    .answered, saying(),                                                        .seconds(10 * year),    .checked), "http.fresh.heuristic"),
    .init(("max-age=0",              .stored,   saying("max-age=0").modified(secondsAgo: year),                  .zero,                  .checked), "http.fresh.heuristic-explicit"),
    .init(("max-age is longer",      .loaded,   saying("max-age=60").modified(secondsAgo: 10),                   .seconds(59),           .served),  "http.fresh.heuristic-explicit"),
    .init(("Expires past",           .stored,   expiring(-60).dated(secondsAgo: 120).modified(secondsAgo: year), .zero,                  .checked), "http.fresh.heuristic-explicit"),
    .init(("Expires ahead",          .stored,   expiring(60).modified(secondsAgo: 10),                           .milliseconds(1200),    .served),  "http.fresh.heuristic-explicit"),
  ]
}
