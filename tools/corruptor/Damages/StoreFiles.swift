/// What a store has on disk: a SQLite file, its log, and the index of the log, as bytes.
struct StoreFiles: Equatable {
  /// Which of the files.
  enum Part: String, CaseIterable {
    case file, log, index
    /// What its path ends with.
    var suffix: String {
      switch self {
      case .file: ""
      case .log: "-wal"
      case .index: "-shm"
      }
    }
  }

  /// The bytes of the files that are there.
  var parts: [Part: [UInt8]]

  subscript(part: Part) -> [UInt8] {
    get { parts[part] ?? [] }
    set { parts[part] = newValue }
  }

  /// The bytes of a page, as the file's header measures them; 4,096 where it makes no sense.
  var pageSize: Int {
    guard self[.file].count > 18 else { return 4096 }
    let written = Int(self[.file][16]) << 8 | Int(self[.file][17])
    return written >= 512 && written & (written - 1) == 0 ? written : 4096
  }

  /// How many whole pages the file has.
  var pageCount: Int { self[.file].count / pageSize }

  /// Where a page lies in the file. Pages are counted from zero here.
  func place(ofPage page: Int) -> Range<Int> { page * pageSize..<(page + 1) * pageSize }
}

extension [UInt8] {
  /// Reads a number whose most significant byte comes first, as SQLite writes them. Zero beyond the end.
  func number(at offset: Int, width: Int) -> Int {
    guard offset >= 0, offset + width <= count else { return 0 }
    return self[offset..<offset + width].reduce(0) { $0 << 8 | Int($1) }
  }

  /// Writes such a number, unless it lies beyond the end.
  mutating func set(_ number: Int, at offset: Int, width: Int) {
    guard offset >= 0, offset + width <= count else { return }
    for index in 0..<width { self[offset + index] = UInt8(truncatingIfNeeded: number >> (8 * (width - 1 - index))) }
  }
}
