/// Reads of customer info, by policy, by what is cached and by its age.
extension CustomerFreshnessModel.State {
  func reading(by policy: CustomerFetchPolicy?) -> Ways {
    let nobody: Ways = [Continuation(to: self, [.fails, .asks(for: .customerInfo, 0...0)])]
    if isHolding {
      var state = self
      state.expectRequest(for: .customerInfo(policy))
      return state.readingMeanwhile(by: policy) + (here.mayBeNobody ? nobody : [])
    }
    let mayAsk = !isOffline && policy != .fromCacheOnly
    if isForAnother, mayAsk { return readingWhatIsNotTheUsers(by: policy) }
    if isMisled, here.user == nil { return [Continuation(to: unknown)] }
    return possible.flatMap { $0.waysToRead(by: policy) } + (here.mayBeNobody ? nobody : [])
  }

  /// The state in which it is not known what is cached.
  private var unknown: Self {
    var state = self
    state.here.copy = .unknown
    return state
  }

  /// The states in which it is known what is cached, one for each possibility.
  private var possible: [Self] {
    guard case .oneOf(let values, let rule) = here.copy else { return [self] }
    return values.inOrder.map { value in
      var state = self
      var age = age
      age.isUncertain = true
      state.here.copy = value.map { .cached($0, age, by: rule) } ?? .none(by: rule)
      return state
    }
  }

  /// While requests are held, what is cached is returned at once.
  private func readingMeanwhile(by policy: CustomerFetchPolicy?) -> Ways {
    guard policy == nil || policy == .cachedOrFetched || policy == .fromCacheOnly, let values = here.copy.values else {
      return [Continuation(to: self)]
    }
    let rule =
      here.copy.rule
      ?? (policy == .fromCacheOnly ? "customer.policy.from-cache-only" : "customer.policy.cached-or-fetched")
    let uncached: Ways = [Continuation(to: self, policy == .fromCacheOnly ? [.fails.demanded(by: rule)] : [])]
    return values.inOrder.compactMap(\.self).map { Continuation(to: self, [returns($0, rule)]) }
      + (values.contains(nil) ? uncached : [])
  }

  /// An answer for another user is neither returned nor cached.
  private func readingWhatIsNotTheUsers(by policy: CustomerFetchPolicy?) -> Ways {
    let rule: RuleID = "customer.get.answer-for-another-user"
    guard let values = here.copy.values else { return [Continuation(to: failed(by: rule))] }
    let cached = values.inOrder.compactMap { $0.map { "\($0)" } }
    let isOwn: [Expected] = [
      Expected.answer(.onlyAbout(cached)).demanded(by: rule), Expected.notify(.onlyAbout(cached)).demanded(by: rule),
    ]
    let isDue = policy == nil && here.background == nil && here.copy.age.map { freshness($0) == .old } ?? false
    let asking = isDue ? [asks("customer.get.refreshes-when-old", 1...Int.max)] : []
    return [Continuation(to: failed(by: rule), isOwn + asking)]
  }

  private func waysToRead(by policy: CustomerFetchPolicy?) -> Ways {
    switch here.copy {
    case .unknown: return fetchingOrNot()
    case .oneOf: return []
    case .none(let rule): return readingNothing(by: policy, rule)
    case .cached(let version, let age, let rule):
      switch policy {
      case .fromCacheOnly:
        return serving(version, rule ?? "customer.policy.from-cache-only", "customer.policy.from-cache-only")
      case .fetchCurrent:
        let own: RuleID = "customer.policy.fetch-current"
        if isOffline { return failingOrServing(version, "customer.policy.fetch-current-offline") }
        // The documents leave open whether a young copy is replaced.
        let kept = Continuation(to: self, [returns(server, own), asks(own)])
        return fetching(own, returns(server, own)) + (freshness(age) == .old ? [] : [kept])
      case .notStaleCachedOrFetched:
        let own: RuleID = "customer.policy.not-stale-cached-or-fetched"
        let (fresh, stale) = (age.ruleOfYoung ?? own, age.rule ?? own)
        let refreshing =
          isOffline
          ? failingOrServing(version, "customer.policy.not-stale-offline")
          : fetching(stale, returns(server, stale))
            + (age.waitsUntil == nil ? [] : [Continuation(to: self, [.fails])])
        // A refresh that has failed may be tried again, whatever is returned.
        let young =
          age.waitsUntil == nil
          ? serving(version, rule ?? own, fresh) : [Continuation([returns(version, rule ?? own)], to: seen)]
        // An old copy is not served, even if a refresh has failed since.
        var age = age
        age.waitsUntil = nil
        return byAge(age, young: young, old: here.background == nil ? refreshing : young + refreshing)
      case .cachedOrFetched, nil: return readingWhatMayBeStale(version, age, rule, isNamed: policy != nil)
      }
    }
  }

