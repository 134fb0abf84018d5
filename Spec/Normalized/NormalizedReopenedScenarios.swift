/// What a later run of the app finds in the file.
extension NormalizedSpec {
  private static let inFile = ClientSetup(kind: .sqlite)

  static let reopenedScenarios: [NormalizedScenario] =
    (awkwardKeys + [("composed and decomposed", "\u{e9}", "e\u{301}")]).map { row, key, other in
      NormalizedScenario(
        "normalized.keys.any-text", "\(row), stored by an earlier run", given: .works(inFile),
        then: .fetching(.droids([key: "this", other: "other"]), .listDroids) + [Step(.restart)]
          + removing(key, leaving: other))
    }
    + awkwardValues.map { row, value in
      let data: GraphValue = ["sample": ["id": "s", "value": value]]
      return NormalizedScenario(
        "normalized.values.any", "\(row), stored by an earlier run", given: .works(inFile),
        then: .fetching(data, .sample("s")) + [
          Step(.restart),
          Step(.peek(.leader), .answers(["leader": .character("1003", "Leia")])).demanded(by: "normalized.sqlite.kept"),
          Step(.peek(.sample("s")), .answers(data)),
        ])
    }
    + writtenAnew.flatMap { row, removal in
      let given = writtenAnew(row, removal)
      return [
        NormalizedScenario(
          "normalized.update.survives-restart", "after it was removed \(row) in the same transaction", given: given,
          then: [Step(.restart), Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))]),
        NormalizedScenario(
          "normalized.remove.stays-removed", "\(row), and written anew in the same transaction", given: given,
          then: [
            Step(.restart),
            Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo")))
              .demanded(by: "normalized.update.survives-restart"),
            Step(.read(.characterHome, "2001"), .fails),
          ]),
      ]
    } + [
      NormalizedScenario(
        "normalized.remove.stays-removed", "two thousand objects, by pattern",
        given: .droids(many, inFile).and(
          "all that have 'droid' in their keys are removed", standingOn: "normalized.remove.matching",
          [Step(.remove(matching: "droid")), looking]),
        then: [Step(.restart), looking]),
      NormalizedScenario(
        "normalized.sqlite.kept", "what a transaction named that threw",
        given: .works(inFile).and(
          "a transaction that named two droids has thrown", standingOn: "normalized.transaction.failure",
          .fetching(["droids": []], .listDroids) + [
            Step(
              .transact([
                .update(.listDroids, .append("droids", .character("3001", "lost"))),
                .update(.listDroids, .append("droids", .character("3002", "lost"))), .fail,
              ]), .fails),
            Step(.peek(.listDroids), .answers(["droids": []])),
          ]),
        then: .fetching(.droids(["3001": "one", "3002": "two"]), .listDroids)
          + .fetching(["character": .character("3003", "three")], .character("3003")) + [
            Step(.restart), Step(.peek(.listDroids), .answers(.droids(["3001": "one", "3002": "two"]))),
            Step(.peek(.character("3003")), .answers(["character": .character("3003", "three")])),
          ]),
      NormalizedScenario(
        "normalized.sqlite.kept", "values of several types, and fifty writes after them", given: .works(inFile),
        then: values.flatMap { [NormalizedStep].fetching($1, $0) }
          + (1...50).flatMap { [NormalizedStep].fetching(["traitor": .character("1004", "\($0)")], .traitor) }
          + [Step(.restart), Step(.restart)] + values.map { Step(.peek($0), .answers($1)) }),
    ]

  // MARK: Removed, and written anew

  private static let writtenAnew: [(row: String, TransactionStep)] = [
    ("by its key", .remove(key: "2001")), ("by pattern", .removeMatching("2001")),
  ]

  private static func writtenAnew(_ row: String, _ removal: TransactionStep) -> NormalizedFixture {
    .heroDetails(inFile).and(
      "the hero is removed \(row), and written without a home", standingOn: "normalized.transaction.reads-own-writes",
      .fetching(["droids": []], .listDroids) + [
        Step(.transact([removal, .update(.listDroids, .append("droids", .character("2001", "Artoo")))])),
        Step(.read(.characterName, "2001"), .answers(.character("2001", "Artoo"))),
        Step(.read(.characterHome, "2001"), .fails),
      ])
  }

  // MARK: Much

  private static let many = (0..<2000).map { "droid:\($0)" } + ["dro:id"]

  /// Of many objects some are looked at.
  private static let looking = NormalizedStep(
    .look(at: many.enumerated().filter { $0.offset.isMultiple(of: 20) }.map(\.element)),
    .finds(["dro:id"], named: "Droid"))

  private static let values: [(GraphOperation, GraphValue)] =
    [
      (.heroName, .hero(["id": "2001", "name": .null])), (.leader, ["leader": .null]),
      (.row, ["row": [.null, .character("1", "one")]]), (.grid, ["grid": [[], [.null]]]), (.listDroids, ["droids": []]),
      (.bestReview, ["bestReview": ["stars": .null, "commentary": ""]]),
    ]
    + [1, 1.5, true, "text", ["a", .null], ["a": 1]].enumerated().map { index, value in
      (.sample("s\(index)"), ["sample": ["id": .text("s\(index)"), "value": value]])
    }
}
