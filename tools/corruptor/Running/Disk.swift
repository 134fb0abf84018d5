import ReferenceCacheSQLite
import Foundation

extension StoreFiles {
  /// Reads the files of a store.
  init(at file: URL) throws {
    parts = [:]
    for part in Part.allCases where FileManager.default.fileExists(atPath: file.path + part.suffix) {
      parts[part] = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file.path + part.suffix)))
    }
  }

  /// Replaces the folder of the file by one with only these files.
  func write(to file: URL) throws {
    let folder = file.deletingLastPathComponent()
    try? FileManager.default.removeItem(at: folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for (part, bytes) in parts { try Data(bytes).write(to: URL(fileURLWithPath: file.path + part.suffix)) }
  }
}

/// The versions that occur anywhere in the files of a folder.
func versions(inFilesOf folder: URL) -> Set<Int> {
  let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
  return files.reduce(into: []) { found, file in
    found.formUnion(Contents.versions(in: [UInt8]((try? Data(contentsOf: file)) ?? Data())))
  }
}

/// Runs statements on a SQLite file. A statement that fails is skipped, because earlier damage may prevent it.
func execute(_ statements: [String], on file: URL) {
  var database: OpaquePointer?
  defer { sqlite3_close_v2(database) }
  guard sqlite3_open_v2(file.path, &database, CSQLITE_OPEN_READWRITE, nil) == CSQLITE_OK else { return }
  for statement in statements { sqlite3_exec(database, statement, nil, nil, nil) }
}
