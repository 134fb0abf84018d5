/// A change to the stored records.
public enum RecordChange: Sendable {
  /// Sets a field of a record, replacing any other value.
  case write(RecordKey, FieldKey, RecordValue)
  /// Removes the record with this key.
  case remove(RecordKey)
}

/// Records by key, stored field by field, so that the cost of a query depends on the fields it reads and not on the
/// size of their records.
public protocol RecordStore: Sendable {
  /// The stored value of a field, or nil.
  func value(of field: FieldKey, in record: RecordKey) throws(StorageError) -> RecordValue?
  /// All stored fields of a record.
  func fields(of record: RecordKey) throws(StorageError) -> [FieldKey: RecordValue]
  /// The key of every record, in no particular order.
  func keys() throws(StorageError) -> [RecordKey]
  /// Makes all the changes in order, or none.
  func apply(_ changes: [RecordChange]) throws(StorageError)
  /// Removes every record.
  func removeAll() throws(StorageError)
  /// Closes the store, which must not be used afterwards.
  func close()
}
