/// A cache in a SQLite file, which outlives the app's process. From Apollo's 'Types of caches' and 'Cache Setup'; the
/// document does not speak of kills and damage.
extension NormalizedSpec {
  static var sqliteTopic: Topic<NormalizedAction> {
    Topic("normalized.sqlite", premises: sqlitePremises) {
      Rule(
        "kept", .must, "What a SQLite cache holds is still there after a restart, in the given file and in no other.",
        from: kinds, setup, about: .graph(.kindSQLite), .graph(.file)
      ).rows {
        Row("after a restart", given: .hero(inSQLite)) {
          Step(.restart)
          Step(.fetch(.heroName), .answers(.heroName("R2-D2")), .requestsNothing)
          Step(.peek(.listDroids), .fails)
        }
        Row("another file is opened", given: .hero(inSQLite)) {
          Step(.makeClient(ClientSetup(kind: .sqlite, file: "other")))
          Step(.peek(.heroName), .fails)
          Step(.makeClient(inSQLite))
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
          Step(.file(.removed))
          Step(.peek(.heroName), .fails)
        }
        Row("the file is copied", given: .hero(inSQLite)) {
          Step(.file(.copied(to: "copy")))
          Step(.makeClient(ClientSetup(kind: .sqlite, file: "copy")))
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
        }
        Row("an object has no id", given: .works(inSQLite)) {
          [Step].fetching(.home("9", "Mos Eisley", in: "Tatooine"), .home("9"))
          Step(.restart)
          Step(.peek(.home("9")), .answers(.home("9", "Mos Eisley", in: "Tatooine")))
        }
        Row("lists, nulls, a Boolean and an empty text", given: .works(inSQLite)) {
          kept.flatMap { [Step].fetching($1, $0) }
          kept.map { Step(.peek($0), .answers($1).demanded(by: "normalized.kinds.agree")) }
          Step(.restart)
          kept.map { Step(.peek($0), .answers($1)) }
        }
      }
      Rule(
        "file-is-sqlite", .must, "The file given for a SQLite cache is a SQLite database.", from: kinds, setup,
        about: .graph(.kindSQLite), .graph(.file)
      ).rows {
        Row(given: .hero(inSQLite)) { Step(.file(.inspected), .answers(.file(.sqliteDatabase))) }
      }
      Rule(
        "unreadable-file", .derived,
        "A SQLite cache whose file is not a database, or is truncated, reports an error or is empty, and never returns wrong data.",
        from: kinds,
        because:
          "Follows from `normalized.sqlite.kept`: the file lives through crashes and full disks, and the app must cope with what they leave of it.",
        about: .graph(.damage)
      ).rows {
        StorageDamage.allCases.map(damaged)
      }
      Rule(
        "survives-kill", .derived,
        "What was stored in a SQLite cache is still there, and what was removed from it is still gone, after the app's process was killed without warning.",
        from: kinds,
        because: "Follows from normalized.sqlite.kept: most apps are killed rather than shut down in an orderly way.",
        about: .graph(.ending)
      ).rows {
        Row("after a fetch", given: .heroAndFriends(inSQLite)) {
          Step(.kill)
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
        }
        Row("during a fetch", given: .heroAndFriends(inSQLite).fetchUnderWay()) {
          Step(.kill)
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
        }
        Row("after a direct write", given: .heroFriendsAndDroids(inSQLite)) {
          Step(.renameHero("Artoo"))
          Step(.kill)
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("Artoo")))
        }
        Row("after a removal by pattern", given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite))) {
          Step(.remove(matching: "100"))
          Step(.kill)
          Step(.look(at: ["1000", "1002"]), .finds([], named: ""))
        }
        killed("after an object was removed", after: 2)
        killed("after everything was removed", after: 4)
        killed("after a fetch that follows a removal of everything", after: 5)
      }
    }
  }

  private static var sqlitePremises: [Premise<NormalizedAction>] {
    [
      .survival("normalized.sqlite.kept[after a restart]"),
      Premise("normalized.sqlite.kept[after a restart]") { if case .searchStorage = $0 { true } else { false } },
      .survival("normalized.sqlite.kept[an object has no id]"),
      Premise("normalized.sqlite.survives-kill[after a fetch]") { $0.worldEvent == .kill },
    ]
  }

  private static let inSQLite = ClientSetup(kind: .sqlite)

  private static let kept: [(GraphOperation, GraphValue)] = [
    (.heroName, .hero(["id": "2001", "name": .null])), (.leader, ["leader": .null]), (.listDroids, ["droids": []]),
    (.grid, ["grid": [[.character("1", "")], [], [.null, .character("2", "two")]]]),
    (.sample("1"), ["sample": ["id": "1", "value": false]]),
  ]

  private static func damaged(_ damage: StorageDamage) -> Row {
    Row(damage.rawValue, given: .heroFriendsAndDroids(inSQLite).restarted()) {
      Step(.damage(damage), oneOf: [Outcome("an error when it is opened", .fails), Outcome("opened")])
      Step(
        .peek(.heroAndFriends),
        oneOf: [
          Outcome("an error or a miss", .fails),
          Outcome("the data, still readable", .answers(.heroAndFriends("R2-D2"))),
        ])
    }
  }

  // MARK: Changes before a kill

  /// One of the changes before a kill: a list of these droids is fetched, one is removed, or everything is.
  private enum Change {
    case fetch([String])
    case remove(String)
    case clear
  }

  /// Each list names all droids that are there: the document does not say whether an object stays that no list refers
  /// to.
  private static let changes: [Change] = [
    .fetch(["3000", "3001"]), .fetch(["3000", "3001", "3002"]), .remove("3001"), .fetch(["3000", "3002", "3003"]),
    .clear, .fetch(["3002"]),
  ]

  /// The app is killed after the change of this number.
  private static func killed(_ row: String, after last: Int, line: Int = #line) -> Row {
    var kept: Set<String> = []
    let steps = changes[...last].flatMap { change -> [NormalizedStep] in
      switch change {
      case .fetch(let keys):
        kept.formUnion(keys)
        let data: GraphValue = ["droids": .list(keys.map { .character($0, "Droid") })]
        return [
          Step(.serve(data, to: .listDroids)), Step(.fetch(.listDroids, .fetchIgnoringCacheData), .answers(data)),
        ]
      case .remove(let key):
        kept.remove(key)
        return [Step(.remove(key))]
      case .clear:
        kept = []
        return [Step(.clear)]
      }
    }
    let keys = ["3000", "3001", "3002", "3003"]
    return Row(row, given: .works(inSQLite), line: line) {
      steps
      Step(.kill)
      Step(.look(at: keys), .finds(kept.sorted(), named: "Droid"))
    }
  }
}

extension Fixture where Action == NormalizedAction {
  /// The app restarts, and the hero and their friends are still there.
  fileprivate func restarted() -> Self {
    and(
      "the app has restarted", relyingOn: "normalized.sqlite.kept",
      [Step(.restart), Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))])
  }
}
