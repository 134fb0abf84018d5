import CacheVocabulary

extension ResponseSpec {
  /// Room for many times what is stored: a store may measure in blocks, and may turn away what takes a large part of it.
  private static let muchRoom = ByteCounts(memory: 1_000_000, disk: 4_000_000)
  /// Room for a few responses.
  static let littleRoom = ByteCounts(memory: 20_000, disk: 40_000)
  private static let lessRoom = ByteCounts(memory: 8_000, disk: 12_000)

  /// Capacities and usages.
  static let usageScenarios: [ResponseScenario] = [
    Scenario(
      "response.usage.reported",
      then: [
        Step(.reopen(capacity: muchRoom)),
        Step(.measureUsage),
        Step(.readCapacity, .answers(.capacity(muchRoom))),
        Step(.put(.v1.padded(to: 20_000), for: .a)),
        Step(.measureUsage, .answers(.usage(memory: .grew, disk: .grew))),
        Step(.put(.v2.padded(to: 20_000), for: .b)),
        Step(.measureUsage, .answers(.usage(memory: .grew, disk: .grew))),
        Step(.remove(.one(.b))),
        Step(.measureUsage, .answers(.usage(memory: .shrank, disk: .shrank))),
      ]),
    Scenario(
      "response.usage.within-capacity", given: .littleRoom,
      then: [
        Step(.fill(count: 60, bytes: 1000), .answers(.withinCapacity)),
        Step(.put(.v1, for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.checkCapacity, .answers(.withinCapacity)),
      ]),
    Scenario(
      "response.usage.too-large", "for both", given: version1BesideAnother,
      then: [
        Step(.put(.v2.padded(to: 100_000), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.checkCapacity, .answers(.withinCapacity)),
        Step(.find(.another), .answers(.body(.another))),
        Step(.put(.v3, for: .a)),
        Step(.find(.a), .answers(.v3)),
        Step(.reopen(capacity: littleRoom)),
        Step(.find(.a), .answers(.v3)),
      ]),
    Scenario(
      "response.usage.too-large", "after reopening", given: version1BesideAnother,
      then: [
        Step(.put(.v2.padded(to: 100_000), for: .a)),
        Step(.reopen(capacity: littleRoom)),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.usage.capacity-lowered",
      given: Fixture(
        "20 responses of 1000 B are stored", standingOn: "response.usage.within-capacity",
        [Step(.fill(count: 20, bytes: 1000), .answers(.withinCapacity))]),
      then: [
        Step(.setCapacity(lessRoom)),
        Step(.readCapacity, .answers(.capacity(lessRoom))),
        Step(.checkCapacity, .answers(.withinCapacity)),
        Step(.put(.v1, for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.checkCapacity, .answers(.withinCapacity)),
      ]),
  ]

  private static let version1BesideAnother = Fixture.littleRoom.storingVersion1().and(
    "another response is stored", standingOn: "response.store.returns-what-was-stored",
    [Step(.put(Representation(.another), for: .another)), Step(.find(.another), .answers(.body(.another)))])
}
