import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation

extension DashboardAction {
  /// What goes wrong with more than two views, or with more than one card.
  static let repeatedFaults: [Fault] = [
    fault(["dashboard.overview.real-time"], "shows for ever what it showed the second time") { parts in
      let (second, views) = (Memo<DashboardView?>(nil), Memo(0))
      parts.view = { card, sound, _ in
        guard card == .activeSubscriptions else { return try await sound.view(card) }
        if views.next() > 2, let view = second.value { return view }
        let view = try await sound.view(card)
        second.value = view
        return view
      }
    },
    fault(["dashboard.customer-lists.every-two-hours"], "has one age for all cards") {
      let newest = Memo(Date.distantPast)
      $0.keep { card, computed, world in
        newest.value = max(newest.value, computed ?? world.now)
        return world.now.timeIntervalSince(newest.value) <= card.hours * 3600
      }
    },
    fault(["dashboard.customer-lists.every-two-hours"], "looks at the time of day alone") {
      $0.keep { card, computed, world in
        world.now.timeIntervalSince(computed ?? world.now).truncatingRemainder(dividingBy: 86_400) <= card.hours * 3600
      }
    },
    fault(["dashboard.last-updated"], "says of each card when the last of all was updated") { parts in
      let newest = Memo(Date.distantPast)
      parts.view = { card, sound, _ in
        let view = try await sound.view(card)
        newest.value = max(newest.value, view.updatedAt)
        return DashboardView(view.value, updatedAt: newest.value)
      }
    },
    fault(["dashboard.last-updated"], "says of what is cached when it was computed first") { parts in
      let first = Memo<[DashboardCard: Date]>([:])
      parts.view = { card, sound, _ in
        let view = try await sound.view(card)
        if card == .activeSubscriptions { return view }
        let date = first.change { first in
          first[card] = first[card] ?? view.updatedAt
          return first[card]
        }
        return DashboardView(view.value, updatedAt: date ?? view.updatedAt)
      }
    },
  ]
}

extension DashboardParts {
  /// Shows what it computed last of a card, where this is true of it, and computes subscriptions anew each time. It is
  /// asked of a card that is computed for the first time too.
  fileprivate mutating func keep(
    _ isYoung: @escaping @Sendable (DashboardCard, _ computed: Date?, DashboardWorld) -> Bool
  ) {
    let kept = Memo<[DashboardCard: DashboardView]>([:])
    view = { card, sound, world in
      if card == .activeSubscriptions { return try await sound.view(card) }
      let last = kept.value[card]
      if isYoung(card, last?.updatedAt, world), let last { return last }
      let view = DashboardView(try await world.compute(card), updatedAt: world.now)
      kept.change { $0[card] = view }
      return view
    }
  }
}

extension DashboardCard {
  /// The hours that it may be shown for.
  fileprivate var hours: TimeInterval { self == .customerList ? 2 : 1.5 }
}
