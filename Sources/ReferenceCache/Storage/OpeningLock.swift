import Foundation
import ReferenceCacheSQLite

/// A lock that every opener of a cache file takes, whatever process it is in, so that nobody else looks at the file while
/// one creates or empties it.
///
/// It is a file of its own beside the cache file, empty and never removed: whoever waited for a removed one would hold a
/// lock that nobody else can see.
struct OpeningLock {
  private let descriptor: Int32

  /// Takes the lock.
  ///
  /// - Parameters:
  ///   - path: the path of the cache file.
  ///   - patience: how many milliseconds to wait while another process has the lock.
  init(_ path: String, patience: Int) throws(StorageError) {
    descriptor = open(path + "-lock", O_RDONLY | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor == -1 {
      throw StorageError(
        action: "opening", place: path,
        reason: "its lock, \(path)-lock, cannot be made: \(String(cString: strerror(errno)))",
        advice: "check that the folder exists and can be written to")
    }
    var waited = 0
    while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
      guard waited < patience, errno == EWOULDBLOCK || errno == EINTR else {
        close(descriptor)
        throw StorageError("opening", path, SQLiteError(code: CSQLITE_BUSY, reason: "database is locked"))
      }
      usleep(1000)
      waited += 1
    }
  }

  /// Gives the lock to whoever waits for it.
  func release() { close(descriptor) }
}
