extension DashboardSpec {
  /// A card that showed version 1 is viewed again after the given time, when the data is version 2. It shows:
  ///
  /// - `cached`: version 1, with nothing computed;
  /// - `refreshed`: version 2, whenever it was computed;
  /// - `either`: version 1 or version 2.
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
