/// What is left after many stores, replacements and removals, in sequence and across runs.
extension ResponseSpec {
  static let sequenceScenarios: [ResponseScenario] = [
    Scenario(
      "response.store.memory-and-disk", "several lines of a field", given: .anotherIsStored,
      then: [
        Step(
          .put(
            Representation(.v1, cacheControl: ["max-age=60", "private"]).with("X-Note", "one").with("X-Note", "two"),
            for: .a)),
        Step(.restart),
        Step(
          .inspect(.a),
          oneOf: [
            lines("as they came", ["max-age=60", "private"], ["one", "two"]),
            lines("joined", ["max-age=60, private"], ["one, two"]),
            lines("joined without a space", ["max-age=60,private"], ["one,two"]),
          ]),
      ]),
    Scenario(
      "response.remove.since", "of what was stored before as well",
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
    justStored("response.remove.one", .one(.a)), justStored("response.remove.since", .sinceMark),
    justStored("response.remove.all", .all),
    Scenario(
      "response.remove.one", "one after another, of large ones that an earlier run stored",
      given: .anotherIsStored,
      then: numbered.map { Step(.put(Representation(body($0)), for: large($0))) } + [Step(.restart)]
        + numbered.flatMap { number -> [ResponseStep] in
          number % 3 == 0
            ? [Step(.find(large(number)), .answers(.body(body(number))))] : [Step(.remove(.one(large(number))))]
        } + leftOfLarge + [Step(.restart)] + leftOfLarge),
    Scenario(
      "response.usage.within-capacity", "replaced, and removed, past the memory in sum",
      given: .littleRoom.memoryWasUsed,
      then: Array(
        repeating: [
          Step(.put(.v1.padded(to: size), for: .a)), Step(.put(.v2.padded(to: size), for: .a)),
          Step(.put(.v3.under(.notAllowed), for: .a)), Step(.put(.v1.padded(to: size), for: .b)),
          Step(.remove(.one(.b))),
        ], count: 30
      ).flatMap(\.self) + [
        Step(.put(.v3.under(.allowedInMemoryOnly), for: .c)), Step(.find(.c), .answers(.v3)),
        Step(.checkCapacity, .answers(.withinCapacity)),
      ]),
    Scenario(
      "response.usage.within-capacity", "the newest of two runs are left, named the other way round",
      given: .littleRoom,
      then: (1...20).map(put) + [aWhile, Step(.restart), aWhile] + (21...56).map(put) + [aWhile] + (57...60).map(put)
        + [Step(.checkCapacity, .answers(.withinCapacity))] + (53...60).map(isFound) + [Step(.restart)]
        + (57...60).map(isFound)),
    Scenario(
      "response.usage.within-capacity", "stored and removed in each of twelve runs, past the disk in sum",
      given: .littleRoom.storingVersion1(),
      then: (1...12).flatMap { _ in
        (1...4).map(put) + (1...4).map { Step(.remove(.one(falling($0)))) } + [Step(.restart)]
      } + [Step(.find(.a), .answers(.v1)), Step(.checkCapacity, .answers(.withinCapacity))]),
    Scenario(
      "response.usage.within-capacity", "the newest of a second run, over a disk that was full",
      given: .littleRoom,
      then: (1...40).map(put) + [aWhile, Step(.restart), aWhile] + (41...44).map(put) + (41...44).map(isFound)),
  ]

  /// What was just stored is removed before the store reports that it is idle.
  private static func justStored(_ rule: RuleID, _ removal: Removal, line: Int = #line) -> ResponseScenario {
    Scenario(
      rule, "what was stored a moment ago", given: .anotherIsStored,
      then: [
        // While requests are held, the store is not waited for.
        Step(.requests(.hold)), Step(.mark), Step(.advance(.milliseconds(1200))), Step(.put(.v1, for: .a)),
        Step(.remove(removal)), Step(.requests(.releaseAll)), Step(.find(.a), .answersNothing), Step(.restart),
        Step(.find(.a), .answersNothing),
      ], line: line)
  }

  private static func lines(_ name: String, _ control: [String], _ notes: [String]) -> Outcome<ResponseAction> {
    Outcome(
      name,
      .answers(
        containing: [.v1] + control.map { .header("Cache-Control", $0) } + notes.map { .header("X-Note", $0) }))
  }

  private static let numbered = Array(1...12)
  private static func large(_ number: Int) -> RequestMessage { RequestMessage("http://store.test/large/\(number)") }
  private static func body(_ number: Int) -> ResponseBody { ResponseBody("response \(number)", size: 20_000) }
  private static let leftOfLarge =
    numbered.map { number -> ResponseStep in
      Step(.find(large(number)), number % 3 == 0 ? .answers(.body(body(number))) : .answersNothing)
    } + [Step(.find(.another), .answers(.body(.another)))]

  /// The number decreases as time passes.
  private static func falling(_ number: Int) -> RequestMessage {
    RequestMessage("http://store.test/falling/\(99 - number)")
  }
  private static func falling(_ number: Int) -> ResponseBody { ResponseBody("response \(number)", size: size) }
  private static let aWhile = ResponseStep(.advance(.milliseconds(1200)))
  private static func put(_ number: Int) -> ResponseStep {
    Step(.put(Representation(falling(number)), for: falling(number)))
  }
  private static func isFound(_ number: Int) -> ResponseStep {
    Step(.find(falling(number)), .answers(.body(falling(number))))
  }
}
