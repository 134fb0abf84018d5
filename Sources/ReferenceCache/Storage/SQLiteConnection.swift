import ReferenceCacheSQLite

/// An error of SQLite.
struct SQLiteError: Error {
  let code: Int32
  let reason: String

  /// Whether the file is not a database, or is damaged.
  var meansDamage: Bool { code & 0xFF == CSQLITE_CORRUPT || code & 0xFF == CSQLITE_NOTADB }
}

/// A connection to one SQLite file.
// Sendable, unchecked: SQLite is opened in serialized mode. `statements`, the only state of this class, is used by
// `OpenCacheFile` alone, which makes its own connection, does not share it, and accesses it only inside its `Mutex`.
final class Connection: @unchecked Sendable {
  private let database: OpaquePointer
  private var statements: [String: OpaquePointer] = [:]

  /// Opens the file, or creates it.
  ///
  /// - Parameter patience: how many milliseconds to wait while another process has it locked.
  init(path: String, patience: Int = 2000) throws(SQLiteError) {
    var database: OpaquePointer?
    let flags = CSQLITE_OPEN_READWRITE | CSQLITE_OPEN_CREATE | CSQLITE_OPEN_FULLMUTEX
    let code = sqlite3_open_v2(path, &database, flags, nil)
    guard let database else { throw SQLiteError(code: code, reason: "out of memory") }
    self.database = database
    guard code == CSQLITE_OK else { throw error(code) }
    sqlite3_busy_timeout(database, Int32(clamping: patience))
    // What is removed may be personal.
    try run("PRAGMA secure_delete = ON")
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(database)
  }

  /// A row of a result, valid while the statement is positioned on it.
  struct Row {
    fileprivate let statement: OpaquePointer

    func bytes(_ column: Int32) -> [UInt8] {
      // An empty blob is a null pointer.
      guard let start = sqlite3_column_blob(statement, column) else { return [] }
      return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }
  }

  /// Runs a statement with its parameters bound as blobs, and calls a closure with each row.
  func run(_ sql: String, _ parameters: [[UInt8]] = [], _ row: (Row) -> Void = { _ in }) throws(SQLiteError) {
    let statement = try prepared(sql)
    defer { sqlite3_reset(statement) }
    for (index, bytes) in parameters.enumerated() { try bind(bytes, to: Int32(index + 1), of: statement) }
    while true {
      let code = sqlite3_step(statement)
      if code == CSQLITE_ROW {
        row(Row(statement: statement))
      } else if code == CSQLITE_DONE {
        return
      } else {
        throw error(code)
      }
    }
  }

  /// The integer that a statement returns, or zero if there is no row.
  func integer(_ sql: String) throws(SQLiteError) -> Int64 {
    var number: Int64 = 0
    try run(sql) { number = $0.integer(0) }
    return number
  }

  /// Runs work in a transaction, which is rolled back if the work throws.
  ///
  /// - Parameter isReading: whether the work only reads, all of it from one state of the file.
  func transaction<Result>(
    isReading: Bool = false, _ work: () throws(SQLiteError) -> Result
  ) throws(SQLiteError) -> Result {
    try run(isReading ? "BEGIN" : "BEGIN IMMEDIATE")
    do {
      let result = try work()
      try run("COMMIT")
      return result
    } catch {
      // If this fails too, SQLite has rolled back the transaction itself.
      try? run("ROLLBACK")
      throw error
    }
  }

  // MARK: The file itself

  // The file is read by the descriptor that SQLite has. Closing any other one would release the locks of this process
  // (SQLite, 'How To Corrupt An SQLite Database File', 2.2), and another process would then delete the log in use.

  /// The number of bytes in the file, without those in its log.
  var fileSize: Int64 { csqlite_file_size(database) }

  /// Returns bytes of the file, without its log; fewer at its end.
  func fileBytes(_ count: Int, at offset: Int64 = 0) throws(SQLiteError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(max(0, min(Int64(count), fileSize - offset))))
    let code = csqlite_read_file(database, &bytes, Int32(bytes.count), offset)
    guard code == CSQLITE_OK else { throw SQLiteError(code: code, reason: "the file cannot be read") }
    return bytes
  }

  /// Makes the file an empty database, whatever it holds. Other connections to it go on with the empty one.
  func empty() throws(SQLiteError) {
    let code = csqlite_empty_database(database)
    guard code == CSQLITE_OK else { throw error(code) }
  }

  private func prepared(_ sql: String) throws(SQLiteError) -> OpaquePointer {
    if let statement = statements[sql] { return statement }
    var statement: OpaquePointer?
    let code = sqlite3_prepare_v2(database, sql, -1, &statement, nil)
    guard code == CSQLITE_OK, let statement else { throw error(code) }
    statements[sql] = statement
    return statement
  }

  private func bind(_ bytes: [UInt8], to index: Int32, of statement: OpaquePointer) throws(SQLiteError) {
    // SQLite copies data that is marked as transient. A null pointer would bind NULL, not an empty blob.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    let code = bytes.withUnsafeBytes { buffer in
      withUnsafePointer(to: UInt8(0)) { none in
        sqlite3_bind_blob64(
          statement, index, buffer.baseAddress ?? UnsafeRawPointer(none), UInt64(buffer.count), transient)
      }
    }
    guard code == CSQLITE_OK else { throw error(code) }
  }

  private func error(_ code: Int32) -> SQLiteError {
    SQLiteError(code: code, reason: String(cString: sqlite3_errmsg(database)))
  }
}
