/// One way in which a transaction may end.
struct GraphTransaction {
  var client: GraphClient
  /// What was read, and the rule of each reading.
  var readings: [(GraphRecords.Reading, RuleID)] = []
  var writes = 0
  /// The rule by which the transaction threw.
  var thrown: RuleID?
  /// Whether it updated data that is not known, so that it may have thrown.
  var isUnsure = false
  /// The rule of the last step, for a transaction that reads nothing.
  var rule: RuleID = "normalized.update.query"
}

extension GraphClient {
  /// Runs transactions one after another, until one throws.
  func transacting(_ transactions: [[TransactionStep]], by rule: RuleID? = nil) -> [GraphTransaction] {
    transactions.reduce([GraphTransaction(client: self)]) { before, steps in
      before.flatMap { done in
        done.thrown == nil ? done.client.transacting(steps, by: rule).map { done.followed(by: $0) } : [done]
      }
    }
  }

  private func transacting(_ steps: [TransactionStep], by rule: RuleID?) -> [GraphTransaction] {
    var open = [GraphTransaction(client: self)]
    var ended: [GraphTransaction] = []
    for step in steps {
      var next: [GraphTransaction] = []
      for transaction in open.flatMap({ $0.taking(step, by: rule) }) {
        if transaction.thrown == nil {
          next.append(transaction)
          continue
        }
        ended.append(undoing(transaction))
      }
      open = next
    }
    return ended + open
  }

  /// A transaction that throws leaves nothing, unless the module lacks that: then it is not known what it leaves.
  private func undoing(_ transaction: GraphTransaction) -> GraphTransaction {
    var failed = transaction
    if undoesTransactions || transaction.writes == 0 {
      (failed.client, failed.writes) = (self, 0)
      failed.client.records.note(undone: transaction.client.records, by: "normalized.transaction.failure")
    } else {
      failed.client.records.lose()
    }
    return failed
  }

  /// The expectations of a look at objects by their keys.
  func looking(at keys: [String]) -> [Expectation<NormalizedAction>] {
    let readings = keys.map { records.read(.characterName, key: $0) }
    if readings.contains(.unknown) { return [] }
    let found = zip(keys, readings).reduce(into: [String: GraphValue]()) { $0[$1.0] = $1.1.data }
    let awkward: RuleID? = found.keys.contains(where: \.isAwkward) ? "normalized.keys.any-text" : nil
    let rules = readings.compactMap(\.rule)
    let undone = rules.first { $0 == "normalized.transaction.failure" }
    let missing = readings.filter(\.isMissing).compactMap(\.rule).first
    let rule = undone ?? missing ?? awkward ?? rules.first { !$0.isOfStoring } ?? "normalized.read.fragment"
    return [.answers(.objects(found)).demanded(by: rule)]
  }
}

extension GraphTransaction {
  fileprivate func followed(by next: Self) -> Self {
    var all = next
    all.readings = readings + next.readings
    all.writes += writes
    all.isUnsure = isUnsure || next.isUnsure
    return all
  }

  fileprivate func taking(_ step: TransactionStep, by rule: RuleID?) -> [Self] {
    var next = self
    switch step {
    case .read(let query):
      next.rule = "normalized.read.query"
      next.readings.append((client.records.read(query), own ?? "normalized.read.query"))
    case .readObject(let fragment, let key):
      next.rule = "normalized.read.fragment"
      next.readings.append((client.records.read(fragment, key: key), own ?? "normalized.read.fragment"))
    case .update(let query, let change):
      let rule = rule ?? "normalized.update.query"
      return updating(client.records.read(query), change, rule, isSureToThrow: false) {
        $0.write($1, of: query, by: rule)
      } partly: {
        $0.doubt(query, change)
      }
    case .updateObject(let fragment, let key, let change):
      let rule = rule ?? "normalized.update.object"
      let isGone = client.records.isGone(key)
      return updating(client.records.read(fragment, key: key), change, rule, isSureToThrow: isGone) {
        $0.write($1, of: fragment, key: key, by: rule)
      } partly: {
        $0.writePart(of: fragment, key: key, change, by: rule)
      }
    case .remove(let key):
      next.rule = client.records.isGone(key) ? "normalized.remove.unknown-key" : "normalized.remove.object"
      next.client.records.remove(key, by: "normalized.remove.object")
      next.writes += 1
    case .removeMatching(let pattern):
      next.rule = "normalized.remove.matching"
      let isOfCase = pattern.contains { $0.isLetter }
      next.client.records.removeMatching(
        pattern, by: isOfCase ? "normalized.remove.matching-ignores-case" : "normalized.remove.matching")
      next.writes += 1
    case .fail: next.thrown = "normalized.transaction.failure"
    }
    return [next]
  }

  /// The rule of a reading after a write.
  private var own: RuleID? { writes > 0 ? "normalized.transaction.reads-own-writes" : nil }

  private func updating(
    _ reading: GraphRecords.Reading, _ change: GraphChange, _ rule: RuleID, isSureToThrow: Bool,
    write: (inout GraphRecords, GraphValue) -> Void, partly: (inout GraphRecords) -> Void
  ) -> [Self] {
    var (next, failed) = (self, self)
    failed.thrown = writes > 0 ? "normalized.transaction.failure" : rule
    guard let data = reading.data else {
      if isSureToThrow { return [failed] }
      // The document does not say what an update does if a part of its data is missing: it may throw.
      partly(&next.client.records)
      next.writes += 1
      next.isUnsure = true
      return [failed, next]
    }
    guard let changed = try? change.applied(to: data) else { return [failed] }
    write(&next.client.records, changed)
    next.writes += 1
    // What is not as it was left cannot be updated.
    next.rule = reading.rule.flatMap { $0.isOfStoring ? nil : $0 } ?? rule
    return [next]
  }

  /// The turn of the client that ran the transaction.
  ///
  /// - Parameter steps: the steps, or nil if what they read is not the answer.
  func turn(_ before: GraphClient, _ steps: [TransactionStep]?) -> GraphTurn {
    var turn = GraphTurn(client: client, writes: writes)
    turn.demands = [.requestsNothing.demanded(by: rule)]
    if let thrown {
      turn.demands.append(.fails.demanded(by: thrown))
    } else if isUnsure {
      return turn
    } else if steps == nil || readings.isEmpty {
      turn.demands.append(.answer(.exactly([])).demanded(by: rule))
    } else if let answer {
      turn.demands.append(answer)
    }
    return turn
  }

  /// The expectation of what was read, if that is known.
  private var answer: Expectation<NormalizedAction>? {
    if readings.contains(where: { $0.0 == .unknown }) || readings.dropLast().contains(where: \.0.isMissing) {
      return nil
    }
    let facts = readings.compactMap { $0.0.data.map { Fact.value(GraphAnswerModel.data($0)) } }
    let (last, reason) = readings[readings.count - 1]
    let cause = last.rule.flatMap { $0.isOfStoring ? nil : $0 }
    let rule = readings.count > 1 || reason == "normalized.transaction.reads-own-writes" ? reason : cause ?? reason
    let pattern: Pattern<GraphAnswerModel> =
      last.isMissing ? (facts.isEmpty ? .failure : .thenFailure(facts)) : .exactly(facts)
    return .answer(pattern).demanded(by: rule)
  }
}
