import ReferenceCacheSQLite
import Foundation

/// Opens the files of this library, all in the same way.
///
/// A file's owner is identified by SQLite's application id and version (https://sqlite.org/fileformat2.html, 1.3). A
/// file of this library that is damaged or of another version is emptied, because it only held a cache. Another app's
/// database is left alone, and opening it is an error. A file that is not a database is copied to another name before.
///
/// Several processes may have a file open. It is emptied in its place, by SQLite, and never moved or removed, because
/// others would go on writing to what was moved, and SQLite would delete the log of its successor.
struct CacheFile: Sendable {
  /// The purpose of a file, which is its application id: four ASCII characters as a number.
  enum Kind: Int32 {
    /// Bytes by collection and key: "SwCC".
    case storage = 0x5377_4343
    /// Records of a graph: "SwCG".
    case graph = 0x5377_4347
  }

  /// The purpose of the file.
  let kind: Kind
  /// The path.
  let path: String
  /// The version of the layout. Files with another version are replaced.
  let version: Int32
  /// Its only table.
  let table: Table
  /// Whether a value whose checksum is right can be read. One that cannot, which nothing but a forger writes, is removed
  /// when the file is opened.
  var isReadable: @Sendable ([UInt8]) -> Bool = { _ in true }

  /// A table of sealed values with a key of two parts.
  struct Table {
    let name: String
    /// The columns of its key.
    let key: (String, String)

    /// The statement that creates it.
    var creation: String {
      "CREATE TABLE \(name) (\(key.0) BLOB NOT NULL, \(key.1) BLOB NOT NULL, value BLOB NOT NULL, "
        + "PRIMARY KEY (\(key.0), \(key.1))) WITHOUT ROWID"
    }
  }

  /// The path to which the bytes of a file are copied that is no database.
  private var asidePath: String { path + ".unreadable" }

  /// Opens the file, or creates it. A damaged one is emptied.
  ///
  /// - Parameter patience: how many milliseconds to wait while another process has it locked.
  func open(patience: Int) throws(StorageError) -> Connection {
    // Whoever opens the file looks at it, and creates or empties it, alone.
    let lock = try OpeningLock(path, patience: patience)
    defer { lock.release() }
    do throws(SQLiteError) {
      let connection = try Connection(path: path, patience: patience)
      if try isSound(connection) { return connection }
      try connection.empty()
    } catch {
      if error.isForeign { throw foreign }
      throw StorageError("opening", path, error)
    }
    do throws(SQLiteError) {
      let connection = try Connection(path: path, patience: patience)
      try create(connection)
      return connection
    } catch {
      throw StorageError("replacing", path, error)
    }
  }

  /// Removes the copy of a file that was set aside, because it may contain data that must be erased.
  func removeWhatWasSetAside() { try? FileManager.default.removeItem(atPath: asidePath) }

  /// Makes a connection to a sound file, or to a new one, ready for use. Returns whether the file is one.
  private func isSound(_ connection: Connection) throws(SQLiteError) -> Bool {
    guard let (id, found, schema) = try header(connection) else { return false }
    if id == 0, found == 0, schema.isEmpty {
      try create(connection)
      return true
    }
    guard id == Int64(kind.rawValue) else { throw .foreign }
    guard found == Int64(version), schema == [table.creation] else { return false }
    do throws(SQLiteError) {
      try check(connection)
    } catch {
      if error.isOfTheMachine { throw error }
      return false
    }
    try configure(connection)
    return true
  }

