/// A client with its caches, its server, and what is under way: what the chapter's models know of the past.
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
    /// What of the cache it may give; nil if that is not known.
    var cached: [GraphValue]?
    /// Whether its request is held.
    var isHeld: Bool
    var hasLanded = false
    /// Whether its answer need not be stored, and whether it may fail.
    var isOptional = false
    var mayFail = false
    var isCancelled = false

    var stores: Bool { policy != .fetchIgnoringCacheCompletely && policy != .returnCacheDataDontFetch }
  }

  struct Watcher: Hashable {
    let query: GraphOperation
    let policy: QueryCachePolicy?
  }

  var setup = ClientSetup()
  var caches: [Place: GraphRecords] = [.usual: GraphRecords(.id)]
  /// Whether the usual kind of cache keeps what it holds, once a restart has shown it.
  var keepsUsual: Bool?
  var server: [GraphOperation: GraphValue] = [:]
  var serverState = GraphServerState.up
  var isHolding = false
  var calls: [String: Call] = [:]
  var watchers: [String: Watcher] = [:]
  /// Whether nothing is known of what its calls return, because its file was damaged.
  var isBroken = false

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

/// What an action may lead to, and what shows that it did.
struct GraphTurn {
  var client: GraphClient
  var demands: [Expectation<NormalizedAction>] = []
  /// How many writes it made: watchers may be told after each.
  var writes = 0
}

extension GraphClient {
  typealias Expected = Expectation<NormalizedAction>

  /// The turns that an action may take, after what is under way may have been stored.
  func turns(on action: NormalizedAction) -> [GraphTurn] {
    landings().flatMap { landed in
      landed.client.after(action).map { turn in
        var turn = turn
        turn.writes += landed.writes
        turn.client.noteCached()
        if isBroken || turn.client.isBroken { turn.demands = [] }
        if !calls.isEmpty || mayRefetch || turn.client.mayRefetch {
          turn.demands.removeAll { $0.aspect == .requests || $0.aspect == .stored }
        }
        return turn
      }
    }
  }

  /// The client once an observation has shown whether a watcher asked of its own accord.
  func seen(_ observation: Observation<NormalizedAction>) -> Self {
    if watchers.isEmpty { return self }
    var client = self
    // What a watcher asks for now may be answered later, with what the server had then.
    if isHolding, mayRefetch { client.records.lose() }
    for watcher in watchers.values where observation.requests?.contains(.value(watcher.query)) == true {
      if let data = server[watcher.query] {
        client.records.write(data, of: watcher.query, by: "normalized.watch.after-removal", isSure: false)
      }
    }
    return client
  }

