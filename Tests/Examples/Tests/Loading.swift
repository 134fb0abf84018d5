import Foundation
import ReferenceCache
import ReferenceCacheTransport

func load(_ url: String) async throws {
  let file = try FileManager.default.url(
    for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true
  ).appendingPathComponent("http-cache.sqlite")
  let store = try ResponseStore(
    storage: SQLiteStorage(file: file), capacity: ByteCounts(memory: 4 << 20, disk: 64 << 20))
  let session = ResponseSession(.init(store: store), transport: URLSessionTransport().send)

  let page = try await session.load(RequestMessage(url))
  print(page.status, page.body.count, page.fields["Age"].map { "from the cache, \($0) s old" } ?? "from the origin")
}
