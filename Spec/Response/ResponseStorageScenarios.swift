extension ResponseSpec {
  /// Where each storage policy allows a response to be kept.
  static let storageScenarios: [ResponseScenario] = [
    Scenario(
      "response.storage.allowed", given: .anotherIsStored,
      then: [
        Step(.put(.v1.under(.allowed), for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.restart),
        Step(.find(.a), .answers(.v1)),
      ]),
    Scenario(
      "response.storage.allowed", "once it was in memory only", given: .anotherIsStored,
      then: [
        Step(.put(.v1.under(.allowedInMemoryOnly), for: .a)), Step(.put(.v2.under(.allowed), for: .a)), Step(.restart),
        Step(.find(.a), .answers(.v2)),
      ]),
    Scenario(
      "response.storage.allowed", "without a body", given: .anotherIsStored,
      then: [
        Step(.put(Representation(.empty).under(.allowed), for: .a)),
        Step(.restart),
        Step(.find(.a), .answers(.body(.empty))),
      ]),
    Scenario(
      "response.storage.allowed", "bytes", given: .anotherIsStored,
      then: [
        Step(.searchDisk(forDisk), .answers(.notOnDisk)),
        Step(.put(Representation(forDisk).under(.allowed), for: .a)),
        Step(.searchDisk(forDisk), .answers(.onDisk)),
      ]),
    bytesKeptOff("response.storage.memory-only", forMemoryOnly, .allowedInMemoryOnly),
    bytesKeptOff("response.storage.not-allowed", forNowhere, .notAllowed),
    Scenario(
      "response.storage.memory-only", given: .anotherIsStored,
      then: [
        Step(.put(Representation(forMemoryOnly).under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers(.body(forMemoryOnly))),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.storage.memory-only", "confirmed since",
      given: .stored(Representation.stale(.v1).withTag.under(.allowedInMemoryOnly)).originHas(.v1.withTag),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.storage.memory-only", "pushed out of memory", given: .littleRoom,
      then: [
        Step(.put(Representation(forMemoryOnly).under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers(.body(forMemoryOnly))),
        Step(.fill(count: 60, bytes: size)),
        Step(.restart),
        Step(.find(.a), .answersNothing),
      ]),
    Scenario(
      "response.storage.not-allowed", given: .anotherIsStored,
      then: [
        Step(.put(Representation(forNowhere).under(.notAllowed), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    bytesLeave("response.storage.tightened", .put(.v2.under(.allowedInMemoryOnly), for: .b)),
    Scenario(
      "response.storage.tightened", "memory-only", given: .anotherIsStored.storingVersion1(),
      then: [
        Step(.put(.v2.under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers(.v2)),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.storage.tightened", "not allowed", given: .anotherIsStored.storingVersion1(),
      then: [
        Step(.put(.v2.under(.notAllowed), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
  ]

  /// A response is on disk and then no longer kept there. Whether its bytes are overwritten at once is left to the
  /// store.
  private static func bytesLeave(_ rule: RuleID, _ change: ResponseAction, line: Int = #line) -> ResponseScenario {
    Scenario(
      rule, "bytes", given: .bytesAreFound,
      then: [
        Step(change),
        Step(
          .searchDisk(forDisk),
          oneOf: [
            Outcome("overwritten at once", .answers(.notOnDisk)), Outcome("overwritten later", .answers(.onDisk)),
          ]), Step(.restart), Step(.find(.b), .answersNothing), Step(.find(.another), .answers(.body(.another))),
      ], line: line)
  }

  /// A response under this policy does not reach the disk, while one that may be there is found.
  private static func bytesKeptOff(
    _ rule: RuleID, _ body: ResponseBody, _ policy: StoragePolicy, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, "bytes", given: .bytesAreFound,
      then: [
        Step(.put(Representation(body).under(policy), for: .a)),
        Step(.searchDisk(body), .answers(.notOnDisk)),
      ], line: line)
  }

  static let forDisk = ResponseBody("for the disk")
  static let forMemoryOnly = ResponseBody("for memory only")
  private static let forNowhere = ResponseBody("for nowhere")

  /// What a removal removes and what it keeps.
  static let removalScenarios: [ResponseScenario] = [
    bytesLeave("response.remove.one", .remove(.one(.b))),
    Scenario(
      "response.remove.all", "bytes", given: .bytesAreFound,
      then: [
        Step(.put(Representation(.empty).with("X-Note", mark.text), for: .a)),
        // Header fields may be stored in a different form than bodies.
        Step(.searchDisk(mark), .answers(oneOf: [.onDisk, .notOnDisk])),
        Step(.remove(.all)),
        Step(.searchDisk(mark), .answers(.notOnDisk)),
        Step(.searchDisk(forDisk), .answers(.notOnDisk)),
      ]),
    Scenario(
      "response.remove.all", "emptied files",
      then: [
        Step(.put(.v1, for: .a)), Step(.remove(.all)), Step(.restart),
        Step(.countFiles),
        Step(.put(.v1, for: .a)), Step(.put(.v2, for: .b)),
        Step(.damage(.emptied)),
        Step(.remove(.all)), Step(.restart),
        Step(.countFiles, .answers(oneOf: [.files(.zero), .files(.unchanged), .files(.shrank)])),
      ]),
    Scenario(
      "response.remove.all", "what an earlier run stored", given: Fixture.none.storingVersion1().storingVersion2(),
      then: [Step(.restart), Step(.remove(.all))] + nothingIsFound),
    Scenario(
      "response.remove.all", "again", given: Fixture.none.storingVersion1(),
      then: [Step(.remove(.all)), Step(.put(.v2, for: .b)), Step(.find(.b), .answers(.v2)), Step(.remove(.all))]
        + nothingIsFound),
    Scenario(
      "response.remove.all", "what is in memory only", given: Fixture.none.memoryWasUsed,
      then: [
        Step(.put(.v1.under(.allowedInMemoryOnly), for: .a)), Step(.find(.a), .answers(.v1)), Step(.remove(.all)),
      ] + nothingIsFound),
    Scenario(
      "response.remove.one", "stored again later", given: Fixture.none.storingVersion1().storingVersion2(),
      then: [
        Step(.advance(.milliseconds(1200))),
        Step(.put(.v3, for: .a)),
        Step(.find(.a), .answers(.v3)),
        Step(.remove(.one(.a))),
        Step(.find(.a), .answersNothing),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.b), .answers(.v2)),
      ]),
    Scenario(
      "response.remove.one", "beside longer URLs", given: Fixture.none.storingVersion1().storingVersion2(),
      then: [
        Step(.put(.v3, for: RequestMessage("\(Resource.a)?q=1"))),
        Step(.put(Representation(.another), for: .another)),
        Step(.remove(.one(.a))),
        Step(.find(.a), .answersNothing),
        Step(.find(RequestMessage("\(Resource.a)?q=1")), .answers(.v3)),
        Step(.find(.another), .answers(.body(.another))),
        Step(.restart),
        Step(.find(RequestMessage("\(Resource.a)?q=1")), .answers(.v3)),
      ]),
    Scenario(
      "response.remove.since", "looked at since",
      given: Fixture.none.storingVersion1().and(
        "a moment is remembered more than a second later",
        [Step(.advance(.milliseconds(1200))), Step(.mark), Step(.advance(.milliseconds(1200)))]
      ).storingVersion2(),
      then: [
        Step(.find(.a), .answers(.v1)),
        Step(.remove(.sinceMark)),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answersNothing),
      ]),
    Scenario(
      "response.remove.one",
      given: Fixture.none.storingVersion1().storingVersion2(),
      then: [
        Step(.put(.v3, for: .c)),
        Step(.remove(.one(.b))),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answersNothing),
        Step(.find(.c), .answers(.v3)),
        Step(.restart),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answersNothing),
        Step(.find(.c), .answers(.v3)),
      ]),
    Scenario(
      "response.remove.since",
      given: Fixture.none.storingVersion1().and(
        "a moment is remembered more than a second later",
        [Step(.advance(.milliseconds(1200))), Step(.mark), Step(.advance(.milliseconds(1200)))]
      ).storingVersion2(),
      then: [
        Step(.remove(.sinceMark)),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answersNothing),
        Step(.restart),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.b), .answersNothing),
      ]),
    Scenario(
      "response.remove.since", "at that very moment", given: Fixture.none.storingVersion1(),
      then: [
        Step(.advance(.milliseconds(1200))), Step(.put(.v2, for: .b)), Step(.mark), Step(.remove(.sinceMark)),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.b), oneOf: [Outcome("removed", .answersNothing), Outcome("kept", .answers(.v2))]),
      ]),
    // Three times: a store with whole seconds distinguishes the two only when a second begins between them.
    Scenario(
      "response.remove.since-precision",
      then: (1...3).flatMap { round in
        removalWithinASecond(RequestMessage("\(Resource.a)\(round)"), RequestMessage("\(Resource.b)\(round)"))
      }),
    Scenario(
      "response.remove.since-precision", "of what an earlier run stored",
      then: (1...3).flatMap { round in
        removalWithinASecond(
          RequestMessage("\(Resource.a)\(round)"), RequestMessage("\(Resource.b)\(round)"), afterARestart: true)
      }),
    Scenario(
      "response.remove.all",
      given: Fixture("the usages of an empty store are measured", [Step(.measureUsage)])
        .storingVersion1().storingVersion2(),
      then: [
        Step(.remove(.all)),
        Step(.measureUsage, .answers(oneOf: ResponseAnswer.usagesOfNothing)),
        Step(.find(.a), .answersNothing),
        Step(.find(.b), .answersNothing),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.measureUsage, .answers(oneOf: ResponseAnswer.usagesOfNothing)),
      ]),
  ]

  private static let nothingIsFound: [ResponseStep] = [
    Step(.find(.a), .answersNothing), Step(.find(.b), .answersNothing), Step(.restart),
    Step(.find(.a), .answersNothing), Step(.find(.b), .answersNothing),
  ]

  private static let mark = ResponseBody("a note beside an empty body")

  private static func removalWithinASecond(
    _ before: RequestMessage, _ after: RequestMessage, afterARestart: Bool = false
  ) -> [ResponseStep] {
    [
      Step(.put(.v1, for: before)), Step(.find(before), .answers(.v1)),
      Step(.advance(.milliseconds(50))), Step(.mark), Step(.advance(.milliseconds(50))),
      Step(.put(.v2, for: after)), Step(.find(after), .answers(.v2)),
    ] + (afterARestart ? [Step(.restart)] : []) + [
      Step(.remove(.sinceMark)),
      Step(.find(before), .answers(.v1)),
      Step(.find(after), .answersNothing),
    ]
  }
}
