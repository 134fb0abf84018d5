public import Foundation

/// Storage in a SQLite file.
///
/// Each `apply` is one transaction. Removed bytes are overwritten in the file at once, and erased from its log by
/// `scrub`. `CacheFile` describes how damaged and foreign files are handled.
public final class SQLiteStorage: CacheStorage {
  private let file: OpenCacheFile

  /// Opens the file, or creates it.
  ///
  /// - Parameters:
  ///   - file: the file; its folder must exist.
  ///   - patience: how many milliseconds to wait while another process has the file locked.
  /// - Throws: `StorageError` if the file cannot be opened, or is another app's database.
  public init(file: URL, patience: Int = 2000) throws(StorageError) {
    self.file = try OpenCacheFile(
      CacheFile(
        kind: .storage, path: file.path, version: 2,
        table: CacheFile.Table(name: "entries", key: ("collection", "key"))),
      patience: patience)
  }

  public func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try file.working("reading from") { connection throws(SQLiteError) in
      var value: [UInt8]?
      try connection.run("SELECT value FROM entries WHERE collection = ?1 AND key = ?2", [collection.bytes, key.bytes])
      {
        value = $0.bytes(0)
      }
      return value.flatMap { SealedEntry.open($0, at: collection.bytes, key.bytes) }
    }
  }

  public func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try file.working("reading from") { connection throws(SQLiteError) in
      var entries: [(key: String, value: [UInt8])] = []
      try connection.run("SELECT key, value FROM entries WHERE collection = ?1", [collection.bytes]) { row in
        let key = String(decoding: row.bytes(0), as: UTF8.self)
        if let value = SealedEntry.open(row.bytes(1), at: collection.bytes, key.bytes) { entries.append((key, value)) }
      }
      return entries
    }
  }

  public func apply(_ changes: [StorageChange]) throws(StorageError) {
    try file.working("writing to") { connection throws(SQLiteError) in
      try connection.transaction { () throws(SQLiteError) in
        for change in changes { try connection.apply(change) }
      }
    }
  }

  public func scrub() throws(StorageError) { try file.scrub() }

  public func close() { file.close() }
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
