import Foundation
import ReferenceCache
import Synchronization
import Testing

@Suite("Bad input from a socket", .timeLimit(.minutes(10)))
struct BadSocketTests {
  /// The bytes that an origin writes before it closes the connection.
  struct Written: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let bytes: [UInt8]

    init(_ name: String, _ head: String, _ rest: String = "") {
      testDescription = name
      bytes = Array("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\n\(head)\r\n\(rest)".utf8)
    }

    init(_ name: String, _ bytes: [UInt8]) { (testDescription, self.bytes) = (name, bytes) }
  }

  private static let chunked = "Transfer-Encoding: chunked\r\n"

  private static let lies: [Written] = [
    Written("a body that stops early", "Content-Length: 10\r\n", "body"),
    Written("a chunk that stops early", chunked, "A\r\nbody"),
    Written("a chunk longer than it said", chunked, "2\r\nbody\r\n0\r\n\r\n"),
    Written("no last chunk", chunked, "4\r\nbody\r\n"),
    Written("a chunk's size that is no number", chunked, "zz\r\nbody\r\n0\r\n\r\n"),
    Written("a chunk's size past 64 bits", chunked, "FFFFFFFFFFFFFFFFFF\r\nbody"),
    Written("a negative chunk", chunked, "-4\r\nbody\r\n0\r\n\r\n"),
    Written("a body that is not coded as it says", "Content-Encoding: gzip\r\nContent-Length: 4\r\n", "body"),
    Written("nothing", []),
  ]

  @Test("A response with a wrong length is an error, and is not stored", arguments: lies)
  func isRefused(_ written: Written) async throws {
    let origin = try LoopbackOrigin { _, _ in written.bytes }
    await #expect(throws: (any Error).self) { try await origin.session.load(origin.request("/a")) }
    #expect(try origin.store.storedResponse(for: origin.request("/a")) == nil)
  }

  private static let oddities: [Written] = [
    Written("a status that is none", Array("HTTP/1.1 abc\r\n\r\n".utf8)),
    Written("a status of nine digits", Array("HTTP/1.1 999999999 No\r\nCache-Control: max-age=60\r\n\r\n".utf8)),
    Written("no HTTP", Array("hello\r\n\r\n".utf8)),
    Written("a negative length", "Content-Length: -4\r\n", "body"),
    Written("two lengths", "Content-Length: 4\r\nContent-Length: 5\r\n", "body"),
    Written("a length past 64 bits", "Content-Length: 99999999999999999999\r\n", "body"),
    Written("a length and chunks", "Content-Length: 2\r\n\(chunked)", "4\r\nbody\r\n0\r\n\r\n"),
    Written("more than it said", "Content-Length: 2\r\n", "body"),
  ]

  @Test("Malformed HTTP is an error, or is read only as far as it is valid", arguments: oddities)
  func isNoTrap(_ written: Written) async throws {
    let origin = try LoopbackOrigin { _, _ in written.bytes }
    let answer = try? await origin.session.load(origin.request("/a"))
    let stored = try origin.store.storedResponse(for: origin.request("/a"))
    if let stored { #expect(stored.response.body == answer?.body) }
    #expect(answer == nil || ["body", "bo", ""].contains(String(decoding: answer?.body ?? [], as: UTF8.self)))
  }

  @Test("Closing a connection ends it, even if a process that was started meanwhile lives on")
  func isNotInherited() async throws {
    let started = Mutex<pid_t?>(nil)
    let origin = try LoopbackOrigin { _, _ in
      // Foundation's `Process` would close the descriptors that the new process has to inherit.
      var (process, arguments) = (pid_t(), [strdup("sleep"), strdup("600"), nil])
      defer { for argument in arguments { free(argument) } }
      if posix_spawn(&process, "/bin/sleep", nil, nil, &arguments, nil) == 0 { started.withLock { $0 = process } }
      throw POSIXError(.ECONNRESET)
    }
    await #expect(throws: (any Error).self) { try await origin.session.load(origin.request("/a")) }
    let process = try #require(started.withLock { $0 })
    #expect(kill(process, SIGKILL) == 0)
    waitpid(process, nil, 0)
  }

  @Test("A header field with odd bytes, or with very many bytes, neither traps nor changes the body")
  func oddFields() async throws {
    let head = Array("HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nX-Odd: ".utf8)
    for odd in [[0xE9], [0xFF, 0xFE], [0x01, 0x7F], Array(repeating: 0x78, count: 60_000)] as [[UInt8]] {
      let origin = try LoopbackOrigin { _, _ in
        head + odd + Array("\r\nContent-Length: 4\r\n\r\nbody".utf8)
      }
      let answers = [
        try? await origin.session.load(origin.request("/a")), try? await origin.session.load(origin.request("/a")),
      ]
      for answer in answers where answer != nil { #expect(answer?.body == Array("body".utf8)) }
    }
  }
}
