/// What is found in the cache, which requests the server gets, under each policy and by direct access, and what watchers
/// are told: of each change to what they show, of nothing else, and of nothing once they are cancelled.
struct NormalizedModel: Model {
  /// What a watcher is known to show.
  enum Shown: Hashable {
    case data(GraphValue)
    /// It has shown data, but may lack a part by now, or may have missed a change that no rule is about.
    case unsure
    /// It has not been told of any cached data.
    case nothing
  }

  struct State: Hashable {
    var client = GraphClient()
    var shown: [String: Shown] = [:]
    /// The objects that a watcher showed first.
    var firstObjects: [String: [GraphRecords.Key]] = [:]
    /// What a watcher showed when a part of it was removed or replaced, so that its query had no data in the cache.
    var gone: [String: GraphValue] = [:]
    /// What handlers are to call once their watchers are told, by watcher.
    var planned: [String: HandlerCall] = [:]
    /// The expectations of the calls that handlers have begun, by their names.
    var begun: [String: Expectation<NormalizedAction>] = [:]
    /// The watchers that were cancelled, and the rule by which they are told nothing.
    var cancelled: [String: RuleID] = [:]

    // States of one client that differ in the rest are few, and hashing what was shown takes longer than comparing two.
    func hash(into hasher: inout Hasher) { hasher.combine(client) }
  }

  var start: State { State() }

  func start(lacking: Set<Capability>) -> State {
    var state = start
    state.client.undoesTransactions = !lacking.contains(.undoneTransactions)
    return state
  }

  func continuations(of state: State, on action: NormalizedAction) -> [Continuation<NormalizedAction, State>] {
    state.client.turns(on: action).flatMap { turn in
      if let calling = state.continuations(of: turn, withCallsOn: action) { return calling }
      let next = state.after(action, turn)
      let demands = state.silence(on: action) + state.demands(on: action, turn)
      return [Continuation(turn.demands + demands) { next.seen($0, on: action) }]
    }
  }
}

extension NormalizedModel.State {
  private typealias Expected = Expectation<NormalizedAction>
  private typealias Told = Fact<WatcherNotification>

  func after(_ action: NormalizedAction, _ turn: GraphTurn) -> Self {
    var next = self
    next.note(action)
    next.client = turn.client
    return next
  }

  /// Notes which watchers there are after an action.
  mutating func note(_ action: NormalizedAction) {
    switch action {
    case .watch(_, _, let name):
      shown[name] = .nothing
      (gone[name], cancelled[name]) = (nil, nil)
    case .cancel(let name) where shown[name] != nil:
      shown[name] = nil
      cancelled[name] = client.calls.isEmpty ? "normalized.watch.cancel" : "normalized.watch.cancel-under-way"
    case .whenTold(let watcher, let call, let name) where shown[watcher] != nil:
      planned[watcher] = HandlerCall(call: call, name: name)
    case .world(.finish(let name)):
      planned = planned.filter { $1.name != name }
      begun[name] = nil
    case .makeClient, .file: forgetWatchers()
    case .world(let event) where event.endsARun: forgetWatchers()
    default: break
    }
  }

  private mutating func forgetWatchers() {
    (shown, gone, cancelled, planned, begun) = ([:], [:], [:], [:], [:])
  }

  /// The state once an observation has shown what watchers were told.
  func seen(_ observation: StepObservation<NormalizedAction>, on action: NormalizedAction) -> Self {
    var state = self
    state.client = client.seen(observation)
    if case .lookAtResults = action { return state }
    for (name, before) in shown {
      guard let watcher = state.client.watchers[name] else { continue }
      let reading = state.client.records.read(watcher.query)
      let cached = reading.data
      if reading.isMissing, case .data(let data) = before { state.gone[name] = data }
      switch (observation.lastData(of: name), before) {
      case (let told?, _) where watcher.policy != .fetchIgnoringCacheCompletely && told == cached:
        state.shown[name] = .data(told)
        if before == .nothing { state.firstObjects[name] = state.client.records.objects(of: watcher.query) }
      case (_, .nothing) where watcher.policy == .fetchIgnoringCacheCompletely: break
      case (nil, .data(let data)) where data == cached: break
      case (nil, .nothing): break
      default: state.shown[name] = .unsure
      }
    }
    return state
  }

