extension Fixture where Action == DashboardAction {
  /// A card showed version 1, which was computed for it; now the data is version 2.
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

/// Scenarios with more than two views.
extension DashboardSpec {
  static let repeatedScenarios: [DashboardScenario] =
    [
      Scenario(
        "dashboard.overview.real-time", "beside a list", given: .viewed(.customerList),
        then: [Step(.view(.activeSubscriptions), .answers(.v2))]),
      Scenario(
        "dashboard.overview.real-time", "again and again", given: .viewed(.activeSubscriptions),
        then: changed(to: 3, after: .zero) + changed(to: 4, after: .minutes(1)) + changed(to: 5, after: .hours(1))
          + changed(to: 6, after: .hours(3)) + changed(to: 7, after: .days(1))),
      Scenario(
        "dashboard.overview.real-time", "twenty times", given: .viewed(.activeSubscriptions),
        then: (3...22).flatMap { changed(to: $0, after: .seconds(1)) }),
      Scenario(
        "dashboard.overview.real-time", "as they were before", given: .viewed(.activeSubscriptions),
        then: [Step(.view(.activeSubscriptions), .answers(.v2))] + changed(to: 1, after: .minutes(1))),
      Scenario(
        "dashboard.overview.new-and-active-customers", "beside each other", given: .viewed(.newCustomers),
        then: [Step(.view(.activeUsers), oneOf: firstView)]),
      againAndAgain("again and again", in: .usual), againAndAgain("again and again, large", in: .large), unchanged,
      Scenario(
        "dashboard.customer-lists.every-two-hours", "beside another card", given: .viewed(.customerList),
        then: [
          Step(.advance(.hours(1))),
          Step(.view(.newCustomers), oneOf: firstView).demanded(by: "dashboard.overview.new-and-active-customers"),
          Step(.view(.customerList), .answers(.v1), .requestsNothing),
          Step(.advance(.hours(1) + .seconds(1))), Step(.view(.customerList), .answers(.v2)),
        ]),
      Scenario(
        "dashboard.customer-lists.every-two-hours", "beside another card that is viewed again",
        given: .viewed(.customerList),
        then: [
          Step(.view(.activeSubscriptions), .answers(.v2)).demanded(by: "dashboard.overview.real-time"),
          Step(.advance(.hours(1))), Step(.view(.activeSubscriptions)),
          Step(.view(.newCustomers)), Step(.advance(.minutes(30))), Step(.view(.newCustomers)),
          Step(.view(.customerList), .answers(.v1), .requestsNothing),
          Step(.advance(.minutes(30) + .seconds(1))), Step(.view(.customerList), .answers(.v2)),
        ]),
      viewedAllAlong,
      Scenario(
        "dashboard.customer-lists.every-two-hours", "days later", given: .viewed(.customerList),
        then: [
          Step(.advance(.hours(25))), Step(.view(.customerList), .answers(.v2)), Step(.change(.v3)),
          Step(.advance(.days(7) + .minutes(1))), Step(.view(.customerList), .answers(.v3)),
        ]),
    ] + cachedMetrics.map { oftenAndSeldom($0, in: $1) } + cachedMetrics.map { besideOthers($0, in: $1) }

  /// However often a list is viewed, it is refreshed every two hours.
  private static let viewedAllAlong = DashboardScenario(
    "dashboard.customer-lists.every-two-hours", "viewed all along", given: .viewed(.customerList),
    then: (2...9).flatMap { number -> [DashboardStep] in
      let (old, new) = (DashboardFigure(DataVersion(number - 1)), DashboardFigure(DataVersion(number)))
      let tenMinutes = DashboardStep(.advance(.minutes(10)))
      let hit = DashboardStep(.view(.customerList), .answers(old), .requestsNothing)
      return [Step(.change(DataVersion(number)))] + (1...11).flatMap { _ in [tenMinutes, hit] }
        + [Step(.advance(.minutes(10) + .seconds(1))), Step(.view(.customerList), .answers(new))]
    })

