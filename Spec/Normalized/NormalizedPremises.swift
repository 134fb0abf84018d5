extension NormalizedAction {
  /// What scenarios take for granted. A comparison of the kinds of cache takes for granted what may hold in one of them
  /// alone.
  public static var premises: [Premise<Self>] {
    let cached = policies + merging + values + identity + shapes + kept + access + removals + keys + clearing
    return cached + mutations + watching + atLast
  }

  private static let policies: [Premise<Self>] =
    [
      compared("normalized.policy.fetch-ignoring-cache-data[two fetches follow one another]") {
        $0.mayHaveReceivedAnother(under: .fetchIgnoringCacheData)
      },
      Premise("normalized.policy.fetch-ignoring-cache-data[the last fetch failed]") { action in
        switch action {
        case .server, .cancel: true
        default: false
        }
      },
    ]
    + rows("normalized.policy.fetch-ignoring-cache-data", "fetchIgnoringCacheData") {
      $0.last.action.names(.fetchIgnoringCacheData)
    }
    + [
      compared("normalized.policy.fetch-ignoring-cache-data[policy=fetchIgnoringCacheData,cached=nothing,server=up]") {
        $0.mayLackWhatWasFetched(under: .fetchIgnoringCacheData)
      }
    ]
    + rows("normalized.policy.cache-dont-fetch", "returnCacheDataDontFetch") { step in
      // What is stored is looked at under this policy after each fetch.
      step.last.action.names(.returnCacheDataDontFetch) && (step.asked != false || step.failed) || step.foundAnother
    }.map { $0.lessBasic(than: "normalized.policy.fetch-ignoring-cache-data") }
    + rows("normalized.policy.default-is-cache-else-fetch", "not named") { $0.depends(onFetchingUnder: nil) }
    + rows("normalized.policy.cache-else-fetch", "returnCacheDataElseFetch") {
      $0.depends(onFetchingUnder: .returnCacheDataElseFetch)
    }

  /// The rules of the policies under which most is fetched and looked at.
  private static let basicPolicies: [RuleID] = [
    "normalized.policy.fetch-ignoring-cache-data", "normalized.policy.cache-dont-fetch",
    "normalized.policy.default-is-cache-else-fetch",
  ]

  private static let merging: [Premise<Self>] = [
    compared("normalized.records.merge[another field is fetched]") { step in
      step.writesAgain || step.run.contains(where: \.action.updates)
    }.lessBasic(than: basicPolicies)
  ]

  /// Names, values, and the arguments that tell them apart.
  private static let values: [Premise<Self>] = [
    compared("normalized.policy.fetch-ignoring-cache-data[fixture: the hero R2-D2 is cached with a home and two films]")
    { step in
      step.operations.contains { $0.kind == .query && $0.fields.contains(where: \.isNamedInCapitals) }
    },
    data("normalized.values.any[zero]") { if case .integer = $0 { true } else { false } },
    data("normalized.values.any[an integer that a double cannot represent]") { $0.isIntegerBeyondDoubles },
    data("normalized.values.any[a fraction]") { if case .fraction = $0 { true } else { false } },
    data("normalized.values.any[true]") { if case .bool = $0 { true } else { false } },
    data("normalized.values.any[text of any characters]") { value in
      if case .text(let text) = value { text.contains(where: "\"%\u{0}🤖\n".contains) } else { false }
    },
    compared("normalized.records.arguments[the first of two arguments differs]") { !$0.arguments.isEmpty },
    compared("normalized.records.arguments[\"a.b\" and \"a\"]") { step in
      step.arguments.contains { if case .text(let text) = $0.value { text.contains(".") } else { false } }
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
    compared("normalized.records.shared[another query renames the hero]") {
      $0.writesAgain || $0.last.action.readsObjects && $0.lostAnObject
    }.lessBasic(than: basicPolicies + ["normalized.records.merge"]),
  ]

  /// The shapes of data.
  private static let shapes: [Premise<Self>] = [
    data("normalized.records.null[a null is read back]") { $0.fields.contains(.null) },
    data("normalized.records.lists[a null among values]") { $0.items.contains(.null) },
    data("normalized.records.lists[a null among objects]") { $0.items.contains(.null) },
    data("normalized.records.lists[lists of values in a list]") { $0.items.contains(where: \.isList) },
    data("normalized.records.lists[lists of objects in a list]") { $0.items.contains(where: \.isList) },
    data("normalized.records.cycles") { $0.holdsItself },
    compared("normalized.records.partial-ids") { $0.operations.contains { $0.fields.contains(where: \.hasNoId) } },
    compared("normalized.records.partial-ids[its path has arguments]") { step in
      step.operations.contains { $0.fields.contains(where: \.hasNoId) }
    },
    compared("normalized.records.lists-replaced[one film replaces two]") { $0.replacesLists },
    compared("normalized.records.lists-replaced[one friend replaces two]") { $0.replacesLists },
    Premise("normalized.fragment.updates-queries[a query returns it]") { action in
      action.operations.contains { $0.fields.contains { !$0.fragments.isEmpty } }
    },
    compared("normalized.records.selected-twice[an object]") { step in
      step.operations.contains { $0.fields.selectTwice }
    },
    compared("normalized.records.selected-twice[a list, and a fragment]") { step in
      step.operations.contains { $0.fields.selectTwice }
    },
    compared("normalized.records.large-answer") { step in step.data.contains { $0.valueCount > 999 } },
  ]

  private static let kept: [Premise<Self>] =
    rows("normalized.policy.cache-and-fetch", "returnCacheDataAndFetch") {
      $0.depends(onFetchingUnder: .returnCacheDataAndFetch)
    } + [
      .survival("normalized.sqlite.kept[after a restart]"),
      .survival("normalized.sqlite.kept[an object has no id]"),
      Premise("normalized.policy.after-failure[a chosen failure, all is cached]") {
        $0.isSetup { !$0.oldDataAfter.isEmpty }
      },
    ]

  private static let access: [Premise<Self>] = [
    compared("normalized.read.fragment[all of it is cached]") { $0.last.action.readsObjects },
    compared("normalized.read.fragment[a part is missing]") { $0.last.action.readsObjects && !$0.lostAnObject },
    compared("normalized.read.query[all of it is cached]") { $0.last.action.readsQueries },
    compared("normalized.read.query[a part is missing]") { $0.last.action.readsQueries && !$0.failed },
    Premise("normalized.update.query[a field is set]") { action in
      if case .updateAtOnce = action { return true }
      return action.transacts { if case .update = $0 { true } else { false } }
    },
    Premise("normalized.update.object") { $0.transacts { if case .updateObject = $0 { true } else { false } } },
    Premise("normalized.transaction.isolated") { if case .updateAtOnce = $0 { true } else { false } },
  ]

  private static let removals: [Premise<Self>] = [
    removal("normalized.remove.object[its fields are read, kind=memory]") { !$0.lostAnObject },
    removal("normalized.remove.object[its fields are read, kind=sqlite]") { !$0.lostAnObject },
    removal("normalized.remove.object[another object stays]") { $0.lostAnObject || $0.asked == true },
    compared("normalized.remove.unknown-key[one other object is cached]") { $0.removedWhatIsNotCached },
    compared("normalized.remove.then-fetched-again") { $0.bringsBackWhatItRemoved },
    removal("normalized.remove.dangling-reference-misses[a query is read]") { !$0.last.action.readsObjects },
    // Either the object with this key stays, or what another object has is lost.
    compared("normalized.remove.no-single-property") { $0.removed.contains { $0.contains(".") } }
      .explainingAnyFailure,
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
    compared("normalized.clear[one query is cached]") { $0.clears && !$0.last.action.readsObjects },
    compared("normalized.clear[objects are read by their keys, kind=memory]") { $0.clears },
    compared("normalized.clear[objects are read by their keys, kind=sqlite]") { $0.clears },
    removal("normalized.remove.stays-removed[an object was removed by its key]") { $0.restarts },
    removal("normalized.remove.stays-removed[an object was removed by a pattern]") { $0.restarts },
    compared("normalized.remove.stays-removed[everything was cleared]") { $0.clears && $0.restarts },
  ]

  private static let mutations: [Premise<Self>] = [
    Premise("normalized.mutation.never-reads-cache") { $0.performs },
    Premise("normalized.mutation.create-leaves-lists[the list is fetched again]") { $0.performs },
    Premise("normalized.mutation.updates-queries") { $0.performs },
  ]

  private static let watching: [Premise<Self>] = [
    Premise("normalized.watch.first-result[its data is cached]") { $0.watches },
    Premise("normalized.watch.first-result[nothing is cached]") { $0.watches },
    compared("normalized.watch.told-of-changes[another query fetches the change]") { $0.isWatched && $0.changes },
    compared("normalized.watch.told-of-changes[a direct write makes the change]") { $0.isWatched && $0.changes },
    compared("normalized.watch.not-told-of-others[another object changes]") { $0.tellsSomething && $0.changes },
    compared("normalized.watch.unchanged[the same name is written directly]") { $0.tellsSomething && $0.changes },
    Premise("normalized.watch.cancel[before a change]") { action in
      if case .cancel(let name) = action { name != "fetch" } else { false }
    },
    Premise("normalized.watch.several") { if case .watch(_, _, let name) = $0 { name != .watcher } else { false } },
  ]

  private static let atLast: [Premise<Self>] =
    rows("normalized.policy.fetch-ignoring-cache-completely", "fetchIgnoringCacheCompletely") {
      $0.last.action.names(.fetchIgnoringCacheCompletely)
    } + [
      Premise("normalized.sqlite.survives-kill[after a fetch]") { $0.worldEvent == .kill },
      Premise("normalized.kinds.agree[queries are fetched]") { $0.isSetup { $0.kind == .sqlite } },
    ]

  /// The rows of a policy in which all is cached, or nothing, and the server is up.
  private static func rows(
    _ rule: String, _ policy: String, where isNeeded: @escaping @Sendable (GraphComparison) -> Bool
  ) -> [Premise<Self>] {
    ["whole", "nothing"].map { compared("\(rule)[policy=\(policy),cached=\($0),server=up]", where: isNeeded) }
  }

  /// A premise of runs whose last step takes it for granted.
  private static func compared(
    _ scenario: String, where isNeeded: @escaping @Sendable (GraphComparison) -> Bool
  ) -> Premise<Self> {
    .observed(scenario) { GraphComparison($0).map(isNeeded) ?? false }
  }

  /// A premise of runs that remove something, and whose last step takes it for granted.
  private static func removal(
    _ scenario: String, where isNeeded: @escaping @Sendable (GraphComparison) -> Bool
  ) -> Premise<Self> {
    compared(scenario) { step in
      step.run.contains { $0.action.removes } && (step.isWatched || !step.last.action.onlyRemoves) && isNeeded(step)
    }
  }

  /// A premise of what is read or written, where that has such a part.
  private static func data(
    _ scenario: String, where isSuch: @escaping @Sendable (GraphValue) -> Bool
  ) -> Premise<Self> {
    compared(scenario) { step in step.data.contains { $0.contains(where: isSuch) } }
  }

  /// A premise of data that has an object with such an id.
  private static func data(
    _ scenario: String, objectsWhere isSuch: @escaping @Sendable (String) -> Bool
  ) -> Premise<Self> {
    data(scenario) { if case .text(let id)? = $0["id"] { isSuch(id) } else { false } }
  }

  private var watches: Bool { if case .watch = self { true } else { false } }

  private var performs: Bool {
    switch self {
    case .perform: true
    case .begin(let operation, _, _): operation.kind == .mutation
    default: false
    }
  }

  private var removes: Bool { transacts { if case .remove = $0 { true } else { false } } || removesByPattern }

  private var onlyRemoves: Bool { removes && !readsObjects && !readsQueries }

  private var removesByPattern: Bool { transacts { if case .removeMatching = $0 { true } else { false } } }

  private var readsObjects: Bool {
    if case .look = self { return true }
    return transacts { if case .readObject = $0 { true } else { false } }
  }

  private var readsQueries: Bool { transacts { if case .read = $0 { true } else { false } } }

  private func isSetup(_ isSuch: (ClientSetup) -> Bool) -> Bool {
    if case .makeClient(let setup) = self { isSuch(setup) } else { false }
  }
}

extension GraphComparison {
  /// Whether it fetches under this policy, or reads what was fetched under it.
  fileprivate func depends(onFetchingUnder policy: QueryCachePolicy?) -> Bool {
    if mayLackWhatWasFetched(under: policy) { return true }
    guard last.action.names(policy) else { return false }
    return failed || asked == nil || isFirst == (asked == false) || last.observation.answer == nil
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
  func contains(where isSuch: (GraphValue) -> Bool) -> Bool {
    isSuch(self) || (fields + items).contains { $0.contains(where: isSuch) }
  }

  /// The values of the fields, if it is an object.
  var fields: [GraphValue] { if case .object(let fields) = self { Array(fields.values) } else { [] } }

  /// The items, if it is a list.
  var items: [GraphValue] { if case .list(let items) = self { items } else { [] } }

  var isList: Bool { if case .list = self { true } else { false } }

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
