/// The turns of fetches and mutations that the app waits for.
extension GraphClient {
  func fetching(_ query: GraphOperation, _ policy: QueryCachePolicy?) -> [GraphTurn] {
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
    case (.returnCacheDataAndFetch, .data(let data, let cause)):
      return asking(query, policy, first: data, cause.flatMap { $0.isOfStoring ? nil : $0 })
    default: return asking(query, policy, first: nil)
    }
  }

  static let damageRule: RuleID = "normalized.sqlite.unreadable-file"

  /// The turns of a read from a damaged file: it returns what was cached, or fails.
  func salvaging(_ query: GraphOperation) -> [GraphTurn] {
    guard let data = saved?.read(query).data else { return [GraphTurn(client: self)] }
    return [Expected.fails, .answers(data)].map {
      GraphTurn(client: self, demands: [$0.demanded(by: Self.damageRule)])
    }
  }

  func performing(_ mutation: GraphOperation) -> [GraphTurn] { asking(mutation, nil, first: nil) }

  /// The turns of a request to the server, after data from the cache was returned, or none.
  ///
  /// - Parameter cause: the rule by which that data is cached, if it is another than that a fetch stores.
  private func asking(
    _ operation: GraphOperation, _ policy: QueryCachePolicy?, first: GraphValue?, _ cause: RuleID? = nil
  ) -> [GraphTurn] {
    let isQuery = operation.kind == .query
    let rule: RuleID = isQuery ? RuleID(policy) : "normalized.mutation.never-reads-cache"
    guard let data = server[operation], serverState == .up || serverState == .answersErrorsWithData else {
      return failing(operation, policy, first: first, rule, cause)
    }
    var turn = GraphTurn(client: self, demands: [.requests(operation).demanded(by: rule)])
    if policy != .fetchIgnoringCacheCompletely {
      turn.writes = 1
      turn.client.records.write(data, of: operation, by: isQuery ? rule : "normalized.mutation.updates-queries")
    }
    let stored = turn.client.records.read(operation)
    if serverState == .answersErrorsWithData {
      // The documents leave open whether data that comes with errors is stored.
      let other = GraphTurn(client: self, demands: [.requestsSomething.demanded(by: rule)])
      turn.demands = other.demands
      return [turn, other]
    }
    if data.fits(operation.fields), stored.data == data || GraphChanges.isDefinite(data, operation, setup.identity) {
      turn.demands.append(
        .answers(inOrder: ([first].compactMap(\.self) + [data]).map(GraphAnswerModel.data))
          .demanded(by: cause ?? rule))
    }
    if isQuery {
      if let data = stored.data { turn.demands.append(.stores(data).demanded(by: data.shapeRule(operation) ?? rule)) }
      if stored.isMissing { turn.demands.append(.storesNothing.demanded(by: rule)) }
    }
    return [turn]
  }

  private func failing(
    _ operation: GraphOperation, _ policy: QueryCachePolicy?, first: GraphValue?, _ rule: RuleID, _ cause: RuleID?
  ) -> [GraphTurn] {
    let asks = Expected.requestsSomething.demanded(by: rule)
    let kept =
      operation.kind == .query
      ? records.read(operation).data.map { [Expected.stores($0).demanded(by: cause ?? rule)] } : nil
    func turn(_ answer: Expected?) -> GraphTurn {
      GraphTurn(client: self, demands: [asks] + (kept ?? []) + (answer.map { [$0] } ?? []))
    }
    if case .down(let failure) = serverState, setup.oldDataAfter.contains(failure) {
      // The app has chosen to retry the fetch from the cache after this failure.
      let retried: RuleID = "normalized.policy.after-failure"
      guard policy == .fetchIgnoringCacheData else { return [turn(nil)] }
      switch records.read(operation) {
      case .data(let data, _): return [turn(.answers(data).demanded(by: retried))]
      case .missing: return [turn(.fails.demanded(by: retried))]
      case .unknown: return [turn(nil)]
      }
    }
    let refused: RuleID = setup.oldDataAfter.isEmpty ? cause ?? rule : "normalized.policy.after-failure"
    guard let first else { return [turn(.fails.demanded(by: refused))] }
    return [turn(.answersThenFails(first).demanded(by: refused)), turn(.answers(first).demanded(by: refused))]
  }
}
