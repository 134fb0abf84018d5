/// A load, and the ways in which it may end.
struct ResponseLoad {
  typealias State = ResponseStoresState
  typealias Ways = [Continuation<ResponseAction, State>]
  typealias Expected = Expectation<ResponseAction>

  var state: State
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
    self.state = state
    self.request = request
    self.kind = kind
    self.session = session
    key = State.Key(request)
    setup = state.setup(session)
    store = setup.store.flatMap { state.store($0, of: session) }
    (self.state.shown, self.state.checked, self.state.confirmed) = (nil, nil, nil)
    self.state.tellsCaches =
      policy == .reloadIgnoringLocalAndRemoteCacheData && request.url.hasPrefix("http") && !current.isMoved
      && request.fields["Cache-Control"] == nil && request.fields["Pragma"] == nil
  }

  /// The policy that applies: the request's, or else the session's, or else the default.
  var policy: RequestPolicy { request.policy ?? setup.policy ?? .useProtocolCachePolicy }

  /// The rule about the policy that applies.
  var ruleOfPolicy: RuleID {
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

  /// The origin's response to the request: a 404 if no step has given it one.
  var current: Representation {
    state.served[key.target] ?? Representation(.empty, cacheControl: ["no-store"]).status(404).undated
  }

  var ways: Ways {
    if request.url.hasPrefix("file:") { return ofFile }
    if current.isMoved { return redirected }
    if state.isHolding || state.isUnderWay(key) { return unjudged(of: []) }
    if key.isOdd { return unjudged(of: demandsOfReloading) }
    switch request.method {
    case "GET": break
    case "HEAD": return ofHead
    case "OPTIONS" where policy != .returnCacheDataDontLoad:
      return [Continuation(to: safelyAsked, [reaches])]
    case "OPTIONS", "TRACE": return [Continuation(to: safelyAsked)]
    default: return ofUnsafe
    }
    if isElsewhere { return ofElsewhere }
    if isPartial || isConditional { return ofSpecialAsking }
    if current.status == 304 { return ofConfirmationOfAnother }
    if current.status < 200 || current.status > 599 { return unjudged(of: demandsOfReloading) }
    guard setup.store == nil || store != nil else { return unjudged(of: []) }
    var ways = waysOfSlot
    if asksForCachedOnly { ways.append(Continuation(to: state, [.fails, .requestsNothing])) }
    // A platform may refuse to upload by GET.
    return kind == .upload ? ways + [Continuation(to: state, [.fails, .requestsNothing])] : ways
  }

  /// The load may go on to other resources, which may then be stored. The next of them is, if it was seen to be loaded
  /// as any other.
  var redirected: Ways {
    var after = state
    after.mayBeMoved = true
    guard let store, let next, key.url == request.url, !state.isHolding else {
      if let store { after.change(store) { _, _ in .unknown } }
      return [Continuation(to: after)]
    }
    // A redirect may itself be stored.
    var (load, passed): (Self?, Set<State.Key>) = (self, [])
    while let one = load, passed.insert(one.key).inserted {
      after[store, one.key] = .unknown
      after.forget(RequestMessage(one.request.url), in: session)
      load = one.next
    }
    let isPlain = request.method == "GET" && request.fields.lines.isEmpty && kind == .data && delegate == nil
    let isKept =
      isPlain && policy == .useProtocolCachePolicy && !next.current.isMoved && !state.isUnderWay(next.key)
      && next.isStorable.answer == .yes
    return [
      Continuation([]) { [after] observation in
        let asked = [key, next.key].map { Fact.value(RequestSeen("GET", $0.target)) }
        guard isKept, observation.requests == asked, observation.answer == [.value(.body(next.current.body))] else {
          return after
        }
        var state = after
        state.keep(next.loadedResponse(by: "response.load.stores"), at: next.key, in: store)
        return state
      }
    ]
  }

  /// The load that a redirect leads to, if it is one on the same origin.
  private var next: Self? {
    guard current.isMoved, let place = current.fields["Location"], place.hasPrefix("/"), let origin = request.origin
    else { return nil }
    var next = request
    next.url = origin + place
    return Self(state, next, kind, session, call)
  }

  /// Whether a part is asked for.
  var isPartial: Bool { request.fields["Range"] != nil }
  /// Whether the app sets a condition of its own.
  var isConditional: Bool { request.fields.lines.contains { $0.name.lowercased().hasPrefix("if-") } }

  var isElsewhere: Bool {
    !(request.url.hasPrefix("http://origin.test/") || request.url.hasPrefix("https://origin.test/"))
  }

  var slot: State.Slot { store.map { state[$0, key] } ?? .nothing("response.load.no-store") }

  var waysOfSlot: Ways {
    switch slot {
    case .nothing(let rule): waysOfNothing(by: rule)
    case .kept(let kept): waysOf(kept)
    case .maybe(let kept): waysOf(kept) + waysOfNothing(by: kept.rule)
    case .invalid(let body): waysOfInvalid(body)
    case .unknown: unjudged(of: demandsWithoutSlot)
    }
  }

  // MARK: Nothing is stored

  func waysOfNothing(by rule: RuleID) -> Ways {
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
    let notOfOthers = store.map { state.notOfOthers(key, in: $0, but: current.body) } ?? []
    return loaded(by: [loading, rule], first: notOfBefore(by: rule)).map { $0.adding(notOfOthers) }
  }

  /// The expectations that no earlier body of the resource is the answer, because none is stored.
  private func notOfBefore(by rule: RuleID) -> [Expected] {
    state.bodies[key.target, default: []].subtracting([current.body]).sorted { $0.text < $1.text }
      .map { .answersOther(than: $0).demanded(by: rule) }
  }

  var asksForCachedOnly: Bool {
    HTTPDirectiveList(request.fields.values("Cache-Control")).has("only-if-cached")
  }

  // MARK: Loading

  /// The response comes from the origin, by an unconditional request.
  ///
  /// - Parameters:
  ///   - rules: the rules that demand it. The last is the rule by which nothing is stored.
  ///   - first: the expectations that come first, because each has only one cause.
  func loaded(by rules: [RuleID], first: [Expected] = []) -> Ways {
    guard state.isUp else { return failing(rules, first: first) }
    var demands = first + rules.map { answered(current).demanded(by: $0) }
    // An answer without a request comes from the store, and the last rule says that nothing is stored.
    if let rule = rules.last {
      demands.append((current.status == 200 ? sendsOnce : sends(by: rule)).demanded(by: rule))
    }
    return stored(demands, before: nil, rule: "response.load.stores", isStoringOpen: policy.isToReload)
  }

  func failing(_ rules: [RuleID], first: [Expected] = []) -> Ways {
    [
      Continuation(
        first + rules.map { .fails.demanded(by: $0) } + [sends(by: rules.first ?? ruleOfPolicy)],
        to: { afterAttempts($0, state) })
    ]
  }

  /// The state after a load whose attempts to reach the origin failed: time may have passed between them.
  func afterAttempts(_ observation: StepObservation<ResponseAction>, _ state: State) -> State {
    guard !state.isUp, (observation.requests?.count ?? 2) > 1 else { return state }
    var state = state
    state.changeAll { kept in
      var kept = kept
      kept.isAgeUnclear = true
      return .kept(kept)
    }
    return state
  }

  func answered(_ representation: Representation) -> Expected {
    representation.status >= 500 ? .fails : .answers(.body(representation.body))
  }

  var sendsOnce: Expected { .requests(RequestSeen("GET", key.target)) }
  func sends(by rule: RuleID) -> Expected { .requestsSomething.demanded(by: rule) }

  // MARK: What is not known

  /// The expectations that hold whatever is stored.
  var demandsWithoutSlot: [Expected] {
    guard state.isUp, current.status < 500 else { return demandsOfReloading }
    let isOfOrigin = policy.isToReload && policy != .reloadRevalidatingCacheData
    return demandsOfReloading + (isOfOrigin ? [answered(current).demanded(by: ruleOfPolicy)] : demandsOfWholes)
  }

  /// The expectation that the answer is a whole body, even if a part or a 304 may have come before.
  private var demandsOfWholes: [Expected] {
    guard let rule = state.wholes[key.target], policy == .useProtocolCachePolicy, current.status != 206,
      let bodies = wholeBodies
    else { return [] }
    return [Expected.answers(oneOf: bodies.map(ResponseAnswer.body)).demanded(by: rule)]
  }

  /// The bodies that may be the answer, whatever is stored; nil if others may be, too.
  var wholeBodies: [ResponseBody]? {
    if state.mayBeMoved || store == .shared || state.failing.contains(key.target) { return nil }
    return state.bodies[key.target, default: []].union(state.replacements).union([current.body])
      .sorted { $0.text < $1.text }
  }

  var demandsOfReloading: [Expected] {
    if policy == .returnCacheDataDontLoad {
      return [.requestsNothing.demanded(by: "response.policy.dont-load-miss")]
    }
    guard policy.isToReload, !asksForCachedOnly else { return [] }
    return [sends(by: ruleOfPolicy)] + (state.isUp ? [] : [.fails.demanded(by: ruleOfPolicy)])
  }

  /// The ways of a load of which nothing but these demands is judged. What is stored afterwards is known only if
  /// nothing was requested, or if a plain response was seen to be loaded and stored.
  func unjudged(of demands: [Expected]) -> Ways {
    let isPlain =
      request.method == "GET" && !state.isHolding && state.isUp && !state.isUnderWay(key)
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

  func forgetting(_ demands: [Expected]) -> Ways {
    var after = state
    after.forget(request, in: session)
    return [Continuation(to: after, demands)]
  }
}

extension RequestMessage {
  /// The scheme and host of its URL, if it names that of the scenarios.
  fileprivate var origin: String? {
    ["http://origin.test", "https://origin.test"].first { url.hasPrefix("\($0)/") }
  }
}

extension RequestPolicy {
  /// Whether it goes to the origin whatever is stored.
  var isToReload: Bool {
    switch self {
    case .reloadIgnoringLocalCacheData, .reloadIgnoringLocalAndRemoteCacheData, .reloadRevalidatingCacheData: true
    case .useProtocolCachePolicy, .returnCacheDataElseLoad, .returnCacheDataDontLoad: false
    }
  }
}
