/// Revalidation (RFC 9111, 4.3).
extension ResponseLoad {
  func checked(_ kept: HTTPKeptResponse, by rules: [RuleID]) -> Ways {
    if asksForCachedOnly {
      // What may not be served is not served because the request wants nothing from the origin.
      guard kept.answers(request.fields, at: state.now).answer == .no else { return unjudged(of: []) }
      return [Continuation(to: state, rules.map { .fails.demanded(by: $0) })] + unjudged(of: rules.map(sends))
    }
    if !state.isUp { return replacingAnError(kept, by: rules, isUnreachable: true) }
    if current.status >= 500 {
      // An origin ignores conditions if its answer without them is no success (RFC 9110, 13.2.1).
      return replacingAnError(kept, by: rules, isUnreachable: false)
    }
    let isStale = kept.answers(request.fields, at: state.now).answer == .no
    var check = self
    check.state.checked = isStale && kept.isSelected(by: request.fields).answer == .yes ? kept : nil
    return check.outcomesOfCheck(kept, by: rules + [ruleOfPolicy])
  }

  /// The ways of a load if the origin cannot be reached, or answers with an error of its own.
  func replacingAnError(_ kept: HTTPKeptResponse, by rules: [RuleID], isUnreachable: Bool) -> Ways {
    let against = kept.ruleAgainstReplacingErrors(at: state.now, isUnreachable: isUnreachable)
    let selected = kept.isSelected(by: request.fields)
    let forbidding = selected.answer == .no ? selected.rule : against
    let asked = (rules + [ruleOfPolicy]).map(sends)
    var failed = state
    if let store, !isUnreachable { failed[store, key] = .unknown }
    let failing = Continuation<ResponseAction, State>(
      [.fails.demanded(by: forbidding ?? ruleOfPolicy)] + asked, to: { [failed] in afterAttempts($0, failed) })
    if forbidding != nil { return [failing] }
    return [
      failing,
      Continuation(
        [answered(kept.representation).demanded(by: ruleOfPolicy)] + asked, to: { afterAttempts($0, state) }),
    ]
  }

  /// The ways of a check: the origin confirms the stored response, or sends what it has.
  func outcomesOfCheck(_ kept: HTTPKeptResponse, by rules: [RuleID], isStoringOpen: Bool = false) -> Ways {
    let rule = rules.first ?? ruleOfPolicy
    let asked: Expected =
      current.status == 200 ? .request(.oneOf(Self.waysOfChecking(key.target))) : .requestsSomething
    let isConfirmed = kept.representation.entityTag.map { $0 == current.entityTag && current.heedsConditions }
    let byDate = isConfirmed == nil && current.namesChange
    // By date, the origin may confirm a version that it no longer has: if its current one did not change after the date
    // that the request names.
    if byDate, kept.body != current.body { return unjudged(of: rules.map(sends)) }
    let body: Expected =
      byDate
      ? .answers(oneOf: [.body(kept.body), .body(current.body)])
      : isConfirmed == true ? answered(kept.representation) : answered(current)
    let ruleOfBody: RuleID =
      isConfirmed == true ? "http.revalidate.not-modified" : "http.revalidate.changed"
    let selected = kept.isSelected(by: request.fields).answer == .yes
    let demands =
      rules.map { body.demanded(by: $0) } + rules.map { asked.demanded(by: $0) }
      + [body.demanded(by: selected ? ruleOfBody : rule)] + demandsOfValidators
    guard let store, selected, !byDate, kept.body != current.body || isConfirmed == true,
      kept.body == current.body || isConfirmed != true
    else { return forgetting(demands) }
    if isConfirmed != true {
      return stored(demands, before: kept, rule: "http.revalidate.changed", isStoringOpen: isStoringOpen)
    }
    var check = self
    check.state.confirmed = kept.representation.updated(by: current)
    guard !isStoringOpen, delegate == nil, isStorable.answer == .yes, let confirmed = confirmed(kept)
    else { return check.forgetting(demands) }
    var after = check.state
    after.keep(confirmed, at: key, in: store)
    return [Continuation(to: after, demands + [.stores(kept.body).demanded(by: "http.revalidate.not-modified")])]
  }

  /// The expectations that a stale response is checked by its tag, and not loaded as if nothing were stored.
  private var demandsOfValidators: [Expected] {
    guard let kept = state.checked, kept.hasPlainTag, current.status == 200, kind == .data else { return [] }
    return [.request(.oneOf(Self.waysOfRevalidating(key.target))).demanded(by: "http.revalidate.etag")]
  }

  /// The stored response with the fields of the 304, or nil if it is not clear which fields that changes.
  func confirmed(_ kept: HTTPKeptResponse) -> HTTPKeptResponse? {
    let old = kept.representation
    guard old.status == current.status, old.storagePolicy == .allowed, old.userInfo.isEmpty,
      let updated = old.updated(by: current)
    else { return nil }
    var confirmed = loadedResponse(by: "http.revalidate.not-modified")
    confirmed.representation = updated
    confirmed.asked = kept.asked
    // A confirmed response may count as stored when it was confirmed, or when it was first stored.
    confirmed.stored = nil
    confirmed.mayBeInMemoryOnly = kept.mayBeInMemoryOnly
    return confirmed
  }

  static func waysOfRevalidating(_ target: String) -> [[Fact<RequestSeen>]] {
    let get = Fact.value(RequestSeen("GET", target))
    let heads = [false, true].map { Fact.value(RequestSeen("HEAD", target, isConditional: $0)) }
    return [[.value(RequestSeen("GET", target, isConditional: true))]] + heads.flatMap { [[$0], [$0, get]] }
  }

  static func waysOfChecking(_ target: String) -> [[Fact<RequestSeen>]] {
    [[.value(RequestSeen("GET", target))]] + waysOfRevalidating(target)
  }
}
