public import CacheConformance
import DashboardRules
public import Foundation

/// The content of a card of a dashboard.
public struct DashboardView: Hashable, Sendable {
  /// The value that the card shows.
  public let value: String
  /// When the data was last updated, according to the card.
  public let updatedAt: Date

  /// Creates the content of a card from its value and the date of the last update.
  public init(_ value: String, updatedAt: Date) {
    self.value = value
    self.updatedAt = updatedAt
  }
}

/// A dashboard over data that is expensive to compute.
///
/// From RevenueCat's 'Caching', heading 'Dashboard'. A module is made for one account, with nothing cached. Several
/// views may be under way at once, and a computation may fail with an `OriginFailure` of any kind. `close` ends whatever
/// sleeps on the world's clock.
public protocol DashboardModule: ClosableModule {
  /// Returns what a card shows.
  ///
  /// - Throws: any error, if it cannot be computed and nothing is shown in its place.
  func view(_ card: DashboardCard) async throws -> DashboardView
}

/// A world with the data that a dashboard is about.
public typealias DashboardWorld = OriginWorld<DashboardCard, String>

extension DashboardWorld {
  /// Computes what a card shows from the current data. Throws an `OriginFailure` if the source of the data fails, or
  /// `CancellationError` once its task is cancelled.
  public func compute(_ card: DashboardCard) async throws -> String { try await ask(card) }
}

extension DataVersion {
  /// Returns what a card shows if it is computed from this version.
  func text(of card: DashboardCard) -> String { "\(card), version \(number)" }

  /// Creates the version that a card's text shows, or returns nil for a text of another card or without a version.
  init?(text: String, of card: DashboardCard) {
    guard let number = text.split(separator: " ").last.flatMap({ Int($0) }), Self(number).text(of: card) == text else {
      return nil
    }
    self.init(number)
  }
}