  /// The application, the version and the statements of the tables. Nil if the file is damaged, or is no database and
  /// was set aside.
  private func header(_ connection: Connection) throws(SQLiteError) -> (id: Int64, version: Int64, schema: [String])? {
    do throws(SQLiteError) {
      return try connection.transaction(isReading: true) { () throws(SQLiteError) in
        var schema: [String] = []
        try connection.run("SELECT sql FROM sqlite_schema") {
          schema.append(String(decoding: $0.bytes(0), as: UTF8.self))
        }
        return (
          try connection.integer("PRAGMA application_id"), try connection.integer("PRAGMA user_version"), schema
        )
      }
    } catch {
      if error.isOfTheMachine { throw error }
      let header = try connection.fileBytes(100)
      if !header.starts(with: Array("SQLite format 3\0".utf8)) {
        try setAside(connection)
      } else if !isOurs(header) {
        throw .foreign
      }
      return nil
    }
  }

  private func configure(_ connection: Connection) throws(SQLiteError) {
    try connection.run("PRAGMA journal_mode = WAL")
    // The log survives the death of the process. Only a failure of the machine can lose its newest transactions.
    try connection.run("PRAGMA synchronous = NORMAL")
  }

  private func create(_ connection: Connection) throws(SQLiteError) {
    // A new file contains nothing that could be lost, so there is no need to wait for the disk.
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.transaction { () throws(SQLiteError) in
      try connection.run(table.creation)
      try connection.run("PRAGMA application_id = \(kind.rawValue)")
      try connection.run("PRAGMA user_version = \(version)")
    }
    try configure(connection)
  }

  /// Copies a file that is no database, because it may be somebody's.
  private func setAside(_ connection: Connection) throws(SQLiteError) {
    guard FileManager.default.createFile(atPath: asidePath, contents: nil),
      let copy = FileHandle(forWritingAtPath: asidePath)
    else {
      throw SQLiteError(code: CSQLITE_CANTOPEN, reason: "it is no database, and cannot be copied to \(asidePath)")
    }
    defer { try? copy.close() }
    let size = connection.fileSize
    for offset in stride(from: 0, to: size, by: 1 << 20) {
      let bytes = try connection.fileBytes(1 << 20, at: offset)
      do {
        try copy.write(contentsOf: bytes)
      } catch {
        throw cannotSetAside
      }
    }
  }

  private var cannotSetAside: SQLiteError {
    SQLiteError(code: CSQLITE_CANTOPEN, reason: "it is no database, and cannot be copied to \(asidePath)")
  }

  // MARK: Ownership

  /// Whether a header has the application id of this kind, even if the rest is damaged.
  private func isOurs(_ header: [UInt8]) -> Bool {
    let id = header.dropFirst(68).prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    return id == UInt32(bitPattern: kind.rawValue)
  }

  private var foreign: StorageError {
    StorageError(
      action: "opening", place: path, reason: "it is another app's database, or another cache's",
      advice: "choose another path; the file was left as it is")
  }
}

extension SQLiteError {
  /// The file is another app's.
  fileprivate static let foreign = SQLiteError(code: -1, reason: "it is another app's database, or another cache's")

  fileprivate var isForeign: Bool { code == Self.foreign.code }

  /// Whether the error is due to the machine or another process, and not to the file.
  fileprivate var isOfTheMachine: Bool {
    [
      CSQLITE_BUSY, CSQLITE_CANTOPEN, CSQLITE_FULL, CSQLITE_IOERR, CSQLITE_LOCKED, CSQLITE_NOMEM, CSQLITE_PERM,
      CSQLITE_READONLY,
    ].contains(code & 0xFF)
  }
}

extension StorageError {
  /// Combines SQLite's message with advice on what to do about it.
  init(_ action: String, _ path: String, _ error: SQLiteError) {
    let advice =
      switch error.code & 0xFF {
      case CSQLITE_BUSY, CSQLITE_LOCKED: "another process has locked the file: try again once it is done"
      case CSQLITE_FULL: "the disk is full: free some of it"
      case CSQLITE_TOOBIG: "store less of it in one value"
      case CSQLITE_CORRUPT, CSQLITE_NOTADB: "the file is damaged: open it anew, which replaces it, or remove it"
      default: "check that the folder exists, and that the file is one and can be written to"
      }
    self.init(action: action, place: path, reason: error.reason, advice: advice)
  }
}
