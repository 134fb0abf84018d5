import CacheConformance
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

  /// The address and the port that the server listens on.
  package let host: String, port: Int
  /// The end of a pipe. A byte in it ends the thread that accepts connections, and nothing else uses the listener.
  private let stopping: Mutex<Int32?>
  /// Signalled once the listener is closed.
  private let closed = DispatchSemaphore(value: 0)

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
  ///   - host: the address to listen on, or `localhost`.
  ///   - port: the port to listen on, or nil for one that the system chooses.
  ///   - tls: the TLS for each connection, or nil for plain HTTP.
  ///   - mostConnections: how many connections may be open at once. Each has a thread of its own, and further ones are
  ///     closed.
  ///   - answer: answers a request.
  package init(
    host: String = Loopback.host, port: Int? = nil, tls: LoopbackTLS? = nil, mostConnections: Int = 256,
    _ answer: @escaping Answer
  ) throws {
    let listener = socket(AF_INET, streamSocket, 0)
    guard listener >= 0 else { throw LoopbackError("opening") }
    prepare(listener)
    var address = Self.address(of: host, port: port ?? 0)
    if port != nil { Self.allowTakingAgain(listener) }
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(listener, pointer, length) == 0 else { return false }
        // Set only now if the system chooses the port: before, it could choose one that another server is about to
        // listen on.
        Self.allowTakingAgain(listener)
        return listen(listener, 64) == 0 && getsockname(listener, pointer, &length) == 0
      }
    }
    var ends: [Int32] = [0, 0]
    guard bound, pipe(&ends) == 0 else {
      let error = LoopbackError("listening on")
      close(listener)
      throw error
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    // A connection may be gone before it is accepted, and accepting must not wait for another one then.
    _ = fcntl(listener, F_SETFL, O_NONBLOCK)
    stopping = Mutex(ends[1])
    self.host = host
    self.port = Int(UInt16(bigEndian: address.sin_port))
    let authority = authority
    startThread { [stopped = ends[0], closed] in
      Self.accept(on: listener, of: authority, until: stopped, upTo: mostConnections, tls, answer)
      // Ends listening even if a process that started meanwhile holds a copy of the listener.
      shutdown(listener, Int32(SHUT_RDWR))
      close(listener)
      close(stopped)
      closed.signal()
    }
  }

  /// The address and the port, as in a URL.
  package var authority: String { "\(host):\(port)" }

  /// The address of a port on loopback.
  static func address(of host: String, port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr(host == "localhost" ? "127.0.0.1" : host)
    address.sin_port = UInt16(clamping: port).bigEndian
    return address
  }

  /// Allows the port of a process that has ended to be taken again while its connections are still being closed. The
  /// option has to be set both on the socket that has the port and on the one that takes it.
  private static func allowTakingAgain(_ listener: Int32) {
    var on: Int32 = 1
    setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &on, socklen_t(MemoryLayout<Int32>.size))
  }

  /// Stops listening. Once this returns, the port can be had again.
  package func stop() {
    stopping.withLock { stopping in
      guard let descriptor = stopping else { return }
      stopping = nil
      // Closing would not do: a process that started meanwhile may hold a copy of this end.
      _ = writeAll([0], to: descriptor)
      close(descriptor)
      closed.wait()
    }
  }

  /// Accepts connections until there is a byte in a pipe.
  private static func accept(
    on listener: Int32, of authority: String, until stopped: Int32, upTo mostConnections: Int, _ tls: LoopbackTLS?,
    _ answer: @escaping Answer
  ) {
    let open = Counter()
    var waited = [
      pollfd(fd: listener, events: Int16(POLLIN), revents: 0), pollfd(fd: stopped, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&waited, nfds_t(waited.count), -1) > 0 else {
        if errno == EINTR { continue }
        return
      }
      if waited[1].revents != 0 { return }
      #if canImport(Glibc)
        let connection = Glibc.accept(listener, nil, nil)
      #elseif canImport(Musl)
        let connection = Musl.accept(listener, nil, nil)
      #else
        let connection = Darwin.accept(listener, nil, nil)
      #endif
      guard connection >= 0 else {
        switch errno {
        case EINTR, EAGAIN, ECONNABORTED, EPROTO: continue
        // Another connection that ends makes room.
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: usleep(10_000)
        default: return
        }
        continue
      }
      prepare(connection)
      // On Apple platforms, a connection waits no more than its listener does.
      _ = fcntl(connection, F_SETFL, fcntl(connection, F_GETFL) & ~O_NONBLOCK)
      guard open.add(upTo: mostConnections) else {
        close(connection)
        continue
      }
      startThread {
        do {
          serve(try tls?.plain(connection) ?? connection, of: authority, answer) { open.subtract() }
        } catch {
          close(connection)
          open.subtract()
        }
      }
    }
  }

  private static func serve(
    _ connection: Int32, of authority: String, _ answer: @escaping Answer, atEnd: @escaping @Sendable () -> Void
  ) {
    var reader = RequestReader(connection, of: authority)
    guard let request = reader.read() else {
      close(connection)
      return atEnd()
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
      atEnd()
    }
  }
}

/// A number of things that are limited.
private final class Counter: Sendable {
  private let count = Mutex(0)

  /// Adds one, and returns false if there are as many as may be.
  func add(upTo most: Int) -> Bool {
    count.withLock { count in
      if count == most { return false }
      count += 1
      return true
    }
  }

  func subtract() { count.withLock { $0 -= 1 } }
}

/// Prepares a socket of the kit: processes that start from now on do not inherit it, because they would keep it open,
/// and writing to it once nobody reads is an error and no signal.
func prepare(_ socket: Int32) {
  _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
  #if canImport(Darwin)
    var on: Int32 = 1
    setsockopt(socket, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
  #endif
}

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
  /// The address and the port of the server.
  private let authority: String
  private var bytes: [UInt8] = []

  init(_ connection: Int32, of authority: String) { (self.connection, self.authority) = (connection, authority) }

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
    guard isForThisServer(request) else {
      let why = "this origin answers what is asked of \(authority), with that as Host\n"
      let head = "HTTP/1.1 421 Misdirected Request\r\nContent-Length: \(why.utf8.count)\r\nConnection: close\r\n\r\n"
      send(Array((head + why).utf8), to: connection)
      return nil
    }
    let length = request.fields["Content-Length"].flatMap { Int($0) } ?? 0
    if length > Self.longestBody { return nil }
    while bytes.count < length { guard readMore() else { return nil } }
    request.body = bytes
    return request
  }

  /// The longest body of a request, in bytes.
  private static let longestBody = 64 << 20

  /// Whether a request names this server as every client does that was given its URL. What other processes of the
  /// machine ask for is no doing of the module.
  private func isForThisServer(_ request: RequestMessage) -> Bool {
    // A request line with a whole URL counts more than the field (RFC 9112, 3.2.2).
    let named = request.url.firstRange(of: "://").map { request.url[$0.upperBound...].prefix { $0 != "/" } }
    return request.fields["Host"]?.lowercased() == authority && named?.lowercased() ?? authority == authority
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
