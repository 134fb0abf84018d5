extension DashboardSpec {
  static let viewLegend = """
    A card that showed version 1 is viewed again after the given time, when the data is version 2. *Cached* is version 1
    with nothing computed, *refreshed* is version 2, computed by this view or before it, and *either* is one of the two.
    """

  /// Every card, of every kind of account, at ages on both sides of two hours.
  // swift-format-ignore
  static let viewTable: [DashboardRow] = [
    //  card                     account age                shows        rule
    .init((.activeSubscriptions, .usual, .atOnce,           .refreshed), "dashboard.overview.real-time"),
    .init((.activeSubscriptions, .usual, .anHour,           .refreshed), "dashboard.overview.real-time"),
    .init((.activeSubscriptions, .usual, .almostTwoHours,   .refreshed), "dashboard.overview.real-time"),
    .init((.activeSubscriptions, .usual, .twoHours,         .refreshed), "dashboard.overview.real-time"),
    .init((.activeSubscriptions, .usual, .moreThanTwoHours, .refreshed), "dashboard.overview.real-time"),
    .init((.activeSubscriptions, .large, .atOnce,           .either),    "dashboard.overview.large-accounts"),
    .init((.activeSubscriptions, .large, .anHour,           .either),    "dashboard.overview.large-accounts"),
    .init((.activeSubscriptions, .large, .almostTwoHours,   .either),    "dashboard.overview.large-accounts"),
    .init((.activeSubscriptions, .large, .twoHours,         .either),    "dashboard.overview.large-accounts"),
    .init((.activeSubscriptions, .large, .moreThanTwoHours, .refreshed), "dashboard.overview.large-accounts"),
    .init((.newCustomers,        .usual, .atOnce,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .usual, .anHour,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .usual, .almostTwoHours,   .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .usual, .twoHours,         .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .usual, .moreThanTwoHours, .refreshed), "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .large, .atOnce,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .large, .anHour,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .large, .almostTwoHours,   .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .large, .twoHours,         .either),    "dashboard.overview.new-and-active-customers"),
    .init((.newCustomers,        .large, .moreThanTwoHours, .refreshed), "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .usual, .atOnce,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .usual, .anHour,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .usual, .almostTwoHours,   .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .usual, .twoHours,         .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .usual, .moreThanTwoHours, .refreshed), "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .large, .atOnce,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .large, .anHour,           .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .large, .almostTwoHours,   .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .large, .twoHours,         .either),    "dashboard.overview.new-and-active-customers"),
    .init((.activeUsers,         .large, .moreThanTwoHours, .refreshed), "dashboard.overview.new-and-active-customers"),
    .init((.customerList,        .usual, .atOnce,           .cached),    "dashboard.customer-lists.every-two-hours"),
    .init((.customerList,        .usual, .anHour,           .cached),    "dashboard.customer-lists.every-two-hours"),
    .init((.customerList,        .usual, .almostTwoHours,   .cached),    "dashboard.customer-lists.every-two-hours"),
    .init((.customerList,        .usual, .twoHours,         .either),    "dashboard.customer-lists.exactly-two-hours"),
    .init((.customerList,        .usual, .moreThanTwoHours, .refreshed), "dashboard.customer-lists.every-two-hours"),
    .init((.customerList,        .large, .atOnce,           .cached),    "dashboard.customer-lists.every-two-hours"),
    .init((.customerList,        .large, .anHour,           .cached),    "dashboard.customer-lists.every-two-hours"),
    .init((.customerList,        .large, .almostTwoHours,   .cached),    "dashboard.customer-lists.every-two-hours"),
    .init((.customerList,        .large, .twoHours,         .either),    "dashboard.customer-lists.exactly-two-hours"),
    .init((.customerList,        .large, .moreThanTwoHours, .refreshed), "dashboard.customer-lists.every-two-hours"),
  ]
}

/// A row of the table of views.
struct DashboardRow: TableRow {
  /// The ages at which a card is viewed again: on both sides of two hours, and at the boundary.
  enum Age: CaseIterable, CustomStringConvertible {
    case atOnce, anHour, almostTwoHours, twoHours, moreThanTwoHours

    var duration: Duration {
      switch self {
      case .atOnce: .zero
      case .anHour: .hours(1)
      case .almostTwoHours: .hours(2) - .seconds(1)
      case .twoHours: .hours(2)
      case .moreThanTwoHours: .hours(2) + .seconds(1)
      }
    }

    var description: String { duration.inWords }
  }

  /// What the card shows then.
  enum Shows: String, DescribedByRawValue {
    case cached, refreshed, either
  }

  static let inputs = [
    Column("card", DashboardCard.self), Column("account", AccountSize.self), Column("age", Age.self),
  ]
  static let outcomes = ["shows"]

  let cells: (card: DashboardCard, account: AccountSize, age: Age, shows: Shows)
  let rule: RuleID
  let source: SourceLine

  var fixture: Fixture<DashboardAction> {
    .viewed(cells.card, in: cells.account).and("\(cells.age) later", [Step(.advance(cells.age.duration))])
  }

  var steps: [DashboardStep] { [Step(.view(cells.card), oneOf: allowed)] }

  private var allowed: [Outcome<DashboardAction>] {
    let cached = Outcome<DashboardAction>("cached", .answers(.v1), .requestsNothing)
    return switch cells.shows {
    case .cached: [cached]
    case .refreshed: [Outcome("refreshed", .answers(.v2))]
    case .either: [cached, Outcome("computed anew", .answers(.v2))]
    }
  }
}
