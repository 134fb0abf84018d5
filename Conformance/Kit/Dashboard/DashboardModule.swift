public import CacheSpec
public import Foundation

/// What a card of a dashboard shows.
public struct DashboardView: Hashable, Sendable {
  /// What it shows.
  public let value: String
  /// When, as it says, its data was last updated.
  public let updatedAt: Date

  /// Takes what a card shows, and when that was last updated.
  public init(_ value: String, updatedAt: Date) {
    self.value = value
    self.updatedAt = updatedAt
  }
}

/// A dashboard over data that is expensive to compute.
///
/// From RevenueCat's 'Caching', heading 'Dashboard'. It is made for an account, with nothing cached.
public protocol DashboardModule: ClosableModule {
  /// Shows a card.
  func view(_ card: DashboardCard) async throws -> DashboardView
}

/// A world with the data that a dashboard is about.
public typealias DashboardWorld = OriginWorld<DashboardCard, String>

extension DashboardWorld {
  /// Computes what a card shows from the data of now.
  public func compute(_ card: DashboardCard) async throws -> String { try await ask(card) }
}

extension DataVersion {
  /// What a card shows that is computed from this version.
  func text(of card: DashboardCard) -> String { "\(card), version \(number)" }

  /// The version that a card shows, or nil for a text of another card or of none.
  init?(text: String, of card: DashboardCard) {
    guard let number = text.split(separator: " ").last.flatMap({ Int($0) }), Self(number).text(of: card) == text else {
      return nil
    }
    self.init(number)
  }
}
