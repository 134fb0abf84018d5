extension HTTPSpec {
  /// A response whose age is the same however the delay is added: without a `Date`, the older formula of RFC 2616,
  /// 13.2.3, which can give a greater age, gives the same.
  private static let aged = saying("max-age=60").with("Age", "10").undated

  static let overlapScenarios: [ResponseScenario] =
    [
      delayed("makes it stale", aged, by: .seconds(40), later: .seconds(15), checked),
      delayed("leaves it fresh", aged, by: .seconds(40), later: .seconds(5), served),
      delayed(
        "makes it stale, without a Date", saying("max-age=60").undated, by: .seconds(40), later: .seconds(25), checked),
      delayed(
        "leaves it fresh, without a Date", saying("max-age=60").undated, by: .seconds(40), later: .seconds(15), served),
      delayed("of a second", saying("max-age=2").with("Age", "1"), by: .milliseconds(1200), later: .zero, checked),
      delayed("of just a second, stale", saying("max-age=60").undated, by: .seconds(1), later: .seconds(59), checked),
      delayed("of just a second, fresh", saying("max-age=60").undated, by: .seconds(1), later: .seconds(58), served),
      delayed(
        "makes it stale, across a restart", saying("max-age=60").undated, by: .seconds(40), later: .seconds(25),
        checked, after: [Step(.restart)]),
      delayed(
        "leaves it fresh, across a restart", saying("max-age=60").undated, by: .seconds(40), later: .seconds(15),
        served, after: [Step(.restart)]),
      confirmed("makes what a 304 confirmed stale", later: .seconds(25), checked),
      confirmed("leaves what a 304 confirmed fresh", later: .seconds(15), served),
      overlapping("of the same", saying("max-age=60"), .a, .a, eitherVersion),
      overlapping(
        "with a header field that Vary names", saying("max-age=60").with("Vary", "X-Flavor"),
        .a.saying(["X-Flavor": "sweet"]), .a.saying(["X-Flavor": "sour"])),
      overlapping("of what may not be stored", saying("no-store, max-age=60"), .a, .a),
      overlapping("of what is checked each time", saying("no-cache, max-age=60"), .a, .a),
      overlapping("by POST", saying("max-age=60"), .by("POST"), .by("POST")),
      overlapping("by PUT", saying("max-age=60"), .by("PUT"), .by("PUT")),
      overlapping(
        "plain, beside one with a condition of its own", saying("max-age=60").withTag,
        .a.saying(["If-None-Match": "\"1\""]), .a, firstGets: [], eitherVersion),
      overlapping(
        "by GET, beside a HEAD", saying("max-age=60"), .by("HEAD"), .a, firstGets: [], eitherVersion),
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
      confirmedLate("that was replaced meanwhile", by: .stale(.v2).withTag),
      confirmedLate("that was replaced meanwhile, by one without a tag", by: .stale(.v2)),
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
    after meanwhile: [ResponseStep] = [], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.age.delay", row, given: .loaderHasStored.originHas(representation),
      then: underWay() + [
        Step(.advance(delay)), Step(.requests(.releaseAll)), Step(.finish("the first load"), .answers(.v1)),
      ] + meanwhile + [Step(.advance(later)), step], line: line)
  }

  /// Version 2, which is stale, is stored while version 1 is being revalidated: the confirmation of version 1 does not
  /// apply to it.
  private static func confirmedLate(
    _ row: String, by newer: Representation, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.revalidate.other-tag", "about one \(row)",
      given: .stored(.stale(.v1).withTag).originHas(saying("max-age=600")),
      then: underWay() + [
        Step(.serve(.v3, at: Resource.a)), Step(.put(newer, for: .a)), Step(.requests(.releaseAll)),
        Step(.finish("the first load"), .answers(oneOf: [.body(.v1), .body(.v2), .body(.v3)])),
        // Which of the two is then stored is left to the cache; version 2 is not fresh.
        Step(.load(.a), .answers(oneOf: [.body(.v1), .body(.v3)])),
      ], line: line)
  }

  /// A revalidation takes 40 seconds and confirms a response for a minute, which is requested again this much later.
  private static func confirmed(
    _ row: String, later: Duration, _ step: ResponseStep, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.age.delay", row,
      given: .stored(.stale(.v1).withTag.undated).originHas(saying("max-age=60").undated).and(
        "it was confirmed by a check that took 40 s", standingOn: "http.revalidate.not-modified",
        underWay() + [
          Step(.advance(.seconds(40))), Step(.requests(.releaseAll)), Step(.finish("the first load"), .answers(.v1)),
        ]), then: [Step(.advance(later)), step], line: line)
  }

  /// A second load begins while a first is in flight. The first is answered with version 1; the second gets version 2
  /// if the first's answer may not answer it.
  private static func overlapping(
    _ row: String, _ representation: Representation, _ first: RequestMessage, _ second: RequestMessage,
    firstGets: [Expectation<ResponseAction>] = [.answers(.v1)],
    _ secondGets: Expectation<ResponseAction> = .answers(.v2),
    line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.overlap.reusable", row, given: .loaderHasStored.originHas(representation),
      then: underWay(first) + [
        Step(.begin(second, as: "the second load")), secondIsUnderWay, Step(.requests(.releaseAll)),
        Step(.finish("the first load"), firstGets), Step(.finish("the second load"), secondGets),
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
