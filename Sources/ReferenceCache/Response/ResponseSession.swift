public import Foundation

/// Sends a request to the origin. A response of any status, including a redirect, is returned. A missing or partial
/// response is an error. The body must be the one that the fields describe: if its length differs from
/// `Content-Length`, the response is not stored.
public typealias ResponseTransport = @Sendable (RequestMessage) async throws -> ResponseMessage

/// A loader that uses a store, following its configuration and each request's policy.
///
/// From Apple's 'Accessing cached data'; the default policy follows RFC 9111.
public struct ResponseSession: Sendable {
  /// The configuration of a session.
  public struct Configuration: Sendable {
    /// The kind of session. Only standard sessions call `willCache`.
    public var kind: SessionKind
    /// The store, or nil for none.
    public var store: ResponseStore?
    /// The policy of requests that have none of their own.
    public var policy: RequestPolicy
    /// How many redirects are followed, each from the cache or the origin. One more is an error.
    public var redirectLimit: Int
    /// Whether a stale response with `stale-while-revalidate` is served and revalidated in the background (RFC 5861,
    /// 3), instead of being revalidated first.
    public var servesWhileRevalidating: Bool
    /// Called before a response is cached. It returns the response to cache, or nil for none.
    public var willCache: (@Sendable (StoredResponse) async -> StoredResponse?)?

    /// Makes a configuration, by default that of a standard session.
    public init(
      kind: SessionKind = .standard, store: ResponseStore? = nil, policy: RequestPolicy = .useProtocolCachePolicy,
      redirectLimit: Int = 20, servesWhileRevalidating: Bool = true,
      willCache: (@Sendable (StoredResponse) async -> StoredResponse?)? = nil
    ) {
      self.kind = kind
      self.store = store
      self.policy = policy
      self.redirectLimit = redirectLimit
      self.servesWhileRevalidating = servesWhileRevalidating
      self.willCache = willCache
    }
  }

  /// The configuration that it was made with.
  public let configuration: Configuration
  private let transport: ResponseTransport
  private let refreshes = Refreshes()
  private let now: @Sendable () -> Date

  /// Makes a session that reaches its origin by a transport.
  ///
  /// - Parameters:
  ///   - configuration: the configuration.
  ///   - transport: reaches the origin without following redirects, for example `URLSessionTransport` of
  ///     `ReferenceCacheTransport`.
  ///   - now: the current date.
  public init(
    _ configuration: Configuration, transport: @escaping ResponseTransport,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.configuration = configuration
    self.transport = transport
    self.now = now
  }

  /// Waits until no revalidation is under way in the background.
  public func waitUntilIdle() async { await refreshes.waitUntilIdle() }

  /// Cancels revalidations in the background; none is begun afterwards. Releasing the session does the same.
  public func close() { refreshes.close() }

  /// Loads a request, following the plan of its policy and any redirects.
  ///
  /// - Throws: `NothingCached` if nothing is stored and the policy allows no request; the transport's error if the
  ///   origin cannot be reached; `TooManyRedirects`; `StorageError` if the store cannot be read.
  public func load(_ request: RequestMessage, as kind: TaskKind = .data) async throws -> ResponseMessage {
    var request = request
    for _ in stride(from: 0, through: configuration.redirectLimit, by: 1) {
      let response = try await loadOnce(request, as: kind)
      guard let next = request.redirected(by: response) else { return response }
      request = next
    }
    throw TooManyRedirects(limit: configuration.redirectLimit)
  }

  /// Loads a request without following a redirect.
  private func loadOnce(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
    let policy = request.policy ?? configuration.policy
    if request.url.hasPrefix("file:") { return try loadFile(request, policy) }
    let entry = try selected(by: request)
    return try await Plan(policy).follow { move in
      switch move {
      case .young: entry.flatMap { serve($0, to: request, as: kind) }
      case .any: entry?.served(at: now())
      case .ask: try await ask(request, as: kind)
      case .askPastCaches: try await ask(request.pastCaches, as: kind)
      // `reloadRevalidatingCacheData` serves only a response that was validated or loaded.
      case .confirm:
        try await confirm(entry, request, as: kind, policy)
      case .anyThenAskBehind, .anyFirst, .askWithoutStoring, .bundled: nil
      }
    }
  }

  /// The stored response that may answer a request. Nil for an unsafe method, or for a range of the resource (RFC 9111,
  /// 4).
  private func selected(by request: RequestMessage) throws -> ResponseEntry? {
    guard !request.isUnsafe, request.fields["Range"] == nil, let entry = try configuration.store?.entry(for: request)
    else { return nil }
    return entry.isSelected(by: request) ? entry : nil
  }

