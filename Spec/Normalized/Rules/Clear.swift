/// What clearing removes: everything, at once, and its bytes. From Apollo's 'Types of caches' and 'Direct cache access'.
extension NormalizedSpec {
  static var clearTopic: Topic<NormalizedAction> {
    Topic("normalized", premises: clearPremises) {
      Rule(
        "clear", .must, "Clearing removes everything from either kind of cache immediately.", from: kinds, access,
        about: .graph(.clearing)
      ).rows {
        Row("one query is cached") {
          [Step].fetching(.heroName("R2-D2"), .heroName)
          Step(.clear)
          Step(.peek(.heroName), .fails)
        }
        CacheKind.named.flatMap(cleared)
        Row("a watcher is not told of it again", given: .heroWatched) {
          Step.unjudged(.clear)
          Step(.serve(.heroAndFriends("Artoo"), to: .heroAndFriends))
          Step(.serve(.heroName("Artoo"), to: .heroName))
          Step(
            .fetch(.heroName, .fetchIgnoringCacheData), .notify(.times(0, .value(.data(.heroAndFriends("R2-D2"))))))
        }
        // The record where queries start holds these values itself.
        Row("no hero and no droids are cached") {
          [Step].fetching(["hero": .null], .heroName)
          [Step].fetching(.droids([:]), .listDroids)
          Step(.clear)
          Step(.peek(.heroName), .fails)
          Step(.peek(.listDroids), .fails)
        }
      }
      Rule(
        "clear.leaves-no-bytes", .derived,
        "What was cleared is no longer found in the bytes of the SQLite cache's file.",
        from: kinds, access,
        because: "Follows from `normalized.clear`: a user's data that is still in the file was not removed.",
        about: .graph(.clearing)
      ).rows {
        Row(
          given: .works(inSQLite).leading(
            to: "a droid with a long name is cached (\(inSQLite))",
            relyingOn: "normalized.policy.fetch-ignoring-cache-data",
            [Step].caching(.droids(["2004": longName]), .listDroids))
        ) {
          Step(.searchStorage(longName), .stores(.text(longName)).demanded(by: "normalized.sqlite.survives-kill"))
          Step(.clear)
          Step(.searchStorage(longName), .storesNothing)
          Step(.restart)
          Step(.searchStorage(longName), .storesNothing)
        }
      }
    }
  }

  private static var clearPremises: [Premise<NormalizedAction>] {
    [
      .compared("normalized.clear[one query is cached]") { $0.clears && !$0.last.action.readsObjects },
      .compared("normalized.clear[objects are read by their keys, kind=memory]") { $0.clears },
      .compared("normalized.clear[objects are read by their keys, kind=sqlite]") { $0.clears },
    ]
  }

  private static let inSQLite = ClientSetup(kind: .sqlite)
  private static let longName = "See-Threepio of the planet Affa"

  private static func cleared(_ kind: CacheKind) -> [Row] {
    let given = NormalizedFixture.heroFriendsAndDroids(ClientSetup(kind: kind))
    return [
      Row("queries are fetched, kind=\(kind)", given: given) {
        Step(.clear)
        Step(.peek(.heroAndFriends), .fails)
        Step(.peek(.listDroids), .fails)
        Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requests(.heroAndFriends))
        Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
      },
      Row("objects are read by their keys, kind=\(kind)", given: given) {
        Step(.look(at: ["2002"]), .finds(["2002"], named: "C-3PO"))
        Step(.clear)
        Step(.look(at: ["1000", "2001", "2002"]), .finds([], named: ""))
      },
    ]
  }
}
