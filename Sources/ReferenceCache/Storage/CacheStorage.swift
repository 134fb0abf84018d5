public import CacheVocabulary
/// A change to the stored data.
public enum StorageChange: Sendable {
  /// Stores bytes under a key of a collection, replacing any others.
  case write(collection: String, key: String, value: [UInt8])
  /// Removes the value of a key.
  case remove(collection: String, key: String)
  /// Removes all values of a collection.
  case removeAll(collection: String)
}

/// Bytes by collection and key, in which every cache of this library persists its data.
///
/// Once `apply` has returned, its changes survive the death of the process.
public protocol CacheStorage: Sendable {
  /// The bytes stored under a key. Nil if there are none, or if they were altered or belong to another key.
  func read(collection: String, key: String) throws(StorageError) -> [UInt8]?
  /// All values of a collection, in no particular order. Keys are distinguished by their bytes: strings that Swift
  /// considers equal, but that write an accent in different ways, are different keys.
  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])]
  /// Makes all the changes in order, or none.
  func apply(_ changes: [StorageChange]) throws(StorageError)
  /// Erases all traces of removed and replaced data, including those in logs and free space.
  ///
  /// - Throws: `StorageError` if another process is reading, because the log then keeps removed data until it is done.
  func scrub() throws(StorageError)
  /// Closes the storage, which must not be used afterwards.
  func close()
}

/// A failure to read or write stored data.
public struct StorageError: DescribedError, Hashable {
  /// The action that failed.
  public let action: String
  /// The path of the file.
  public let place: String
  /// What went wrong.
  public let reason: String
  /// What to do next.
  public let advice: String

  /// Makes an error.
  public init(action: String, place: String, reason: String, advice: String) {
    self.action = action
    self.place = place
    self.reason = reason
    self.advice = advice
  }

  public var description: String { "\(action) \(place) failed: \(reason); \(advice)" }
}
