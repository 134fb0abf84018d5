extension HTTPSpec {
  /// The origin answered with a status, and then has version 2 with status 200. A response whose status allows no
  /// heuristic lifetime is `.checked` (revalidated) when it states none. For any other, `.either` is allowed within its
  /// lifetime: served or checked.
  static let statusTable: [HTTPStatusRow] =
    [201, 302, 307, 403, 500, 503].map { status in
      HTTPStatusRow((status, .nothing, .zero, .checked), "http.store.status")
    } + [
      HTTPStatusRow((299, .understood, .zero, .checked), "http.store.status"),
      HTTPStatusRow((200, .understoodOnly, .zero, .ratherServed), "http.store.must-understand"),
      HTTPStatusRow((200, .understood, .zero, .either), "http.store.status-kept"),
      HTTPStatusRow((299, .minute, .zero, .either), "http.store.status-kept"),
    ]
    + [204, 301, 404].map { status in
      HTTPStatusRow((status, .nothing, .zero, .either), "http.store.status-kept")
    }
    + statuses.flatMap { status in
      [
        HTTPStatusRow((status, .minute, .seconds(59), .either), "http.store.status-kept"),
        HTTPStatusRow((status, .minute, .seconds(60), .checked), "http.store.status-kept"),
      ]
    }

  private static let statuses = [
    301, 302, 404, 503,
  ]

  /// Methods other than GET, and other conditions for storing a response.
  static let keepingScenarios: [ResponseScenario] =
    notOfGet + ["POST", "OPTIONS"].map { answering($0, $0, .v1) }
    + ["POST", "PUT", "OPTIONS", "REFRESH"].map(forwarded) + [forwardedThoughCachedIsPreferred]
    + [redirected(302), redirectKept(301)]

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

  /// A representation answers a method, and then version 2 is requested by GET.
  private static func answering(
    _ row: String, _ method: String, _ representation: Representation, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "http.store.methods", row, given: .loaderHasAsked.originHas(representation),
      then: [Step(.load(.by(method)), .answers(.v1)), Step(.serve(.v2, at: Resource.a)), checked], line: line)
  }

  /// A method reaches the origin.
  private static func forwarded(_ method: String) -> ResponseScenario {
    Scenario(
      "http.store.unsafe-forwarded", method, given: .freshServed,
      then: [Step(.load(.by(method)), .answers(.v2), .requests(RequestSeen(method, "/a")))])
  }

  private static let forwardedThoughCachedIsPreferred = ResponseScenario(
    "http.store.unsafe-forwarded", "PUT, though what is cached is preferred", given: .freshServed,
    then: [
      Step(
        .load(.by("PUT").with(.returnCacheDataElseLoad)), .answers(.v2), .requests(RequestSeen("PUT", "/a")))
    ])

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
