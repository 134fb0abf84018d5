import CacheConformance
import ResponseKit
import Foundation
import ReferenceCacheTransport
import ReferenceCache
import Synchronization

/// An origin on loopback that answers by path, and a session that reaches it through Foundation's networking.
final class LoopbackOrigin: Sendable {
  /// The requests that it received.
  private let asked: Recorded
  private let server: LoopbackServer
  private let network: URLSessionTransport
  let store: ResponseStore
  let session: ResponseSession

  private final class Recorded: Sendable {
    let requests = Mutex<[RequestMessage]>([])
  }

  private final class Port: Sendable {
    let number = Mutex(0)
  }

  /// Starts to listen.
  ///
  /// - Parameters:
  ///   - host: the address to listen on, or `localhost`; nil for the address of the run.
  ///   - answer: returns the response to a request as bytes, given the origin's port.
  init(
    host: String? = nil, largestBody: Int = 1 << 20,
    _ answer: @escaping @Sendable (RequestMessage, _ port: Int) async throws -> [UInt8]
  ) throws {
    let (asked, port) = (Recorded(), Port())
    let server = try LoopbackServer(host: host ?? Loopback.host) { request in
      asked.requests.withLock { $0.append(request) }
      return try await answer(request, port.number.withLock(\.self))
    }
    port.number.withLock { $0 = server.port }
    (self.asked, self.server) = (asked, server)
    network = URLSessionTransport(largestBody: largestBody)
    store = try ResponseStore(storage: MemoryStorage(), capacity: ByteCounts(memory: 1 << 20, disk: 1 << 20))
    session = ResponseSession(ResponseSession.Configuration(store: store), transport: network.send)
  }

  deinit {
    network.close()
    server.stop()
  }

  /// The requests that it received, one by one.
  var requests: [String] { asked.requests.withLock { $0.map(\.description) } }
  /// The newest request.
  var lastRequest: RequestMessage? { asked.requests.withLock(\.last) }

  /// A request for a path.
  func request(_ path: String, fields: HeaderFields = [:]) -> RequestMessage {
    RequestMessage("http://\(server.authority)\(path)", fields: fields)
  }

  /// Ends the requests that are under way.
  func close() { network.close() }
}

/// The bytes of a response with a correct `Content-Length`.
func response(_ status: Int = 200, _ fields: HeaderFields = [:], _ body: String = "") -> [UInt8] {
  ResponseMessage(url: "", status: status, fields: fields, body: Array(body.utf8)).encoded(withBody: true)
}
