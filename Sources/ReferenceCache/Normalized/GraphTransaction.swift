/// One transaction. Its writes and removals are an overlay on the stored records, and are stored when it ends.
///
/// It must not be used after the closure that receives it has returned.
public final class GraphTransaction {
  private struct Touched {
    /// Whether the stored record is removed.
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
  /// - Throws: `CacheMiss` if a part of it is missing.
  public func read(_ query: GraphOperation) throws -> GraphValue { try read(Reading(query)).data.get() }

  /// The data of a fragment of the object with this key or this path.
  ///
  /// - Throws: `CacheMiss` if a part of it is missing.
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
    // The error for the given key is reported, because a given key takes precedence over a path.
    throw failures[0]
  }

  private func value(of field: FieldKey, in record: RecordKey) throws(StorageError) -> RecordValue? {
    guard let over = touched[record] else { return try records.value(of: field, in: record) }
    if let value = over.fields[field] { return value }
    return over.isRemoved ? nil : try records.value(of: field, in: record)
  }

  // MARK: Writing

  /// Reads a query, lets a closure change its data, and writes the result.
  public func update(_ query: GraphOperation, _ change: (inout GraphValue) throws -> Void) throws {
    var data = try read(query)
    try change(&data)
    try write(data, Reading(query))
  }

  /// Reads a fragment of an object, lets a closure change its data, and writes the result.
  public func update(
    _ fragment: GraphFragment, key: String, _ change: (inout GraphValue) throws -> Void
  ) throws {
    var (data, reading) = try find(fragment, key: key)
    try change(&data)
    try write(data, reading)
  }

  /// Writes data.
  ///
  /// - Throws: `StorageError` if the data has more levels than `GraphValue.mostLevels`.
  func write(_ data: GraphValue, _ reading: Reading) throws(StorageError) {
    guard !data.isDeeper(than: GraphValue.mostLevels) else {
      throw StorageError(
        action: "storing data at", place: reading.root.text,
        reason: "it has more than \(GraphValue.mostLevels) levels of lists and objects",
        advice: "select less of it, or fetch it with a policy that stores nothing")
    }
    Normalizer(keyOf: keyOf) { [self] record, field, value in
      guard !record.isUnreachable else { return }
      touch(record) { $0.fields[field] = value }
    }
    .normalize(data, reading.selected, at: reading.root)
  }

  // MARK: Removing

  /// Removes the object with this key or this path. The objects it refers to stay, and so do references to it.
  public func removeObject(for key: String) { for key in RecordKey.named(key) { remove(key) } }

  /// Removes the objects whose keys contain a pattern, ignoring case. It examines every key.
  public func removeObjects(matching pattern: String) throws { try removeObjects { $0.contains(pattern) } }

  /// Removes the chosen objects, among those that are stored and those that this transaction wrote.
  package func removeObjects(where isChosen: (RecordKey) -> Bool) throws {
    for key in Set(try records.keys()).union(touched.keys) where isChosen(key) { remove(key) }
  }

  private func remove(_ key: RecordKey) { touch(key) { $0 = Touched(isRemoved: true) } }

  private func touch(_ record: RecordKey, _ change: (inout Touched) -> Void) {
    if touched[record] == nil { order.append(record) }
    change(&touched[record, default: Touched()])
  }

  // MARK: Ending

  /// Stores the fields that differ from the stored ones, all of them or none.
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
