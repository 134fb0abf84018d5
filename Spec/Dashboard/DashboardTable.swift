public import CacheVocabulary

/// One row of the table of views: a card that showed version 1 is viewed again, so much later, when the data are version 2.
public struct DashboardRow: Sendable, CustomStringConvertible {
  /// The ages at which a card is viewed again: both sides of two hours, and the boundary.
  public enum Age: Int, Sendable, CaseIterable {
    case atOnce = 0
    case anHour = 3600
    case almostTwoHours = 7199
    case twoHours = 7200
    case moreThanTwoHours = 7201
  }

  /// What it shows then.
  public enum Shows: String, Sendable, CaseIterable {
    /// Version 1, with nothing computed.
    case cached
    /// Version 2, computed for this view.
    case computed
    /// Version 2, whenever it was computed.
    case refreshed
    /// Version 1 or version 2.
    case either
  }

  /// The card.
  public let card: DashboardCard
  /// The account that it is of.
  public let account: AccountSize
  /// The time between the two views.
  public let age: Age
  /// What the second shows.
  public let shows: Shows
  /// Where the row stands.
  public let source: SourceLine

  init(
    _ card: DashboardCard, _ account: AccountSize, _ age: Age, _ shows: Shows, line: Int = #line
  ) {
    self.card = card
    self.account = account
    self.age = age
    self.shows = shows
    self.source = SourceLine(line: line)
  }

  public var description: String { "card=\(card),account=\(account),age=\(age.rawValue.asTime)" }

  /// The row as steps.
  public var scenario: DashboardScenario {
    DashboardScenario(
      rule, description,
      given: [
        Step(.open(account)), Step(.view(card), .answers("v1"), .asks(card)), Step(.change("v2")),
        Step(.pass(seconds: age.rawValue)),
      ],
      then: [Step(.view(card), oneOf: outcomes)], source: source)
  }

  private var rule: RuleID {
    switch (card, account) {
    case (.customerList, _):
      age == .twoHours ? "dashboard.customer-lists.exactly-two-hours" : "dashboard.customer-lists.every-two-hours"
    case (.newCustomers, _), (.activeUsers, _): "dashboard.overview.new-and-active-customers"
    case (.activeSubscriptions, .large): "dashboard.overview.large-accounts"
    case (.activeSubscriptions, .usual): "dashboard.overview.real-time"
    }
  }

  private var outcomes: [Outcome] {
    let cached = Outcome("cached", .answers("v1"), .asksNothing)
    return switch shows {
    case .cached: [cached]
    case .computed: [Outcome("computed", .answers("v2"), .asks(card))]
    case .refreshed: [Outcome("refreshed", .answers("v2"))]
    case .either: [cached, Outcome("computed anew", .answers("v2"))]
    }
  }
}

extension DashboardSpec {
  /// Card × account × age: every combination has one row.
  // swift-format-ignore
  public static let table: [DashboardRow] = [
    // card                     account age                shows
    .init(.activeSubscriptions, .usual, .atOnce,           .computed),
    .init(.activeSubscriptions, .usual, .anHour,           .computed),
    .init(.activeSubscriptions, .usual, .almostTwoHours,   .computed),
    .init(.activeSubscriptions, .usual, .twoHours,         .computed),
    .init(.activeSubscriptions, .usual, .moreThanTwoHours, .computed),
    .init(.activeSubscriptions, .large, .atOnce,           .either),
    .init(.activeSubscriptions, .large, .anHour,           .either),
    .init(.activeSubscriptions, .large, .almostTwoHours,   .either),
    .init(.activeSubscriptions, .large, .twoHours,         .either),
    .init(.activeSubscriptions, .large, .moreThanTwoHours, .refreshed),
    .init(.newCustomers,        .usual, .atOnce,           .either),
    .init(.newCustomers,        .usual, .anHour,           .either),
    .init(.newCustomers,        .usual, .almostTwoHours,   .either),
    .init(.newCustomers,        .usual, .twoHours,         .either),
    .init(.newCustomers,        .usual, .moreThanTwoHours, .refreshed),
    .init(.newCustomers,        .large, .atOnce,           .either),
    .init(.newCustomers,        .large, .anHour,           .either),
    .init(.newCustomers,        .large, .almostTwoHours,   .either),
    .init(.newCustomers,        .large, .twoHours,         .either),
    .init(.newCustomers,        .large, .moreThanTwoHours, .refreshed),
    .init(.activeUsers,         .usual, .atOnce,           .either),
    .init(.activeUsers,         .usual, .anHour,           .either),
    .init(.activeUsers,         .usual, .almostTwoHours,   .either),
    .init(.activeUsers,         .usual, .twoHours,         .either),
    .init(.activeUsers,         .usual, .moreThanTwoHours, .refreshed),
    .init(.activeUsers,         .large, .atOnce,           .either),
    .init(.activeUsers,         .large, .anHour,           .either),
    .init(.activeUsers,         .large, .almostTwoHours,   .either),
    .init(.activeUsers,         .large, .twoHours,         .either),
    .init(.activeUsers,         .large, .moreThanTwoHours, .refreshed),
    .init(.customerList,        .usual, .atOnce,           .cached),
    .init(.customerList,        .usual, .anHour,           .cached),
    .init(.customerList,        .usual, .almostTwoHours,   .cached),
    .init(.customerList,        .usual, .twoHours,         .either),
    .init(.customerList,        .usual, .moreThanTwoHours, .refreshed),
    .init(.customerList,        .large, .atOnce,           .cached),
    .init(.customerList,        .large, .anHour,           .cached),
    .init(.customerList,        .large, .almostTwoHours,   .cached),
    .init(.customerList,        .large, .twoHours,         .either),
    .init(.customerList,        .large, .moreThanTwoHours, .refreshed),
  ]
}
