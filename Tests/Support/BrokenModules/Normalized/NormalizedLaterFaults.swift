extension NormalizedAction {
  /// Values in memory that do not reach a file, or are not found in it.
  static let laterFaults: [GraphFault] = [
    keepingFirst("writes a field to its file once only") { _, _, _ in true },
    keepingFirst("forgets a null that replaced something when it ends") { _, _, new in new == .scalar(.null) },
    keepingFirst("forgets what a list lost when it ends") { _, old, new in
      if case (.list(let old), .list(let new)) = (old, new) { new.count < old.count } else { false }
    },
    keepingFirst("forgets what replaced a root's object when it ends") { key, _, new in
      if case .reference = new { key.text == "QUERY_ROOT" } else { false }
    },
    .graph("normalized.sqlite.kept", is: "changes what an earlier run stored until it ends") {
      let found = $0.keysFound()
      $0.records.keepFirst { key, _, _ in found.change { $0.contains(key) } }
    },
    .graph("normalized.remove.stays-removed", is: "removes what an earlier run stored until it ends") {
      let found = $0.keysFound()
      $0.records.undoAtEnd { change in
        if case .remove(let key) = change { found.change { $0.contains(key) } } else { false }
      }
    },
    .graph("normalized.remove.stays-removed", is: "clears what an earlier run stored until it ends") {
      let found = $0.keysFound()
      $0.records.undoClearingAtEnd { key in found.change { $0.contains(key) } }
    },
    .graph("normalized.remove.stays-removed", is: "clears what has no key until it ends") {
      $0.records.undoClearingAtEnd { $0.text.hasPrefix("QUERY_ROOT") }
    },
    .graph("normalized.clear", is: "clears the objects that have keys alone") {
      $0.records.clear = { base in
        try base.apply(base.keys().filter { !$0.text.hasPrefix("QUERY_ROOT") }.map(RecordChange.remove))
      }
    },
    .graph("normalized.sqlite.kept", is: "finds no fields with arguments in the objects of a file") {
      $0.open = { open in
        let records = try open()
        for key in try records.keys() where key.text != "QUERY_ROOT" {
          let fields = try records.fields(of: key)
          let left = fields.filter { !$0.key.description.contains("(") }
          if left.count < fields.count {
            try records.apply([.remove(key)] + left.map { .write(key, $0.key, $0.value) })
          }
        }
        return records
      }
    },
    .graph("normalized.remove.dangling-reference-misses", is: "drops what dangles when it opens its file") {
      $0.open = { open in
        let records = try open()
        try records.dropReferences { try records.fields(of: $0).isEmpty }
        return records
      }
    },
    .graph("normalized.watch.first-result", is: "asks the server for the first watcher of what an earlier run stored") {
      let (found, watchers) = ($0.keysFound(), Memo(0))
      $0.watcherPolicy = { policy in
        watchers.next() == 1 && !found.value.isEmpty ? .fetchIgnoringCacheData : policy
      }
    },
    .graph("normalized.watch.told-of-changes", is: "tells nobody of changes to what an earlier run stored") {
      let found = $0.keysFound()
      $0.times = { telling in
        let (changed, keys) = (telling.changed, Set(found.value.map(\.text)))
        return !changed.isEmpty && changed.keys.allSatisfy(keys.contains) ? 0 : 1
      }
    },
    forgetting("fetches without a policy brought") { $0 == nil },
    forgetting("fetches of what was missing brought") { $0 == .returnCacheDataElseFetch },
    forgetting("fetches beside the cache brought") { $0 == .returnCacheDataAndFetch },
    .graph("normalized.update.query", is: "loses updates where objects go by path") {
      let said = $0.configured()
      $0.step { step, _ in
        if case .update = step, said.value?.keyOf == nil { [] } else { [step] }
      }
    },
    .graph("normalized.watch.told-of-changes", is: "tells the first result only where objects go by path") {
      let said = $0.configured()
      $0.times = { $0.isFirst || said.value?.keyOf != nil ? 1 : 0 }
    },
  ]

  private static func keepingFirst(
    _ name: String, _ isKept: @escaping @Sendable (RecordKey, _ old: RecordValue, _ new: RecordValue) -> Bool
  ) -> GraphFault {
    .graph("normalized.sqlite.kept", is: name) { $0.records.keepFirst(isKept) }
  }

  private static func forgetting(
    _ what: String, _ isSuch: @escaping @Sendable (QueryCachePolicy?) -> Bool
  ) -> GraphFault {
    .graph("normalized.update.survives-restart", is: "forgets what \(what) when it ends") {
      let fetches = $0.fetchesUnderWay(isSuch)
      $0.records.undoAtEnd { _ in fetches.value > 0 }
    }
  }
}

extension RecordParts {
  /// Restores the first value of some fields that were overwritten, when the client ends.
  fileprivate mutating func keepFirst(
    _ isKept: @escaping @Sendable (RecordKey, _ old: RecordValue, _ new: RecordValue) -> Bool
  ) {
    let first = Memo<[RecordKey: [FieldKey: RecordValue]]>([:])
    writeEach { change, base in
      guard case .write(let key, let field, let new) = change, let old = try base.value(of: field, in: key),
        old != new, isKept(key, old, new)
      else { return [change] }
      first.change { $0[key, default: [:]][field] = $0[key]?[field] ?? old }
      return [change]
    }
    close = { base in
      for (key, fields) in first.value { try base.apply(fields.map { .write(key, $0.key, $0.value) }) }
      base.close()
    }
  }
}

extension RecordStore {
  /// Removes the references to some records, from lists or by setting null.
  func dropReferences(to isGone: (RecordKey) throws -> Bool) throws {
    for (record, field, value) in try references() {
      let gone = Set(try value.references.filter(isGone))
      guard !gone.isEmpty else { continue }
      let left = value.mapping { part in
        if case .reference(let key) = part, gone.contains(key) { nil } else { part }
      }
      try apply([.write(record, field, left ?? .scalar(.null))])
    }
  }
}
