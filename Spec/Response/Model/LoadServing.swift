/// The ways of a load for which a response is stored, by policy.
extension ResponseLoad {
  func waysOf(_ kept: HTTPKeptResponse) -> Ways {
    switch policy {
    case .returnCacheDataDontLoad, .returnCacheDataElseLoad: return waysToServeAtAnyAge(kept)
    case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: return reloaded(kept)
    case .reloadRevalidatingCacheData: return revalidated(kept)
    case .useProtocolCachePolicy: break
    }
    let verdict = kept.answers(request.fields, at: state.now)
    let serving = verdict.answer == .no ? [] : served(kept, by: verdict.rules + [ruleOfPolicy])
    return verdict.answer == .yes ? serving : serving + checked(kept, by: verdict.rules)
  }

  /// The rules that the load is the same whatever its scheme, its call and its session's store are.
  var rulesOfCircumstances: [RuleID] {
    (request.url.hasPrefix("https:") ? ["response.scheme.http-and-https-cached"] : [])
      + (call == .delegate ? [] : ["response.load.every-call"])
      + (setup.store == .main || setup.store == nil ? [] : ["response.load.configured-store"])
      + (setup.store == .own && setup.kind == .standard ? ["response.session.default-store"] : [])
  }

  func served(_ kept: HTTPKeptResponse, by rules: [RuleID]) -> Ways {
    let byHand: [RuleID] =
      kept.rule == "response.store.returns-what-was-stored" ? ["response.load.serves-stored-by-hand"] : []
    let rules = rules + rulesOfCircumstances + byHand
    var state = state
    (state.shown, state.shownAt) = (kept, state.now)
    let fresh = kept.isFresh(at: state.now).answer
    let isBackground =
      policy == .useProtocolCachePolicy && kept.directives.has("stale-while-revalidate") && fresh != .yes
    if isBackground, let store { state[store, key] = .unknown }
    // The directives of a request may allow a stale response without a refresh.
    let isRefreshed =
      isBackground && fresh == .no && state.isUp && request.fields["Cache-Control"] == nil
      && request.fields["Pragma"] == nil
    let refreshing: [Expected] =
      isRefreshed ? [.requestsSomething.demanded(by: "http.stale.stale-while-revalidate")] : []
    return [
      Continuation(
        (rules + [kept.rule]).map { answered(kept.representation).demanded(by: $0) }
          + (isBackground ? refreshing : rules.map { .requestsNothing.demanded(by: $0) })
      ) { [state] observation in
        // No rule says that a response stays stored after it was served.
        var state = state
        if observation.stored == [.nothing], let store { state[store, key] = .unknown }
        if isRefreshed, let refreshed = refreshed(kept, seen: observation), let store {
          state.keep(refreshed, at: key, in: store)
        }
        return state
      }
    ]
  }

  /// What a refresh in the background leaves stored after a stale response was served; nil if that is not known.
  private func refreshed(
    _ kept: HTTPKeptResponse, seen observation: StepObservation<ResponseAction>
  ) -> HTTPKeptResponse? {
    guard delegate == nil, isStorable.answer == .yes, current.status == 200,
      kept.isSelected(by: request.fields).answer == .yes, observation.stored == [.value(current.body)],
      let asked = observation.requests, Self.waysOfRevalidating(key.target).contains(asked)
    else { return nil }
    let isConfirmed = kept.representation.entityTag.map { $0 == current.entityTag } ?? false
    // If the tag and the body disagree on whether the response changed, it is open which one is stored.
    guard isConfirmed == (kept.body == current.body) else { return nil }
    return isConfirmed ? confirmed(kept) : loadedResponse(by: "http.revalidate.changed")
  }

  func waysToServeAtAnyAge(_ kept: HTTPKeptResponse) -> Ways {
    let serving = served(kept, by: [ruleOfPolicy])
    let isPlain =
      kept.isSelected(by: request.fields).answer == .yes && !kept.directives.has("no-cache")
      && !kept.directives.has("must-revalidate") && kept.representation.status == 200 && !asksForCachedOnly
    if isPlain { return serving }
    return serving
      + (policy == .returnCacheDataDontLoad
        ? [Continuation(to: state, [.fails, .requestsNothing.demanded(by: ruleOfPolicy)])] : unjudged(of: []))
  }

  func reloaded(_ kept: HTTPKeptResponse) -> Ways {
    guard state.isUp else { return failing([ruleOfPolicy]) }
    let sent = current.status == 200 ? sendsOnce : Expected.requestsSomething
    return stored(
      [answered(current).demanded(by: ruleOfPolicy), sent.demanded(by: ruleOfPolicy)], before: kept,
      rule: "response.load.stores", isStoringOpen: true)
  }

  func revalidated(_ kept: HTTPKeptResponse) -> Ways {
    guard state.isUp else { return failing([ruleOfPolicy]) }
    if current.status >= 400 { return unjudged(of: [sends(by: ruleOfPolicy)]) }
    let ways = outcomesOfCheck(kept, by: [ruleOfPolicy], isStoringOpen: true)
    guard kept.representation.tagged, kept.isSelected(by: request.fields).answer == .yes else { return ways }
    return ways.map { $0.adding([.request(.oneOf(Self.waysOfRevalidating(key.target))).demanded(by: ruleOfPolicy)]) }
  }
}
