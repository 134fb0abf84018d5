public import CacheConformance
import NormalizedRules
import Foundation
import Synchronization

/// A world with a server that serves a graph.
public final class NormalizedWorld: ChapterWorld, OneOriginWorld {
  private struct Script {
    var state = GraphServerState.up
    var data: [GraphOperation: GraphValue] = [:]
  }

  /// Time, storage and log.
  public let world: World
  /// The server.
  package let origin: Origin<GraphOperation, GraphAnswer>
  private let script = Mutex(Script())

  init() {
    world = World()
    origin = Origin { _ in throw OriginFailure.noConnection }
    rewrite()
  }

  /// Creates a stand-in for a world that the kit at the other end of a pipe has made.
  init(pipedWorld: PipedWorld) {
    world = World(.piped(pipedWorld))
    origin = Origin(remote: { try await pipedWorld.ask(NormalizedCalls.send, $0) })
  }

  /// Asks the server, for a module that can be given its transport. Throws an `OriginFailure` in place of an answer, or
  /// `CancellationError` once its task is cancelled, even while the request is held.
  public func send(_ operation: GraphOperation) async throws -> GraphAnswer {
    if operation.isDeeper(than: GraphValue.mostLevels) { throw TooManyLevels() }
    return try await origin.ask(operation)
  }

  func serve(_ data: GraphValue, to operation: GraphOperation) {
    script.withLock { $0.data[operation] = data }
    rewrite()
  }

  func setServer(_ state: GraphServerState) {
    script.withLock { $0.state = state }
    rewrite()
  }

  private func rewrite() {
    let script = script.withLock(\.self)
    origin.answer { operation in
      let data = script.data[operation]
      switch script.state {
      case .up: return data.map { GraphAnswer($0) } ?? GraphAnswer(nil, errors: ["no such operation: \(operation)"])
      case .down(let failure): throw failure
      case .answersErrors: return GraphAnswer(nil, errors: ["the resolver failed"])
      case .answersErrorsWithData: return GraphAnswer(data, errors: ["a resolver failed"])
      }
    }
  }

  // MARK: Files

  /// Returns the path of the cache file with this name.
  func path(of name: String) throws -> String { try file(name).path }

  private func file(_ name: String) throws -> URL {
    try world.storage.directory("normalized").appendingPathComponent("\(name).sqlite")
  }

  /// Returns the suffixes of the files that a cache keeps under a name: an empty suffix for the file itself, and one
  /// for each file next to it, from SQLite (`-wal`, for example) or from the cache.
  private func endings(of name: String) throws -> [String] {
    let file = try file(name)
    let beginning = file.lastPathComponent
    let names = try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)
    return names.filter { $0.hasPrefix(beginning) }.map { String($0.dropFirst(beginning.count)) }
  }

  func removeFile(_ name: String) throws {
    for ending in try endings(of: name) { try FileManager.default.removeItem(atPath: try path(of: name) + ending) }
  }

  func copyFile(_ name: String, to other: String) throws {
    for ending in try endings(of: name) {
      try FileManager.default.copyItem(atPath: try path(of: name) + ending, toPath: try path(of: other) + ending)
    }
  }

  /// Returns the kind of a file by its header and size (https://sqlite.org/fileformat2.html, 1.3), or nil if there is
  /// no file.
  func inspectFile(_ name: String) throws -> CacheFileModel? {
    guard let bytes = FileManager.default.contents(atPath: try path(of: name)) else { return nil }
    guard bytes.starts(with: Array("SQLite format 3\u{0}".utf8)), bytes.count >= 100 else { return .other }
    let size = Int(bytes[16]) << 8 | Int(bytes[17])
    let pageSize = size == 1 ? 65536 : size
    let isWhole = pageSize >= 512 && pageSize & (pageSize - 1) == 0 && bytes.count % pageSize == 0
    return isWhole ? .sqliteDatabase : .brokenDatabase
  }
}

extension ObjectIdentity {
  /// The function for cache keys that the app gives, or nil for none.
  var keyFunction: (@Sendable ([String: GraphValue]) -> String?)? {
    let field = rawValue
    return switch self {
    case .path: nil
    case .id, .name: { object in if case .text(let key) = object[field] { key } else { nil } }
    }
  }
}
