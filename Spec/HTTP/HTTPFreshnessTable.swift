extension HTTPSpec {
  /// A response with an entity tag came into the cache, `.loaded` from the origin or `.stored` by direct access. It had
  /// these lines of `Cache-Control`, a `Date` this many seconds ago and, where one is given, an `Age`. It is requested
  /// this many seconds later, when the origin has a newer version: it is `.served` without a request, or `.checked`
  /// (revalidated) and replaced.
  // swift-format-ignore
  static let freshnessTable: [HTTPFreshnessRow] = [
    //  name                                         came       Cache-Control                                  Date               Age       later      answer     rule
    .init(("one second before",                      .loaded,   ["max-age=60"],                                dated: 0,          age: nil, 59,        .served),  "http.fresh.max-age"),
    .init(("at max-age",                             .loaded,   ["max-age=60"],                                dated: 0,          age: nil, 60,        .checked), "http.fresh.max-age"),
    .init(("one second after",                       .loaded,   ["max-age=60"],                                dated: 0,          age: nil, 61,        .checked), "http.fresh.max-age"),
    .init(("max-age=0"       ,                       .stored,   ["max-age=0"],                                 dated: 0,          age: nil, 0,         .checked), "http.fresh.max-age"),
    .init(("a minute is not",                        .stored,   ["max-age=60"],                                dated: 0,          age: nil, 1.2,       .served),  "http.fresh.max-age"),
    .init(("makes it stale",                         .stored,   ["max-age=60"],                                dated: 0,          age: 100, 0,         .checked), "http.age.header"),
    .init(("leaves it fresh",                        .stored,   ["max-age=60"],                                dated: 0,          age: 10,  0,         .served),  "http.age.header"),
    .init(("is not added to that of Date",           .stored,   ["max-age=60"],                                dated: 40,         age: 40,  0,         .served),  "http.age.header"),
    .init(("makes it stale",                         .stored,   ["max-age=60"],                                dated: 100,        age: nil, 0,         .checked), "http.age.date"),
    .init(("leaves it fresh",                        .stored,   ["max-age=60"],                                dated: 10,         age: nil, 0,         .served),  "http.age.date"),
    .init(("checked though young",                   .stored,   ["no-cache, max-age=60"],                      dated: 0,          age: nil, 0,         .checked), "http.store.no-cache"),
    .init(("MAX-AGE=60",                             .stored,   ["MAX-AGE=60"],                                dated: 0,          age: nil, 0,         .served),  "http.directives.syntax"),
    .init(("max-age=\"60\"",                         .stored,   ["max-age=\"60\""],                            dated: 0,          age: nil, 0,         .served),  "http.directives.quoted"),
    .init((" ,, max-age=60 ,",                       .stored,   [" ,, max-age=60 ,"],                          dated: 0,          age: nil, 0,         .served),  "http.directives.syntax"),
    .init(("unknown=\"a, max-age=0\", max-age=60",   .stored,   ["unknown=\"a, max-age=0\", max-age=60"],      dated: 0,          age: nil, 0,         .served),  "http.directives.syntax"),
    .init(("several lines",                          .stored,   ["private", "max-age=60"],                     dated: 0,          age: nil, 0,         .served),  "http.directives.syntax"),
    .init(("MAX-AGE=0",                              .stored,   ["MAX-AGE=0"],                                 dated: 0,          age: nil, 0,         .checked), "http.directives.syntax"),
    .init(("max-age=\"0\"",                          .stored,   ["max-age=\"0\""],                             dated: 0,          age: nil, 0,         .checked), "http.directives.syntax"),
    .init((" ,, max-age=0 ,",                        .stored,   [" ,, max-age=0 ,"],                           dated: 0,          age: nil, 0,         .checked), "http.directives.syntax"),
    .init(("several lines, stale",                   .stored,   ["private", "max-age=0"],                      dated: 0,          age: nil, 0,         .checked), "http.directives.syntax"),
    .init(("NO-CACHE",                               .stored,   ["NO-CACHE, max-age=60"],                      dated: 0,          age: nil, 0,         .checked), "http.directives.syntax"),
    .init(("unknown=\"a, no-cache, b\", max-age=60", .stored,   ["unknown=\"a, no-cache, b\", max-age=60"],    dated: 0,          age: nil, 0,         .served),  "http.directives.syntax"),
    .init(("tabs",                                   .stored,   ["\tunknown\t,\tmax-age=60\t"],                dated: 0,          age: nil, 0,         .served),  "http.directives.syntax"),
    .init(("names that hold no-cache",               .stored,   ["x-no-cache, no-cache-hint, max-age=60"],     dated: 0,          age: nil, 0,         .served),  "http.directives.syntax"),
    .init(("enormous",                               .stored,   ["max-age=99999999999999999999999"],           dated: 0,          age: nil, 0,         .served),  "http.directives.invalid"),
    .init(("max-age=-1",                             .stored,   ["max-age=-1"],                                dated: 0,          age: nil, 0,         .checked), "http.directives.invalid"),
    .init(("max-age=soon",                           .stored,   ["max-age=soon"],                              dated: 0,          age: nil, 0,         .checked), "http.directives.invalid"),
    .init(("max-age=",                               .stored,   ["max-age="],                                  dated: 0,          age: nil, 0,         .checked), "http.directives.invalid"),
  ]

  /// A response becomes stale eventually, however large a number is and however it is written.
  // swift-format-ignore
  static let agingTable: [HTTPFreshnessRow] = [
    //  name                                      came     Cache-Control                                             Date      Age                  later      answer     rule
    .init(("thirty days of a week",               .loaded, ["max-age=604800"],                                       dated: 0, age: nil,            2_592_000, .checked), "http.age.resident"),
    .init(("enormous",                            .stored, ["max-age=60"],                                           dated: 0, age: 99_999_999_999, 0,         .checked), "http.age.header"),
    .init(("a negative Age",                      .stored, ["max-age=1"],                                            dated: 0, age: -100,           1.2,       .checked), "http.directives.invalid"),
    .init(("max-age=1e9",                         .stored, ["max-age=1e9"],                                          dated: 0, age: nil,            0,         .checked), "http.directives.invalid"),
    .init(("beside stale-while-revalidate",       .stored, ["no-cache, max-age=60, stale-while-revalidate=60"],      dated: 0, age: nil,            0,         .checked), "http.store.no-cache"),
  ]
}
