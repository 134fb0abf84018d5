extension ResponseSpec {
  /// Capacity for many times what is stored: a store may measure in blocks, and may refuse a response that takes a
  /// large part of the capacity.
  static let muchRoom = ByteCounts(memory: 1_000_000, disk: 4_000_000)
  /// Capacity for a few responses of the usual size: for a dozen if each takes whole blocks of two files, and for half
  /// of that if a full store evicts many at once.
  static let littleRoom = ByteCounts(memory: 80_000, disk: 160_000)
  static let size = 4000

  /// Capacities and usages.
  static let usageScenarios: [ResponseScenario] = [
    Scenario(
      "response.usage.reported", given: .diskWasUsed,
      then: [
        Step(.reopen(capacity: muchRoom)),
        Step(.measureUsage),
        Step(.readCapacity, .answers(.capacity(muchRoom))),
        // A response that is read is in memory, perhaps only from its first read on.
        Step(.put(.v1.padded(to: 20_000), for: .a)),
        Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 20_000)))),
        Step(.measureUsage, .answers(.usage(memory: .grew, disk: .grew))),
        Step(.put(.v2.padded(to: 20_000), for: .b)),
        Step(.find(.b), .answers(.body(ResponseBody("version 2", size: 20_000)))),
        Step(.measureUsage, .answers(.usage(memory: .grew, disk: .grew))),
        Step(.remove(.one(.b))),
        Step(.measureUsage, less),
      ]),
    Scenario(
      "response.usage.within-capacity", given: .littleRoom,
      then: [
        Step(.fill(count: 60, bytes: size), .answers(.withinCapacity)),
        Step(.put(.v1, for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.checkCapacity, .answers(.withinCapacity)),
      ]),
    Scenario(
      "response.usage.within-capacity", "the newest of 60 are left", given: .littleRoom,
      then: [Step(.fill(count: 60, bytes: size), .answers(.withinCapacity))]
        + (53...60).map { Step(.find(filling($0)), .answers(filler($0))) }),
    Scenario(
      "response.usage.within-capacity", "the oldest goes first", given: .littleRoom,
      then: [
        // All have the same size, and none is read before: memory and disk may differ in what they hold, and when.
        Step(.put(.v1.padded(to: size), for: .a)),
        Step(.advance(.milliseconds(1200))),
        Step(.put(.v2.padded(to: size), for: .b)),
        Step(.advance(.milliseconds(1200))),
        Step(.fill(count: 60, bytes: size), .answers(.withinCapacity)),
        Step(.find(.a), .answersNothing),
        Step(.find(.b), .answersNothing),
        Step(.find(filling(60)), .answers(filler(60))),
      ]),
    Scenario(
      "response.usage.within-capacity", "the capacity in memory is zero",
      given: .diskWasUsed,
      then: [
        Step(.put(Representation(.another), for: .another)),
        Step(.reopen(capacity: ByteCounts(memory: 0, disk: muchRoom.disk))),
        Step(.put(.v1, for: .a)),
        Step(.checkCapacity, .answers(.withinCapacity)),
        Step(.find(.a), .answers(.v1)),
        Step(.restart),
        Step(.find(.a), .answers(.v1)),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.usage.within-capacity", "the capacity on disk is zero", given: .anotherIsStored,
      then: [
        Step(.reopen(capacity: ByteCounts(memory: muchRoom.memory, disk: 0))),
        Step(.put(.v1, for: .a)),
        Step(.checkCapacity, .answers(.withinCapacity)),
        // A store may keep in memory only what is also on disk.
        looks(.a, .v1),
        Step(.reopen(capacity: muchRoom)),
        Step(.find(.a), .answersNothing),
      ]),
    Scenario(
      "response.usage.reported", "the body is empty", given: .diskWasUsed,
      then: [
        Step(.reopen(capacity: muchRoom)),
        Step(.measureUsage),
        Step(.put(Representation(.empty), for: .a)),
        // Usage that counts only bodies has nothing to count.
        Step(
          .measureUsage,
          .answers(
            oneOf: ResponseAnswer.usages(memory: [.grew], disk: UsageChange.allCases)
              + ResponseAnswer.usages(memory: UsageChange.allCases.filter { $0 != .grew }, disk: [.grew]))),
      ]),
    Scenario(
      "response.usage.reported", "all was removed since a date",
      given: Fixture.diskWasUsed.originHas(Representation.stale(.v1).withTag),
      then: [
        Step(.measureUsage), Step(.mark), Step(.advance(.milliseconds(1200))),
        Step(.put(.stale(.v1).withTag, for: .a)), Step(.find(.a), .answers(.v1)), Step(.load(.a), .answers(.v1)),
        Step(.remove(.sinceMark)), Step(.find(.a), .answersNothing),
        // What remains in the files is left to the store.
        Step(
          .measureUsage,
          .answers(oneOf: ResponseAnswer.usages(memory: [.zero, .unchanged, .shrank], disk: UsageChange.allCases))),
      ]),
    // A replaced response takes no space: however often one is replaced, another response stays.
    Scenario(
      "response.usage.within-capacity", "one response is replaced sixty times", given: .littleRoom,
      then: [
        Step(.put(Representation(.another), for: .another)), Step(.find(.another), .answers(.body(.another))),
      ] + Array(repeating: Step(.put(.v1.padded(to: size), for: .a)), count: 60) + [
        Step(.find(.another), .answers(.body(.another))), Step(.checkCapacity, .answers(.withinCapacity)),
      ]),
  ]

  /// A removed response takes no space; on disk the space may stay reserved for later responses, as in a database.
  private static let less = Expectation<ResponseAction>.answers(
    oneOf: ResponseAnswer.usages(memory: [.shrank], disk: [.shrank, .unchanged]))

  /// No document says which responses are evicted to stay within a capacity, or how much space one takes.
  static func looks(_ request: RequestMessage, _ kept: ResponseAnswer) -> ResponseStep {
    Step(.find(request), oneOf: [Outcome("kept", .answers(kept)), Outcome("evicted", .answersNothing)])
  }

  static func filling(_ number: Int) -> RequestMessage {
    RequestMessage("http://store.test/fill/\(number)")
  }
  static func filler(_ number: Int) -> ResponseAnswer {
    .body(ResponseBody("response \(number)", size: size))
  }
}
