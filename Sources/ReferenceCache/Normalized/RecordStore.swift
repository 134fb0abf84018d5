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
  func value(of field: FieldKey, in record: RecordKey) throws(RecordStoreError) -> RecordValue?
  /// All that is stored for a record.
  func fields(of record: RecordKey) throws(RecordStoreError) -> [FieldKey: RecordValue]
  /// The key of every record, in no particular order.
  func keys() throws(RecordStoreError) -> [RecordKey]
  /// Makes all the changes, in order, or none.
  func apply(_ changes: [RecordChange]) throws(RecordStoreError)
  /// Removes every record.
  func removeAll() throws(RecordStoreError)
  /// Lets go of what the store holds open. It is not used afterwards.
  func close()
}

/// A failure to read or write records.
public struct RecordStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done.
  public let action: String
  /// To which file.
  public let place: String
  /// What went wrong.
  public let reason: String
  /// What to do next.
  public let advice: String

  /// Says what failed, why, and what to do next.
  public init(action: String, place: String, reason: String, advice: String) {
    self.action = action
    self.place = place
    self.reason = reason
    self.advice = advice
  }

  public var description: String { "\(action) \(place) failed: \(reason); \(advice)" }
}
