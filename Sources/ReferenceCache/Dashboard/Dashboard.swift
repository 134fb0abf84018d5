public import Foundation

/// A dashboard over data that is expensive to compute: some of it real-time, some cached for a while.
///
/// From RevenueCat's 'Caching', heading 'Dashboard'.
public actor Dashboard {
  /// What a card shows, and when that was computed.
  public struct View: Hashable, Sendable {
    /// What it shows.
    public let value: String
    /// When the data was last updated.
    public let updatedAt: Date
  }

  private let account: AccountSize
  private let compute: @Sendable (DashboardCard) async throws -> String
  private let now: @Sendable () -> Date
  private var views: [DashboardCard: View] = [:]

  /// Opens the dashboard of an account over what computes its data.
  public init(
    account: AccountSize, now: @escaping @Sendable () -> Date,
    compute: @escaping @Sendable (DashboardCard) async throws -> String
  ) {
    self.account = account
    self.compute = compute
    self.now = now
  }

  /// What a card shows: what was computed last while that lives, else computed anew.
  ///
  /// - Throws: The error of the computation, where nothing that lives is there to be shown.
  public func view(_ card: DashboardCard) async throws -> View {
    if let view = views[card] {
      let age = now().timeIntervalSince(view.updatedAt)
      if age >= 0, age < card.lifetime(in: account) { return view }
    }
    let began = now()
    let view = View(value: try await compute(card), updatedAt: began)
    views[card] = view
    return view
  }
}

extension DashboardCard {
  /// How long what was computed is shown, in seconds.
  fileprivate func lifetime(in account: AccountSize) -> TimeInterval {
    switch (self, account) {
    case (.customerList, _): 2 * 3600
    case (.newCustomers, _), (.activeUsers, _), (.activeSubscriptions, .large): 1.5 * 3600
    case (.activeSubscriptions, .usual): 0
    }
  }
}
