import Foundation
import Synchronization

#if canImport(Glibc)
  import Glibc
  let streamSocket = Int32(SOCK_STREAM.rawValue)
#elseif canImport(Musl)
  import Musl
  let streamSocket = SOCK_STREAM
#else
  import Darwin
  let streamSocket = SOCK_STREAM
#endif

/// A failure to set up the kit's own origin.
struct LoopbackError: Error, CustomStringConvertible {
  let description: String

  init(_ doing: String) { description = "\(doing) a socket on loopback: \(String(cString: strerror(errno)))" }
}

/// Tells a program the time before an answer of the origin arrives, because time and answer reach it over different
/// channels.
final class TimeNotifier: Sendable {
  private let telling = Mutex<@Sendable () async -> Void>({})

  /// Calls a closure before each answer from now on. The closure returns once the time is known.
  func tell(by tell: @escaping @Sendable () async -> Void) { telling.withLock { $0 = tell } }

  fileprivate func tell() async { await telling.withLock(\.self)() }
}

/// An origin behind real HTTP on loopback, with one connection per request.
///
/// An origin that is down accepts the request, so that it is recorded, and resets the connection.
package final class LoopbackServer: Sendable {
  /// Answers a request with the bytes of a response, valid HTTP or not. An error resets the connection.
  package typealias Answer = @Sendable (RequestMessage) async throws -> [UInt8]

  /// The port that the server listens on.
  package let port: Int
  private let listener: Int32

  /// Serves the scripted origin over HTTP.
  ///
  /// - Parameter listener: is told the time before an answer arrives; nil if nobody has to know it.
  convenience init(
    origin: Origin<RequestMessage, ResponseMessage>, port: Int? = nil, tls: LoopbackTLS? = nil,
    telling listener: TimeNotifier? = nil
  ) throws {
    try self.init(port: port, tls: tls) { request in
      do {
        let answer = try await origin.ask(request)
        await listener?.tell()
        return answer.encoded(withBody: request.method != "HEAD")
      } catch {
        await listener?.tell()
        throw error
      }
    }
  }

  /// Listens, and answers each request.
  ///
  /// - Parameters:
  ///   - port: the port to listen on, or nil for one that the system chooses.
  ///   - tls: the TLS for each connection, or nil for plain HTTP.
  ///   - answer: answers a request.
  package init(port: Int? = nil, tls: LoopbackTLS? = nil, _ answer: @escaping Answer) throws {
    listener = socket(AF_INET, streamSocket, 0)
    guard listener >= 0 else { throw LoopbackError("opening") }
    keepFromChildren(listener)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(clamping: port ?? 0).bigEndian
    if port != nil { Self.allowTakingAgain(listener) }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = self.listener
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(listener, pointer, length) == 0 else { return false }
        // Set only now if the system chooses the port: before, it could choose one that another server is about to
        // listen on.
        Self.allowTakingAgain(listener)
        return listen(listener, 64) == 0 && getsockname(listener, pointer, &length) == 0
      }
    }
    guard bound else {
      let error = LoopbackError("listening on")
      close(listener)
      throw error
    }
    self.port = Int(UInt16(bigEndian: address.sin_port))
    Thread { Self.accept(on: listener, tls, answer) }.start()
  }

  /// Allows the port of a process that has ended to be taken again while its connections are still being closed. The
  /// option has to be set both on the socket that has the port and on the one that takes it.
  private static func allowTakingAgain(_ listener: Int32) {
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Stops listening.
  package func stop() {
    // Wakes the thread that is blocked in `accept`, which then closes the socket.
    shutdown(listener, Int32(SHUT_RDWR))
    #if canImport(Darwin)
      close(listener)
    #endif
  }

  private static func accept(on listener: Int32, _ tls: LoopbackTLS?, _ answer: @escaping Answer) {
    while true {
      #if canImport(Glibc)
        let connection = Glibc.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let connection = Musl.accept(listener, nil, nil)
      #else
        let connection = Darwin.accept(listener, nil, nil)
      #endif
      if connection >= 0 {
        keepFromChildren(connection)
        Thread {
          do {
            serve(try tls?.plain(connection) ?? connection, answer)
          } catch {
            close(connection)
          }
        }.start()
      } else if errno != EINTR {
        break
      }
    }
    #if !canImport(Darwin)
      close(listener)
    #endif
  }

  private static func serve(_ connection: Int32, _ answer: @escaping Answer) {
    #if canImport(Darwin)
      var on: Int32 = 1
      setsockopt(connection, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    var reader = RequestReader(connection)
    guard let request = reader.read() else {
      close(connection)
      return
    }
    Task {
      do {
        send(try await answer(request), to: connection)
        // Ends the response even if the connection was inherited by a process that started at the moment of accepting.
        shutdown(connection, Int32(SHUT_WR))
      } catch {
        // With a linger time of zero, closing resets the connection.
        var linger = linger(l_onoff: 1, l_linger: 0)
        setsockopt(connection, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
      }
      close(connection)
    }
  }
}

/// Keeps processes that start from now on from inheriting a socket, because they would keep it open.
func keepFromChildren(_ socket: Int32) { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }

func send(_ bytes: [UInt8], to connection: Int32) {
  #if canImport(Darwin)
    let flags: Int32 = 0
  #else
    let flags = Int32(MSG_NOSIGNAL)
  #endif
  var rest = bytes[...]
  while !rest.isEmpty {
    let count = rest.withUnsafeBytes { send(connection, $0.baseAddress, $0.count, flags) }
    if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return }
  }
}

/// Reads one request from a connection.
private struct RequestReader {
  private let connection: Int32
  private var bytes: [UInt8] = []

  init(_ connection: Int32) { self.connection = connection }

  mutating func read() -> RequestMessage? {
    let end = Array("\r\n\r\n".utf8)
    var head = bytes.firstRange(of: end)
    while head == nil {
      guard bytes.count < 1 << 20, readMore() else { return nil }
      head = bytes.firstRange(of: end)
    }
    guard let head else { return nil }
    let lines = String(decoding: bytes[..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let start = lines[0].split(separator: " ")
    guard start.count == 3 else { return nil }
    var request = RequestMessage(String(start[1]), method: String(start[0]))
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" }
      request.fields.append(String(line[..<colon]), String(value))
    }
    bytes.removeSubrange(..<head.upperBound)
    if request.fields["Expect"]?.lowercased() == "100-continue" {
      send(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8), to: connection)
    }
    let length = request.fields["Content-Length"].flatMap { Int($0) } ?? 0
    while bytes.count < length { guard readMore() else { return nil } }
    request.body = bytes
    return request
  }

  private mutating func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 16_384)
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      bytes += buffer[..<max(0, count)]
      return count > 0
    }
  }
}

extension ResponseMessage {
  /// Returns the response in the format of HTTP.
  package func encoded(withBody: Bool) -> [UInt8] {
    var head = "HTTP/1.1 \(status) \(status == 304 ? "Not Modified" : "Scripted")\r\n"
    for line in fields.lines { head += "\(line.name): \(line.value)\r\n" }
    let isChunked = fields["Transfer-Encoding"]?.lowercased() == "chunked"
    // A response without a body need not state a length (RFC 9110, 8.6), and a chunked response must not.
    let hasLength = fields["Content-Length"] != nil
    if withBody, !isChunked, !hasLength, status != 304, status != 204 { head += "Content-Length: \(body.count)\r\n" }
    if fields["Connection"]?.lowercased().contains("close") != true { head += "Connection: close\r\n" }
    head += "\r\n"
    guard withBody else { return Array(head.utf8) }
    if !isChunked { return Array(head.utf8) + body }
    let chunk = body.isEmpty ? [] : Array("\(String(body.count, radix: 16))\r\n".utf8) + body + Array("\r\n".utf8)
    return Array(head.utf8) + chunk + Array("0\r\n\r\n".utf8)
  }
}
