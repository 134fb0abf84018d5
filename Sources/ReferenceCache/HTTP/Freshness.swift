import Foundation

/// The conditions under which HTTP allows a stored response to be used (RFC 9111).
extension ResponseEntry {
  /// Whether it may be served to a request without validation (4, 5.2.1).
  func mayBeServed(to request: RequestMessage, at now: Date) -> Bool {
    let (age, lifetime, asked) = (currentAge(at: now), freshnessLifetime, request.cacheControl)
    if control.has("no-cache") || asked.has("no-cache") { return false }
    // A reload asks with `max-age=0`, and need not revalidate what is immutable (RFC 8246, 2).
    if let most = asked.seconds("max-age"), age > most, !(most.isZero && control.has("immutable")) { return false }
    if let rest = asked.seconds("min-fresh"), lifetime - age < rest { return false }
    return lifetime > age
      || !control.has("must-revalidate")
        && asked.seconds("max-stale", ifUnsaid: .infinity).map { age - lifetime <= $0 } ?? false
  }

  /// Whether it may be served in place of an error (RFC 5861, 4).
  func mayReplaceError(at now: Date) -> Bool {
    guard let window = control.seconds("stale-if-error") else { return false }
    return !control.has("must-revalidate") && !control.has("no-cache")
      && currentAge(at: now) - freshnessLifetime <= window
  }

  /// Whether it may be served to a request while it is revalidated in the background (RFC 5861, 3). A request that
  /// states its own conditions is served only within those.
  func mayBeServedWhileRevalidated(for request: RequestMessage, at now: Date) -> Bool {
    guard let window = control.seconds("stale-while-revalidate") else { return false }
    let asked = request.cacheControl
    return !["max-age", "max-stale", "min-fresh", "no-cache", "no-store", "only-if-cached"].contains(where: asked.has)
      && !control.has("must-revalidate") && !control.has("no-cache")
      && currentAge(at: now) - freshnessLifetime <= window
  }

  private var control: CacheControl { CacheControl(stored.response.fields) }

  /// Its freshness lifetime in seconds (4.2.1): the explicit one, without `s-maxage`, which is for shared caches, or a
  /// heuristic one. A date that cannot be read is in the past (5.3).
  private var freshnessLifetime: TimeInterval {
    if let maxAge = control.seconds("max-age") { return maxAge }
    guard let expires = stored.response.fields["Expires"] else { return heuristicFreshness }
    return httpDate(expires, by: receivedAt).map { $0.timeIntervalSince(dateValue) } ?? 0
  }

  /// A tenth of the time since it was last modified, for responses that allow heuristic freshness (4.2.2).
  private var heuristicFreshness: TimeInterval {
    guard stored.response.isHeuristicallyCacheable, let modified = date("Last-Modified") else { return 0 }
    return dateValue.timeIntervalSince(modified) / 10
  }

  /// Its current age in seconds (4.2.3): its age when it was received, plus the time since.
  private func currentAge(at now: Date) -> TimeInterval {
    let apparent = receivedAt.timeIntervalSince(dateValue)
    // A clock that was set back must not make the response younger than when it was received.
    return max(0, apparent, stored.response.statedAge) + max(0, now.timeIntervalSince(receivedAt))
  }

  /// The response as it is served without validation, with its `Age` (5.1).
  func served(at now: Date) -> ResponseMessage {
    var response = stored.response
    response.fields["Age"] = "\(Int32(clamping: currentAge(at: now)))"
    return response
  }

  /// When it was generated: its `Date`, or when it was received (RFC 9110, 6.6.1).
  var dateValue: Date { date("Date") ?? receivedAt }

  private func date(_ name: String) -> Date? { stored.response.fields[name].flatMap { httpDate($0, by: receivedAt) } }

  /// The request that validates it (4.3.1): conditional if it has a validator, else unconditional. The fields of a
  /// response that an app stored itself may hold line breaks.
  func confirming(_ request: RequestMessage) -> RequestMessage {
    var request = request
    request.fields["If-None-Match"] = stored.response.fields["ETag"]?.withoutBreaks
    request.fields["If-Modified-Since"] = stored.response.fields["Last-Modified"]?.withoutBreaks
    return request
  }

