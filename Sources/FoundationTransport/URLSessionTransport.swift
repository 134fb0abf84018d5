public import CacheVocabulary
import Synchronization

#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Reaches origins by Foundation's networking, as what `ReferenceCache` calls a `ResponseTransport`.
///
/// It caches nothing, follows no redirects and knows no cookies: what a cache does not see of a request, it cannot tell
/// responses apart by. A session sees each redirect, and a program sends its own `Cookie`.
///
/// Foundation on Linux ends the process where an origin closes the connection within the header fields
/// (`NativeProtocol.swift`, `transferCompleted`); nothing that is above it can prevent that.
public final class URLSessionTransport: Sendable {
  private let session: Mutex<URLSession?>
  private let exchanges: Exchanges

  /// Makes a transport.
  ///
  /// - Parameters:
  ///   - configuration: time limits, proxies and further header fields; what caches in it is turned off.
  ///   - largestBody: how many bytes a response's body may have.
  public init(_ configuration: URLSessionConfiguration = .ephemeral, largestBody: Int = 64 << 20) {
    configuration.urlCache = nil
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpCookieStorage = nil
    configuration.httpShouldSetCookies = false
    exchanges = Exchanges(largestBody: largestBody)
    session = Mutex(URLSession(configuration: configuration, delegate: exchanges, delegateQueue: nil))
  }

  deinit { session.withLock { $0?.finishTasksAndInvalidate() } }

  /// Sends a request and gathers its response, whatever its status. Cancelling the caller's task ends the exchange.
  ///
  /// - Throws: `TransportError` where the request cannot be sent as it is written, the body is larger than allowed, or the
  ///   transport was closed; `URLError` where the origin cannot be reached, or breaks off.
  public func send(_ request: RequestMessage) async throws -> ResponseMessage {
    let message = try request.urlRequest
    let begun = Mutex<URLSessionTask?>(nil)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // A task of a session that was let go of would be a trap.
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

  /// Ends what is under way, with an error. Nothing can be sent afterwards.
  public func close() {
    let open = session.withLock { session in
      defer { session = nil }
      return session
    }
    open?.invalidateAndCancel()
    exchanges.endAll()
  }
}

/// A request that could not be sent, or a response that could not be taken.
public struct TransportError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong.
  public let reason: String

  init(_ reason: String) { self.reason = reason }

  public var description: String { reason }
}

/// Gathers what tasks deliver.
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
        return ResponseMessage(response, body: exchange.body)
      })
  }
}

extension RequestMessage {
  /// The request as Foundation takes it. A line break in a field would begin another field, or another request.
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
    // Foundation has decoded the body: the fields that speak of the coded one are not about it.
    if ["gzip", "x-gzip", "deflate", "br", "zstd"].contains(coding) {
      fields.removeAll { ["content-encoding", "content-length"].contains($0.name.lowercased()) }
    }
    self.init(
      url: response.url?.absoluteString ?? "", status: response.statusCode, fields: HeaderFields(fields),
      body: [UInt8](body))
  }
}
