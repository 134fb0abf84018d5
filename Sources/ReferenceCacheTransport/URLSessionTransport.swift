public import CacheVocabulary
import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// A `ResponseTransport` for `ReferenceCache` that reaches origins with Foundation's networking.
///
/// It caches nothing, follows no redirects and keeps no cookies, because a cache cannot tell responses apart by a part
/// of the request that it does not see. The session sees each redirect, and a program sends its own `Cookie`.
///
/// On Linux, Foundation ends the process if an origin closes the connection within the header fields
/// (`NativeProtocol.swift`, `transferCompleted`). Nothing above it can prevent that.
public final class URLSessionTransport: Sendable {
  private let session: Mutex<URLSession?>
  private let exchanges: Exchanges

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - configuration: time limits, proxies and additional header fields. Its caches and cookies are turned off.
  ///   - largestBody: the largest response body to accept, in bytes.
  public init(_ configuration: URLSessionConfiguration = .ephemeral, largestBody: Int = 64 << 20) {
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    exchanges = Exchanges(largestBody: largestBody)
    session = Mutex(URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil))
  }

  deinit { session.withLock { $0?.finishTasksAndInvalidate() } }

  /// Sends a request and collects its response, whatever the status. Cancelling the caller's task ends the exchange.
  ///
  /// - Throws: `TransportError` if the request cannot be sent as it is written, the body is larger than allowed or lost,
  ///   or the transport was closed. `URLError` if the origin cannot be reached or the connection is lost.
  public func send(_ request: RequestMessage) async throws -> ResponseMessage {
    let message = try request.urlRequest
    let begun = Mutex<URLSessionTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Using a session after it was invalidated would trap.
        let task = session.withLock { session in
          let task = session?.dataTask(with: message)
          if let task { exchanges.expect(task, continuation) }
          return task
        }
        guard let task else { return continuation.resume(throwing: TransportError("the transport was closed")) }
        begun.withLock { $0 = task }
        task.resume()
        if Task.isCancelled { task.cancel() }
      }
    } onCancel: {
      begun.withLock { $0 }?.cancel()
    }
  }

  /// Ends the requests that are under way, with an error. Nothing can be sent afterwards.
  public func close() {
    let open = session.withLock { session in
      defer { session = nil }
      return session
    }
    open?.invalidateAndCancel()
    exchanges.endAll()
  }
}

/// A request that could not be sent, or a response that could not be accepted.
public struct TransportError: DescribedError, Hashable {
  /// What went wrong.
  public let reason: String

  init(_ reason: String) { self.reason = reason }

  public var description: String { reason }
}

/// Collects the data that tasks deliver.
private final class Exchanges: NSObject, URLSessionDataDelegate {
  private struct Exchange {
    let continuation: CheckedContinuation<ResponseMessage, any Error>
    var body = Data()
    var isTooLarge = false
  }

  private let largestBody: Int
  private let exchanges = Mutex<[Int: Exchange]>([:])

  init(largestBody: Int) { self.largestBody = largestBody }

  func expect(_ task: URLSessionTask, _ continuation: CheckedContinuation<ResponseMessage, any Error>) {
    exchanges.withLock { $0[task.taskIdentifier] = Exchange(continuation: continuation) }
  }

  func endAll() {
    let ended = exchanges.withLock { exchanges in
      defer { exchanges = [:] }
      return exchanges.values.map(\.continuation)
    }
    for continuation in ended { continuation.resume(throwing: TransportError("the transport was closed")) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) { completionHandler(nil) }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let isTooLarge = exchanges.withLock { [largestBody] exchanges in
      let size = exchanges[dataTask.taskIdentifier]?.body.count ?? 0
      if size + data.count <= largestBody {
        exchanges[dataTask.taskIdentifier]?.body.append(data)
        return false
      }
      exchanges[dataTask.taskIdentifier]?.isTooLarge = true
      return true
    }
    if isTooLarge { dataTask.cancel() }
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let exchange = exchanges.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    exchange.continuation.resume(
      with: Result {
        if exchange.isTooLarge { throw TransportError("the body has more than \(largestBody) bytes") }
        if let error { throw error }
        guard let response = task.response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
        if exchange.body.isEmpty, task.originalRequest?.httpMethod != "HEAD", response.mayHaveLostItsBody {
          throw TransportError("Foundation drops the body of a redirect that has no Location")
        }
        return ResponseMessage(response, body: exchange.body)
      })
  }
}

extension HTTPURLResponse {
  /// Whether its body may be empty because Foundation has dropped it. Outside Apple's platforms, Foundation holds the
  /// body of a redirect back for the next request, which never comes if there is no `Location`
  /// (`HTTPURLProtocol.swift`, `didReceive(data:)`).
  fileprivate var mayHaveLostItsBody: Bool {
    #if canImport(FoundationNetworking)
      return 301...308 ~= statusCode && statusCode != 304 && value(forHTTPHeaderField: "Location") == nil
        && value(forHTTPHeaderField: "Content-Length") != "0"
    #else
      return false
    #endif
  }
}

extension RequestMessage {
  /// The request as a `URLRequest`. A line break in a field would begin another field, or another request.
  fileprivate var urlRequest: URLRequest {
    get throws {
      guard let url = URL(string: url), ["http", "https"].contains(url.scheme?.lowercased()), url.host?.isEmpty == false
      else {
        throw TransportError("'\(url.prefix(100))' is no URL of HTTP")
      }
      var request = URLRequest(url: url, cachePolicy: .reloadIgnoringLocalCacheData)
      request.httpMethod = method
      for line in fields.lines {
        guard !(line.name + line.value).unicodeScalars.contains(where: { "\r\n\0".unicodeScalars.contains($0) }) else {
          throw TransportError("the request's field '\(line.name.prefix(100))' holds a line break")
        }
        request.addValue(line.value, forHTTPHeaderField: line.name)
      }
      if !body.isEmpty { request.httpBody = Data(body) }
      return request
    }
  }
}

extension ResponseMessage {
  fileprivate init(_ response: HTTPURLResponse, body: Data) {
    var fields = response.allHeaderFields.compactMap { name, value in
      (name as? String).map { HeaderFields.Line($0, "\(value)") }
    }.sorted { $0.name < $1.name }
    let coding = response.value(forHTTPHeaderField: "Content-Encoding")?.lowercased() ?? "identity"
    // Foundation has decoded the body, so the fields about the encoded one no longer apply.
    if ["gzip", "x-gzip", "deflate", "br", "zstd"].contains(coding) {
      fields.removeAll { ["content-encoding", "content-length"].contains($0.name.lowercased()) }
    }
    self.init(
      url: response.url?.absoluteString ?? "", status: response.statusCode, fields: HeaderFields(fields),
      body: [UInt8](body))
  }
}
