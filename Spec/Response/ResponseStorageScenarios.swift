import CacheVocabulary

extension ResponseSpec {
  /// Where a storage policy lets a response be kept.
  static let storageScenarios: [ResponseScenario] = [
    ResponseScenario(
      "response.storage.allowed", given: .bystanderStored,
      then: [
        Step(.put(Representation("v1").under(.allowed), for: .a)),
        Step(.find(.a), .answers("v1")),
        Step(.reopen()),
        Step(.find(.a), .answers("v1")),
      ]),
    ResponseScenario(
      "response.storage.memory-only", given: .bystanderStored,
      then: [
        Step(.put(Representation("for-memory-only").under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers("for-memory-only")),
        Step(.searchDisk("for-memory-only"), .answers("not on disk")),
        Step(.reopen()),
        Step(.find(.a), .answersNothing),
        Step(.find(.bystander), .answers("bystander")),
      ]),
    ResponseScenario(
      "response.storage.not-allowed", given: .bystanderStored,
      then: [
        Step(.put(Representation("for-nowhere").under(.notAllowed), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.searchDisk("for-nowhere"), .answers("not on disk")),
        Step(.reopen()),
        Step(.find(.a), .answersNothing),
        Step(.find(.bystander), .answers("bystander")),
      ]),
    ResponseScenario(
      "response.storage.tightened", "memory-only",
      given: .bystanderStored + [Step(.put(Representation("v1"), for: .a)), Step(.find(.a), .answers("v1"))],
      then: [
        Step(.put(Representation("v2").under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers("v2")),
        Step(.reopen()),
        Step(.find(.a), .answersNothing),
        Step(.find(.bystander), .answers("bystander")),
      ]),
    ResponseScenario(
      "response.storage.tightened", "not allowed",
      given: .bystanderStored + [Step(.put(Representation("v1"), for: .a)), Step(.find(.a), .answers("v1"))],
      then: [
        Step(.put(Representation("v2").under(.notAllowed), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.reopen()),
        Step(.find(.a), .answersNothing),
        Step(.find(.bystander), .answers("bystander")),
      ]),
  ]

  /// What removing removes, and leaves.
  static let removalScenarios: [ResponseScenario] = [
    ResponseScenario(
      "response.remove.one", given: twoStored + [Step(.put(Representation("v3"), for: .c))],
      then: [
        Step(.remove(.one(.b))),
        Step(.find(.a), .answers("v1")),
        Step(.find(.b), .answersNothing),
        Step(.find(.c), .answers("v3")),
        Step(.reopen()),
        Step(.find(.a), .answers("v1")),
        Step(.find(.b), .answersNothing),
        Step(.find(.c), .answers("v3")),
      ]),
    ResponseScenario(
      "response.remove.since",
      given: [
        Step(.put(Representation("v1"), for: .a)), Step(.find(.a), .answers("v1")),
        Step(.advance(milliseconds: 1200)), Step(.mark), Step(.advance(milliseconds: 1200)),
        Step(.put(Representation("v2"), for: .b)), Step(.find(.b), .answers("v2")),
      ],
      then: [
        Step(.remove(.sinceMark)),
        Step(.find(.a), .answers("v1")),
        Step(.find(.b), .answersNothing),
        Step(.reopen()),
        Step(.find(.a), .answers("v1")),
        Step(.find(.b), .answersNothing),
      ]),
    // Three times: whole seconds would tell the two apart when one begins between them, and only then.
    ResponseScenario(
      "response.remove.since-precision",
      then: (1...3).flatMap { round in
        removalWithinASecond(HTTPRequest("\(String.a)\(round)"), HTTPRequest("\(String.b)\(round)"))
      }),
    ResponseScenario(
      "response.remove.all", given: [Step(.measureUsage)] + twoStored,
      then: [
        Step(.measureUsage, .answers(UsageChanges(memory: .grew, disk: .grew))),
        Step(.remove(.all)),
        Step(.measureUsage, .answers(UsageChanges(memory: .zero, disk: .zero))),
        Step(.find(.a), .answersNothing),
        Step(.find(.b), .answersNothing),
        Step(.reopen()),
        Step(.find(.a), .answersNothing),
        Step(.measureUsage, .answers(UsageChanges(memory: .zero, disk: .zero))),
      ]),
  ]

  /// Capacities and usages.
  static let usageScenarios: [ResponseScenario] = [
    ResponseScenario(
      "response.usage.reported", given: [Step(.reopen(capacity: roomy)), Step(.measureUsage)],
      then: [
        Step(.readCapacity, .answers(roomy)),
        Step(.put(Representation("v1").padded(to: 20_000), for: .a)),
        Step(.measureUsage, .answers(UsageChanges(memory: .grew, disk: .grew))),
        Step(.put(Representation("v2").padded(to: 20_000), for: .b)),
        Step(.measureUsage, .answers(UsageChanges(memory: .grew, disk: .grew))),
        Step(.remove(.one(.b))),
        Step(.measureUsage, .answers(UsageChanges(memory: .shrank, disk: .shrank))),
      ]),
    ResponseScenario(
      "response.usage.within-capacity", given: [Step(.reopen(capacity: small))],
      then: [
        Step(.fill(count: 60, bytes: 1000), .answers("within capacity")),
        Step(.put(Representation("v1"), for: .a)),
        Step(.find(.a), .answers("v1")),
        Step(.checkCapacity, .answers("within capacity")),
      ]),
    ResponseScenario(
      "response.usage.too-large", "for both",
      given: [Step(.reopen(capacity: small)), Step(.put(Representation("v1"), for: .a))] + .bystanderStored,
      then: [
        Step(.put(Representation("v2").padded(to: 100_000), for: .a)),
        Step(.find(.a), .answersNothing),
        Step(.checkCapacity, .answers("within capacity")),
        Step(.find(.bystander), .answers("bystander")),
        Step(.put(Representation("v3"), for: .a)),
        Step(.find(.a), .answers("v3")),
        Step(.reopen(capacity: small)),
        Step(.find(.a), .answers("v3")),
      ]),
    ResponseScenario(
      "response.usage.too-large", "after reopening",
      given: [Step(.reopen(capacity: small)), Step(.put(Representation("v1"), for: .a))] + .bystanderStored,
      then: [
        Step(.put(Representation("v2").padded(to: 100_000), for: .a)),
        Step(.reopen(capacity: small)),
        Step(.find(.a), .answersNothing),
        Step(.find(.bystander), .answers("bystander")),
      ]),
    ResponseScenario(
      "response.usage.capacity-lowered", given: [Step(.fill(count: 20, bytes: 1000), .answers("within capacity"))],
      then: [
        Step(.setCapacity(ByteCounts(memory: 8_000, disk: 12_000))),
        Step(.readCapacity, .answers(ByteCounts(memory: 8_000, disk: 12_000))),
        Step(.checkCapacity, .answers("within capacity")),
        Step(.put(Representation("v1"), for: .a)),
        Step(.find(.a), .answers("v1")),
        Step(.checkCapacity, .answers("within capacity")),
      ]),
  ]

  /// Room for many times what is stored: a store may measure in blocks, and may turn away what takes a large part of it.
  private static let roomy = ByteCounts(memory: 1_000_000, disk: 4_000_000)

  private static let twoStored: [ResponseStep] = [
    Step(.put(Representation("v1"), for: .a)), Step(.find(.a), .answers("v1")),
    Step(.put(Representation("v2"), for: .b)), Step(.find(.b), .answers("v2")),
  ]

  private static func removalWithinASecond(_ before: HTTPRequest, _ after: HTTPRequest) -> [ResponseStep] {
    [
      Step(.put(Representation("v1"), for: before)), Step(.find(before), .answers("v1")),
      Step(.advance(milliseconds: 50)), Step(.mark), Step(.advance(milliseconds: 50)),
      Step(.put(Representation("v2"), for: after)), Step(.find(after), .answers("v2")),
      Step(.remove(.sinceMark)),
      Step(.find(before), .answers("v1")),
      Step(.find(after), .answersNothing),
    ]
  }
}
