import Foundation
import Synchronization

#if canImport(FoundationNetworking)
  import FoundationNetworking
#else
  import Security
#endif

/// `URLSession` with a `URLCache`.
final class FoundationSession: ResponseSessionModule {
  private let session: URLSession
  private let delegate: SessionDelegate

  init(_ configuration: SessionConfiguration<FoundationStore>, in world: ResponseWorld) throws {
    let own: URLSessionConfiguration
    switch configuration.kind {
    case .standard: own = .default
    case .ephemeral: own = .ephemeral
    case .background:
      #if canImport(FoundationNetworking)
        throw NoBackgroundSessions()
      #else
        own = .background(withIdentifier: UUID().uuidString)
      #endif
    }
    if !configuration.leavesStore { own.urlCache = configuration.store?.cache }
    if let policy = configuration.policy { own.requestCachePolicy = policy.foundation }
    delegate = SessionDelegate(configuration.willCache, world)
    session = URLSession(configuration: own, delegate: delegate, delegateQueue: nil)
  }

  func configuredStore() -> FoundationStore? {
    session.configuration.urlCache.map(FoundationStore.init)
  }

  func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
    let urlRequest = try request.urlRequest()
    let body = Data(request.body)
    return try await withCheckedThrowingContinuation { continuation in
      let task =
        switch kind {
        case .data: session.dataTask(with: urlRequest)
        case .upload: session.uploadTask(with: urlRequest, from: body)
        case .download: session.downloadTask(with: urlRequest)
        }
      delegate.expect(task, continuation)
      task.resume()
    }
  }

  func load(_ request: RequestMessage, as kind: TaskKind, through call: LoadCall) async throws -> ResponseMessage {
    switch (call, kind) {
    case (.completionHandler, .data):
      let urlRequest = try request.urlRequest()
      return try await withCheckedThrowingContinuation { continuation in
        session.dataTask(with: urlRequest) { data, response, error in
          continuation.resume(
            with: Result {
              guard let response else { throw LoadFailure(error ?? URLError(.badServerResponse)) }
              return ResponseMessage(response, body: data ?? Data())
            })
        }.resume()
      }
    case (.awaited, .data):
      do {
        let (data, response) = try await session.data(for: try request.urlRequest())
        return ResponseMessage(response, body: data)
      } catch {
        throw LoadFailure(error)
      }
    default: return try await load(request, as: kind)
    }
  }

  func close() { session.invalidateAndCancel() }
}

/// This platform's Foundation has no background sessions.
private struct NoBackgroundSessions: Error, CustomStringConvertible {
  let description = "this platform's Foundation has no background sessions"
}

/// Collects the data that tasks deliver, and asks the scenario's delegate what to cache.
private final class SessionDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private struct Delivery {
    var body = Data()
    let continuation: CheckedContinuation<ResponseMessage, any Error>
  }

  private let willCache: WillCache?
  private let world: ResponseWorld
  private let deliveries = Mutex<[Int: Delivery]>([:])

  init(_ willCache: WillCache?, _ world: ResponseWorld) { (self.willCache, self.world) = (willCache, world) }

  func expect(_ task: URLSessionTask, _ continuation: CheckedContinuation<ResponseMessage, any Error>) {
    deliveries.withLock { $0[task.taskIdentifier] = Delivery(continuation: continuation) }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    deliveries.withLock { $0[dataTask.taskIdentifier]?.body.append(data) }
  }

  func urlSession(_ session: URLSession, downloadTask: URLSessionDownloadTask, didFinishDownloadingTo location: URL) {
    let body = (try? Data(contentsOf: location)) ?? Data()
    deliveries.withLock { $0[downloadTask.taskIdentifier]?.body = body }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, willCacheResponse proposal: CachedURLResponse,
    completionHandler: @escaping @Sendable (CachedURLResponse?) -> Void
  ) {
    guard let willCache else { return completionHandler(proposal) }
    let proposed = StoredResponse(proposal)
    Task {
      let answer = await willCache(proposed)
      // The original proposal if it is returned unchanged, so that nothing is lost in conversion.
      completionHandler(answer == proposed ? proposal : try? answer?.cachedURLResponse())
    }
  }

  #if !canImport(FoundationNetworking)
    /// Trusts the certificate of the kit's origin, and no other.
    func urlSession(
      _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
      completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
      guard let trust = challenge.protectionSpace.serverTrust,
        let chain = SecTrustCopyCertificateChain(trust) as? [SecCertificate], let shown = chain.first,
        let own = try? Data(pem: String(contentsOf: world.certificate, encoding: .utf8)),
        SecCertificateCopyData(shown) as Data == own
      else { return completionHandler(.performDefaultHandling, nil) }
      completionHandler(.useCredential, URLCredential(trust: trust))
    }
  #endif

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    guard let delivery = deliveries.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) else { return }
    if let error {
      delivery.continuation.resume(throwing: LoadFailure(error))
    } else if let response = task.response {
      delivery.continuation.resume(returning: ResponseMessage(response, body: delivery.body))
    } else {
      delivery.continuation.resume(throwing: LoadFailure(URLError(.badServerResponse)))
    }
  }
}

#if !canImport(FoundationNetworking)
  extension Data {
    /// The content of a PEM file, or nil if the text is not one.
    fileprivate init?(pem: String) {
      let lines = pem.split(separator: "\n").filter { !$0.hasPrefix("-----") }
      self.init(base64Encoded: lines.joined())
    }
  }
#endif

/// The description of an error of `URLSession` in one line.
private struct LoadFailure: Error, CustomStringConvertible {
  let description: String

  init(_ error: any Error) {
    let error = error as NSError
    description = "\(error.domain) \(error.code), \(error.localizedDescription)"
  }
}
