import CacheVocabulary

extension ResponseSpec {
  /// What a store gives back, and after reopening.
  static let storeScenarios: [ResponseScenario] =
    [
      inspection("allowed", .allowed, status: 200),
      inspection("allowedInMemoryOnly", .allowedInMemoryOnly, status: 203),
      ResponseScenario(
        "response.store.returns-what-was-stored", "empty body", given: .bystanderStored,
        then: [
          Step(.put(Representation("", cacheControl: nil).status(204), for: .a)),
          Step(.inspect(.a), .answers(inOrder: ["status 204", "", "allowed"])),
        ]),
      ResponseScenario(
        "response.store.miss",
        then: [
          Step(.find(.a), .answersNothing),
          Step(.put(Representation("v1"), for: .a)),
          Step(.find(.a), .answers("v1")),
          Step(.find(.b), .answersNothing),
        ]),
      ResponseScenario(
        "response.store.memory-and-disk", given: .bystanderStored,
        then: [
          Step(.put(Representation("v1"), for: .a)),
          Step(.find(.a), .answers("v1")),
          Step(.reopen()),
          Step(.find(.a), .answers("v1")),
          Step(.reopen()),
          Step(.find(.a), .answers("v1")),
          Step(.find(.b), .answersNothing),
        ]),
      ResponseScenario(
        "response.store.replaces", given: .bystanderStored,
        then: [
          Step(.put(Representation("v1"), for: .a)),
          Step(.put(Representation("v2"), for: .a)),
          Step(.find(.a), .answers("v2")),
          Step(.reopen()),
          Step(.find(.a), .answers("v2")),
          Step(.find(.bystander), .answers("bystander")),
        ]),
      ResponseScenario(
        "response.store.replaces", "then evicted", given: [Step(.reopen(capacity: small))],
        then: [
          Step(.put(Representation("v1"), for: .a)),
          Step(.put(Representation("v2"), for: .a)),
          Step(.find(.a), .answers("v2")),
          Step(.fill(count: 60, bytes: 1000), .answers("within capacity")),
          Step(.put(Representation("v3"), for: .a)),
          Step(.find(.a), .answers("v3")),
        ]),
      ResponseScenario(
        "response.store.two-at-one-place", given: [Step(.find(.a, in: .twin), .answersNothing)],
        then: [
          Step(.put(Representation("v1"), for: .a)),
          Step(
            .find(.a, in: .twin),
            oneOf: [Outcome("sees it", .answers("v1")), Outcome("does not see it", .answersNothing)]),
          Step(.find(.a), .answers("v1")),
        ]),
      ResponseScenario(
        "response.store.concurrent", then: [Step(.hammer(1000), .answers("every response found was the one stored"))]),
    ] + Damage.allCases.map(damageScenario)

  static let small = ByteCounts(memory: 20_000, disk: 40_000)

  private static func inspection(
    _ row: String, _ policy: StoragePolicy, status: Int, line: Int = #line
  ) -> ResponseScenario {
    let kept = Representation("v1").status(status).with("Content-Type", "text/plain").with("X-Note", "a: b, c")
    return ResponseScenario(
      "response.store.returns-what-was-stored", row, given: .bystanderStored,
      then: [
        Step(.put(kept.noting(["kept": "yes", "by": "hand"]).under(policy), for: .a)),
        Step(
          .inspect(.a),
          .answers(inOrder: [
            "status \(status)", "v1", "cache-control: max-age=3600", "content-type: text/plain", "x-note: a: b, c",
            "noting by=hand", "noting kept=yes", policy.rawValue,
          ])),
      ], line: line)
  }

  private static func damageScenario(_ damage: Damage) -> ResponseScenario {
    let counted = Outcome("counts as none", .answersNothing)
    let whole = Outcome("still whole", .answers("v1"))
    return ResponseScenario(
      "response.store.unreadable-entry", damage.rawValue,
      given: [
        Step(.put(Representation("v1"), for: .a)), Step(.reopen()), Step(.find(.a), .answers("v1")),
      ],
      then: [
        Step(.damage(damage)),
        // A store in one file may keep the entry in the half that is left.
        Step(.find(.a), oneOf: damage == .truncated ? [counted, whole] : [counted]),
        Step(.remove(.all)),
        Step(.measureUsage, .answers(UsageChanges(memory: .zero, disk: .zero))),
        Step(.reopen()),
        Step(.find(.a), .answersNothing),
        Step(.put(Representation("v2"), for: .a)),
        Step(.reopen()),
        Step(.find(.a), .answers("v2")),
      ])
  }
}
