/// A session's delegate is asked before a response is cached, and decides whether and how it is. From 'Manage Caching
/// Programmatically' of Apple's 'Accessing cached data'.
extension ResponseSpec {
  static var willCacheTopic: Topic<ResponseAction> {
    Topic("response.will-cache", premises: willCachePremises) {
      Rule(
        "as-proposed", .must,
        "When the session's delegate returns the proposed response unchanged, the response is cached as proposed.",
        from: manage, about: .responseDelegateConsent, .responseDelegateAsked
      ).rows {
        Row(given: .anotherIsStored.originHas(.v1)) {
          delegate(.asProposed)
          Step(.load(.a), .answers(.v1), .notifies(.v1))
          Step(
            .inspect(.a),
            .answers(containing: [
              .status(200), .v1, .header("Cache-Control", "max-age=3600"), .storagePolicy(.allowed),
            ]))
        }
      }
      Rule(
        "none", .must, "A response for which the session's delegate returns nothing is not cached.", from: manage,
        about: .responseDelegateAnswer
      ).rows {
        Row(given: delegateWasAsked) {
          Step(.configure(.other, SessionSetup(delegate: .nothing)))
          Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1))
          Step(.find(.a), .answersNothing)
        }
        Row(
          "the response would replace a stale one", given: delegateWasAsked.and("a stale version 3 is stored", putStale)
        ) {
          Step(.configure(.other, SessionSetup(delegate: .nothing)))
          Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1))
          newerIsNotStored
        }
      }
      Rule(
        "changed", .must,
        "A response is cached under the storage policy and with the user info and the body that the session's delegate returns; `allowedInMemoryOnly` keeps a response over HTTPS off the disk.",
        from: manage, about: .responseDelegateAnswer
      ).rows {
        Row("storage policy and user info", given: Fixture.anotherIsStored.memoryWasUsed.originHas(.v1)) {
          delegate(.changed(.allowedInMemoryOnly, userInfo: ["by": "delegate"]))
          Step(.load(.a), .answers(.v1), .notifies(.v1))
          Step(
            .inspect(.a),
            .answers(containing: [
              .status(200), .v1, .header("Cache-Control", "max-age=3600"), .note(key: "by", value: "delegate"),
              .storagePolicy(.allowedInMemoryOnly),
            ]))
          Step(.restart)
          Step(.find(.a), .answersNothing)
          Step(.find(.another), .answers(.body(.another)))
        }
        Row("under notAllowed", given: delegateWasAsked) {
          Step(.configure(.other, SessionSetup(delegate: .changed(.notAllowed, userInfo: [:]))))
          Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1))
          Step(.find(.a), .answersNothing)
        }
        Row("another body", given: delegateWasAsked) {
          Step(.configure(.other, SessionSetup(delegate: .replaced(.v3))))
          Step(.load(.a, by: .other), .answers(.v1), .notifies(.v1))
          Step(.find(.a), .answers(.v3))
        }
        Row(
          "memory-only over HTTPS",
          given: Fixture.anotherIsStored.memoryWasUsed.and(
            "the origin has a response over HTTPS", [Step(.serve(Representation(forMemoryOnly), at: Resource.secureA))])
        ) {
          delegate(.changed(.allowedInMemoryOnly, userInfo: [:]))
          Step(.load(.secureA), .answers(.body(forMemoryOnly)), .notifies(forMemoryOnly))
          Step(.find(.secureA), .answers(.body(forMemoryOnly)))
          Step(.restart)
          Step(.find(.secureA), .answersNothing)
        }
        Row(
          "a 304 confirms the stored response",
          given: delegateWasAsked.originHas(.v1.withTag)
            .and("a stale version 1 is stored", [Step(.put(.stale(.v1).withTag, for: .a))])
        ) {
          Step(.configure(.other, SessionSetup(delegate: .replaced(.v3))))
          Step(
            .load(.a, by: .other),
            oneOf: [
              Outcome("not asked", .answers(.v1), .checks, .notifiesNothing, .stores(.v1)),
              Outcome("asked", .answers(.v1), .checks, .notifies(.v1), .stores(.v3)),
            ])
        }
      }
      Rule(
        "once", .derived,
        "A session's delegate is asked once about each response that is loaded, and not about a response served from the store.",
        from: manage,
        because: "Follows from response.will-cache.as-proposed: whether to cache a stored response was decided before.",
        about: .responseDelegateAsked
      ).rows {
        Row(given: .anotherIsStored.originHas(.v1)) {
          delegate(.asProposed)
          Step(.load(.a), .answers(.v1), .requests(.get("/a")), .notifies(.v1))
          Step(.load(.a), .answers(.v1), .requestsNothing, .notifiesNothing)
        }
        Row("each new version", given: .anotherIsStored) {
          delegate(.asProposed)
          asked(.v1)
          asked(.v2)
          Step(.restart)
          asked(.v3)
        }
      }
      Rule(
        "data-and-upload-only", .must,
        "A session's delegate is asked about the responses to data and upload tasks, and not about those to download tasks. Whether it is asked about the response to an upload that would not be stored is left to the cache.",
        from: manage, about: .responseTask
      ).rows {
        Row(given: .anotherIsStored.originHas(.v1).and("version 3 of /c", [Step(.serve(.v3, at: Resource.c))])) {
          delegate(.asProposed)
          Step(.load(.a, as: .data), .answers(.v1), .notifies(.v1))
          Step(.load(.c, as: .download), .answers(.v3), .notifiesNothing)
        }
        Row(
          "an upload",
          given: delegateWasAsked.and(
            "the response to a POST to /c has Content-Location: /c",
            [Step(.serve(Representation.v3.with("Content-Location", "/c"), at: Resource.c))])
        ) {
          delegate(.nothing)
          mayAsk(.load(upload, as: .upload), .v3)
          Step(.find(upload), .answersNothing)
          Step(.load(.c), .answers(.v3), .requests(.get("/c")), .notifies(.v3))
        }
      }
      Rule(
        "not-in-background-or-ephemeral", .must,
        "The delegate of a session with a background or ephemeral configuration is not asked whether to cache a response.",
        from: manage, about: .responseSessionKind
      ).rows {
        unasked(.background)
        unasked(.ephemeral)
      }
    }
  }

  private static var willCachePremises: [Premise<ResponseAction>] {
    [
      Premise("response.will-cache.as-proposed") { $0.hasDelegate },
      Premise("response.will-cache.none") { $0.hasDelegate }.lessBasic(than: "response.will-cache.as-proposed"),
      Premise("response.will-cache.once") { $0.hasDelegate }.lessBasic(than: "response.will-cache.as-proposed"),
    ]
  }

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
    relyingOn: "response.will-cache.as-proposed",
    [
      Step(.serve(.v2, at: Resource.b)),
      delegate(.asProposed),
      Step(.load(.b), .answers(.v2), .notifies(.v2)),
      Step(.find(.b), .answers(.v2)),
    ])

  /// The delegate of this kind of session is not asked.
  private static func unasked(_ kind: SessionKind, line: Int = #line) -> Row {
    Row(kind.rawValue, given: delegateWasAsked, line: line) {
      Step(.configure(.other, SessionSetup(kind, delegate: .asProposed)))
      Step(.load(.a, by: .other), .answers(.v1), .notifiesNothing)
    }
  }
}

extension ResponseSpec {
}
