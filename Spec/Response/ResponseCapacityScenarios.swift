extension ResponseSpec {
  private static let lessRoom = ByteCounts(memory: 32_000, disk: 48_000)

  /// Responses that are too large, and capacities that change.
  static let capacityScenarios: [ResponseScenario] = [
    tooLarge(ByteCounts(memory: muchRoom.memory, disk: littleRoom.disk), "too large for the disk"),
    tooLarge(ByteCounts(memory: littleRoom.memory, disk: muchRoom.disk), "too large for memory"),
    Scenario(
      "response.usage.too-large", "too large for both", given: version1BesideAnother,
      then: [
        Step(.put(.v2.padded(to: 400_000), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.checkCapacity, .answers(.withinCapacity)),
        Step(.find(.another), .answers(.body(.another))),
        Step(.put(.v3, for: .a)),
        Step(.find(.a), .answers(.v3)),
        Step(.restart),
        Step(.find(.a), .answers(.v3)),
      ]),
    lowered(
      ByteCounts(memory: lessRoom.memory, disk: 4 << 20), "in memory alone",
      // The last of them has not been read since it was stored.
      [1, 5].map { Step(.find(filling($0)), .answers(filler($0))) }),
    // A store may keep in memory only what is also on disk.
    lowered(ByteCounts(memory: 1 << 20, disk: lessRoom.disk), "on disk alone", [looks(filling(1), filler(1))]),
    Scenario(
      "response.usage.capacity-lowered",
      given: .twentyAreStored,
      then: [
        Step(.setCapacity(lessRoom)),
        Step(.readCapacity, .answers(.capacity(lessRoom))),
        Step(.checkCapacity, .answers(.withinCapacity)),
        Step(.put(.v1, for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.checkCapacity, .answers(.withinCapacity)),
      ]),
  ]

  /// A response that fits only one place replaces one that fitted both: the new one is there, or none is.
  private static func tooLarge(_ capacity: ByteCounts, _ row: String, line: Int = #line) -> ResponseScenario {
    let newOrNone = [
      Outcome<ResponseAction>("kept where it fits", .answers(.body(large.body))),
      Outcome<ResponseAction>("kept nowhere", .answersNothing),
    ]
    return Scenario(
      "response.usage.too-large", row,
      given: Fixture(
        "the store has room for \(capacity)", standingOn: "response.usage.reported",
        [Step(.reopen(capacity: capacity)), Step(.readCapacity, .answers(.capacity(capacity)))]
      ).storingVersion1(),
      then: [
        Step(.put(large, for: .a)),
        Step(.checkCapacity, .answers(.withinCapacity)),
        Step(.find(.a), oneOf: newOrNone),
        Step(.restart),
        Step(.find(.a), oneOf: newOrNone),
        Step(.put(.v3, for: .a)),
        Step(.find(.a), .answers(.v3)),
      ], line: line)
  }

  private static let large = Representation(.v2).padded(to: 400_000)

  /// One capacity is lowered: the newest response stays, and of the older ones those that are named.
  private static func lowered(
    _ capacity: ByteCounts, _ row: String, _ older: [ResponseStep], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "response.usage.capacity-lowered", row, given: .twentyAreStored,
      then: [
        Step(.setCapacity(capacity)),
        Step(.readCapacity, .answers(.capacity(capacity))),
        Step(.checkCapacity, .answers(.withinCapacity)),
      ] + older + [Step(.find(filling(20)), .answers(filler(20)))], line: line)
  }

  private static let version1BesideAnother = Fixture.littleRoom.storingVersion1().and(
    "another response is stored", standingOn: "response.store.returns-what-was-stored",
    [Step(.put(Representation(.another), for: .another)), Step(.find(.another), .answers(.body(.another)))])
}

extension Fixture where Action == ResponseAction {
  fileprivate static let twentyAreStored = Self(
    "20 responses of \(ResponseSpec.size) B are stored", standingOn: "response.usage.within-capacity",
    [Step(.fill(count: 20, bytes: ResponseSpec.size), .answers(.withinCapacity))]
      + [1, 20].map { Step(.find(ResponseSpec.filling($0)), .answers(ResponseSpec.filler($0))) })
}
