import ReferenceCacheSQLite
import Synchronization

/// A file of this library while it is open, used by one caller at a time.
final class OpenCacheFile: Sendable {
  private let file: CacheFile
  private let patience: Int
  private let connection: Mutex<Connection?>

  /// Opens the file, or creates it.
  ///
  /// - Parameter patience: how many milliseconds to wait while another process has the file locked.
  init(_ file: CacheFile, patience: Int) throws(StorageError) {
    self.file = file
    self.patience = patience
    connection = Mutex(try file.open(patience: patience))
  }

  /// Runs work on the open file. If the file is damaged, it is emptied and the work is tried once more.
  func working<Result>(
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
      let fresh = try file.open(patience: patience)
      connection = fresh
      do throws(SQLiteError) {
        return try work(fresh)
      } catch {
        throw StorageError(action, file.path, error)
      }
    }
  }

  /// Erases all traces of removed and replaced data from every file.
  func scrub() throws(StorageError) {
    try working("scrubbing") { connection throws(SQLiteError) in
      // Pages that damage made unreachable are never overwritten. If the table is empty, rebuilding the file erases
      // them too.
      if try connection.integer("SELECT EXISTS (SELECT * FROM \(file.table.name))") == 0 {
        try connection.run("VACUUM")
      }
      // The result says whether another process that is reading prevented the checkpoint.
      let isKept = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0
      if isKept { throw SQLiteError(code: CSQLITE_BUSY, reason: "another process reads what was removed") }
    }
    file.removeWhatWasSetAside()
  }

  func close() {
    connection.withLock { $0 = nil }
  }
}
