/// A card or list of a dashboard.
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

/// How much data an account has.
public enum AccountSize: String, Sendable, CaseIterable, DescribedByRawValue {
  /// As most accounts have.
  case usual
  /// So much that its metrics may be cached.
  case large
}
