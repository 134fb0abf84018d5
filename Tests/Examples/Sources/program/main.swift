import Foundation
import ReferenceCacheTransport
import ReferenceCache

let folder = try FileManager.default.url(for: .cachesDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
let file = folder.appendingPathComponent("http-cache.sqlite")
let store = try ResponseStore(
  storage: SQLiteStorage(file: file), capacity: ByteCounts(memory: 4 << 20, disk: 64 << 20))
let session = ResponseSession(.init(store: store), transport: URLSessionTransport().send)

let page = try await session.load(RequestMessage(CommandLine.arguments.last ?? ""))
print(page.status, page.body.count, page.fields["Age"].map { "from the cache, \($0) s old" } ?? "from the origin")
