import CacheVocabulary

extension HTTPSpec {
  private static let minute = Representation("v1", cacheControl: "max-age=60").withTag
  private static let served: [Expectation] = [.answers("v1"), .asksNothing]
  private static let checked: [Expectation] = [.answers("v2"), .checks]

  private static func load(_ expectations: [Expectation]) -> ResponseStep {
    ResponseStep(.load(.a), oneOf: [Outcome("", expectations)])
  }

  /// Loads version 1 into the cache, then lets the origin have version 2.
  private static func loaded(_ representation: Representation) -> [ResponseStep] {
    .loaderAsks + [
      Step(.serve(representation, at: .a)),
      Step(.load(.a), .answers(representation.version), .asks(RequestSeen("/a"))),
      Step(.serve(Representation("v2"), at: .a)),
    ]
  }

  /// How old a response may be.
  static let freshnessScenarios: [ResponseScenario] = [
    ResponseScenario(
      "http.fresh.max-age", "one second before", given: loaded(minute) + [Step(.advance(seconds: 59))],
      then: [load(served)]),
    ResponseScenario(
      "http.fresh.max-age", "at max-age", given: loaded(minute) + [Step(.advance(seconds: 60))],
      then: [load(checked)]),
    ResponseScenario(
      "http.fresh.max-age", "one second after", given: loaded(minute) + [Step(.advance(seconds: 61))],
      then: [load(checked)]),
    ResponseScenario(
      "http.age.header", "makes it stale", given: .stored(minute.with("Age", "100")), then: [load(checked)]),
    ResponseScenario(
      "http.age.header", "leaves it fresh", given: .stored(minute.with("Age", "10")), then: [load(served)]),
    ResponseScenario(
      "http.age.date", "makes it stale", given: .stored(minute.dated(secondsAgo: 100)), then: [load(checked)]),
    ResponseScenario(
      "http.age.date", "leaves it fresh", given: .stored(minute.dated(secondsAgo: 10)), then: [load(served)]),
    ResponseScenario(
      "http.age.resident", "across a restart",
      given: loaded(minute.with("Age", "30")) + [Step(.advance(seconds: 20)), Step(.reopen())],
      then: [load(served), Step(.advance(seconds: 20)), load(checked)]),
  ]

  /// What is stored, and how directives are read.
  static let storingScenarios: [ResponseScenario] =
    [
      ResponseScenario(
        "http.store.no-store", "in the response",
        given: loaderStores + [Step(.serve(Representation("v1", cacheControl: "no-store, max-age=60"), at: .a))],
        then: [Step(.load(.a), .answers("v1")), Step(.find(.a), .answersNothing)]),
      ResponseScenario(
        "http.store.no-store", "in the request", given: loaderStores + [Step(.serve(Representation("v1"), at: .a))],
        then: [
          Step(.load(HTTPRequest(.a, fields: ["Cache-Control": "no-store"])), .answers("v1")),
          Step(.find(.a), .answersNothing),
        ]),
      ResponseScenario(
        "http.store.no-cache", "checked though young",
        given: loaded(Representation("v1", cacheControl: "no-cache, max-age=60").withTag), then: [load(checked)]),
      ResponseScenario(
        "http.store.no-cache", "not served offline",
        given: loaded(Representation("v1", cacheControl: "no-cache, max-age=60").withTag) + [Step(.origin(.down))],
        then: [Step(.load(.bystander), .answers("bystander"), .asksNothing), Step(.load(.a), .fails)]),
    ]
    + ["MAX-AGE=60", "max-age=\"60\"", " ,, max-age=60 ,", "unknown=\"a, max-age=0\", max-age=60"].map { written in
      ResponseScenario(
        "http.directives.syntax", written,
        given: .stored(Representation("v1", cacheControl: written).withTag.dated(secondsAgo: 10)),
        then: [load(served)])
    } + [
      ResponseScenario(
        "http.directives.syntax", "several lines",
        given: .stored(
          Representation("v1", cacheControl: "private").withTag.with("Cache-Control", "max-age=60")
            .dated(secondsAgo: 10)),
        then: [load(served)]),
      ResponseScenario(
        "http.directives.invalid", "enormous",
        given: .stored(Representation("v1", cacheControl: "max-age=99999999999999999999999").withTag),
        then: [load(served)]),
    ]
    + ["max-age=-1", "max-age=soon", "max-age="].map { written in
      ResponseScenario(
        "http.directives.invalid", written, given: .stored(Representation("v1", cacheControl: written).withTag),
        then: [load(checked)])
    }

  /// The loader stores what may be stored.
  private static let loaderStores: [ResponseStep] =
    .loaderAsks + [
      Step(.serve(Representation("v2"), at: .b)),
      Step(.load(.b), .answers("v2")),
      Step(.find(.b), .answers("v2")),
    ]

  /// The newest request named its validator, or was the GET behind a HEAD.
  private static func inspectValidator(_ field: String) -> ResponseStep {
    Step(
      .inspectRequest(["If-None-Match", "If-Modified-Since"]),
      oneOf: [Outcome("conditional GET", .answers(field)), Outcome("GET after a HEAD", .answersNothing)])
  }

  /// How a stale response is checked.
  static let revalidationScenarios: [ResponseScenario] = [
    ResponseScenario(
      "http.revalidate.etag", given: .stored(.stale("v1").withTag),
      then: [
        Step(.load(.a), .answers("v2"), .confirms),
        inspectValidator("If-None-Match: \"v1\""),
      ]),
    ResponseScenario(
      "http.revalidate.last-modified", given: .stored(.stale("v1").modified(secondsAgo: 7200)),
      then: [
        Step(.load(.a), .answers("v2"), .confirms), Step(.inspectRequest(["If-None-Match"]), .answersNothing),
      ]),
    ResponseScenario(
      "http.revalidate.not-modified",
      given: .stored(.stale("v1").withTag.with("X-Round", "one")) + [
        Step(.serve(Representation("v1").withTag.with("X-Round", "two"), at: .a))
      ],
      then: [
        Step(.load(.a), .answers("v1"), .checks),
        Step(.load(.a), .answers("v1"), .asksNothing),
        Step(
          .inspect(.a),
          .answers(containing: [
            "status 200", "v1", "cache-control: max-age=3600", "etag: \"v1\"", "x-round: two", "allowed",
          ])),
      ]),
    ResponseScenario(
      "http.revalidate.changed", given: .staleStored,
      then: [
        Step(.load(.a), .answers("v2"), .checks, .stores("v2")),
        Step(.load(.a), .answers("v2"), .asksNothing),
      ]),
    ResponseScenario(
      "http.revalidate.no-validator", given: .stored(.stale("v1")),
      then: [Step(.load(.a), .answers("v2"), .asksPlainly)]),
    ResponseScenario(
      "http.stale.must-revalidate",
      given: .stored(Representation("v1", cacheControl: "max-age=60, must-revalidate").dated(secondsAgo: 100)) + [
        Step(.origin(.down))
      ],
      then: [Step(.load(.bystander), .answers("bystander"), .asksNothing), Step(.load(.a), .fails)]),
    ResponseScenario(
      "http.stale.disconnected", given: .staleStored + [Step(.origin(.down))],
      then: [
        Step(
          .load(.a), oneOf: [Outcome("stale response served", .answers("v1")), Outcome("error", .fails)])
      ]),
  ]
}
