extension Fixture where Action == ResponseAction {
  /// A representation of resource a was loaded; now the origin has version 2.
  static func loaded(_ representation: Representation) -> Self {
    loaderHasAsked.leading(
      to: "\(representation) was loaded", standingOn: "response.policy.default-is-use-protocol",
      [
        Step(.serve(representation, at: Resource.a)),
        Step(.load(.a), .answers(.body(representation.body)), .requests(.get("/a"))),
      ]
    ).leading(
      to: "\(representation) was loaded and stored; the origin has version 2", standingOn: "response.load.stores",
      [Step(.find(.a), .answers(.body(representation.body))), Step(.serve(.v2, at: Resource.a))])
  }

  /// A representation of resource a was loaded and may have been stored; now the origin has version 2.
  static func answered(_ representation: Representation) -> Self { answered(representation, for: .a) }

  /// A fresh response is served, so that another response that is not served must have its own reason.
  var freshIsServed: Self {
    and(
      "another response, which is fresh, is served", standingOn: "response.policy.default-is-use-protocol",
      [Step(.load(.another), .answers(.body(.another)), .requestsNothing)])
  }

  /// The stored response was requested while the origin still had it: its revalidation was answered with 304.
  var confirmed: Self {
    and(
      "it was asked for", standingOn: "http.revalidate.not-modified", [Step(.load(.a), .answers(.v1))])
  }

  /// A response that may be served while it is refreshed was requested: it was served that way, or revalidated.
  func refreshed(by request: RequestMessage = .a) -> Self {
    and(
      "it was asked for" + (request.fields.lines.isEmpty ? "" : " (\(request.fields))"),
      standingOn: "http.stale.stale-while-revalidate",
      [
        Step(
          .load(request),
          oneOf: [
            Outcome("served stale", .answers(.v1), .requestsSomething), Outcome("checked", .answers(.v2), .checks),
          ])
      ])
  }

  /// The loader stores responses that may be stored.
  static let loaderHasStored = loaderHasAsked.leading(
    to: "a response that may be stored was loaded and stored", standingOn: "response.load.stores",
    [
      Step(.serve(.v2, at: Resource.b)),
      Step(.load(.b), .answers(.v2)),
      Step(.find(.b), .answers(.v2)),
    ])
}

extension HTTPSpec {
  /// The stored version is served, and the origin is not asked.
  static let served = ResponseStep(.load(.a), .answers(.v1), .requestsNothing)
  /// The stored version is revalidated, and the newer one served.
  static let checked = ResponseStep(.load(.a), .answers(.v2), .checks)

  /// Either of the two; which one is recorded.
  static let servedOrChecked = rather(nil)

  /// Either of the two, of which RFC 9111 prefers one by a SHOULD; which one is recorded.
  static func rather(_ preferred: String?) -> ResponseStep {
    func name(_ outcome: String) -> String { outcome == preferred ? "\(outcome) (preferred)" : outcome }
    return Step(
      .load(.a),
      oneOf: [
        Outcome(name("served"), .answers(.v1), .requestsNothing), Outcome(name("checked"), .answers(.v2), .checks),
      ])
  }

  /// A 304 for another response confirms nothing.
  static let notConfirmed = ResponseStep(
    .load(.a),
    oneOf: [
      Outcome("handed back", .answers(.body(.empty))), Outcome("error", .fails),
      Outcome("stale response served", .answers(.v1)),
    ])

  /// Cases for which the table of freshness has no column.
  static let freshnessScenarios: [ResponseScenario] = [
    Scenario(
      "http.fresh.max-age", "again and again",
      given: .loaded(Representation(.v1, cacheControl: ["max-age=600"]).withTag),
      then: Array(repeating: [served, Step(.advance(.minutes(1)))], count: 10).flatMap(\.self) + [checked]),
    Scenario(
      "http.age.resident", "across a restart",
      given: .loaded(Representation(.v1, cacheControl: ["max-age=60"]).withTag.with("Age", "30")),
      then: [
        Step(.advance(.seconds(20))), Step(.restart), served,
        Step(.advance(.seconds(20))), checked,
      ]),
    Scenario(
      "http.age.resident", "between two runs",
      given: .loaded(Representation(.v1, cacheControl: ["max-age=60"]).withTag),
      then: [Step(.restart(after: .seconds(40))), served, Step(.restart(after: .seconds(40))), checked]),
    residing("a second in the store", ["max-age=1"], checked),
    residing("not yet a minute in the store", ["max-age=60"], served),
  ]

  /// A stored response is requested a second later, after a restart.
  private static func residing(
    _ row: String, _ cacheControl: [String], _ step: ResponseStep, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.age.resident", "across a restart, \(row)",
      given: .stored(Representation(.v1, cacheControl: cacheControl).withTag),
      then: [Step(.restart), Step(.advance(.milliseconds(1200))), step], line: line)
  }

  private static func namingFields(_ row: String, _ names: String, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.store.no-cache", row,
      given: .stored(
        Representation(.v1, cacheControl: ["no-cache=\"\(names)\", max-age=60"]).withTag.with("X-Note", "old")),
      then: [servedOrChecked, Step(.inspectAnswer(["X-Note"]), .answersNothing)], line: line)
  }

  /// The request states `no-store`.
  private static func notStoredFor(_ directives: String, row: String, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.request.no-store", row, given: .loaderHasStored.originHas(.v1),
      then: [
        Step(.load(.a.saying(["Cache-Control": directives])), .answers(.v1)),
        Step(
          .find(.a), oneOf: [Outcome("not stored (preferred)", .answersNothing), Outcome("stored", .answers(.v1))]),
      ], line: line)
  }

  /// What is stored and when it is served.
  static let storingScenarios: [ResponseScenario] = [
    Scenario(
      "http.store.no-store", "in the response",
      given: .loaderHasStored.originHas(Representation(.v1, cacheControl: ["no-store, max-age=60"])),
      then: [Step(.load(.a), .answers(.v1)), Step(.find(.a), .answersNothing)]),
    notStoredFor("no-store", row: "alone"), notStoredFor("max-age=0, no-store", row: "after another directive"),
    Scenario(
      "http.store.no-store", "of a download",
      given: .loaderHasStored.originHas(Representation(.v1, cacheControl: ["no-store, max-age=60"])),
      then: [Step(.load(.a, as: .download), .answers(.v1)), Step(.find(.a), .answersNothing)]),
    Scenario(
      "http.store.no-store", "though the delegate consents",
      given: .loaderHasStored.originHas(Representation(.v1, cacheControl: ["no-store, max-age=60"])),
      then: [
        Step(.configure(.other, SessionSetup(delegate: .asProposed))),
        Step(.load(.a, by: .other), .answers(.v1)), Step(.find(.a), .answersNothing),
      ]),
    Scenario(
      "http.store.no-cache", "not served offline",
      given: .stored(Representation(.v1, cacheControl: ["no-cache, max-age=60"]).withTag).originIsDown.freshIsServed,
      then: [Step(.load(.a), .fails)]),
    Scenario(
      "http.store.no-cache", "not served offline, beside stale-if-error",
      given: .stored(Representation(.v1, cacheControl: ["no-cache, max-age=60, stale-if-error=600"]).withTag)
        .originIsDown,
      then: [Step(.load(.a), .fails)]),
    // A field that it names is not served without revalidation; the rest of the response may be (RFC 9111, 5.2.2.4).
    namingFields("naming a field", "X-Note"), namingFields("naming two fields", "X-Other, X-Note"),
  ]
}
