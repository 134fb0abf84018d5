/// A load, and what may come of it.
struct ResponseLoad {
  typealias State = ResponseStoresState
  typealias Ways = [Continuation<ResponseAction, State>]
  typealias Expected = Expectation<ResponseAction>

  let state: State
  let request: RequestMessage
  let kind: TaskKind
  let session: SessionName
  let key: State.Key
  let setup: SessionSetup
  /// The store of the session, if it has one that is known.
  let store: State.Store?

  /// The call that it is made by.
  let call: LoadCall

  init(_ state: State, _ request: RequestMessage, _ kind: TaskKind, _ session: SessionName, _ call: LoadCall) {
    self.call = call
    var state = state
    state.shown = nil
    self.state = state
    self.request = request
    self.kind = kind
    self.session = session
    key = State.Key(request)
    setup = state.setup(session)
    store = setup.store.flatMap { state.store($0, of: session) }
  }

  /// The policy that counts.
  private var policy: RequestPolicy { request.policy ?? setup.policy ?? .useProtocolCachePolicy }

  /// The rule of that policy.
  private var ruleOfPolicy: RuleID {
    switch policy {
    case _ where request.policy == nil && setup.policy != nil: "response.session.policy-inherited"
    case _ where setup.policy != nil && setup.policy != request.policy: "response.session.request-overrides"
    case .useProtocolCachePolicy:
      request.policy == nil ? "response.policy.default-is-use-protocol" : "response.policy.use-protocol"
    case .reloadIgnoringLocalCacheData: "response.policy.reload-ignoring-local"
    case .reloadIgnoringLocalAndRemoteCacheData: "response.policy.reload-ignoring-remote"
    case .reloadRevalidatingCacheData: "response.policy.reload-revalidating"
    case .returnCacheDataElseLoad: "response.policy.else-load-hit"
    case .returnCacheDataDontLoad: "response.policy.dont-load-hit"
    }
  }

  /// What the origin has for the request: what it was not told of is not there.
  private var current: Representation {
    state.served[key.target] ?? Representation(.empty, cacheControl: ["no-store"]).status(404).undated
  }

  var ways: Ways {
    if request.url.hasPrefix("file:") { return ofFile }
    if current.isMoved { return redirected }
    if state.isHolding || state.underWay.values.contains(key) { return unjudged(of: []) }
    if key.isOdd { return spelled }
    switch request.method {
    case "GET": break
    case "HEAD": return ofHead
    case "OPTIONS" where policy != .returnCacheDataDontLoad:
      return [Continuation(to: state, [sends(by: "http.store.unsafe-forwarded")])]
    case "OPTIONS", "TRACE": return [Continuation(to: state)]
    default: return ofUnsafe
    }
    let isOwn = request.fields.lines.contains {
      $0.name.lowercased().hasPrefix("if-") || $0.name.lowercased() == "range"
    }
    if isOwn || current.status == 304 || current.status < 200 || current.status > 599 || isElsewhere {
      return ofSpecialAsking
    }
    guard setup.store == nil || store != nil else { return unjudged(of: []) }
    var ways = waysOfSlot
    if asksForCachedOnly { ways.append(Continuation(to: state, [.fails, .requestsNothing])) }
    // A platform may refuse to upload by GET.
    return kind == .upload ? ways + [Continuation(to: state, [.fails, .requestsNothing])] : ways
  }

  /// The load may go on to another resource, which may then be stored.
  private var redirected: Ways {
    var state = state
    if let store { state.change(store) { _, _ in .unknown } }
    return [Continuation(to: state)]
  }

  /// Whether the URL may be spelled otherwise is left open, and so is whose response is stored.
  private var spelled: Ways {
    var state = state
    if let store { state.change(store) { _, _ in .unknown } }
    return [Continuation(to: state, demandsOfReloading)]
  }

  private var isElsewhere: Bool {
    !(request.url.hasPrefix("http://origin.test/") || request.url.hasPrefix("https://origin.test/"))
  }

  private var slot: State.Slot { store.map { state[$0, key] } ?? .nothing("response.load.no-store") }

