/// Calls that are made while an older request is in flight, and do not wait for it.
extension NormalizedSpec {
  private static let inFile = ClientSetup(kind: .sqlite)

  static let meanwhileScenarios: [NormalizedScenario] =
    ways.flatMap { way in
      [
        NormalizedScenario(
          way.rule, "\(way.row) while a request is held, which is answered last",
          given: .heroFriendsAndDroids().fetchUnderWay(),
          then: way.doing + [
            Step(.requests(.releaseAll)), Step(.finish("fetch"), .answers(.heroName("Artoo"))),
            Step(.peek(.heroName), .answers(.heroName("Artoo"))), Step(way.looking, .answers(way.data)),
          ]),
        NormalizedScenario(
          way.keptBy, "\(way.row) while a request is held", given: done(way, in: inFile),
          then: [Step(.restart), Step(way.looking, .answers(way.data))]),
        NormalizedScenario(
          "normalized.sqlite.survives-kill", "\(way.row) while a request was held", given: done(way, in: inFile),
          then: [
            Step(.requests(.releaseAll)), Step(.finish("fetch"), .answers(.heroName("Artoo"))), Step(.kill),
            Step(.peek(.heroName), .answers(.heroName("Artoo"))), Step(way.looking, .answers(way.data)),
          ]),
      ]
        + CacheKind.named.map { kind in
          NormalizedScenario(
            "normalized.clear", "\(way.row) while a request is held, kind=\(kind)",
            given: done(way, in: ClientSetup(kind: kind)),
            then: [Step(.clear)] + gone(way) + [Step(.requests(.releaseAll)), ended] + gone(way))
        }
    }

  private typealias Way = (
    row: String, rule: RuleID, keptBy: RuleID, doing: [NormalizedStep], looking: NormalizedAction, data: GraphValue
  )

  private static func done(_ way: Way, in setup: ClientSetup) -> Fixture<NormalizedAction> {
    .heroFriendsAndDroids(setup).fetchUnderWay().and(
      "\(way.row) has named a droid meanwhile", standingOn: way.rule,
      way.doing)
  }

  /// What can be done meanwhile, and how its effect is observed.
  private static let ways: [Way] = [
    (
      "an update", "normalized.update.object", "normalized.update.survives-restart",
      [
        Step(.rename("2002", to: "Goldenrod")),
        Step(.read(.characterName, "2002"), .answers(.character("2002", "Goldenrod"))), Step(.requests(.holdNoMore)),
      ], .read(.characterName, "2002"), .character("2002", "Goldenrod")
    ),
    (
      "another fetch", "normalized.policy.fetch-ignoring-cache-data", "normalized.sqlite.kept", fetching,
      .peek(.row), others
    ),
  ]

  private static let others: GraphValue = ["row": [.character("2005", "BB-8"), .character("2006", "Chopper")]]

  /// Droids are fetched. A client that makes one request at a time needs the older request answered first.
  private static let fetching: [NormalizedStep] = [
    Step(.serve(others, to: .row)), Step(.begin(.row, .fetchIgnoringCacheData, as: "second")),
    Step(
      .requests(.awaitHeldUnlessJoined(2)),
      oneOf: [Outcome("a request for each"), Outcome("one after the other", .fails)]),
    Step(.requests(.holdNoMore)), Step(.requests(.releaseNewest)), Step(.finish("second"), .stores(others)),
  ]

  /// The older fetch ends, successfully or not.
  private static let ended = NormalizedStep(
    .finish("fetch"),
    oneOf: [Outcome("answered", .answers(.heroName("Artoo"))), Outcome("fetch abandoned", .fails)])

  /// What was stored is gone. The document says nothing of the request in flight.
  private static func gone(_ way: Way) -> [NormalizedStep] {
    [
      Step(way.looking, .fails), Step(.peek(.listDroids), .fails), Step(.peek(.leader), .fails),
      Step(.peek(.heroAndFriends), .fails),
    ]
  }
}
