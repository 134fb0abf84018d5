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
      "response.storage.allowed", "searching the disk for its bytes", given: .anotherIsStored,
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
      "response.storage.memory-only", "a 304 has confirmed it since",
      given: .stored(Representation.stale(.v1).withTag.under(.allowedInMemoryOnly)).originHas(.v1.withTag),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
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
    Scenario(
      "response.storage.tightened", "from allowed to memory only", given: .anotherIsStored.storingVersion1(),
      then: [
        Step(.put(.v2.under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers(.v2)),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.storage.tightened", "from allowed to not allowed", given: .anotherIsStored.storingVersion1(),
      then: [
        Step(.put(.v2.under(.notAllowed), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
  ]

  /// A response under this policy does not reach the disk, while one that may be there is found.
  private static func bytesKeptOff(
    _ rule: RuleID, _ body: ResponseBody, _ policy: StoragePolicy, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, "searching the disk for its bytes", given: .bytesAreFound,
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
    Scenario(
      "response.remove.all", "searching the disk for bytes", given: .bytesAreFound,
      then: [
        Step(.put(Representation(.empty).with("X-Note", mark.text), for: .a)),
        // Header fields may be stored in a different form than bodies.
        Step(.searchDisk(mark), .answers(oneOf: [.onDisk, .notOnDisk])),
        Step(.remove(.all)),
        Step(.searchDisk(mark), .answers(.notOnDisk)),
        Step(.searchDisk(forDisk), .answers(.notOnDisk)),
      ]),
    Scenario(
      "response.remove.all", "the files of entries were emptied",
      then: [
        Step(.put(.v1, for: .a)), Step(.remove(.all)), Step(.restart),
        Step(.countFiles),
        Step(.put(.v1, for: .a)), Step(.put(.v2, for: .b)),
        Step(.damage(.emptied)),
        Step(.remove(.all)), Step(.restart),
        Step(.countFiles, .answers(oneOf: [.files(.zero), .files(.unchanged), .files(.shrank)])),
      ]),
    Scenario(
      "response.remove.since", "read after that date",
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
      "response.remove.since", "replaced after that date",
      given: Fixture.none.storingVersion1().and(
        "it is stored for /c too, and a moment is remembered more than a second later",
        [
          Step(.put(.v1, for: .c)), Step(.advance(.milliseconds(1200))), Step(.mark),
          Step(.advance(.milliseconds(1200))),
        ]),
      then: [
        Step(.put(.v2, for: .a)), Step(.find(.a), .answers(.v2)), Step(.remove(.sinceMark)),
        Step(.find(.a), .answersNothing), Step(.find(.c), .answers(.v1)), Step(.restart),
        Step(.find(.a), .answersNothing), Step(.find(.c), .answers(.v1)),
      ]),
    Scenario(
      "response.remove.since", "stored at exactly that date", given: Fixture.none.storingVersion1(),
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

  private static let mark = ResponseBody("a note beside an empty body")

  private static func removalWithinASecond(_ before: RequestMessage, _ after: RequestMessage) -> [ResponseStep] {
    [
      Step(.put(.v1, for: before)), Step(.find(before), .answers(.v1)),
      Step(.advance(.milliseconds(50))), Step(.mark), Step(.advance(.milliseconds(50))),
      Step(.put(.v2, for: after)), Step(.find(after), .answers(.v2)),
      Step(.remove(.sinceMark)),
      Step(.find(before), .answers(.v1)),
      Step(.find(after), .answersNothing),
    ]
  }
}
