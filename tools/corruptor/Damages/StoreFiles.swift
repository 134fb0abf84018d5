/// The files of a store as bytes: a SQLite file, its log, and the index of the log.
struct StoreFiles: Equatable {
  /// One of the files.
  enum Part: String, CaseIterable {
    case file, log, index
    /// The suffix of its path.
    var suffix: String {
      switch self {
      case .file: ""
      case .log: "-wal"
      case .index: "-shm"
      }
    }
  }

  /// The bytes of the files that exist.
  var parts: [Part: [UInt8]]

  subscript(part: Part) -> [UInt8] {
    get { parts[part] ?? [] }
    set { parts[part] = newValue }
  }

  /// The page size in the file's header, or 4,096 if that is invalid.
  var pageSize: Int {
    guard self[.file].count > 18 else { return 4096 }
    let written = Int(self[.file][16]) << 8 | Int(self[.file][17])
    return written >= 512 && written & (written - 1) == 0 ? written : 4096
  }

  /// The number of whole pages in the file.
  var pageCount: Int { self[.file].count / pageSize }

  /// The range of a page in the file. Pages are counted from zero.
  func place(ofPage page: Int) -> Range<Int> { page * pageSize..<(page + 1) * pageSize }
}

extension [UInt8] {
  /// Reads a big-endian number, as SQLite writes them. Zero beyond the end.
  func number(at offset: Int, width: Int) -> Int {
    guard offset >= 0, offset + width <= count else { return 0 }
    return self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Writes a big-endian number, unless it is beyond the end.
  mutating func set(_ number: Int, at offset: Int, width: Int) {
    guard offset >= 0, offset + width <= count else { return }
    for index in 0..<width { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - index))) }
  }
}