  private var waysOfSlot: Ways {
    switch slot {
    case .nothing(let rule): waysOfNothing(by: rule)
    case .kept(let kept): waysOf(kept)
    case .maybe(let kept): waysOf(kept) + waysOfNothing(by: kept.kept)
    case .invalid(let body): waysOfInvalid(body)
    case .unknown: unjudged(of: demandsWithoutSlot)
    }
  }

  // MARK: Nothing is stored

  private func waysOfNothing(by rule: RuleID) -> Ways {
    if policy == .returnCacheDataDontLoad {
      let none: RuleID = "response.policy.dont-load-miss"
      return [
        Continuation(
          to: state,
          [.fails.demanded(by: none), .requestsNothing.demanded(by: none), .fails.demanded(by: rule)])
      ]
    }
    let loading: RuleID = policy == .returnCacheDataElseLoad ? "response.policy.else-load-miss" : ruleOfPolicy
    if asksForCachedOnly { return loaded(by: [rule]) }
    return loaded(by: [loading, rule])
  }

  private var asksForCachedOnly: Bool {
    HTTPDirectives(request.fields.values("Cache-Control")).has("only-if-cached")
  }

  // MARK: Loading

  /// The response comes from the origin, by an unconditional request.
  private func loaded(by rules: [RuleID]) -> Ways {
    guard state.isUp else { return failing(rules) }
    var demands = rules.map { answered(current).demanded(by: $0) }
    if let rule = rules.first {
      demands.append((current.status == 200 ? sendsOnce : sends(by: rule)).demanded(by: rule))
    }
    return stored(demands, before: nil, rule: "response.load.stores", isFree: policy.isToReload)
  }

  private func failing(_ rules: [RuleID]) -> Ways {
    [
      Continuation(
        rules.map { .fails.demanded(by: $0) } + [sends(by: rules.first ?? ruleOfPolicy)],
        to: { afterAttempts($0, state) })
    ]
  }

  /// Time may have passed between attempts to reach the origin.
  private func afterAttempts(_ observation: Observation<ResponseAction>, _ state: State) -> State {
    guard !state.isUp, (observation.requests?.count ?? 2) > 1 else { return state }
    var state = state
    state.changeAll { kept in
      var kept = kept
      kept.isAgeUnclear = true
      return .kept(kept)
    }
    return state
  }

  private func answered(_ representation: Representation) -> Expected {
    representation.status >= 500 ? .fails : .answers(.body(representation.body))
  }

  private var sendsOnce: Expected { .requests(RequestSeen("GET", key.target)) }
  private func sends(by rule: RuleID) -> Expected { .requestsSomething.demanded(by: rule) }

  /// Whether the current response is stored whatever else is open.
  private var isStorable: HTTPVerdict {
    let directives = current.directives
    if directives.has("no-store"), !directives.has("must-understand") { return HTTPVerdict(.no, "http.store.no-store") }
    let kept = HTTPKeptResponse(current, for: request.fields, at: state.now, by: "response.load.stores")
    let asks = request.fields["Cache-Control"] != nil || request.fields["Authorization"] != nil
    let isPlain =
      current.status == 200 && kept.statesLifetime && kept.isFresh(at: state.now).answer == .yes && !asks
      && current.fields["Vary"] == nil && !current.isOdd && directives.isClear && kind == .data
      && setup.kind != .background
      && (current.body.size ?? 0) <= 20_000
    return HTTPVerdict(isPlain && state.isRoomy ? .yes : .either, "response.load.stores")
  }

  /// The delegate's answer, where it is asked.
  private var delegate: DelegateAnswer? {
    setup.kind == .standard && kind != .download ? setup.delegate : nil
  }

