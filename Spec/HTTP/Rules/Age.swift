/// How old a response is: by `Age` and `Date`, by how long its request took, and by the time in the cache (RFC 9111, 4.2.3
/// and 5.1).
extension HTTPSpec {
  static var ageTopic: Topic<ResponseAction> {
    Topic(
      "http.age", premises: agePremises,
      tables: [Table("How old a response is", legend: responseLegend, valueTable, isComplete: false)],
      scenarios: valueTable.map(\.scenario)
    ) {
      Rule(
        "header", .must, "`Age` counts towards a response's age.", from: section("4.2.3"),
        about: .responseAgeField)
      Rule(
        "list", .derived, "Of several members or lines of `Age`, the first counts.",
        from: section("5.1"),
        because:
          "A SHOULD in RFC 9111, 5.1: a cache that ignores the field serves as fresh what is stale by http.age.header.",
        about: .responseAgeList)
      Rule(
        "invalid", .open,
        "What an `Age` with a parameter, further members, or no number counts for.",
        from: section("5.1"),
        because:
          "The first member of a list SHOULD count, and any other invalid value SHOULD be ignored."
      )
      Rule(
        "date", .must,
        "A `Date` in the past counts towards the age. A cache that relies on `Age` alone, as is allowed, lacks `.apparentAge`.",
        from: section("4.2.3"), about: .responseDate)
      Rule(
        "delay", .must, "The time from request to response counts towards the age.",
        from: section("4.2.3"), about: .responseDelay
      ).rows {
        // Because there is no `Date`, the older formula of RFC 2616, 13.2.3, which can give a greater age, gives the same
        // age.
        delayed("40 s make it stale", by: .seconds(40), later: .seconds(25), checked)
        delayed("40 s leave it fresh", by: .seconds(40), later: .seconds(15), served)
        delayed("1 s makes it stale", by: .seconds(1), later: .seconds(59), checked)
        delayed("1 s leaves it fresh", by: .seconds(1), later: .seconds(58), served)
        delayed("40 s beside an Age of 10 s", aged("10"), by: .seconds(40), later: .seconds(15), checked)
        delayed(
          "40 s of a 304", given: .loadedAMinuteAgo(saying("max-age=60").undated), by: .seconds(40),
          later: .seconds(25),
          checked)
      }
      Rule(
        "resident", .must, "The time in the cache counts towards the age, also across a restart.",
        from: section("4.2.3"), about: .responseResidence
      ).rows {
        Row(
          "across a restart",
          given: .loaded(Representation(.v1, cacheControl: ["max-age=60"]).withTag.with("Age", "30"))
        ) {
          Step(.advance(.seconds(20)))
          Step(.restart)
          served
          Step(.advance(.seconds(20)))
          checked
        }
      }
      Rule(
        "clock-set-back", .open,
        "Whether a response is served once the clock is set back to before it came.",
        from: section("4.2.3"),
        because: "Nothing is said of a clock that is set."
      ).rows {
        Row(given: .loaded(saying("max-age=60").withTag)) {
          Step(.setClock(by: .hours(-1)))
          servedOrChecked
        }
      }
    }
  }

  private static var agePremises: [Premise<ResponseAction>] {
    [
      .load("http.age.header[Age beyond max-age]") { $0.carries("Age") && $0.mayBeStale },
      .load("http.age.header[Age below max-age]") { $0.carries("Age") && $0.mayBeFresh },
      .load("http.age.resident[thirty days into a max-age of a week]") { $0.age > .zero && $0.mayBeStale },
      // Who cannot read a `Date` cannot read `Expires` either.
      .load("http.age.date[Date 100 s ago, max-age=60]") { ($0.isDated || $0.expires) && $0.mayBeStale },
      .load("http.age.date[Date 10 s ago, max-age=60]") { $0.isDated && $0.mayBeFresh },
    ]
  }

  private static func aged(_ age: String) -> Representation { saying("max-age=60").with("Age", age) }

  /// What the values of `Age` and `Date` say of how old a response is.
  // swift-format-ignore
  static let valueTable: [HTTPResponseRow] = [
    //     name                                    came     response                                                                  later                     answer          rule
    .init(("Age beyond max-age",                   .stored, aged("100"),                                                              .zero,                    .checked),      "http.age.header"),
    .init(("Age in small letters",                 .stored, saying("max-age=60").with("age", "100"),                                  .zero,                    .checked),      "http.age.header"),
    .init(("Age below max-age",                    .stored, aged("10"),                                                               .zero,                    .served),       "http.age.header"),
    .init(("Age equal to the age by Date",         .stored, aged("40").dated(secondsAgo: 40),                                         .zero,                    .served),       "http.age.header"),
    .init(("an enormous Age",                      .stored, aged("99999999999"),                                                      .zero,                    .checked),      "http.age.header"),
    .init(("Age: 2147483648",                      .stored, aged("2147483648"),                                                       .zero,                    .checked),      "http.age.header"),
    .init(("120 first in a list",                  .stored, aged("120, 0"),                                                           .zero,                    .checked),      "http.age.list"),
    .init(("120 in the first of two lines",        .stored, aged("120").with("Age", "0"),                                             .zero,                    .checked),      "http.age.list"),
    .init(("Age: old",                             .stored, aged("old"),                                                              .zero,                    .ratherServed), "http.age.invalid"),
    .init(("a parameter",                          .stored, aged("120;unknown=a"),                                                    .zero,                    .ratherServed), "http.age.invalid"),
    .init(("0 first in a list",                    .stored, aged("0, 120"),                                                           .zero,                    .ratherServed), "http.age.invalid"),
    .init(("Date 100 s ago, max-age=60",           .stored, saying("max-age=60").dated(secondsAgo: 100),                              .zero,                    .checked),      "http.age.date"),
    .init(("Date 10 s ago, max-age=60",            .stored, saying("max-age=60").dated(secondsAgo: 10),                               .zero,                    .served),       "http.age.date"),
    .init(("thirty days into a max-age of a week", .loaded, saying("max-age=604800"),                                                 .seconds(30 * 24 * 3600), .checked),      "http.age.resident"),
    .init(("Age above the age by Date",            .stored, saying().expiring(inSeconds: 30).dated(secondsAgo: 30).with("Age", "70"), .zero,                    .checked),      "http.fresh.expires"),
    .init(("a negative Age",                       .stored, saying("max-age=1").with("Age", "-100"),                                  .milliseconds(1200),      .checked),      "http.directives.invalid"),
  ]

  /// A request takes some time, and the resource is requested again later, when the origin has version 2.
  private static func delayed(
    _ row: String, given stored: Fixture<ResponseAction> = .loaderHasStored,
    _ representation: Representation = saying("max-age=60"), by delay: Duration, later: Duration, _ step: ResponseStep,
    line: Int = #line
  ) -> Row {
    Row(row, given: stored.originHas(representation.undated), line: line) {
      underWay()
      Step(.advance(delay))
      Step(.requests(.releaseAll))
      Step(.finish("the first load"), .answers(.v1))
      Step(.advance(later))
      step
    }
  }
}
