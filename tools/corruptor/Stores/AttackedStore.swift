import Foundation
import ReferenceCache

/// A store of the reference as an attack sees it: numbered keys, each with numbered versions of a value.
protocol AttackedStore {
  associatedtype Value: Equatable

  /// The table that it keeps everything in.
  static var table: TableLayout { get }
  /// How many keys one step writes or removes, all or none.
  static var keysAStep: Int { get }
  /// The keys that go when one is removed.
  static func removed(with key: Int) -> [Int]

  init(file: URL) throws(StorageError)
  /// What is stored for a version of a key.
  static func value(_ key: Int, _ version: Int) -> Value
  /// The text of `Contents` in a value.
  static func text(of value: Value) -> [UInt8]
  func read(_ key: Int) throws(StorageError) -> Value?
  /// What the store lists by itself; a key of nil is one that is never stored.
  func list() throws(StorageError) -> [(key: Int?, name: String, value: Value?)]
  func write(_ keys: [Int], version: Int) throws(StorageError)
  func remove(_ keys: [Int]) throws(StorageError)
  /// Removes everything, and what is left of it.
  func clear() throws(StorageError)
  func close()
}

extension AttackedStore {
  static func removed(with key: Int) -> [Int] { [key] }

  /// Reads a key, and recognizes what comes.
  func answer(_ key: Int) -> Answer {
    do throws(StorageError) {
      return Self.answer(try read(key), key)
    } catch {
      return .failure("\(error)")
    }
  }

  /// Recognizes a value that came for a key: it has to be the whole of one version, down to the last byte.
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

  /// A number of its own, so that each store has corruptions of its own.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}
