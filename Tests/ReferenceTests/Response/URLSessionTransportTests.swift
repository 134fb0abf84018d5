import ResponseKit
import Foundation
import ReferenceCacheTransport
import ReferenceCache
import Testing

@Suite("The reference through Foundation's networking", .timeLimit(.minutes(10)))
struct URLSessionTransportTests {
  @Test("A fresh response is served from the cache; by itself, Foundation has no cache on Linux")
  func caches() async throws {
    let origin = try LoopbackOrigin { _, _ in response(200, ["Cache-Control": "max-age=60"], "body") }
    for _ in 1...2 {
      let answer = try await origin.session.load(origin.request("/a"))
      #expect(answer.body == Array("body".utf8))
    }
    #expect(origin.requests == ["/a"])
  }

  @Test("A redirect is followed through the cache, and stored under its own URL only")
  func redirects() async throws {
    let origin = try LoopbackOrigin { request, _ in
      switch request.url {
      case "/moved": response(301, ["Location": "/found", "Cache-Control": "max-age=60"])
      case "/found": response(302, ["Location": "here", "Cache-Control": "no-store"])
      default: response(200, ["Cache-Control": "max-age=60"], request.url)
      }
    }
    for _ in 1...2 {
      let answer = try await origin.session.load(origin.request("/moved"))
      #expect(answer.url == origin.request("/here").url)
      #expect(answer.body == Array("/here".utf8))
    }
    #expect(origin.requests == ["/moved", "/found", "/here", "/found"])
    #expect(try origin.store.storedResponse(for: origin.request("/moved"))?.response.status == 301)
  }

  @Test(
    "A redirect is returned with its body; one whose body is lost is an error, and not stored",
    arguments: [301, 302, 303, 305, 307, 308])
  func redirectBodies(_ status: Int) async throws {
    let origin = try LoopbackOrigin { request, _ in
      let fields: HeaderFields = ["Cache-Control": "max-age=60"]
      return switch request.url {
      case "/mail": response(status, ["Cache-Control": "max-age=60", "Location": "mailto:a@b"], "moved")
      case "/empty": response(status, fields)
      default: response(status, fields, "moved")
      }
    }
    for _ in 1...2 {
      #expect(try await origin.session.load(origin.request("/mail")).body == Array("moved".utf8))
      #expect(try await origin.session.load(origin.request("/empty")).body == [])
      let answer = try? await origin.session.load(origin.request("/nowhere"))
      #expect(answer.map { $0.body == Array("moved".utf8) } ?? true)
    }
    let stored = try origin.store.storedResponse(for: origin.request("/nowhere"))
    #expect(stored.map { $0.response.body == Array("moved".utf8) } ?? true)
  }

  @Test("A redirect loop ends with an error, and each redirect is asked for no more often than the limit")
  func redirectLoop() async throws {
    let origin = try LoopbackOrigin { request, _ in response(302, ["Location": request.url == "/a" ? "/b" : "/a"]) }
    await #expect(throws: TooManyRedirects.self) { try await origin.session.load(origin.request("/a")) }
    #expect(origin.requests.count == 21)
  }

  @Test("Credentials do not follow a redirect to another origin, and only HTTP is followed")
  func redirectsElsewhere() async throws {
    let other = try LoopbackOrigin(host: "localhost") { _, _ in response() }
    let elsewhere = other.request("/b").url
    let origin = try LoopbackOrigin { request, port in
      switch request.url {
      case "/elsewhere": response(307, ["Location": elsewhere])
      case "/near": response(307, ["Location": "/b"])
      case "/file": response(302, ["Location": "file:///etc/hostname"])
      default: response()
      }
    }
    let secret: HeaderFields = ["Authorization": "secret", "Cookie": "c=1", "X-Own": "kept"]
    _ = try await origin.session.load(origin.request("/elsewhere", fields: secret))
    #expect(other.lastRequest?.fields["Authorization"] == nil && other.lastRequest?.fields["Cookie"] == nil)
    #expect(other.lastRequest?.fields["X-Own"] == "kept")
    _ = try await origin.session.load(origin.request("/near", fields: secret))
    #expect(origin.lastRequest?.fields["Authorization"] == "secret")
    #expect(try await origin.session.load(origin.request("/file")).status == 302)
  }

