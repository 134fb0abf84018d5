/// Loads by methods other than GET, loads of resources that those methods changed, loads for a part or on a condition,
/// and loads of files.
extension ResponseLoad {
  func waysOfInvalid(_ body: ResponseBody) -> Ways {
    guard policy == .useProtocolCachePolicy, state.isUp, current.status == 200, !asksForCachedOnly else {
      return unjudged(of: demandsWithoutSlot)
    }
    let rule: RuleID = "http.invalidate.unsafe-method"
    let demands = [Expected.request(.oneOf(Self.waysOfChecking(key.target))).demanded(by: rule)]
    return stored(
      demands + [.answers(oneOf: [.body(body), .body(current.body)]).demanded(by: rule)], before: nil,
      rule: "response.load.stores", isStoringOpen: true)
  }

  /// The origin gets a request with the method.
  var reaches: Expected {
    .request(.containing([.value(RequestSeen(request.method, key.target))])).demanded(by: "http.store.unsafe-forwarded")
  }

  var ofUnsafe: Ways {
    if policy == .returnCacheDataDontLoad { return unjudged(of: []) }
    var state = state
    let sent = reaches
    guard state.isUp else { return [Continuation([sent], to: { [state] in afterAttempts($0, state) })] }
    guard let store else { return [Continuation(to: state, [sent])] }
    for location in ["Location", "Content-Location"].compactMap({ current.fields[$0] }) {
      let own = request.url.prefix { $0 != ":" } + "://origin.test/"
      state.change(store) { key, slot in
        if key.url.hasPrefix(own) || key.url.isEmpty { return .unknown }
        return key.url == location ? slot.kept(by: "http.invalidate.other-origin") : slot
      }
    }
    let get = State.Key(method: "GET", url: key.url)
    let isSuccess = (200..<400).contains(current.status)
    let mayBeKept = request.method == "POST" && current.fields["Content-Location"] != nil
    switch state[store, get] {
    case .nothing(let rule):
      state[store, get] = mayBeKept ? .unknown : .nothing(rule == "response.store.miss" ? "http.store.methods" : rule)
    case .kept(let kept), .maybe(let kept):
      state[store, get] = isSuccess && !mayBeKept ? .invalid(kept.body) : .unknown
    case .invalid: break
    case .unknown: state[store, get] = .unknown
    }
    state[store, key] = .unknown
    return [Continuation(to: state, [sent, answered(current).demanded(by: "http.store.unsafe-forwarded")])]
  }

  /// The state after a method that changes nothing: a stored response that is fresh is still served.
  var safelyAsked: State {
    guard let store else { return state }
    let get = State.Key(method: "GET", url: key.url)
    var state = state
    state[store, get] = state[store, get].kept(by: "http.invalidate.safe-method")
    return state
  }

  var ofHead: Ways {
    guard let store else { return [Continuation(to: state)] }
    let get = State.Key(method: "GET", url: key.url)
    var touched = state
    touched[store, get] = .unknown
    touched[store, key] = .unknown
    let seen = { @Sendable [state, touched] (observation: StepObservation<ResponseAction>) in
      observation.requests == [] ? state : touched
    }
    guard case .kept(let kept) = state[store, get], state.isUp else { return [Continuation([], to: seen)] }
    if policy.isToReload, kept.representation == current, kept.representation.status == 200 {
      return unchanged(kept, at: get)
    }
    guard policy == .useProtocolCachePolicy, kept.answers(request.fields, at: state.now).answer == .no else {
      return [Continuation([], to: seen)]
    }
    return [
      Continuation(
        [
          sends(by: "http.head.served"),
          current.status >= 500 ? .fails : .answers(.body(.empty)).demanded(by: "http.head.served"),
        ], to: seen)
    ]
  }

  /// The ways of a HEAD that shows no change: the stored response is updated, or left as it is (RFC 9111, 4.3.5).
  private func unchanged(_ kept: HTTPKeptResponse, at get: State.Key) -> Ways {
    guard let store else { return [] }
    let rule: RuleID = "http.invalidate.safe-method"
    var (left, updated) = (state, state)
    left[store, get] = left[store, get].kept(by: rule)
    var renewed = loadedResponse(by: rule)
    (renewed.asked, renewed.mayBeInMemoryOnly, renewed.stored) = (kept.asked, kept.mayBeInMemoryOnly, nil)
    updated.keep(renewed, at: get, in: store)
    return [left, updated].map { Continuation(to: $0, [sends(by: ruleOfPolicy)]) }
  }

