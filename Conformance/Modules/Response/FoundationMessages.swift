import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestMessage {
  /// The request as a `URLRequest`.
  func urlRequest() throws -> URLRequest {
    guard let url = URL(string: url) else { throw UnreadableURL(url: self.url) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    for line in fields.lines { request.addValue(line.value, forHTTPHeaderField: line.name) }
    if let policy { request.cachePolicy = policy.foundation }
    return request
  }
}

/// Foundation cannot make a URL of a text.
struct UnreadableURL: Error, CustomStringConvertible {
  let url: String
  var description: String { "Foundation reads no URL in '\(url.prefix(100))'" }
}

extension RequestPolicy {
  var foundation: URLRequest.CachePolicy {
    switch self {
    case .useProtocolCachePolicy: .useProtocolCachePolicy
    case .reloadIgnoringLocalCacheData: .reloadIgnoringLocalCacheData
    case .reloadIgnoringLocalAndRemoteCacheData: .reloadIgnoringLocalAndRemoteCacheData
    case .returnCacheDataElseLoad: .returnCacheDataElseLoad
    case .returnCacheDataDontLoad: .returnCacheDataDontLoad
    case .reloadRevalidatingCacheData: .reloadRevalidatingCacheData
    }
  }
}

extension StoragePolicy {
  var foundation: URLCache.StoragePolicy {
    switch self {
    case .allowed: .allowed
    case .allowedInMemoryOnly: .allowedInMemoryOnly
    case .notAllowed: .notAllowed
    }
  }

  init(_ policy: URLCache.StoragePolicy) {
    switch policy {
    case .allowed: self = .allowed
    case .allowedInMemoryOnly: self = .allowedInMemoryOnly
    case .notAllowed: self = .notAllowed
    @unknown default: self = .notAllowed
    }
  }
}

extension StoredResponse {
  /// The response as a `CachedURLResponse`.
  func cachedURLResponse() throws -> CachedURLResponse {
    guard let url = URL(string: response.url) else { throw UnreadableURL(url: response.url) }
    // A dictionary can hold only one line per name.
    let fields = response.fields.lines.map { ($0.name, response.fields[$0.name] ?? $0.value) }
    let head = HTTPURLResponse(
      url: url, statusCode: response.status, httpVersion: "HTTP/1.1",
      headerFields: Dictionary(fields) { first, _ in first })
    guard let head else { throw UnreadableURL(url: response.url) }
    return CachedURLResponse(
      response: head, data: Data(response.body), userInfo: userInfo, storagePolicy: storagePolicy.foundation)
  }

  init(_ cached: CachedURLResponse) {
    self.init(
      ResponseMessage(cached.response, body: cached.data),
      userInfo: cached.userInfo as? [String: String] ?? [:], storagePolicy: StoragePolicy(cached.storagePolicy))
  }
}

extension ResponseMessage {
  init(_ response: URLResponse, body: Data) {
    let http = response as? HTTPURLResponse
    let fields = http?.allHeaderFields.compactMap { name, value in
      (name as? String).map { HeaderFields.Line($0, "\(value)") }
    }
    self.init(
      url: response.url?.absoluteString ?? "", status: http?.statusCode ?? 200, fields: HeaderFields(fields ?? []),
      body: [UInt8](body))
  }
}
