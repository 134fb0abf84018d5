public import Foundation
import ReferenceCacheSQLite

/// Records in a SQLite file, one row per field.
///
/// Each `apply` is one transaction, which survives the death of the process once it has returned. `CacheFile` describes
/// how damaged and foreign files are handled. A value may have `GraphValue.mostLevels` levels; one that has more is
/// refused, and one in a file counts as damaged.
public final class SQLiteRecordStore: RecordStore {
  private let path: String
  private let file: OpenCacheFile

  /// Opens the file, or creates it.
  ///
  /// - Parameters:
  ///   - file: the file; its folder must exist.
  ///   - patience: how many milliseconds to wait while another process has the file locked.
  /// - Throws: `StorageError` if the file cannot be opened, or is another app's database.
  public init(file: URL, patience: Int = 2000) throws(StorageError) {
    path = file.path
    self.file = try OpenCacheFile(
      CacheFile(
        kind: .graph, path: path, version: 1,
        table: CacheFile.Table(name: "record_fields", key: ("record", "field")),
        isReadable: { RecordValue(bytes: $0) != nil }),
      patience: patience)
  }

  public func value(of field: FieldKey, in record: RecordKey) throws(StorageError) -> RecordValue? {
    var found: [UInt8]?
    try file.working("reading from") { connection throws(SQLiteError) in
      try connection.run(
        "SELECT value FROM record_fields WHERE record = ?1 AND field = ?2", [record.bytes, field.bytes]
      ) { found = $0.bytes(0) }
    }
    return try found.map { bytes throws(StorageError) in try decoded(bytes, of: record, field) }
  }

  public func fields(of record: RecordKey) throws(StorageError) -> [FieldKey: RecordValue] {
    var found: [(FieldKey, [UInt8])] = []
    try file.working("reading from") { connection throws(SQLiteError) in
      try connection.run("SELECT field, value FROM record_fields WHERE record = ?1", [record.bytes]) {
        found.append((FieldKey(bytes: $0.bytes(0)), $0.bytes(1)))
      }
    }
    var fields: [FieldKey: RecordValue] = [:]
    for (field, bytes) in found { fields[field] = try decoded(bytes, of: record, field) }
    return fields
  }

  public func keys() throws(StorageError) -> [RecordKey] {
    var keys: [RecordKey] = []
    try file.working("reading from") { connection throws(SQLiteError) in
      try connection.run("SELECT DISTINCT record FROM record_fields") { keys.append(RecordKey(bytes: $0.bytes(0))) }
    }
    return keys
  }

  public func apply(_ changes: [RecordChange]) throws(StorageError) {
    guard !changes.isEmpty else { return }
    try file.working("writing to") { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        for change in changes { try connection.apply(change) }
      }
    }
  }

  /// Removes every record, and all traces of removed and replaced ones in the file and its log.
  ///
  /// - Throws: `StorageError` if another process is reading, because the log then keeps removed data until it is done.
  public func removeAll() throws(StorageError) {
    try file.working("clearing") { connection throws(SQLiteError) in
      try connection.run("DELETE FROM record_fields")
    }
    try file.scrub()
  }

  public func close() { file.close() }

  private func decoded(
    _ bytes: [UInt8], of record: RecordKey, _ field: FieldKey
  ) throws(StorageError) -> RecordValue {
    if let value = RecordValue(sealed: bytes, at: record, field) { return value }
    throw StorageError(
      action: "reading from", place: path, reason: "the record '\(record.text.prefix(80))' is damaged",
      advice: "open the file anew, which removes it, or clear the cache")
  }
}

extension Connection {
  fileprivate func apply(_ change: RecordChange) throws(SQLiteError) {
    switch change {
    case .write(let record, let field, let value):
      guard let sealed = value.sealed(at: record, field) else {
        throw SQLiteError(
          code: CSQLITE_TOOBIG, reason: "'\(field)' has more than \(GraphValue.mostLevels) levels of lists and objects")
      }
      try run(
        "INSERT OR REPLACE INTO record_fields (record, field, value) VALUES (?1, ?2, ?3)",
        [record.bytes, field.bytes, sealed])
    case .remove(let record): try run("DELETE FROM record_fields WHERE record = ?1", [record.bytes])
    }
  }
}