  /// Whether the response to a HEAD shows that the resource has changed (4.3.5).
  func differs(from head: ResponseMessage) -> Bool {
    let length = stored.response.fields["Content-Length"] ?? "\(stored.response.body.count)"
    return ["ETag", "Last-Modified"].contains { head.fields[$0] != stored.response.fields[$0] }
      || head.fields["Content-Length"].map { $0 != length } ?? false
  }

  /// The stored response with the header fields of a 304 (4.3.4).
  func updated(by notModified: ResponseMessage) -> StoredResponse {
    var updated = stored
    // The stored `Age` does not describe the 304 that confirmed it. The 304 has no body, so its `Content-Length` is not
    // that of the stored response (3.2).
    let news = notModified.endToEnd.fields.lines.filter { $0.name.lowercased() != "content-length" }
    let names = Set(news.map { $0.name.lowercased() } + ["age"])
    updated.response.fields = HeaderFields(
      updated.response.fields.lines.filter { !names.contains($0.name.lowercased()) } + news)
    return updated
  }
}

extension StoredResponse {
  /// The response as it is stored after its request took this many seconds, which count towards its age (4.2.3).
  func older(by delay: TimeInterval) -> Self {
    guard delay >= 1 else { return self }
    var copy = self
    copy.response.fields["Age"] = "\(Int32(clamping: response.statedAge + delay))"
    return copy
  }
}

extension RequestMessage {
  /// The directives for caches. The `no-cache` of `Pragma` counts if there is no `Cache-Control` (5.4).
  fileprivate var cacheControl: CacheControl {
    let pragma = CacheControl(["Cache-Control": fields["Pragma"] ?? ""])
    return CacheControl(
      fields["Cache-Control"] == nil && pragma.has("no-cache") ? ["Cache-Control": "no-cache"] : fields)
  }

  /// Whether only a stored response is wanted (5.2.1.7).
  var isOnlyIfCached: Bool { cacheControl.has("only-if-cached") }

  /// Whether its method may change something at the origin. An unknown method may (RFC 9110, 9.2.1).
  var isUnsafe: Bool { !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}

extension ResponseMessage {
  /// The age that it states, in seconds. The first of several counts; an invalid number counts as zero (5.1).
  fileprivate var statedAge: TimeInterval {
    let first = fields["Age"]?.prefix { $0 != "," }.trimmingCharacters(in: .whitespaces)
    return first.flatMap(deltaSeconds) ?? 0
  }

  /// Whether a private cache may store it as the response to a request (3).
  func mayBeStored(for request: RequestMessage) -> Bool {
    let control = CacheControl(fields)
    if forbidsStoring(for: request) { return false }
    let scheme = request.url.prefix { $0 != ":" }.lowercased()
    if status < 200 || status == 206 || status == 304 || request.fields["Range"] != nil
      || !["http", "https"].contains(scheme)
    {
      return false
    }
    if control.has("must-understand"), !Self.heuristicallyCacheable.contains(status) { return false }
    let isExplicit = control.has("max-age") || fields["Expires"] != nil
    return switch request.method {
    case "GET": isExplicit || isHeuristicallyCacheable
    case "POST": isExplicit
    default: false
    }
  }

  /// Whether the response or the request forbids storing any part of it (5.2.1.5, 5.2.2.5).
  func forbidsStoring(for request: RequestMessage) -> Bool {
    CacheControl(fields).has("no-store") || CacheControl(request.fields).has("no-store")
  }

  /// The response without the header fields that are meant for one connection or for proxies (3.1).
  var endToEnd: Self {
    let named = Set(
      (fields["Connection"] ?? "").split(separator: ",").map { $0.filter { !$0.isWhitespace }.lowercased() })
    var response = self
    response.fields = HeaderFields(
      fields.lines.filter { line in
        let name = line.name.lowercased()
        return !Self.ofConnections.contains(name) && !named.contains(name)
      })
    return response
  }

  private static let ofConnections: Set = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization",
    "proxy-connection", "te", "transfer-encoding", "upgrade",
  ]

  private static let heuristicallyCacheable: Set = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]

  /// Whether heuristic freshness is allowed if it states no lifetime (4.2.2; RFC 9110, 15.1).
  var isHeuristicallyCacheable: Bool {
    Self.heuristicallyCacheable.contains(status) || CacheControl(fields).has("public")
  }
}
