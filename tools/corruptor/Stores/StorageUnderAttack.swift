import Foundation
import ReferenceCache

/// Bytes by collection and key.
struct StorageUnderAttack: AttackedStore {
  private let storage: SQLiteStorage
  private static let collections = ["one", "two", "three"]

  static let table = TableLayout(name: "entries", key: ["collection", "key"])
  static let keysAStep = 4

  init(file: URL) throws(StorageError) { storage = try SQLiteStorage(file: file) }

  private static func collection(_ key: Int) -> String { collections[key % collections.count] }
  /// Adjacent keys in different collections have the same name.
  private static func name(_ key: Int) -> String { "key \(key / collections.count)" }

  static func value(_ key: Int, _ version: Int) -> [UInt8] { Array(Contents.text(key, version).utf8) }

  static func text(of value: [UInt8]) -> [UInt8] { value }

  func read(_ key: Int) throws(StorageError) -> [UInt8]? {
    try storage.read(collection: Self.collection(key), key: Self.name(key))
  }

  func list() throws(StorageError) -> [(key: Int?, name: String, value: [UInt8]?)] {
    var listed: [(key: Int?, name: String, value: [UInt8]?)] = []
    for (index, collection) in Self.collections.enumerated() {
      for (name, value) in try storage.readAll(collection: collection) {
        let number = Int(name.dropFirst(4)).map { $0 * Self.collections.count + index }
        let key = number.flatMap { Self.name($0) == name ? $0 : nil }
        listed.append((key, "\(name) of \(collection)", value))
      }
    }
    return listed
  }

  func write(_ keys: [Int], version: Int) throws(StorageError) {
    try storage.apply(
      keys.map { .write(collection: Self.collection($0), key: Self.name($0), value: Self.value($0, version)) })
  }

  func remove(_ keys: [Int]) throws(StorageError) {
    try storage.apply(keys.map { .remove(collection: Self.collection($0), key: Self.name($0)) })
  }

  func clear() throws(StorageError) {
    try storage.apply(Self.collections.map { .removeAll(collection: $0) })
    try storage.scrub()
  }

  func close() { storage.close() }
}