  /// By default, what is cached is returned, even if it is stale, and a refresh follows.
  private func readingWhatMayBeStale(
    _ version: DataVersion, _ age: CustomerAge, _ rule: RuleID?, isNamed: Bool
  ) -> Ways {
    let own: RuleID = isNamed ? "customer.policy.cached-or-fetched" : "customer.policy.default-is-cached-or-fetched"
    let stale: RuleID = isNamed ? "customer.policy.stale-served-then-refreshed" : own
    let served = rule ?? (isOffline ? (isNamed ? own : "customer.offline.served-for-ever") : stale)
    let young = serving(
      version, rule ?? (isNamed ? own : "customer.get.cached-without-request"),
      age.ruleOfYoung ?? (isNamed ? own : "customer.get.cached-without-request"))
    let refresh: RuleID =
      isNamed ? "customer.policy.stale-served-then-refreshed" : "customer.get.refreshes-when-old"
    let old = fetching(
      age.rule ?? refresh, as: age.rule ?? "customer.policy.stale-served-then-refreshed", returns(version, served))
    guard here.background != nil else { return byAge(age, young: young, old: old) }
    // In the background, a refresh need not follow a read: `customer.get.in-the-background`.
    return byAge(age, young: young, old: young + old)
  }

  func readingOften(by policy: CustomerFetchPolicy?) -> Ways {
    if case .cached(let version, let age, let rule) = here.copy, policy != .fetchCurrent, !isMisled,
      freshness(age) == .young
    {
      return serving(version, rule ?? "customer.get.safe-to-repeat", "customer.get.safe-to-repeat")
    }
    var state = self
    state.loseSight(after: [])
    if isOffline || isMisled || here.mayBeNobody || here.background != nil { return state.fetchingOrNot() }
    switch here.copy {
    case .none(let rule) where policy == nil || policy == .cachedOrFetched:
      let own = rule ?? "customer.policy.cached-or-fetched"
      return [
        Continuation(
          to: fetched(by: own), [.answer(.onlyAbout(["\(server)"])).demanded(by: own), asks(own, 1...Int.max)])
      ]
    case .cached(_, let age, _) where policy == nil && freshness(age) == .old:
      return [Continuation(to: state, [asks("customer.get.refreshes-when-old", 1...Int.max)])]
    default: return state.fetchingOrNot()
    }
  }

  private func byAge(_ age: CustomerAge, young: Ways, old: Ways) -> Ways {
    switch freshness(age) {
    case .young: young
    case .old: old
    case .either: young + old
    }
  }

  /// The cached version is returned, and nothing is requested.
  private func serving(_ version: DataVersion, _ rule: RuleID, _ quiet: RuleID) -> Ways {
    var state = self
    state.here.copy.rule = nil
    return [Continuation(to: state, [returns(version, rule), asksNothing(quiet)])]
  }

  private func failingOrServing(_ version: DataVersion, _ rule: RuleID) -> Ways {
    // The module need not ask again so soon after a failure.
    let asking = here.copy.age?.waitsUntil == nil ? [asks(rule, 1...Int.max)] : []
    return [
      Continuation(to: failed(), asking + [.fails.demanded(by: rule)]),
      Continuation(to: failed(), asking + [returns(version, rule)]),
    ]
  }

  private func readingNothing(by policy: CustomerFetchPolicy?, _ rule: RuleID?) -> Ways {
    let own: RuleID =
      switch policy {
      case .fromCacheOnly: "customer.policy.from-cache-only"
      case .fetchCurrent: "customer.policy.fetch-current"
      case .notStaleCachedOrFetched: "customer.policy.not-stale-cached-or-fetched"
      case .cachedOrFetched: "customer.policy.cached-or-fetched"
      case nil: "customer.policy.default-is-cached-or-fetched"
      }
    if policy == .fromCacheOnly {
      return [Continuation(to: self, [.fails.demanded(by: rule ?? own), asksNothing(own)])]
    }
    if isOffline {
      let offline: RuleID? = rule == "customer.invalidate.forces-fetch" ? "customer.invalidate.offline" : rule
      return [Continuation(to: self, [.fails.demanded(by: offline ?? own)])]
    }
    return fetching(rule ?? own, returns(server, rule ?? own))
  }
}

extension Set<DataVersion?> {
  /// The versions in a fixed order, so that a report reads the same in each run.
  var inOrder: [DataVersion?] { sorted { ($0?.number ?? -1) < ($1?.number ?? -1) } }
}
