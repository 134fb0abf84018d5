/// A client with its caches, its server, and its calls under way: the state that the chapter's models share.
struct GraphClient: Hashable {
  /// Where records are kept.
  enum Place: Hashable {
    case usual, memory
    case file(String)
  }

  /// A fetch, a mutation or a watcher's fetch that has begun and is not known to have ended.
  struct Call: Hashable {
    let operation: GraphOperation
    let policy: QueryCachePolicy?
    /// The answers that the server may give.
    var answers: [GraphValue]
    /// The cached data that it may return; nil if that is not known.
    var cached: [GraphValue]?
    /// Whether its data was cached when it began.
    let wasCached: Bool
    /// Whether its request is held.
    var isHeld: Bool
    var hasLanded = false
    /// Whether its answer need not be stored, and whether it may fail.
    var isOptional = false
    var mayFail = false
    var isCancelled = false
    /// Whether its results may have been looked at already.
    var isSeen = false

    var stores: Bool { policy != .fetchIgnoringCacheCompletely && policy != .returnCacheDataDontFetch }
  }

  struct Watcher: Hashable {
    let query: GraphOperation
    let policy: QueryCachePolicy?
  }

  var setup = ClientSetup()
  /// Whether a transaction that throws leaves nothing.
  var undoesTransactions = true
  var caches: [Place: GraphRecords] = [.usual: GraphRecords(.id)]
  /// Whether the usual kind of cache keeps its data over a restart; nil until a restart has shown it.
  var keepsUsual: Bool?
  var server: [GraphOperation: GraphValue] = [:]
  var serverState = GraphServerState.up
  var isHolding = false
  var calls: [String: Call] = [:]
  var watchers: [String: Watcher] = [:]
  /// Whether nothing is known of what its calls return, because its file was damaged.
  var isBroken = false
  /// What was cached when the file was damaged, as long as nothing else has been done.
  var saved: GraphRecords?

  // Two states seldom agree in so much, and hashing all that is cached takes longer than comparing two.
  func hash(into hasher: inout Hasher) {
    hasher.combine(records)
    hasher.combine(calls.count)
    hasher.combine(watchers.count)
  }

  var place: Place {
    switch setup.kind {
    case .usual: .usual
    case .unnamed, .memory: .memory
    case .sqlite: .file(setup.file)
    }
  }

  var records: GraphRecords {
    get { caches[place] ?? GraphRecords(setup.identity) }
    set { caches[place] = newValue }
  }

  /// Whether a watcher may ask the server of its own accord, because a part of its data is missing.
  var mayRefetch: Bool {
    watchers.contains { $1.policy != .returnCacheDataDontFetch && records.read($1.query).data == nil }
  }
}

/// One way in which an action may end: the client afterwards, and the expectations that hold then.
struct GraphTurn {
  var client: GraphClient
  var demands: [Expectation<NormalizedAction>] = []
  /// How many writes it made: watchers may be told after each.
  var writes = 0
}

extension GraphClient {
  typealias Expected = Expectation<NormalizedAction>

  /// The turns that an action may take, where answers under way may or may not have been stored before it.
  func turns(on action: NormalizedAction) -> [GraphTurn] {
    landings().flatMap { landed in
      landed.client.after(action).map { turn in
        var turn = turn
        turn.writes += landed.writes
        turn.client.noteCached()
        if !action.leavesDamageAlone { turn.client.saved = nil }
        if isBroken || turn.client.isBroken { turn.demands.removeAll { $0.rule != GraphClient.damageRule } }
        let isOpen = { (demand: Expected) in demand.aspect == .requests || demand.aspect == .stored }
        if turn.demands.contains(where: isOpen), !calls.isEmpty || mayRefetch || turn.client.mayRefetch {
          turn.demands.removeAll(where: isOpen)
        }
        return turn
      }
    }
  }

  /// The client once an observation has shown whether a watcher asked the server of its own accord.
  func seen(_ observation: StepObservation<NormalizedAction>) -> Self {
    if watchers.isEmpty { return self }
    var client = self
    // A request that a watcher makes now may be answered later, so that it is not known what it brings.
    if isHolding, mayRefetch { client.records.lose() }
    for watcher in watchers.values where observation.requests?.contains(.value(watcher.query)) == true {
      if let data = server[watcher.query] {
        client.records.write(data, of: watcher.query, by: "normalized.watch.after-removal", isSure: false)
      }
    }
    return client
  }

  func after(_ action: NormalizedAction) -> [GraphTurn] {
    var client = self
    switch action {
    case .world(let event): return after(event)
    case .makeClient(let setup): return making(setup)
    case .serve(let data, let operation):
      client.server[operation] = data
      for (name, call) in calls where call.operation == operation { client.calls[name]?.answers.append(data) }
    case .server(let state):
      client.serverState = state
      for name in calls.keys { client.calls[name]?.mayFail = true }
    case .fetch(let query, .returnCacheDataDontFetch) where isBroken: return salvaging(query)
    case .fetch(let query, let policy): return fetching(query, policy)
    case .perform(let mutation): return performing(mutation)
    case .begin(let operation, let policy, let name): client.begin(operation, policy, as: name)
    case .watch(let query, let policy, let name):
      client.watchers[name] = Watcher(query: query, policy: policy)
      if isHolding || !calls.isEmpty {
        client.begin(query, policy, as: name)
        break
      }
      return client.fetching(query, policy).map { turn in
        var turn = turn
        turn.demands.removeAll { $0.aspect != .requests }
        return turn
      }
    case .cancel(let name):
      client.watchers[name] = nil
      if calls[name]?.isHeld == true, watchers[name] != nil {
        client.calls[name] = nil
      } else if calls[name]?.isHeld == true {
        client.calls[name]?.isCancelled = true
      } else {
        client.doubtCalls([name])
      }
    case .transact(let steps): return transacting([steps]).map { $0.turn(self, steps) }
    case .transactInTurn(let transactions): return transacting(transactions).map { $0.turn(self, nil) }
    case .updateAtOnce(let count, let query, let change, let times):
      let steps = Array(repeating: [TransactionStep.update(query, change)], count: count * times)
      return transacting(steps, by: "normalized.transaction.isolated").map { $0.turn(self, nil) }
    case .look(let keys): return [GraphTurn(client: self, demands: looking(at: keys))]
    case .clear:
      client.records.clear(by: "normalized.clear")
      client.doubtCalls(calls.keys)
      return [GraphTurn(client: client, demands: [done("normalized.clear")], writes: 1)]
    case .searchStorage:
      guard setup.kind == .sqlite, records.isCleared, caches.values.allSatisfy({ $0.isUntouched || $0 == records })
      else { break }
      return [GraphTurn(client: self, demands: [.storesNothing.demanded(by: "normalized.clear.leaves-no-bytes")])]
    case .file(let event): return after(event)
    case .compareKinds:
      let agreeing = Expected.answers(.kinds(differAt: nil)).demanded(by: "normalized.kinds.agree")
      return [GraphTurn(client: self, demands: [agreeing])]
    case .lookAtResults(let name): return lookingAtResults(of: name)
    case .lookAtHandler, .whenTold: break
    }
    return [GraphTurn(client: client)]
  }

  /// The expectation that the call does not fail.
  private func done(_ rule: RuleID) -> Expected { .answer(.exactly([])).demanded(by: rule) }
}
