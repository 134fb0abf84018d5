import CacheVocabulary

extension NormalizedSpec {
  /// The policies one by one, each by the rows of the table that are its own.
  static let policyScenarios: [NormalizedScenario] =
    policyTable.map { $0.scenario(of: $0.ownRule, "cached=\($0.cached.rawValue),server=\($0.server.rawValue)") }
    + failureRows.map(\.scenario) + [
      NormalizedScenario(
        "normalized.policy.errors-with-data",
        given: .having([.heroName: .heroName("R2-D2")]) + [
          Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.server(.answersErrorsWithData)),
        ],
        then: [
          Step(
            .fetch(.heroName, .fetchIgnoringCacheData), Expectation(.answer, .something), .asks(GraphOperation.heroName)
          ),
          Step(
            .peek(.heroName),
            oneOf: [
              Outcome("stored", .answers(graph: .heroName("Artoo"))),
              Outcome("not stored", .answers(graph: .heroName("R2-D2"))),
            ]),
        ])
    ]

  private static let failureRows: [FailureRow] = [
    FailureRow("chosen, cached", chosen: [.noConnection, .timeOut], failure: .timeOut, cached: true, old: true),
    FailureRow("chosen, not cached", chosen: [.noConnection, .timeOut], failure: .timeOut, cached: false, old: false),
    FailureRow(
      "not chosen, cached", chosen: [.noConnection, .timeOut], failure: .serverError, cached: true, old: false),
    FailureRow("none chosen, cached", chosen: [], failure: .noConnection, cached: true, old: false),
  ]
}

/// What the caller of a failed fetch is given.
private struct FailureRow {
  let scenario: NormalizedScenario

  init(
    _ row: String, chosen: [OriginFailure], failure: OriginFailure, cached: Bool, old: Bool, line: Int = #line
  ) {
    let setup = CacheSetup(oldDataAfter: chosen)
    let given: [NormalizedStep] = cached ? .having(with: setup, [.heroName: .heroName("R2-D2")]) : .works(setup)
    // What the app's choice does is shown beside: each row is passed only by a client that gives old data when it should.
    let control: [NormalizedStep] = [
      Step(.setUp(CacheSetup(oldDataAfter: [failure]))), Step(.server(.up)),
      Step(.serve(.heroName("R2-D2"), to: .heroName)), Step(.fetch(.heroName, .fetchIgnoringCacheData)),
      Step(.server(.down(failure))),
      Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(graph: .heroName("R2-D2")), .asksSomething),
    ]
    scenario = NormalizedScenario(
      "normalized.policy.after-failure", row,
      given: given + [Step(.serve(.heroName("Artoo"), to: .heroName)), Step(.server(.down(failure)))],
      then: [
        old
          ? Step(.fetch(.heroName, .fetchIgnoringCacheData), .answers(graph: .heroName("R2-D2")), .asksSomething)
          : Step(.fetch(.heroName, .fetchIgnoringCacheData), .fails, .asksSomething)
      ] + (old ? [] : control), line: line)
  }
}

extension NormalizedPolicyRow {
  /// The rule that speaks of the row's policy.
  fileprivate var ownRule: RuleID {
    switch policy {
    case nil: "normalized.policy.default-is-cache-else-fetch"
    case .returnCacheDataElseFetch: "normalized.policy.cache-else-fetch"
    case .fetchIgnoringCacheData: "normalized.policy.fetch-ignoring-cache-data"
    case .fetchIgnoringCacheCompletely: "normalized.policy.fetch-ignoring-cache-completely"
    case .returnCacheDataDontFetch: "normalized.policy.cache-dont-fetch"
    case .returnCacheDataAndFetch: "normalized.policy.cache-and-fetch"
    }
  }
}
