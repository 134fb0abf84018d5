/// Removing objects, by key or by a pattern of keys: what is removed, what stays, and what references to removed
/// objects lead to. From Apollo's 'Direct cache access'. What a pattern matches is a table, in a file of its own.
extension NormalizedSpec {
  static var removeTopic: Topic<NormalizedAction> {
    Topic(
      "normalized.remove", premises: removePremises,
      tables: [
        Table("Objects that are removed by a pattern", legend: matchingLegend, matchingTable, isComplete: false)
      ],
      scenarios: matchingTable.map(\.scenario)
    ) {
      Rule(
        "object", .must, "Removing an object removes its record with all its fields and outgoing references.",
        from: access, about: .graph(.removal)
      ).rows {
        fieldsGo(from: .memory)
        fieldsGo(from: .sqlite)
        Row("its references are read", given: .heroFriendsAndDroids()) {
          Step(
            .read(.characterFriends, "2001"), .answers(["friends": [luke, .character("1002", "Han")]]))
          Step(.remove("2001"))
          Step(.read(.characterFriends, "2001"), .fails)
          // The object is fetched again without the field: if the references had stayed, they would show.
          Step(.serve(.artoo("R2-D2"), to: .character("2001")))
          Step(.fetch(.character("2001")), .requests(.character("2001")))
          Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2"))).demanded(
            by: "normalized.remove.then-fetched-again")
          Step(.read(.characterFriends, "2001"), .fails)
        }
        fieldsDoNotComeBack(
          "two of its fields are null",
          [Step].fetching(home(.null), .heroHome) + .fetching(friends(.null), .heroAndFriends) + [
            Step(.read(.characterHome, "2001"), .answers(["id": "2001", "homePlanet": .null]))
              .demanded(by: "normalized.records.null")
          ], .characterHome, .characterFriends)
        fieldsDoNotComeBack(
          "it refers to itself",
          [Step].fetching(friends([.character("2001", "R2-D2")]), .heroAndFriends) + [
            Step(.read(.characterFriends, "2001"), .answers(["friends": [.character("2001", "R2-D2")]]))
              .demanded(by: "normalized.records.cycles")
          ], .characterFriends)
        Row("another object stays", given: .works()) {
          Step(.remove("1004"))
          Step(.look(at: ["1003"]), .finds(["1003"], named: "Leia"))
        }
      }
      Rule(
        "does-not-cascade", .must,
        "Objects that a removed object referenced stay cached, and can be read by their own keys.", from: access,
        about: .graph(.references)
      ).rows {
        doesNotCascade(.remove("2001"))
        leavesLeader(.remove("2001"))
        Row("two refer to each other", given: .works()) {
          [Step].fetching(cycle("R2-D2"), .heroFriendsFriends)
          Step(.remove("2001"))
          Step(.look(at: ["1000", "2001"]), .finds(["1000"], named: "Luke"))
          Step(.read(.characterFriends, "1000"), .fails)
            .demanded(by: "normalized.remove.dangling-reference-misses")
        }
      }
      Rule(
        "dangling-reference-misses", .must,
        "References to a removed object stay, and reading through one is a cache miss; under a policy that may fetch, a fetch follows.",
        from: access, about: .graph(.dangling)
      ).rows {
        Row("a query is read", given: .heroFriendsAndDroids().removing("1000", named: "Luke")) {
          Step(.read(.heroAndFriends), .fails, .requestsNothing)
          Step(.peek(.heroAndFriends), .fails, .requestsNothing)
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
        }
        Row("a query is fetched", given: .heroFriendsAndDroids().removing("1000", named: "Luke")) {
          Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requests(.heroAndFriends))
          Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing)
        }
        Row("another query fetches the object", given: .heroFriendsAndDroids().removing("1000", named: "Luke")) {
          Step(.serve(["character": luke], to: .character("1000")))
          Step(.peek(.heroAndFriends), .fails)
          Step(.fetch(.character("1000")), .requests(.character("1000")))
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")), .requestsNothing)
        }
      }
      Rule(
        "matching", .must, "Removing by pattern removes every object whose key contains the pattern, and no other.",
        from: access, about: .graph(.pattern)
      ).rows {
        Row("the transaction then writes the object again", given: .heroFriendsAndDroids()) {
          Step(
            .transact([.removeMatching("2002"), .update(.heroName, .set("hero", to: .character("2002", "C-3PO")))]))
          Step(.read(.characterName, "2002"), .answers(.character("2002", "C-3PO")))
        }
      }
      Rule(
        "matching-ignores-case", .must, "Removing by pattern ignores the case of letters.", from: access,
        about: .graph(.patternCase))
      Rule(
        "matching-does-not-cascade", .must,
        "Removing by pattern does not cascade: objects that a removed object referenced stay cached.", from: access,
        about: .graph(.references)
      ).rows {
        doesNotCascade(.remove(matching: "2001"))
        leavesLeader(.remove(matching: "2001"))
      }
      Rule(
        "matching-wildcards", .open, "What `%` and `_` mean in a removal pattern, in each kind of cache.", from: access,
        because:
          "By the document, a cache in memory checks whether a key contains the pattern, and a SQLite cache performs a LIKE query; these characters are not mentioned."
      )
      Rule(
        "matching-empty", .open, "What removing by an empty pattern removes.", from: access,
        because:
          "Every text contains the empty pattern, but it is unlikely that an app means to remove everything with it.")
      Rule(
        "matching-case-beyond-ascii", .open, "Whether removing by pattern ignores the case of letters outside ASCII.",
        from: access,
        because:
          "By default, a LIKE query does not ignore their case; the document makes no distinction between letters."
      )
      Rule(
        "no-single-property", .must,
        "A single property cannot be removed: a key that names one has no record, and removing it does nothing.",
        from: access, about: .graph(.property)
      ).rows {
        Row(given: .heroFriendsAndDroids()) {
          Step(.remove("2001.name"), .requestsNothing)
          Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
          // Removing the object itself shows that the client does not remove nothing at all.
          Step(.remove("2001"))
          Step(.look(at: ["2001"]), .finds([], named: "")).demanded(by: "normalized.remove.object")
        }
      }
      Rule(
        "unknown-key", .derived, "Removing an object that is not cached changes nothing and is not an error.",
        from: access,
        because: "Follows from `normalized.remove.no-single-property`: for a key without a record, no action is taken.",
        about: .graph(.presence)
      ).rows {
        Row("one other object is cached") {
          [Step].fetching(.heroName("R2-D2"), .heroName)
          Step(.remove("9999"))
          Step(.peek(.heroName), .answers(.heroName("R2-D2")))
        }
        changesNothing("no object has the key", .remove("9999"), twin: .remove("2002"), by: "normalized.remove.object")
        changesNothing(
          "no key matches the pattern", .remove(matching: "9999"), twin: .remove(matching: "2002"),
          by: "normalized.remove.matching")
      }
      Rule(
        "stays-removed", .derived, "What was removed or cleared from the SQLite cache is still gone after a restart.",
        from: access, kinds,
        because: "Follows from `normalized.remove.object` and `normalized.clear`: what comes back was not removed.",
        about: .graph(.removalBeforeRestart)
      ).rows {
        staysRemoved("an object was removed by its key", .remove("2001"), by: "normalized.remove.object")
        staysRemoved("an object was removed by a pattern", .remove(matching: "2001"), by: "normalized.remove.matching")
        Row(
          "everything was cleared",
          given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)).and(
            "the cache is cleared, and the leader fetched again", relyingOn: "normalized.clear",
            [Step(.clear), Step(.look(at: ["2001", "2002"]), .finds([], named: "")), Step(.fetch(.leader))])
        ) {
          Step(.restart)
          Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")]))
          Step(.look(at: ["1000", "2001", "2002"]), .finds([], named: ""))
          Step(.peek(.heroAndFriends), .fails)
        }
      }
      Rule(
        "then-fetched-again", .derived, "After a removed object is fetched again, old references to it work again.",
        from: access,
        because: "Follows from `normalized.remove.dangling-reference-misses`: references to a removed object stay.",
        about: .graph(.removedBefore)
      ).rows {
        Row(given: .heroFriendsAndDroids().removing("1000", named: "Luke")) {
          Step(.peek(.heroAndFriends), .fails).demanded(by: "normalized.remove.dangling-reference-misses")
          Step(.serve(["character": .character("1000", "Luke S.")], to: .character("1000")))
          Step(.fetch(.character("1000")), .requests(.character("1000")))
          Step(.read(.characterName, "1000"), .answers(.character("1000", "Luke S.")))
          Step(.fetch(.heroAndFriends), .answers(.heroAndFriends("R2-D2", luke: "Luke S.")), .requestsNothing)
        }
        Row("a list has a null beside it", given: .works()) {
          [Step].fetching(["row": [.null, luke, .character("1002", "Han")]], .row)
          Step(.remove("1000"))
          Step(.peek(.row), .fails).demanded(by: "normalized.remove.dangling-reference-misses")
            .premise("normalized.records.shared[another query renames the hero]")
          [Step].fetching(["character": luke], .character("1000"))
          Step(.peek(.row), .answers(["row": [.null, luke, .character("1002", "Han")]]), .requestsNothing)
        }
      }
    }
  }

  private static var removePremises: [Premise<NormalizedAction>] {
    [
      .removal("normalized.remove.object[its fields are read, kind=memory]") { !$0.lostAnObject },
      .removal("normalized.remove.object[its fields are read, kind=sqlite]") { !$0.lostAnObject },
      .removal("normalized.remove.object[another object stays]") { $0.lostAnObject || $0.asked == true },
      .compared("normalized.remove.unknown-key[one other object is cached]") { $0.removedWhatIsNotCached },
      .compared("normalized.remove.then-fetched-again") { $0.bringsBackWhatItRemoved },
      .removal("normalized.remove.dangling-reference-misses[a query is read]") { !$0.last.action.readsObjects },
      // Either the object with this key stays, or what another object has is lost.
      .compared("normalized.remove.no-single-property") { $0.removed.contains { $0.contains(".") } }
        .explainingAnyFailure,
      Premise("normalized.remove.matching[whole: 3200]") { $0.removesByPattern },
      Premise("normalized.remove.matching[contained: 200]") { $0.removesByPattern },
      Premise("normalized.remove.matching[the transaction then writes the object again]") { action in
        if case .transact(let steps) = action { action.removesByPattern && steps.count > 1 } else { false }
      },
      .removal("normalized.remove.stays-removed[an object was removed by its key]") { $0.restarts },
      .removal("normalized.remove.stays-removed[an object was removed by a pattern]") { $0.restarts },
      .compared("normalized.remove.stays-removed[everything was cleared]") { $0.clears && $0.restarts },
    ]
  }

  private static let luke = GraphValue.character("1000", "Luke")

  private static func fieldsGo(from kind: CacheKind) -> Row {
    Row("its fields are read, kind=\(kind)", given: .heroDetails(ClientSetup(kind: kind))) {
      Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2")))
      Step(.read(.characterHome, "2001"), .answers(["id": "2001", "homePlanet": "Naboo"]))
      Step(.remove("2001"), .requestsNothing)
      Step(.read(.characterName, "2001"), .fails)
      Step(.read(.characterHome, "2001"), .fails)
    }
  }

  /// The hero is cached, removed, and fetched again without the fields of these fragments: if they had stayed, they
  /// would show.
  private static func fieldsDoNotComeBack(
    _ row: String, _ caching: [NormalizedStep], _ fragments: GraphFragment..., line: Int = #line
  ) -> Row {
    Row(row, given: .works(), line: line) {
      caching
      Step(.remove("2001"))
      Step(.serve(.artoo("R2-D2"), to: .character("2001")))
      Step(.fetch(.character("2001")), .requests(.character("2001")))
      Step(.read(.characterName, "2001"), .answers(.character("2001", "R2-D2"))).demanded(
        by: "normalized.remove.then-fetched-again")
      fragments.map { Step(.read($0, "2001"), .fails) }
    }
  }

  private static func home(_ planet: GraphValue) -> GraphValue { .hero(["id": "2001", "homePlanet": planet]) }
  private static func friends(_ friends: GraphValue) -> GraphValue {
    .hero(.character("2001", "R2-D2", ["friends": friends]))
  }

  private static func doesNotCascade(_ removal: NormalizedAction, line: Int = #line) -> Row {
    Row(given: .heroFriendsAndDroids(), line: line) {
      Step(removal)
      Step(.read(.characterName, "2001"), .fails)
      Step(.read(.characterName, "1000"), .answers(luke))
      Step(.read(.characterName, "1002"), .answers(.character("1002", "Han")))
    }
  }

  private static func leavesLeader(_ removal: NormalizedAction, line: Int = #line) -> Row {
    Row("a query leads to one of them", given: .works(), line: line) {
      [Step].fetching(friends([.character("1003", "Leia")]), .heroAndFriends)
      Step(removal)
      Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")]))
    }
  }

  private static func changesNothing(
    _ row: String, _ removal: NormalizedAction, twin: NormalizedAction, by rule: RuleID, line: Int = #line
  ) -> Row {
    Row(row, given: .heroFriendsAndDroids(), line: line) {
      // Removing another object shows that the client does not remove nothing at all, or everything.
      Step(twin)
      Step(.look(at: ["2001", "2002"]), .finds(["2001"], named: "R2-D2")).demanded(by: rule)
      Step(removal)
      Step(.peek(.heroAndFriends), .answers(.heroAndFriends("R2-D2")))
      Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")]))
    }
  }

  private static func staysRemoved(
    _ row: String, _ removal: NormalizedAction, by rule: RuleID, line: Int = #line
  ) -> Row {
    Row(
      row,
      given: .heroFriendsAndDroids(ClientSetup(kind: .sqlite)).and(
        row, relyingOn: rule,
        [Step(removal), Step(.look(at: ["2001", "2002"]), .finds(["2002"], named: "C-3PO"))]), line: line
    ) {
      Step(.restart)
      Step(.look(at: ["2001", "2002"]), .finds(["2002"], named: "C-3PO"))
    }
  }
}

extension Fixture where Action == NormalizedAction {
  /// The object is removed.
  fileprivate func removing(_ key: String, named name: String) -> Self {
    and(
      "the character \(key) is removed", relyingOn: "normalized.remove.object",
      [
        Step(.look(at: [key]), .finds([key], named: name)), Step(.remove(key)),
        Step(.look(at: [key]), .finds([], named: "")),
      ])
  }
}
