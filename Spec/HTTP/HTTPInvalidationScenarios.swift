extension HTTPSpec {
  /// What a request that may change a resource does to stored responses.
  static let invalidationScenarios: [ResponseScenario] =
    (unsafeMethods + ["REFRESH"]).map { changed(by: $0, 200) } + [204, 303].map { changed(by: "PUT", $0) }
    + [400, 503].map { failed($0) }
    + ["Location", "Content-Location"].flatMap { field in
      [named(in: field), namedElsewhere(in: field)]
    }
    + [
      namedElsewhere(in: "Location", ", another port", anotherPort), notServed(after: "PUT", "then it cannot be reached"),
      variantsInvalidated,
      put("whose URL has a fragment", .load(RequestMessage("\(Resource.a)#top", method: "PUT"))),
      Scenario(
        "http.invalidate.unsafe-method", "PUT, answered with no-store",
        given: .freshServed.originHas(Representation(.done, cacheControl: ["no-store"])).reached(by: "PUT"),
        then: [Step(.serve(.v2, at: Resource.a)), checked]),
      head("changed", Representation(.v2).withTag, .v2),
      head("no longer fresh", saying("max-age=0"), .v1),
    ]
    + ["HEAD", "OPTIONS", "TRACE"].map(unchanged) + headTakenOver

  /// Version 1 is served, and the origin gives this answer to a method.
  private static func answering(_ status: Int, _ fields: HeaderFields = [:]) -> Fixture<ResponseAction> {
    let bare = Representation([204, 303, 307].contains(status) ? .empty : .done, cacheControl: []).status(status)
    return Fixture.freshServed.originHas(fields.lines.reduce(bare) { $0.with($1.name, $1.value) })
  }

  private static func changed(by method: String, _ status: Int, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.invalidate.unsafe-method", status == 200 ? method : "\(method), \(status)",
      given: answering(status).reached(by: method), then: [Step(.serve(.v2, at: Resource.a)), checked], line: line)
  }

  private static func failed(_ status: Int, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.invalidate.failed-method", "\(status)", given: answering(status),
      then: [
        Step(.load(.by("PUT")), status >= 500 ? .fails : .answers(.body(.done))), Step(.serve(.v2, at: Resource.a)),
        servedOrChecked,
      ], line: line)
  }

  /// The resource is changed in one of several ways, and requested afterwards.
  private static func put(
    _ row: String, by before: [ResponseStep] = [], _ load: ResponseAction, then after: [ResponseStep] = [],
    line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.invalidate.unsafe-method", "PUT, \(row)",
      given: answering(200).and(
        "a PUT \(row) has reached it", standingOn: forwarded, before + [Step(load, .reaches(by: "PUT"))]),
      then: [Step(.serve(.v2, at: Resource.a))] + after + [checked], line: line)
  }

  fileprivate static let forwarded: RuleID = "http.store.unsafe-forwarded"

  /// An invalidated response is removed, or must be revalidated before it is served: when that is impossible, the
  /// result is an error, also in the next run.
  private static func notServed(
    after method: String, _ row: String, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.invalidate.unsafe-method", "\(method), \(row)", given: answering(200).reached(by: method),
      then: [
        Step(.origin(.down)), Step(.load(.a), .fails), Step(.restart), Step(.load(.a), .fails), Step(.origin(.up)),
        Step(.serve(.v2, at: Resource.a)), checked,
      ], line: line)
  }
  private static let createdElsewhere = "http://other.test/b"
  private static let anotherPort = "http://origin.test:81/b"

  /// The response to a POST names another URL of the origin.
  private static func named(in field: String, by method: String = "POST") -> ResponseScenario {
    Scenario(
      "http.invalidate.location", method == "POST" ? field : "\(field), \(method)",
      given: answering(201, [field: "/b"]),
      then: [
        Step(.have(.v2, for: .b)), Step(.serve(.v3, at: Resource.b)), Step(.load(.by(method))),
        Step(
          .load(.b),
          oneOf: [
            Outcome("left", .answers(.v2), .requestsNothing),
            Outcome("invalidated", .answers(.v3), .requests(.get("/b"))),
          ]),
      ])
  }

  /// The response to a POST names a URL of another origin.
  private static func namedElsewhere(
    in field: String, _ row: String = "", _ url: String = createdElsewhere
  ) -> ResponseScenario {
    let other = RequestMessage(url)
    return Scenario(
      "http.invalidate.other-origin", "\(field)\(row)",
      given: answering(201, [field: url]),
      then: [
        Step(.have(.v2, for: other)), Step(.load(.by("POST"))), Step(.load(other), .answers(.v2), .requestsNothing),
      ])
  }

  /// A method that changes nothing leaves what is stored: the origin has the stored version when the method reaches it.
  private static func unchanged(by method: String) -> ResponseScenario {
    Scenario(
      "http.invalidate.safe-method", method, given: .freshServed.originHas(saying("max-age=600")),
      then: [
        Step(.load(.by(method).with(.reloadIgnoringLocalCacheData)), .reaches(by: method)),
        Step(.serve(.v2, at: Resource.a)), served,
      ])
  }

  /// A HEAD states other header fields of what is stored.
  private static let headTakenOver: [ResponseScenario] = [
    Scenario(
      "http.head.taken-over", "a field",
      given: .stored(saying("max-age=600").with("X-Round", "one"))
        .originHas(saying("max-age=600").with("X-Round", "two")),
      then: [
        askedByHead, Step(.serve(.v2.with("X-Round", "three"), at: Resource.a)), servedOrChecked,
        Step(
          .inspectAnswer(["X-Round"]),
          oneOf: [
            Outcome("taken over (preferred)", .answers(.header("X-Round", "two"))),
            Outcome("left", .answers(.header("X-Round", "one"))),
            Outcome("that of the newer", .answers(.header("X-Round", "three"))),
          ]),
      ]),
    Scenario(
      "http.head.taken-over", "how long it is fresh",
      given: .stored(saying("max-age=60")).originHas(saying("max-age=600")),
      then: [
        askedByHead, Step(.serve(.v2, at: Resource.a)), Step(.advance(.seconds(100))), rather("served"),
      ]),
  ]

  private static let askedByHead = ResponseStep(
    .load(.by("HEAD").with(.reloadIgnoringLocalCacheData)), .answers(.body(.empty)))

  /// A HEAD that reaches the origin shows whether the stored response is current.
  private static func head(
    _ row: String, _ now: Representation, _ answer: ResponseAnswer, given: Fixture<ResponseAction> = .freshServed,
    line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.head.updates", row, given: given.originHas(now),
      then: [
        askedByHead,
        Step(
          .load(.a),
          oneOf: [
            Outcome("checked (preferred)", .answers(answer), .checks),
            Outcome("served", .answers(.v1), .requestsNothing),
          ]),
      ], line: line)
  }
}

extension ResponseBody {
  static let done = Self("done")
}

extension Fixture where Action == ResponseAction {
  /// A request for resource a with a method was made, and not answered with a stored response.
  func reached(by method: String) -> Self {
    and(
      "a \(method) has reached it", standingOn: HTTPSpec.forwarded,
      [Step(.load(.by(method)), .reaches(by: method))])
  }
}

extension Expectation where Action == ResponseAction {
  /// The origin receives a request with this method, and possibly others.
  static func reaches(by method: String) -> Self {
    .request(.containing([.value(RequestSeen(method, "/a"))]))
  }
}
