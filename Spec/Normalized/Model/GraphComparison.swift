/// What the last step of a run compares with what was cached: the operations that it reads, the data that they may
/// bring, and what was observed.
struct GraphComparison {
  typealias Run = [PerformedStep<NormalizedAction>]

  let run: Run
  let last: PerformedStep<NormalizedAction>
  /// The operations that it reads, and those whose results or watchers it lets go on.
  let operations: [GraphOperation]

  init?(_ run: Run) {
    guard let last = run.last else { return nil }
    (self.run, self.last) = (run, last)
    let others = run.compactMap { step -> GraphOperation? in
      switch step.action {
      case .watch(let query, _, _): query
      case .begin(let operation, _, _): last.action.worldEvent != nil ? operation : nil
      default: nil
      }
    }
    operations = last.action.operations + others
  }

  /// The data that the server has had, and that was written directly, of what the step reads.
  var data: [GraphValue] {
    let keys = last.action.keys
    return last.action.data
      + run.flatMap { step -> [GraphValue] in
        switch step.action {
        case .serve(let data, let operation):
          operations.contains(operation) || !keys.isDisjoint(with: data.ids) ? [data] : []
        case .transact, .transactInTurn: step.action.data
        default: []
        }
      }
  }

  /// All data that the server has had, and that was written directly.
  var allData: [GraphValue] { run.flatMap(\.action.data) }

  /// Whether the caller received an error.
  var failed: Bool { last.observation.isFailure }

  /// Whether the server was asked; nil if that was not observed.
  var asked: Bool? { last.observation.requests.map { !$0.isEmpty } }

  /// Whether a fetch has returned what the server has had, and something else was found in the cache afterwards, or the
  /// same under a policy that stores nothing; whether it was seen what it returned or not.
  var foundAnother: Bool {
    if case .world(.finish) = last.action, let stored = last.observation.stored {
      if case .value(.data(let data))? = last.observation.answer?.last { return stored != [.value(data)] }
      return true
    }
    guard case .fetch(let query, let policy) = last.action,
      case .value(.data(let data))? = last.observation.answer?.last, let stored = last.observation.stored
    else { return false }
    // What is fetched under this policy is not stored.
    if policy == .fetchIgnoringCacheCompletely { return stored == [.value(data)] }
    return stored != [.value(data)] && run.contains { $0.action == .serve(data, to: query) }
  }

  /// Whether something was fetched or watched under a policy, and it was not seen that the caller received what the
  /// server had.
  func mayHaveReceivedAnother(under policy: QueryCachePolicy?) -> Bool {
    fetched(under: policy) { step, data in step.observation.answer?.last != .value(.data(data)) }
  }

  /// Whether something was fetched or watched under a policy, and it was not seen that what the server had is in the
  /// cache.
  func mayLackWhatWasFetched(under policy: QueryCachePolicy?) -> Bool {
    fetched(under: policy) { step, data in step.observation.stored != [.value(data)] }
  }

  /// Whether something was fetched or watched under a policy, and what the server had was not seen in this way.
  private func fetched(
    under policy: QueryCachePolicy?, unseen: (PerformedStep<NormalizedAction>, GraphValue) -> Bool
  ) -> Bool {
    var served: [GraphOperation: GraphValue] = [:]
    return run.contains { step in
      switch step.action {
      case .serve(let data, let query):
        served[query] = data
        return false
      case .fetch(let query, policy): return served[query].map { unseen(step, $0) } ?? true
      default: return step.action.names(policy)
      }
    }
  }

  /// Whether watchers were observed.
  var isWatched: Bool {
    last.observation.notifications != nil && run.contains { if case .watch = $0.action { true } else { false } }
  }

  /// Whether a watcher was told again of what it had been told.
  var tellsAgain: Bool {
    let told = Set(run.dropLast().flatMap { $0.observation.notifications ?? [] })
    return last.observation.notifications?.contains { $0.isValue && told.contains($0) } == true
  }

  /// Whether it may change what a watcher has been told.
  var changes: Bool {
    if case .watch(_, let policy, _) = last.action { policy == .returnCacheDataAndFetch } else { true }
  }

  /// Whether a transaction has failed that may have changed something.
  var followsAFailedTransaction: Bool {
    run.contains { $0.observation.isFailure && ($0.action.writes || $0.action.removes) }
  }

  /// Whether its operation was not fetched before.
  var isFirst: Bool {
    !run.dropLast().contains { step in
      if case .fetch(let query, _) = step.action { operations.first == query } else { false }
    }
  }

  /// The keys that were removed, one by one.
  var removed: Set<String> {
    Set(
      run.flatMap(\.action.changes).compactMap { change in
        if case .remove(let key) = change { key } else { nil }
      })
  }

  /// The ids of all objects.
  var ids: Set<String> { ids(of: allData) }

  private func ids(of data: [GraphValue]) -> Set<String> { data.reduce(into: []) { $0.formUnion($1.ids) } }

  /// Whether the server is asked again for an object that was removed, or it is written again.
  var bringsBackWhatItRemoved: Bool {
    let later = run.drop { !$0.action.transacts(\.removes) }
    return later.dropFirst().contains { step in
      if case .fetch(_, let policy) = step.action { policy != .returnCacheDataDontFetch } else { step.action.writes }
    } || later.first.map { $0.action.changes.drop { !$0.removes }.contains { $0.data != nil } } == true
  }

