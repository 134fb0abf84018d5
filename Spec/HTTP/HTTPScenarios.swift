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
      "http.age.resident", "across a restart",
      given: .loaded(Representation(.v1, cacheControl: ["max-age=60"]).withTag.with("Age", "30")),
      then: [
        Step(.advance(.seconds(20))), Step(.restart), served,
        Step(.advance(.seconds(20))), checked,
      ]),
  ]

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
    notStoredFor("no-store", row: "alone"),
    Scenario(
      "http.store.no-cache", "not served offline",
      given: .stored(Representation(.v1, cacheControl: ["no-cache, max-age=60"]).withTag).originIsDown.freshIsServed,
      then: [Step(.load(.a), .fails)]),
    Scenario(
      "http.store.no-store", "in a 200 to a check",
      given: .staleStored.originHas(Representation(.v2, cacheControl: ["no-store, max-age=60"])),
      then: [
        Step(.load(.a), .answers(.v2), .checks),
        Step(.find(.a), oneOf: [Outcome("left as it was", .answers(.v1)), Outcome("removed", .answersNothing)]),
      ]),
    HTTPRequestRow(
      ("503 to the check", saying("no-cache, max-age=60"), for: .zero, [:], .failing, .error), "http.store.no-cache"
    ).scenario,
    // A field that it names is not served without revalidation; the rest of the response may be (RFC 9111, 5.2.2.4).
    namingFields("naming a field", "X-Note"),
  ]
}