  private func after(_ action: NormalizedAction) -> [GraphTurn] {
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
    case .lookAtResults, .lookAtHandler: break
    }
    return [GraphTurn(client: client)]
  }

  /// The call does not fail.
  private func done(_ rule: RuleID) -> Expected { .answer(.exactly([])).demanded(by: rule) }

  // MARK: Fetches

  private func fetching(_ query: GraphOperation, _ policy: QueryCachePolicy?) -> [GraphTurn] {
    let rule = RuleID(policy)
    let reading = records.read(query)
    let cached = reading.answer(of: query, storing: rule).map { [$0] } ?? []
    let fromCache = GraphTurn(client: self, demands: cached + [.requestsNothing.demanded(by: rule)])
    switch (policy ?? .returnCacheDataElseFetch, reading) {
    case (.returnCacheDataDontFetch, _), (.returnCacheDataElseFetch, .data): return [fromCache]
    case (.returnCacheDataElseFetch, .unknown):
      let known = GraphTurn(client: self, demands: [.requestsNothing])
      return [known] + asking(query, policy, first: nil)
    case (.returnCacheDataAndFetch, .unknown):
      return asking(query, policy, first: nil).map { turn in
        var turn = turn
        turn.demands.removeAll { $0.aspect == .answer }
        return turn
      }
    case (.returnCacheDataAndFetch, .data(let data, _)): return asking(query, policy, first: data)
    default: return asking(query, policy, first: nil)
    }
  }

  private func performing(_ mutation: GraphOperation) -> [GraphTurn] { asking(mutation, nil, first: nil) }

  /// The server is asked, after something was given of the cache or nothing.
  private func asking(_ operation: GraphOperation, _ policy: QueryCachePolicy?, first: GraphValue?) -> [GraphTurn] {
    let isQuery = operation.kind == .query
    let rule: RuleID = isQuery ? RuleID(policy) : "normalized.mutation.never-reads-cache"
    guard let data = server[operation], serverState == .up || serverState == .answersErrorsWithData else {
      return failing(operation, policy, first: first, rule)
    }
    var turn = GraphTurn(client: self, demands: [.requests(operation).demanded(by: rule)], writes: 1)
    if policy != .fetchIgnoringCacheCompletely {
      turn.client.records.write(data, of: operation, by: isQuery ? rule : "normalized.mutation.updates-queries")
    }
    let stored = turn.client.records.read(operation)
    if serverState == .answersErrorsWithData {
      // Whether data that comes with errors is stored is open.
      let other = GraphTurn(client: self, demands: [.requestsSomething.demanded(by: rule)])
      turn.demands = other.demands
      return [turn, other]
    }
    if data.fits(operation.fields) {
      turn.demands.append(
        .answers(inOrder: ([first].compactMap(\.self) + [data]).map(GraphAnswerModel.data))
          .demanded(by: rule))
    }
    if isQuery {
      if let data = stored.data { turn.demands.append(.stores(data).demanded(by: data.shapeRule(operation) ?? rule)) }
      if stored.isMissing { turn.demands.append(.storesNothing.demanded(by: rule)) }
    }
    return [turn]
  }

  private func failing(
    _ operation: GraphOperation, _ policy: QueryCachePolicy?, first: GraphValue?, _ rule: RuleID
  ) -> [GraphTurn] {
    let asks = Expected.requestsSomething.demanded(by: rule)
    let kept =
      operation.kind == .query ? records.read(operation).data.map { [Expected.stores($0).demanded(by: rule)] } : nil
    func turn(_ answer: Expected?) -> GraphTurn {
      GraphTurn(client: self, demands: [asks] + (kept ?? []) + (answer.map { [$0] } ?? []))
    }
    if case .down(let failure) = serverState, setup.oldDataAfter.contains(failure) {
      // The app has the fetch tried again from the cache.
      let retried: RuleID = "normalized.policy.after-failure"
      guard policy == .fetchIgnoringCacheData else { return [turn(nil)] }
      switch records.read(operation) {
      case .data(let data, _): return [turn(.answers(data).demanded(by: retried))]
      case .missing: return [turn(.fails.demanded(by: retried))]
      case .unknown: return [turn(nil)]
      }
    }
    let refused: RuleID = setup.oldDataAfter.isEmpty ? rule : "normalized.policy.after-failure"
    guard let first else { return [turn(.fails.demanded(by: refused))] }
    return [turn(.answersThenFails(first).demanded(by: refused)), turn(.answers(first).demanded(by: refused))]
  }

  // MARK: What is under way

  private mutating func begin(_ operation: GraphOperation, _ policy: QueryCachePolicy?, as name: String) {
    let reading = records.read(operation)
    var call = Call(
      operation: operation, policy: policy, answers: [server[operation]].compactMap(\.self),
      cached: reading == .unknown ? nil : [reading.data].compactMap(\.self), isHeld: isHolding)
    call.mayFail = serverState != .up || call.answers.isEmpty || policy == .returnCacheDataDontFetch
    // What is cached may be given in place of an answer.
    call.isOptional =
      serverState != .up || (policy ?? .returnCacheDataElseFetch) == .returnCacheDataElseFetch && !reading.isMissing
    for (other, earlier) in calls where earlier.operation == operation && operation.kind == .query {
      // Which of two answers stays, and whether one request is made for both, is open.
      calls[other]?.isOptional = true
      calls[other]?.answers += call.answers
      (call.answers, call.isOptional) = (call.answers + earlier.answers, true)
    }
    calls[name] = call
  }

  /// What is cached by now may be given by the calls that have begun, too.
  fileprivate mutating func noteCached() {
    for (name, call) in calls {
      switch records.read(call.operation) {
      case .data(let data, _):
        if call.cached?.contains(data) == false { calls[name]?.cached?.append(data) }
        if (call.policy ?? .returnCacheDataElseFetch) == .returnCacheDataElseFetch { calls[name]?.isOptional = true }
      case .missing: break
      case .unknown: calls[name]?.cached = nil
      }
    }
  }

  /// Whether calls fail, and whether their answers are stored, is open from now on.
  private mutating func doubtCalls(_ names: some Sequence<String>) {
    for name in names {
      calls[name]?.isOptional = true
      calls[name]?.mayFail = true
    }
  }

  /// The client, once some of what is under way has been stored or not.
  private func landings() -> [(client: Self, writes: Int)] {
    let open = calls.filter { $1.stores && !$1.hasLanded && !$1.isHeld && !$1.isCancelled }
    guard open.count <= 3 else {
      var client = self
      client.records.lose()
      return [(client, open.count)]
    }
    return [(self, 0)]
      + open.keys.sorted().flatMap { name in
        landed(name).flatMap { $0.landings() }.map { (client: $0.client, writes: $0.writes + 1) }
      }
  }

  /// The client once the answer to a call has been stored, whichever it was.
  private func landed(_ name: String) -> [Self] {
    guard let call = calls[name] else { return [] }
    return Set(call.answers).map { data in
      var client = self
      client.calls[name]?.hasLanded = true
      client.records.write(
        data, of: call.operation,
        by: call.operation.kind == .query ? RuleID(call.policy) : "normalized.mutation.updates-queries")
      return client
    }
  }

  private func finishing(_ name: String) -> [GraphTurn] {
    guard let call = calls[name] else { return [GraphTurn(client: self)] }
    var ended = self
    ended.calls[name] = nil
    if call.isCancelled {
      let rule: RuleID = "normalized.overlap.cancelled-fetch"
      let given = (call.cached ?? []).flatMap {
        [Expected.answers($0).demanded(by: rule), .answersThenFails($0).demanded(by: rule)]
      }
      if call.cached == nil { return [GraphTurn(client: ended)] }
      return ([Expected.fails.demanded(by: rule), .answer(.exactly([])).demanded(by: rule)] + given)
        .map { GraphTurn(client: ended, demands: [$0]) }
    }
    let rule = call.operation.kind == .query ? RuleID(call.policy) : "normalized.mutation.never-reads-cache"
    var turns: [GraphTurn] = []
    if call.hasLanded || !call.stores || call.isOptional || call.mayFail { turns.append(GraphTurn(client: ended)) }
    if !call.hasLanded, call.stores {
      turns += landed(name).map { landed in
        var landed = landed
        landed.calls[name] = nil
        return GraphTurn(client: landed, writes: 1)
      }
    }
    guard !call.mayFail, let cached = call.cached, call.answers.allSatisfy({ $0.fits(call.operation.fields) }) else {
      return turns
    }
    let all = (call.answers + cached).map { Fact.value(GraphAnswerModel.data($0)) }
    let demand = Expected.answer(.oneOf(all.map { [$0] } + all.flatMap { one in all.map { [one, $0] } }))
    return turns.map { turn in
      var turn = turn
      turn.demands.append(demand.demanded(by: rule))
      return turn
    }
  }

  // MARK: The life of the app

  private func after(_ event: WorldEvent) -> [GraphTurn] {
    var client = self
    switch event {
    case .advance, .setClock, .requests(.awaitHeld), .requests(.awaitHeldUnlessJoined), .requests(.holdNoMore):
      if event == .requests(.holdNoMore) { client.isHolding = false }
    case .requests(.hold): client.isHolding = true
    case .requests(.releaseOldest), .requests(.releaseNewest):
      for name in calls.keys { client.calls[name]?.isHeld = false }
    case .requests(.releaseAll): return released
    case .finish(let name): return finishing(name)
    case .restart, .restartAfter: return restarted(by: \.afterRestart)
    case .kill: return restarted(by: { _ in "normalized.sqlite.survives-kill" }, isSudden: true)
    case .damage:
      client.calls = [:]
      client.watchers = [:]
      if setup.kind == .memory || setup.kind == .unnamed { return restarted(by: \.afterRestart) }
      client.records.lose()
      client.isBroken = true
    }
    return [GraphTurn(client: client)]
  }

  /// Every request is answered, and the answers of watchers' fetches are stored by then.
  private var released: [GraphTurn] {
    var client = self
    client.isHolding = false
    for name in calls.keys { client.calls[name]?.isHeld = false }
    let turns = client.landings().map { GraphTurn(client: $0.client, writes: $0.writes) }
    return turns.compactMap { turn in
      var turn = turn
      for (name, call) in turn.client.calls where client.watchers[name] != nil || call.isCancelled {
        if call.stores, !call.hasLanded, !call.isOptional, !call.mayFail, !call.isCancelled { return nil }
        if client.watchers[name] != nil { turn.client.calls[name] = nil }
      }
      return turn
    }
  }

  private func restarted(by rename: (RuleID) -> RuleID, isSudden: Bool = false) -> [GraphTurn] {
    var client = self
    if !isSudden {
      for call in calls.values where call.stores && !call.hasLanded && !call.isCancelled {
        for data in call.answers {
          client.records.write(data, of: call.operation, by: "normalized.sqlite.kept", isSure: false)
        }
      }
    }
    (client.calls, client.watchers, client.isHolding) = ([:], [:], false)
    let (kept, emptied) = (client.keeping(rename), client.emptied)
    switch (setup.kind, keepsUsual) {
    case (.sqlite, _), (.usual, true?): return [GraphTurn(client: kept)]
    case (.memory, _), (.unnamed, _), (.usual, false?): return [GraphTurn(client: emptied)]
    case (.usual, nil):
      var (keeping, emptying) = (kept, emptied)
      (keeping.keepsUsual, emptying.keepsUsual) = (true, false)
      return records.isUntouched
        ? [GraphTurn(client: kept)] : [GraphTurn(client: keeping), GraphTurn(client: emptying)]
    }
  }

  private func keeping(_ rename: (RuleID) -> RuleID) -> Self {
    var client = self
    client.records.rename(rename)
    return client
  }

  private var emptied: Self {
    var client = self
    client.records = GraphRecords(setup.identity)
    client.records.clear(by: setup.kind == .unnamed ? "normalized.memory.default" : "normalized.memory.not-kept")
    return client
  }

  private func making(_ setup: ClientSetup) -> [GraphTurn] {
    let usesUsual = !(caches[.usual]?.isUntouched ?? true)
    return restarted(by: \.afterRestart).map { turn in
      var client = turn.client
      client.setup = setup
      client.isBroken = isBroken && client.place == place
      // Another client may have the same file, and an object another key than its record.
      let isShared = setup.kind == .usual ? caches.keys.contains { $0 != .usual && $0 != .memory } : usesUsual
      if client.place == .memory { client = client.emptied }
      if client.records.identity != setup.identity {
        let isNew = client.records.isUntouched
        client.records = GraphRecords(setup.identity)
        if !isNew { client.records.lose() }
      }
      if isShared, client.place != .memory, client.place != place { client.records.lose() }
      return GraphTurn(client: client)
    }
  }

  private func after(_ event: CacheFileEvent) -> [GraphTurn] {
    restarted(by: \.afterRestart).map { turn in
      var turn = turn
      switch event {
      case .removed:
        if setup.kind == .usual { turn.client.records.lose() }
        if setup.kind == .sqlite { turn.client.records.clear(by: "normalized.sqlite.kept") }
      case .copied(let name): turn.client.caches[.file(name)] = turn.client.records
      case .inspected where setup.kind == .sqlite && !records.isUntouched:
        turn.demands = [.answers(.file(.sqliteDatabase)).demanded(by: "normalized.sqlite.file-is-sqlite")]
      case .inspected: break
      }
      return turn
    }
  }
}
