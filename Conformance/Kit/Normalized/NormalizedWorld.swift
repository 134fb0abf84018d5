public import CacheConformance
import NormalizedRules
import Foundation
import Synchronization

/// A world with a server that serves a graph.
public final class NormalizedWorld: ChapterWorld, OneOriginWorld {
  /// Time, storage and log.
  public let world: ModuleWorld
  /// Records and holds what the server is asked.
  package let origin: Origin<GraphOperation, GraphAnswer>
  private let server = GraphServer()

  init() {
    world = ModuleWorld()
    origin = Origin { [server] in try server.answer(to: $0) }
  }

  /// Creates a stand-in for a world that the kit at the other end of a pipe has made.
  init(pipedWorld: PipedWorld) {
    world = ModuleWorld(.piped(pipedWorld))
    origin = Origin(remote: { try await pipedWorld.ask(NormalizedCalls.send, $0) })
  }

  /// Asks the server, for a module that can be given its transport.
  ///
  /// - Throws: An `OriginFailure` in place of an answer, or `CancellationError` once its task is cancelled, even while
  ///   the request is held.
  public func send(_ operation: GraphOperation) async throws -> GraphAnswer {
    if operation.isDeeper(than: GraphValue.mostLevels) { throw TooManyLevels() }
    return try await origin.ask(operation)
  }

  func serve(_ data: GraphValue, to operation: GraphOperation) { server.serve(data, to: operation) }
  func setServer(_ state: GraphServerState) { server.setState(state) }

  // MARK: Files

  /// Returns the path of the cache file with this name.
  func path(of name: String) throws -> String { try file(name).path }

  private func file(_ name: String) throws -> URL {
    try world.storage.directory("normalized").appendingPathComponent("\(name).sqlite")
  }

  func removeFile(_ name: String) throws {
    for suffix in try suffixes(of: name) { try FileManager.default.removeItem(atPath: try path(of: name) + suffix) }
  }

  func copyFile(_ name: String, to other: String) throws {
    for suffix in try suffixes(of: name) {
      try FileManager.default.copyItem(atPath: try path(of: name) + suffix, toPath: try path(of: other) + suffix)
    }
  }

  /// Returns the suffixes of a cache file and its companion files: an empty one for the file itself, and such as `-wal`
  /// for those that SQLite or the cache puts next to it.
  private func suffixes(of name: String) throws -> [String] {
    let file = try file(name)
    let prefix = file.lastPathComponent
    let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    return names.filter { $0.hasPrefix(prefix) }.map { String($0.dropFirst(prefix.count)) }
  }

  /// Returns the kind of a file, or nil if there is no file.
  func inspectFile(_ name: String) throws -> CacheFileKind? {
    FileManager.default.contents(atPath: try path(of: name)).map(CacheFileKind.init(of:))
  }
}

/// A server that answers each operation with the data that it was given for it.
private final class GraphServer: Sendable {
  private struct Content {
    var state = GraphServerState.up
    var data: [GraphOperation: GraphValue] = [:]
  }

  private let content = Mutex(Content())

  func serve(_ data: GraphValue, to operation: GraphOperation) { content.withLock { $0.data[operation] = data } }
  func setState(_ state: GraphServerState) { content.withLock { $0.state = state } }

  func answer(to operation: GraphOperation) throws -> GraphAnswer {
    let content = content.withLock(\.self)
    let data = content.data[operation]
    switch content.state {
    case .up: return data.map { GraphAnswer($0) } ?? GraphAnswer(nil, errors: ["no such operation: \(operation)"])
    case .down(let failure): throw failure
    case .answersErrors: return GraphAnswer(nil, errors: ["the resolver failed"])
    case .answersErrorsWithData: return GraphAnswer(data, errors: ["a resolver failed"])
    }
  }
}

extension CacheFileKind {
  private static let magic = Array("SQLite format 3\u{0}".utf8)
  private static let headerSize = 100

  /// Judges a file by its header and its size, which is a multiple of the page size (SQLite, 'Database File Format', 1.3:
  /// https://sqlite.org/fileformat2.html).
  fileprivate init(of bytes: Data) {
    guard bytes.starts(with: Self.magic), bytes.count >= Self.headerSize else {
      self = .other
      return
    }
    let field = Int(bytes[16]) << 8 | Int(bytes[17])
    // 65,536 does not fit into the field of two bytes.
    let pageSize = field == 1 ? 65536 : field
    let isPowerOfTwo = pageSize & (pageSize - 1) == 0
    self = pageSize >= 512 && isPowerOfTwo && bytes.count % pageSize == 0 ? .sqliteDatabase : .brokenDatabase
  }
}