  /// A metric that is viewed every twenty minutes, and then every two hours, is never more than two hours old.
  private static func oftenAndSeldom(_ card: DashboardCard, in account: AccountSize) -> DashboardScenario {
    let look = [DashboardStep(.advance(.minutes(20))), Step(.view(card))]
    func round(_ number: Int, _ looks: [DashboardStep]) -> [DashboardStep] {
      let version = DataVersion(number)
      return [Step(.change(version))] + looks + [Step(.view(card), .answers(DashboardFigure(version)))]
    }
    return Scenario(
      rule(for: card), "\(name(card, account)), viewed often and seldom", given: .viewed(card, in: account),
      then: (3...8).flatMap { round($0, Array(repeating: look, count: 7).flatMap(\.self)) }
        + (9...12).flatMap { round($0, [Step(.advance(.hours(2) + .seconds(1)))]) })
  }

  /// Computing other metrics in the meantime does not make a metric younger.
  private static func besideOthers(_ card: DashboardCard, in account: AccountSize) -> DashboardScenario {
    let others = cachedMetrics.filter { $0.1 == account && $0.0 != card }.map { DashboardStep(.view($0.0)) }
    return Scenario(
      rule(for: card), "\(name(card, account)), beside others", given: .viewed(card, in: account),
      then: [Step(.advance(.hours(1)))] + others + [
        Step(.advance(.hours(1) + .seconds(1))), Step(.view(card), .answers(.v2)),
      ])
  }

  private static func rule(for card: DashboardCard) -> RuleID {
    card == .activeSubscriptions
      ? "dashboard.overview.large-accounts" : "dashboard.overview.new-and-active-customers"
  }

  /// A card that may be cached is viewed for the first time: the overview may have been computed as a whole.
  private static let firstView = [
    Outcome<DashboardAction>("computed by the view", .answers(.v2)),
    Outcome<DashboardAction>("computed with another card", .answers(.v1)),
  ]

  /// A computed card is cached, whether or not it shows what was shown before.
  private static let unchanged = DashboardScenario(
    "dashboard.customer-lists.every-two-hours", "unchanged", given: .viewed(.customerList),
    then: [
      Step(.change(.v1)), Step(.advance(.hours(2) + .seconds(1))), Step(.view(.customerList), .answers(.v1)),
      Step(.change(.v3)), Step(.advance(.hours(1))), Step(.view(.customerList), .answers(.v1), .requestsNothing),
      Step(.advance(.hours(1) + .seconds(1))), Step(.view(.customerList), .answers(.v3)),
    ])

  /// A real-time metric is viewed this long after its data changed to this version.
  private static func changed(to number: Int, after pause: Duration) -> [DashboardStep] {
    let version = DataVersion(number)
    return [
      Step(.change(version)), Step(.advance(pause)),
      Step(.view(.activeSubscriptions), .answers(DashboardFigure(version))),
    ]
  }

  private static func againAndAgain(_ row: String, in account: AccountSize, line: Int = #line) -> DashboardScenario {
    Scenario(
      "dashboard.customer-lists.every-two-hours", row, given: .viewed(.customerList, in: account),
      then: [
        Step(.advance(.hours(2) + .seconds(1))),
        Step(.view(.customerList), .answers(.v2)),
        Step(.change(.v3)),
        // Refreshed at exactly two hours or by the view a second later: the next refresh is two hours after that.
        Step(.advance(.hours(2) - .seconds(2))),
        Step(.view(.customerList), .answers(.v2), .requestsNothing),
        Step(.advance(.seconds(3))),
        Step(.view(.customerList), .answers(.v3)),
      ], line: line)
  }

