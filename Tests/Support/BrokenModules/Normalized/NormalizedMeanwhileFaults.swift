extension NormalizedAction {
  /// Work that is lost, left behind or mixed up because other work is under way.
  static let meanwhileFaults: [GraphFault] = [
    .graph("normalized.update.survives-restart", is: "forgets what is written by hand beside a request when it ends") {
      let (requests, updates) = ($0.requestsUnderWay(), $0.transactionsUnderWay())
      $0.records.undoAtEnd { _ in requests.value > 0 && updates.value > 0 }
    },
    .graph("normalized.sqlite.kept", is: "forgets what a fetch brings beside a request when it ends") {
      let (requests, updates) = ($0.requestsUnderWay(), $0.transactionsUnderWay())
      $0.records.undoAtEnd { _ in requests.value > 0 && updates.value == 0 }
    },
    .graph("normalized.sqlite.survives-kill", is: "writes to its file what came beside a request when it ends") {
      let requests = $0.requestsUnderWay()
      $0.open = { open in try ClosingRecords(open()) { requests.value > 0 } }
    },
    .graph("normalized.clear", is: "leaves the records that were written while a request was under way") {
      let requests = $0.requestsUnderWay()
      let late = Memo<Set<RecordKey>>([])
      $0.records.write = { changes, _ in
        if requests.value > 0 { late.change { $0.formUnion(changes.map(\.key)) } }
        return changes
      }
      $0.records.clear = { base in
        guard requests.value > 0 else { return try base.removeAll() }
        let left = late.value
        try base.apply(base.keys().filter { !left.contains($0) }.map(RecordChange.remove))
      }
    },
    .graph(
      "normalized.update.object", "normalized.policy.fetch-ignoring-cache-data",
      is: "drops what came while a request was under way when that is answered"
    ) {
      let (requests, young) = ($0.requestsUnderWay(), Memo<Set<RecordKey>>([]))
      $0.records.write = { changes, _ in
        let keys = Set(changes.map(\.key))
        guard requests.value == 0 else {
          young.change { $0.formUnion(keys) }
          return changes
        }
        return young.replace([]).subtracting(keys).map(RecordChange.remove) + changes
      }
    },
    .graph("normalized.clear", is: "clears what has a key, and where queries start") {
      $0.records.clear = { base in
        try base.apply(base.keys().filter { !$0.isPath }.map(RecordChange.remove))
      }
    },
    .graph("normalized.remove.stays-removed", is: "clears what goes by path until it ends") {
      $0.records.undoClearingAtEnd(\.isPath)
    },
    .graph("normalized.records.large-answer", "normalized.records.lists", is: "counts items modulo ten in paths") {
      $0.records.write = { changes, _ in changes.map(\.withDigits) }
    },
    .graph("normalized.records.lists", is: "leaves the number of the row out of paths") {
      $0.records.write = { changes, _ in changes.map(\.withoutRows) }
    },
    .graph("normalized.transaction.reads-own-writes", is: "reads lists from the store, over what was written before") {
      $0.transact = { steps, cache in
        var left = steps
        for (index, step) in steps.enumerated().reversed() {
          guard case .read(let query) = step, let listed = await cache.cached(query)?.listed else { continue }
          left.removeSubrange(..<index)
          left.insert(contentsOf: steps[..<index].filter { !$0.updates(oneOf: listed) }, at: 0)
        }
        return try await cache.sound.transact(left)
      }
    },
    .graph("normalized.transaction.reads-own-writes", is: "reads in lists what it has removed") {
      $0.transact = { steps, cache in
        var (before, results): ([TransactionStep], GraphParts.Transacted) = ([], [])
        for step in steps {
          guard case .read(let query) = step, await cache.cached(query)?.listed.isEmpty == false else {
            before.append(step)
            continue
          }
          results += try await cache.sound.transact([step])
        }
        return try await results + cache.sound.transact(before)
      }
    },
    .graph("normalized.watch.told-of-changes", is: "tells nothing more to a watcher once a part was missing") {
      $0.times = { telling in telling.before.contains { $0.data == nil } || telling.isError ? 0 : 1 }
    },
  ]
}

extension TransactionStep {
  /// Whether it updates one of these objects by its key.
  fileprivate func updates(oneOf keys: Set<String>) -> Bool {
    if case .updateObject(_, let key, _) = self { keys.contains(key) } else { false }
  }
}

extension GraphValue {
  /// The ids of the objects in lists.
  fileprivate var listed: Set<String> {
    switch self {
    case .list: ids
    case .object(let fields): fields.values.reduce(into: []) { $0.formUnion($1.listed) }
    default: []
    }
  }
}

extension RecordKey {
  /// Whether it is a path of an object from the root.
  fileprivate var isPath: Bool { text.hasPrefix("QUERY_ROOT.") }

  /// The key with a closure applied to the components of a path.
  fileprivate func mappingParts(_ change: ([Substring]) -> [Substring]) -> Self {
    isPath ? Self(given: change(text.split(separator: ".")).joined(separator: ".")) : self
  }
}

extension RecordChange {
  /// The change with each number in paths reduced to its last digit.
  fileprivate var withDigits: Self {
    mappingKeys { $0.mappingParts { parts in parts.map { Int($0) == nil ? $0 : $0.suffix(1) } } }
  }

  /// The change with each sequence of numbers in paths reduced to its last number.
  fileprivate var withoutRows: Self {
    mappingKeys {
      $0.mappingParts { parts in
        parts.indices.filter { index in
          Int(parts[index]) == nil || index + 1 == parts.count || Int(parts[index + 1]) == nil
        }.map { parts[$0] }
      }
    }
  }

  private func mappingKeys(_ change: (RecordKey) -> RecordKey) -> Self {
    guard case .write(let key, let field, let value) = self else { return self }
    let mapped = value.mapping { part in if case .reference(let key) = part { .reference(change(key)) } else { part } }
    return .write(change(key), field, mapped ?? value)
  }
}
