/// The kinds of stored values. The numbers are part of the file format, and must never be reused.
private enum Tag: Int64 {
  case null = 0, no, yes, integer, fraction, text, list, object, records, reference
}

extension RecordValue {
  /// The value as it is stored for a field of a record. Nil if it has more levels than `GraphValue.mostLevels`.
  func sealed(at record: RecordKey, _ field: FieldKey) -> [UInt8]? {
    guard !isDeeper(than: GraphValue.mostLevels) else { return nil }
    var writer = ByteWriter()
    writer.write(self)
    return SealedEntry.seal(writer.bytes, at: record.bytes, field.bytes)
  }

  private func isDeeper(than levels: Int) -> Bool {
    switch self {
    case .scalar(let value): value.isDeeper(than: levels)
    case .reference: levels < 1
    case .list(let items): levels < 1 || items.contains { $0.isDeeper(than: levels - 1) }
    }
  }

  /// Reads the value stored for a field of a record. Nil if it is damaged, or belongs to another field.
  init?(sealed bytes: [UInt8], at record: RecordKey, _ field: FieldKey) {
    guard let content = SealedEntry.open(bytes, at: record.bytes, field.bytes) else { return nil }
    self.init(bytes: content)
  }

  /// Reads a value without its checksum. Nil if it is not one that `sealed` writes.
  init?(bytes: [UInt8]) {
    var reader = ByteReader(bytes)
    guard let value = reader.readRecordValue(), !value.isDeeper(than: GraphValue.mostLevels) else { return nil }
    self = value
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ tag: Tag) { write(tag.rawValue) }

  fileprivate mutating func write(_ value: RecordValue) {
    switch value {
    case .scalar(let value): write(value)
    case .list(let items):
      write(.records)
      write(Int64(items.count))
      for item in items { write(item) }
    case .reference(let key):
      write(.reference)
      write(key.bytes)
    }
  }

  private mutating func write(_ value: GraphValue) {
    switch value {
    case .null: write(Tag.null)
    case .bool(let bool): write(bool ? .yes : .no)
    case .integer(let number):
      write(.integer)
      write(number)
    case .fraction(let number):
      write(.fraction)
      write(number)
    case .text(let text):
      write(.text)
      write(text)
    case .list(let items):
      write(.list)
      write(Int64(items.count))
      for item in items { write(item) }
    case .object(let fields):
      write(.object)
      write(Int64(fields.count))
      for (name, value) in fields {
        write(name)
        write(value)
      }
    }
  }
}

extension ByteReader {
  fileprivate mutating func readRecordValue() -> RecordValue? {
    guard let tag = readInteger().flatMap(Tag.init) else { return nil }
    switch tag {
    case .records: return readList { $0.readRecordValue() }.map(RecordValue.list)
    case .reference: return readBytes().map { .reference(RecordKey(bytes: $0)) }
    default: return readGraphValue(tag).map(RecordValue.scalar)
    }
  }

  private mutating func readGraphValue() -> GraphValue? {
    readInteger().flatMap(Tag.init).flatMap { readGraphValue($0) }
  }

  private mutating func readGraphValue(_ tag: Tag) -> GraphValue? {
    switch tag {
    case .null: return .null
    case .no: return false
    case .yes: return true
    case .integer: return readInteger().map(GraphValue.integer)
    case .fraction: return readDouble().map(GraphValue.fraction)
    case .text: return readText().map(GraphValue.text)
    case .list: return readList { $0.readGraphValue() }.map(GraphValue.list)
    case .object:
      let fields = readList { reader -> (String, GraphValue)? in
        guard let name = reader.readText(), let value = reader.readGraphValue() else { return nil }
        return (name, value)
      }
      return fields.map { .object(Dictionary($0) { _, last in last }) }
    case .records, .reference: return nil
    }
  }
}
