import CacheSpec

/// One way to damage the files of a store.
enum FileDamage {
  case bytes(BytesDamage, of: StoreFiles.Part)
  case pages(PageDamage)
  case log(LogDamage)
  case rows(SQLDamage)

  /// All ways to damage the files.
  static let all: [FileDamage] =
    StoreFiles.Part.allCases.flatMap { part in BytesDamage.allCases.map { .bytes($0, of: part) } }
    + PageDamage.allCases.map(pages) + LogDamage.allCases.map(log) + SQLDamage.allCases.map(rows)

  /// A description for people.
  var name: String {
    switch self {
    case .bytes(let damage, let part): "the \(part.rawValue): \(damage.rawValue)"
    case .pages(let damage): damage.rawValue
    case .log(let damage): damage.rawValue
    case .rows(let damage): damage.rawValue
    }
  }

  /// Whether replaced or removed values may come back after the damage, because the medium itself returns them. A
  /// damaged log may simply end earlier.
  var bringsBack: Bool {
    switch self {
    case .bytes(_, let part): part == .log
    case .pages(let damage): damage.bringsBack
    case .log: true
    case .rows: false
    }
  }

  /// Whether it requires files that were copied while the store was open.
  var needsLog: Bool {
    switch self {
    case .bytes(_, let part): part != .file
    case .log(let damage): damage != .earlier
    case .pages, .rows: false
    }
  }

  /// Whether it changes the index of the log.
  var touchesIndex: Bool {
    switch self {
    case .bytes(_, let part): part == .index
    case .log(let damage): damage == .earlierIndex
    case .pages, .rows: false
    }
  }

  /// A random way to damage the files. Ways that find more are chosen more often.
  static func any(by generator: inout SeededGenerator) -> FileDamage {
    switch generator.number(below: 100) {
    case 0..<25: .bytes(generator.one(of: BytesDamage.allCases), of: .file)
    case 25..<37: .bytes(generator.one(of: BytesDamage.allCases), of: .log)
    case 37..<41: .bytes(generator.one(of: BytesDamage.allCases), of: .index)
    case 41..<70: .pages(generator.one(of: PageDamage.allCases))
    case 70..<80: .log(generator.one(of: LogDamage.allCases))
    default: .rows(generator.one(of: SQLDamage.allCases))
    }
  }

  /// Damages the files, using the contents of an earlier copy.
  ///
  /// - Returns: the statements to run on them afterwards.
  func inflict(
    on files: inout StoreFiles, earlier: StoreFiles, table: TableLayout, by generator: inout SeededGenerator
  ) -> [String] {
    switch self {
    case .bytes(let damage, let part): damage.inflict(on: &files[part], by: &generator)
    case .pages(let damage): damage.inflict(on: &files, earlier: earlier, by: &generator)
    case .log(let damage): damage.inflict(on: &files, earlier: earlier, by: &generator)
    case .rows(let damage): return damage.statements(on: table, by: &generator)
    }
    return []
  }
}
