import Foundation
import ReferenceCache

/// A process to kill: it writes one transaction after another to a cache, and prints which are committed.
@main
struct GraphWriter {

  static func main() async {
    let words = Array(CommandLine.arguments.dropFirst())
    do {
      switch words.first {
      case "write" where words.count == 3: try await write(to: words[1], from: Int(words[2]) ?? 1)
      case "write-unprivileged" where words.count == 2: try await writeUnprivileged(to: words[1])
      default: complain("graphwriter write FILE NUMBER, or graphwriter write-unprivileged FILE")
      }
    } catch {
      complain("\(error)")
    }
  }

  /// Renames the droids to one number after another, endlessly.
  private static func write(to file: String, from first: Int) async throws {
    let cache = try cache(at: file)
    for number in first... {
      try await rename(to: number, in: cache)
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }

  /// Writes as an unprivileged user, because a superuser can write to any file.
  private static func writeUnprivileged(to file: String) async throws {
    if geteuid() == 0, setuid(65534) != 0 { return complain("cannot become another user") }
    try await rename(to: 1, in: try cache(at: file))
    FileHandle.standardOutput.write(Data("written\n".utf8))
  }

  private static func cache(at file: String) throws -> GraphCache {
    GraphCache(
      records: try SQLiteRecordStore(file: URL(fileURLWithPath: file)),
      keyOf: { object in if case .text(let id) = object["id"] { id } else { nil } },
      send: { operation in
        let name = operation.arguments.first?.value ?? .null
        return GraphAnswer(["renameAll": .list((1...5).map { ["id": .text("\($0)"), "name": name] })])
      })
  }

  private static func rename(to number: Int, in cache: GraphCache) async throws {
    let renaming = GraphOperation(
      "RenameAll", [GraphField("renameAll", [GraphArgument("name", .integer(Int64(number)))], ["id", "name"])],
      kind: .mutation)
    _ = try await cache.perform(renaming)
  }

  private static func complain(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
    exit(1)
  }
}
