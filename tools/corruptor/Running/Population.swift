import Foundation
import ReferenceCache

/// A populated store, copied at several points of its life, and what it contained at the end.
struct Population {
  /// The number of its keys. Larger ones were never stored.
  static let keys = 160

  /// A copy of the closed store, before its newest changes.
  let early: StoreFiles
  /// A copy of the open store, in the middle of its newest changes.
  let middle: StoreFiles
  /// A copy of the open store, with its newest changes in the log.
  let open: StoreFiles
  /// A copy after the store was closed.
  let closed: StoreFiles
  /// The versions that were stored.
  let ledger: Ledger

  /// Populates a store in a folder: first with values that are cleared, as those of a former user, then with values
  /// that stay, are replaced or are removed.
  init<Store: AttackedStore>(_ type: Store.Type, in folder: URL) throws {
    let file = folder.appendingPathComponent("cache.sqlite")
    try StoreFiles(parts: [:]).write(to: file)
    var writer = Writer(store: try Store(file: file))
    try writer.write(Array(0..<Self.keys), 1)
    try writer.store.clear()
    writer.ledger.clear()
    try writer.write(Array(0..<Self.keys), 2)
    writer.store.close()
    early = try StoreFiles(at: file)

    writer = Writer(store: try Store(file: file), ledger: writer.ledger)
    try writer.write((0..<Self.keys).filter { $0 % 3 == 0 }, 3)
    try writer.remove(7..<9)
    middle = try StoreFiles(at: file)
    try writer.write((0..<Self.keys).filter { $0 % 5 == 0 }, 4)
    try writer.remove(50..<54)
    open = try StoreFiles(at: file)
    writer.store.close()
    closed = try StoreFiles(at: file)
    ledger = writer.ledger
  }

  private struct Writer<Store: AttackedStore> {
    let store: Store
    var ledger = Ledger()

    mutating func write(_ keys: [Int], _ version: Int) throws {
      for start in stride(from: 0, to: keys.count, by: Store.keysAStep) {
        try store.write(Array(keys[start..<min(start + Store.keysAStep, keys.count)]), version: version)
      }
      for key in keys { ledger.write(key, version) }
    }

    mutating func remove(_ keys: Range<Int>) throws {
      try store.remove(Array(keys))
      for key in keys.flatMap(Store.removed(with:)) { ledger.remove(key) }
    }
  }
}
