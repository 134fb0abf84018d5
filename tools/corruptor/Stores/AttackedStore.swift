import Foundation
import ReferenceCache

/// A store of the reference for an attack: numbered keys, each with numbered versions of a value.
protocol AttackedStore {
  associatedtype Value: Equatable

  /// The table in which it keeps everything.
  static var table: TableLayout { get }
  /// How many keys one step writes or removes atomically.
  static var keysAStep: Int { get }
  /// The keys that are removed along with a key.
  static func removed(with key: Int) -> [Int]

  init(file: URL) throws(StorageError)
  /// The value of a version of a key.
  static func value(_ key: Int, _ version: Int) -> Value
  /// The text of `Contents` in a value.
  static func text(of value: Value) -> [UInt8]
  func read(_ key: Int) throws(StorageError) -> Value?
  /// The entries that the store lists. A key of nil is one that was never stored.
  func list() throws(StorageError) -> [(key: Int?, name: String, value: Value?)]
  func write(_ keys: [Int], version: Int) throws(StorageError)
  func remove(_ keys: [Int]) throws(StorageError)
  /// Removes everything, and all traces of it.
  func clear() throws(StorageError)
  func close()
}

extension AttackedStore {
  static func removed(with key: Int) -> [Int] { [key] }

  /// Reads a key, and identifies the answer.
  func answer(_ key: Int) -> Answer {
    do throws(StorageError) {
      return Self.answer(try read(key), key)
    } catch {
      return .failure("\(error)")
    }
  }

  /// Identifies a value that was read for a key. It must equal a version exactly.
  static func answer(_ value: Value?, _ key: Int) -> Answer {
    guard let value else { return .nothing }
    if let version = Contents.versions(in: text(of: value)).first(where: { Self.value(key, $0) == value }) {
      return .version(version)
    }
    return .stranger(
      text(of: value).isEmpty ? "nothing in it" : String(decoding: text(of: value).prefix(60), as: UTF8.self))
  }
}

/// The stores that can be attacked.
enum StoreKind: String, CaseIterable {
  case responses, storage, graph

  /// A number that gives each store its own corruptions.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
