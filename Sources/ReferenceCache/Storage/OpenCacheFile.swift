import CSQLite
import Synchronization

/// A file of this library while it is in use: by one caller at a time.
final class OpenCacheFile: Sendable {
  private let file: CacheFile
  private let patience: Int
  private let connection: Mutex<Connection?>

  /// Opens the file, or makes it.
  ///
  /// - Parameter patience: how many milliseconds to wait while another process is in the way.
  init(_ file: CacheFile, patience: Int) throws(StorageError) {
    self.file = file
    self.patience = patience
    connection = Mutex(try file.open(patience: patience))
  }

  /// Works on the open file. A damaged one is replaced, and the work tried once more.
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
      let fresh = try file.startClean(patience: patience)
      connection = fresh
      do throws(SQLiteError) {
        return try work(fresh)
      } catch {
        throw StorageError(action, file.path, error)
      }
    }
  }

  /// Sees to it that nothing of what was removed or replaced is left in any file.
  func scrub() throws(StorageError) {
    try working("scrubbing") { connection throws(SQLiteError) in
      // Pages that damage put where no tree leads are overwritten by nothing. Where all is removed, they go as well.
      if try connection.integer("SELECT EXISTS (SELECT * FROM \(file.table.name))") == 0 {
        try connection.run("VACUUM")
      }
      // Its answer says whether it was kept from it, by another process that reads.
      let isKept = try connection.integer("PRAGMA wal_checkpoint(TRUNCATE)") != 0
      if isKept { throw SQLiteError(code: CSQLITE_BUSY, reason: "another process reads what was removed") }
    }
    file.removeWhatWasSetAside()
  }

  func close() {
    connection.withLock { $0 = nil }
  }
}
