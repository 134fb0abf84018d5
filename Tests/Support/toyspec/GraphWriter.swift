import Foundation
import ReferenceCache

/// Writes one transaction after another to a cache, and prints which are committed.
enum GraphWriter {
  /// Why it cannot write as another user.
  private struct NoOtherUser: Error, CustomStringConvertible {
    var description: String { "cannot become another user" }
  }

  /// Renames the droids to one number after another, endlessly.
  static func write(to file: String, from first: Int) async throws {
    let cache = try cache(at: file)
    for number in first... {
      try await rename(to: number, in: cache)
      FileHandle.standardOutput.write(Data("\(number)\n".utf8))
    }
  }

  /// Writes as an unprivileged user, because a superuser can write to any file.
  static func writeUnprivileged(to file: String) async throws {
    if geteuid() == 0, setuid(65534) != 0 { throw NoOtherUser() }
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
}
