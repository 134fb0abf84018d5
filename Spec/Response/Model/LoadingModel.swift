/// Which response answers a load or a look-up, which requests the origin gets for it, and what is stored afterwards.
struct ResponseLoadingModel: Model {
  typealias State = ResponseStoresState

  var start: State { State() }

  func start(lacking: Set<Capability>) -> State {
    var state = start
    state.hasDisk = !lacking.contains(.disk)
    state.hasCapacity = !lacking.contains(.capacity)
    state.storesDirectly = !lacking.contains(.directStoring)
    return state
  }

  func continuations(of state: State, on action: ResponseAction) -> [Continuation<ResponseAction, State>] {
    var state = state
    if !state.underWay.isEmpty { state.disturb(by: action) }
    switch action {
    case .world(let event): return state.after(event)
    case .serve(let representation, let url) where url.hasPrefix("file:"): state.files[url] = representation.body
    case .serve(let representation, let url): state.serve(representation, at: State.Key(RequestMessage(url)).target)
    case .origin(let origin):
      state.isUp = origin == .up
      for name in state.underWay.keys { state.underWay[name]?.isJudged = false }
    case .mark: state.mark = state.isClockSet ? nil : state.now
    case .configure(let session, let setup):
      state.setups[session] = setup
      if case .replaced(let body)? = setup.delegate { state.replacements.insert(body) }
      state.stores[.own(session)] = nil
    case .have(let representation, let request): return state.having(representation, for: request)
    case .offer(let representation, let request): return state.having(representation, for: request, orNot: true)
    case .put(let representation, let request, let name):
      if name == .twin { state.hasTwin = true }
      if let store = state.store(name) { state.put(representation, for: request, in: store) }
    case .find(let request, let name): return state.finding(request, in: name)
    case .inspect(let request, let name): return state.inspecting(request, in: name)
    case .remove(let removal): state.remove(removal)
    case .reopen(let capacity):
      state.opened = capacity
      state.becomeNarrow(capacity)
      state.restart(by: "response.store.memory-and-disk")
    case .setCapacity(let capacity): state.becomeNarrow(capacity)
    case .fill(let count, let bytes):
      if !state.isRoomy || count * bytes > 200_000 { state.becomeNarrow(state.capacity) }
      let newest = HTTPKeptResponse(
        Representation(ResponseBody("response \(count)", size: bytes)), for: [:], at: state.now,
        by: "response.usage.within-capacity")
      state.keep(newest, at: State.Key(RequestMessage("http://store.test/fill/\(count)")), in: .main)
    case .hammer: break
    case .begin(let request, let name): return state.beginning(request, as: name)
    case .load(let request, let kind, let session, let call):
      return ResponseLoad(state, request, kind, session, call).ways
    case .inspectAnswer(let names): return state.lookingAtAnswer(names)
    case .inspectRequest(let names): return state.lookingAtRequest(names)
    case .searchDisk(let body): return state.searchingDisk(for: body)
    case .inspectStatus: return state.lookingAtStatus
    case .inspectPart, .countFiles, .measureUsage, .readCapacity, .checkCapacity, .checkFiles: break
    }
    return [Continuation(to: state)]
  }
}

extension ResponseStoresState {
  typealias Ways = [Continuation<ResponseAction, Self>]

  fileprivate func after(_ event: WorldEvent) -> Ways {
    var state = self
    switch event {
    case .advance(let time):
      state.now += time
      // It is not known how long a request takes that was not observed yet.
      for (name, load) in state.underWay where !load.isSent { state.underWay[name]?.isJudged = false }
    case .cancelCall(let name): state.underWay[name]?.isJudged = false
    case .setClock:
      state.isClockSet = true
      state.shown = nil
      for name in state.underWay.keys { state.underWay[name]?.isJudged = false }
      state.changeAll { kept in
        var kept = kept
        kept.isAgeUnclear = true
        return .kept(kept)
      }
    case .restart: state.restart(by: "response.store.memory-and-disk")
    case .restartAfter(let time):
      state.now += time
      state.restart(by: "response.store.memory-and-disk")
    case .kill: state.restart(by: "response.store.survives-kill")
    case .damage(let damage, let files):
      let rule: RuleID = "response.store.unreadable-entry"
      state.restart(by: rule)
      state.files = [:]
      let isWhole = damage.mayLeaveACopy || files != .all
      state.changeAll { isWhole ? .maybe($0) : .nothing(rule) }
    case .restartUnreadable:
      state.restart(by: "response.store.unreadable-entry")
      state.files = [:]
      state.changeAll { .maybe($0) }
    case .requests(.hold): state.isHolding = true
    case .requests(.releaseAll):
      state.isHolding = false
      for (name, load) in state.underWay where load.received == nil { state.underWay[name]?.received = state.now }
    case .requests(.holdNoMore): state.isHolding = false
    case .requests(.awaitHeld(state.underWay.count)), .requests(.awaitHeldUnlessJoined(state.underWay.count)):
      var sent = state
      for name in sent.underWay.keys { sent.underWay[name]?.isSent = true }
      return [Continuation([]) { [state, sent] in $0.answer?.contains(where: \.isFailure) == true ? state : sent }]
    case .requests: break
    case .finish(let name): return state.finishing(name)
    }
    if state.underWay.isEmpty { return [Continuation(to: state)] }
    return [Continuation([]) { [state] in state.noting($0.requests) }]
  }

