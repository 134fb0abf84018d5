/// A card or list of a dashboard.
@nonexhaustive
public enum DashboardCard: String, Sendable, CaseIterable, DescribedByRawValue {
  /// A subscription metric of the overview.
  case activeSubscriptions = "Active Subscriptions"
  /// The overview's count of new customers.
  case newCustomers = "New Customers"
  /// The overview's count of active users.
  case activeUsers = "Active Users"
  /// A customer list.
  case customerList = "a customer list"
}

/// The amount of data in an account.
public enum AccountSize: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The amount that most accounts have.
  case usual
  /// So much data that its metrics may be cached.
  case large
}
