import CacheConformance
import Dispatch
import Foundation
import ReferenceCache

/// A folder for a test, which is removed with the object.
final class TemporaryFolder {
  let url: URL

  init() throws {
    url = TemporaryFolders.newURL()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  var file: URL { url.appendingPathComponent("graph.sqlite") }
}

let listDroids = GraphOperation("ListDroids", [GraphField("droids", [], ["id", "name"])])
let characterName = GraphFragment("CharacterName", ["id", "name"])

func droids(_ droids: KeyValuePairs<String, String>) -> GraphValue {
  ["droids": .list(droids.map { ["id": .text($0.key), "name": .text($0.value)] })]
}

/// A cache over these records, with a server that always returns the same data.
func client(_ records: any RecordStore, server data: GraphValue) -> GraphCache {
  GraphCache(
    records: records, keyOf: { object in if case .text(let id) = object["id"] { id } else { nil } },
    send: { _ in GraphAnswer(data) })
}

func read(_ query: GraphOperation, in cache: GraphCache) async throws -> GraphValue {
  try await cache.transaction { try $0.read(query) }
}

/// Runs long or blocking work on a thread of Dispatch, because other tests need the few threads of Swift's own pool.
func offThePool<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
  try await Task(executorPreference: ThreadExecutor.shared) { try await work() }.value
}

private final class ThreadExecutor: TaskExecutor {
  static let shared = ThreadExecutor()
  private let queue = DispatchQueue(label: "long tests", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