  @Test(
    "A redirect keeps the method and body if the RFC says so",
    arguments: [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func redirectedMethods(_ status: Int, _ method: String) async throws {
    let origin = try LoopbackOrigin { request, _ in
      request.url == "/a" ? response(status, ["Location": "/b"]) : response()
    }
    var request = origin.request("/a", fields: ["Content-Type": "text/plain"])
    (request.method, request.body) = ("POST", Array("posted".utf8))
    _ = try await origin.session.load(request)
    let last = try #require(origin.lastRequest)
    #expect(last.method == method && last.url == "/b")
    #expect(last.body == (method == "POST" ? Array("posted".utf8) : []))
    #expect((last.fields["Content-Type"] == "text/plain") == (method == "POST"))
  }

  @Test("Cookies are not added to requests, because the cache would not see them")
  func keepsNoCookies() async throws {
    let origin = try LoopbackOrigin { _, _ in response(200, ["Set-Cookie": "id=1; Path=/"]) }
    for path in ["/a", "/b"] { _ = try await origin.session.load(origin.request(path)) }
    #expect(origin.lastRequest?.fields["Cookie"] == nil)
  }

  @Test("A decoded body is stored without Content-Encoding")
  func decodes() async throws {
    // "hello", compressed by gzip.
    let coded: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 3, 203, 72, 205, 201, 201, 7, 0, 134, 166, 16, 54, 5, 0, 0, 0,
    ]
    let origin = try LoopbackOrigin { _, _ in
      ResponseMessage(
        url: "", fields: ["Cache-Control": "max-age=60", "Content-Encoding": "gzip"], body: coded
      ).encoded(withBody: true)
    }
    for _ in 1...2 {
      let answer = try await origin.session.load(origin.request("/a"))
      #expect(answer.body == Array("hello".utf8) && answer.fields["Content-Encoding"] == nil)
    }
    #expect(origin.requests.count == 1)
  }

  @Test("A request that cannot be sent as written is an error")
  func refuses() async throws {
    let origin = try LoopbackOrigin { _, _ in response() }
    let broken = ["X-Own: a\r\nX-Other: b", "X-Own: a\0", "X\nOwn: a"].map { text in
      let parts = text.split(separator: ": ", maxSplits: 1).map(String.init)
      return origin.request("/a", fields: HeaderFields([HeaderFields.Line(parts[0], parts[1])]))
    }
    for request in broken + [RequestMessage("http://"), RequestMessage("ftp://127.0.0.1/a"), RequestMessage("")] {
      await #expect(throws: TransportError.self) { try await origin.session.load(request) }
    }
    #expect(origin.requests == [])
  }

  @Test("A body larger than allowed is an error, and not stored")
  func boundsBodies() async throws {
    let origin = try LoopbackOrigin(largestBody: 1000) { request, _ in
      let size = request.url == "/large" ? 1001 : 1000
      return response(200, ["Cache-Control": "max-age=60"], String(repeating: "x", count: size))
    }
    await #expect(throws: TransportError.self) { try await origin.session.load(origin.request("/large")) }
    #expect(try origin.store.storedResponse(for: origin.request("/large")) == nil)
    #expect(try await origin.session.load(origin.request("/small")).body.count == 1000)
  }

  @Test("Cancelling a load ends it, and so does closing the transport; afterwards nothing is sent")
  func ends() async throws {
    let (asked, ask) = AsyncStream.makeStream(of: Void.self)
    let (answers, _) = AsyncStream.makeStream(of: [UInt8].self)
    let origin = try LoopbackOrigin { _, _ in
      ask.yield()
      // The stream never yields, so that the origin never answers.
      for await answer in answers { return answer }
      throw CancellationError()
    }
    var requests = asked.makeAsyncIterator()
    let cancelled = Task { try await origin.session.load(origin.request("/a")) }
    await requests.next()
    cancelled.cancel()
    await #expect(throws: URLError.self) { try await cancelled.value }
    let closed = Task { try await origin.session.load(origin.request("/b")) }
    await requests.next()
    origin.close()
    await #expect(throws: (any Error).self) { try await closed.value }
    await #expect(throws: TransportError.self) { try await origin.session.load(origin.request("/c")) }
    #expect(origin.requests == ["/a", "/b"])
  }
}
