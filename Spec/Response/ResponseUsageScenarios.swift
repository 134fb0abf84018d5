extension ResponseSpec {
  /// Capacity for many times what is stored: a store may measure in blocks, and may refuse a response that takes a
  /// large part of the capacity.
  static let muchRoom = ByteCounts(memory: 1_000_000, disk: 4_000_000)
  /// Capacity for a few responses of the usual size: for a dozen if each takes whole blocks of two files, and for half
  /// of that if a full store evicts many at once.
  static let littleRoom = ByteCounts(memory: 80_000, disk: 160_000)
  static let size = 4000
  static let roomForMany = ByteCounts(memory: 1_000_000, disk: 2_000_000)
  static let noRoom = ByteCounts(memory: 0, disk: 0)

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
    remains(after: 60), remains(after: 67),
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
      "response.usage.within-capacity", "stored again, it is no longer the oldest", given: .littleRoom,
      then: [
        Step(.put(.v1.padded(to: size), for: .a)),
        Step(.advance(.milliseconds(1200))),
        Step(.fill(count: 28, bytes: size), .answers(.withinCapacity)),
        Step(.advance(.milliseconds(1200))),
        Step(.put(.v2.padded(to: size), for: .a)),
      ] + seven.map { Step(.put(.v3.padded(to: size), for: $0)) } + [
        Step(.checkCapacity, .answers(.withinCapacity)),
        Step(.restart),
        looks(.a, .body(ResponseBody("version 2", size: size))),
      ]),
    Scenario(
      "response.usage.within-capacity", "the oldest goes first, across a restart", given: .littleRoom,
      then: [
        Step(.fill(count: 28, bytes: size), .answers(.withinCapacity)),
        Step(.advance(.milliseconds(1200))),
        Step(.put(.v1.padded(to: size), for: .a)),
        Step(.restart),
        Step(.advance(.milliseconds(1200))),
      ] + seven.map { Step(.put(.v3.padded(to: size), for: $0)) } + [
        Step(.checkCapacity, .answers(.withinCapacity)),
        looks(.a, .body(ResponseBody("version 1", size: size))),
      ] + seven.map { looks($0, .body(ResponseBody("version 3", size: size))) }),
    Scenario(
      "response.usage.within-capacity", "no memory",
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
      "response.usage.within-capacity", "no disk", given: .anotherIsStored,
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
      "response.usage.reported", "empty body", given: .diskWasUsed,
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
      "response.usage.reported", "of what an earlier run stored", given: .diskWasUsed,
      then: [
        Step(.reopen(capacity: muchRoom)),
        Step(.put(.v1.padded(to: 20_000), for: .a)),
        Step(.measureUsage),
        Step(.restart),
        // How much of it is then in memory is left to the store.
        Step(
          .measureUsage,
          .answers(oneOf: ResponseAnswer.usages(memory: UsageChange.allCases, disk: [.unchanged, .grew, .shrank]))),
        Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 20_000)))),
        Step(
          .measureUsage,
          oneOf: [
            Outcome("comes into memory", usages(memory: [.grew])),
            Outcome("does not", usages(memory: [.zero, .shrank, .unchanged])),
          ]),
      ]),
    Scenario(
      "response.usage.reported", "removed since a moment", given: .diskWasUsed,
      then: [
        Step(.reopen(capacity: muchRoom)), Step(.put(.v1.padded(to: 20_000), for: .a)),
        Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 20_000)))), Step(.advance(.milliseconds(1200))),
        Step(.mark), Step(.advance(.milliseconds(1200))), Step(.put(.v2.padded(to: 20_000), for: .b)),
        Step(.find(.b), .answers(.body(ResponseBody("version 2", size: 20_000)))), Step(.measureUsage),
        Step(.remove(.sinceMark)), Step(.measureUsage, less),
      ]),
    Scenario(
      "response.usage.reported", "found after a restart, and removed", given: .diskWasUsed,
      then: [
        Step(.reopen(capacity: muchRoom)), Step(.measureUsage), Step(.put(.v1.padded(to: 20_000), for: .a)),
        Step(.restart), Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 20_000)))),
        Step(.remove(.one(.a))),
        Step(
          .measureUsage,
          .answers(oneOf: ResponseAnswer.usages(memory: [.zero, .unchanged, .shrank], disk: UsageChange.allCases))),
      ]),
    Scenario(
      "response.usage.within-capacity", "found one after another, more than fit into memory", given: .anotherIsStored,
      then: [
        Step(.reopen(capacity: ByteCounts(memory: littleRoom.memory, disk: muchRoom.disk))),
        Step(.fill(count: 60, bytes: size), .answers(.withinCapacity)), Step(.restart),
      ] + (1...60).map { Step(.find(filling($0)), .answers(filler($0))) } + [
        Step(.checkCapacity, .answers(.withinCapacity))
      ]),
    Scenario(
      "response.usage.within-capacity", "the files of what is evicted", given: .roomForMany,
      then: (1...160).map { Step(.put(many($0), for: filling($0))) } + [
        Step(.restart), Step(.checkFiles, .answers(.withinCapacity)),
      ]),
    nothingIsLeft("all removed since a moment", .sinceMark), nothingIsLeft("removed after it was confirmed", .one(.a)),
    Scenario(
      "response.usage.within-capacity", "one response confirmed sixty times",
      given: .littleRoom.and(
        "another response is stored", standingOn: "response.store.returns-what-was-stored",
        [Step(.put(Representation(.another), for: .another)), Step(.find(.another), .answers(.body(.another)))]),
      then: [
        Step(.put(.stale(.v1).withTag.padded(to: size), for: .a)),
        Step(.serve(.stale(.v1).withTag.padded(to: size), at: Resource.a)),
      ] + Array(repeating: Step(.load(.a), .answers(.body(ResponseBody("version 1", size: size)))), count: 60) + [
        Step(.find(.another), .answers(.body(.another))), Step(.checkCapacity, .answers(.withinCapacity)),
      ]),
    Scenario(
      "response.store.memory-and-disk", "a hundred and twenty",
      then: (1...120).map { Step(.put(Representation(ResponseBody("response \($0)", size: size)), for: filling($0))) }
        + [Step(.restart)]
        + [1, 60, 100, 101, 120].map { Step(.find(filling($0)), .answers(filler($0))) }),
    Scenario(
      "response.storage.memory-only", "more than fit into memory", given: .anotherIsStored,
      then: [
        Step(.reopen(capacity: ByteCounts(memory: littleRoom.memory, disk: muchRoom.disk))),
        Step(.put(.v1.padded(to: 100_000).under(.allowedInMemoryOnly), for: .a)),
      ] + (1...40).map { Step(.put(.v2.padded(to: size).under(.allowedInMemoryOnly), for: later($0))) } + [
        Step(.checkCapacity, .answers(.withinCapacity)), Step(.restart), Step(.find(.a), .answersNothing),
      ] + [1, 2, 20, 40].map { Step(.find(later($0)), .answersNothing) } + [
        Step(.find(.another), .answers(.body(.another)))
      ]),
    Scenario(
      "response.storage.allowed", "once there is room again", given: .anotherIsStored,
      then: [
        Step(.setCapacity(noRoom)), Step(.setCapacity(muchRoom)), Step(.put(.v1, for: .a)), Step(.restart),
        Step(.find(.a), .answers(.v1)),
      ]),
    replacedAgainAndAgain("", .allowed),
    replacedAgainAndAgain(", in memory only", .allowedInMemoryOnly),
  ]

  /// A removed response takes no space; on disk the space may stay reserved for later responses, as in a database.
  private static let less = Expectation<ResponseAction>.answers(
    oneOf: ResponseAnswer.usages(memory: [.shrank], disk: [.shrank, .unchanged]))

  /// A response is stored, confirmed and removed: memory holds no more than before. What remains in its files is left
  /// to the store.
  private static func nothingIsLeft(_ row: String, _ removal: Removal, line: Int = #line) -> ResponseScenario {
    Scenario(
      "response.usage.reported", row,
      given: Fixture.diskWasUsed.originHas(Representation.stale(.v1).withTag),
      then: [
        Step(.measureUsage), Step(.mark), Step(.advance(.milliseconds(1200))),
        Step(.put(.stale(.v1).withTag, for: .a)), Step(.find(.a), .answers(.v1)), Step(.load(.a), .answers(.v1)),
        Step(.remove(removal)), Step(.find(.a), .answersNothing),
        Step(
          .measureUsage,
          .answers(oneOf: ResponseAnswer.usages(memory: [.zero, .unchanged, .shrank], disk: UsageChange.allCases))),
      ], line: line)
  }

  /// A replaced response takes no space: however often one is replaced, another response stays.
  private static func replacedAgainAndAgain(
    _ row: String, _ policy: StoragePolicy, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "response.usage.within-capacity", "one response replaced sixty times\(row)",
      given: (policy == .allowed ? .littleRoom : .littleRoom.memoryWasUsed),
      then: [
        Step(.put(Representation(.another).under(policy), for: .another)),
        Step(.find(.another), .answers(.body(.another))),
      ] + Array(repeating: Step(.put(.v1.padded(to: size).under(policy), for: .a)), count: 60) + [
        Step(.find(.another), .answers(.body(.another))), Step(.checkCapacity, .answers(.withinCapacity)),
      ], line: line)
  }

  /// The newest responses are left when a store with little room is filled past it.
  private static func remains(after count: Int, line: Int = #line) -> ResponseScenario {
    Scenario(
      "response.usage.within-capacity", "the newest of \(count) are left", given: .littleRoom,
      then: [Step(.fill(count: count, bytes: size), .answers(.withinCapacity))]
        + (count - 7...count).map { Step(.find(filling($0)), .answers(filler($0))) }, line: line)
  }

  /// No document says which responses are evicted to stay within a capacity, or how much space one takes.
  static func looks(_ request: RequestMessage, _ kept: ResponseAnswer) -> ResponseStep {
    Step(.find(request), oneOf: [Outcome("kept", .answers(kept)), Outcome("evicted", .answersNothing)])
  }

  private static func usages(memory: [UsageChange]) -> Expectation<ResponseAction> {
    .answers(oneOf: ResponseAnswer.usages(memory: memory, disk: [.grew, .shrank, .unchanged]))
  }

  /// The requests for as many of the newest responses as are left after one more is stored.
  private static let seven = (1...7).map(later)
  private static func later(_ number: Int) -> RequestMessage {
    RequestMessage("http://origin.test/later/\(number)")
  }

  /// One of many responses that are large in total, each a small part of the capacity.
  static func many(_ number: Int) -> Representation { Representation(ResponseBody("response \(number)", size: 60_000)) }

  static func filling(_ number: Int) -> RequestMessage {
    RequestMessage("http://store.test/fill/\(number)")
  }
  static func filler(_ number: Int) -> ResponseAnswer {
    .body(ResponseBody("response \(number)", size: size))
  }
}