  /// Whether nothing was cached that it removed.
  var removedWhatIsNotCached: Bool {
    let ids = ids
    return run.flatMap(\.action.changes).contains { change in
      switch change {
      case .remove(let key): !ids.contains(key)
      case .removeMatching(let pattern): !ids.contains { $0.lowercased().contains(pattern.lowercased()) }
      default: false
      }
    }
  }

  var clears: Bool { run.contains(where: \.action.clears) }

  /// Whether a run of the app has ended.
  var restarts: Bool { run.contains { $0.action.worldEvent?.endsARun == true } }

  /// Whether an object that it may read was written more than once, with other values or fields.
  var writesAgain: Bool {
    let read = ids(of: data).union(last.action.keys)
    let isSeen = operations.allSatisfy { operation in
      run.contains { if case .serve(_, operation) = $0.action { true } else { false } }
    }
    var seen: [String: GraphValue] = [:]
    return allData.contains { data in
      data.contains { object in
        // What the server was never asked may have any object.
        guard case .text(let id)? = object["id"], !isSeen || read.contains(id) else { return false }
        return seen.updateValue(object, forKey: id).map { $0 != object } ?? false
      }
    }
  }

  /// Whether one field has had two lists.
  var replacesLists: Bool {
    var seen: [String: GraphValue] = [:]
    return data.contains { data in
      data.lists.contains { place, list in seen.updateValue(list, forKey: place).map { $0 != list } ?? false }
    }
  }

  /// All arguments of the fields that it reads, and that the run reads with various arguments.
  var arguments: [GraphArgument] {
    let read = Set(operations.flatMap(\.argumentLists).map(\.field))
    let all = Set(run.flatMap(\.action.operations).flatMap(\.argumentLists).filter { read.contains($0.field) })
    return Dictionary(grouping: all, by: \.field).values.filter { $0.count > 1 }.joined().flatMap(\.arguments)
  }

  /// Whether an object that was neither removed nor cleared is missing; true if that was not observed.
  var lostAnObject: Bool {
    guard case .look(let keys) = last.action, let answer = last.observation.answer else {
      return failed || last.observation.answer == nil
    }
    guard case .value(.objects(let found))? = answer.last else { return true }
    let ids = ids
    return keys.contains { ids.contains($0) && found[$0] == nil && !isRemoved($0) }
  }

  /// Whether it was seen that something was returned, found or told without a field that is selected of it.
  var showsAPart: Bool {
    let selections = operations.map(\.fields) + last.action.fragments.map(\.fields)
    let seen = last.observation
    let answers = (seen.answer ?? []).flatMap { fact -> [GraphValue] in
      switch fact {
      case .value(.data(let data)), .value(.dataWithErrors(let data)): [data]
      case .value(.objects(let objects)): Array(objects.values)
      default: []
      }
    }
    let told = (seen.notifications ?? []).compactMap { fact -> GraphValue? in
      if case .value(let told) = fact, case .data(let data) = told.content { data } else { nil }
    }
    let stored = (seen.stored ?? []).compactMap { if case .value(let data) = $0 { data } else { nil } }
    return (answers + told + stored).contains { data in !selections.contains { data.has($0) } }
  }

  /// Whether an object was found with a value that it never had; true if what was found was not observed.
  var foundWhatNeverWas: Bool {
    let found: [GraphValue]
    switch last.observation.answer?.last {
    case .value(.objects(let objects)): found = Array(objects.values)
    case .value(.data(let data)): found = [data]
    default: return true
    }
    let objects = allData.flatMap(\.objects)
    return found.contains(where: \.isLeaf)
      || found.flatMap(\.objects).contains { object in
        let written = objects.filter { $0["id"] == object["id"] }
        return object.names.contains { name in
          object[name].map { $0.isLeaf && !written.map { $0[name] }.contains($0) } ?? false
        }
      }
  }

  private func isRemoved(_ key: String) -> Bool {
    run.flatMap(\.action.changes).contains { change in
      switch change {
      case .remove(let removed): removed == key
      case .removeMatching(let pattern): key.lowercased().contains(pattern.lowercased())
      default: false
      }
    }
  }
}

/// A field, and the arguments that it is read with.
struct ArgumentList: Hashable {
  let field: String
  let arguments: [GraphArgument]
}

extension GraphOperation {
  fileprivate var argumentLists: [ArgumentList] { fields.flatMap(\.argumentLists) }
}

extension GraphField {
  fileprivate var argumentLists: [ArgumentList] {
    (arguments.isEmpty ? [] : [ArgumentList(field: name, arguments: arguments)]) + selected.flatMap(\.argumentLists)
  }
}

extension GraphValue {
  /// The ids of the objects in it.
  fileprivate var ids: Set<String> {
    var ids: Set<String> = []
    _ = contains { object in
      if case .text(let id)? = object["id"] { ids.insert(id) }
      return false
    }
    return ids
  }

  /// The lists in it, each with its object and its field.
  fileprivate var lists: [(place: String, list: GraphValue)] {
    guard case .object(let object) = self else { return items.flatMap(\.lists) }
    let owner = if case .text(let id)? = self["id"] { id } else { "" }
    return object.flatMap { name, value in
      (value.isList ? [(place: "\(owner).\(name)", list: value)] : []) + value.lists
    }
  }
}

extension GraphValue {
  /// Whether it has each of these fields, and each of those that are selected of them.
  fileprivate func has(_ fields: [GraphField]) -> Bool {
    switch self {
    case .object: fields.allSatisfy { field in self[field.responseName].map { $0.has(field.selected) } ?? false }
    case .list(let items): items.allSatisfy { $0.has(fields) }
    default: true
    }
  }
}
