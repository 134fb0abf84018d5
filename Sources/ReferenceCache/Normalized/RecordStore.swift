/// A change to the records that are stored.
public enum RecordChange: Sendable {
  /// A field of a record holds this value, in place of any other.
  case write(RecordKey, FieldKey, RecordValue)
  /// There is no record with this key afterwards.
  case remove(RecordKey)
}

/// Records by key, field by field: so that a query costs the fields that it touches, and no record's size.
public protocol RecordStore: Sendable {
  /// What is stored for a field, or nil.
  func value(of field: FieldKey, in record: RecordKey) throws(StorageError) -> RecordValue?
  /// All that is stored for a record.
  func fields(of record: RecordKey) throws(StorageError) -> [FieldKey: RecordValue]
  /// The key of every record, in no particular order.
  func keys() throws(StorageError) -> [RecordKey]
  /// Makes all the changes, in order, or none.
  func apply(_ changes: [RecordChange]) throws(StorageError)
  /// Removes every record.
  func removeAll() throws(StorageError)
  /// Lets go of what the store holds open. It is not used afterwards.
  func close()
}
