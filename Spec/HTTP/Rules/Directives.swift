/// How the lines of `Cache-Control` and other fields are read (RFC 9111, 1.2.2, 4.2.1, 5.2 and 5.4; RFC 9110, 5.1, 5.3
/// and 5.6.4).
extension HTTPSpec {
  static var directivesTopic: Topic<ResponseAction> {
    Topic(
      "http.directives", premises: directivesPremises,
      tables: [Table("How directives are written", legend: responseLegend, directiveTable, isComplete: false)],
      scenarios: directiveTable.map(\.scenario)
    ) {
      Rule(
        "syntax", .must,
        "Fields and directives are read in any letter case; directives also with quoted values, with white space, from several lines, and beside unknown ones.",
        from: section("5.2"), Citation(.rfc9110, "5.1"), Citation(.rfc9110, "5.3"), about: .responseLetterCase,
        .responseQuotes
      ).rows {
        Row("NO-STORE", given: .loaderHasStored.originHas(Representation(.v1, cacheControl: ["NO-STORE, max-age=60"])))
        {
          Step(.load(.a), .answers(.v1))
          Step(.find(.a), .answersNothing).premise("http.store.no-store[a plain load]")
        }
      }
      Rule(
        "invalid", .derived,
        "A negative or non-numeric `max-age` means stale, and an enormous one fresh, without a crash; a negative `Age` is ignored.",
        from: section("1.2.2"), section("4.2.1"), section("5.1"),
        because:
          "RFC 9111, 4.2.1 advises taking invalid freshness as stale, and 5.1 ignoring an invalid `Age`; 1.2.2 is about overflows.",
        about: .responseNumber)
      Rule(
        "malformed", .open,
        "Whether a `max-age` that is a fraction, or has white space before `=`, counts.",
        from: section("4.2.1"),
        because:
          "No sender may generate it, and caches are advised to take the response as stale: checked.")
      Rule(
        "duplicate", .derived,
        "Of one directive with two values, the first counts or the response is stale; of two that contradict each other, the stricter counts.",
        from: section("4.2.1"), because: "Both are advice of RFC 9111, 4.2.1: a later, laxer value must not win.",
        about: .responseDuplicates)
      Rule(
        "quoted", .derived, "A number in quotes counts as that number.", from: section("5.2"),
        because:
          "Recipients are asked to accept it, though no sender may generate it: a value read is better than one lost.",
        about: .responseQuotedNumber)
      Rule(
        "escapes", .must,
        "In a quoted value, a quote after one backslash does not end the value, and after two it does; the first backslash is no part of it.",
        from: section("5.2"), Citation(.rfc9110, "5.6.4"), about: .responseEscapes)
      Rule(
        "pragma", .open, "Whether a fresh response with `Pragma: no-cache` is served.", from: section("5.4"),
        because: "Its meaning in a response was never specified.")
    }
  }

  private static var directivesPremises: [Premise<ResponseAction>] {
    [
      .load("http.directives.syntax[beside an unknown directive]") { $0.states(",") && $0.mayBeFresh },
      .load("http.directives.syntax[beside an unknown directive, stale]") { $0.states(",") && $0.mayBeStale },
      .last("http.directives.syntax[no-cache inside another directive's quotes]") { $0.kept?.states("\"") == true },
      .last("http.directives.syntax[max-age=0 inside another directive's quotes]") { $0.kept?.states("\"") == true },
      .last("http.directives.syntax[MAX-AGE=60]") { $0.kept?.isInCapitals == true },
      .last("http.directives.syntax[NO-CACHE]") { $0.kept?.isInCapitals == true },
    ]
  }

  private static let past = "Mon, 01 Jan 1990 00:00:00 GMT"
  private static let ahead = "Fri, 01 Jan 2100 00:00:00 GMT"

