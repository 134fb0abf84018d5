extension HTTPSpec {
  /// The origin answered with a status, and then has version 2 with status 200. A response whose status allows no
  /// heuristic lifetime is `.checked` (revalidated) when it states none. For any other, `.either` is allowed within its
  /// lifetime: served or checked.
  static let statusTable: [HTTPStatusRow] =
    [201, 202, 302, 303, 307, 400, 403, 500, 502, 503, 504, 599].map { status in
      HTTPStatusRow((.answered, status, .nothing, .zero, .checked), "http.store.status")
    } + [302, 307, 503].map { HTTPStatusRow((.stored, $0, .nothing, .zero, .checked), "http.store.status") }
    + [
      HTTPStatusRow((.answered, 299, .understood, .zero, .checked), "http.store.status"),
      HTTPStatusRow((.answered, 299, .understoodOnly, .zero, .checked), "http.store.status"),
      HTTPStatusRow((.answered, 599, .understood, .zero, .checked), "http.store.status"),
      HTTPStatusRow((.answered, 200, .understoodOnly, .zero, .ratherServed), "http.store.must-understand"),
      HTTPStatusRow((.answered, 200, .understood, .zero, .either), "http.store.status-kept"),
      HTTPStatusRow((.answered, 299, .minute, .zero, .either), "http.store.status-kept"),
      HTTPStatusRow((.answered, 403, .expires, .seconds(59), .either), "http.store.status-kept"),
      HTTPStatusRow((.answered, 403, .expires, .seconds(60), .checked), "http.store.status-kept"),
    ]
    + [203, 204, 300, 301, 308, 404, 405, 410, 414, 501].map { status in
      HTTPStatusRow((.answered, status, .nothing, .zero, .either), "http.store.status-kept")
    }
    + statuses.flatMap { status in
      [
        HTTPStatusRow((.answered, status, .minute, .seconds(59), .either), "http.store.status-kept"),
        HTTPStatusRow((.answered, status, .minute, .seconds(60), .checked), "http.store.status-kept"),
      ]
    }

  private static let statuses = [
    203, 204, 299, 300, 301, 302, 303, 307, 308, 400, 403, 404, 405, 410, 414, 499, 500, 501, 502, 503, 504, 599,
  ]

  /// Methods other than GET, and other conditions for storing a response.
  static let keepingScenarios: [ResponseScenario] =
    notOfGet + (unsafeMethods + ["OPTIONS", "REFRESH"]).flatMap { notKept($0) + forwarded($0) }
    + [302, 303, 307].map { redirected($0) }
    + [301, 302, 303, 307, 308].flatMap { [redirectKept($0), postRedirected($0)] }

  /// The target of a redirect is fresh for an hour; the redirect does not state how long it is fresh itself.
  private static func redirected(_ status: Int, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.store.status", "\(status) that leads elsewhere", given: leadingElsewhere(status, []),
      then: [
        Step(.serve(.v1, at: Resource.b)), followedOrHandedBack, Step(.serve(.v2, at: Resource.a)),
        Step(.load(.a), .answers(.v2), .requests(.get("/a"))),
      ], line: line)
  }

  /// A redirect and its target are both fresh.
  private static func redirectKept(_ status: Int, line: Int = #line) -> ResponseScenario {
    Scenario(
      "http.store.status-kept", "\(status) that leads elsewhere", given: leadingElsewhere(status, ["max-age=60"]),
      then: [
        Step(.serve(.v1, at: Resource.b)), followedOrHandedBack, Step(.serve(.v2, at: Resource.a)),
        Step(
          .load(.a),
          oneOf: [
            Outcome("served, and followed", .answers(.v1), .requestsNothing),
            Outcome("served, and handed back", .answers(.body(.moved)), .requestsNothing),
            Outcome("checked", .answers(.v2), .requests(.get("/a"))),
          ]),
      ], line: line)
  }

  /// A POST is redirected: with 307 and 308 it stays a POST, and with the others it becomes, or may become, a GET.
  private static func postRedirected(_ status: Int, line: Int = #line) -> ResponseScenario {
    let (sent, sentAgain) = (RequestSeen("POST", "/a"), RequestSeen("POST", "/b"))
    let checked = Outcome("checked", Expectation<ResponseAction>.answers(.v2), .requests(.get("/b")))
    let served = Outcome("served", Expectation<ResponseAction>.answers(.v1), .requestsNothing)
    return Scenario(
      "http.store.methods", "POST that \(status) leads elsewhere", given: leadingElsewhere(status, []),
      then: [
        Step(.serve(.v1, at: Resource.b)),
        Step(
          .load(.by("POST")),
          oneOf: [
            Outcome("followed by GET", .answers(.v1), .requests(sent, .get("/b"))),
            Outcome("followed by POST", .answers(.v1), .requests(sent, sentAgain)),
            Outcome("handed back", .answers(.body(.moved)), .requests(sent)),
          ]), Step(.serve(.v2, at: Resource.b)),
        Step(.load(.b), oneOf: status < 304 ? [served, checked] : [checked]),
      ], line: line)
  }

  private static func leadingElsewhere(_ status: Int, _ cacheControl: [String]) -> Fixture<ResponseAction> {
    .loaderHasAsked.originHas(
      Representation(.moved, cacheControl: cacheControl).status(status).with("Location", "/b"))
  }

  private static let followedOrHandedBack = ResponseStep(
    .load(.a),
    oneOf: [
      Outcome("followed", .answers(.v1), .requests(.get("/a"), .get("/b"))),
      Outcome("handed back", .answers(.body(.moved)), .requests(.get("/a"))),
    ])

  private static let notOfGet: [ResponseScenario] =
    [
      Scenario(
        "http.store.status-kept", "the body of a 302 without a Location",
        given: .loaderHasAsked.originHas(Representation(.v1, cacheControl: ["max-age=60"]).status(302)),
        then: [
          Step(.load(.a), oneOf: [Outcome("handed back", .answers(.v1)), Outcome("error", .fails)]),
          Step(.serve(.v2, at: Resource.a)), servedOrChecked,
        ]),
      Scenario(
        "http.store.status", "304 to the app's own condition",
        given: .loaderHasAsked.originHas(.v1.withTag),
        then: [
          Step(.load(.a.saying(["If-None-Match": ResponseBody.v1.tag])), .answers(.body(.empty))),
          Step(.load(.a), .answers(.v1), .checks),
        ]),
      Scenario(
        "http.store.methods", "HEAD", given: .loaderHasAsked.originHas(.v1),
        then: [Step(.load(.by("HEAD")), .answers(.body(.empty))), Step(.load(.a), .answers(.v1), .checks)]),
      answering("PUT that names where its content is", "PUT", .v1.with("Content-Location", "/a")),
      answering(
        "POST that names where its content is, and not how long it is fresh", "POST",
        saying().modified(secondsAgo: 3600).with("Content-Location", "/a")),
      Scenario(
        "http.store.methods", "POST whose content is elsewhere",
        given: .loaderHasAsked.originHas(.v1.with("Content-Location", "/b")),
        then: [
          Step(.serve(.v2, at: Resource.b)), Step(.load(.by("POST")), .answers(.v1)),
          Step(.load(.b), .answers(.v2), .requests(.get("/b"))),
        ]),
      Scenario(
        "http.store.post-kept", given: .loaderHasAsked.originHas(.v1.with("Content-Location", "/a")),
        then: [
          Step(.load(.by("POST")), .answers(.v1)), Step(.serve(.v2, at: Resource.a)), servedOrChecked,
        ]),
      authorized("the same", "Basic b25l"), authorized("another", "Basic dHdv"),
    ]

  /// A response to another method is not served to a GET.
  private static func notKept(_ method: String) -> [ResponseScenario] {
    [
      answering(method, method, .v1),
      answering("\(method) without freshness", method, saying().modified(secondsAgo: 3600)),
    ]
  }

  /// A representation answers a method, and then version 2 is requested by GET.
  private static func answering(
    _ row: String, _ method: String, _ representation: Representation, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.store.methods", row, given: .loaderHasAsked.originHas(representation),
      then: [Step(.load(.by(method)), .answers(.v1)), Step(.serve(.v2, at: Resource.a)), checked], line: line)
  }

  /// A method reaches the origin.
  private static func forwarded(_ method: String) -> [ResponseScenario] {
    let sent = Expectation<ResponseAction>.requests(RequestSeen(method, "/a"))
    return [
      Scenario(
        "http.store.unsafe-forwarded", method, given: .freshServed,
        then: [Step(.load(.by(method)), .answers(.v2), sent)]),
      Scenario(
        "http.store.unsafe-forwarded", "\(method), though what is cached is preferred", given: .freshServed,
        then: [Step(.load(.by(method).with(.returnCacheDataElseLoad)), .answers(.v2), sent)]),
      Scenario(
        "http.store.unsafe-forwarded", "\(method) again", given: .loaderHasAsked.originHas(.v1),
        then: [
          Step(.load(.by(method)), .answers(.v1), sent), Step(.serve(.v2, at: Resource.a)),
          Step(.load(.by(method)), .answers(.v2), sent),
        ]),
    ]
  }

  static let unsafeMethods = ["POST", "PUT", "PATCH", "DELETE"]

  private static func authorized(_ row: String, _ other: String, line: Int = #line) -> ResponseScenario {
    let one = RequestMessage.a.saying(["Authorization": "Basic b25l"])
    return Scenario(
      "http.store.authorization", row, given: .answered(.v1, for: one),
      then: [
        Step(
          .load(.a.saying(["Authorization": other])),
          oneOf: [
            Outcome("served", .answers(.v1), .requestsNothing), Outcome("checked", .answers(.v2), .checks),
          ])
      ], line: line)
  }
}

extension RequestMessage {
  /// A request for resource a with another method.
  static func by(_ method: String) -> Self { RequestMessage(Resource.a, method: method) }
}

extension Fixture where Action == ResponseAction {
  /// Version 1 is stored, fresh, and served; the origin has version 2.
  static let freshServed = stored(HTTPSpec.saying("max-age=600")).and(
    "it is served", standingOn: "response.policy.default-is-use-protocol",
    [Step(.load(.a), .answers(.v1), .requestsNothing)])
}
