/// Reads of customer info, by policy, by what is cached and by its age.
extension CustomerFreshnessModel.State {
  func reading(by policy: CustomerFetchPolicy?) -> Ways {
    if isMisled { return readingWhatIsNotTheUsers }
    let nobody: Ways = [Continuation(to: self, [.fails, .asks(for: .customerInfo, 0...0)])]
    return waysToRead(by: policy) + (here.mayBeNobody ? nobody : [])
  }

  /// An answer for another user is not returned. If the user is known, no more than what is cached may be.
  private var readingWhatIsNotTheUsers: Ways {
    guard case .cached(let version, _) = here.copy, let user = here.user, user != answered else {
      return [Continuation(to: failed)]
    }
    return [
      Continuation(
        to: failed, [.answer(.onlyAbout(["\(version)"])).demanded(by: "customer.get.answer-for-another-user")])
    ]
  }

  private func waysToRead(by policy: CustomerFetchPolicy?) -> Ways {
    switch here.copy {
    case .unknown: return fetchingOrNot()
    case .none(let rule): return readingNothing(by: policy, rule)
    case .cached(let version, let age):
      switch policy {
      case .fromCacheOnly: return serving(version, "customer.policy.from-cache-only")
      case .fetchCurrent:
        return isOffline
          ? failingOrServing(version, "customer.policy.fetch-current-offline")
          : fetching("customer.policy.fetch-current", returns(server, "customer.policy.fetch-current"))
      case .notStaleCachedOrFetched:
        let rule: RuleID = "customer.policy.not-stale-cached-or-fetched"
        let refreshing =
          isOffline
          ? failingOrServing(version, "customer.policy.not-stale-offline") : fetching(rule, returns(server, rule))
        // What is old is not served, whatever has failed since.
        var age = age
        age.hasFailed = false
        return byAge(age, young: serving(version, rule), old: refreshing)
      case .cachedOrFetched, nil:
        let isNamed = policy != nil
        let young = serving(
          version, isNamed ? "customer.policy.cached-or-fetched" : "customer.get.cached-without-request")
        let old = fetching(
          isNamed ? "customer.policy.stale-served-then-refreshed" : "customer.get.refreshes-when-old",
          returns(version, isOffline ? "customer.offline.served-for-ever" : "customer.policy.cached-or-fetched"))
        if here.background == nil { return byAge(age, young: young, old: old) }
        // In the background five minutes need not count, but a day does.
        return byAge(age, young: young, old: byAge(age, limit: .hours(25), young: young + old, old: old))
      }
    }
  }

  func readingOften(by policy: CustomerFetchPolicy?) -> Ways {
    if case .cached(let version, let age) = here.copy, policy != .fetchCurrent, freshness(age) == .young {
      return serving(version, "customer.get.safe-to-repeat")
    }
    var state = self
    state.here.copy = .unknown
    return state.fetchingOrNot()
  }

  private func byAge(_ age: CustomerAge, limit: Duration = .minutes(5), young: Ways, old: Ways) -> Ways {
    switch freshness(age, limit: limit) {
    case .young: young
    case .old: old
    case .either: young + old
    }
  }

  private func serving(_ version: DataVersion, _ rule: RuleID) -> Ways {
    [Continuation(to: self, [returns(version, rule), asksNothing(rule)])]
  }

  private func failingOrServing(_ version: DataVersion, _ rule: RuleID) -> Ways {
    [
      Continuation(to: failed, [.fails.demanded(by: rule)]),
      Continuation(to: failed, [returns(version, rule)]),
    ]
  }

  private func readingNothing(by policy: CustomerFetchPolicy?, _ rule: RuleID) -> Ways {
    if policy == .fromCacheOnly {
      return [Continuation(to: self, [Expected.fails.demanded(by: rule), asksNothing(rule)])]
    }
    if isOffline {
      let offline: RuleID = rule == "customer.invalidate.forces-fetch" ? "customer.invalidate.offline" : rule
      return [Continuation(to: self, [.fails.demanded(by: offline)])]
    }
    return fetching(rule, returns(server, rule))
  }
}
