extension HTTPSpec {
  /// What is stored under another status than 200, and is fresh. A cache need not serve it, nor keep it.
  static let otherStatusScenarios: [ResponseScenario] =
    [203, 301, 404, 410].flatMap(ofStatus) + [404, 410].flatMap(ofError)
    + [301, 302, 303, 307, 308].flatMap { status in unsafeMethods.prefix(2).map { changedElsewhere(by: $0, status) } }

  private static let sweet: HeaderFields = ["X-Flavor": "sweet"]
  private static let sour: HeaderFields = ["X-Flavor": "sour"]

  private static func ofStatus(_ status: Int) -> [ResponseScenario] {
    [
      Scenario(
        "http.invalidate.unsafe-method", "PUT, 201, of what is stored with \(status)",
        given: .stored(.kept(status)).originHas(Representation(.done, cacheControl: []).status(201)).reached(by: "PUT"),
        then: [Step(.serve(.v2, at: Resource.a)), checked]),
      Scenario(
        "http.vary.matches", "another value, \(status)",
        given: .stored(.kept(status).with("Vary", "X-Flavor"), for: .a.saying(sweet)),
        then: [Step(.load(.a.saying(sour)), .answers(.v2), .checks)]),
      Scenario(
        "http.store.no-cache", "\(status)", given: .stored(.kept(status, cacheControl: ["no-cache, max-age=60"])),
        then: [checked]),
      Scenario(
        "http.store.no-store", "\(status)",
        given: .loaderHasStored.originHas(.kept(status, cacheControl: ["no-store, max-age=60"])),
        then: [
          Step(.load(.a), .answers(.body(Representation.kept(status).body))), Step(.find(.a), .answersNothing),
          Step(.serve(.v2, at: Resource.a)), Step(.load(.a), .answers(.v2), .requestsSomething),
        ]),
    ]
  }

  /// Of what is no success there are no parts (RFC 9110, 14.2), and conditions are ignored (RFC 9110, 13.2.1).
  private static func ofError(_ status: Int) -> [ResponseScenario] {
    let stored = Representation.kept(status).with("Last-Modified", changed)
    let ranges = ["9", "*"].map { ResponseAnswer.header("Content-Range", "bytes 8-8/\($0)") }
    let messages: [[ResponseAnswer]] =
      [[.status(status), .v1], [.status(200), .v2]] + ranges.map { [.status(206), .body(ResponseBody("2")), $0] }
    return [
      Scenario(
        "http.range.partial", "of what is stored with \(status)", given: .stored(stored),
        then: [
          Step(.load(.a.saying(["Range": "bytes=8-8"])), .answers(oneOf: [.v1, .v2, .body(ResponseBody("2"))])),
          Step(
            .inspectPart,
            .answer(
              .described(
                "all that is stored, or the newer version or its part", .oneOf(messages.map { $0.map(Fact.value) })))),
        ])
    ]
      + [("a tag", "If-None-Match", ResponseBody.v1.tag), ("a date", "If-Modified-Since", changed)].map {
        row, name, value in
        Scenario(
          "http.conditions.own", "\(row) that what is stored with \(status) has", given: .stored(stored),
          then: [Step(.load(.a.saying([name: value])), .answers(oneOf: [.v1, .v2]))])
      }
  }

  private static let changed = "Mon, 01 Jan 2018 00:00:00 GMT"

  /// A method is answered by a redirect to another URL, which may be followed: the resource itself was changed.
  private static func changedElsewhere(by method: String, _ status: Int) -> ResponseScenario {
    Scenario(
      "http.invalidate.unsafe-method", "\(method), \(status) that leads elsewhere",
      given: Fixture.freshServed.originHas(
        Representation(.moved, cacheControl: []).status(status).with("Location", "/b")
      )
      .and("version 3 of /b", [Step(.serve(.v3, at: Resource.b))]).reached(by: method),
      then: [Step(.serve(.v2, at: Resource.a)), checked])
  }
}
