/// The work of one transaction: what it wrote and removed so far lies over what is stored, and is stored at its end.
///
/// It is used by the body that it is handed to, and not afterwards.
public final class GraphTransaction {
  private struct Touched {
    /// Whether the record as it is stored no longer counts.
    var isRemoved = false
    var fields: [FieldKey: RecordValue] = [:]
  }

  private let records: any RecordStore
  private let keyOf: ObjectKeyFunction?
  private var touched: [RecordKey: Touched] = [:]
  private var order: [RecordKey] = []

  init(_ records: any RecordStore, keyOf: ObjectKeyFunction?) {
    self.records = records
    self.keyOf = keyOf
  }

  // MARK: Reading

  /// The data of a query.
  ///
  /// - Throws: `CacheMiss` when a part of it is missing.
  public func read(_ query: GraphOperation) throws -> GraphValue { try read(Reading(query)).data.get() }

  /// The data of a fragment of the object with this key, or with this path.
  ///
  /// - Throws: `CacheMiss` when a part of it is missing.
  public func read(_ fragment: GraphFragment, key: String) throws -> GraphValue {
    try find(fragment, key: key).data
  }

  func read(_ reading: Reading) -> ReadResult {
    GraphReader.read(reading) { [self] field, record in try value(of: field, in: record) }
  }

  private func find(_ fragment: GraphFragment, key: String) throws -> (data: GraphValue, reading: Reading) {
    var failures: [any Error] = []
    for reading in RecordKey.named(key).map({ Reading(root: $0, fragment.fields) }) {
      switch read(reading).data {
      case .success(let data): return (data, reading)
      case .failure(let error): failures.append(error)
      }
    }
    // Keys that were given are meant first.
    throw failures[0]
  }

  private func value(of field: FieldKey, in record: RecordKey) throws(StorageError) -> RecordValue? {
    guard let over = touched[record] else { return try records.value(of: field, in: record) }
    if let value = over.fields[field] { return value }
    return over.isRemoved ? nil : try records.value(of: field, in: record)
  }

  // MARK: Writing

  /// Reads a query, lets the body change its data, and writes the outcome.
  public func update(_ query: GraphOperation, _ change: (inout GraphValue) throws -> Void) throws {
    var data = try read(query)
    try change(&data)
    write(data, Reading(query))
  }

  /// Reads a fragment of an object, lets the body change its data, and writes the outcome.
  public func update(
    _ fragment: GraphFragment, key: String, _ change: (inout GraphValue) throws -> Void
  ) throws {
    var (data, reading) = try find(fragment, key: key)
    try change(&data)
    write(data, reading)
  }

  func write(_ data: GraphValue, _ reading: Reading) {
    Normalizer(keyOf: keyOf) { [self] record, field, value in
      guard !record.isUnreachable else { return }
      touch(record) { $0.fields[field] = value }
    }
    .normalize(data, reading.selected, at: reading.root)
  }

  // MARK: Removing

  /// Removes the object with this key, or with this path. What it refers to stays, and so do references to it.
  public func removeObject(for key: String) { for key in RecordKey.named(key) { remove(key) } }

  /// Removes the objects whose keys contain a pattern, whatever the case of the letters. It looks at every key.
  public func removeObjects(matching pattern: String) throws { try removeObjects { $0.contains(pattern) } }

  /// Removes the objects whose keys are chosen, of what is stored and of what this transaction wrote.
  package func removeObjects(where isChosen: (RecordKey) -> Bool) throws {
    for key in Set(try records.keys()).union(touched.keys) where isChosen(key) { remove(key) }
  }

  private func remove(_ key: RecordKey) { touch(key) { $0 = Touched(isRemoved: true) } }

  private func touch(_ record: RecordKey, _ change: (inout Touched) -> Void) {
    if touched[record] == nil { order.append(record) }
    change(&touched[record, default: Touched()])
  }

  // MARK: Ending

  /// Stores what differs from what is stored, all of it or nothing.
  ///
  /// - Returns: the fields that changed.
  func commit() throws(StorageError) -> Set<RecordField> {
    var changes: [RecordChange] = []
    var changed: Set<RecordField> = []
    for record in order {
      guard let over = touched[record] else { continue }
      let gone = over.isRemoved ? try records.fields(of: record) : [:]
      if !gone.isEmpty { changes.append(.remove(record)) }
      for (field, old) in gone where over.fields[field] != old {
        changed.insert(RecordField(record: record, field: field))
      }
      for (field, value) in over.fields {
        let old = over.isRemoved ? gone[field] : try records.value(of: field, in: record)
        if over.isRemoved || old != value { changes.append(.write(record, field, value)) }
        if old != value { changed.insert(RecordField(record: record, field: field)) }
      }
    }
    try records.apply(changes)
    return changed
  }
}
