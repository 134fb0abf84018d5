extension HTTPSpec {
  /// A response whose age is the same however the delay is added: without a `Date`, the older formula of RFC 2616,
  /// 13.2.3, which can give a greater age, gives the same.
  private static let aged = saying("max-age=60").with("Age", "10").undated

  static let overlapScenarios: [ResponseScenario] =
    [
      delayed("makes it stale", aged, by: .seconds(40), later: .seconds(15), checked),
      delayed("leaves it fresh", aged, by: .seconds(40), later: .seconds(5), served),
      overlapping("of the same", saying("max-age=60"), .a, .a, eitherVersion),
      overlapping(
        "with a header field that Vary names", saying("max-age=60").with("Vary", "X-Flavor"),
        .a.saying(["X-Flavor": "sweet"]), .a.saying(["X-Flavor": "sour"])),
      overlapping("of what may not be stored", saying("no-store, max-age=60"), .a, .a),
      overlapping("of what is checked each time", saying("no-cache, max-age=60"), .a, .a),
      overlapping("by POST", saying("max-age=60"), .by("POST"), .by("POST")),
      Scenario(
        "http.overlap.late-answer", given: .loaderHasStored.originHas(saying("max-age=60")),
        then: underWay() + [
          Step(.advance(.milliseconds(1200))), Step(.begin(.a, as: "the second load")), secondIsUnderWay,
          Step(.requests(.holdNoMore)), Step(.requests(.releaseNewest)),
          Step(.finish("the second load"), eitherVersion),
          Step(.requests(.releaseAll)), Step(.finish("the first load"), eitherVersion),
          Step(
            .find(.a),
            oneOf: [
              Outcome("the older answer, which came last", .answers(.v1)), Outcome("the newer answer", .answers(.v2)),
              Outcome("neither", .answersNothing),
            ]),
        ]),
      Scenario(
        "http.overlap.changed-meanwhile", given: .loaderHasStored.originHas(saying("max-age=60")),
        then: underWay() + [
          Step(.begin(.by("POST"), as: "the change")), secondIsUnderWay,
          Step(.requests(.holdNoMore)), Step(.requests(.releaseNewest)), Step(.finish("the change"), .answers(.v2)),
          Step(.requests(.releaseAll)), Step(.finish("the first load"), .answers(.v1)),
          Step(
            .load(.a),
            oneOf: [
              Outcome("the answer of before was stored", .answers(.v1), .requestsNothing),
              Outcome("it was not", .answers(.v2), .checks),
            ]),
        ]),
      Scenario(
        "http.overlap.removed-meanwhile",
        given: .stored(.stale(.v1).withTag).originHas(saying("max-age=60")),
        then: underWay() + [
          Step(.remove(.all)), Step(.requests(.releaseAll)),
          Step(.finish("the first load"), eitherVersion),
          Step(
            .find(.a),
            oneOf: [
              Outcome("stored again", .answers(oneOf: [.body(.v1), .body(.v2)])),
              Outcome("not stored", .answersNothing),
            ]),
        ]),
    ]

  /// A request takes this long, and the resource is requested again this much later, when the origin has version 2.
  private static func delayed(
    _ row: String, _ representation: Representation, by delay: Duration, later: Duration, _ step: ResponseStep,
    line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.age.delay", row, given: .loaderHasStored.originHas(representation),
      then: underWay() + [
        Step(.advance(delay)), Step(.requests(.releaseAll)), Step(.finish("the first load"), .answers(.v1)),
        Step(.advance(later)), step,
      ], line: line)
  }

  /// A second load begins while a first is in flight. The first is answered with version 1; the second gets version 2
  /// if the first's answer may not answer it.
  private static func overlapping(
    _ row: String, _ representation: Representation, _ first: RequestMessage, _ second: RequestMessage,
    _ secondGets: Expectation<ResponseAction> = .answers(.v2),
    line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.overlap.reusable", row, given: .loaderHasStored.originHas(representation),
      then: underWay(first) + [
        Step(.begin(second, as: "the second load")), secondIsUnderWay, Step(.requests(.releaseAll)),
        Step(.finish("the first load"), .answers(.v1)), Step(.finish("the second load"), secondGets),
      ], line: line)
  }

  /// A first load is in flight, and is answered with what the origin has; a later one gets version 2.
  private static func underWay(_ request: RequestMessage = .a) -> [ResponseStep] {
    [
      Step(.requests(.hold)), Step(.begin(request, as: "the first load")), Step(.requests(.awaitHeld(1))),
      Step(.serve(.v2, at: Resource.a)),
    ]
  }

  private static let secondIsUnderWay = ResponseStep(
    .requests(.awaitHeldUnlessJoined(2)),
    oneOf: [Outcome("a request for each"), Outcome("one request at a time", .fails)])

  private static let eitherVersion = Expectation<ResponseAction>.answers(oneOf: [.body(.v1), .body(.v2)])
}
