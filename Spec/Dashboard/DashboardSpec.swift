/// The dashboard chapter, from RevenueCat's 'Caching'.
public enum DashboardSpec {
  private static let dashboard = Citation(.revenueCat, "Dashboard")

  /// Every rule, in the order of the document.
  public static let rules: [Rule] = [
    Rule(
      "dashboard.overview.real-time", .must,
      "The overview's subscription metrics are never older than the data: each view shows the data as it is at that moment.",
      from: dashboard, about: .account, .card),
    Rule(
      "dashboard.overview.new-and-active-customers", .may,
      "New Customers and Active Users may be up to one to two hours old, but never older than two hours.",
      from: dashboard, about: .card),
    Rule(
      "dashboard.overview.large-accounts", .may,
      "For large accounts, every subscription metric may be one to two hours old, but never older than two hours.",
      from: dashboard, about: .card),
    Rule(
      "dashboard.customer-lists.every-two-hours", .must,
      "Customer lists are always cached, and are refreshed every two hours, neither earlier nor later.",
      from: dashboard,
      about: .age),
    Rule(
      "dashboard.customer-lists.exactly-two-hours", .open,
      "A customer list that is exactly two hours old is refreshed, or is not refreshed yet.",
      from: dashboard,
      because: "'Every two hours' does not say whether a list is refreshed at exactly two hours or after."),
    Rule(
      "dashboard.last-updated", .must,
      "Every metric says when its data was last updated, and the time that it gives is correct.",
      from: dashboard, about: .updateTime),
  ]

  /// Every scenario, rule by rule.
  public static var scenarios: [DashboardScenario] { chapter.scenarios }

  /// The chapter.
  package static let chapter = Chapter(
    name: "dashboard", title: "How old a dashboard's figures may be", rules: rules,
    tables: [
      Table(
        "A card that is viewed again",
        legend: """
          A card that showed version 1 is viewed again after the given time, when the data is version 2. *Cached* is version 1
          with nothing computed, *refreshed* is version 2 whenever it was computed, and *either* is version 1 or version 2.
          """, viewTable)
    ], scenarios: viewTable.map(\.scenario) + repeatedScenarios + lastUpdatedScenarios)
}

/// What the outcome of the chapter's rules turns on.
extension RuleInput {
  package static let account = Self("the size of the account")
  package static let card = Self("the card")
  package static let age = Self("the age of a figure")
  package static let updateTime = Self("when the data was last updated")
}
