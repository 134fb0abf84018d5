import Foundation
import ReferenceCache
import Synchronization
import Testing

@Suite("Bad input over HTTP")
struct HTTPBadInputTests {
  private static let a = RequestMessage("http://origin.test/a")
  private static let capacity = ByteCounts(memory: 1 << 20, disk: 1 << 20)

  /// A session whose loads are ten seconds apart, with an origin that returns a list of responses and then repeats the
  /// last one.
  private struct World {
    let storage = MemoryStorage()
    let store: ResponseStore
    let session: ResponseSession
    private let asked: Asked

    private final class Asked: Sendable {
      let requests = Mutex<[RequestMessage]>([])
      let date = Mutex(Date(timeIntervalSince1970: 1e9))
    }

    init(_ answers: ResponseMessage...) throws {
      let asked = Asked()
      self.asked = asked
      store = try ResponseStore(storage: storage, capacity: capacity) { asked.date.withLock(\.self) }
      session = ResponseSession(.init(store: store)) { request in
        let number = asked.requests.withLock { requests in
          requests.append(request)
          return requests.count
        }
        return answers[min(number, answers.count) - 1]
      } now: {
        asked.date.withLock(\.self)
      }
    }

    var requests: [RequestMessage] { asked.requests.withLock(\.self) }

    func load(_ fields: HeaderFields = [:]) async throws -> ResponseMessage {
      var request = a
      request.fields = fields
      let response = try await session.load(request)
      asked.date.withLock { $0 += 10 }
      return response
    }
  }

  private static func response(_ status: Int = 200, _ fields: HeaderFields, _ body: String = "") -> ResponseMessage {
    ResponseMessage(url: a.url, status: status, fields: fields, body: Array(body.utf8))
  }

  private static let newer = response(200, ["Cache-Control": "no-store"], "newer")

