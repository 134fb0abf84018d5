/// Calls under way: which have begun, and which of their answers may have been stored.
extension GraphClient {
  mutating func begin(_ operation: GraphOperation, _ policy: QueryCachePolicy?, as name: String) {
    let reading = records.read(operation)
    var call = Call(
      operation: operation, policy: policy, answers: [server[operation]].compactMap(\.self),
      cached: reading == .unknown ? nil : [reading.data].compactMap(\.self), wasCached: reading.data != nil,
      isHeld: isHolding)
    call.mayFail = serverState != .up || call.answers.isEmpty || policy == .returnCacheDataDontFetch
    // The cached data may be returned in place of an answer.
    call.isOptional =
      serverState != .up || (policy ?? .returnCacheDataElseFetch) == .returnCacheDataElseFetch && !reading.isMissing
    for (other, earlier) in calls where earlier.operation == operation && operation.kind == .query {
      // The documents leave open which of two answers stays, and whether both calls share one request.
      calls[other]?.isOptional = true
      calls[other]?.answers += call.answers
      (call.answers, call.isOptional) = (call.answers + earlier.answers, true)
    }
    calls[name] = call
  }

  /// Notes that the calls that have begun may also return what is cached by now.
  mutating func noteCached() {
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

  /// Notes that from now on calls may fail, and their answers need not be stored.
  mutating func doubtCalls(_ names: some Sequence<String>) {
    for name in names {
      calls[name]?.isOptional = true
      calls[name]?.mayFail = true
    }
  }

  /// The clients that are possible once some, all or none of the answers under way have been stored, with the number of
  /// writes.
  func landings() -> [(client: Self, writes: Int)] {
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

  /// The clients that are possible once the answer to a call has been stored: one for each answer that it may be.
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

  /// The turns of a look at results: while its request is held, a fetch has returned what was cached if its policy says
  /// so, and nothing else.
  func lookingAtResults(of name: String) -> [GraphTurn] {
    var client = self
    client.calls[name]?.isSeen = true
    guard let call = calls[name], call.isHeld, !call.isSeen, !call.isCancelled, call.policy == .returnCacheDataAndFetch,
      let cached = call.cached, cached.count == (call.wasCached ? 1 : 0)
    else { return [GraphTurn(client: client)] }
    let given = Expected.answer(.exactly(cached.map { .value(.data($0)) }))
    let rule: RuleID = call.wasCached ? "normalized.policy.cached-data-at-once" : "normalized.policy.cache-and-fetch"
    return [GraphTurn(client: client, demands: [given.demanded(by: rule)])]
  }

  func finishing(_ name: String) -> [GraphTurn] {
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
    let taken: [[Fact<GraphAnswerModel>]] = call.isSeen ? [[]] : []
    let demand = Expected.answer(.oneOf(taken + all.map { [$0] } + all.flatMap { one in all.map { [one, $0] } }))
    return turns.map { turn in
      var turn = turn
      turn.demands.append(demand.demanded(by: rule))
      return turn
    }
  }
}