  /// A metric of each kind of account says when it was updated; a customer list is not a metric.
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
    + [unevenly, againAndAgainUpdated, acrossMidnight] + cachedMetrics.map { lastUpdated($0, in: $1) }
    + cachedMetrics.map { updatedAgain($0, in: $1) } + [
      Scenario(
        "dashboard.last-updated", "beside another", given: .viewed(.newCustomers),
        then: [
          Step(.advance(.minutes(30))), Step(.view(.activeUsers)),
          Step(
            .readLastUpdated,
            oneOf: [
              Outcome("computed by the view", .answers(DashboardFigure(.v2, updated: .zero))),
              Outcome("computed when the data changed", .answers(DashboardFigure(.v2, updated: .minutes(30)))),
              Outcome("computed with the other", .answers(DashboardFigure(.v1, updated: .minutes(30)))),
            ]),
          Step(.view(.newCustomers)),
          Step(
            .readLastUpdated,
            oneOf: [
              Outcome("cached", .answers(DashboardFigure(.v1, updated: .minutes(30)))),
              Outcome("computed anew", .answers(DashboardFigure(.v2, updated: .zero))),
            ]),
        ])
    ]

  /// A card that shows version 3 was computed after the data changed to version 3, which was just now.
  private static let unevenly = DashboardScenario(
    "dashboard.last-updated", "in the middle of an hour", given: .viewed(.activeSubscriptions),
    then: [
      Step(.advance(.minutes(17))), Step(.change(.v3)), Step(.view(.activeSubscriptions), .answers(.v3)),
      Step(.readLastUpdated, .answers(DashboardFigure(.v3, updated: .zero))),
    ])

  /// The same, repeatedly.
  private static let againAndAgainUpdated = DashboardScenario(
    "dashboard.last-updated", "again and again", given: .viewed(.activeSubscriptions),
    then: (3...8).flatMap { number -> [DashboardStep] in
      let version = DataVersion(number)
      return [
        Step(.advance(.hours(3))), Step(.change(version)),
        Step(.view(.activeSubscriptions), .answers(DashboardFigure(version))),
        Step(.readLastUpdated, .answers(DashboardFigure(version, updated: .zero))),
      ]
    })

  /// A metric is viewed before midnight and after it, and is never more than two hours old.
  private static let acrossMidnight = DashboardScenario(
    "dashboard.last-updated", "across midnight", given: .viewed(.newCustomers),
    then: [
      Step(.advance(.hours(23) + .minutes(30))), Step(.view(.newCustomers)), Step(.advance(.hours(1))),
      Step(.view(.newCustomers), .answers(.v2)),
      Step(
        .readLastUpdated,
        .answer(
          .described(
            "version 2, updated in the last two hours",
            .oneOf((0...7200).map { [.value(DashboardFigure(.v2, updated: .seconds($0)))] })))),
    ])

  /// The metrics that may be cached.
  private static let cachedMetrics: [(DashboardCard, AccountSize)] =
    AccountSize.allCases.flatMap { [(.newCustomers, $0), (.activeUsers, $0)] } + [(.activeSubscriptions, .large)]

  /// Two hours later a metric shows newer data. The document does not say when it was computed: the time that it gives
  /// has to be consistent.
  private static func updatedAgain(_ card: DashboardCard, in account: AccountSize) -> DashboardScenario {
    let sinceChange: ClosedRange<Int64> = 0...3601
    let before = (3601...7200).map { DashboardFigure(.v2, updated: .seconds($0)) }
    let after = sinceChange.map { DashboardFigure(.v3, updated: .seconds($0)) }
    return Scenario(
      "dashboard.last-updated", "\(name(card, account)), computed again", given: .viewed(card, in: account),
      then: [
        Step(.advance(.hours(1))), Step(.change(.v3)), Step(.advance(.hours(1) + .seconds(1))), Step(.view(card)),
        Step(
          .readLastUpdated,
          .answer(
            .described(
              "version 3, updated since the data became it, or version 2, updated before that",
              .oneOf((before + after).map { [.value($0)] })))),
      ])
  }

  private static func name(_ card: DashboardCard, _ account: AccountSize) -> String {
    account == .usual ? card.rawValue : "\(card.rawValue), \(account)"
  }

  private static func lastUpdated(_ card: DashboardCard, in account: AccountSize) -> DashboardScenario {
    Scenario(
      "dashboard.last-updated", name(card, account),
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
