#if os(macOS) || os(Linux)
  import CacheConformance
  import CacheConformanceCommand
  import CacheSpecChapters
  import Foundation
  import ReferenceCacheTransport
  @testable import ResponseKit
  @testable import CacheConformanceModules
  import Testing

  @Suite("The origin over HTTPS on loopback", .enabled(if: LoopbackTLS.lack == nil, "there is no OpenSSL in PATH"))
  struct TLSTests {
    /// The response that OpenSSL's client receives when it trusts one certificate. The client blocks a thread of its
    /// own, because the origin runs on the threads that tasks share.
    ///
    /// - Parameters:
    ///   - request: the request. Its URL has an address and a port.
    ///   - certificate: the certificate to trust.
    private static func ask(_ request: RequestMessage, trusting certificate: URL) async throws -> ResponseMessage {
      try await withCheckedThrowingContinuation { continuation in
        Thread { continuation.resume(with: Result { try answer(to: request, trusting: certificate) }) }.start()
      }
    }

    private static func answer(to request: RequestMessage, trusting certificate: URL) throws -> ResponseMessage {
      let url = try #require(URLComponents(string: request.url))
      let authority = "\(url.host ?? ""):\(url.port ?? 0)"
      let client = Process()
      client.executableURL = URL(fileURLWithPath: "/usr/bin/env")
      client.arguments = [
        "openssl", "s_client", "-connect", authority, "-CAfile", certificate.path,
        "-verify_ip", url.host ?? "", "-verify_return_error", "-quiet",
      ]
      let (input, output) = (Pipe(), Pipe())
      (client.standardInput, client.standardOutput, client.standardError) = (input, output, FileHandle.nullDevice)
      try client.run()
      let fields = request.fields.lines.map { "\($0.name): \($0.value)\r\n" }.joined()
      let text = "\(request.method) \(url.path) HTTP/1.1\r\nHost: \(authority)\r\n\(fields)\r\n"
      try? input.fileHandleForWriting.write(contentsOf: Data(text.utf8))
      let answer = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      client.waitUntilExit()
      guard let end = answer.range(of: "\r\n\r\n") else { throw URLError(.secureConnectionFailed) }
      let lines = answer[..<end.lowerBound].components(separatedBy: "\r\n")
      var response = ResponseMessage(url: request.url, body: Array(answer[end.upperBound...].utf8))
      response.status = Int(lines[0].split(separator: " ")[1]) ?? 0
      for line in lines.dropFirst() {
        let parts = line.split(separator: ":", maxSplits: 1)
        response.fields.append(String(parts[0]), parts[1].trimmingCharacters(in: .whitespaces))
      }
      return response
    }

    @Test("A loader that trusts the origin's certificate is tested over HTTPS")
    func isTrusted() async throws {
      let plain = URLSessionTransport()
      let module = CacheModule(
        "over-tls", summary: "the reference by OpenSSL's client",
        [
          .responses(over: .loopback) { world in
            ReferenceResponses(
              backend: .sqlite, world: world,
              send: { request, world in
                request.url.hasPrefix("https:")
                  ? try await Self.ask(request, trusting: world.certificate) : try await plain.send(request)
              })
          }
        ])
      var options = RunOptions()
      options.timeLimit = .seconds(60)
      let overHTTPS = module.plan(options).map(\.scenario).filter {
        $0.requires.contains(.https) && !$0.isStage
      }
      options.selection = ScenarioSelection(anyOf: overHTTPS.map(\.id))
      let report = try await module.run(options)
      #expect(overHTTPS.count >= 2 && report.count(.passed) == overHTTPS.count, "\(report.text())")
    }

    @Test("A client that trusts another certificate gets no answer")
    func isNotTrusted() async throws {
      let (world, other) = (try ResponseWorld(time: .real, transport: .loopback), try LoopbackTLS())
      try world.serve(.v1, at: "https://origin.test/a")
      let request = try world.addressed(RequestMessage("https://origin.test/a"))
      await #expect(throws: URLError.self) { try await Self.ask(request, trusting: other.certificate) }
      #expect(world.origin.takeRequests().isEmpty)
      #expect(try await Self.ask(request, trusting: world.certificate).status == 200)
      let certificate = try world.certificate
      other.remove()
      await world.tearDown()
      #expect(!FileManager.default.fileExists(atPath: certificate.deletingLastPathComponent().path))
    }

    #if os(Linux)
      @Test("The folder of a certificate and its key may have a path longer than that of a socket may be")
      func longPath() async throws {
        let folder = TemporaryFolders.newURL()
        defer { try? FileManager.default.removeItem(at: folder) }
        let parent = folder.appending(path: String(repeating: "long", count: 40))
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        let tls = try LoopbackTLS(in: parent)
        #expect(tls.certificate.path.hasPrefix(parent.path))
        let server = try LoopbackServer(tls: tls) { _ in Array("HTTP/1.1 200 OK\r\n\r\n".utf8) }
        defer { server.stop() }
        let request = RequestMessage("https://\(server.authority)/a")
        #expect(try await Self.ask(request, trusting: tls.certificate).status == 200)
      }

      @Test("Temporary folders with sockets are in TMPDIR, however long its path is")
      func isInTMPDIR() { #expect(TemporaryFolders.parentOfSockets == TemporaryFolders.parent) }
    #endif

    @Test("A world that continues in another process keeps its origin's address")
    func goesOn() async throws {
      let (before, after) = (
        try ResponseWorld(time: .real, transport: .loopback), try ResponseWorld(time: .real, transport: .loopback)
      )
      let requests = ["http", "https"].map { RequestMessage("\($0)://origin.test/a") }
      let addressed = try requests.map(before.addressed)
      try after.serve(.v1, at: "https://origin.test/a")
      _ = try requests.map(after.addressed)
      let ports = before.ports
      await before.tearDown()
      try after.listen(on: ports)
      #expect(try requests.map(after.addressed) == addressed)
      #expect(try await Self.ask(addressed[1], trusting: after.certificate).status == 200)
      await after.tearDown()
    }
  }
#endif