  /// The response was loaded, and is stored or not.
  ///
  /// - Parameter before: what was stored, which may be left there.
  private func stored(_ demands: [Expected], before: HTTPKeptResponse?, rule: RuleID, isFree: Bool = false) -> Ways {
    guard let store else { return [Continuation(to: state, demands)] }
    let verdict = isStorable
    let old: [[Fact<ResponseBody>]] = before.map { [[.value($0.body)]] } ?? []
    if verdict.answer == .no || delegate == .nothing {
      let rule: RuleID = verdict.answer == .no ? verdict.rule : "response.will-cache.none"
      // What was stored before may be left there.
      let allowed: Expected = .store(old.isEmpty ? .exactly([.nothing]) : .oneOf([[.nothing]] + old))
      return [Continuation(demands + [allowed.demanded(by: rule)]) { settled($0, in: store, before: before, by: rule) }]
    }
    let mustBe = verdict.answer == .yes && !isFree && (delegate == nil || delegate == .asProposed)
    let isReplaced = verdict.answer == .yes && !isFree && before == nil
    if isReplaced, case .replaced(let body) = delegate {
      return [
        Continuation(demands + [.stores(body).demanded(by: "response.will-cache.changed")]) {
          settled($0, in: store, before: before, by: rule)
        }
      ]
    }
    let rule = mustBe && delegate == .asProposed ? "response.will-cache.as-proposed" : rule
    let demand = mustBe ? [Expected.stores(current.body).demanded(by: rule)] : []
    return [Continuation(demands + demand) { settled($0, in: store, before: before, by: rule) }]
  }

  /// The state once it is seen what is stored after a load.
  private func settled(
    _ observation: Observation<ResponseAction>, in store: State.Store, before: HTTPKeptResponse?, by rule: RuleID
  ) -> State {
    var state = state
    let isOther = before.map { $0.body != current.body } ?? true
    let isLoaded = isOther && !current.isOdd && (delegate == nil || delegate == .asProposed)
    if observation.stored == [.nothing] {
      state[store, key] = slot.varies ? .unknown : .nothing(rule)
    } else if isLoaded, observation.stored == [.value(current.body)] {
      state.keep(loadedResponse(by: rule), at: key, in: store)
    } else if !isOther || before.map({ observation.stored != [.value($0.body)] }) ?? true
      || before.map({ $0.isSelected(by: request.fields).answer != .yes }) ?? false
    {
      state[store, key] = .unknown
    }
    return state
  }

  private func loadedResponse(by rule: RuleID) -> HTTPKeptResponse {
    var kept = HTTPKeptResponse(current, for: request.fields, at: state.now, by: rule)
    kept.isAgeUnclear = state.isClockSet && slot.isUnknown
    if state.isClockSet { kept.stored = nil }
    kept.mayBeInMemoryOnly = setup.kind != .standard || kind != .data
    // What is stored came under the default storage policy.
    if current.storagePolicy != .allowed || !current.userInfo.isEmpty {
      kept.representation = current.under(.allowed).noting([:])
    }
    return kept
  }

  // MARK: A response is stored

  private func waysOf(_ kept: HTTPKeptResponse) -> Ways {
    switch policy {
    case .returnCacheDataDontLoad, .returnCacheDataElseLoad: return waysToServeAtAnyAge(kept)
    case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData: return reloaded(kept)
    case .reloadRevalidatingCacheData: return revalidated(kept)
    case .useProtocolCachePolicy: break
    }
    let verdict = kept.answers(request.fields, at: state.now)
    let serving = verdict.answer == .no ? [] : served(kept, by: [verdict.rule, ruleOfPolicy])
    return verdict.answer == .yes ? serving : serving + checked(kept, by: verdict.rule)
  }

  /// The rules of the way in which it is loaded, which makes no difference.
  private var rulesOfWay: [RuleID] {
    (request.url.hasPrefix("https:") ? ["response.scheme.http-and-https-cached"] : [])
      + (call == .delegate ? [] : ["response.load.every-call"])
      + (setup.store == .main || setup.store == nil ? [] : ["response.load.configured-store"])
  }

