import CacheSpec

/// Damage to the pages of a SQLite file, its header and its trees (https://sqlite.org/fileformat2.html).
enum PageDamage: String, CaseIterable {
  case swapped = "two pages swapped"
  case duplicated = "a page copied over another"
  case inserted = "a page put in twice"
  case removed = "a page taken out"
  case rotated = "a page shifted in itself"
  case zeroed = "a page zeroed"
  case noise = "a page of noise"
  case appended = "a page appended"
  case cutAtPage = "cut at a page's end"
  case earlier = "an earlier copy of a page put back"
  case severalEarlier = "earlier copies of pages put back"
  case header = "a field of the file's header changed"
  case pageHeader = "a field of a page's header changed"
  case cellPointer = "a cell pointer changed"
  case cellPointersSwapped = "two cell pointers swapped"
  case cell = "the head of a cell changed"

  /// Whether replaced or removed values may come back after the damage.
  var bringsBack: Bool { self == .earlier || self == .severalEarlier }

  func inflict(on files: inout StoreFiles, earlier: StoreFiles, by generator: inout SeededGenerator) {
    guard files.pageCount > 1 else { return }
    let (one, other) = (generator.number(below: files.pageCount), generator.number(below: files.pageCount))
    let (place, otherPlace) = (files.place(ofPage: one), files.place(ofPage: other))
    let page = Array(files[.file][place])
    switch self {
    case .swapped:
      files[.file].replaceSubrange(place, with: files[.file][otherPlace])
      files[.file].replaceSubrange(otherPlace, with: page)
    case .duplicated: files[.file].replaceSubrange(otherPlace, with: page)
    case .inserted: files[.file].insert(contentsOf: page, at: otherPlace.lowerBound)
    case .removed: files[.file].removeSubrange(place)
    case .rotated:
      let middle = generator.number(below: page.count)
      files[.file].replaceSubrange(place, with: page[middle...] + page[..<middle])
    case .zeroed: files[.file].replaceSubrange(place, with: repeatElement(0, count: page.count))
    case .noise: files[.file].replaceSubrange(place, with: generator.noise(page.count))
    case .appended: files[.file] += page
    case .cutAtPage: files[.file].removeLast(files[.file].count - place.lowerBound)
    case .earlier: Self.putBack(one, of: earlier, into: &files)
    case .severalEarlier:
      for page in 0..<files.pageCount where generator.chance(30) { Self.putBack(page, of: earlier, into: &files) }
    case .header: Self.changeHeader(of: &files[.file], by: &generator)
    case .pageHeader, .cellPointer, .cellPointersSwapped, .cell:
      var changed = TreePage(page, isFirst: one == 0)
      changed.change(self, by: &generator)
      files[.file].replaceSubrange(place, with: changed.bytes)
    }
  }

  private static func putBack(_ page: Int, of earlier: StoreFiles, into files: inout StoreFiles) {
    guard page < earlier.pageCount, earlier.pageSize == files.pageSize else { return }
    files[.file].replaceSubrange(files.place(ofPage: page), with: earlier[.file][earlier.place(ofPage: page)])
  }

  /// The fields of the file's header: the offset of each, and its size in bytes.
  private static let headerFields = [
    (0, 2), (15, 1), (16, 2), (18, 1), (19, 1), (20, 1), (21, 1), (22, 1), (23, 1), (24, 4), (28, 4), (32, 4), (36, 4),
    (40, 4),
    (44, 4), (48, 4), (52, 4), (56, 4), (60, 4), (64, 4), (68, 4), (72, 4), (92, 4), (96, 4),
  ]

  private static func changeHeader(of bytes: inout [UInt8], by generator: inout SeededGenerator) {
    let (offset, width) = generator.one(of: headerFields)
    bytes.set(generator.other(than: bytes.number(at: offset, width: width), width: width), at: offset, width: width)
  }
}

/// A page of a tree: its header, the pointers to its cells, and the cells.
private struct TreePage {
  private(set) var bytes: [UInt8]
  /// The offset of its header, which follows the file's own header in the first page.
  private let start: Int

  init(_ bytes: [UInt8], isFirst: Bool) {
    self.bytes = bytes
    start = isFirst ? 100 : 0
  }

  private var isInterior: Bool { [2, 5].contains(bytes[start]) }
  private var cellCount: Int { min(bytes.number(at: start + 3, width: 2), bytes.count / 2) }
  private func pointer(_ cell: Int) -> Int { start + (isInterior ? 12 : 8) + 2 * cell }

  mutating func change(_ damage: PageDamage, by generator: inout SeededGenerator) {
    let cell = pointer(generator.number(below: cellCount))
    switch damage {
    case .pageHeader:
      let (offset, width) = generator.one(of: [(0, 1), (1, 2), (3, 2), (5, 2), (7, 1)] + (isInterior ? [(8, 4)] : []))
      change(at: start + offset, width: width, by: &generator)
    case .cellPointersSwapped:
      let other = pointer(generator.number(below: cellCount))
      let (here, there) = (bytes.number(at: cell, width: 2), bytes.number(at: other, width: 2))
      bytes.set(there, at: cell, width: 2)
      bytes.set(here, at: other, width: 2)
    case .cell:
      let place = bytes.number(at: cell, width: 2) + generator.number(below: 12)
      change(at: place, width: 1, by: &generator)
    default: change(at: cell, width: 2, by: &generator)
    }
  }

  private mutating func change(at offset: Int, width: Int, by generator: inout SeededGenerator) {
    let old = bytes.number(at: offset, width: width)
    bytes.set(generator.other(than: old, width: width), at: offset, width: width)
  }
}

extension SeededGenerator {
  /// A different number: one that often causes errors, or a random one.
  fileprivate mutating func other(than old: Int, width: Int) -> Int {
    let largest = (1 << (8 * width)) - 1
    return one(of: [
      0, 1, 2, largest, largest / 2, old + 1, old - 1, old ^ 0x80, number(below: largest), number(below: 256),
    ])
  }
}
