import ReferenceCacheSQLite
import Foundation

/// Opens the files of this library, all in the same way.
///
/// A file's owner is identified by SQLite's application id and version (https://sqlite.org/fileformat2.html, 1.3). A
/// file of this library that is damaged or of another version is replaced by an empty one, because it only held a
/// cache. Another app's database is left alone, and opening it is an error. A file that is not a database is set aside
/// under another name.
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

  private static let companions = ["", "-wal", "-shm", "-journal"]

  /// The path to which an unreadable file is moved.
  private var asidePath: String { path + ".unreadable" }

  /// Opens the file, or creates it.
  ///
  /// - Parameter patience: how many milliseconds to wait while another process has it locked.
  func open(patience: Int) throws(StorageError) -> Connection {
    do throws(SQLiteError) {
      return try use(try Connection(path: path, patience: patience))
    } catch {
      if error.isOfTheMachine { throw StorageError("opening", path, error) }
      if error.isForeign || (isDatabase && !isOurs) { throw foreign }
      return try startClean(patience: patience)
    }
  }

  /// Replaces the file by an empty one after damage was found, when it is opened or while it is in use.
  ///
  /// - Parameter patience: how many milliseconds to wait while another process has it locked.
  func startClean(patience: Int) throws(StorageError) -> Connection {
    do {
      if isDatabase || !FileManager.default.fileExists(atPath: path) {
        try remove(path)
      } else {
        try remove(asidePath)
        try FileManager.default.moveItem(atPath: path, toPath: asidePath)
        try remove(path)
      }
    } catch {
      throw StorageError(
        action: "replacing", place: path, reason: error.localizedDescription,
        advice: "check that the file and its folder can be written to")
    }
    do throws(SQLiteError) {
      return try use(try Connection(path: path, patience: patience))
    } catch {
      throw StorageError("replacing", path, error)
    }
  }

  /// Removes a file that was set aside, because it may contain data that must be erased.
  func removeWhatWasSetAside() { try? remove(asidePath) }

  private func remove(_ path: String) throws {
    for companion in Self.companions where FileManager.default.fileExists(atPath: path + companion) {
      try FileManager.default.removeItem(atPath: path + companion)
    }
  }

  private func use(_ connection: Connection) throws(SQLiteError) -> Connection {
    try connection.run("PRAGMA secure_delete = ON")
    let (id, found) = (try connection.integer("PRAGMA application_id"), try connection.integer("PRAGMA user_version"))
    let objects = try connection.integer("SELECT count(*) FROM sqlite_schema")
    if id == 0, found == 0, objects == 0 {
      try create(connection)
    } else if id != Int64(kind.rawValue) {
      throw .foreign
    } else if found != Int64(version) {
      throw .otherVersion
    } else {
      try check(connection)
    }
    try connection.run("PRAGMA journal_mode = WAL")
    // The log survives the death of the process. Only a failure of the machine can lose its newest transactions.
    try connection.run("PRAGMA synchronous = NORMAL")
    return connection
  }

  private func create(_ connection: Connection) throws(SQLiteError) {
    // A new file contains nothing that could be lost, so there is no need to wait for the disk.
    try connection.run("PRAGMA synchronous = OFF")
    try connection.run("PRAGMA journal_mode = WAL")
    try connection.transaction { () throws(SQLiteError) in
      // Another process may have created it in the meantime.
      guard try connection.integer("SELECT count(*) FROM sqlite_schema") == 0 else { return }
      try connection.run(table.creation)
      try connection.run("PRAGMA application_id = \(kind.rawValue)")
      try connection.run("PRAGMA user_version = \(version)")
    }
  }

  // MARK: Ownership

  var header: [UInt8] {
    guard let file = FileHandle(forReadingAtPath: path) else { return [] }
    defer { try? file.close() }
    return [UInt8]((try? file.read(upToCount: 100)) ?? Data())
  }

  private var isDatabase: Bool { header.starts(with: Array("SQLite format 3\0".utf8)) }

  /// Whether the header has the application id of this kind, even if the rest is damaged.
  private var isOurs: Bool {
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
  /// The file or its schema is of another version of this library.
  static let otherVersion = SQLiteError(code: -2, reason: "it is of another version")

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
