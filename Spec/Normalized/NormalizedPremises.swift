extension NormalizedAction {
  /// What scenarios take for granted, the most basic first.
  public static var premises: [Premise<Self>] { policies + setups + records + access + mutations + watching }

  private static let policies: [Premise<Self>] =
    [
      Premise("normalized.policy.fetch-ignoring-cache-data[twice]") { $0.worldEvent == nil }
    ]
    + rows("normalized.policy.cache-dont-fetch", "returnCacheDataDontFetch") { action in
      // What is stored is looked at under this policy after each fetch.
      if case .fetch = action { true } else { action.names(.returnCacheDataDontFetch) }
    }
    + rows("normalized.policy.default-is-cache-else-fetch", "not named") { $0.names(nil) }
    + rows("normalized.policy.cache-else-fetch", "returnCacheDataElseFetch") { $0.names(.returnCacheDataElseFetch) }
    + rows("normalized.policy.cache-and-fetch", "returnCacheDataAndFetch") { $0.names(.returnCacheDataAndFetch) }
    + rows("normalized.policy.fetch-ignoring-cache-completely", "fetchIgnoringCacheCompletely") {
      $0.names(.fetchIgnoringCacheCompletely)
    }

  private static let setups: [Premise<Self>] = [
    Premise("normalized.records.large-answer") { action in
      if case .serve(let data, _) = action { data.valueCount > 999 } else { false }
    },
    .survival("normalized.sqlite.kept[after a restart]"),
    Premise("normalized.sqlite.survives-kill[what was fetched]") { $0.worldEvent == .kill },
    Premise("normalized.records.by-path[two paths]") { $0.isSetup { $0.identity == .path } },
    Premise("normalized.records.id-function[by name: one name, two ids]") { $0.isSetup { $0.identity == .name } },
    Premise("normalized.records.id-function[by name: one id, two names]") { $0.isSetup { $0.identity == .name } },
  ]

  private static let records: [Premise<Self>] = [
    Premise("normalized.records.shared[two queries]") { $0.worldEvent == nil },
    Premise("normalized.records.merge[other fields]") { $0.worldEvent == nil },
  ]

  private static let access: [Premise<Self>] = [
    Premise("normalized.read.fragment[whole]") { $0.readsObjects },
    Premise("normalized.read.fragment[a part is missing]") { $0.readsObjects },
    Premise("normalized.read.query[whole]") { $0.transacts { if case .read = $0 { true } else { false } } },
    Premise("normalized.read.query[a part is missing]") { $0.transacts { if case .read = $0 { true } else { false } } },
    Premise("normalized.update.query[a field]") { action in
      if case .updateAtOnce = action { return true }
      return action.transacts { if case .update = $0 { true } else { false } }
    },
    Premise("normalized.update.object") { $0.transacts { if case .updateObject = $0 { true } else { false } } },
    Premise("normalized.remove.object[its fields]") { $0.transacts { if case .remove = $0 { true } else { false } } },
    Premise("normalized.remove.matching[whole: 3200]") { $0.removesByPattern },
    Premise("normalized.remove.matching[contained: 200]") { $0.removesByPattern },
    Premise("normalized.clear[one query]") { $0 == .clear },
  ]

  private static let mutations: [Premise<Self>] = [
    Premise("normalized.mutation.updates-queries") { if case .perform = $0 { true } else { false } }
  ]

  private static let watching: [Premise<Self>] = [
    Premise("normalized.watch.first-result[cached]") { $0.watches },
    Premise("normalized.watch.first-result[not cached]") { $0.watches },
    Premise("normalized.watch.told-of-changes[by another query]") { $0.watches },
    Premise("normalized.watch.told-of-changes[by a direct write]") { $0.watches },
    Premise("normalized.watch.cancel[before a change]") { action in
      if case .cancel(let name) = action { name != "fetch" } else { false }
    },
  ]

  /// The rows of a policy in which all is cached, or nothing, and the server is up.
  private static func rows(
    _ rule: String, _ policy: String, by isNeeded: @escaping @Sendable (Self) -> Bool
  ) -> [Premise<Self>] {
    ["whole", "nothing"].map { cached in
      Premise("\(rule)[policy=\(policy),cached=\(cached),server=up]", by: isNeeded)
    }
  }

  private var watches: Bool { if case .watch = self { true } else { false } }

  private var removesByPattern: Bool { transacts { if case .removeMatching = $0 { true } else { false } } }

  private var readsObjects: Bool {
    if case .look = self { return true }
    return transacts { if case .readObject = $0 { true } else { false } }
  }

  /// Whether it fetches or watches under this policy.
  private func names(_ policy: QueryCachePolicy?) -> Bool {
    switch self {
    case .fetch(_, policy), .watch(_, policy, _): true
    case .begin(let query, policy, _): query.kind == .query
    default: false
    }
  }

  private func isSetup(_ isSuch: (ClientSetup) -> Bool) -> Bool {
    if case .makeClient(let setup) = self { isSuch(setup) } else { false }
  }

  /// Whether it is a transaction with such a step.
  private func transacts(_ isSuch: (TransactionStep) -> Bool) -> Bool {
    switch self {
    case .transact(let steps): steps.contains(where: isSuch)
    case .transactInTurn(let transactions): transactions.joined().contains(where: isSuch)
    default: false
    }
  }
}

extension GraphValue {
  /// The number of values in it that are neither objects nor lists.
  fileprivate var valueCount: Int {
    switch self {
    case .list(let items): items.reduce(0) { $0 + $1.valueCount }
    case .object(let fields): fields.values.reduce(0) { $0 + $1.valueCount }
    default: 1
    }
  }
}
