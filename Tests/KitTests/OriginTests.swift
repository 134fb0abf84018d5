import CacheSpec
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import CacheConformance
@testable import ResponseKit

@Suite("Origins")
struct OriginTests {
  private static func request(_ path: String, of authority: String) -> String {
    "GET \(path) HTTP/1.1\r\nHost: \(authority)\r\n\r\n"
  }

  @Test("An origin answers by its script and records every request in order")
  func originRecords() async throws {
    let origin = Origin<Int, Int> { request in
      if request < 0 { throw OriginFailure.noConnection }
      return request * 2
    }
    #expect(try await origin.ask(1) == 2)
    await #expect(throws: OriginFailure.noConnection) { try await origin.ask(-1) }
    #expect(origin.takeRequests() == [1, -1])
    #expect(origin.takeRequests() == [])
  }

  @Test("A held request, once released, gets the answer that was set when it arrived")
  func originHolds() async throws {
    let origin = Origin<String, String> { _ in "old" }
    origin.hold()
    async let first = origin.ask("first")
    await origin.holdsRequests(1)
    origin.answer { _ in "new" }
    async let second = origin.ask("second")
    await origin.holdsRequests(2)
    origin.releaseNewest()
    #expect(try await second == "new")
    origin.release()
    #expect(try await first == "old")
    #expect(!origin.isHolding)
    #expect(try await origin.ask("third") == "new")
  }

  @Test("A cancelled request stops waiting, and the origin has recorded it")
  func cancelledRequest() async throws {
    let origin = Origin<String, String> { _ in "answer" }
    origin.hold()
    let asking = Task { try await origin.ask("first") }
    await origin.holdsRequests(1)
    asking.cancel()
    await #expect(throws: CancellationError.self) { try await asking.value }
    #expect(origin.heldCount == 1)
    origin.release()
    let late = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await origin.ask("second")
    }
    late.cancel()
    await #expect(throws: CancellationError.self) { try await late.value }
    #expect(origin.takeRequests() == ["first"])
  }

  @Test("Waiting for a request that never comes ends when all is idle")
  func waitsInVain() async throws {
    let origin = Origin<String, String> { _ in "answer" }
    origin.hold()
    #expect(await origin.holdsRequests(1, before: {}) == false)
    let asking = Task { try await origin.ask("request") }
    #expect(await origin.holdsRequests(1, before: { _ = try? await asking.value }))
    origin.release()
    #expect(try await asking.value == "answer")
  }

  @Test("An origin over loopback answers and records like one in process")
  func loopback() async throws {
    let origin = Origin<RequestMessage, ResponseMessage> { request in
      ResponseMessage(url: request.url, status: 203, fields: ["X-Note": "kept"], body: request.body + [33])
    }
    let server = try LoopbackServer(origin: origin)
    defer { server.stop() }
    let text = try await exchange(
      with: server.authority,
      "POST /a?q=1 HTTP/1.1\r\nHost: \(server.authority)\r\nContent-Length: 2\r\n\r\nhi")
    #expect(text.hasPrefix("HTTP/1.1 203 "))
    #expect(text.contains("X-Note: kept\r\n"))
    #expect(text.hasSuffix("\r\n\r\nhi!"))
    let seen = try #require(origin.takeRequests().first)
    #expect(seen.method == "POST" && seen.url == "/a?q=1" && seen.fields["host"] == server.authority)
  }

  @Test("An origin that is down over loopback records the request and breaks the connection")
  func loopbackDown() async throws {
    let origin = Origin<RequestMessage, ResponseMessage> { _ in throw OriginFailure.noConnection }
    let server = try LoopbackServer(origin: origin)
    defer { server.stop() }
    #expect(try await exchange(with: server.authority, Self.request("/a", of: server.authority)) == "")
    #expect(origin.takeRequests().map(\.url) == ["/a"])
  }

  @Test("A request over loopback with a body without limit is none to the origin")
  func endlessBody() async throws {
    let origin = Origin<RequestMessage, ResponseMessage> { ResponseMessage(url: $0.url, status: 200) }
    let server = try LoopbackServer(origin: origin)
    defer { server.stop() }
    let request = "POST /a HTTP/1.1\r\nHost: \(server.authority)\r\nContent-Length: 99999999999\r\n\r\nhi"
    #expect(try await exchange(with: server.authority, request) == "")
    #expect(origin.takeRequests().isEmpty)
  }

  @Test("A connection beyond the most at once is closed, and there is room again once one has ended")
  func mostConnections() async throws {
    let (held, holding) = AsyncStream<Void>.makeStream()
    let (released, releasing) = AsyncStream<Void>.makeStream()
    let server = try LoopbackServer(mostConnections: 1) { request in
      if request.url == "/held" {
        holding.yield()
        for await _ in released { break }
      }
      return Array("HTTP/1.1 200 OK\r\n\r\n".utf8)
    }
    defer { server.stop() }
    async let first = exchange(with: server.authority, Self.request("/held", of: server.authority))
    for await _ in held { break }
    #expect(try await exchange(with: server.authority, Self.request("/a", of: server.authority)) == "")
    releasing.yield()
    #expect(try await first.hasPrefix("HTTP/1.1 200"))
    var text = ""
    // The connection is counted until it is closed, which the client sees a little earlier.
    while text.isEmpty { text = try await exchange(with: server.authority, Self.request("/a", of: server.authority)) }
    #expect(text.hasPrefix("HTTP/1.1 200"))
  }

  @Test("A server that was stopped answers nothing more, and its port can be had again")
  func stopped() async throws {
    let server = try LoopbackServer { _ in Array("HTTP/1.1 200 OK\r\n\r\n".utf8) }
    #expect(
      try await exchange(with: server.authority, Self.request("/a", of: server.authority)).hasPrefix("HTTP/1.1 200"))
    server.stop()
    server.stop()
    let again = try LoopbackServer(port: server.port) { _ in Array("HTTP/1.1 201 OK\r\n\r\n".utf8) }
    defer { again.stop() }
    #expect(
      try await exchange(with: server.authority, Self.request("/a", of: server.authority)).hasPrefix("HTTP/1.1 201"))
  }

  @Test("A begun call reaches the module before held requests are answered")
  func begunCallsComeFirst() async {
    final class Asked: Sendable { let count = Mutex(0) }
    let (asked, calls) = (Asked(), BegunCalls<NoValue>())
    for _ in 0..<100 {
      calls.begin("call") {
        asked.count.withLock { $0 += 1 }
        return []
      }
    }
    await calls.waitUntilUnderWay()
    #expect(asked.count.withLock(\.self) == 100)
  }
}
