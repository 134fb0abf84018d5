extension ResponseSpec {
  static let storeRows: [ResponseScenario] = [
    inspected("stored under allowed", .allowed, status: 200),
    inspected("stored under allowedInMemoryOnly", .allowedInMemoryOnly, status: 203),
    Scenario(
      "response.store.returns-what-was-stored", "the body is empty",
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.put(Representation(.empty, cacheControl: []).status(204), for: .a)),
        Step(.inspect(.a), .answers(inOrder: [.status(204), .body(.empty), .storagePolicy(.allowed)])),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "the body is binary",
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.put(Representation(ResponseBody("an image", isBinary: true)), for: .a)),
        Step(.find(.a), .answers(.body(ResponseBody("an image", isBinary: true)))),
        Step(.restart),
        Step(.find(.a), .answers(.body(ResponseBody("an image", isBinary: true)))),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "bodies that are no lines of text",
      then: has("\r\n", for: .a) + has("\0", for: .b) + has("\u{FEFF}version 1", for: .c)),
    Scenario(
      "response.store.returns-what-was-stored", "a load is answered with it, and it is no 200",
      given: .offered(Representation.v1.status(404)).originHas(Representation.v1.status(404)),
      then: [Step(.load(.a), .answers(.v1)), Step(.inspectStatus, .answers(.status(404)))]),
    Scenario(
      "response.store.returns-what-was-stored", "with texts that are empty or not ASCII",
      then: [
        Step(
          .put(Representation.v1.with("X-Empty", "").noting(["empty": "", "größe": "日本 🎉", "": "no name"]), for: .a)),
        Step(
          .inspect(.a),
          .answers(inOrder: [
            .status(200), .v1, .header("Cache-Control", "max-age=3600"), .header("X-Empty", ""),
            .note(key: "", value: "no name"), .note(key: "empty", value: ""), .note(key: "größe", value: "日本 🎉"),
            .storagePolicy(.allowed),
          ])),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "two responses are stored",
      then: [
        Step(.put(.v1, for: .a)), Step(.put(.v2, for: .b)), Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answers(.v2)),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "it replaced another response",
      then: [
        Step(.put(kept.status(203).noting(["kept": "yes", "by": "hand"]), for: .a)),
        Step(.put(Representation.v2.with("X-Other", "2").noting(["other": "2"]), for: .a)),
        Step(
          .inspect(.a),
          .answers(inOrder: [
            .status(200), .v2, .header("Cache-Control", "max-age=3600"), .header("X-Other", "2"),
            .note(key: "other", value: "2"), .storagePolicy(.allowed),
          ])),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "a 304 has confirmed it since",
      given: .staleStored(Representation.brief(.v1).withTag.status(203)).originHas(
        Representation.v1.withTag.status(203)),
      then: [
        Step(.load(.a), .answers(.v1), .checks), Step(.inspectStatus, .answers(.status(203))),
        Step(.inspect(.a), .answers(containing: [.v1, .status(203)])),
      ]),
    Scenario(
      "response.store.miss",
      then: [
        Step(.find(.a), .answersNothing),
        Step(.put(.v1, for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answersNothing),
      ]),
    missed("on another host", "http://other.test/a"), missed("under another path", "http://origin.test/b"),
    Scenario(
      "response.store.memory-and-disk", given: .anotherIsStored,
      then: [
        Step(.put(.v1, for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.restart),
        Step(.find(.a), .answers(.v1)),
        Step(.restart),
        Step(.find(.a), .answers(.v1)),
      ]),
    Scenario(
      "response.store.memory-and-disk", "with status, header fields and user info", given: .anotherIsStored,
      then: [
        Step(.put(kept.status(203).noting(["kept": "yes", "by": "hand"]), for: .a)),
        Step(.restart),
        Step(.inspect(.a), .answers(inOrder: keptFacts(status: 203, .allowed))),
      ]),
    Scenario(
      "response.store.replaces", given: .anotherIsStored,
      then: [
        Step(.put(.v1, for: .a)),
        Step(.put(.v2, for: .a)),
        Step(.find(.a), .answers(.v2)),
      ],
      ifPossible: [
        Step(.restart),
        Step(.find(.a), .answers(.v2)),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.store.replaces", "with the same entity tag", given: .anotherIsStored,
      then: [
        Step(.put(.v1.withTag, for: .a)), Step(.put(.v2.with("ETag", ResponseBody.v1.tag), for: .a)),
        Step(.find(.a), .answers(.v2)),
      ]),
    Scenario(
      "response.store.replaces", "then evicted", given: .littleRoom,
      then: [
        Step(.put(.v1, for: .a)),
        Step(.put(.v2, for: .a)),
        Step(.find(.a), .answers(.v2)),
        Step(.fill(count: 60, bytes: size)),
        Step(.put(.v3, for: .a)),
        Step(.find(.a), .answers(.v3)),
      ]),
    Scenario(
      "response.store.key-method", "POST",
      then: [
        Step(.put(.v1, for: .a)),
        Step(.find(RequestMessage(Resource.a, method: "POST")), .answersNothing),
        Step(.find(.a), .answers(.v1)),
      ]),
    Scenario(
      "response.store.key-method", "loading by POST", given: .freshStored,
      then: [
        Step(.load(RequestMessage(Resource.a, method: "POST")), .answers(.v2), .requests(RequestSeen("POST", "/a")))
      ]),
    Scenario(
      "response.store.two-at-one-place",
      given: Fixture(
        "a second store is open at the same place", standingOn: "response.store.miss",
        [Step(.find(.a, in: .twin), .answersNothing)]),
      then: [
        Step(.put(.v1, for: .a)),
        Step(
          .find(.a, in: .twin),
          oneOf: [Outcome("sees it", .answers(.v1)), Outcome("does not see it", .answersNothing)]),
        Step(.find(.a), .answers(.v1)),
      ]),
    Scenario("response.store.concurrent", then: [Step(.hammer(300), .answers(.noMixUps))]),
  ]

  /// A response that is damaged on disk.
  static let damageRows = ([.truncated, .emptied, .overwritten] as [Damage]).map(damaged)

  private static func has(_ text: String, for request: RequestMessage) -> [ResponseStep] {
    let body = ResponseBody(text)
    return [Step(.have(Representation(body), for: request)), Step(.find(request), .answers(.body(body)))]
  }

  private static func inspected(
    _ row: String, _ policy: StoragePolicy, status: Int, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "response.store.returns-what-was-stored", row,
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.put(kept.status(status).noting(["kept": "yes", "by": "hand"]).under(policy), for: .a)),
        Step(.inspect(.a), .answers(inOrder: keptFacts(status: status, policy))),
      ], line: line)
  }

  private static let kept = Representation.v1.with("Content-Type", "text/plain").with("X-Note", "a: b, c")

  private static func keptFacts(status: Int, _ policy: StoragePolicy) -> [ResponseAnswer] {
    [
      .status(status), .v1, .header("Cache-Control", "max-age=3600"), .header("Content-Type", "text/plain"),
      .header("X-Note", "a: b, c"), .note(key: "by", value: "hand"), .note(key: "kept", value: "yes"),
      .storagePolicy(policy),
    ]
  }

  private static func damaged(_ damage: Damage) -> ResponseScenario {
    let counted = Outcome<ResponseAction>("counts as no copy", .answersNothing)
    let whole = Outcome<ResponseAction>("still whole", .answers(.v1))
    return Scenario(
      "response.store.unreadable-entry", damage.rawValue,
      given: Fixture(
        "version 1 is stored on disk", standingOn: "response.store.memory-and-disk",
        [Step(.measureUsage), Step(.put(.v1, for: .a)), Step(.restart), Step(.find(.a), .answers(.v1))]),
      then: [
        Step(.damage(damage)),
        Step(.find(.a), oneOf: damage.mayLeaveACopy ? [counted, whole] : [counted]),
        Step(.remove(.all)),
        Step(.measureUsage, .usageOfNothing),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.put(.v2, for: .a)),
        Step(.restart),
        Step(.find(.a), .answers(.v2)),
      ])
  }

  /// What is stored for another URL is not found.
  private static func missed(_ row: String, _ url: String, line: Int = #line) -> ResponseScenario {
    Scenario(
      "response.store.miss", row,
      then: [
        Step(.put(.v1, for: RequestMessage(url))), Step(.find(RequestMessage(url)), .answers(.v1)),
        Step(.find(.a), .answersNothing),
      ], line: line)
  }
}