  private func served(_ kept: HTTPKeptResponse, by rules: [RuleID]) -> Ways {
    let byHand: [RuleID] =
      kept.kept == "response.store.returns-what-was-stored" ? ["response.load.serves-stored-by-hand"] : []
    let rules = rules + rulesOfWay + byHand
    var state = state
    (state.shown, state.shownAt) = (kept, state.now)
    let isBackground =
      policy == .useProtocolCachePolicy && kept.directives.has("stale-while-revalidate")
      && kept.isFresh(at: state.now).answer != .yes
    if isBackground { if let store { state[store, key] = .unknown } }
    return [
      Continuation(
        (rules + [kept.kept]).map { answered(kept.representation).demanded(by: $0) }
          + (isBackground ? [] : rules.map { .requestsNothing.demanded(by: $0) })
      ) { [state] observation in
        // No rule says that what was served stays.
        var state = state
        if observation.stored == [.nothing], let store { state[store, key] = .unknown }
        return state
      }
    ]
  }

  private func waysToServeAtAnyAge(_ kept: HTTPKeptResponse) -> Ways {
    let isMeant = kept.isSelected(by: request.fields)
    let isPlain =
      isMeant.answer == .yes && !kept.directives.has("no-cache") && !kept.directives.has("must-revalidate")
      && kept.representation.status == 200 && !asksForCachedOnly
    if isPlain { return served(kept, by: [ruleOfPolicy]) }
    let serving = served(kept, by: [ruleOfPolicy])
    return serving
      + (policy == .returnCacheDataDontLoad
        ? [Continuation(to: state, [.fails, .requestsNothing.demanded(by: ruleOfPolicy)])] : unjudged(of: []))
  }

  private func reloaded(_ kept: HTTPKeptResponse) -> Ways {
    guard state.isUp else { return failing([ruleOfPolicy]) }
    let sent = current.status == 200 ? sendsOnce : Expected.requestsSomething
    return stored(
      [answered(current).demanded(by: ruleOfPolicy), sent.demanded(by: ruleOfPolicy)], before: kept,
      rule: "response.load.stores", isFree: true)
  }

  private func revalidated(_ kept: HTTPKeptResponse) -> Ways {
    guard state.isUp else { return failing([ruleOfPolicy]) }
    if current.status >= 400 { return unjudged(of: [sends(by: ruleOfPolicy)]) }
    let ways = outcomesOfCheck(kept, by: [ruleOfPolicy], isFree: true)
    guard kept.representation.tagged, kept.isSelected(by: request.fields).answer == .yes else { return ways }
    return ways.map { $0.adding([.request(.oneOf(Self.waysOfConfirming(key.target))).demanded(by: ruleOfPolicy)]) }
  }

  // MARK: Revalidation (RFC 9111, 4.3)

  private func checked(_ kept: HTTPKeptResponse, by rule: RuleID) -> Ways {
    if asksForCachedOnly { return unjudged(of: []) }
    if !state.isUp { return replacingAnError(kept, by: rule, isUnreachable: true) }
    if current.status >= 500 {
      // An origin may confirm by its validators what it would answer with an error.
      let tag = kept.representation.entityTag
      let mayConfirm = tag == nil ? current.namesChange : tag == current.entityTag
      return mayConfirm ? unjudged(of: []) : replacingAnError(kept, by: rule, isUnreachable: false)
    }
    return outcomesOfCheck(kept, by: [rule, ruleOfPolicy])
  }

  /// The origin cannot be reached, or answers with an error of its own.
  private func replacingAnError(_ kept: HTTPKeptResponse, by rule: RuleID, isUnreachable: Bool) -> Ways {
    let against = kept.ruleAgainstReplacingErrors(at: state.now, isUnreachable: isUnreachable)
    let selected = kept.isSelected(by: request.fields)
    let forbidding = selected.answer == .no ? selected.rule : against
    let asked = sends(by: rule)
    var failed = state
    if let store, !isUnreachable { failed[store, key] = .unknown }
    let failing = Continuation<ResponseAction, State>(
      [.fails.demanded(by: forbidding ?? ruleOfPolicy), asked], to: { [failed] in afterAttempts($0, failed) })
    if forbidding != nil { return [failing] }
    return [
      failing,
      Continuation(
        [answered(kept.representation).demanded(by: ruleOfPolicy), asked], to: { afterAttempts($0, state) }),
    ]
  }

