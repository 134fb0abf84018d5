public import CacheSpec
import CacheVocabulary
import Foundation

extension Subject where Action == DashboardAction {
  /// A dashboard.
  public static func dashboard<Module: DashboardModule>(_ module: Module.Type) -> Self {
    Self(lacking: Module.lacking) { DashboardChecker<Module>() }
  }
}

extension [Suite] {
  /// The chapter that holds for a dashboard.
  public static func dashboard<Module: DashboardModule>(
    _ module: Module.Type, deviations: [KnownDeviation] = []
  ) -> Self {
    [Suite(DashboardSpec.chapter, .dashboard(module).deviating(deviations))]
  }
}

/// Performs the dashboard chapter's actions.
actor DashboardChecker<Module: DashboardModule>: Checker {
  private let world = DashboardWorld()
  private var module: Module?
  private var lastView: DashboardView?

  func tearDown() async {
    world.data.release()
    // What a module says while it is let go of is no part of the scenario.
    try? await module?.close()
    world.world.tearDown()
  }

  func perform(_ action: DashboardAction) async throws -> Observation {
    var observation = Observation()
    do {
      observation[.answer] = try await answer(to: action)
      try await module?.settle()
    } catch {
      observation[.answer] = [Fact(failure: error)]
    }
    observation[.asked] = world.data.takeRequests().map { Fact($0) }
    return observation
  }

  private func answer(to action: DashboardAction) async throws -> [Fact]? {
    switch action {
    case .open(let account):
      try await module?.close()
      module = try await Module.open(for: account, in: world)
    case .change(let version): world.data.answer { _ in version }
    case .pass(let seconds):
      try await world.world.pass(.seconds(seconds)) { [module] in try await module?.settle() }
    case .view(let card):
      lastView = try await module?.view(card)
      return lastView.map { [.value($0.value)] }
    case .readLastUpdated:
      guard let lastView else { return [.nothing] }
      let age = Int(world.now.timeIntervalSince(lastView.updatedAt).rounded())
      return [.value("\(lastView.value), updated \(age) s ago")]
    }
    return nil
  }
}