/// The app's process ends without warning: nothing is closed, and nothing flushed.
extension ResponseSpec {
  static let killRows: [ResponseScenario] = [
    killed(
      "after a response was stored", after: [.put(.v1, for: .a)],
      [Step(.find(.a), .answers(.v1)), Step(.find(.b), .answersNothing), othersStay]),
    killed(
      "after one of two was removed", after: [.put(.v1, for: .a), .put(.v2, for: .b), .remove(.one(.a))],
      [Step(.find(.a), .answersNothing), Step(.find(.b), .answers(.v2)), othersStay]),
    killed(
      "after one was replaced", after: [.put(.v1, for: .a), .put(.v2, for: .b), .put(.v3, for: .a)],
      [Step(.find(.a), .answers(.v3)), Step(.find(.b), .answers(.v2)), othersStay]),
    killed(
      "after all were removed", after: [.put(.v1, for: .a), .put(.v2, for: .b), .remove(.all)],
      [Step(.find(.a), .answersNothing), Step(.find(.b), .answersNothing), Step(.find(.another), .answersNothing)]),
  ]

  private static let othersStay = ResponseStep(.find(.another), .answers(.body(.another)))

  /// The app is killed after some changes, and what is left is looked at.
  private static func killed(
    _ row: String, after changes: [ResponseAction], _ looks: [ResponseStep], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "response.store.survives-kill", row, given: .anotherIsStored,
      then: changes.map { Step($0) } + [Step(.kill)] + looks, line: line)
  }
}