  /// The expectations that cancelled watchers are told nothing, and that nothing retains their handlers.
  func silence(on action: NormalizedAction) -> [Expectation<NormalizedAction>] {
    if case .lookAtHandler(let name) = action, client.calls.isEmpty {
      let rule: RuleID = "normalized.watch.cancel-lets-go"
      if cancelled[name] != nil { return [.answers(.handler(isHeld: false)).demanded(by: rule)] }
      return shown[name] == nil ? [] : [.answers(.handler(isHeld: true)).demanded(by: rule)]
    }
    return cancelled.sorted { $0.key < $1.key }.compactMap { name, rule in
      if case .watch(_, _, name) = action { return nil }
      return .notify(.mentioning(name, times: 0...0)).demanded(by: rule)
    }
  }

  /// The expectations of what is told to the watchers that there were before an action, and to the one that begins with
  /// it.
  fileprivate func demands(on action: NormalizedAction, _ turn: GraphTurn) -> [Expectation<NormalizedAction>] {
    ofGone(turn) + ofWatchers(on: action, turn) + ofHandlers(on: action)
  }

  /// The expectation of the answer to a call of a handler.
  private func ofHandlers(on action: NormalizedAction) -> [Expectation<NormalizedAction>] {
    if case .world(.finish(let name)) = action, let answer = begun[name] { [answer] } else { [] }
  }

  /// The expectations that data which was cleared, or of which a part was, is not told again. Only the server may bring
  /// it back.
  private func ofGone(_ turn: GraphTurn) -> [Expectation<NormalizedAction>] {
    if !client.calls.isEmpty || !turn.client.calls.isEmpty || turn.client.isBroken { return [] }
    return gone.sorted { $0.key < $1.key }.compactMap { name, data in
      guard let watcher = client.watchers[name], turn.client.watchers[name] == watcher,
        case let now = turn.client.records.read(watcher.query), now != .unknown, now.data != data,
        client.records.read(watcher.query).isMissing,
        client.server[watcher.query] != data, turn.client.server[watcher.query] != data
      else { return nil }
      let rule: RuleID = client.records.isCleared ? "normalized.clear" : "normalized.watch.follows-its-data"
      return .notify(.times(0, .value(.data(data, to: name)))).demanded(by: rule)
    }
  }

  private func ofWatchers(on action: NormalizedAction, _ turn: GraphTurn) -> [Expectation<NormalizedAction>] {
    if isOpen(turn) { return [] }
    if case .lookAtResults = action { return [] }
    if case .watch(let query, let policy, let name) = action, client.calls.isEmpty {
      return firstResult(query, policy, name, turn) + changes(on: action, turn)
    }
    return turn.client.calls.isEmpty ? changes(on: action, turn) : []
  }

  /// Whether it is open what watchers are told in a turn.
  ///
  /// While requests are held, a step waits for nothing, and afterwards a watcher's fetch may fail, of which the watcher
  /// is told. The documents leave open what a watcher fetches of its own accord.
  func isOpen(_ turn: GraphTurn) -> Bool {
    client.isHolding || turn.client.isHolding || client.mayRefetch || turn.client.mayRefetch || turn.client.isBroken
  }

  private func changes(on action: NormalizedAction, _ turn: GraphTurn) -> [Expectation<NormalizedAction>] {
    shown.keys.sorted().flatMap { name -> [Expected] in
      guard let watcher = client.watchers[name], turn.client.watchers[name] == watcher, let shown = shown[name],
        let before = client.records.read(watcher.query).data, let now = turn.client.records.read(watcher.query).data
      else { return [] }
      switch shown {
      case .nothing: return []
      case .data(let data) where data != before: return []
      case .data where now == before:
        // Equal data that are read from another object are a change.
        let objects = client.records.objects(of: watcher.query)
        if turn.writes > 1 || turn.client.records.objects(of: watcher.query) != objects { return [] }
        return [.notify(.mentioning(name, times: 0...0)).demanded(by: quietRule(action, turn, name))]
      case .unsure where now == before: return []
      case .data, .unsure:
        let rule = toldRule(action, turn, name)
        let told = Told.value(.data(now, to: name))
        let isAlone = self.shown.count == 1 && turn.client.watchers.count == 1
        return [.notify(.containing([told])).demanded(by: rule)]
          + (isAlone && shown != .unsure ? [.notify(.endingWith(told)).demanded(by: rule)] : [])
          + (action.isOfOneObject && shown != .unsure
            ? [.notify(.mentioning(name, times: 1...1)).demanded(by: rule)] : [])
      }
    }
  }

