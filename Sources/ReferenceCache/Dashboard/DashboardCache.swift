public import Foundation

/// A dashboard of data that is expensive to compute. Some of it is real-time, some is cached for a while.
///
/// From RevenueCat's 'Caching', heading 'Dashboard'.
public actor DashboardCache {
  /// The content of a card, and when it was computed.
  public struct View: Hashable, Sendable {
    /// The content.
    public let value: String
    /// When the data was last updated.
    public let updatedAt: Date
  }

  private let account: AccountSize
  private let compute: @Sendable (DashboardCard) async throws -> String
  private let now: @Sendable () -> Date
  /// The newest computation of each card, under way or not, and when it began.
  private var computations: [DashboardCard: (began: Date, task: Task<View, any Error>)] = [:]

  /// Opens the dashboard of an account.
  ///
  /// - Parameters:
  ///   - account: the size of the account, which decides how long content may be shown.
  ///   - now: the current date.
  ///   - compute: computes the content of a card.
  public init(
    account: AccountSize, now: @escaping @Sendable () -> Date,
    compute: @escaping @Sendable (DashboardCard) async throws -> String
  ) {
    self.account = account
    self.compute = compute
    self.now = now
  }

  /// The content of a card: the last one computed while it has not expired, else a new one. Views of a card that may be
  /// cached share a computation that is under way.
  ///
  /// - Throws: The error of the computation, if no unexpired content is cached.
  public func view(_ card: DashboardCard) async throws -> View {
    if let (began, task) = computations[card] {
      let age = now().timeIntervalSince(began)
      if age >= 0, age < card.lifetime(in: account) { return try await task.value }
    }
    let began = now()
    // It goes on whether or not anyone waits for it.
    let task = Task { View(value: try await compute(card), updatedAt: began) }
    computations[card] = (began, task)
    do {
      return try await task.value
    } catch {
      if computations[card]?.task == task { computations[card] = nil }
      throw error
    }
  }
}

extension DashboardCard {
  /// How long computed content is shown, in seconds.
  fileprivate func lifetime(in account: AccountSize) -> TimeInterval {
    switch (self, account) {
    case (.customerList, _): 2 * 3600
    case (.newCustomers, _), (.activeUsers, _), (.activeSubscriptions, .large): 1.5 * 3600
    case (.activeSubscriptions, .usual): 0
    }
  }
}
