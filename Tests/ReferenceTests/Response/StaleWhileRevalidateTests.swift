import Foundation
import ReferenceCache
import Synchronization
import Testing

@Suite("Stale responses that are served while they are revalidated", .timeLimit(.minutes(10)))
struct StaleWhileRevalidateTests {
  private static let a = RequestMessage("http://origin.test/a")

  /// A store with the response `old`, which has been stale for a second and may be served for another minute, and a
  /// session.
  private struct World {
    let store: ResponseStore
    let session: ResponseSession

    init(
      _ directives: String = "max-age=0, stale-while-revalidate=60", _ transport: @escaping ResponseTransport
    ) throws {
      store = try ResponseStore(storage: MemoryStorage(), capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20)) {
        Date(timeIntervalSince1970: 1e9)
      }
      try store.store(
        StoredResponse(ResponseMessage(url: a.url, fields: ["Cache-Control": directives], body: Array("old".utf8))),
        for: a)
      session = ResponseSession(.init(store: store), transport: transport) { Date(timeIntervalSince1970: 1e9 + 1) }
    }

    func load(_ directives: String? = nil) async throws -> String {
      var request = a
      if let directives { request.fields["Cache-Control"] = directives }
      return String(decoding: try await session.load(request).body, as: UTF8.self)
    }
  }

  private static func new(_ request: RequestMessage) -> ResponseMessage {
    ResponseMessage(url: request.url, fields: ["Cache-Control": "max-age=60"], body: Array("new".utf8))
  }

  @Test("A stale response is served at once, revalidated once, and then replaced")
  func refreshesBehind() async throws {
    let asked = Counter()
    let (answers, answer) = AsyncStream.makeStream(of: Void.self)
    let world = try World { request in
      asked.add()
      for await _ in answers { break }
      return Self.new(request)
    }
    for _ in 1...5 { #expect(try await world.load() == "old") }
    answer.finish()
    await world.session.waitUntilIdle()
    #expect(asked.count == 1)
    #expect(try await world.load() == "new")
    #expect(asked.count == 1)
  }

  @Test("A failed revalidation leaves the stored response, and the next load tries again")
  func failsBehind() async throws {
    let asked = Counter()
    let world = try World { _ in
      asked.add()
      throw URLError(.notConnectedToInternet)
    }
    for round in 1...3 {
      #expect(try await world.load() == "old")
      await world.session.waitUntilIdle()
      #expect(asked.count == round)
    }
  }

  @Test(
    "A stale response is revalidated before it is served if its directives or the request's demand it",
    arguments: [
      ("max-age=0, stale-while-revalidate=60, must-revalidate", nil),
      ("max-age=0, stale-while-revalidate=60, no-cache", nil),
      ("max-age=0, stale-while-revalidate=0", nil), ("max-age=0, stale-while-revalidate=-1", nil),
      ("max-age=0, stale-while-revalidate=soon", nil), ("max-age=0, stale-while-revalidate", nil),
      ("max-age=0, stale-while-revalidate=60", "no-cache"), ("max-age=0, stale-while-revalidate=60", "max-age=0"),
      ("max-age=0, stale-while-revalidate=60", "min-fresh=1"), ("max-age=0, stale-while-revalidate=60", "max-stale=0"),
    ] as [(String, String?)])
  func isForbidden(_ stored: String, _ asked: String?) async throws {
    let world = try World(stored) { Self.new($0) }
    #expect(try await world.load(asked) == "new")
  }

  @Test(
    "Closing or releasing the session cancels revalidation in the background, and nothing of it is stored",
    arguments: [true, false])
  func ends(byClosing: Bool) async throws {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let (ends, end) = AsyncStream.makeStream(of: Bool.self)
    var world: World? = try World { request in
      ask.yield()
      // The request ends only when it is cancelled, and then claims to have a response.
      for await _ in AsyncStream<Void>.makeStream().stream { break }
      end.yield(Task.isCancelled)
      return Self.new(request)
    }
    #expect(try await world?.load() == "old")
    for await _ in asked { break }
    let store = world?.store
    if byClosing {
      world?.session.close()
      await world?.session.waitUntilIdle()
      // A closed session begins no revalidation.
      #expect(try await world?.load() == "old")
      await world?.session.waitUntilIdle()
    } else {
      world = nil
    }
    for await wasCancelled in ends {
      #expect(wasCancelled)
      break
    }
    #expect(try store?.storedResponse(for: Self.a)?.response.body == Array("old".utf8))
  }
}

/// A counter that tasks share.
final class Counter: Sendable {
  private let number = Mutex(0)

  var count: Int { number.withLock(\.self) }
  func add() { number.withLock { $0 += 1 } }
}