  /// The ways of a load from an origin that the world does not have: a stored response is served if that needs no
  /// origin.
  var ofElsewhere: Ways {
    guard case .kept(let kept) = slot, policy == .useProtocolCachePolicy, kind == .data else {
      return unjudged(of: demandsOfReloading)
    }
    let verdict = kept.answers(request.fields, at: state.now)
    return verdict.answer == .yes ? served(kept, by: [verdict.rule, ruleOfPolicy]) : unjudged(of: demandsOfReloading)
  }

  /// The ways of a request for a part, or with a condition of the app's own.
  var ofSpecialAsking: Ways {
    let rule: RuleID = isPartial ? "http.range.partial" : "http.conditions.own"
    var load = self
    load.state.wholes[key.target] = rule
    var demands = demandsOfReloading
    if !isPartial, case .kept(let kept) = slot, policy == .useProtocolCachePolicy,
      kept.answers(request.fields, at: state.now).answer == .no
    {
      demands.append(sends(by: kept.answers(request.fields, at: state.now).rule))
    }
    if state.isUp, current.status == 200, policy == .useProtocolCachePolicy, kind == .data, let bodies = wholeBodies {
      let all = bodies + (isPartial ? bodies.compactMap(part) : mayBeMet ? [.empty] : [])
      demands.append(.answers(oneOf: all.map(ResponseAnswer.body)).demanded(by: rule))
    }
    return load.unjudged(of: demands)
  }

  /// The part of a body that the request asks for (RFC 9110, 14.1.2), or nil if it asks for none or the part is not
  /// known.
  private func part(of body: ResponseBody) -> ResponseBody? {
    guard let range = request.fields["Range"], range.hasPrefix("bytes="), body.size == nil, !body.isBinary else {
      return nil
    }
    let ends = range.dropFirst(6).split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
    guard ends.count == 2 else { return nil }
    let count = body.text.utf8.count
    let first = ends[0] ?? max(0, count - (ends[1] ?? 0))
    let last = ends[0] == nil ? count - 1 : min(ends[1] ?? count - 1, count - 1)
    guard first <= last else { return nil }
    return ResponseBody(String(decoding: Array(body.text.utf8)[first...last], as: UTF8.self))
  }

  /// Whether the app's own condition may be met: by a tag that it names, or by a date where it names no tag (RFC 9110,
  /// 13.2.2).
  private var mayBeMet: Bool {
    let candidates = [current] + (slot.response.map { [$0.representation] } ?? [])
    if slot.isUnknown { return true }
    if let tags = request.fields["If-None-Match"] {
      return tags == "*" || candidates.contains { $0.entityTag.map { tags.contains($0.drop { $0 != "\"" }) } ?? false }
        || candidates.contains { $0.entityTag.map { !$0.hasSuffix("\"") } ?? false }
    }
    return candidates.contains(where: \.namesChange)
  }

  /// The origin answers every request with a 304, which may be about another response than the one stored (RFC 9111,
  /// 4.3.4).
  var ofConfirmationOfAnother: Ways {
    guard let store, case .kept(var kept) = slot, policy == .useProtocolCachePolicy, state.isUp, kind == .data,
      kept.isSelected(by: request.fields).answer == .yes, let rule = kept.ruleAgainstConfirmation(by: current)
    else { return unjudged(of: demandsOfReloading) }
    let verdict = kept.answers(request.fields, at: state.now)
    guard verdict.answer == .no else { return unjudged(of: demandsOfReloading) }
    let isNeverServed = kept.directives.has("no-cache") || kept.directives.has("must-revalidate")
    let rules =
      [rule, verdict.rule]
      + (kept.directives.has("must-revalidate") ? ["http.stale.must-revalidate"] : [])
    kept.unconfirmed = rule
    var state = state
    state[store, key] = .maybe(kept)
    let served: Ways = isNeverServed ? [] : [Continuation(to: state, [answered(kept.representation)])]
    return [
      Continuation(to: state, rules.map { .answers(.body(current.body)).demanded(by: $0) }),
      Continuation(to: state, rules.map { .fails.demanded(by: $0) }),
    ] + served
  }

  /// The ways of a load of a file, which is read anew each time unless the policy forbids loading.
  var ofFile: Ways {
    let rule: RuleID = "response.scheme.file-policy-controls-access"
    if policy == .returnCacheDataDontLoad { return [Continuation(to: state, [.fails.demanded(by: rule)])] }
    guard let file = state.files[request.url] else { return [Continuation(to: state)] }
    return [
      Continuation(
        to: state,
        [
          .answers(.body(file)).demanded(by: rule),
          .storesNothing.demanded(by: "response.scheme.others-not-cached"),
        ])
    ]
  }
}
