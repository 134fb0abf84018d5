import Foundation
import ReferenceCache

/// Responses by request.
struct ResponsesUnderAttack: AttackedStore {
  private let storage: SQLiteStorage
  private let store: ResponseStore

  static let table = TableLayout(name: "entries", key: ["collection", "key"])
  static let keysAStep = 1

  init(file: URL) throws(StorageError) {
    storage = try SQLiteStorage(file: file)
    // Without memory, every read goes to the disk.
    store = try ResponseStore(storage: storage, capacity: ByteCounts(memory: 0, disk: 1 << 30)) {
      Date(timeIntervalSince1970: 1e9)
    }
  }

  private static func request(_ key: Int) -> RequestMessage { RequestMessage("http://origin.test/page/\(key)") }

  static func value(_ key: Int, _ version: Int) -> StoredResponse {
    let mark = "\(key) \(version)"
    return StoredResponse(
      ResponseMessage(
        url: request(key).url, status: 200 + version % 3, fields: ["X-Page": mark, "ETag": "\"\(mark)\""],
        body: Array(Contents.text(key, version).utf8)),
      userInfo: ["page": mark])
  }

  static func text(of value: StoredResponse) -> [UInt8] { value.response.body }

  func read(_ key: Int) throws(StorageError) -> StoredResponse? { try store.storedResponse(for: Self.request(key)) }

  func list() throws(StorageError) -> [(key: Int?, name: String, value: StoredResponse?)] { [] }

  func write(_ keys: [Int], version: Int) throws(StorageError) {
    for key in keys { try store.store(Self.value(key, version), for: Self.request(key)) }
  }

  func remove(_ keys: [Int]) throws(StorageError) {
    for key in keys { try store.removeResponse(for: Self.request(key)) }
  }

  func clear() throws(StorageError) { try store.removeAllResponses() }

  func close() { storage.close() }
}
