/// What actions do, and what they name, as premises ask.
extension NormalizedAction {
  /// Whether it fetches or watches under this policy.
  func names(_ policy: QueryCachePolicy?) -> Bool {
    switch self {
    case .fetch(_, policy), .watch(_, policy, _): true
    case .begin(let query, policy, _): query.kind == .query
    case .whenTold(_, let call, _): call.names(policy)
    default: false
    }
  }

  /// The keys of the objects that it reads or changes directly.
  var keys: Set<String> {
    switch self {
    case .look(let keys): Set(keys)
    case .transact(let steps):
      Set(
        steps.compactMap { step in
          switch step {
          case .readObject(_, let key), .updateObject(_, let key, _), .remove(let key): key
          default: nil
          }
        })
    default: []
    }
  }

  /// The data that a server has, or that is written directly.
  var data: [GraphValue] {
    switch self {
    case .serve(let data, _): [data]
    case .transact(let steps): steps.compactMap(\.data)
    case .transactInTurn(let transactions): transactions.joined().compactMap(\.data)
    case .compareKinds(let actions): actions.flatMap(\.data)
    case .whenTold(_, let call, _): call.data
    default: []
    }
  }

  /// The steps of its transactions, in one kind of cache or in each.
  var changes: [TransactionStep] {
    switch self {
    case .transact(let steps): steps
    case .transactInTurn(let transactions): Array(transactions.joined())
    case .compareKinds(let actions): actions.flatMap(\.changes)
    case .whenTold(_, let call, _): call.changes
    default: []
    }
  }

  /// Whether it clears the cache, or has a handler do so.
  var clears: Bool {
    if case .whenTold(_, let call, _) = self { call.clears } else { self == .clear }
  }

  /// Whether it cancels a watcher, or has a handler do so.
  var cancelsAWatcher: Bool {
    switch self {
    case .whenTold(_, let call, _): call.cancelsAWatcher
    case .cancel(let name): name != "fetch"
    default: false
    }
  }

  /// Whether it changes fields of objects directly.
  package var updates: Bool {
    if case .updateAtOnce = self { return true }
    return transacts { step in
      switch step {
      case .update, .updateObject: true
      default: false
      }
    }
  }

  /// Whether it writes data directly.
  var writes: Bool { transacts { $0.data != nil } }

  /// Whether it is a transaction with such a step.
  func transacts(_ isSuch: (TransactionStep) -> Bool) -> Bool { changes.contains(where: isSuch) }
}

extension TransactionStep {
  var removes: Bool {
    switch self {
    case .remove, .removeMatching: true
    default: false
    }
  }

  /// The data that it writes.
  var data: GraphValue? {
    switch self {
    case .update(_, let change): change.data.map { .object($0) }
    case .updateObject(_, let key, let change): change.data.map { .object($0.merging(["id": .text(key)]) { $1 }) }
    default: nil
    }
  }
}

extension GraphChange {
  fileprivate var data: [String: GraphValue]? {
    switch self {
    case .set(let path, let value): [path: value]
    // The whole list is written.
    case .append(let path, let item): [path: [item]]
    case .increment: nil
    }
  }
}
