import Foundation

/// The parts of the reference's dashboard, which a fault can change.
package struct DashboardParts: ModuleParts {
  /// The current date.
  var now: @Sendable (DashboardWorld) -> Date = \.now
  /// Shows a card.
  var view: @Sendable (DashboardCard, ReferenceDashboard, DashboardWorld) async throws -> DashboardView = {
    card, sound, _ in try await sound.view(card)
  }

  package static func changed(on _: Backend, _ change: @escaping Change) -> ChapterImplementation {
    .dashboard { size, world in
      let parts = try Self().changed(by: change)
      let sound = ReferenceDashboard(of: size, in: world) { parts.now(world) }
      return PartedDashboard { try await parts.view($0, sound, world) }
    }
  }
}

extension DashboardParts {
  /// Shows something else where a card cannot be computed, perhaps what it showed last.
  mutating func onFailure(
    _ show: @escaping @Sendable (_ last: DashboardView?, any Error, DashboardWorld) throws -> DashboardView
  ) {
    let last = Memo<[DashboardCard: DashboardView]>([:])
    view = { card, sound, world in
      do {
        let view = try await sound.view(card)
        last.change { $0[card] = view }
        return view
      } catch {
        return try show(last.value[card], error, world)
      }
    }
  }
}

/// A dashboard that consists of parts.
struct PartedDashboard: DashboardModule, IdleModule {
  let show: @Sendable (DashboardCard) async throws -> DashboardView

  func view(_ card: DashboardCard) async throws -> DashboardView { try await show(card) }
}

extension DashboardAction: PartedModules {
  package typealias Parts = DashboardParts

  package static let faults: [Fault] = [
    fault(
      ["dashboard.failed-computation", "dashboard.last-updated"],
      "shows the last figures as updated now, or zero, where the source fails"
    ) { parts in
      parts.onFailure { last, _, world in DashboardView(last?.value ?? "0", updatedAt: world.now) }
    },
    fault(
      [
        "dashboard.overview.real-time", "dashboard.customer-lists.every-two-hours", "dashboard.failed-computation",
      ],
      "shows nothing but the error once the source has failed"
    ) { parts in
      let failure = Memo<(any Error)?>(nil)
      parts.view = { card, sound, _ in
        if let error = failure.value { throw error }
        do { return try await sound.view(card) } catch {
          failure.value = error
          throw error
        }
      }
    },
    fault(["dashboard.overview.real-time"], "lets a view join any that is under way, though the data may have changed")
    {
      let underWay = Memo<[DashboardCard: Task<DashboardView, any Error>]>([:])
      $0.view = { card, sound, _ in
        let task = underWay.change { tasks in
          if let task = tasks[card] { return task }
          let task = Task {
            defer { underWay.change { $0[card] = nil } }
            return try await sound.view(card)
          }
          tasks[card] = task
          return task
        }
        return try await task.value
      }
    },
    fault(
      ["dashboard.customer-lists.every-two-hours"], "answers only the first of two views of a customer list at once"
    ) {
      let underWay = Memo(0)
      $0.view = { card, sound, world in
        guard card == .customerList else { return try await sound.view(card) }
        // No run lasts as long.
        if underWay.value > 0 { try await world.clock.sleep(for: .days(100_000)) }
        return try await underWay.counting { try await sound.view(card) }
      }
    },
  ]

  package static let blindModules: [BlindModule] = [
    blind(to: .account, "always large", taking: takingAccounts(for: .large)),
    blind(to: .age, "always old") {
      $0.view = { card, _, world in DashboardView(try await world.compute(card), updatedAt: world.now) }
    },
    blind(to: .age, "always young") {
      $0.view = { card, sound, world in
        guard card == .customerList else { return try await sound.view(card) }
        let kept: Memo<DashboardView?> = world.world.storage.inMemory("list") { Memo(nil) }
        return try await kept.first { try await sound.view(card) }
      }
    },
    blind(to: .card, "always a customer list") {
      $0.view = { _, sound, _ in try await sound.view(.customerList) }
    },
    blind(to: .updateTime, "always now") {
      $0.view = { card, sound, world in DashboardView(try await sound.view(card).value, updatedAt: world.now) }
    },
    blind(to: .updateTime, "always long ago") {
      $0.view = { card, sound, _ in DashboardView(try await sound.view(card).value, updatedAt: .distantPast) }
    },
  ]

