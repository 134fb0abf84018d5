import CacheSpec
import Foundation
import Synchronization
import Testing

@testable import CacheConformance
@testable import ResponseKit

@Suite("Origins")
struct OriginTests {
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
      port: server.port, "POST /a?q=1 HTTP/1.1\r\nHost: localhost:1\r\nContent-Length: 2\r\n\r\nhi")
    #expect(text.hasPrefix("HTTP/1.1 203 "))
    #expect(text.contains("X-Note: kept\r\n"))
    #expect(text.hasSuffix("\r\n\r\nhi!"))
    let seen = try #require(origin.takeRequests().first)
    #expect(seen.method == "POST" && seen.url == "/a?q=1" && seen.fields["host"] == "localhost:1")
  }

  @Test("An origin that is down over loopback records the request and breaks the connection")
  func loopbackDown() async throws {
    let origin = Origin<RequestMessage, ResponseMessage> { _ in throw OriginFailure.noConnection }
    let server = try LoopbackServer(origin: origin)
    defer { server.stop() }
    #expect(try await exchange(port: server.port, "GET /a HTTP/1.1\r\n\r\n") == "")
    #expect(origin.takeRequests().map(\.url) == ["/a"])
  }

  @Test(
    "A request over loopback that is for another host, or has a body without limit, is none to the origin",
    arguments: [
      ("GET /a HTTP/1.1\r\nHost: example.com\r\n\r\n", "HTTP/1.1 421 "),
      ("POST /a HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99999999999\r\n\r\nhi", ""),
    ])
  func refused(_ request: String, _ answer: String) async throws {
    let origin = Origin<RequestMessage, ResponseMessage> { ResponseMessage(url: $0.url, status: 200) }
    let server = try LoopbackServer(origin: origin)
    defer { server.stop() }
    let text = try await exchange(port: server.port, request)
    #expect(text.hasPrefix(answer) && text.isEmpty == answer.isEmpty, "\(text)")
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
    async let first = exchange(port: server.port, "GET /held HTTP/1.1\r\n\r\n")
    for await _ in held { break }
    #expect(try await exchange(port: server.port, "GET /a HTTP/1.1\r\n\r\n") == "")
    releasing.yield()
    #expect(try await first.hasPrefix("HTTP/1.1 200"))
    var text = ""
    // The connection is counted until it is closed, which the client sees a little earlier.
    while text.isEmpty { text = try await exchange(port: server.port, "GET /a HTTP/1.1\r\n\r\n") }
    #expect(text.hasPrefix("HTTP/1.1 200"))
  }

  @Test("A server that was stopped answers nothing more, and its port can be had again")
  func stopped() async throws {
    let server = try LoopbackServer { _ in Array("HTTP/1.1 200 OK\r\n\r\n".utf8) }
    #expect(try await exchange(port: server.port, "GET /a HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 200"))
    server.stop()
    server.stop()
    let again = try LoopbackServer(port: server.port) { _ in Array("HTTP/1.1 201 OK\r\n\r\n".utf8) }
    defer { again.stop() }
    #expect(try await exchange(port: server.port, "GET /a HTTP/1.1\r\n\r\n").hasPrefix("HTTP/1.1 201"))
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

  /// Sends a text to a port of this machine, and reads until the connection ends.
  private func exchange(port: Int, _ text: String) async throws -> String {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        let connection = socket(AF_INET, streamSocket, 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) { pointer in
          pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
            connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
          }
        }
        guard connected else { return continuation.resume(throwing: LoopbackError("connecting")) }
        let bytes = Array(text.utf8)
        _ = write(connection, bytes, bytes.count)
        var answer: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
          let count = read(connection, &buffer, buffer.count)
          guard count > 0 else { break }
          answer += buffer[..<count]
        }
        close(connection)
        continuation.resume(returning: String(decoding: answer, as: UTF8.self))
      }
      thread.start()
    }
  }
}
