/// A change to what is stored.
public enum StorageChange: Sendable {
  /// Bytes are stored under a key of a collection, in place of any that were.
  case write(collection: String, key: String, value: [UInt8])
  /// Nothing is stored under the key afterwards.
  case remove(collection: String, key: String)
  /// Nothing is stored in the collection afterwards.
  case removeAll(collection: String)
}

/// Bytes by collection and key: where every cache of this library keeps what it promises to keep.
///
/// What `apply` returned from is kept when the process is killed.
public protocol Storage: Sendable {
  /// The bytes that were stored under a key; nil where there are none, or those that are there were changed or are
  /// another key's.
  func read(collection: String, key: String) throws(StorageError) -> [UInt8]?
  /// Everything in a collection, in no particular order. Keys are told apart by their bytes: two that a dictionary of
  /// strings would take for one, because they only differ in how an accent is written, are two.
  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])]
  /// Makes all the changes, in order, or none.
  func apply(_ changes: [StorageChange]) throws(StorageError)
  /// Sees to it that nothing of what was removed or replaced is left anywhere, in logs and free space included.
  ///
  /// - Throws: `StorageError` where another process reads, and what was removed cannot leave the log before it ends.
  func scrub() throws(StorageError)
  /// Lets go of what the storage holds open. It is not used afterwards.
  func close()
}

/// A failure to read or write what is stored.
public struct StorageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What was being done.
  public let action: String
  /// To which file.
  public let place: String
  /// What went wrong.
  public let reason: String
  /// What to do next.
  public let advice: String

  /// Says what failed, why, and what to do next.
  public init(action: String, place: String, reason: String, advice: String) {
    self.action = action
    self.place = place
    self.reason = reason
    self.advice = advice
  }

  public var description: String { "\(action) \(place) failed: \(reason); \(advice)" }
}
