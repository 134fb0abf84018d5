import Foundation
import ReferenceCache

/// Stores responses endlessly in a SQLite file, and prints the number of each once it is stored, for a test that kills
/// the process.
@main
struct CrashWriter {
  static func main() throws {
    let storage = try SQLiteStorage(file: URL(fileURLWithPath: CommandLine.arguments[1]))
    let store = try ResponseStore(storage: storage, capacity: ByteCounts(memory: 1 << 24, disk: 1 << 24)) { Date() }
    for number in 1... {
      let url = "http://origin.test/\(number)"
      try store.store(
        StoredResponse(ResponseMessage(url: url, body: Array("body \(number)".utf8))), for: RequestMessage(url))
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }
}
