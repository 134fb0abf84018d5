/// A store has a capacity in memory and one on disk, reports how much of each is in use, and evicts responses to stay
/// within them. From 'Access the Cache Directly' of Apple's 'Accessing cached data'.
extension ResponseSpec {
  static var usageTopic: Topic<ResponseAction> {
    Topic("response.usage", premises: usagePremises) {
      Rule(
        "reported", .must,
        "The store reports its capacities as configured, and its usages grow when a response is stored, even one with an empty body, and shrink when it is removed. On disk, the freed space may stay reserved for later responses.",
        from: access, about: .responseSize
      ).rows {
        Row(given: .diskWasUsed) {
          Step(.reopen(capacity: muchRoom))
          Step(.measureUsage)
          Step(.readCapacity, .answers(.capacity(muchRoom)))
          // A response that is read is in memory, perhaps only from its first read on.
          Step(.put(.v1.padded(to: 20_000), for: .a))
          Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 20_000))))
          Step(.measureUsage, .answers(.usage(memory: .grew, disk: .grew)))
          Step(.put(.v2.padded(to: 20_000), for: .b))
          Step(.find(.b), .answers(.body(ResponseBody("version 2", size: 20_000))))
          Step(.measureUsage, .answers(.usage(memory: .grew, disk: .grew)))
          Step(.remove(.one(.b)))
          Step(.measureUsage, less)
        }
        Row("the body is empty", given: .anotherIsStored) {
          Step(.reopen(capacity: muchRoom))
          Step(.measureUsage)
          Step(.put(Representation(.empty), for: .a))
          // Usage that counts only bodies has nothing to count.
          Step(.measureUsage, .usageGrew)
        }
        Row(
          "responses since a date are removed", given: Fixture.diskWasUsed.originHas(Representation.stale(.v1).withTag)
        ) {
          Step(.measureUsage)
          Step(.mark)
          Step(.advance(.milliseconds(1200)))
          Step(.put(.stale(.v1).withTag, for: .a))
          Step(.find(.a), .answers(.v1))
          Step(.load(.a), .answers(.v1))
          Step(.remove(.sinceMark))
          Step(.find(.a), .answersNothing)
          // What remains in the files is left to the store.
          Step(.measureUsage, .usage(memory: .noMore))
        }
        Row("a response that an earlier run stored is read", given: .diskWasUsed) {
          Step(.reopen(capacity: muchRoom))
          Step(.put(.v1.padded(to: 20_000), for: .a))
          Step(.restart)
          Step(.measureUsage)
          Step(.find(.a), .answers(.body(ResponseBody("version 1", size: 20_000))))
          Step(
            .measureUsage,
            oneOf: [
              Outcome("comes into memory", .usage(memory: [.grew])), Outcome("does not", .usage(memory: .noMore)),
            ])
        }
      }
      Rule(
        "within-capacity", .derived,
        "Usage never exceeds capacity: storing past the capacity evicts the oldest entries, keeps the rest, and leaves the store working.",
        from: access,
        because: "Follows from response.usage.reported: a capacity that can be exceeded is not a capacity.",
        about: .responseCapacity
      ).rows {
        Row(given: .littleRoom) {
          Step(.fill(count: 60, bytes: size), .answers(.withinCapacity))
          Step(.put(.v1, for: .a))
          Step(.find(.a), .answers(.v1))
          Step(.checkCapacity, .answers(.withinCapacity))
        }
        Row("the newest of 60 are left", given: .littleRoom) {
          Step(.fill(count: 60, bytes: size), .answers(.withinCapacity))
          (53...60).map { Step(.find(filling($0)), .answers(filler($0))) }
        }
        // A store that frees more than it needs may pass with any one number.
        Row("the newest eight are left, of 39 to 45", given: .littleRoom) {
          (39...45).flatMap { count in
            [Step(.remove(.all)), Step(.fill(count: count, bytes: size), .answers(.withinCapacity))]
              + (count - 7...count).map { Step(.find(filling($0)), .answers(filler($0))) }
          }
        }
        Row("the oldest goes first", given: .littleRoom) {
          // All have the same size, and none is read before: memory and disk may differ in what they hold, and when.
          Step(.put(.v1.padded(to: size), for: .a))
          Step(.advance(.milliseconds(1200)))
          Step(.put(.v2.padded(to: size), for: .b))
          Step(.advance(.milliseconds(1200)))
          Step(.fill(count: 60, bytes: size), .answers(.withinCapacity))
          Step(.find(.a), .answersNothing)
          Step(.find(.b), .answersNothing)
          Step(.find(filling(60)), .answers(filler(60)))
        }
        // A replaced response takes no space: however often one is replaced, another response stays.
        Row("one response is replaced sixty times", given: .littleRoom) {
          Step(.put(Representation(.another), for: .another))
          Step(.find(.another), .answers(.body(.another)))
          Array(repeating: Step(.put(.v1.padded(to: size), for: .a)), count: 60)
          Step(.find(.another), .answers(.body(.another)))
          Step(.checkCapacity, .answers(.withinCapacity))
        }
        Row("the capacity in memory is zero", given: .diskWasUsed) {
          Step(.put(Representation(.another), for: .another))
          Step(.reopen(capacity: ByteCounts(memory: 0, disk: muchRoom.disk)))
          Step(.put(.v1, for: .a))
          Step(.checkCapacity, .answers(.withinCapacity))
          Step(.find(.a), .answers(.v1))
          Step(.restart)
          Step(.find(.a), .answers(.v1))
          Step(.find(.another), .answers(.body(.another)))
        }
        Row("the capacity on disk is zero", given: .anotherIsStored) {
          Step(.reopen(capacity: ByteCounts(memory: muchRoom.memory, disk: 0)))
          Step(.put(.v1, for: .a))
          Step(.checkCapacity, .answers(.withinCapacity))
          // A store may keep in memory only what is also on disk.
          looks(.a, .v1)
          Step(.reopen(capacity: muchRoom))
          Step(.find(.a), .answersNothing)
        }
      }
      Rule(
        "too-large", .derived,
        "A response that does not fit within the capacity in memory or on disk is not kept there and does no harm, and an older response to the same request is not served in its place.",
        from: access, because: "Follows from response.usage.within-capacity and response.store.replaces.",
        about: .responseCapacity
      ).rows {
        tooLarge(ByteCounts(memory: muchRoom.memory, disk: littleRoom.disk), "too large for the disk")
        tooLarge(ByteCounts(memory: littleRoom.memory, disk: muchRoom.disk), "too large for memory")
        Row("too large for both", given: version1BesideAnother) {
          Step(.put(.v2.padded(to: 400_000), for: .a))
          Step(.find(.a), .answersNothing)
          Step(.checkCapacity, .answers(.withinCapacity))
          Step(.find(.another), .answers(.body(.another)))
          Step(.put(.v3, for: .a))
          Step(.find(.a), .answers(.v3))
          Step(.restart)
          Step(.find(.a), .answers(.v3))
        }
      }
      Rule(
        "capacity-lowered", .derived, "Lowering a capacity evicts responses until usage is within the new capacity.",
        from: access, because: "Follows from response.usage.within-capacity.", about: .responseCapacity
      ).rows {
        Row(given: .twentyAreStored) {
          Step(.setCapacity(lessRoom))
          Step(.readCapacity, .answers(.capacity(lessRoom)))
          Step(.checkCapacity, .answers(.withinCapacity))
          Step(.put(.v1, for: .a))
          Step(.find(.a), .answers(.v1))
          Step(.checkCapacity, .answers(.withinCapacity))
        }
        lowered(
          ByteCounts(memory: lessRoom.memory, disk: 4 << 20), "in memory alone",
          // The last of them has not been read since it was stored. A store without files is not asked.
          [1, 5].map {
            Step(.find(filling($0)), .answers(filler($0)).demanded(by: "response.store.memory-and-disk"))
          } + [Step(.checkFiles, .answers(.withinCapacity))])
        Row("to zero, then reopened with more capacity", given: .twentyAreStored) {
          Step(.setCapacity(ByteCounts(memory: 0, disk: 0)))
          noneIsFound
          Step(.restart)
          noneIsFound
        }
        Row("opened with capacity zero, then raised", given: .twentyAreStored) {
          Step(.reopen(capacity: ByteCounts(memory: 0, disk: 0)))
          Step(.checkCapacity, .answers(.withinCapacity))
          Step(.reopen(capacity: muchRoom))
          [1, 20].map { looks(filling($0), filler($0)) }
        }
        // A store may keep in memory only what is also on disk.
        lowered(ByteCounts(memory: 1 << 20, disk: lessRoom.disk), "on disk alone", [looks(filling(1), filler(1))])
      }
    }
  }

  private static var usagePremises: [Premise<ResponseAction>] {
    [
      Premise("response.usage.within-capacity") { if case .reopen = $0 { true } else { false } },
      Premise("response.usage.reported[responses since a date are removed]") { $0.measuresUsage },
    ]
  }

  /// Capacity for many times what is stored: a store may measure in blocks, and may refuse a response that takes a
  /// large part of the capacity.
  static let muchRoom = ByteCounts(memory: 1_000_000, disk: 4_000_000)
  /// Capacity for a few responses of the usual size: for a dozen if each takes whole blocks of two files, and for half
  /// of that if a full store evicts many at once.
  static let littleRoom = ByteCounts(memory: 80_000, disk: 160_000)
  static let size = 4000

  private static let lessRoom = ByteCounts(memory: 32_000, disk: 48_000)

  /// A removed response takes no space; on disk the space may stay reserved for later responses, as in a database.
  private static let less = Expectation<ResponseAction>.usage(
    memory: [.shrank], disk: [.shrank, .unchanged])

  /// A look-up that may find nothing, because no document says which responses are evicted to stay within a capacity,
  /// or how much space a response takes.
  static func looks(_ request: RequestMessage, _ kept: ResponseAnswer) -> ResponseStep {
    Step(.find(request), oneOf: [Outcome("kept", .answers(kept)), Outcome("evicted", .answersNothing)])
  }

  /// The request for one of the responses that `fill` stores.
  static func filling(_ number: Int) -> RequestMessage { RequestMessage("http://store.test/fill/\(number)") }

  /// The response that `fill` stores for this request.
  static func filler(_ number: Int) -> ResponseAnswer { .body(ResponseBody("response \(number)", size: size)) }

  private static let noneIsFound = [1, 20].map { ResponseStep(.find(filling($0)), .answersNothing) }

  /// A response that fits only one place replaces one that fitted both: the new one is there, or none is.
  private static func tooLarge(_ capacity: ByteCounts, _ row: String, line: Int = #line) -> Row {
    let newOrNone = [
      Outcome<ResponseAction>("kept where it fits", .answers(.body(large.body))),
      Outcome<ResponseAction>("kept nowhere", .answersNothing),
    ]
    return Row(
      row,
      given: Fixture(
        "the store has room for \(capacity)", relyingOn: "response.usage.reported",
        [Step(.reopen(capacity: capacity)), Step(.readCapacity, .answers(.capacity(capacity)))]
      ).storingVersion1(), line: line
    ) {
      Step(.put(large, for: .a))
      Step(.checkCapacity, .answers(.withinCapacity))
      Step(.find(.a), oneOf: newOrNone)
    } ifPossible: {
      Step(.restart)
      Step(.find(.a), oneOf: newOrNone)
      Step(.put(.v3, for: .a))
      Step(.find(.a), .answers(.v3))
    }
  }

  private static let large = Representation(.v2).padded(to: 400_000)

  /// One capacity is lowered: the newest response stays, and so do the older ones that the row names.
  private static func lowered(_ capacity: ByteCounts, _ row: String, _ older: [ResponseStep], line: Int = #line) -> Row
  {
    Row(row, given: .twentyAreStored, line: line) {
      Step(.setCapacity(capacity))
      Step(.readCapacity, .answers(.capacity(capacity)))
      Step(.checkCapacity, .answers(.withinCapacity))
      older
      Step(.find(filling(20)), .answers(filler(20)))
    }
  }

  private static let version1BesideAnother = Fixture.littleRoom.storingVersion1().and(
    "another response is stored", relyingOn: "response.store.returns-what-was-stored",
    [Step(.put(Representation(.another), for: .another)), Step(.find(.another), .answers(.body(.another)))])
}

extension Fixture where Action == ResponseAction {
  fileprivate static let twentyAreStored = Self(
    "20 responses of \(ResponseSpec.size) B are stored", relyingOn: "response.usage.within-capacity",
    [Step(.fill(count: 20, bytes: ResponseSpec.size), .answers(.withinCapacity))]
      + [1, 20].map { Step(.find(ResponseSpec.filling($0)), .answers(ResponseSpec.filler($0))) })
}