  /// The stored response, if it may be served to a request now.
  private func serve(_ entry: ResponseEntry, to request: RequestMessage, as kind: TaskKind) -> ResponseMessage? {
    let now = now()
    if entry.mayBeServed(to: request, at: now) { return entry.served(at: now) }
    guard configuration.servesWhileRevalidating, entry.mayBeServedWhileRevalidated(for: request, at: now) else {
      return nil
    }
    // The background task must not retain this session, because releasing the session ends the task.
    let other = ResponseSession(
      configuration,
      transport: { [transport] request in
        let response = try await transport(request)
        try Task.checkCancellation()
        return response
      }, now: self.now)
    refreshes.begin("\(request.storeKey) \(entry.selecting)") {
      // A failure leaves the stored response, which is validated again on the next request.
      _ = try? await other.confirm(entry, request, as: kind, .useProtocolCachePolicy)
    }
    return entry.served(at: now)
  }

  private func ask(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
    let asked = now()
    let response = try await transport(request).received
    try update(by: response, to: request)
    try await keep(response, for: request, as: kind, askedAt: asked)
    return response
  }

  /// Updates or invalidates stored responses after an answer (RFC 9111, 4.3.5 and 4.4).
  private func update(by response: ResponseMessage, to request: RequestMessage) throws {
    guard let store = configuration.store, (200..<400).contains(response.status) else { return }
    let get = RequestMessage(request.url, fields: request.fields)
    if request.isUnsafe { try store.removeResponse(for: get) }
    guard request.method == "HEAD", response.status == 200, let entry = try selected(by: get) else { return }
    if entry.differs(from: response) {
      try store.removeResponse(for: get)
    } else {
      try store.store(entry.updated(by: response), for: get)
    }
  }

  private func confirm(
    _ entry: ResponseEntry?, _ request: RequestMessage, as kind: TaskKind, _ policy: RequestPolicy
  ) async throws -> ResponseMessage {
    if request.isOnlyIfCached { return ResponseMessage(url: request.url, status: 504) }
    guard let entry else { return try await ask(request, as: kind) }
    let mayReplaceError = policy != .reloadRevalidatingCacheData
    let asked = now()
    let response: ResponseMessage
    do {
      response = try await transport(entry.confirming(request)).received
    } catch {
      guard mayReplaceError, entry.mayReplaceError(at: now()) else { throw error }
      return entry.served(at: now())
    }
    if response.status >= 500, mayReplaceError, entry.mayReplaceError(at: now()) { return entry.served(at: now()) }
    // A 304 for another response confirms nothing, so the full response is requested.
    if response.status == 304, !entry.isMeant(by: response) { return try await ask(request, as: kind) }
    guard response.status == 304 else {
      try await keep(response, for: request, as: kind, askedAt: asked)
      return response
    }
    let updated = entry.updated(by: response)
    if !response.forbidsStoring(for: request) {
      try configuration.store?.store(updated.older(by: now().timeIntervalSince(asked)), for: request)
    }
    return updated.response
  }

  /// Caches a response, if the response, the delegate, and the kind of session and task allow it.
  private func keep(
    _ response: ResponseMessage, for request: RequestMessage, as kind: TaskKind, askedAt: Date
  ) async throws {
    let delay = now().timeIntervalSince(askedAt)
    guard let store = configuration.store, kind != .download, response.isWhole, response.mayBeStored(for: request)
    else { return }
    var proposal = StoredResponse(response.endToEnd)
    if configuration.kind == .standard, let willCache = configuration.willCache {
      guard let answer = await willCache(proposal) else { return }
      proposal = answer
    }
    try store.store(proposal.older(by: delay), for: request)
  }

  /// Reads a file, every time anew: for file URLs, a policy only decides whether that is allowed.
  private func loadFile(_ request: RequestMessage, _ policy: RequestPolicy) throws -> ResponseMessage {
    guard policy != .returnCacheDataDontLoad, let url = URL(string: request.url) else { throw NothingCached() }
    return ResponseMessage(url: request.url, body: [UInt8](try Data(contentsOf: url)))
  }
}

extension RequestMessage {
  /// The request with a directive that intermediate caches must not answer it (RFC 9111, 5.2.1.4).
  fileprivate var pastCaches: Self {
    var request = self
    request.fields["Cache-Control"] = "no-cache"
    return request
  }
}
