/// The stored value of a field: a value, a list, or a reference to another record.
public indirect enum RecordValue: Hashable, Sendable {
  /// A value that is stored as it was received.
  case scalar(GraphValue)
  /// A list that may contain references.
  case list([RecordValue])
  /// The object with this key.
  case reference(RecordKey)
}

/// One field of one record.
struct RecordField: Hashable, Sendable {
  let record: RecordKey
  let field: FieldKey
}
