#if os(macOS) || os(Linux)
  import CacheConformance
  import CacheConformanceCommand
  import CacheSpecChapters
  import Foundation
  import ReferenceCacheTransport
  import Synchronization
  import TestSupport
  import Testing

  @testable import CacheConformanceModules
  @testable import ResponseKit

  /// What other processes of the machine ask of the kit's origin on loopback while a module is checked.
  @Suite("Foreign requests")
  struct ForeignRequestTests {
    /// A request that is not the module's, as it can be told from the module's.
    enum Foreign: String, CaseIterable, CustomTestStringConvertible {
      case withoutHost, oldWithoutHost, hostWithoutPort, otherHost, otherPort, twoHosts, otherURL, otherAddress

      var testDescription: String { rawValue }

      /// The request for a path.
      func text(_ path: String, of host: String, _ port: Int) -> String {
        let lines =
          switch self {
          case .withoutHost: ["GET \(path) HTTP/1.1"]
          case .oldWithoutHost: ["GET \(path) HTTP/1.0"]
          case .hostWithoutPort: ["GET \(path) HTTP/1.1", "Host: 127.0.0.1"]
          case .otherHost: ["GET \(path) HTTP/1.1", "Host: example.com:\(port)"]
          case .otherPort: ["GET \(path) HTTP/1.1", "Host: \(host):\(port ^ 1)"]
          case .twoHosts: ["GET \(path) HTTP/1.1", "Host: \(host):\(port)", "Host: example.com"]
          case .otherURL: ["GET http://example.com\(path) HTTP/1.1", "Host: \(host):\(port)"]
          case .otherAddress: ["GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)"]
          }
        return (lines + ["Connection: close", "", ""]).joined(separator: "\r\n")
      }

      /// The address to which it goes.
      func address(_ host: String) -> String { self == .otherAddress ? "127.0.0.1" : host }
    }

    /// Answers that a foreign request got.
    private final class Answered: Sendable { let all = Mutex<[String]>([]) }

    @Test("A foreign request beside a scenario is refused, and changes no verdict", arguments: Foreign.allCases)
    func changesNothing(_ foreign: Foreign) async throws {
      if foreign == .otherAddress, Loopback.host == "127.0.0.1" { return }
      let (network, answered) = (URLSessionTransport(), Answered())
      let module = CacheModule(
        "beside-others", summary: "the reference, beside a process that asks the same origin",
        [
          .responses(over: .loopback) { world in
            ReferenceResponses(
              backend: .memory, world: world,
              send: { request, _ in
                let url = try #require(URLComponents(string: request.url))
                let (host, port) = (try #require(url.host), try #require(url.port))
                let answer = try await exchange(
                  with: "\(foreign.address(host)):\(port)", foreign.text(url.path, of: host, port))
                if !answer.isEmpty, !answer.hasPrefix("HTTP/1.1 421 ") { answered.all.withLock { $0.append(answer) } }
                return try await network.send(request)
              })
          }
        ])
      var options = RunOptions()
      options.timeLimit = .seconds(60)
      options.selection = ScenarioSelection(anyOf: ["http.store", "http.revalidate.etag"])
      let report = try await module.run(options)
      #expect(answered.all.withLock(\.self) == [])
      #expect(report.isClean && report.count(.passed) > 5, "\(report.text())")
    }
  }
#endif
