/// A session's delegate is asked before a response is cached, and decides whether and how it is. From 'Manage Caching
/// Programmatically' of Apple's 'Accessing cached data'.
extension ResponseSpec {
  static let willCacheTopic = Topic<ResponseAction>(
    rules: willCacheRules, premises: willCachePremises, scenarios: willCacheRows + confirmedProposalRows)

  private static let willCacheRules: [Rule] = [
    Rule(
      "response.will-cache.as-proposed", .must,
      "When the session's delegate returns the proposed response unchanged, the response is cached as proposed.",
      from: manage,
      about: .responseDelegateConsent, .responseDelegateAsked),
    Rule(
      "response.will-cache.none", .must,
      "A response for which the session's delegate returns nothing is not cached.",
      from: manage,
      about: .responseDelegateAnswer),
    Rule(
      "response.will-cache.changed", .must,
      "A response is cached under the storage policy and with the user info and the body that the session's delegate returns; `allowedInMemoryOnly` keeps a response over HTTPS off the disk.",
      from: manage,
      about: .responseDelegateAnswer),
    Rule(
      "response.will-cache.once", .derived,
      "A session's delegate is asked once about each response that is loaded, and not about a response served from the store.",
      from: manage,
      because: "Follows from response.will-cache.as-proposed: whether to cache a stored response was decided before.",
      about: .responseDelegateAsked),
    Rule(
      "response.will-cache.data-and-upload-only", .must,
      "A session's delegate is asked about the responses to data and upload tasks, and not about those to download tasks. Whether it is asked about the response to an upload that would not be stored is left to the cache.",
      from: manage,
      about: .responseTask),
    Rule(
      "response.will-cache.not-in-background-or-ephemeral", .must,
      "The delegate of a session with a background or ephemeral configuration is not asked whether to cache a response.",
      from: manage,
      about: .responseSessionKind),
  ]

  private static let willCachePremises: [Premise<ResponseAction>] = [
    Premise("response.will-cache.as-proposed") { $0.hasDelegate },
    Premise("response.will-cache.none") { $0.hasDelegate }.lessBasic(than: "response.will-cache.as-proposed"),
    Premise("response.will-cache.once") { $0.hasDelegate }.lessBasic(than: "response.will-cache.as-proposed"),
  ]

