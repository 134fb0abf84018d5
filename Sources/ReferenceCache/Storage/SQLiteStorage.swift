import CSQLite
public import Foundation
import Synchronization

/// Storage in a SQLite file.
///
/// Each `apply` is one transaction. Removed bytes are overwritten in the file at once, and leave its log by `scrub`. A file that is no database, or is damaged, is replaced by an empty one: what it held was a cache.
public final class SQLiteStorage: Storage {
  private let path: String
  private let connection: Mutex<Connection?>

  /// Opens the file, or makes it.
  public init(file: URL) throws(StorageError) {
    path = file.path
    connection = Mutex(try Self.open(file.path))
  }

  public func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try working("reading from") { connection throws(SQLiteError) in
      var value: [UInt8]?
      try connection.run("SELECT value FROM entries WHERE collection = ?1 AND key = ?2", [collection.bytes, key.bytes])
      {
        value = $0.bytes(0)
      }
      return value
    }
  }

  public func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try working("reading from") { connection throws(SQLiteError) in
      var entries: [(key: String, value: [UInt8])] = []
      try connection.run("SELECT key, value FROM entries WHERE collection = ?1", [collection.bytes]) { row in
        entries.append((String(decoding: row.bytes(0), as: UTF8.self), row.bytes(1)))
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
      try connection.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
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
        throw StorageError(action: action, place: path, reason: "the storage was closed")
      }
      do throws(SQLiteError) {
        return try work(open)
      } catch {
        guard error.meansDamage else { throw StorageError(action: action, place: path, reason: error.reason) }
      }
      connection = nil
      let fresh = try Self.replace(path)
      connection = fresh
      do throws(SQLiteError) {
        return try work(fresh)
      } catch {
        throw StorageError(action: action, place: path, reason: error.reason)
      }
    }
  }

  private static func open(_ path: String) throws(StorageError) -> Connection {
    do throws(SQLiteError) {
      return try Connection(path)
    } catch {
      guard error.meansDamage else { throw StorageError(action: "opening", place: path, reason: error.reason) }
      return try replace(path)
    }
  }

  private static func replace(_ path: String) throws(StorageError) -> Connection {
    do {
      for suffix in ["", "-wal", "-shm", "-journal"] where FileManager.default.fileExists(atPath: path + suffix) {
        try FileManager.default.removeItem(atPath: path + suffix)
      }
      return try Connection(path)
    } catch let error as SQLiteError {
      throw StorageError(action: "replacing", place: path, reason: error.reason)
    } catch {
      throw StorageError(action: "replacing", place: path, reason: "\(error)")
    }
  }
}

extension String {
  fileprivate var bytes: [UInt8] { Array(utf8) }
}

extension Connection {
  /// Opens the file with the tables of this library.
  fileprivate convenience init(_ path: String) throws(SQLiteError) {
    try self.init(path: path)
    // The log survives the death of the process; only the machine's could take its newest transactions.
    try run("PRAGMA journal_mode = WAL")
    try run("PRAGMA synchronous = NORMAL")
    try run("PRAGMA secure_delete = ON")
    try run(
      "CREATE TABLE IF NOT EXISTS entries (collection BLOB NOT NULL, key BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY (collection, key))"
    )
  }

  fileprivate func apply(_ change: StorageChange) throws(SQLiteError) {
    switch change {
    case .write(let collection, let key, let value):
      try run(
        "INSERT OR REPLACE INTO entries (collection, key, value) VALUES (?1, ?2, ?3)",
        [collection.bytes, key.bytes, value])
    case .remove(let collection, let key):
      try run("DELETE FROM entries WHERE collection = ?1 AND key = ?2", [collection.bytes, key.bytes])
    case .removeAll(let collection):
      try run("DELETE FROM entries WHERE collection = ?1", [collection.bytes])
    }
  }
}
