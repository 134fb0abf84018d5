/// A cache in memory, which is also what an app gets if it names no kind of cache. From Apollo's 'Types of caches' and
/// 'Cache Setup'.
extension NormalizedSpec {
  static var memoryTopic: Topic<NormalizedAction> {
    Topic("normalized.memory") {
      Rule(
        "default", .must, "A client that is created without naming a cache uses an in-memory cache.", from: kinds,
        setup,
        about: .graph(.kindUnnamed)
      ).rows {
        Row(given: .hero(ClientSetup(kind: .unnamed))) {
          Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requestsNothing)
          Step(.restart)
          Step(.peek(.heroName), .fails)
        }
      }
      Rule(
        "not-kept", .must, "What an in-memory cache holds is gone after a restart.", from: kinds,
        about: .graph(.kindMemory)
      ).rows {
        Row(given: .hero(inMemory)) {
          Step(.restart)
          Step(.peek(.heroName), .fails)
          Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requests(.heroName))
        }
      }
    }
  }

  private static let inMemory = ClientSetup(kind: .memory)
}
