/// How records are stored. By default, every part does what the reference does.
struct RecordParts: Sendable {
  /// The field that is used in place of a field.
  var field: @Sendable (FieldKey) -> FieldKey = { $0 }
  /// The value that is read in place of the stored one.
  var read: @Sendable (RecordValue?, RecordKey, any RecordStore) throws -> RecordValue? = { value, _, _ in value }
  /// The changes that are made in place of the given ones.
  var write: @Sendable ([RecordChange], any RecordStore) throws -> [RecordChange] = { changes, _ in changes }
  /// Removes all records.
  var clear: @Sendable (any RecordStore) throws -> Void = { try $0.removeAll() }

  /// Closes the records.
  var close: @Sendable (any RecordStore) throws -> Void = { $0.close() }

  /// Undoes some changes when the client ends.
  mutating func undoAtEnd(_ isUndone: @escaping @Sendable (RecordChange) -> Bool) {
    let before = Memo<[RecordKey: [FieldKey: RecordValue]]>([:])
    write = { changes, base in
      for key in Set(changes.filter(isUndone).map(\.key)) {
        let old = try base.fields(of: key)
        before.change { $0[key] = $0[key] ?? old }
      }
      return changes
    }
    restoreAtEnd(before)
  }

  /// Undoes the removal of all records when the client ends.
  mutating func undoClearingAtEnd() {
    let before = Memo<[RecordKey: [FieldKey: RecordValue]]>([:])
    clear = { base in
      for key in try base.keys() {
        let old = try base.fields(of: key)
        before.change { $0[key] = old }
      }
      try base.removeAll()
    }
    restoreAtEnd(before)
  }

  private mutating func restoreAtEnd(_ before: Memo<[RecordKey: [FieldKey: RecordValue]]>) {
    close = { base in
      for (key, fields) in before.value {
        try base.apply([.remove(key)] + fields.map { .write(key, $0.key, $0.value) })
      }
      base.close()
    }
  }

  /// Replaces each change by others.
  mutating func writeEach(_ change: @escaping @Sendable (RecordChange, any RecordStore) throws -> [RecordChange]) {
    write = { [write] changes, base in try write(changes.flatMap { try change($0, base) }, base) }
  }

  /// Replaces each removal by other changes.
  mutating func remove(_ instead: @escaping @Sendable (RecordKey, any RecordStore) throws -> [RecordChange]) {
    writeEach { change, base in if case .remove(let key) = change { try instead(key, base) } else { [change] } }
  }

  /// Removes the records that a removed record refers to.
  mutating func cascade() {
    remove { try [.remove($0)] + $1.fields(of: $0).values.flatMap(\.references).map(RecordChange.remove) }
  }
}

/// Records that are stored as changed parts determine.
struct ChangedRecords: RecordStore {
  let base: any RecordStore
  let parts: RecordParts
  /// Called with the keys of the records that are written.
  let note: @Sendable (Set<String>) -> Void

  func value(of field: FieldKey, in record: RecordKey) throws(StorageError) -> RecordValue? {
    try failing { try parts.read(base.value(of: parts.field(field), in: record), record, base) }
  }
  func fields(of record: RecordKey) throws(StorageError) -> [FieldKey: RecordValue] {
    let stored = try base.fields(of: record)
    return try failing {
      var fields: [FieldKey: RecordValue] = [:]
      for (field, value) in stored { fields[field] = try parts.read(value, record, base) }
      return fields
    }
  }
  func keys() throws(StorageError) -> [RecordKey] { try base.keys() }
  func apply(_ changes: [RecordChange]) throws(StorageError) {
    let meant = changes.map { change -> RecordChange in
      if case .write(let key, let field, let value) = change { .write(key, parts.field(field), value) } else { change }
    }
    note(Set(changes.map(\.key.text)))
    try failing { try base.apply(parts.write(meant, base)) }
  }
  func removeAll() throws(StorageError) { try failing { try parts.clear(base) } }
  func close() { try? parts.close(base) }

  private func failing<Value>(_ work: () throws -> Value) throws(StorageError) -> Value {
    do {
      return try work()
    } catch {
      throw error as? StorageError
        ?? StorageError(action: "using", place: "records", reason: "\(error)", advice: "mend the fault")
    }
  }
}

extension RecordChange {
  /// The key of the record that it changes.
  var key: RecordKey {
    switch self {
    case .write(let key, _, _), .remove(let key): key
    }
  }

  /// Whether it removes a record.
  var isRemoval: Bool { if case .remove = self { true } else { false } }
}

extension RecordValue {
  /// The keys that it refers to.
  var references: [RecordKey] {
    switch self {
    case .scalar: []
    case .list(let items): items.flatMap(\.references)
    case .reference(let key): [key]
    }
  }

  /// The value with a closure applied to every part, innermost first. An item of a list that becomes nil is left out.
  func mapping(_ change: (RecordValue) -> RecordValue?) -> RecordValue? {
    if case .list(let items) = self { change(.list(items.compactMap { $0.mapping(change) })) } else { change(self) }
  }
}

extension RecordStore {
  /// All fields that refer to other records.
  func references() throws -> [(record: RecordKey, field: FieldKey, value: RecordValue)] {
    try keys().flatMap { key in
      try fields(of: key).filter { !$0.value.references.isEmpty }.map { (key, $0.key, $0.value) }
    }
  }
}

extension RecordKey {
  /// Whether it is the key of the record where queries start.
  var isRoot: Bool { text == "QUERY_ROOT" }
}
