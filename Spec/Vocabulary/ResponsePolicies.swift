/// How a request for a URL uses what is stored: the six policies of `NSURLRequest.CachePolicy`.
public enum RequestPolicy: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The protocol decides; the default.
  case useProtocolCachePolicy
  /// The origin alone.
  case reloadIgnoringLocalCacheData
  /// The origin alone, and no cache on the way may answer for it.
  case reloadIgnoringLocalAndRemoteCacheData
  /// What is stored, whatever its age; else the origin.
  case returnCacheDataElseLoad
  /// What is stored, whatever its age; else an error.
  case returnCacheDataDontLoad
  /// What is stored once the origin has confirmed it; else the origin.
  case reloadRevalidatingCacheData
}

/// Where a response may be kept: the policies of `URLCache.StoragePolicy`.
public enum StoragePolicy: String, Sendable, CaseIterable, DescribedByRawValue {
  /// In memory and on disk.
  case allowed
  /// In memory, never on disk.
  case allowedInMemoryOnly
  /// Nowhere.
  case notAllowed
}

/// The kinds of task that a session runs.
public enum TaskKind: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The response comes back in memory.
  case data
  /// A body is sent, and the response comes back in memory.
  case upload
  /// The response goes to a file.
  case download
}

/// How the app calls a session to load.
public enum LoadCall: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The session's delegate is told of what comes.
  case delegate
  /// A completion handler is called at the end.
  case completionHandler = "completion handler"
  /// The call returns at the end.
  case awaited = "async call"
}

/// The kinds of session: the three configurations of `URLSessionConfiguration`.
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

  /// Takes both counts.
  public init(memory: Int, disk: Int) {
    self.memory = memory
    self.disk = disk
  }

  public var description: String { "\(memory) B in memory, \(disk) B on disk" }
}
