import CSQLite
public import Foundation
import Synchronization

/// Storage in a SQLite file.
///
/// Each `apply` is one transaction. Removed bytes are overwritten in the file at once, and leave its log by `scrub`. What
/// becomes of a file that is damaged, or another's, `CacheFile` says.
public final class SQLiteStorage: Storage {
  private let file: CacheFile
  private let connection: Mutex<Connection?>

  /// Opens the file, or makes it.
  ///
  /// - Parameters:
  ///   - file: the file; its folder has to be there.
  ///   - patience: how many milliseconds to wait while another process is in the way.
  /// - Throws: `StorageError` where it cannot be opened, or is another app's database.
  public init(file: URL, patience: Int = 2000) throws(StorageError) {
    self.file = CacheFile(
      kind: .storage, path: file.path, version: 1,
      table: """
        CREATE TABLE entries (collection BLOB NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, \
        PRIMARY KEY (collection, key)) WITHOUT ROWID
        """)
    connection = Mutex(try self.file.open(patience: patience))
  }

  public func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try working("reading from") { connection throws(SQLiteError) in
      var value: [UInt8]?
      try connection.run("SELECT value FROM entries WHERE collection = ?1 AND key = ?2", [collection.bytes, key.bytes])
      {
        value = $0.bytes(0)
      }
      return value.flatMap { SealedEntry.open($0, at: collection.bytes, key.bytes) }
    }
  }

  public func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try working("reading from") { connection throws(SQLiteError) in
      var entries: [(key: String, value: [UInt8])] = []
      try connection.run("SELECT key, value FROM entries WHERE collection = ?1", [collection.bytes]) { row in
        let key = String(decoding: row.bytes(0), as: UTF8.self)
        if let value = SealedEntry.open(row.bytes(1), at: collection.bytes, key.bytes) { entries.append((key, value)) }
      }
      return entries
    }
  }

  public func apply(_ changes: [StorageChange]) throws(StorageError) {
    try working("writing to") { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        for change in changes { try connection.apply(change) }
      }
    }
  }

  public func scrub() throws(StorageError) {
    try working("scrubbing") { connection throws(SQLiteError) in
      // Its answer says whether it was kept from it, by another process that reads.
      let isKept = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0
      if isKept { throw SQLiteError(code: CSQLITE_BUSY, reason: "another process reads what was removed") }
    }
    file.removeWhatWasSetAside()
  }

  public func close() {
    connection.withLock { $0 = nil }
  }

  /// Works on the open file. A damaged one is replaced, and the work tried once more.
  private func working<Result>(
    _ action: String, _ work: (Connection) throws(SQLiteError) -> Result
  ) throws(StorageError) -> Result {
    try connection.withLock { (connection) throws(StorageError) -> Result in
      guard let open = connection else {
        throw StorageError(
          action: action, place: file.path, reason: "the storage was closed", advice: "open the file anew")
      }
      do throws(SQLiteError) {
        return try work(open)
      } catch {
        guard error.meansDamage else { throw StorageError(action, file.path, error) }
      }
      connection = nil
      let fresh = try file.startClean()
      connection = fresh
      do throws(SQLiteError) {
        return try work(fresh)
      } catch {
        throw StorageError(action, file.path, error)
      }
    }
  }
}

extension String {
  fileprivate var bytes: [UInt8] { Array(utf8) }
}

extension Connection {
  fileprivate func apply(_ change: StorageChange) throws(SQLiteError) {
    switch change {
    case .write(let collection, let key, let value):
      try run(
        "INSERT OR REPLACE INTO entries (collection, key, value) VALUES (?1, ?2, ?3)",
        [collection.bytes, key.bytes, SealedEntry.seal(value, at: collection.bytes, key.bytes)])
    case .remove(let collection, let key):
      try run("DELETE FROM entries WHERE collection = ?1 AND key = ?2", [collection.bytes, key.bytes])
    case .removeAll(let collection):
      try run("DELETE FROM entries WHERE collection = ?1", [collection.bytes])
    }
  }
}