  /// The origin confirms what is stored, or sends what it has.
  private func outcomesOfCheck(_ kept: HTTPKeptResponse, by rules: [RuleID], isFree: Bool = false) -> Ways {
    let rule = rules.first ?? ruleOfPolicy
    let asked: Expected =
      current.status == 200 ? .request(.oneOf(Self.waysOfChecking(key.target))) : .requestsSomething
    let isConfirmed = kept.representation.entityTag.map { $0 == current.entityTag }
    let byDate = isConfirmed == nil && current.namesChange
    // The origin confirms another version than it has where its date of change is not later than what is asked by.
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
      + [body.demanded(by: selected ? ruleOfBody : rule)]
    guard let store, selected, !byDate, kept.body != current.body || isConfirmed == true,
      kept.body == current.body || isConfirmed != true
    else { return forgetting(demands) }
    if isConfirmed != true { return stored(demands, before: kept, rule: "http.revalidate.changed", isFree: isFree) }
    guard !isFree, delegate == nil, isStorable.answer == .yes, let confirmed = confirmed(kept)
    else { return forgetting(demands) }
    var after = state
    after.keep(confirmed, at: key, in: store)
    return [Continuation(to: after, demands + [.stores(kept.body).demanded(by: "http.revalidate.not-modified")])]
  }

  /// What is stored with the fields of the 304, or nil if it is not clear which ones that are.
  private func confirmed(_ kept: HTTPKeptResponse) -> HTTPKeptResponse? {
    let old = kept.representation
    let names = { (representation: Representation) in Set(representation.fields.lines.map { $0.name.lowercased() }) }
    guard names(old).isSubset(of: names(current)), old.expires == nil || current.expires != nil,
      old.modified == nil || current.modified != nil, old.dated == nil || current.dated != nil,
      old.cacheControl.isEmpty == current.cacheControl.isEmpty, old.status == current.status,
      old.storagePolicy == .allowed, old.userInfo.isEmpty
    else { return nil }
    var confirmed = loadedResponse(by: "http.revalidate.not-modified")
    // A response that is confirmed may count as stored then, or as before.
    confirmed.stored = nil
    confirmed.mayBeInMemoryOnly = kept.mayBeInMemoryOnly
    return confirmed
  }

  private static func waysOfConfirming(_ target: String) -> [[Fact<RequestSeen>]] {
    let get = Fact.value(RequestSeen("GET", target))
    let heads = [false, true].map { Fact.value(RequestSeen("HEAD", target, isConditional: $0)) }
    return [[.value(RequestSeen("GET", target, isConditional: true))]] + heads.flatMap { [[$0], [$0, get]] }
  }

  private static func waysOfChecking(_ target: String) -> [[Fact<RequestSeen>]] {
    [[.value(RequestSeen("GET", target))]] + waysOfConfirming(target)
  }

  // MARK: What was changed by another method

  private func waysOfInvalid(_ body: ResponseBody) -> Ways {
    guard policy == .useProtocolCachePolicy, state.isUp, current.status == 200, !asksForCachedOnly else {
      return unjudged(of: demandsWithoutSlot)
    }
    let rule: RuleID = "http.invalidate.unsafe-method"
    let demands = [Expected.request(.oneOf(Self.waysOfChecking(key.target))).demanded(by: rule)]
    return stored(
      demands + [.answers(oneOf: [.body(body), .body(current.body)]).demanded(by: rule)], before: nil,
      rule: "response.load.stores", isFree: true)
  }

