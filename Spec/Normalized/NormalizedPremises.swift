extension NormalizedAction {
  /// What scenarios take for granted, the most basic first. A comparison of the kinds of cache takes for granted what
  /// its steps do.
  public static var premises: [Premise<Self>] {
    let all = policies + values + identity + shapes + kept + access + removals + keys + clearing + mutations + watching
    return (all + atLast).map { premise in
      .observed(premise.scenario) { performed in
        premise.isNeeded(
          performed.flatMap { step in
            if case .compareKinds(let compared) = step.action {
              compared.map { PerformedStep($0, StepObservation()) }
            } else {
              [step]
            }
          })
      }
    }
  }

  private static let policies: [Premise<Self>] =
    [
      Premise("normalized.policy.fetch-ignoring-cache-data[two fetches follow one another]") { $0.worldEvent == nil },
      Premise("normalized.policy.fetch-ignoring-cache-data[the last fetch failed]") { action in
        switch action {
        case .server, .cancel: true
        default: false
        }
      },
    ]
    + rows("normalized.policy.cache-dont-fetch", "returnCacheDataDontFetch") { action in
      // What is stored is looked at under this policy after each fetch.
      if case .fetch = action { true } else { action.names(.returnCacheDataDontFetch) }
    }
    + rows("normalized.policy.default-is-cache-else-fetch", "not named") { $0.names(nil) }
    + rows("normalized.policy.cache-else-fetch", "returnCacheDataElseFetch") { $0.names(.returnCacheDataElseFetch) }

  /// Names, values, and the arguments that tell them apart.
  private static let values: [Premise<Self>] = [
    Premise("normalized.policy.fetch-ignoring-cache-data[fixture: the hero R2-D2 is cached with a home and two films]")
    { action in
      action.operations.contains { $0.fields.contains(where: \.isNamedInCapitals) }
    },
    data("normalized.values.any[zero]") { if case .integer = $0 { true } else { false } },
    data("normalized.values.any[an integer that a double cannot represent]") { $0.isIntegerBeyondDoubles },
    data("normalized.values.any[a fraction]") { if case .fraction = $0 { true } else { false } },
    data("normalized.values.any[true]") { if case .bool = $0 { true } else { false } },
    data("normalized.values.any[text of any characters]") { value in
      if case .text(let text) = value { text.isAwkward } else { false }
    },
    Premise("normalized.records.arguments[the first of two arguments differs]") { !$0.arguments.isEmpty },
    Premise("normalized.records.arguments[\"a.b\" and \"a\"]") { action in
      action.arguments.contains { if case .text(let text) = $0.value { text.isAwkward } else { false } }
    },
  ]

  /// The identity of objects.
  private static let identity: [Premise<Self>] = [
    Premise("normalized.records.by-path[one hero is reached by two paths]") { $0.isSetup { $0.identity == .path } },
    Premise("normalized.records.id-function[keys are names: one name, two ids]") {
      $0.isSetup { $0.identity == .name }
    },
    Premise("normalized.records.id-function[keys are names: one id, two names]") {
      $0.isSetup { $0.identity == .name }
    },
    Premise("normalized.records.shared[another query renames the hero]") { $0.worldEvent == nil },
  ]

  /// The shapes of data.
  private static let shapes: [Premise<Self>] = [
    data("normalized.records.null[a null is read back]") { $0.fields.contains(.null) },
    data("normalized.records.lists[a null among values]") { $0.items.contains(.null) },
    data("normalized.records.lists[a null among objects]") { $0.items.contains(.null) },
    data("normalized.records.lists[lists of values in a list]") { $0.items.contains(where: \.isList) },
    data("normalized.records.lists[lists of objects in a list]") { $0.items.contains(where: \.isList) },
    data("normalized.records.cycles") { $0.holdsItself },
    Premise("normalized.records.partial-ids") { $0.operations.contains { $0.fields.contains(where: \.hasNoId) } },
    Premise("normalized.records.partial-ids[its path has arguments]") { action in
      action.operations.contains { $0.fields.contains(where: \.hasNoId) }
    },
    data("normalized.records.lists-replaced[one film replaces two]", where: \.isList),
    data("normalized.records.lists-replaced[one friend replaces two]", where: \.isList),
    Premise("normalized.fragment.updates-queries[a query returns it]") { action in
      action.operations.contains { $0.fields.contains { !$0.fragments.isEmpty } }
    },
    Premise("normalized.records.selected-twice[an object]") { $0.selectsTwice },
    Premise("normalized.records.selected-twice[a list, and a fragment]") { $0.selectsTwice },
    Premise("normalized.records.large-answer") { action in action.data.contains { $0.valueCount > 999 } },
  ]

  private static let kept: [Premise<Self>] =
    rows("normalized.policy.cache-and-fetch", "returnCacheDataAndFetch") { $0.names(.returnCacheDataAndFetch) } + [
      .survival("normalized.sqlite.kept[after a restart]"),
      .survival("normalized.sqlite.kept[an object has no id]"),
      Premise("normalized.records.merge[the name alone is fetched again]") { $0.worldEvent == nil },
      Premise("normalized.policy.after-failure[a chosen failure, all is cached]") {
        $0.isSetup { !$0.oldDataAfter.isEmpty }
      },
    ]

  private static let access: [Premise<Self>] = [
    Premise("normalized.read.fragment[all of it is cached]") { $0.readsObjects },
    Premise("normalized.read.fragment[a part is missing]") { $0.readsObjects },
    Premise("normalized.read.query[all of it is cached]") {
      $0.transacts { if case .read = $0 { true } else { false } }
    },
    Premise("normalized.read.query[a part is missing]") { $0.transacts { if case .read = $0 { true } else { false } } },
    Premise("normalized.update.query[a field is set]") { action in
      if case .updateAtOnce = action { return true }
      return action.transacts { if case .update = $0 { true } else { false } }
    },
    Premise("normalized.update.object") { $0.transacts { if case .updateObject = $0 { true } else { false } } },
    Premise("normalized.transaction.isolated") { if case .updateAtOnce = $0 { true } else { false } },
  ]

  private static let removals: [Premise<Self>] = [
    Premise("normalized.remove.object[its fields are read, kind=memory]") { $0.removes },
    Premise("normalized.remove.object[its fields are read, kind=sqlite]") { $0.removes },
    Premise("normalized.remove.unknown-key[one other object is cached]") { $0.removes },
    Premise("normalized.remove.then-fetched-again") { $0.removes },
    Premise("normalized.remove.dangling-reference-misses[a query is read]") { $0.removes },
    Premise("normalized.remove.no-single-property") { $0.removes },
  ]

  /// A key takes for granted what the row of another key shows, if the two share a special character, or are both very
  /// long.
  private static let keys: [Premise<Self>] = NormalizedSpec.shownKeys.map { row, key, _ in
    let characters = Set(key.filter { String($0).isAwkward })
    return data(
      "normalized.keys.any-text[\(row)]",
      objectsWhere: { id in
        id.isAwkward && (row == "slash" || id.contains(where: characters.contains))
          || row == "case" && id.contains(where: \.isUppercase)
          || id.utf8.count > 200 && key.utf8.count > 200
      })
  }

  private static let clearing: [Premise<Self>] = [
    Premise("normalized.remove.matching[whole: 3200]") { $0.removesByPattern },
    Premise("normalized.remove.matching[contained: 200]") { $0.removesByPattern },
    Premise("normalized.remove.matching[the transaction then writes the object again]") { action in
      if case .transact(let steps) = action { action.removesByPattern && steps.count > 1 } else { false }
    },
    Premise("normalized.clear[one query is cached]") { $0 == .clear },
    Premise("normalized.clear[objects are read by their keys, kind=memory]") { $0 == .clear },
    Premise("normalized.clear[objects are read by their keys, kind=sqlite]") { $0 == .clear },
    Premise("normalized.remove.stays-removed[an object was removed by its key]") { $0.removes },
    Premise("normalized.remove.stays-removed[an object was removed by a pattern]") { $0.removesByPattern },
    Premise("normalized.remove.stays-removed[everything was cleared]") { $0 == .clear },
  ]

  private static let mutations: [Premise<Self>] = [
    Premise("normalized.mutation.never-reads-cache") { $0.performs },
    Premise("normalized.mutation.create-leaves-lists[the list is fetched again]") { $0.performs },
    Premise("normalized.mutation.updates-queries") { $0.performs },
  ]

  private static let watching: [Premise<Self>] = [
    Premise("normalized.watch.first-result[its data is cached]") { $0.watches },
    Premise("normalized.watch.first-result[nothing is cached]") { $0.watches },
    Premise("normalized.watch.told-of-changes[another query fetches the change]") { $0.watches },
    Premise("normalized.watch.told-of-changes[a direct write makes the change]") { $0.watches },
    Premise("normalized.watch.not-told-of-others[another object changes]") { $0.watches },
    Premise("normalized.watch.unchanged[the same name is written directly]") { $0.watches },
    Premise("normalized.watch.cancel[before a change]") { action in
      if case .cancel(let name) = action { name != "fetch" } else { false }
    },
    Premise("normalized.watch.several") { if case .watch(_, _, let name) = $0 { name != .watcher } else { false } },
  ]

  private static let atLast: [Premise<Self>] =
    rows("normalized.policy.fetch-ignoring-cache-completely", "fetchIgnoringCacheCompletely") {
      $0.names(.fetchIgnoringCacheCompletely)
    } + [
      Premise("normalized.sqlite.survives-kill[after a fetch]") { $0.worldEvent == .kill },
      Premise("normalized.kinds.agree[queries are fetched]") { $0.isSetup { $0.kind == .sqlite } },
    ]

  /// The rows of a policy in which all is cached, or nothing, and the server is up.
  private static func rows(
    _ rule: String, _ policy: String, by isNeeded: @escaping @Sendable (Self) -> Bool
  ) -> [Premise<Self>] {
    ["whole", "nothing"].map { cached in
      Premise("\(rule)[policy=\(policy),cached=\(cached),server=up]", by: isNeeded)
    }
  }

  /// A premise of data that has such a part.
  private static func data(
    _ scenario: String, where isSuch: @escaping @Sendable (GraphValue) -> Bool
  ) -> Premise<Self> {
    Premise(scenario) { action in action.data.contains { $0.contains(where: isSuch) } }
  }

  /// A premise of data that has an object with such an id.
  private static func data(
    _ scenario: String, objectsWhere isSuch: @escaping @Sendable (String) -> Bool
  ) -> Premise<Self> {
    data(scenario) { if case .text(let id)? = $0["id"] { isSuch(id) } else { false } }
  }

  /// The data that a server has, or that is written by direct access.
  private var data: [GraphValue] {
    switch self {
    case .serve(let data, _): [data]
    case .transact(let steps): steps.compactMap(\.data)
    case .transactInTurn(let transactions): transactions.joined().compactMap(\.data)
    default: []
    }
  }

  /// The arguments by which fields of the same name are told apart.
  private var arguments: [GraphArgument] { operations.flatMap(\.arguments).filter { $0.name != "episode" } }

  private var watches: Bool { if case .watch = self { true } else { false } }

  private var performs: Bool {
    switch self {
    case .perform: true
    case .begin(let operation, _, _): operation.kind == .mutation
    default: false
    }
  }

  private var removes: Bool { transacts { if case .remove = $0 { true } else { false } } || removesByPattern }

  private var removesByPattern: Bool { transacts { if case .removeMatching = $0 { true } else { false } } }

  private var selectsTwice: Bool { operations.contains { $0.fields.selectTwice } }

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

extension TransactionStep {
  /// The data that it writes.
  fileprivate var data: GraphValue? {
    switch self {
    case .update(_, let change), .updateObject(_, _, let change):
      switch change {
      case .set(let path, let value): [path: value]
      // The whole list is written.
      case .append(let path, let item): [path: [item]]
      case .increment: nil
      }
    default: nil
    }
  }
}

extension GraphField {
  /// Whether its name in answers has a capital letter, or that of a field within it does.
  fileprivate var isNamedInCapitals: Bool {
    responseName.contains(where: \.isUppercase) || selected.contains(where: \.isNamedInCapitals)
  }

  /// Whether it holds an object whose id is not selected, or a field within it does.
  fileprivate var hasNoId: Bool {
    let selected = selected.merged
    return !selected.isEmpty && (!selected.contains { $0.name == "id" } || selected.contains(where: \.hasNoId))
  }
}

extension GraphValue {
  /// Whether it is such a value, or has one within it.
  fileprivate func contains(where isSuch: (GraphValue) -> Bool) -> Bool {
    isSuch(self) || (fields + items).contains { $0.contains(where: isSuch) }
  }

  /// The values of the fields, if it is an object.
  fileprivate var fields: [GraphValue] { if case .object(let fields) = self { Array(fields.values) } else { [] } }

  /// The items, if it is a list.
  fileprivate var items: [GraphValue] { if case .list(let items) = self { items } else { [] } }

  fileprivate var isList: Bool { if case .list = self { true } else { false } }

  /// Whether it is an object that has an object with its own id within it.
  fileprivate var holdsItself: Bool {
    guard let id = self["id"] else { return false }
    return fields.contains { $0.contains { $0["id"] == id } }
  }

  /// The number of values in it that are neither objects nor lists.
  var valueCount: Int {
    switch self {
    case .list(let items): items.reduce(0) { $0 + $1.valueCount }
    case .object(let fields): fields.values.reduce(0) { $0 + $1.valueCount }
    default: 1
    }
  }
}
