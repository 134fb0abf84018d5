import Foundation
import ReferenceCache

/// Writes to a SQLite file, and prints the number of each change once it is stored, for tests that kill the process:
/// responses, endlessly, or so many entries under a name.
@main
struct CrashWriter {
  static func main() throws {
    let words = Array(CommandLine.arguments.dropFirst())
    let file = URL(fileURLWithPath: words[0])
    if words.count == 3, let count = Int(words[2]) {
      try storeEntries(in: file, as: words[1], count)
    } else {
      try storeResponses(in: file)
    }
  }

  private static func storeResponses(in file: URL) throws {
    let storage = try SQLiteStorage(file: file)
    let store = try ResponseStore(storage: storage, capacity: ByteCounts(memory: 1 << 24, disk: 1 << 24)) { Date() }
    for number in 1... {
      let url = "http://origin.test/\(number)"
      try store.store(
        StoredResponse(ResponseMessage(url: url, body: Array("body \(number)".utf8))), for: RequestMessage(url))
      acknowledge(number)
    }
  }

  /// Opens the file anew for each few entries, as apps do that come and go.
  private static func storeEntries(in file: URL, as name: String, _ count: Int) throws {
    var number = 0
    while number < count {
      let storage = try SQLiteStorage(file: file, patience: 20_000)
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
