import Foundation

extension DashboardAction {
  /// Faults that appear with more than two views, or with more than one card.
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
    fault(["dashboard.overview.real-time"], "shows what it has, from the tenth view on") { parts in
      let (last, views) = (Memo<DashboardView?>(nil), Memo(0))
      parts.view = { card, sound, _ in
        guard card == .activeSubscriptions else { return try await sound.view(card) }
        if views.next() >= 10, let view = last.value { return view }
        let view = try await sound.view(card)
        last.value = view
        return view
      }
    },
    fault(["dashboard.overview.real-time"], "takes a figure that it showed before for a late answer") { parts in
      let shown = Memo<[DashboardView]>([])
      parts.view = { card, sound, _ in
        let view = try await sound.view(card)
        guard card == .activeSubscriptions else { return view }
        return shown.change { shown in
          let isLate = shown.dropLast().contains { $0.value == view.value }
          if !isLate { shown.append(view) }
          return shown.last ?? view
        }
      }
    },
    fault(["dashboard.customer-lists.every-two-hours"], "leaves old what it found unchanged") { parts in
      let (last, isUnchanged) = (Memo<DashboardView?>(nil), Memo(false))
      parts.view = { card, sound, world in
        guard card == .customerList else { return try await sound.view(card) }
        let age = last.value.map { world.now.timeIntervalSince($0.updatedAt) } ?? .infinity
        if let view = last.value, !isUnchanged.value, age <= card.hours * 3600 { return view }
        let view = DashboardView(try await world.compute(card), updatedAt: world.now)
        isUnchanged.value = last.replace(view)?.value == view.value
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
    fault(["dashboard.last-updated"], "knows the time of day alone") {
      $0.date { date, now in
        let today = now.timeIntervalSince1970 - now.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
        return Date(timeIntervalSince1970: today + date.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400))
      }
    },
    fault(["dashboard.last-updated"], "knows the hour alone") {
      $0.date { date, _ in date - date.timeIntervalSince1970.truncatingRemainder(dividingBy: 3600) }
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
    fault(["dashboard.customer-lists.every-two-hours"], "computes a list anew at each tenth view") {
      let views = Memo(0)
      $0.keep { card, computed, world in
        let isTenth = card == .customerList && views.next().isMultiple(of: 10)
        return !isTenth && world.now.timeIntervalSince(computed ?? world.now) <= card.hours * 3600
      }
    },
    fault(["dashboard.customer-lists.every-two-hours"], "the second view of another card makes a list young") { parts in
      let (kept, seen) = (Memo<DashboardView?>(nil), Memo<[DashboardCard: Int]>([:]))
      let touched = Memo(Date.distantPast)
      parts.view = { card, sound, world in
        guard card == .customerList else {
          if seen.next(card) == 2 { touched.value = world.now }
          return try await sound.view(card)
        }
        let newest = max(kept.value?.updatedAt ?? .distantPast, touched.value)
        if let view = kept.value, world.now.timeIntervalSince(newest) <= card.hours * 3600 { return view }
        let view = DashboardView(try await world.compute(card), updatedAt: world.now)
        kept.value = view
        return view
      }
    },
    fault(["dashboard.last-updated"], "says of a figure that is computed for the third time when it was the second") {
      parts in
      let dates = Memo<[Date]>([])
      parts.view = { card, sound, _ in
        let view = try await sound.view(card)
        guard card == .activeSubscriptions else { return view }
        let date = dates.change { dates in
          if dates.last != view.updatedAt { dates.append(view.updatedAt) }
          return dates.count == 3 ? dates[1] : view.updatedAt
        }
        return DashboardView(view.value, updatedAt: date)
      }
    },
    fault(["dashboard.customer-lists.every-two-hours"], "keeps a list for three hours from the fifth time on") {
      let count = Memo(0)
      $0.keep { card, computed, world in
        let hours = card == .customerList && count.value > 4 ? 3 : card.hours
        let isYoung = world.now.timeIntervalSince(computed ?? .distantPast) <= hours * 3600
        if card == .customerList, !isYoung { count.next() }
        return isYoung
      }
    },
    agingMetrics("a view makes a metric young") { _, viewed, _, now in now.timeIntervalSince(viewed) },
    agingMetrics("shows for ever what it computed of a metric the second time") { computed, _, generation, now in
      generation > 1 ? 0 : now.timeIntervalSince(computed)
    },
    agingMetrics("keeps a metric for three hours from the second time on") { computed, _, generation, now in
      now.timeIntervalSince(computed) / (generation > 1 ? 2 : 1)
    },
    fault(
      ["dashboard.overview.new-and-active-customers", "dashboard.overview.large-accounts"],
      "has one age for all metrics"
    ) { parts in
      let (kept, newest) = (Memo<[DashboardCard: DashboardView]>([:]), Memo(Date.distantPast))
      parts.view = { card, sound, world in
        if card == .customerList { return try await sound.view(card) }
        if world.now.timeIntervalSince(newest.value) <= card.hours * 3600, let view = kept.value[card] { return view }
        let view = DashboardView(try await world.compute(card), updatedAt: world.now)
        kept.change { $0[card] = view }
        newest.value = world.now
        return view
      }
    },
  ]

  /// The dashboard that keeps each metric for an hour and a half, by an age computed from when the metric was computed
  /// and last viewed, how often it was computed, and the current time.
  private static func agingMetrics(
    _ name: String,
    _ age: @escaping @Sendable (_ computed: Date, _ viewed: Date, _ generation: Int, _ now: Date) -> TimeInterval
  ) -> Fault {
    fault(["dashboard.overview.new-and-active-customers", "dashboard.overview.large-accounts"], name) { parts in
      let kept = Memo<[DashboardCard: (view: DashboardView, viewed: Date, generation: Int)]>([:])
      parts.view = { card, sound, world in
        if card == .customerList { return try await sound.view(card) }
        let (last, now) = (kept.value[card], world.now)
        if let last, age(last.view.updatedAt, last.viewed, last.generation, now) <= card.hours * 3600 {
          kept.change { $0[card]?.viewed = now }
          return last.view
        }
        let view = DashboardView(try await world.compute(card), updatedAt: now)
        kept.change { $0[card] = (view, now, (last?.generation ?? 0) + 1) }
        return view
      }
    }
  }
}

extension DashboardParts {
  /// Changes the date on which the content is said to have been updated.
  fileprivate mutating func date(_ change: @escaping @Sendable (_ updated: Date, _ now: Date) -> Date) {
    view = { card, sound, world in
      let view = try await sound.view(card)
      return DashboardView(view.value, updatedAt: change(view.updatedAt, world.now))
    }
  }

  /// Shows the last content of a card while a condition holds, but always computes subscriptions anew. The condition is
  /// evaluated even for a card that has no content yet.
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
  /// The number of hours that it may be shown for.
  fileprivate var hours: TimeInterval { self == .customerList ? 2 : 1.5 }
}