  fileprivate func having(
    _ representation: Representation, for request: RequestMessage, orNot: Bool = false
  ) -> Ways {
    var (stored, left) = (self, self)
    left.note(representation, at: Key(request).target)
    // A module without a call that stores loads the response instead, in its main session, which may have another store
    // or a delegate.
    if !storesDirectly, setup(.main) != SessionSetup() {
      left[.main, Key(request)] = .unknown
      left.forget(request, in: .main)
      return [Continuation(to: left)]
    }
    stored.put(representation, for: request, in: .main)
    // It may have answered with what was already stored.
    if self[.main, Key(request)].isNothing || storesDirectly, !orNot { return [Continuation(to: stored)] }
    return [Continuation(to: stored), Continuation(to: left)]
  }

  /// Forgets what is stored for a request.
  mutating func forget(_ request: RequestMessage, in session: SessionName) {
    guard let name = setup(session).store, let store = store(name, of: session) else { return }
    self[store, Key(request)] = .unknown
  }

  /// The origin has another representation.
  fileprivate mutating func serve(_ representation: Representation, at target: String) {
    served[target] = representation
    note(representation, at: target)
    for (name, load) in underWay where load.key.target == target { underWay[name]?.serve(representation) }
  }

  /// The ways to look at the newest answer: a response that was served without the origin says how old it is, and one
  /// that was confirmed has the fields of the 304.
  fileprivate func lookingAtAnswer(_ names: [String]) -> Ways {
    if let confirmed, names.count == 1, let field = confirmed.plainFields.first(where: { $0.name == names[0] }) {
      return [
        Continuation(
          to: self,
          [.answers(containing: [.header(field.name, field.value)]).demanded(by: "http.revalidate.not-modified")])
      ]
    }
    guard let shown, !shown.isAgeUnclear, names.contains(where: { $0.lowercased() == "age" }),
      shown.representation.fields["Age"].map({ HTTPDirectiveList.deltaSeconds($0) != nil }) ?? true,
      shown.representation.fields["Date"] == nil
    else { return [Continuation(to: self)] }
    let age = shown.age(at: shownAt)
    let ages = (age.least.components.seconds...age.most.components.seconds).map { seconds in
      Continuation<ResponseAction, Self>(
        to: self, [.answers(containing: [.header("Age", "\(seconds)")]).demanded(by: "http.headers.age-sent")])
    }
    return ages
  }

  /// The way to look at the status of the newest answer: a response that was served without the origin has its own.
  fileprivate var lookingAtStatus: Ways {
    let status = shown.map { Expectation<ResponseAction>.answers(.status($0.representation.status)) }
    return [Continuation(to: self, status.map { [$0.demanded(by: "response.store.returns-what-was-stored")] } ?? [])]
  }

  /// The ways to look at the newest request: a check names the validators of the stored response and no others (RFC
  /// 9111, 4.3.1), and a reload past all caches tells caches on the way.
  fileprivate func lookingAtRequest(_ names: [String]) -> Ways {
    if tellsCaches, Set(names) == ["Cache-Control", "Pragma"] {
      return [
        Continuation(
          to: self, [ResponseSpec.tellingCaches.demanded(by: "response.policy.reload-ignoring-remote")])
      ]
    }
    guard let checked, Set(names).isSubset(of: Self.conditions) else { return [Continuation(to: self)] }
    if let tag = checked.representation.entityTag {
      guard names.contains("If-None-Match"), checked.hasPlainTag else { return [Continuation(to: self)] }
      let rule: RuleID = "http.revalidate.etag"
      return [
        Continuation(to: self, [.answers(containing: [.header("If-None-Match", tag)]).demanded(by: rule)]),
        // The newest request may be the GET that followed a HEAD.
        Continuation(to: self, [.answersNothing.demanded(by: rule)]),
      ]
    }
    if checked.representation.namesChange || names.contains("If-Modified-Since") { return [Continuation(to: self)] }
    return [Continuation(to: self, [.answersNothing.demanded(by: "http.revalidate.no-validator")])]
  }

  private static let conditions: Set<String> = [
    "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range",
  ]
}
