import CSQLite
public import Foundation
import Synchronization

/// Records in a SQLite file, a row a field.
///
/// Each `apply` is one transaction, which survives the death of the process once it has returned. A file that is damaged,
/// or is no database, is left as it is: it may be another's, put here by mistake.
public final class SQLiteRecordStore: RecordStore {
  private let path: String
  private let connection: Mutex<Connection?>

  /// Opens the file, or makes it.
  ///
  /// - Parameter patience: how many milliseconds to wait while another process has the file locked.
  public init(file: URL, patience: Int = 2000) throws(RecordStoreError) {
    path = file.path
    do throws(SQLiteError) {
      let connection = try Connection(path: file.path)
      try connection.run("PRAGMA busy_timeout = \(patience)")
      // Nothing is lost with a file that is only being made: it need not be waited for.
      try connection.run("PRAGMA synchronous = OFF")
      try connection.run("PRAGMA journal_mode = WAL")
      try connection.run(
        """
        CREATE TABLE IF NOT EXISTS record_fields
          (record BLOB NOT NULL, field BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY (record, field)) WITHOUT ROWID
        """)
      // The log survives the death of the process; only the machine's could take its newest transactions.
      try connection.run("PRAGMA synchronous = NORMAL")
      self.connection = Mutex(connection)
    } catch {
      throw RecordStoreError("opening", file.path, error)
    }
  }

  public func value(of field: FieldKey, in record: RecordKey) throws(RecordStoreError) -> RecordValue? {
    var found: [UInt8]?
    try working("reading from") { connection throws(SQLiteError) in
      try connection.run(
        "SELECT value FROM record_fields WHERE record = ?1 AND field = ?2", [record.bytes, field.bytes]
      ) { found = $0.bytes(0) }
    }
    return try found.map { bytes throws(RecordStoreError) in try decoded(bytes, of: record) }
  }

  public func fields(of record: RecordKey) throws(RecordStoreError) -> [FieldKey: RecordValue] {
    var found: [(FieldKey, [UInt8])] = []
    try working("reading from") { connection throws(SQLiteError) in
      try connection.run("SELECT field, value FROM record_fields WHERE record = ?1", [record.bytes]) {
        found.append((FieldKey(bytes: $0.bytes(0)), $0.bytes(1)))
      }
    }
    var fields: [FieldKey: RecordValue] = [:]
    for (field, bytes) in found { fields[field] = try decoded(bytes, of: record) }
    return fields
  }

  public func keys() throws(RecordStoreError) -> [RecordKey] {
    var keys: [RecordKey] = []
    try working("reading from") { connection throws(SQLiteError) in
      try connection.run("SELECT DISTINCT record FROM record_fields") { keys.append(RecordKey(bytes: $0.bytes(0))) }
    }
    return keys
  }

  public func apply(_ changes: [RecordChange]) throws(RecordStoreError) {
    guard !changes.isEmpty else { return }
    try working("writing to") { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        for change in changes { try connection.apply(change) }
      }
    }
  }

  public func removeAll() throws(RecordStoreError) {
    try working("clearing") { connection throws(SQLiteError) in
      try connection.run("DELETE FROM record_fields")
    }
  }

  public func close() { connection.withLock { $0 = nil } }

  private func working<Result>(
    _ action: String, _ work: (Connection) throws(SQLiteError) -> Result
  ) throws(RecordStoreError) -> Result {
    try connection.withLock { connection throws(RecordStoreError) in
      guard let connection else {
        throw RecordStoreError(
          action: action, place: path, reason: "the store was closed", advice: "open the file anew")
      }
      do throws(SQLiteError) {
        return try work(connection)
      } catch {
        throw RecordStoreError(action, path, error)
      }
    }
  }

  private func decoded(_ bytes: [UInt8], of record: RecordKey) throws(RecordStoreError) -> RecordValue {
    if let value = RecordValue(sealed: bytes) { return value }
    throw RecordStoreError(
      action: "reading from", place: path, reason: "the record '\(record.text.prefix(80))' is damaged",
      advice: "clear the cache, or remove the file")
  }
}

extension Connection {
  fileprivate func apply(_ change: RecordChange) throws(SQLiteError) {
    switch change {
    case .write(let record, let field, let value):
      try run(
        "INSERT OR REPLACE INTO record_fields (record, field, value) VALUES (?1, ?2, ?3)",
        [record.bytes, field.bytes, value.sealed])
    case .remove(let record): try run("DELETE FROM record_fields WHERE record = ?1", [record.bytes])
    }
  }
}

extension RecordStoreError {
  /// What SQLite said, with what follows from it.
  fileprivate init(_ action: String, _ path: String, _ error: SQLiteError) {
    let advice =
      if error.meansDamage {
        "the file is no database or is damaged: choose another, or remove it"
      } else if error.code & 0xFF == CSQLITE_BUSY {
        "another process has locked the file: try again once it is done"
      } else {
        "check that the folder exists, and that the file is one and can be written to"
      }
    self.init(action: action, place: path, reason: error.reason, advice: advice)
  }
}