  /// What directives say, however they are written.
  // swift-format-ignore
  static let directiveTable: [HTTPResponseRow] = [
    //     name                                            came       response                                                                             later  answer           rule
    .init(("MAX-AGE=60",                                   .stored,   saying("MAX-AGE=60"),                                                                .zero, .served),        "http.directives.syntax"),
    .init(("MAX-AGE=0",                                    .stored,   saying("MAX-AGE=0"),                                                                 .zero, .checked),       "http.directives.syntax"),
    .init(("NO-CACHE",                                     .stored,   saying("NO-CACHE, max-age=60"),                                                      .zero, .checked),       "http.directives.syntax"),
    .init(("max-age=\"0\"",                                .stored,   saying("max-age=\"0\""),                                                             .zero, .checked),       "http.directives.syntax"),
    .init(("beside an unknown directive",                  .stored,   saying("unknown, max-age=60"),                                                       .zero, .served),        "http.directives.syntax"),
    .init(("beside an unknown directive, stale",           .stored,   saying("unknown, max-age=0"),                                                        .zero, .checked),       "http.directives.syntax"),
    .init(("empty members",                                .stored,   saying(" ,, max-age=60 ,"),                                                          .zero, .served),        "http.directives.syntax"),
    .init(("empty members, stale",                         .stored,   saying(" ,, max-age=0 ,"),                                                           .zero, .checked),       "http.directives.syntax"),
    .init(("tabs",                                         .stored,   saying("\tunknown\t,\tmax-age=60\t"),                                                .zero, .served),        "http.directives.syntax"),
    .init(("several lines",                                .stored,   saying("unknown", "max-age=60"),                                                     .zero, .served),        "http.directives.syntax"),
    .init(("several lines, stale",                         .stored,   saying("unknown", "max-age=0"),                                                      .zero, .checked),       "http.directives.syntax"),
    .init(("max-age=0 inside another directive's quotes",  .stored,   saying("unknown=\"a, max-age=0\", max-age=60"),                                      .zero, .served),        "http.directives.syntax"),
    .init(("max-age=60 inside another directive's quotes", .stored,   saying("unknown=\"a, max-age=60\", max-age=0"),                                      .zero, .checked),       "http.directives.syntax"),
    .init(("max-age=60 inside later quotes",               .stored,   saying("max-age=0, unknown=\"a, max-age=60\""),                                      .zero, .checked),       "http.directives.syntax"),
    .init(("no-cache inside another directive's quotes",   .stored,   saying("unknown=\"a, no-cache, b\", max-age=60"),                                    .zero, .served),        "http.directives.syntax"),
    .init(("names that contain no-cache",                  .stored,   saying("x-no-cache, no-cache-hint, max-age=60"),                                     .zero, .served),        "http.directives.syntax"),
    .init(("cache-control in small letters",               .stored,   saying().with("cache-control", "max-age=60"),                                        .zero, .served),        "http.directives.syntax"),
    .init(("max-age=99999999999999999999999",              .stored,   saying("max-age=99999999999999999999999"),                                           .zero, .served),        "http.directives.invalid"),
    .init(("2^63 - 1, and so in stale-while-revalidate",   .stored,   saying("max-age=9223372036854775807, stale-while-revalidate=9223372036854775807"),   .zero, .served),        "http.directives.invalid"),
    .init(("2^64, and more in stale-while-revalidate",     .stored,   saying("max-age=18446744073709551616, stale-while-revalidate=99999999999999999999"), .zero, .served),        "http.directives.invalid"),
    .init(("max-age=-1",                                   .stored,   saying("max-age=-1"),                                                                .zero, .checked),       "http.directives.invalid"),
    .init(("max-age=soon",                                 .stored,   saying("max-age=soon"),                                                              .zero, .checked),       "http.directives.invalid"),
    .init(("max-age='60'",                                 .stored,   saying("max-age='60'"),                                                              .zero, .checked),       "http.directives.invalid"),
    .init(("max-age=",                                     .stored,   saying("max-age="),                                                                  .zero, .checked),       "http.directives.invalid"),
    .init(("max-age alone",                                .stored,   saying("max-age"),                                                                   .zero, .checked),       "http.directives.invalid"),
    .init(("max-age=1e9",                                  .stored,   saying("max-age=1e9"),                                                               .zero, .checked),       "http.directives.invalid"),
    .init(("max-age=1:00",                                 .stored,   saying("max-age=1:00"),                                                              .zero, .checked),       "http.directives.invalid"),
    .init(("max-age=60=60",                                .stored,   saying("max-age=60=60"),                                                             .zero, .checked),       "http.directives.invalid"),
    .init(("max-age=60.5",                                 .stored,   saying("max-age=60.5"),                                                              .zero, .ratherChecked), "http.directives.malformed"),
    .init(("max-age =60",                                  .stored,   saying("max-age =60"),                                                               .zero, .ratherChecked), "http.directives.malformed"),
    .init(("max-age=0, max-age=60",                        .stored,   saying("max-age=0, max-age=60"),                                                     .zero, .checked),       "http.directives.duplicate"),
    .init(("max-age=0 in the first of two lines",          .stored,   saying("max-age=0", "max-age=60"),                                                   .zero, .checked),       "http.directives.duplicate"),
    .init(("max-age=60, max-age=0",                        .answered, saying("max-age=60, max-age=0"),                                                     .zero, .either),        "http.directives.duplicate"),
    .init(("a past Expires before a future one",           .stored,   saying().with("Expires", past).with("Expires", ahead),                               .zero, .checked),       "http.directives.duplicate"),
    .init(("max-age=60, no-cache",                         .stored,   saying("max-age=60, no-cache"),                                                      .zero, .checked),       "http.directives.duplicate"),
    .init(("max-age=\"60\"",                               .stored,   saying("max-age=\"60\""),                                                            .zero, .served),        "http.directives.quoted"),
    .init(("an escaped digit",                             .stored,   saying("max-age=\"\\60\""),                                                          .zero, .served),        "http.directives.quoted"),
    .init(("escaped quotes around no-cache",               .stored,   saying("unknown=\"a\\\", no-cache, \\\"b\", max-age=60"),                            .zero, .served),        "http.directives.escapes"),
    .init(("two backslashes before the last quote",        .stored,   saying("unknown=\"a\\\\\", max-age=60, other=\"b\""),                                .zero, .served),        "http.directives.escapes"),
    .init(("two backslashes before no-cache",              .stored,   saying("max-age=60, unknown=\"a\\\\\", no-cache, other=\"b\""),                      .zero, .checked),       "http.directives.escapes"),
    .init(("three backslashes before no-cache",            .stored,   saying("unknown=\"a\\\\\\\", no-cache, b\", max-age=60"),                            .zero, .served),        "http.directives.escapes"),
    .init(("an escaped 0",                                 .stored,   saying("max-age=\"\\0\""),                                                           .zero, .checked),       "http.directives.escapes"),
    .init(("beside max-age",                               .answered, saying("max-age=60").with("Pragma", "no-cache"),                                     .zero, .either),        "http.directives.pragma"),
  ]
}
