extension Fixture where Action == DashboardAction {
  /// The dashboard of an account is open, and nothing was viewed.
  static func opened(_ account: AccountSize) -> Self {
    Self("the dashboard of a \(account) account is open", [Step(.open(account))])
  }

  /// A card showed version 1, which was computed for it; now the data is version 2.
  static func viewed(_ card: DashboardCard, in account: AccountSize = .usual) -> Self {
    .opened(account).leading(
      to: "\(card) of a \(account) account showed version 1", relyingOn: rule(for: card, in: account),
      [Step(.view(card), .answers(.v1))]
    ).and("the data is version 2", [Step(.change(.v2))])
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
