/// The selection of a stored response for a request: RFC 9111 sections 4 and 4.1.
extension Oracle {
  /// Whether the stored response can answer the request at all.
  static func maySelect(_ stored: Exchange, for request: Request) -> Verdict {
    let target = parts(of: request.url)
    guard parts(of: stored.request.url) == target else { return .mustNot }
    let isSameText = stored.request.url == request.url
    // RFC 9110 section 9.3: a response to GET answers GET and HEAD, one to HEAD only HEAD. Those to POST and PATCH
    // could answer both by their Content-Location, but in this package they answer nothing.
    let isUsable = stored.request.method == "GET" || stored.request.method == "HEAD" && request.method == "HEAD"
    guard isUsable, ["GET", "HEAD"].contains(request.method) else { return .mustNot }
    let fields = matches(stored, request)
    let isClear = isSameText && request.method == "GET" && stored.request.method == "GET"
    return isClear ? fields : fields.withoutDemand
  }

  /// Whether the fields that `Vary` names are the same in both requests: RFC 9111 section 4.1.
  static func matches(_ stored: Exchange, _ request: Request) -> Verdict {
    var verdict = Verdict.must
    for name in members(of: lines("vary", of: stored.fields), quotes: false) {
      if name == [UInt8(ascii: "*")] { return .mustNot }
      // The documents do not consider a member that is not a field name.
      guard isToken(name) else {
        verdict = .may
        continue
      }
      let text = String(decoding: name, as: UTF8.self)
      switch same(text, stored.request.fields, request.fields) {
      case .must: continue
      case .may: verdict = .may
      case .mustNot: return .mustNot
      }
    }
    return verdict
  }

  /// Fields whose members may be treated by a cache as unordered and case-insensitive.
  private static let normalizable: Set<String> = ["accept", "accept-charset", "accept-encoding", "accept-language"]

  private static func same(_ name: String, _ first: [Field], _ second: [Field]) -> Verdict {
    if rawLines(name, of: first) == rawLines(name, of: second) { return .must }
    let (one, other) = (lines(name, of: first), lines(name, of: second))
    // An absent field only matches an absent field.
    guard one.isEmpty == other.isEmpty else { return .mustNot }
    let (left, right) = (members(of: one, quotes: true), members(of: other, quotes: true))
    // The lines are combined differently, or white space differs.
    if left == right { return .may }
    guard normalizable.contains(name.lowercased()) else { return .mustNot }
    func normal(_ members: [[UInt8]]) -> [[UInt8]] {
      members.map { lowercased($0.filter { $0 != 32 && $0 != 9 }) }.sorted { $0.lexicographicallyPrecedes($1) }
    }
    return normal(left) == normal(right) ? .may : .mustNot
  }
}