  private static let willCacheRows: [ResponseScenario] = [
    Scenario(
      "response.will-cache.as-proposed", given: .anotherIsStored.originHas(.v1),
      then: [
        delegate(.asProposed),
        Step(.load(.a), .answers(.v1), .notifies(.v1)),
        Step(
          .inspect(.a),
          .answers(containing: [
            .status(200), .v1, .header("Cache-Control", "max-age=3600"), .storagePolicy(.allowed),
          ])),
      ]),
    Scenario(
      "response.will-cache.none", given: delegateWasAsked,
      then: [
        Step(.configure(.other, SessionSetup(delegate: .nothing))),
        Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1)),
        Step(.find(.a), .answersNothing),
      ]),
    Scenario(
      "response.will-cache.none", "the response would replace a stale one",
      given: delegateWasAsked.and("a stale version 3 is stored", putStale),
      then: [
        Step(.configure(.other, SessionSetup(delegate: .nothing))),
        Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1)), newerIsNotStored,
      ]),
    Scenario(
      "response.will-cache.changed", "storage policy and user info",
      given: Fixture.anotherIsStored.memoryWasUsed.originHas(.v1),
      then: [
        delegate(.changed(.allowedInMemoryOnly, userInfo: ["by": "delegate"])),
        Step(.load(.a), .answers(.v1), .notifies(.v1)),
        Step(
          .inspect(.a),
          .answers(containing: [
            .status(200), .v1, .header("Cache-Control", "max-age=3600"), .note(key: "by", value: "delegate"),
            .storagePolicy(.allowedInMemoryOnly),
          ])),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.will-cache.changed", "under notAllowed", given: delegateWasAsked,
      then: [
        Step(.configure(.other, SessionSetup(delegate: .changed(.notAllowed, userInfo: [:])))),
        Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1)),
        Step(.find(.a), .answersNothing),
      ]),
    Scenario(
      "response.will-cache.changed", "another body", given: delegateWasAsked,
      then: [
        Step(.configure(.other, SessionSetup(delegate: .replaced(.v3)))),
        Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1)),
        Step(.find(.a), .answers(.v3)),
      ]),
    Scenario(
      "response.will-cache.changed", "memory-only over HTTPS",
      given: Fixture.anotherIsStored.memoryWasUsed.and(
        "the origin has a response over HTTPS", [Step(.serve(Representation(forMemoryOnly), at: Resource.secureA))]),
      then: [
        delegate(.changed(.allowedInMemoryOnly, userInfo: [:])),
        Step(.load(.secureA), .answers(.body(forMemoryOnly)), .notifies(forMemoryOnly)),
        Step(.find(.secureA), .answers(.body(forMemoryOnly))),
        Step(.restart),
        Step(.find(.secureA), .answersNothing),
      ]),
    Scenario(
      "response.will-cache.once", given: .anotherIsStored.originHas(.v1),
      then: [
        delegate(.asProposed),
        Step(.load(.a), .answers(.v1), .requests(.get("/a")), .notifies(.v1)),
        Step(.load(.a), .answers(.v1), .requestsNothing, .notifiesNothing),
      ]),
    Scenario(
      "response.will-cache.once", "each new version", given: .anotherIsStored,
      then: [delegate(.asProposed)] + asked(.v1) + asked(.v2) + [Step(.restart)] + asked(.v3)),
    Scenario(
      "response.will-cache.data-and-upload-only",
      given: .anotherIsStored.originHas(.v1).and("version 3 of /c", [Step(.serve(.v3, at: Resource.c))]),
      then: [
        delegate(.asProposed),
        Step(.load(.a, as: .data), .answers(.v1), .notifies(.v1)),
        Step(.load(.c, as: .download), .answers(.v3), .notifiesNothing),
      ]),
    Scenario(
      "response.will-cache.data-and-upload-only", "an upload",
      given: delegateWasAsked.and(
        "the response to a POST to /c has Content-Location: /c",
        [Step(.serve(Representation.v3.with("Content-Location", "/c"), at: Resource.c))]),
      then: [
        delegate(.nothing),
        mayAsk(.load(upload, as: .upload), .v3),
        Step(.find(upload), .answersNothing),
        Step(.load(.c), .answers(.v3), .requests(.get("/c")), .notifies(.v3)),
      ]),
    unasked(.background),
    unasked(.ephemeral),
  ]

  /// A loaded response is proposed to the delegate if it would be stored: a cache need not store an error page, or the
  /// answer to a POST (RFC 9110, 9.3.3), and then there is nothing to ask.
  private static func mayAsk(_ load: ResponseAction, _ body: ResponseBody) -> ResponseStep {
    Step(
      load,
      oneOf: [
        Outcome("asked", .answers(.body(body)), .notifies(body)),
        Outcome("not asked, and not kept", .answers(.body(body)), .notifiesNothing),
      ])
  }

  /// The stored response, if there is one, is stale; a version is loaded, and the delegate is asked about it.
  private static func asked(_ body: ResponseBody) -> [ResponseStep] {
    [
      Step(.advance(.milliseconds(1200))),
      Step(.serve(Representation(body, cacheControl: ["max-age=1"]).withTag, at: Resource.a)),
      Step(.load(.a), .answers(.body(body)), .notifies(body)),
    ]
  }

  private static let putStale = [ResponseStep(.put(.stale(.v3).withTag, for: .a))]
  private static let newerIsNotStored = ResponseStep(
    .find(.a), oneOf: [Outcome("left as it was", .answers(.v3)), Outcome("removed", .answersNothing)])

  private static let upload = RequestMessage(Resource.c, method: "POST", body: [1, 2, 3])

  private static func delegate(_ answer: DelegateAnswer) -> ResponseStep {
    Step(.configure(.main, SessionSetup(delegate: answer)))
  }

  /// A delegate is asked about one resource, and what it returns is cached, so that not being asked about another, or
  /// not caching it, is meaningful.
  static let delegateWasAsked = Fixture.anotherIsStored.originHas(.v1).leading(
    to: "a delegate returned the response proposed for /b unchanged; the origin has version 1 of /a",
    standingOn: "response.will-cache.as-proposed",
    [
      Step(.serve(.v2, at: Resource.b)),
      delegate(.asProposed),
      Step(.load(.b), .answers(.v2), .notifies(.v2)),
      Step(.find(.b), .answers(.v2)),
    ])

  /// The delegate of this kind of session is not asked.
  private static func unasked(_ kind: SessionKind, line: Int = #line) -> ResponseScenario {
    Scenario(
      "response.will-cache.not-in-background-or-ephemeral", kind.rawValue, given: delegateWasAsked,
      then: [
        Step(.configure(.other, SessionSetup(kind, delegate: .asProposed))),
        Step(.load(.a, by: .other), .answers(.v1), .notifiesNothing),
      ], line: line)
  }
}

extension ResponseSpec {
  /// A delegate need not be asked about a confirmed response. If it is asked, its answer applies.
  private static let confirmedProposalRows: [ResponseScenario] = [
    Scenario(
      "response.will-cache.changed", "a 304 confirms the stored response",
      given: delegateWasAsked.originHas(.v1.withTag)
        .and("a stale version 1 is stored", [Step(.put(.stale(.v1).withTag, for: .a))]),
      then: [
        Step(.configure(.other, SessionSetup(delegate: .replaced(.v3)))),
        Step(
          .load(.a, by: .other),
          oneOf: [
            Outcome("not asked", .answers(.v1), .checks, .notifiesNothing, .stores(.v1)),
            Outcome("asked", .answers(.v1), .checks, .notifies(.v1), .stores(.v3)),
          ]),
      ])
  ]
}
