/// How an origin fails.
public enum OriginFailure: String, Error, Sendable, CaseIterable, CustomStringConvertible {
  /// It cannot be reached.
  case noConnection
  /// It does not answer in time.
  case timeOut
  /// It answers that something is wrong on its side.
  case serverError
  /// It answers with something that cannot be read.
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

/// What happens to bytes on disk behind a module's back.
public enum Damage: String, Sendable, CaseIterable, DescribedByRawValue {
  /// The second half is missing.
  case truncated
  /// The last few bytes are missing, or the last page of an SQLite database, as where a write was cut short.
  case shortened
  /// Nothing is left.
  case emptied
  /// Other bytes stand in their place.
  case overwritten

  /// Whether a file may hold a whole copy in what is left of it.
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

  /// The end of the name of a row; nothing for every file.
  package var inRows: String {
    switch self {
    case .all: ""
    case .largest: ", the largest file alone"
    case .others: ", all files but the largest"
    }
  }
}
