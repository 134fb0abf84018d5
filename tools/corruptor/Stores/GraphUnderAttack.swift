import Foundation
import ReferenceCache

/// The fields of graph records.
struct GraphUnderAttack: AttackedStore {
  private let store: SQLiteRecordStore
  private static let fields = ["name", "friends", "address", "note"].map { FieldKey($0) }

  static let table = TableLayout(name: "record_fields", key: ["record", "field"])
  static let keysAStep = 4

  init(file: URL) throws(StorageError) { store = try SQLiteRecordStore(file: file) }

  private static func record(_ key: Int) -> RecordKey { RecordKey(given: "droid \(key / fields.count)") }
  private static func field(_ key: Int) -> FieldKey { fields[key % fields.count] }

  static func value(_ key: Int, _ version: Int) -> RecordValue {
    let text = Contents.text(key, version)
    switch key % 4 {
    case 1: return .list([.reference(RecordKey(given: text)), .reference(record(key + 4)), .scalar(.null)])
    case 2: return .scalar(.object(["street": .text(text), "number": .integer(Int64(version))]))
    default: return .scalar(.text(text))
    }
  }

  static func text(of value: RecordValue) -> [UInt8] {
    switch value {
    case .list(let items): items.first.map(text(of:)) ?? []
    case .reference(let key): Array(key.text.utf8)
    case .scalar(.text(let text)): Array(text.utf8)
    case .scalar(let value): value["street"].map { text(of: .scalar($0)) } ?? []
    }
  }

  func read(_ key: Int) throws(StorageError) -> RecordValue? {
    try store.value(of: Self.field(key), in: Self.record(key))
  }

  func list() throws(StorageError) -> [(key: Int?, name: String, value: RecordValue?)] {
    var listed: [(key: Int?, name: String, value: RecordValue?)] = []
    for record in try store.keys() {
      let first = Int(record.text.dropFirst(6)).map { $0 * Self.fields.count }
      let known = first.flatMap { Self.record($0) == record ? $0 : nil }
      if known == nil { listed.append((nil, "\(record)", nil)) }
      for (field, value) in try store.fields(of: record) {
        let key = Self.fields.firstIndex(of: field).flatMap { index in known.map { $0 + index } }
        listed.append((key, "\(field) of \(record)", value))
      }
    }
    return listed
  }

  func write(_ keys: [Int], version: Int) throws(StorageError) {
    try store.apply(keys.map { .write(Self.record($0), Self.field($0), Self.value($0, version)) })
  }

  /// A record is removed with all of its fields.
  static func removed(with key: Int) -> [Int] { fields.indices.map { key / fields.count * fields.count + $0 } }

  func remove(_ keys: [Int]) throws(StorageError) {
    try store.apply(keys.map { .remove(Self.record($0)) })
  }

  func clear() throws(StorageError) { try store.removeAll() }

  func close() { store.close() }
}
