import CacheVocabulary

/// The dashboard chapter, from RevenueCat's 'Caching'.
public enum DashboardSpec {
  private static let dashboard = Citation(.revenueCat, "Dashboard")

  /// Every rule, in the order of the document.
  public static let rules: [Rule] = [
    Rule(
      "dashboard.overview.real-time", .must, "The overview's subscription metrics are computed at each view.",
      from: dashboard),
    Rule(
      "dashboard.overview.new-and-active-customers", .may,
      "New Customers and Active Users may be up to one to two hours old, never older than two.", from: dashboard),
    Rule(
      "dashboard.overview.large-accounts", .may,
      "For large accounts every subscription metric may be one to two hours old, never older than two.",
      from: dashboard),
    Rule(
      "dashboard.customer-lists.every-two-hours", .must,
      "Customer lists are always cached, and refreshed every two hours: not earlier, not later.", from: dashboard),
    Rule(
      "dashboard.customer-lists.exactly-two-hours", .open, "At exactly two hours a list is refreshed, or not yet.",
      from: dashboard, because: "'Every two hours' does not say on which side of the boundary its moment falls."),
    Rule(
      "dashboard.last-updated", .must, "Every metric says when its data was last updated, and that is when it was.",
      from: dashboard),
  ]

  /// Every scenario: the table, and what takes more than two views.
  public static let scenarios: [DashboardScenario] =
    table.map(\.scenario) + [
      DashboardScenario(
        "dashboard.customer-lists.every-two-hours", "again and again",
        given: [
          Step(.open(.usual)), Step(.view(.customerList), .answers("v1")), Step(.change("v2")),
          Step(.pass(seconds: 7201)), Step(.view(.customerList), .answers("v2")), Step(.change("v3")),
        ],
        then: [
          // Refreshed at two hours sharp or by the view a second later: the next refresh is two hours after that.
          Step(.pass(seconds: 7198)),
          Step(.view(.customerList), .answers("v2"), .asksNothing),
          Step(.pass(seconds: 3)),
          Step(.view(.customerList), .answers("v3")),
        ]),
      DashboardScenario(
        "dashboard.last-updated", "real-time",
        given: [Step(.open(.usual)), Step(.view(.activeSubscriptions), .answers("v1")), Step(.change("v2"))],
        then: [
          Step(.readLastUpdated, .answers("v1, updated 0 s ago")),
          Step(.pass(seconds: 600)),
          Step(.view(.activeSubscriptions)),
          Step(.readLastUpdated, .answers("v2, updated 0 s ago")),
        ]),
      DashboardScenario(
        "dashboard.last-updated", "customer list",
        given: [Step(.open(.usual)), Step(.view(.customerList), .answers("v1")), Step(.change("v2"))],
        then: [
          Step(.pass(seconds: 3600)),
          Step(.view(.customerList)),
          Step(.readLastUpdated, .answers("v1, updated 3600 s ago")),
          Step(.pass(seconds: 3601)),
          Step(.view(.customerList)),
          Step(
            .readLastUpdated,
            oneOf: [
              Outcome("by the view", .answers("v2, updated 0 s ago")),
              Outcome("on time", .answers("v2, updated 1 s ago")),
            ]),
        ]),
    ] + [.newCustomers, .activeUsers].map(lastUpdatedScenario)

  private static func lastUpdatedScenario(_ card: DashboardCard) -> DashboardScenario {
    DashboardScenario(
      "dashboard.last-updated", card.rawValue,
      given: [Step(.open(.usual)), Step(.view(card), .answers("v1")), Step(.change("v2"))],
      then: [
        Step(.pass(seconds: 3600)),
        Step(.view(card)),
        Step(
          .readLastUpdated,
          oneOf: [
            Outcome("cached", .answers("v1, updated 3600 s ago")),
            Outcome("computed anew", .answers("v2, updated 0 s ago")),
          ]),
      ])
  }

  /// The chapter.
  public static let chapter = Chapter(
    name: "dashboard", title: "How old a dashboard's figures may be", rules: rules, scenarios: scenarios)
}
