extension HTTPSpec {
  private static let sweet: HeaderFields = ["X-Flavor": "sweet"]
  private static let sour: HeaderFields = ["X-Flavor": "sour"]
  private static let large: HeaderFields = ["X-Flavor": "sweet", "X-Size": "large"]
  private static let small: HeaderFields = ["X-Flavor": "sweet", "X-Size": "small"]
  private static let empty: HeaderFields = ["X-Flavor": ""]
  private static let capitals: HeaderFields = ["X-Flavor": "SWEET"]
  private static let listed: HeaderFields = ["X-Flavor": "sweet, mild"]
  private static let repeated: HeaderFields = ["X-Flavor": "sweet", "X-Flavor": "mild"]
  private static let german: HeaderFields = ["Accept-Language": "de"]

  /// A response that is fresh for an hour came into the cache as the answer to a first request, with these lines of
  /// `Vary`. A second request, which may have other header fields, is `.served` with that response, or the response is
  /// `.checked` (revalidated).
  // swift-format-ignore
  static let varyTable: [HTTPVaryRow] = [
    //  name                         came     Vary                    first   second                 answer     rule
    .init(("the same",               .loaded, ["X-Flavor"],           sweet,  sweet,                 .served),  "http.vary.matches"),
    .init(("another value",          .loaded, ["X-Flavor"],           sweet,  sour,                  .checked), "http.vary.matches"),
    .init(("no value",               .loaded, ["X-Flavor"],           sweet,  [:],                   .checked), "http.vary.matches"),
    .init(("a value where none was", .loaded, ["X-Flavor"],           [:],    sweet,                 .checked), "http.vary.matches"),
    .init(("an empty value",         .loaded, ["X-Flavor"],           empty,  [:],                   .checked), "http.vary.matches"),
    .init(("in capitals",            .loaded, ["X-Flavor"],           sweet,  capitals,              .checked), "http.vary.matches"),
    .init(("one value more",         .loaded, ["X-Flavor"],           sweet,  listed,                .checked), "http.vary.matches"),
    .init(("one line more",          .loaded, ["X-Flavor"],           sweet,  repeated,              .checked), "http.vary.matches"),
    .init(("none, as before",        .loaded, ["X-Flavor"],           [:],    [:],                   .served),  "http.vary.matches"),
    .init(("a field not named",      .loaded, ["X-Flavor"],           large,  small,                 .served),  "http.vary.matches"),
    .init(("the second named",       .loaded, ["X-Flavor, X-Size"],   large,  small,                 .checked), "http.vary.matches"),
    .init(("both as before",         .loaded, ["X-Flavor,X-Size"],    large,  large,                 .served),  "http.vary.matches"),
    .init(("values that join alike", .loaded, ["X-Flavor, X-Size"],   ["X-Flavor": "ab", "X-Size": "c"], ["X-Flavor": "a", "X-Size": "bc"], .checked), "http.vary.matches"),
    .init(("named in a second line", .loaded, ["X-Flavor", "X-Size"], large,  small,                 .checked), "http.vary.matches"),
    .init(("named in small letters", .loaded, ["x-flavor"],           sweet,  sour,                  .checked), "http.vary.matches"),
    .init(("sent in small letters",  .loaded, ["X-Flavor"],           sweet,  ["x-flavor": "sweet"], .served),  "http.vary.matches"),
    .init(("sent in another order",     .loaded, ["X-Flavor, X-Size"],             large,                                       ["X-Size": "large", "X-Flavor": "sweet"],    .served),  "http.vary.matches"),
    .init(("white space",               .loaded, ["Accept-Language"],              ["Accept-Language": "de, fr"],               ["Accept-Language": "de,fr"],                .either),  "http.vary.normalized"),
    .init(("letter case",               .loaded, ["Accept-Language"],              ["Accept-Language": "de"],                   ["Accept-Language": "DE"],                   .either),  "http.vary.normalized"),
    .init(("order",                     .loaded, ["Accept-Language"],              ["Accept-Language": "de, fr"],               ["Accept-Language": "fr, de"],               .either),  "http.vary.normalized"),
    .init(("two lines",                 .loaded, ["Accept-Language"],              ["Accept-Language": "de, fr"],               ["Accept-Language": "de", "Accept-Language": "fr"], .either),  "http.vary.normalized"),
    .init(("the greatest weight",       .loaded, ["Accept-Language"],              german,                                      ["Accept-Language": "fr;q=0.5, de;q=1"],     .either),  "http.vary.normalized"),
    .init(("alone",                  .loaded, ["*"],                  sweet,  sweet,                 .checked), "http.vary.star"),
    .init(("beside a field",         .loaded, ["X-Flavor, *"],        sweet,  sweet,                 .checked), "http.vary.star"),
    .init(("in a second line",       .loaded, ["X-Flavor", "*"],      sweet,  sweet,                 .checked), "http.vary.star"),
  ]

  static let twoVariants = Fixture.loaded(
    Representation.v1.withTag.with("Vary", "X-Flavor"), for: .a.saying(sweet)
  )
  .and(
    "then version 2 for another variant", standingOn: "http.vary.matches",
    [
      Step(.serve(Representation.v2.withTag.with("Vary", "X-Flavor"), at: Resource.a)),
      Step(.load(.a.saying(sour)), .answers(.v2), .checks),
      Step(.serve(.v3, at: Resource.a)),
    ])

  /// Cases for which the table of variants has no column.
  static let varyScenarios: [ResponseScenario] = [
    Scenario(
      "http.vary.matches", "the newer variant", given: twoVariants,
      then: [Step(.load(.a.saying(sour)), .answers(.v2), .requestsNothing)]),
    Scenario(
      "http.vary.matches", "named by a 304",
      given: .stored(.stale(.v1).withTag, for: .a).originHas(.v1.withTag.with("Vary", "X-Flavor")).and(
        "it was asked for (\(sweet))", standingOn: "http.revalidate.not-modified",
        [Step(.load(.a.saying(sweet)), .answers(.v1))]),
      then: [Step(.serve(.v2, at: Resource.a)), Step(.load(.a.saying(sour)), .answers(.v2), .checks)]),
    Scenario("http.vary.several", given: twoVariants, then: [olderVariant]),
    // A response that omits `Vary` may do so by mistake (RFC 9111, 4.1).
    Scenario(
      "http.vary.several", "beside a newer one that names nothing",
      given: .loaded(Representation.v1.withTag.with("Vary", "X-Flavor"), for: .a.saying(sweet)),
      then: [
        Step(.have(.v2, for: .a.saying(sour))), Step(.serve(.v3, at: Resource.a)),
        Step(
          .load(.a.saying(sweet)),
          oneOf: [
            Outcome("the one that names it", .answers(.v1), .requestsNothing),
            Outcome("the newer", .answers(.v2), .requestsNothing), Outcome("checked", .answers(.v3), .checks),
          ]),
      ]),
  ]

  private static let olderVariant = ResponseStep(
    .load(.a.saying(sweet)),
    oneOf: [
      Outcome("both variants kept", .answers(.v1), .requestsNothing),
      Outcome("the newer kept", .answers(.v3), .checks),
    ])

  /// A change of the resource affects all of its variants.
  static let variantsInvalidated = Scenario(
    "http.invalidate.unsafe-method", "every variant",
    given: twoVariants.originHas(Representation(.done, cacheControl: [])),
    then: [Step(.load(.by("PUT"))), Step(.serve(Representation.v3.withTag.with("Vary", "X-Flavor"), at: Resource.a))]
      + [sweet, sour].map { Step(.load(.a.saying($0)), .answers(.v3), .checks) })
}