  @Test("Bad input neither traps nor is served wrongly", arguments: BadInput.all)
  func isTaken(_ input: BadInput) async throws {
    let world = try World(input.response, Self.newer)
    _ = try await world.load()
    let second = try await world.load()
    #expect(second.body == (input.outcome == .served ? input.response : Self.newer).body)
    #expect(world.requests.count == (input.outcome == .served ? 1 : 2))
    for request in world.requests { #expect(!request.fields.hasBreaks) }
    #expect(!second.fields.hasBreaks)
    if let stored = try world.store.storedResponse(for: Self.a) { #expect(!stored.response.fields.hasBreaks) }
    #expect(world.store.usage.memory <= Self.capacity.memory && world.store.usage.disk <= Self.capacity.disk)
    #expect(world.storage.values.count <= 2)
  }

  @Test(
    "A request's directives with numbers past 64 bits, or without numbers, do not trap",
    arguments: [
      ("max-stale=99999999999999999999", true), ("max-stale=-1", false), ("max-stale=soon", false),
      ("max-stale=", false), ("=max-stale", false),
      ("min-fresh=99999999999999999999", false), ("max-age=99999999999999999999", false), ("max-age=-1", false),
      // The argument counts as zero, and a stale response does not stay fresh for that long (RFC 9111, 5.2.1.3).
      ("max-age=", false), ("min-fresh=-99999999999999999999, max-stale", false), ("\r\n\0", false),
    ])
  func requestDirectives(_ directives: String, _ isServed: Bool) async throws {
    let world = try World(Self.response(200, ["Cache-Control": "max-age=5"], "body"), Self.newer)
    _ = try await world.load()
    let body = try await world.load(["Cache-Control": directives]).body
    #expect(body == Array((isServed ? "body" : "newer").utf8))
  }

  @Test("Line breaks in stored fields are not sent")
  func validatorsByHand() async throws {
    let world = try World(Self.newer)
    let fields: HeaderFields = ["Cache-Control": "max-age=0", "ETag": "\"a\"\r\nX: 1", "Last-Modified": "\0\n"]
    try world.store.store(StoredResponse(Self.response(200, fields)), for: Self.a)
    _ = try await world.load()
    #expect(world.requests.map(\.fields.hasBreaks) == [false])
    #expect(world.requests.last?.fields["If-None-Match"] == "\"a\"  X: 1")
  }

  @Test(
    "A 304 about another response confirms nothing: the origin is asked again without a condition",
    arguments: [
      (["ETag": "\"a\""], ["ETag": "\"b\""], false), (["ETag": "\"a\""], ["ETag": "W/\"a\""], true),
      (["ETag": "\"a\""], [:], true), ([:], ["ETag": "\"b\""], false), (["Last-Modified": "a"], [:], true),
      (["Last-Modified": "a"], ["Last-Modified": "a"], true), (["Last-Modified": "a"], ["Last-Modified": "b"], false),
      (["ETag": "\"a\"", "Last-Modified": "a"], ["Last-Modified": "b"], true),
    ] as [(HeaderFields, HeaderFields, Bool)])
  func foreignConfirmation(_ stored: HeaderFields, _ named: HeaderFields, _ confirms: Bool) async throws {
    var first = Self.response(200, ["Cache-Control": "max-age=0"], "body")
    first.fields = HeaderFields(first.fields.lines + stored.lines)
    let world = try World(first, Self.response(304, named), Self.newer)
    _ = try await world.load()
    let body = try await world.load().body
    #expect(body == Array((confirms ? "body" : "newer").utf8))
    #expect(world.requests.count == (confirms ? 2 : 3))
    if !confirms { #expect(world.requests.last?.fields["If-None-Match"] == nil) }
  }

  @Test("A 304's connection fields and length are not stored, even among ten thousand fields")
  func updates() async throws {
    let fields: HeaderFields = [
      "Content-Length": "0", "Connection": "X-Hop", "X-Hop": "1", "Cache-Control": "max-age=60",
    ]
    let many = HeaderFields((0..<10_000).map { HeaderFields.Line("X-\($0)", "1") } + fields.lines)
    let first = Self.response(200, ["Cache-Control": "max-age=0", "Content-Length": "4", "ETag": "\"a\""], "body")
    let world = try World(first, Self.response(304, many))
    for _ in 1...3 { #expect(try await world.load().body == Array("body".utf8)) }
    let stored = try #require(try world.store.storedResponse(for: Self.a)?.response.fields)
    #expect(stored["Content-Length"] == "4" && stored["X-Hop"] == nil && stored["Connection"] == nil)
    #expect(world.requests.count == 2)
  }

  @Test("A truncated newer response leaves the stored one")
  func halfAnAnswer() async throws {
    let world = try World(
      Self.response(200, ["Cache-Control": "max-age=5", "ETag": "\"a\""], "body"),
      Self.response(200, ["Cache-Control": "max-age=60", "Content-Length": "9", "ETag": "\"b\""], "half"),
      Self.response(304, ["ETag": "\"a\""]))
    _ = try await world.load()
    _ = try await world.load()
    #expect(try await world.load().body == Array("body".utf8))
    #expect(world.requests.last?.fields["If-None-Match"] == "\"a\"")
  }

  @Test("A thousand variants take no more room than sixteen")
  func manyVariants() async throws {
    let world = try World(Self.response(200, ["Cache-Control": "max-age=60000", "Vary": "X-Number"], "body"))
    for number in 0..<1000 { _ = try await world.load(["X-Number": "\(number)"]) }
    #expect(world.storage.values.count == 32)
    #expect(world.requests.count == 1000)
  }

  @Test(
    "A redirect whose location is not an HTTP URL is returned to the caller",
    arguments: ["", "http://", "http://[", "file:///etc/hostname", "a:b"])
  func badRedirects(_ location: String) async throws {
    let world = try World(Self.response(302, ["Location": location]), Self.newer)
    let answer = try await world.load()
    #expect(answer.status == 302 || location.isEmpty)
  }
}

extension HeaderFields {
  /// Whether a value contains a character that would begin another field, or end the header.
  fileprivate var hasBreaks: Bool { lines.contains { $0.value.utf8.contains { [0, 10, 13].contains($0) } } }
}
