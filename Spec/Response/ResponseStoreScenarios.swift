extension ResponseSpec {
  /// What a store returns, before and after it is reopened.
  static let storeScenarios: [ResponseScenario] = [
    inspection("allowed", .allowed, status: 200),
    inspection("allowedInMemoryOnly", .allowedInMemoryOnly, status: 203),
    Scenario(
      "response.store.returns-what-was-stored", "empty body",
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.put(Representation(.empty, cacheControl: []).status(204), for: .a)),
        Step(.inspect(.a), .answers(inOrder: [.status(204), .body(.empty), .storagePolicy(.allowed)])),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "looked at again and again",
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.put(kept.noting(["kept": "yes", "by": "hand"]), for: .a)),
      ] + lookedAtThreeTimes(200)),
    Scenario(
      "response.store.returns-what-was-stored", "in place of another",
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
      "response.store.returns-what-was-stored", "odd texts",
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
      "response.store.returns-what-was-stored", "a body that is no text",
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.put(Representation(ResponseBody("an image", isBinary: true)), for: .a)),
        Step(.find(.a), .answers(.body(ResponseBody("an image", isBinary: true)))),
        Step(.restart),
        Step(.find(.a), .answers(.body(ResponseBody("an image", isBinary: true)))),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "large body",
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.put(.v1.padded(to: 300_000), for: .a)),
        // A store may refuse a response that takes a large part of its capacity, but then keeps no part of it.
        Step(
          .find(.a),
          oneOf: [
            Outcome("kept whole", .answers(.body(Representation.v1.padded(to: 300_000).body))),
            Outcome("not kept", .answersNothing),
          ]),
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
      "response.store.returns-what-was-stored", "beside another",
      then: [
        Step(.put(.v1, for: .a)), Step(.put(.v2, for: .b)), Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answers(.v2)),
      ]),
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
      "response.store.memory-and-disk", "all that is kept beside the body", given: .anotherIsStored,
      then: [
        Step(.put(kept.status(203).noting(["kept": "yes", "by": "hand"]), for: .a)),
        Step(.restart),
      ] + lookedAtThreeTimes(203)),
    Scenario(
      "response.store.replaces", given: .anotherIsStored,
      then: [
        Step(.put(.v1, for: .a)),
        Step(.put(.v2, for: .a)),
        Step(.find(.a), .answers(.v2)),
        Step(.restart),
        Step(.find(.a), .answers(.v2)),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.store.replaces", "of 100 kB", given: .anotherIsStored,
      then: [
        Step(.put(.v1.padded(to: 100_000), for: .a)), Step(.put(.v2.padded(to: 100_000), for: .a)), Step(.restart),
        Step(.find(.a), .answers(.body(ResponseBody("version 2", size: 100_000)))),
        Step(.find(.another), .answers(.body(.another))),
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

  /// A response to GET is not a response to another method.
  static let methodScenarios: [ResponseScenario] =
    ["POST", "PUT", "DELETE"].map { method in
      Scenario(
        "response.store.key-method", method,
        then: [
          Step(.put(.v1, for: .a)),
          Step(.find(RequestMessage(Resource.a, method: method)), .answersNothing),
          Step(.find(.a), .answers(.v1)),
        ])
    }
    + ["POST", "PUT"].map { method in
      Scenario(
        "response.store.key-method", "\(method), loaded", given: .freshStored,
        then: [
          Step(.load(RequestMessage(Resource.a, method: method)), .answers(.v2), .requests(RequestSeen(method, "/a")))
        ])
    }

  /// A loader distinguishes requests as the store does.
  static let loadedKeyScenarios: [ResponseScenario] = [
    ("path", Resource.b), ("query", Resource.a + "?q=1"), ("case of the path", "http://origin.test/A"),
  ].map { part, url in
    Scenario(
      "response.store.key", "\(part), loaded", given: .freshStored,
      then: [
        Step(.load(RequestMessage(url).with(.returnCacheDataDontLoad)), .fails, .requestsNothing),
        Step(.load(.a.with(.returnCacheDataDontLoad)), .answers(.v1), .requestsNothing),
      ])
  }

  /// What happens to a response that is damaged on disk.
  static let damageScenarios: [ResponseScenario] =
    Damage.allCases.map { damageScenario($0) } + [damageScenario(.truncated, bytes: 20_000)]
    + [DamagedFiles.largest, .others].flatMap { files in
      [Damage.truncated, .emptied].map { damageScenario($0, of: files, bytes: 20_000) }
    }
    + Damage.allCases.map { damage in
      Scenario(
        "response.store.unreadable-entry", "\(damage.rawValue), then stored anew",
        given: onDisk(.v1),
        then: [
          Step(.damage(damage)), Step(.put(.v2, for: .a)), Step(.find(.a), .answers(.v2)), Step(.restart),
          Step(.find(.a), .answers(.v2)),
        ])
    }

  private static func onDisk(_ stored: Representation) -> Fixture<ResponseAction> {
    Fixture(
      "\(stored) is stored on disk", standingOn: "response.store.memory-and-disk",
      [
        Step(.measureUsage), Step(.put(stored, for: .a)), Step(.restart),
        Step(.find(.a), .answers(.body(stored.body))),
      ])
  }

  private static func inspection(
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

  private static func lookedAtThreeTimes(_ status: Int) -> [ResponseStep] {
    Array(repeating: Step(.inspect(.a), .answers(inOrder: keptFacts(status: status, .allowed))), count: 3)
  }

  private static func keptFacts(status: Int, _ policy: StoragePolicy) -> [ResponseAnswer] {
    [
      .status(status), .v1, .header("Cache-Control", "max-age=3600"), .header("Content-Type", "text/plain"),
      .header("X-Note", "a: b, c"), .note(key: "by", value: "hand"), .note(key: "kept", value: "yes"),
      .storagePolicy(policy),
    ]
  }

  /// Of a cache that keeps a body and what is known of it in several files, one may be damaged and the others not.
  private static func damageScenario(
    _ damage: Damage, of files: DamagedFiles = .all, bytes: Int? = nil
  ) -> ResponseScenario {
    let stored = Representation(ResponseBody("version 1", size: bytes))
    let counted = Outcome<ResponseAction>("counts as none", .answersNothing)
    let whole = Outcome<ResponseAction>("still whole", .answers(.body(stored.body)))
    return Scenario(
      "response.store.unreadable-entry",
      damage.rawValue + (bytes.map { ", of \($0) B" } ?? "") + files.inRows,
      given: onDisk(stored),
      then: [
        Step(.damage(damage, of: files)),
        Step(.find(.a), oneOf: damage.mayLeaveACopy || files != .all ? [counted, whole] : [counted]),
        Step(.remove(.all)),
        Step(.measureUsage, .answers(oneOf: ResponseAnswer.usagesOfNothing)),
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
