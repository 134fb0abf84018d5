/// A second decision procedure for a private HTTP cache, derived only from RFC 9111, RFC 9110 and RFC 5861.
///
/// It shares no code with the reference. Everything is compared as octets, as the documents do, because strings that
/// are equal in Swift may be different field values.
enum Oracle {
  /// The verdict of the documents on an action. `must` is this package's own: no document requires a cache to store or
  /// serve anything, and a cache that never did so would break no rule.
  enum Verdict: String, CaseIterable {
    case must
    case may
    case mustNot = "must not"

    /// The verdict if a message can be read in several ways: that of all readings if they agree, else `may`.
    static func common(_ verdicts: [Verdict]) -> Verdict {
      guard let first = verdicts.first else { return .may }
      return verdicts.allSatisfy { $0 == first } ? first : .may
    }

    /// The verdict with `must` weakened to `may`.
    var withoutDemand: Verdict { self == .must ? .may : self }
  }

  /// A line of the header.
  struct Field {
    var name: String
    var value: String
  }

  /// A request.
  struct Request {
    var method: String
    var url: String
    var fields: [Field]
  }

  /// A response, the request that it answers, and when they were sent and received, in seconds since 1970.
  struct Exchange {
    var request: Request
    var status: Int
    var fields: [Field]
    var requested: Double
    var received: Double
  }

  /// The statuses that are heuristically cacheable: RFC 9110 section 15.1.
  static let heuristicallyCacheable: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  /// The final statuses that RFC 9110 section 15 defines.
  static let defined: Set<Int> = Set(
    [
      200...206, 300...305, 307...308, 400...417, 421...422, 426...426, 500...505,
    ].joined())

  /// Whether the response may be stored: RFC 9111 section 3.
  static func mayStore(_ exchange: Exchange) -> Verdict {
    var verdicts: [Verdict] = []
    let requestReadings = directives(in: exchange.request.fields, of: .request)
    let responseReadings = directives(in: exchange.fields, of: .response)
    for request in requestReadings.all {
      for response in responseReadings.all { verdicts.append(mayStore(exchange, request, response)) }
    }
    let verdict = Verdict.common(verdicts)
    return requestReadings.malformed || responseReadings.malformed ? verdict.withoutDemand : verdict
  }

  private static func mayStore(_ exchange: Exchange, _ request: Directives, _ response: Directives) -> Verdict {
    let status = exchange.status
    // The schemes that HTTP defines: RFC 9110 section 4.2.
    guard ["http", "https"].contains(parts(of: exchange.request.url).scheme) else { return .mustNot }
    // Final: RFC 9110 section 15. Partial content is not stored as the whole (RFC 9111 section 3.3), and a 304
    // has no content of its own (RFC 9110 section 15.4.5).
    guard status >= 200, status != 206, status != 304 else { return .mustNot }
    // Section 5.2.2.3: a cache that implements must-understand ignores no-store for a status that it understands.
    let mustUnderstand = response.has("must-understand")
    if mustUnderstand, !defined.contains(status) { return .mustNot }
    if response.has("no-store"), !mustUnderstand { return .mustNot }
    // Section 5.2.1.5.
    if request.has("no-store") { return .mustNot }

    // The last condition of section 3. A private cache ignores s-maxage.
    let isExplicit = response.has("max-age") || !lines("expires", of: exchange.fields).isEmpty
    let isMarked = response.has("public") || response.has("private")
    switch exchange.request.method {
    case "GET", "HEAD":
      guard isExplicit || isMarked || heuristicallyCacheable.contains(status) else { return .mustNot }
    case "POST", "PATCH":
      // RFC 9110 section 9.3.3, and RFC 5789 section 2 in the same words. Both also require a Content-Location that
      // equals the target. This package decides to ignore that: the response to a POST is stored separately and answers
      // nothing (`maySelect`), and the delegate of an upload is asked about it.
      guard isExplicit else { return .mustNot }
    default:
      // RFC 9110 section 9.3: not cacheable, or not understood.
      return .mustNot
    }
    let isSpecial = !lines("range", of: exchange.request.fields).isEmpty || !lines("vary", of: exchange.fields).isEmpty
    let isClear = exchange.request.method == "GET" && status == 200 && isExplicit && !mustUnderstand && !isSpecial
    let fresh =
      freshnessLifetime(exchange, response, now: exchange.received).lowerBound
      > currentAge(exchange, now: exchange.received).upperBound
    return isClear && fresh ? .must : .may
  }

  /// The parts that identify a resource: RFC 9110 section 4.2.3. The fragment is not one (section 7.1).
  struct URLParts: Equatable {
    var scheme: String
    var authority: String
    var rest: String
  }

  /// Splits a URL into its parts, normalized as in RFC 9110 section 4.2.3.
  static func parts(of url: String) -> URLParts {
    let octets = Array(url.utf8.prefix { $0 != UInt8(ascii: "#") })
    func text(_ octets: some Sequence<UInt8>) -> String { String(decoding: Array(octets), as: UTF8.self) }
    guard let colon = octets.firstIndex(of: UInt8(ascii: ":")) else {
      return URLParts(scheme: "", authority: "", rest: text(octets))
    }
    let scheme = text(lowercased(Array(octets[..<colon])))
    var rest = octets[(colon + 1)...]
    guard rest.starts(with: Array("//".utf8)) else { return URLParts(scheme: scheme, authority: "", rest: text(rest)) }
    rest = rest.dropFirst(2)
    let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    var authority = text(lowercased(Array(rest[..<end])))
    for suffix in [scheme == "https" ? ":443" : ":80", ":"] where authority.hasSuffix(suffix) {
      authority.removeLast(suffix.utf8.count)
    }
    var path = text(rest[end...])
    if !path.hasPrefix("/") { path = "/" + path }
    return URLParts(scheme: scheme, authority: authority, rest: path)
  }
}
