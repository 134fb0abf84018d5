/// The storage policy of a response says where it may be kept: in memory and on disk, in memory only, or nowhere. From
/// 'Manage Caching Programmatically' of Apple's 'Accessing cached data', and the page of `URLCache.StoragePolicy`.
extension ResponseSpec {
  static let storageTopic = Topic<ResponseAction>(rules: storageRules, scenarios: storageRows)

  private static let storageRules: [Rule] = [
    Rule(
      "response.storage.allowed", .must, "A response stored under `allowed` is kept in memory and on disk.",
      from: overview, manage,
      about: .responseDisk),
    Rule(
      "response.storage.memory-only", .must,
      "A response stored under `allowedInMemoryOnly` is served while the store is open and is never written to disk: it is gone after reopening the store.",
      from: manage, storagePage,
      about: .responseStoragePolicy),
    Rule(
      "response.storage.not-allowed", .must,
      "A response stored under `notAllowed` is kept neither in memory nor on disk.", from: storagePage,
      about: .responseStoragePolicy),
    Rule(
      "response.storage.tightened", .derived,
      "Storing under a stricter storage policy leaves no earlier response to that request behind: none on disk after `allowedInMemoryOnly`, none at all after `notAllowed`.",
      from: manage,
      because:
        "Follows from response.storage.memory-only and response.storage.not-allowed: otherwise the older response would be served in place of the newer one.",
      about: .responseStoragePolicy),
  ]

  private static let storageRows: [ResponseScenario] = [
    Scenario(
      "response.storage.allowed", given: .anotherIsStored,
      then: [
        Step(.put(.v1.under(.allowed), for: .a)),
        Step(.find(.a), .answers(.v1)),
        Step(.restart),
        Step(.find(.a), .answers(.v1)),
      ]),
    Scenario(
      "response.storage.allowed", "searching the disk for its bytes", given: .anotherIsStored,
      then: [
        Step(.searchDisk(forDisk), .answers(.notOnDisk)),
        Step(.put(Representation(forDisk).under(.allowed), for: .a)),
        Step(.searchDisk(forDisk), .answers(.onDisk)),
      ]),
    Scenario(
      "response.storage.memory-only", given: .anotherIsStored,
      then: [
        Step(.put(Representation(forMemoryOnly).under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers(.body(forMemoryOnly))),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    bytesKeptOff("response.storage.memory-only", forMemoryOnly, .allowedInMemoryOnly),
    Scenario(
      "response.storage.memory-only", "a 304 has confirmed it since",
      given: .staleStored(Representation.brief(.v1).withTag.under(.allowedInMemoryOnly)).originHas(.v1.withTag),
      then: [
        Step(.load(.a), .answers(.v1), .checks),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.storage.not-allowed", given: .anotherIsStored,
      then: [
        Step(.put(Representation(forNowhere).under(.notAllowed), for: .a)),
        Step(.find(.a), .answersNothing),
      ],
      ifPossible: [
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    bytesKeptOff("response.storage.not-allowed", forNowhere, .notAllowed),
    Scenario(
      "response.storage.tightened", "searching the disk for its bytes", given: .bytesAreFound,
      then: leavingTheDisk(.put(.v2.under(.allowedInMemoryOnly), for: .b))),
    Scenario(
      "response.storage.tightened", "from allowed to memory only", given: .anotherIsStored.storingVersion1(),
      then: [
        Step(.put(.v2.under(.allowedInMemoryOnly), for: .a)),
        Step(.find(.a), .answers(.v2)),
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
    Scenario(
      "response.storage.tightened", "from allowed to not allowed", given: .anotherIsStored.storingVersion1(),
      then: [
        Step(.put(.v2.under(.notAllowed), for: .a)),
        Step(.find(.a), .answersNothing),
      ],
      ifPossible: [
        Step(.restart),
        Step(.find(.a), .answersNothing),
        Step(.find(.another), .answers(.body(.another))),
      ]),
  ]

  private static let forNowhere = ResponseBody("for nowhere")

  /// A response under this policy does not reach the disk, while one that may be there is found.
  private static func bytesKeptOff(
    _ rule: RuleID, _ body: ResponseBody, _ policy: StoragePolicy, line: Int = #line
  ) -> ResponseScenario {
    Scenario(
      rule, "searching the disk for its bytes", given: .bytesAreFound,
      then: [
        Step(.put(Representation(body).under(policy), for: .a)),
        Step(.searchDisk(body), .answers(.notOnDisk)),
      ], line: line)
  }
}
