/// What sessions keep, by the decision of their delegates and without a store.
extension ResponseSpec {
  static let keptBySessionsScenarios: [ResponseScenario] =
    [
      Scenario(
        "response.will-cache.once", "of each version", given: .anotherIsStored,
        then: [Step(.configure(.main, SessionSetup(delegate: .asProposed)))]
          + asked(.v1) + asked(.v2) + [Step(.restart)] + asked(.v3)),
      redirected(
        "response.will-cache.none", "what a redirect led to", .nothing, [Step(.find(.c), .answersNothing)]),
      redirected(
        "response.will-cache.changed", "memory-only, what a redirect led to",
        .changed(.allowedInMemoryOnly, userInfo: [:]),
        [Step(.restart), Step(.find(.c), .answersNothing), Step(.find(.another), .answers(.body(.another)))]),
      decided(
        "not allowed, by the delegate", .notAllowed,
        [Step(.find(.a), .answersNothing), Step(.restart), Step(.find(.a), .answersNothing)]),
      decided(
        "memory-only, by the delegate", .allowedInMemoryOnly,
        [Step(.find(.a), .answers(.v2)), Step(.restart), Step(.find(.a), .answersNothing)]),
      Scenario(
        "response.storage.memory-only", "confirmed by a HEAD",
        given: .stored(Representation.v1.withTag.under(.allowedInMemoryOnly)).originHas(.v1.withTag),
        then: [
          Step(.load(.by("HEAD").with(.reloadIgnoringLocalCacheData)), .answers(.body(.empty))), Step(.restart),
          Step(.find(.a), .answersNothing), Step(.find(.another), .answers(.body(.another))),
        ]),
      Scenario(
        "response.storage.memory-only", "once memory is larger", given: .anotherIsStored,
        then: [
          Step(.put(.v1.under(.allowedInMemoryOnly), for: .a)), Step(.find(.a), .answers(.v1)),
          Step(.setCapacity(ByteCounts(memory: 2 << 20, disk: 8 << 20))), Step(.find(.a), .answers(.v1)),
        ]),
    ]
    + [SessionKind.ephemeral, .background].map { kind in
      Scenario(
        "response.load.no-store", "of the \(kind) kind", given: .loaderHasStored.originHas(.v1),
        then: [
          Step(.configure(.other, SessionSetup(kind, store: nil))),
          Step(.load(.a, by: .other), .answers(.v1), .requests(.get("/a"))),
          Step(.load(.a, by: .other), .answers(.v1), .requests(.get("/a"))),
          Step(.find(.a), .answersNothing),
        ])
    }

  /// The stored response, if there is one, is stale; a version is loaded, and the delegate is asked about it.
  private static func asked(_ body: ResponseBody) -> [ResponseStep] {
    [
      Step(.advance(.milliseconds(1200))),
      Step(.serve(Representation(body, cacheControl: ["max-age=1"]).withTag, at: Resource.a)),
      Step(.load(.a), .answers(.body(body)), .notifies(body)),
    ]
  }

  /// A delegate decides about the response that a redirect leads to.
  private static func redirected(
    _ rule: RuleID, _ row: String, _ answer: DelegateAnswer, _ steps: [ResponseStep], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, row,
      given: .loaderHasStored.originHas(Representation(.moved, cacheControl: []).status(302).with("Location", "/c")),
      then: [
        Step(.serve(.v3, at: Resource.c)), Step(.configure(.other, SessionSetup(delegate: answer))),
        Step(
          .load(.a, by: .other),
          oneOf: [
            // A cache may ask about the redirect too.
            Outcome("followed", .answers(.v3), .notify(.containing([.value(.v3)]))),
            Outcome("handed back", .answers(.body(.moved))),
          ]),
      ] + steps, line: line)
  }

  /// A delegate decides about a response that replaces a stored one.
  private static func decided(
    _ row: String, _ policy: StoragePolicy, _ steps: [ResponseStep], line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      "response.storage.tightened", row, given: .staleStored,
      then: [
        Step(.configure(.other, SessionSetup(delegate: .changed(policy, userInfo: [:])))),
        Step(.load(.a, by: .other), .answers(.v2), .notifies(.v2)),
      ] + steps, line: line)
  }
}