  package static let soundVariants: [SoundVariant] = [
    SoundVariant(
      ["computes the metrics of large accounts anew at each view"],
      reference(on: .memory).taking(takingAccounts(for: .usual))),
    SoundVariant(
      ["computes a customer list for each of two views at once"],
      DashboardParts.changed { parts in
        let list = Memo<DashboardView?>(nil)
        parts.view = { card, sound, world in
          guard card == .customerList else { return try await sound.view(card) }
          if let view = list.value, world.now.timeIntervalSince(view.updatedAt) < 2 * 3600 { return view }
          let began = world.now
          let view = DashboardView(try await world.compute(card), updatedAt: began)
          list.value = view
          return view
        }
      }),
    SoundVariant(
      ["computes the metrics that it caches as one"],
      DashboardParts.changed { parts in
        let counts = [DashboardCard.newCustomers, .activeUsers]
        let kept = Memo<[DashboardCard: DashboardView]>([:])
        parts.view = { card, sound, world in
          guard counts.contains(card) else { return try await sound.view(card) }
          if let view = kept.value[card], world.now.timeIntervalSince(view.updatedAt) < 3600 { return view }
          for count in counts {
            let began = world.now
            let view = DashboardView(try await world.compute(count), updatedAt: began)
            kept.change { $0[count] = view }
          }
          if let view = kept.value[card] { return view }
          return try await sound.view(card)
        }
      }),
    SoundVariant(
      ["asks two caches in turn for the metrics that it caches"],
      DashboardParts.changed { parts in
        let caches = [Memo<[DashboardCard: DashboardView]>([:]), Memo([:])]
        let views = Memo(0)
        parts.view = { card, sound, world in
          guard card == .newCustomers || card == .activeUsers else { return try await sound.view(card) }
          let cache = caches[views.next() % 2]
          if let view = cache.value[card], world.now.timeIntervalSince(view.updatedAt) < 2 * 3600 { return view }
          let began = world.now
          let view = DashboardView(try await world.compute(card), updatedAt: began)
          cache.change { $0[card] = view }
          return view
        }
      }),
    SoundVariant(
      ["shows the last figures with their own time where the source fails"],
      DashboardParts.changed { parts in
        parts.onFailure { last, error, _ in
          guard let last else { throw error }
          return last
        }
      }),
    SoundVariant(
      ["lets one view wait for another"],
      DashboardParts.changed { parts in
        let last = Memo<Task<DashboardView, any Error>?>(nil)
        parts.view = { card, sound, _ in
          let task = last.change { last in
            let before = last
            let task = Task {
              _ = await before?.result
              return try await sound.view(card)
            }
            last = task
            return task
          }
          return try await task.value
        }
      }),
    SoundVariant(
      ["asks nothing for a minute after the source failed for a metric that it caches"],
      DashboardParts.changed { parts in
        let failures = Memo<[DashboardCard: (date: Date, error: any Error)]>([:])
        parts.view = { card, sound, world in
          guard card == .newCustomers || card == .activeUsers else { return try await sound.view(card) }
          if let failure = failures.value[card], world.now.timeIntervalSince(failure.date) < 60 { throw failure.error }
          do { return try await sound.view(card) } catch {
            failures.change { $0[card] = (world.now, error) }
            throw error
          }
        }
      }),
  ]

  /// Treats every account as having this size.
  private static func takingAccounts(for size: AccountSize) -> @Sendable (Self) -> Self {
    { if case .open = $0 { .open(size) } else { $0 } }
  }
}
