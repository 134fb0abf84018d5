import CacheSpec
public import CacheVocabulary
public import Foundation
import Synchronization

/// A world with an origin that speaks HTTP, in process or over loopback.
public final class ResponseWorld: Sendable {
  /// Time, storage and log.
  public let world: World
  /// The origin that answers for `origin.test`.
  let origin: Origin<HTTPRequest, HTTPResponse>
  private let server: LoopbackServer?
  private let script = Mutex(OriginScript())

  fileprivate struct OriginScript {
    var state = OriginState.up
    var served: [String: Representation] = [:]
  }

  init(time: World.Time, transport: Transport) throws {
    world = World(time)
    origin = Origin { _ in throw OriginFailure.noConnection }
    server = transport == .loopback ? try LoopbackServer(origin: origin) : nil
    rewrite()
  }

  /// The date and time of day.
  public var now: Date { world.now }
  /// The clock.
  public var clock: any Clock<Duration> { world.clock }

  /// Asks the origin in this process, as a module does that can be given its transport.
  public func send(_ request: HTTPRequest) async throws -> HTTPResponse { try await origin.ask(request) }

  /// From now on the origin answers a URL so. A `file:` URL is written to a file.
  func serve(_ representation: Representation, at url: String) throws {
    if url.hasPrefix("file:") {
      try Data(representation.body).write(to: fileURL(url))
    } else {
      script.withLock { $0.served[Self.target(of: url)] = representation }
      rewrite()
    }
  }

  /// From now on the origin can be reached, or not.
  func setOrigin(_ state: OriginState) {
    script.withLock { $0.state = state }
    rewrite()
  }

  private func rewrite() {
    let script = script.withLock(\.self)
    origin.answer { [world] request in
      guard script.state == .up else { throw OriginFailure.noConnection }
      return script.answer(to: request, target: Self.target(of: request.url), now: world.now)
    }
  }

  /// The request as the module has to make it: over loopback the origin has another address, and files lie in the
  /// world's directory.
  func addressed(_ request: HTTPRequest) throws -> HTTPRequest {
    var request = request
    if request.url.hasPrefix("file:") {
      request.url = try fileURL(request.url).absoluteString
    } else if let server, request.url.hasPrefix(Self.originAddress) {
      request.url = "http://127.0.0.1:\(server.port)/" + request.url.dropFirst(Self.originAddress.count)
    }
    return request
  }

  func tearDown() {
    origin.release()
    server?.stop()
    world.tearDown()
  }

  private static let originAddress = "http://origin.test/"

  private func fileURL(_ url: String) throws -> URL {
    try world.storage.directory("files").appendingPathComponent(String(url.drop { $0 != "/" }.drop { $0 == "/" }))
  }

  /// The path and query of a URL, which is what a request line holds.
  static func target(of url: String) -> String {
    guard let scheme = url.firstRange(of: "://") else { return url }
    let path = url[scheme.upperBound...].drop { $0 != "/" }.prefix { $0 != "#" }
    return path.isEmpty ? "/" : String(path)
  }
}

extension ResponseWorld.OriginScript {
  /// What an origin answers that knows conditional requests.
  fileprivate func answer(to request: HTTPRequest, target: String, now: Date) -> HTTPResponse {
    guard let representation = served[target] else {
      return HTTPResponse(url: request.url, status: 404, fields: ["Cache-Control": "no-store"])
    }
    var response = representation.response(url: request.url, now: now)
    let unchanged =
      request.fields["If-None-Match"].map { $0 == response.fields["ETag"] }
      ?? request.fields["If-Modified-Since"].map { $0 == response.fields["Last-Modified"] } ?? false
    if unchanged { response.status = 304 }
    if unchanged || request.method == "HEAD" { response.body = [] }
    return response
  }
}

extension Representation {
  /// The body: the version, padded with periods.
  var body: [UInt8] {
    let text = Array(version.utf8)
    return text + Array(repeating: UInt8(ascii: "."), count: max(0, (size ?? 0) - text.count))
  }

  /// The representation as a response that is sent now.
  func response(url: String, now: Date) -> HTTPResponse {
    var fields = HeaderFields()
    if let cacheControl { fields.append("Cache-Control", cacheControl) }
    fields.append("Date", httpDate(now.addingTimeInterval(-TimeInterval(dated))))
    if tagged { fields.append("ETag", "\"\(version)\"") }
    if let modified { fields.append("Last-Modified", httpDate(now.addingTimeInterval(-TimeInterval(modified)))) }
    for line in self.fields.lines { fields.append(line.name, line.value) }
    return HTTPResponse(url: url, status: status, fields: fields, body: body)
  }
}

/// A date as HTTP writes it: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7).
func httpDate(_ date: Date) -> String {
  var seconds = time_t(date.timeIntervalSince1970.rounded(.down))
  var parts = tm()
  gmtime_r(&seconds, &parts)
  let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
  func two(_ number: Int32) -> String { number < 10 ? "0\(number)" : "\(number)" }
  return "\(days[Int(parts.tm_wday)]), \(two(parts.tm_mday)) \(months[Int(parts.tm_mon)]) \(parts.tm_year + 1900) "
    + "\(two(parts.tm_hour)):\(two(parts.tm_min)):\(two(parts.tm_sec)) GMT"
}
