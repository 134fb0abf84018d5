import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceModule

/// One way in which a dashboard is wrong.
protocol DashboardFault: Sendable {
  static func account(_ account: AccountSize) -> AccountSize
  static func view(_ card: DashboardCard, of sound: ReferenceDashboard, in world: DashboardWorld) async throws
    -> DashboardView
}

extension DashboardFault {
  static func account(_ account: AccountSize) -> AccountSize { account }
  static func view(
    _ card: DashboardCard, of sound: ReferenceDashboard, in world: DashboardWorld
  ) async throws -> DashboardView { try await sound.view(card) }
}

/// The reference's dashboard with a fault.
struct FaultyDashboard<Fault: DashboardFault>: DashboardModule {
  private let sound: ReferenceDashboard
  private let world: DashboardWorld

  static var lacking: [Capability: String] { [:] }
  static func open(for account: AccountSize, in world: DashboardWorld) -> Self {
    Self(sound: .open(for: Fault.account(account), in: world), world: world)
  }

  func view(_ card: DashboardCard) async throws -> DashboardView { try await Fault.view(card, of: sound, in: world) }
  func settle() {}
  func close() {}
}

enum EveryAccountIsLarge: DashboardFault {
  static func account(_ account: AccountSize) -> AccountSize { .large }
}

enum ListsAreComputedAtEachView: DashboardFault {
  static func view(
    _ card: DashboardCard, of sound: ReferenceDashboard, in world: DashboardWorld
  ) async throws -> DashboardView { DashboardView(try await world.compute(card), updatedAt: world.now) }
}

enum AlwaysUpdatedNow: DashboardFault {
  static func view(
    _ card: DashboardCard, of sound: ReferenceDashboard, in world: DashboardWorld
  ) async throws -> DashboardView { DashboardView(try await sound.view(card).value, updatedAt: world.now) }
}

extension Mutant {
  static let dashboardMutants: [Mutant] = [
    .dashboard("dashboard.overview.real-time", "takes every account for a large one", EveryAccountIsLarge.self),
    .dashboard("dashboard.customer-lists.every-two-hours", "caches no list", ListsAreComputedAtEachView.self),
    .dashboard("dashboard.last-updated", "says that all was updated just now", AlwaysUpdatedNow.self),
  ]

  private static func dashboard<Fault: DashboardFault>(_ breaks: RuleID, _ fault: String, _: Fault.Type) -> Mutant {
    Mutant(breaks, fault, .dashboard(FaultyDashboard<Fault>.self), in: DashboardSpec.chapter)
  }
}
