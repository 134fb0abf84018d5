/// The ways in which an origin fails.
@nonexhaustive
public enum OriginFailure: String, DescribedError, CaseIterable {
  /// It cannot be reached.
  case noConnection
  /// It does not answer in time.
  case timeOut
  /// It answers with a server error.
  case serverError
  /// It answers with undecodable data.
  case undecodable

  public var description: String {
    switch self {
    case .noConnection: "no connection"
    case .timeOut: "time-out"
    case .serverError: "server error"
    case .undecodable: "undecodable answer"
    }
  }
}

/// The ways in which bytes on disk are damaged without the module's knowledge.
public enum StorageDamage: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The second half is missing.
  case truncated
  /// The last few bytes are missing, or the last page of a SQLite database, as after an interrupted write.
  case shortened
  /// No bytes are left.
  case emptied
  /// The bytes are replaced by others.
  case overwritten

  /// Whether the rest of a damaged file may still hold a whole copy.
  package var mayLeaveACopy: Bool { self == .truncated || self == .shortened }
}

/// Which of the files on disk are damaged: a cache may keep an index in one file and bodies in others.
public enum DamagedFiles: String, Sendable, CaseIterable, DescribedByRawValue {
  /// Every file.
  case all
  /// The largest file alone.
  case largest
  /// Every file but the largest.
  case others
}
