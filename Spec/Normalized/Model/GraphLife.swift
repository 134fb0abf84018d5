/// The life of the app: its requests, its runs and its files.
extension GraphClient {
  func after(_ event: WorldEvent) -> [GraphTurn] {
    var client = self
    switch event {
    case .advance, .setClock, .requests(.awaitHeld), .requests(.awaitHeldUnlessJoined), .requests(.holdNoMore):
      if event == .requests(.holdNoMore) { client.isHolding = false }
    case .requests(.hold): client.isHolding = true
    case .requests(.releaseOldest), .requests(.releaseNewest):
      for name in calls.keys { client.calls[name]?.isHeld = false }
    case .requests(.releaseAll): return released
    case .cancelCall(let name): return after(NormalizedAction.cancel(name))
    case .finish(let name): return finishing(name)
    case .restart, .restartAfter: return restarted(by: \.afterRestart)
    case .kill: return restarted(by: { _ in "normalized.sqlite.survives-kill" }, isSudden: true)
    case .damage, .restartUnreadable:
      client.calls = [:]
      client.watchers = [:]
      if setup.kind == .memory || setup.kind == .unnamed { return restarted(by: \.afterRestart) }
      if !isBroken { client.saved = client.records }
      client.records.lose()
      client.isBroken = true
    }
    return [GraphTurn(client: client)]
  }

  /// The turns in which every held request is answered, and the answers of watchers' fetches have been stored.
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

  func making(_ setup: ClientSetup) -> [GraphTurn] {
    let usesUsual = !(caches[.usual]?.isUntouched ?? true)
    return restarted(by: \.afterRestart).map { turn in
      var client = turn.client
      client.setup = setup
      client.isBroken = isBroken && client.place == place
      // Another client may have used the same file, and an object may have another key than its record.
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

  func after(_ event: CacheFileEvent) -> [GraphTurn] {
    restarted(by: \.afterRestart).map { turn in
      var turn = turn
      switch event {
      case .removed:
        if setup.kind == .usual { turn.client.records.lose() }
        if setup.kind == .sqlite { turn.client.records.clear(by: "normalized.sqlite.kept") }
      case .copied(let name): turn.client.caches[.file(name)] = turn.client.records
      // Without anything to store, a file need not be there.
      case .inspected where setup.kind == .sqlite && !records.isEmpty:
        turn.demands = [.answers(.file(.sqliteDatabase)).demanded(by: "normalized.sqlite.file-is-sqlite")]
      case .inspected: break
      }
      return turn
    }
  }
}

extension NormalizedAction {
  /// Whether it leaves a damaged file as it is.
  var leavesDamageAlone: Bool {
    switch self {
    case .world(.damage), .fetch(_, .returnCacheDataDontFetch): true
    default: false
    }
  }
}
