/// Which response answers a load or a look-up, what the origin is asked for it, and what is stored then.
struct ResponseLoadingModel: Model {
  typealias State = ResponseStoresState

  var start: State { State() }

  func continuations(of state: State, on action: ResponseAction) -> [Continuation<ResponseAction, State>] {
    var state = state
    switch action {
    case .world(let event): return state.after(event)
    case .serve(let representation, let url) where url.hasPrefix("file:"): state.files[url] = representation.body
    case .serve(let representation, let url):
      let target = State.Key(RequestMessage(url)).target
      state.served[target] = representation
      if representation.fields["Vary"] != nil { state.varied.insert(target) }
    case .origin(let origin): state.isUp = origin == .up
    case .mark: state.mark = state.isClockSet ? nil : state.now
    case .configure(let session, let setup):
      state.setups[session] = setup
      state.stores[.own(session)] = nil
    case .have(let representation, let request): return state.having(representation, for: request)
    case .put(let representation, let request, let name):
      if name == .twin { state.hasTwin = true }
      if let store = state.store(name) { state.put(representation, for: request, in: store) }
    case .find(let request, let name): return state.finding(request, in: name)
    case .inspect(let request, let name): return state.inspecting(request, in: name)
    case .remove(let removal): state.remove(removal)
    case .reopen(let capacity):
      state.becomeNarrow()
      state.isRoomy = capacity.memory >= 1 << 20 && capacity.disk >= 4 << 20
      state.restart(by: "response.store.memory-and-disk")
    case .setCapacity: state.becomeNarrow()
    case .fill:
      state.becomeNarrow()
      state.stores[.main, default: State.Slots()].rest = .unknown
    case .hammer: state.stores[.main, default: State.Slots()].rest = .unknown
    case .begin(let request, let name):
      state.underWay[name] = State.Key(request)
      state.forget(request, in: .main)
    case .load(let request, let kind, let session, let call):
      return ResponseLoad(state, request, kind, session, call).ways
    case .inspectAnswer(let names): return state.lookingAtAnswer(names)
    case .inspectRequest, .inspectStatus, .inspectPart, .searchDisk, .countFiles, .measureUsage, .readCapacity,
      .checkCapacity, .checkFiles:
      break
    }
    return [Continuation(to: state)]
  }
}

extension ResponseStoresState {
  typealias Ways = [Continuation<ResponseAction, Self>]

  fileprivate func after(_ event: WorldEvent) -> Ways {
    var state = self
    switch event {
    case .advance(let time): state.now += time
    case .setClock:
      state.isClockSet = true
      state.shown = nil
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
    case .requests(.hold): state.isHolding = true
    case .requests(.releaseAll), .requests(.holdNoMore): state.isHolding = false
    case .requests: break
    case .finish(let name):
      // The answer that is looked at now is that of this load.
      state.shown = nil
      let key = state.underWay.removeValue(forKey: name)
      if let key { for store in state.stores.keys { state.stores[store]?.named[key] = .unknown } }
    }
    return [Continuation(to: state)]
  }

  fileprivate func having(_ representation: Representation, for request: RequestMessage) -> Ways {
    var state = self
    let before = self[.main, Key(request)]
    state.put(representation, for: request, in: .main)
    let stored = Continuation<ResponseAction, Self>(to: state)
    // A module without a call that stores may have answered with what was stored already.
    if before.isNothing { return [stored] }
    return [stored, Continuation(to: self)]
  }

  /// The state in which nothing is known of what is stored for a request.
  mutating func forget(_ request: RequestMessage, in session: SessionName) {
    guard let name = setup(session).store, let store = store(name, of: session) else { return }
    self[store, Key(request)] = .unknown
  }

  // MARK: Looking up

  fileprivate func finding(_ request: RequestMessage, in name: StoreName) -> Ways {
    var state = self
    if name == .twin { state.hasTwin = true }
    guard let store = store(name) else { return [Continuation(to: state)] }
    let key = Key(request)
    switch self[store, key] {
    case .nothing(let rule): return [Continuation(to: self, [.answersNothing.demanded(by: rule)])]
    case .kept(let kept):
      if kept.isSelected(by: request.fields).answer != .yes { return [Continuation(to: self)] }
      return [Continuation(to: self, [.answers(.body(kept.body)).demanded(by: kept.kept)])]
    case .maybe(let kept):
      if kept.isSelected(by: request.fields).answer != .yes { return [Continuation(to: self)] }
      return [
        Continuation(to: self, [.answers(.body(kept.body)).demanded(by: kept.kept)]),
        Continuation(to: with(.nothing(kept.kept), at: key, in: store), [.answersNothing]),
      ]
    case .invalid, .unknown: return [Continuation(to: state)]
    }
  }

  private func with(_ slot: Slot, at key: Key, in store: Store) -> Self {
    var state = self
    state[store, key] = slot
    return state
  }

  fileprivate func inspecting(_ request: RequestMessage, in name: StoreName) -> Ways {
    guard let store = store(name) else { return [Continuation(to: self)] }
    switch self[store, Key(request)] {
    case .nothing(let rule): return [Continuation(to: self, [.answersNothing.demanded(by: rule)])]
    case .kept(let kept):
      guard kept.isSelected(by: request.fields).answer == .yes else { return [Continuation(to: self)] }
      let rule: RuleID =
        kept.kept == "response.load.stores" || kept.kept == "http.revalidate.changed"
        ? "http.headers.stored" : kept.kept
      return [Continuation(to: self, [.answers(containing: kept.representation.answers).demanded(by: rule)])]
    case .maybe, .invalid, .unknown: return [Continuation(to: self)]
    }
  }

  /// What is served without the origin says how old it is.
  fileprivate func lookingAtAnswer(_ names: [String]) -> Ways {
    guard let shown, !shown.isAgeUnclear, names.contains(where: { $0.lowercased() == "age" }),
      shown.representation.fields["Age"].map({ HTTPDirectives.deltaSeconds($0) != nil }) ?? true,
      shown.representation.fields["Date"] == nil
    else { return [Continuation(to: self)] }
    let age = shown.age(at: shownAt)
    let ages = (age.least.components.seconds...age.most.components.seconds).map { seconds in
      Continuation<ResponseAction, Self>(
        to: self, [.answers(containing: [.header("Age", "\(seconds)")]).demanded(by: "http.headers.age-sent")])
    }
    return ages
  }
}

extension Representation {
  /// What is stored of it, but for dates and for fields that are not for a cache.
  fileprivate var answers: [ResponseAnswer] {
    let ofConnections: Set<String> = [
      "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "proxy-authenticate",
      "proxy-authentication-info", "proxy-authorization", "date",
    ]
    let isPlain = fields["Connection"] == nil
    let others = fields.lines.filter { isPlain && !ofConnections.contains($0.name.lowercased()) }
    return [.status(status), .body(body)] + (cacheControl.count == 1 ? [.header("Cache-Control", cacheControl[0])] : [])
      + (tagged ? [.header("ETag", body.tag)] : [])
      + others.filter { fields.values($0.name).count == 1 && $0.name.lowercased() != "cache-control" }
      .map { .header($0.name, $0.value) }
      + userInfo.map { .note(key: $0.key, value: $0.value) } + [.storagePolicy(storagePolicy)]
  }
}
