/// What a loader stores is stored whole, and what is removed or replaced is so for every variant and in every run.
extension ResponseSpec {
  static let wholeScenarios: [ResponseScenario] =
    loadedWhole("a large body", Representation.v1.padded(to: 100_000))
    + loadedWhole("forty header fields", (1...40).reduce(.v1) { $0.with("X-Field-\($1)", "value \($1)") })
    + loadedWhole("a long header field", Representation.v1.with("X-Note", note))
    + [
      Scenario(
        "response.store.returns-what-was-stored", "user info with an empty value, across a restart",
        given: .anotherIsStored,
        then: [
          Step(.put(Representation.v1.noting(["empty": "", "kept": "yes"]), for: .a)), Step(.restart),
          Step(
            .inspect(.a),
            .answers(containing: [.v1, .note(key: "empty", value: ""), .note(key: "kept", value: "yes")])),
        ]),
      Scenario(
        "response.usage.reported", "of what an earlier run stored, beside an empty store", given: .diskWasUsed,
        then: [
          Step(.reopen(capacity: muchRoom)), Step(.measureUsage), Step(.put(.v1.padded(to: 40_000), for: .a)),
          Step(.restart),
          Step(.measureUsage, .answers(oneOf: ResponseAnswer.usages(memory: UsageChange.allCases, disk: [.grew]))),
        ]),
      removedVariant("response.remove.one", .one(.a.saying(sour))),
      removedVariant("response.remove.since", .sinceMark),
    ]

  /// It ends in no space, which a recipient would drop (RFC 9110, 5.5).
  private static let note = Array(repeating: "note", count: 1000).joined(separator: " ")
  private static let sweet: HeaderFields = ["X-Flavor": "sweet"]
  private static let sour: HeaderFields = ["X-Flavor": "sour"]

  /// A response that was loaded has all of its body and header fields, in the same run and in the next.
  private static func loadedWhole(
    _ row: String, _ representation: Representation, line: Int = #line
  ) -> [ResponseScenario] {
    let fields = representation.fields.lines.map { ResponseAnswer.header($0.name, $0.value) }
    let isWhole = ResponseStep(.inspect(.a), .answers(containing: [.body(representation.body)] + fields))
    let isLoaded = ResponseStep(.load(.a), .answers(.body(representation.body)))
    return [("", []), (", across a restart", [Step(.restart)])].map { when, meanwhile in
      Scenario(
        "response.load.stores", row + when, given: .anotherIsStored.originHas(representation),
        then: [isLoaded] + meanwhile + [isWhole], line: line)
    }
  }

  /// A variant is removed that was stored after another. Whether both were kept is left to a store.
  private static func removedVariant(_ rule: RuleID, _ removal: Removal, line: Int = #line) -> ResponseScenario {
    let varying = { (representation: Representation) in representation.with("Vary", "X-Flavor") }
    return Scenario(
      rule, "a variant that was stored later",
      given: .anotherIsStored.originHas(varying(.v1)).and(
        "two variants were loaded, one after another, and the second is served", standingOn: "response.load.stores",
        [
          Step(.load(.a.saying(sweet)), .answers(.v1)), Step(.advance(.milliseconds(1200))), Step(.mark),
          Step(.advance(.milliseconds(1200))), Step(.serve(varying(.v2), at: Resource.a)),
          Step(.load(.a.saying(sour)), .answers(.v2)), Step(.serve(varying(.v3), at: Resource.a)),
          Step(.load(.a.saying(sour)), .answers(.v2), .requestsNothing),
        ]),
      then: [Step(.remove(removal)), Step(.load(.a.saying(sour)), .answers(.v3), .checks)], line: line)
  }
}
