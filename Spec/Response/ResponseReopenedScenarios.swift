/// What is left of stored and removed responses when a store is reopened, or used through a session.
extension ResponseSpec {
  static let reopenedScenarios: [ResponseScenario] = [
    Scenario(
      "response.store.memory-and-disk", "long, empty and odd texts beside the body", given: .anotherIsStored,
      then: [Step(.put(odd, for: .a)), Step(.restart), Step(.inspect(.a), .answers(containing: oddFacts))]),
    Scenario(
      "response.store.memory-and-disk", "line breaks and tabs beside the body", given: .anotherIsStored,
      then: [
        Step(
          .put(
            Representation.v1.with("X-Note", "a\tb").noting(breaks.mapValues { "a\($0)b" }), for: .a)), Step(.restart),
        Step(
          .inspect(.a),
          .answers(
            containing: [.v1, .header("X-Note", "a\tb")]
              + breaks.sorted { $0.key < $1.key }.map { .note(key: $0.key, value: "a\($0.value)b") })),
      ]),
    Scenario(
      "response.store.memory-and-disk", "a body of 100 kB", given: .anotherIsStored,
      then: [
        Step(.put(.v1.padded(to: 100_000), for: .a)),
        Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 100_000)))), Step(.restart),
        Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 100_000)))),
      ]),
    // A store may refuse a response that takes a large part of its capacity, but then keeps no part of it.
    Scenario(
      "response.store.memory-and-disk", "a body of 300 kB", given: .anotherIsStored,
      then: [
        Step(.put(.v1.padded(to: 300_000), for: .a)), Step(.restart),
        Step(
          .find(.a),
          oneOf: [
            Outcome("kept whole", .answers(.body(ResponseBody("version 1", size: 300_000)))),
            Outcome("not kept", .answersNothing),
          ]), Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.store.key-method", "POST, across a restart",
      then: [
        Step(.put(.v1, for: RequestMessage(Resource.a, method: "POST"))), Step(.put(.v2, for: .b)), Step(.restart),
        Step(.find(.a), .answersNothing), Step(.find(.b), .answers(.v2)),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "user info of what was confirmed since",
      given: .stored(Representation.stale(.v1).withTag.noting(["by": "hand"])).originHas(.v1.withTag),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.inspect(.a), .answers(containing: [.v1, .note(key: "by", value: "hand")])),
      ]),
    Scenario(
      "response.store.returns-what-was-stored", "status of what was confirmed since",
      given: .stored(Representation.stale(.v1).withTag.status(404)).originHas(Representation.v1.withTag.status(404)),
      then: [
        Step(.load(.a), .answers(.v1), .checks), Step(.inspectStatus, .answers(.status(404))),
        Step(.inspect(.a), .answers(containing: [.v1, .status(404)])),
      ]),
    tightened("memory-only, and the app is killed", .allowedInMemoryOnly),
    tightened("not allowed, and the app is killed", .notAllowed),
  ]

  private static let breaks = ["LF": "\n", "CR": "\r", "both": "\r\n", "a tab": "\t", "a line": "\n\n"]

  private static let odd = (1...40).reduce(
    Representation.v1.with("X-Long", long).with("X-Empty", "").with("X-Odd", "größe")
      .noting(["odd": "日本 🎉", "long": long])
  ) { $0.with("X-Number-\($1)", "\($1)") }

  private static let long = String(repeating: "long ", count: 400) + "end"

  private static let oddFacts: [ResponseAnswer] =
    [.v1, .header("X-Long", long), .header("X-Empty", ""), .header("X-Odd", "größe")]
    + (1...40).map { .header("X-Number-\($0)", "\($0)") }
    + [.note(key: "odd", value: "日本 🎉"), .note(key: "long", value: long)]

  /// A response is stored again under a stricter storage policy, and the app's process ends.
  private static func tightened(_ row: String, _ policy: StoragePolicy, line: Int = #line) -> ResponseScenario {
    Scenario(
      "response.storage.tightened", row, given: .anotherIsStored.storingVersion1(),
      then: [
        Step(.put(.v2.under(policy), for: .a)), Step(.kill), Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ], line: line)
  }

  /// What was removed is gone, whether or not it was read since the store was opened, and whichever session served it
  /// before.
  static let removedScenarios: [ResponseScenario] =
    [
      Scenario(
        "response.remove.one", "of what an earlier run stored", given: Fixture.none.storingVersion1().storingVersion2(),
        then: [
          Step(.restart), Step(.remove(.one(.a))), Step(.restart), Step(.find(.a), .answersNothing),
          Step(.find(.b), .answers(.v2)),
        ]),
      Scenario(
        "response.remove.since", "of what an earlier run stored", given: stored(since: .v2),
        then: [
          Step(.restart), Step(.remove(.sinceMark)), Step(.restart), Step(.find(.a), .answers(.v1)),
          Step(.find(.b), .answersNothing),
        ]),
      Scenario(
        "response.remove.since", "what is in memory only",
        given: stored(since: Representation.v2.under(.allowedInMemoryOnly)),
        then: [
          Step(.remove(.sinceMark)), Step(.find(.a), .answers(.v1)), Step(.find(.b), .answersNothing),
        ]),
      Scenario(
        "response.remove.one", "what is in memory only", given: Fixture.none.storingVersion1().memoryWasUsed,
        then: [
          Step(.put(.v2.under(.allowedInMemoryOnly), for: .b)), Step(.find(.b), .answers(.v2)),
          Step(.remove(.one(.b))), Step(.find(.b), .answersNothing), Step(.find(.a), .answers(.v1)),
        ]),
      Scenario(
        "response.remove.one", "named with a fragment", given: Fixture.none.storingVersion1().storingVersion2(),
        then: [
          Step(.remove(.one(RequestMessage(Resource.a + "#top")))), Step(.find(.a), .answersNothing),
          Step(.find(.b), .answers(.v2)),
        ]),
      Scenario(
        "response.remove.one", "one after another, more than there is room for", given: .roomForMany,
        then: (1...160).flatMap { number -> [ResponseStep] in
          [Step(.put(many(number), for: filling(number))), Step(.remove(.one(filling(number))))]
        } + [Step(.restart), Step(.checkFiles, .answers(.withinCapacity))]),
    ]
    + [
      ("response.remove.one", Removal.one(.a)), ("response.remove.since", .sinceMark), ("response.remove.all", .all),
    ].flatMap { rule, removal in
      [("served", served), ("loaded", loaded)].map { what, fixture in
        Scenario(
          rule, "then loaded by the session that \(what) it", given: fixture,
          then: [Step(.remove(removal)), Step(.load(.a), .answers(.v2), .requests(.get("/a")))])
      }
    }

  private static let later = Fixture<ResponseAction>.originHasVersion2.and(
    "this moment is remembered", [Step(.mark), Step(.advance(.milliseconds(1200)))])

  /// A session has served version 1 without having loaded it; the origin has version 2.
  private static let served = later.storingVersion1().and(
    "it is served", standingOn: "response.policy.default-is-use-protocol",
    [Step(.load(.a), .answers(.v1), .requestsNothing)])

  /// A session has loaded version 1 and serves it; the origin has version 2.
  private static let loaded = later.originHas(.v1).and(
    "it is loaded, and served", standingOn: "response.load.stores",
    [
      Step(.load(.a), .answers(.v1)), Step(.serve(.v2, at: Resource.a)),
      Step(.load(.a), .answers(.v1), .requestsNothing),
    ])

  /// Version 1 is stored before the recorded moment, and another response after it.
  private static func stored(since representation: Representation) -> Fixture<ResponseAction> {
    Fixture.none.storingVersion1().and(
      "\(representation) is stored for /b more than a second later",
      standingOn: "response.store.returns-what-was-stored",
      [
        Step(.advance(.milliseconds(1200))), Step(.mark), Step(.advance(.milliseconds(1200))),
        Step(.put(representation, for: .b)), Step(.find(.b), .answers(.body(representation.body))),
      ])
  }
}