  func quietRule(_ action: NormalizedAction, _ turn: GraphTurn, _ name: String) -> RuleID {
    if case .transact(let steps) = action, steps.contains(.fail) { return "normalized.transaction.failure" }
    // A changed object has left the watcher's data if the watcher showed it at first, and does not now.
    let objects = client.watchers[name].map { client.records.objects(of: $0.query) } ?? []
    if !changed(turn).subtracting(objects).isDisjoint(with: firstObjects[name] ?? []) {
      return "normalized.watch.follows-its-data"
    }
    return client.records.holdsTheSame(as: turn.client.records)
      ? "normalized.watch.unchanged" : "normalized.watch.not-told-of-others"
  }

  func toldRule(_ action: NormalizedAction, _ turn: GraphTurn, _ name: String) -> RuleID {
    // What the watcher shows has changed. If no object that it showed at first has, another object has entered its
    // data.
    if let first = firstObjects[name], changed(turn).isDisjoint(with: first) {
      return "normalized.watch.follows-its-data"
    }
    if shown.count > 1 || turn.writes > 1 && !action.isOneTransaction { return "normalized.watch.several" }
    if case .transact(let steps) = action, steps.count > 1 { return "normalized.update.tells-watchers" }
    return "normalized.watch.told-of-changes"
  }

  /// The objects whose records have changed.
  private func changed(_ turn: GraphTurn) -> Set<GraphRecords.Key> {
    let (before, after) = (client.records.records, turn.client.records.records)
    return Set(after.filter { $1.fields != before[$0]?.fields }.map(\.key))
  }

  private func firstResult(
    _ query: GraphOperation, _ policy: QueryCachePolicy?, _ name: String, _ turn: GraphTurn
  ) -> [Expectation<NormalizedAction>] {
    let cached = client.records.read(query)
    let server = client.serverState == .up ? client.server[query].flatMap { $0.fits(query.fields) ? $0 : nil } : nil
    func told(_ data: [GraphValue?], _ rule: RuleID) -> [Expected] {
      if data.contains(nil) || cached == .unknown { return [] }
      let facts = data.compactMap { $0.map { Told.value(.data($0, to: name)) } }
      return [.notify(shown.isEmpty ? .exactly(facts) : .containing(facts)).demanded(by: rule)]
    }
    let rule: RuleID = "normalized.watch.first-result"
    switch policy ?? .returnCacheDataElseFetch {
    case .returnCacheDataElseFetch: return told([cached.data ?? server], rule)
    case .fetchIgnoringCacheData: return told([server], rule)
    case .fetchIgnoringCacheCompletely: return told([server], "normalized.policy.fetch-ignoring-cache-completely")
    case .returnCacheDataDontFetch: return told([cached.data], rule)
    case .returnCacheDataAndFetch:
      // The documents leave open whether equal data is told twice.
      if cached.data == server { return [] }
      return told((cached.data == nil ? [] : [cached.data]) + [server], "normalized.watch.cache-and-fetch")
    }
  }
}

extension NormalizedAction {
  /// Whether it changes one object, so that there is one change to tell of.
  fileprivate var isOfOneObject: Bool {
    switch self {
    case .transact(let steps): steps.count == 1 && isOneTransaction
    case .perform: true
    default: false
    }
  }

  fileprivate var isOneTransaction: Bool { if case .transact = self { true } else { false } }
}

extension StepObservation<NormalizedAction> {
  /// The data that a watcher was told of last.
  fileprivate func lastData(of watcher: String) -> GraphValue? {
    let told = notifications?.compactMap { fact -> GraphValue? in
      guard case .value(let told) = fact, told.watcher == watcher, case .data(let data) = told.content else {
        return nil
      }
      return data
    }
    return told?.last
  }
}
