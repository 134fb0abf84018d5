import Foundation
import ReferenceCache

/// Writes to a SQLite file, and prints the number of each change once it is stored.
enum ResponseWriter {
  /// Stores responses, endlessly.
  static func write(to path: String) throws {
    let storage = try SQLiteStorage(file: URL(fileURLWithPath: path))
    let store = try ResponseStore(storage: storage, capacity: ByteCounts(memory: 1 << 24, disk: 1 << 24)) { Date() }
    for number in 1... {
      let url = "http://origin.test/\(number)"
      try store.store(
        StoredResponse(ResponseMessage(url: url, body: Array("body \(number)".utf8))), for: RequestMessage(url))
      acknowledge(number)
    }
  }

  /// Stores so many entries under a name. It opens the file anew for each few, as apps do that come and go.
  static func storeEntries(in path: String, as name: String, _ count: Int) throws {
    var number = 0
    while number < count {
      let storage = try SQLiteStorage(file: URL(fileURLWithPath: path), patience: 20_000)
      for _ in 0...number % 13 where number < count {
        number += 1
        let value = Array("\(name): \(number)".utf8)
        try storage.apply([.write(collection: name, key: "\(number)", value: value)])
        acknowledge(number)
      }
      storage.close()
    }
  }

  private static func acknowledge(_ number: Int) { FileHandle.standardOutput.write(Data("\(number)\n".utf8)) }
}