  private var ofUnsafe: Ways {
    if policy == .returnCacheDataDontLoad { return unjudged(of: []) }
    var state = state
    let sent = sends(by: "http.store.unsafe-forwarded")
    guard state.isUp else { return [Continuation([sent], to: { [state] in afterAttempts($0, state) })] }
    guard let store else { return [Continuation(to: state, [sent])] }
    for name in ["Location", "Content-Location"] where current.fields[name] != nil {
      let own = request.url.prefix { $0 != ":" } + "://origin.test"
      state.change(store) { key, slot in key.url.hasPrefix(own) || key.url.isEmpty ? .unknown : slot }
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

  private var ofHead: Ways {
    guard let store else { return [Continuation(to: state)] }
    let get = State.Key(method: "GET", url: key.url)
    var touched = state
    touched[store, get] = .unknown
    touched[store, key] = .unknown
    let seen = { @Sendable [state, touched] (observation: Observation<ResponseAction>) in
      observation.requests == [] ? state : touched
    }
    guard policy == .useProtocolCachePolicy, case .kept(let kept) = state[store, get], state.isUp,
      kept.answers(request.fields, at: state.now).answer == .no
    else { return [Continuation([], to: seen)] }
    return [
      Continuation(
        [
          sends(by: "http.head.served"),
          current.status >= 500 ? .fails : .answers(.body(.empty)).demanded(by: "http.head.served"),
        ], to: seen)
    ]
  }

  /// A request for a part, or with a condition of the app.
  private var ofSpecialAsking: Ways {
    if request.fields["Range"] != nil || isElsewhere { return unjudged(of: demandsOfReloading) }
    guard case .kept(let kept) = slot, policy == .useProtocolCachePolicy,
      kept.answers(request.fields, at: state.now).answer == .no
    else { return unjudged(of: demandsOfReloading) }
    return unjudged(of: [sends(by: kept.answers(request.fields, at: state.now).rule)])
  }

  // MARK: What is not known

  /// What is demanded whatever is stored.
  private var demandsWithoutSlot: [Expected] {
    guard state.isUp, current.status < 500 else { return demandsOfReloading }
    return policy.isToReload && policy != .reloadRevalidatingCacheData
      ? demandsOfReloading + [answered(current).demanded(by: ruleOfPolicy)] : demandsOfReloading
  }

  private var demandsOfReloading: [Expected] {
    if policy == .returnCacheDataDontLoad {
      return [.requestsNothing.demanded(by: "response.policy.dont-load-miss")]
    }
    guard policy.isToReload, !asksForCachedOnly else { return [] }
    return [sends(by: ruleOfPolicy)] + (state.isUp ? [] : [.fails.demanded(by: ruleOfPolicy)])
  }

  /// What comes of the load is not judged otherwise; a plain response that was loaded and stored is known.
  private func unjudged(of demands: [Expected]) -> Ways {
    let isPlain =
      request.method == "GET" && !state.isHolding && state.isUp && !state.underWay.values.contains(key)
      && !current.isOdd && request.fields.lines.isEmpty && delegate == nil && isStorable.answer == .yes
    var after = state
    after.forget(request, in: session)
    return [
      Continuation(demands) { [after] observation in
        guard isPlain, let store, observation.requests == [.value(RequestSeen("GET", key.target))],
          observation.stored == [.value(current.body)], !policy.isToReload,
          observation.answer == [.value(.body(current.body))]
        else { return afterAttempts(observation, observation.requests == [] ? state : after) }
        var state = after
        state.keep(loadedResponse(by: "response.load.stores"), at: key, in: store)
        return state
      }
    ]
  }

  private func forgetting(_ demands: [Expected]) -> Ways {
    var after = state
    after.forget(request, in: session)
    return [Continuation(to: after, demands)]
  }

  /// A file is read anew each time, where that is not forbidden.
  private var ofFile: Ways {
    let rule: RuleID = "response.scheme.file-policy-controls-access"
    if policy == .returnCacheDataDontLoad { return [Continuation(to: state, [.fails.demanded(by: rule)])] }
    guard let file = state.served[key.target] else { return [Continuation(to: state)] }
    return [
      Continuation(
        to: state,
        [
          .answers(.body(file.body)).demanded(by: rule),
          .storesNothing.demanded(by: "response.scheme.others-not-cached"),
        ])
    ]
  }
}

extension RequestPolicy {
  /// Whether it goes to the origin whatever is stored.
  fileprivate var isToReload: Bool {
    switch self {
    case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData: true
    case .useProtocolCachePolicy, .returnCacheDataElseLoad, .returnCacheDataDontLoad: false
    }
  }
}
