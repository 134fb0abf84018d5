import CacheSpec
public import CacheVocabulary
import Foundation
import Synchronization

/// A world with an origin that speaks HTTP, in process or over loopback.
public final class ResponseWorld: ChapterWorld {
  /// How the sessions of a module reach the origin.
  public enum Transport: Sendable {
    /// By `ResponseWorld.send`, in this process.
    case inProcess
    /// By HTTP over loopback.
    case loopback
  }

  /// Time, storage and log.
  public let world: World
  /// The origin that answers for `origin.test`.
  let origin: Origin<RequestMessage, ResponseMessage>
  private let server: LoopbackServer?
  private let script = Mutex(OriginScript())

  init(time: World.Time, transport: Transport) throws {
    world = World(time)
    origin = Origin { _ in throw OriginFailure.noConnection }
    server = transport == .loopback ? try LoopbackServer(origin: origin) : nil
    change { _ in }
  }

  /// Asks the origin in this process, as a module does that can be given its transport.
  public func send(_ request: RequestMessage) async throws -> ResponseMessage { try await origin.ask(request) }

  /// From now on the origin answers a URL so. A `file:` URL is written to a file.
  func serve(_ representation: Representation, at url: String) throws {
    if url.hasPrefix("file:") {
      try Data(representation.body.bytes).write(to: fileURL(url))
    } else {
      change { $0.served[RequestMessage(url).target] = representation }
    }
  }

  /// From now on the origin can be reached, or not.
  func setOrigin(_ state: OriginState) { change { $0.state = state } }

  private func change(_ change: (inout OriginScript) -> Void) {
    let script = script.withLock { script in
      change(&script)
      return script
    }
    origin.answer { [world] request in try script.answer(to: request, now: world.now) }
  }

  /// The request as the module has to make it: over loopback the origin has another address, and files lie in the
  /// world's directory.
  func addressed(_ request: RequestMessage) throws -> RequestMessage {
    var request = request
    if request.url.hasPrefix("file:") {
      request.url = try fileURL(request.url).absoluteString
    } else if let server, request.url.hasPrefix(Self.originAddress) {
      request.url = "http://127.0.0.1:\(server.port)/" + request.url.dropFirst(Self.originAddress.count)
    }
    return request
  }

  func tearDown() async {
    server?.stop()
    await world.tearDown()
  }

  private static let originAddress = "http://origin.test/"

  private func fileURL(_ url: String) throws -> URL {
    try world.storage.directory("files").appendingPathComponent(String(url.drop { $0 != "/" }.drop { $0 == "/" }))
  }
}
