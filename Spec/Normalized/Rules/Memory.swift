/// A cache in memory, which is also what an app gets if it names no kind of cache. From Apollo's 'Types of caches' and
/// 'Cache Setup'.
extension NormalizedSpec {
  static let memoryTopic = Topic(rules: memoryRules, scenarios: memoryRows)

  private static let memoryRules: [Rule] = [
    Rule(
      "normalized.memory.default", .must, "A client that is created without naming a cache uses an in-memory cache.",
      from: kinds,
      setup, about: .graph(.kindUnnamed)),
    Rule(
      "normalized.memory.not-kept", .must, "What an in-memory cache holds is gone after a restart.", from: kinds,
      about: .graph(.kindMemory)),
  ]

  private static let memoryRows: [NormalizedScenario] = [
    NormalizedScenario(
      "normalized.memory.default", given: .hero(ClientSetup(kind: .unnamed)),
      then: [
        Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requestsNothing),
        Step(.restart),
        Step(.peek(.heroName), .fails),
      ]),
    NormalizedScenario(
      "normalized.memory.not-kept", given: .hero(inMemory),
      then: [
        Step(.restart),
        Step(.peek(.heroName), .fails),
        Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requests(.heroName)),
      ]),
  ]

  private static let inMemory = ClientSetup(kind: .memory)
}
