import CacheVocabulary

extension Fixture where Action == DashboardAction {
  /// A card showed version 1, which was computed for it; now the data are version 2.
  static func viewed(_ card: DashboardCard, in account: AccountSize = .usual) -> Self {
    Self("the dashboard of a \(account) account is open", [Step(.open(account))])
      .leading(
        to: "\(card) of a \(account) account showed version 1", standingOn: rule(for: card, in: account),
        [Step(.view(card), .answers(.v1))]
      ).and("the data are version 2", [Step(.change(.v2))])
  }

  private static func rule(for card: DashboardCard, in account: AccountSize) -> RuleID {
    switch (card, account) {
    case (.customerList, _): "dashboard.customer-lists.every-two-hours"
    case (.newCustomers, _), (.activeUsers, _): "dashboard.overview.new-and-active-customers"
    case (.activeSubscriptions, .large): "dashboard.overview.large-accounts"
    case (.activeSubscriptions, .usual): "dashboard.overview.real-time"
    }
  }
}

/// What takes more than two views.
extension DashboardSpec {
  static let repeatedScenarios: [DashboardScenario] = [
    Scenario(
      "dashboard.overview.real-time", "beside a list", given: .viewed(.customerList),
      then: [Step(.view(.activeSubscriptions), .answers(.v2)), Step(.view(.customerList), .answers(.v1))]),
    Scenario(
      "dashboard.overview.new-and-active-customers", "beside each other", given: .viewed(.newCustomers),
      then: [Step(.view(.activeUsers), .answers(.v2))]),
    Scenario(
      "dashboard.customer-lists.every-two-hours", "again and again",
      given: .viewed(.customerList),
      then: [
        Step(.advance(.hours(2) + .seconds(1))),
        Step(.view(.customerList), .answers(.v2)),
        Step(.change(.v3)),
        // Refreshed at two hours sharp or by the view a second later: the next refresh is two hours after that.
        Step(.advance(.hours(2) - .seconds(2))),
        Step(.view(.customerList), .answers(.v2), .requestsNothing),
        Step(.advance(.seconds(3))),
        Step(.view(.customerList), .answers(.v3)),
      ]),
  ]

  /// A metric of each kind of account says when it was updated; a list of customers is no metric.
  static let lastUpdatedScenarios: [DashboardScenario] =
    [
      Scenario(
        "dashboard.last-updated", "real-time", given: .viewed(.activeSubscriptions),
        then: [
          Step(.readLastUpdated, .answers(DashboardFigure(.v1, updated: .zero))),
          Step(.advance(.minutes(10))),
          Step(.view(.activeSubscriptions)),
          Step(
            .readLastUpdated,
            oneOf: [
              Outcome("computed by the view", .answers(DashboardFigure(.v2, updated: .zero))),
              Outcome("computed when the data changed", .answers(DashboardFigure(.v2, updated: .minutes(10)))),
            ]),
        ])
    ]
    + AccountSize.allCases.flatMap { account in
      [.newCustomers, .activeUsers].map { lastUpdated($0, in: account) }
    } + [lastUpdated(.activeSubscriptions, in: .large)]

  private static func lastUpdated(_ card: DashboardCard, in account: AccountSize) -> DashboardScenario {
    Scenario(
      "dashboard.last-updated", account == .usual ? card.rawValue : "\(card.rawValue), \(account)",
      given: .viewed(card, in: account),
      then: [
        Step(.readLastUpdated, .answers(DashboardFigure(.v1, updated: .zero))),
        Step(.advance(.hours(1))),
        Step(.view(card)),
        Step(
          .readLastUpdated,
          oneOf: [
            Outcome("cached", .answers(DashboardFigure(.v1, updated: .hours(1)))),
            Outcome("computed anew", .answers(DashboardFigure(.v2, updated: .zero))),
          ]),
      ])
  }
}
