/// The six policies of `NSURLRequest.CachePolicy`: how a request uses the stored response.
@nonexhaustive
public enum RequestPolicy: String, Sendable, Codable, CaseIterable, DescribedByRawValue {
  /// The protocol decides. The default.
  case useProtocolCachePolicy
  /// Only the origin.
  case reloadIgnoringLocalCacheData
  /// Only the origin; intermediate caches must not answer either.
  case reloadIgnoringLocalAndRemoteCacheData
  /// The stored response, whatever its age; else the origin.
  case returnCacheDataElseLoad
  /// The stored response, whatever its age; else an error.
  case returnCacheDataDontLoad
  /// The stored response if the origin confirms it; else the origin.
  case reloadRevalidatingCacheData
}

/// The policies of `URLCache.StoragePolicy`: where a response may be stored.
@nonexhaustive
public enum StoragePolicy: String, Sendable, Codable, CaseIterable, DescribedByRawValue {
  /// In memory and on disk.
  case allowed
  /// Only in memory.
  case allowedInMemoryOnly
  /// Nowhere.
  case notAllowed
}

/// The kinds of task that a session runs.
@nonexhaustive
public enum TaskKind: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The response comes back in memory.
  case data
  /// A body is sent, and the response comes back in memory.
  case upload
  /// The response goes to a file.
  case download
}

/// The ways in which an app calls a session to load.
@nonexhaustive
public enum LoadCall: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The session calls its delegate.
  case delegate
  /// A completion handler is called at the end.
  case completionHandler = "completion handler"
  /// The call returns at the end.
  case awaited = "async call"
}

/// The kinds of session: the three configurations of `URLSessionConfiguration`.
@nonexhaustive
public enum SessionKind: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The default configuration.
  case standard
  /// Nothing is kept on disk.
  case ephemeral
  /// Transfers go on while the app does not run.
  case background
}

/// A number of bytes in memory and on disk: a store's capacity, or its usage.
public struct ByteCounts: Hashable, Sendable, CustomStringConvertible {
  /// Bytes in memory.
  public var memory: Int
  /// Bytes on disk.
  public var disk: Int

  /// Makes the counts in memory and on disk.
  public init(memory: Int, disk: Int) {
    self.memory = memory
    self.disk = disk
  }

  public var description: String { "\(memory) B in memory, \(disk) B on disk" }
}
