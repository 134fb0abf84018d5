public import CacheConformance
import ResponseRules
public import Foundation
import Synchronization

/// A world with an origin that speaks HTTP, in process or over loopback.
public final class ResponseWorld: ChapterWorld {
  /// How the sessions of a module reach the origin.
  public enum Transport: Sendable {
    /// By `ResponseWorld.send`, within this process.
    case inProcess
    /// By HTTP over loopback.
    case loopback
  }

  /// Time, storage and log.
  public let world: ModuleWorld
  /// The origin that answers for `origin.test`.
  let origin: Origin<RequestMessage, ResponseMessage>
  /// Tells a program the time before an answer arrives over loopback.
  let timeListener = TimeNotifier()
  /// The server for HTTP; nil if requests reach the origin within this process.
  private let plain: Mutex<LoopbackServer?>
  private let secure = Mutex<SecureServer?>(nil)
  private let script = Mutex(OriginScript())

  /// The server for HTTPS, created when it is first needed.
  private struct SecureServer {
    let tls: LoopbackTLS
    var server: LoopbackServer
  }

  init(time: ModuleWorld.Time, transport: Transport) throws {
    if transport == .loopback { try Loopback.check() }
    world = ModuleWorld(time)
    origin = Origin { _ in throw OriginFailure.noConnection }
    plain = Mutex(transport == .loopback ? try LoopbackServer(origin: origin, telling: timeListener) : nil)
    change { _ in }
  }

  /// Creates a stand-in for a world that the kit at the other end of a pipe has made.
  init(pipedWorld: PipedWorld) {
    world = ModuleWorld(.piped(pipedWorld))
    origin = Origin(remote: { try await pipedWorld.ask(ResponseCalls.send, $0) })
    plain = Mutex(nil)
  }

  /// The world for which this one is a stand-in, or nil.
  var pipedWorld: PipedWorld? { world.pipedWorld }

  /// Asks the origin within this process, for a module that can be given its transport. Throws
  /// `OriginFailure.noConnection` if the origin is down; over loopback, the connection breaks instead. Every other
  /// failure is an answer with a status. Throws `CancellationError` once its task is cancelled, even while the request
  /// is held.
  public func send(_ request: RequestMessage) async throws -> ResponseMessage { try await origin.ask(request) }

  /// The ports that the origin listens on. The port for HTTPS comes last.
  var ports: [Int] { [plain.withLock { $0?.port }, secure.withLock { $0?.server.port }].compactMap(\.self) }

  /// Makes the origin listen on the ports of a process that has ended.
  func listen(on ports: [Int]) throws {
    if let port = ports.first {
      try plain.withLock { server in
        server?.stop()
        server = try LoopbackServer(origin: origin, port: port, telling: timeListener)
      }
    }
    if let port = ports.dropFirst().first {
      try secure.withLock { secure in
        secure?.server.stop()
        guard let tls = secure?.tls else { return }
        secure?.server = try LoopbackServer(origin: origin, port: port, tls: tls, telling: timeListener)
      }
    }
  }

  /// The certificate of the origin over HTTPS on loopback, as a PEM file. A client has to trust it. It is created when
  /// it is first asked for.
  ///
  /// - Throws: An error of the machine, which is never the module's fault.
  public var certificate: URL { get throws { try withSecureServer(\.tls.certificate) } }

  private func withSecureServer<Value>(_ value: (SecureServer) -> Value) throws -> Value {
    try secure.withLock { secure in
      if let secure { return value(secure) }
      let tls = try LoopbackTLS()
      do {
        let made = SecureServer(tls: tls, server: try LoopbackServer(origin: origin, tls: tls, telling: timeListener))
        secure = made
        return value(made)
      } catch {
        tls.remove()
        throw error
      }
    }
  }

  /// Sets the origin's answer for a URL from now on. A `file:` URL is written to a file.
  func serve(_ representation: Representation, at url: String) throws {
    if url.hasPrefix("file:") {
      try Data(representation.body.bytes).write(to: fileURL(url))
    } else {
      change { $0.served[RequestMessage(url).target] = representation }
    }
  }

  /// Makes the origin reachable and lets it serve a representation, for as long as a closure runs.
  func serving(
    _ representation: Representation, at url: String, isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> Void
  ) async throws {
    let (target, before) = (RequestMessage(url).target, script.withLock(\.self))
    change { script in
      script.state = .up
      script.served[target] = representation
    }
    defer { change { $0 = before } }
    try await body()
  }

  /// Makes the origin reachable or unreachable from now on.
  func setOrigin(_ state: OriginState) { change { $0.state = state } }

  private func change(_ change: (inout OriginScript) -> Void) {
    let script = script.withLock { script in
      change(&script)
      return script
    }
    origin.answer { [world] request in try script.answer(to: request, now: world.now) }
  }

  /// Returns the request with the URL that the module has to use: over loopback the origin has another address, and
  /// files are in the world's directory.
  ///
  /// - Throws: `WorldFailure`.
  func addressed(_ request: RequestMessage) throws -> RequestMessage {
    try WorldFailure.catching { try readdressed(request) }
  }

  private func readdressed(_ request: RequestMessage) throws -> RequestMessage {
    var request = request
    let authority = plain.withLock { $0?.authority }
    if request.url.hasPrefix("file:") {
      request.url = try fileURL(request.url).absoluteString
    } else if let authority, let path = Self.path(of: request.url, at: "http://origin.test/") {
      request.url = "http://\(authority)/\(path)"
    } else if authority != nil, let path = Self.path(of: request.url, at: "https://origin.test/") {
      request.url = "https://\(try withSecureServer(\.server.authority))/\(path)"
    }
    return request
  }

  func tearDown() async {
    plain.withLock { $0?.stop() }
    secure.withLock { secure in
      secure?.server.stop()
      secure?.tls.remove()
    }
    await world.tearDown()
  }

  private static func path(of url: String, at origin: String) -> Substring? {
    url.hasPrefix(origin) ? url.dropFirst(origin.count) : nil
  }

  private func fileURL(_ url: String) throws -> URL {
    try world.storage.directory("files").appendingPathComponent(String(url.drop { $0 != "/" }.drop { $0 == "/" }))
  }
}
