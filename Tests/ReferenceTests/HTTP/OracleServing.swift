/// Reuse of a stored response: RFC 9111 section 4.
extension Oracle {
  /// Whether a stored response may answer a request without asking the origin: RFC 9111 section 4.
  static func mayServe(_ stored: Exchange, to request: Request, now: Double) -> Verdict {
    verdict(stored, request) { requestDirectives, responseDirectives in
      let limits = Limits(requestDirectives, request)
      let (best, worst) = ages(stored, responseDirectives, now: now)
      guard limits.allow(best, responseDirectives, leniently: true) else { return .mustNot }
      let isExplicit = responseDirectives.has("max-age") || !lines("expires", of: stored.fields).isEmpty
      let isFresh = worst.lifetime > worst.age
      guard isFresh, isExplicit, limits.allow(worst, responseDirectives, leniently: false) else {
        return .may
      }
      return .must
    }
  }

  /// Whether a stored response may be used in place of an error: RFC 5861 section 4. If it states no window, RFC 9111
  /// sections 4.2.4 and 4.3.3 leave that open.
  static func mayServeInPlaceOfAnError(_ stored: Exchange, now: Double) -> Verdict {
    let readings = directives(in: stored.fields, of: .response)
    let verdicts = readings.all.map { response -> Verdict in
      let unchecked = reuseUnchecked(stored, response)
      if unchecked == .mustNot { return .mustNot }
      let (best, worst) = ages(stored, response, now: now)
      if best.lifetime > best.age { return .may }
      // RFC 9111 section 5.2.2.2.
      if response.has("must-revalidate") { return .mustNot }
      let windows = response.all("stale-if-error").compactMap(\.seconds)
      guard !windows.isEmpty, windows.count == response.all("stale-if-error").count else { return .may }
      let window = hull(windows)
      if best.age - best.lifetime > window.upperBound { return .mustNot }
      return worst.age - worst.lifetime <= window.lowerBound ? unchecked : .may
    }
    let verdict = Verdict.common(verdicts)
    return readings.malformed ? verdict.withoutDemand : verdict
  }

  /// The verdict that all readings of both messages have in common.
  private static func verdict(
    _ stored: Exchange, _ request: Request, _ judge: (Directives, Directives) -> Verdict
  ) -> Verdict {
    let selected = maySelect(stored, for: request)
    if selected == .mustNot { return .mustNot }
    let requestReadings = directives(in: request.fields, of: .request)
    let responseReadings = directives(in: stored.fields, of: .response)
    var verdicts: [Verdict] = []
    for response in responseReadings.all {
      let unchecked = reuseUnchecked(stored, response)
      for reading in requestReadings.all {
        if unchecked == .mustNot || asksForCheck(request, reading) {
          verdicts.append(.mustNot)
        } else {
          let verdict = judge(reading, response)
          // Section 5.2.1.5: a response that is already stored may be served to a request with no-store.
          verdicts.append(unchecked == .may || reading.has("no-store") ? verdict.withoutDemand : verdict)
        }
      }
    }
    let verdict = Verdict.common(verdicts)
    let isSpecial = [
      "pragma", "range", "if-range", "if-match", "if-none-match", "if-modified-since", "if-unmodified-since",
    ]
    .contains { !lines($0, of: request.fields).isEmpty }
    let isOpen = selected == .may || isSpecial || requestReadings.malformed || responseReadings.malformed
    return isOpen ? verdict.withoutDemand : verdict
  }

  /// `no-cache` in a response: RFC 9111 section 5.2.2.4. Its qualified form concerns only the fields that it lists.
  private static func reuseUnchecked(_ stored: Exchange, _ response: Directives) -> Verdict {
    var verdict = Verdict.must
    for directive in response.all("no-cache") {
      guard let argument = directive.argument else { return .mustNot }
      let names = members(of: [argument], quotes: false).map { String(decoding: $0, as: UTF8.self) }
      if names.contains(where: { !lines($0, of: stored.fields).isEmpty }) { return .mustNot }
      verdict = .may
    }
    return verdict
  }

  /// `no-cache` in a request (RFC 9111 section 5.2.1.4), or in `Pragma` if there is no `Cache-Control` (5.4).
  private static func asksForCheck(_ request: Request, _ directives: Directives) -> Bool {
    if directives.has("no-cache") { return true }
    guard lines("cache-control", of: request.fields).isEmpty else { return false }
    return members(of: lines("pragma", of: request.fields), quotes: true).contains {
      lowercased($0) == Array("no-cache".utf8)
    }
  }

  /// A pair of a lifetime and an age.
  typealias Moment = (lifetime: Double, age: Double)

  /// The freshest and the stalest reading of the response.
  private static func ages(_ stored: Exchange, _ response: Directives, now: Double) -> (best: Moment, worst: Moment) {
    let lifetime = freshnessLifetime(stored, response, now: now)
    let age = currentAge(stored, now: now)
    return ((lifetime.upperBound, age.lowerBound), (lifetime.lowerBound, age.upperBound))
  }
}

/// The limits that a request sets on freshness: RFC 9111 section 5.2.1.
struct Limits {
  private var maxAge: [ClosedRange<Double>?]
  private var minFresh: [ClosedRange<Double>?]
  /// An absent argument allows any staleness.
  private var maxStale: [ClosedRange<Double>]

  init(_ directives: Oracle.Directives, _ request: Oracle.Request) {
    maxAge = directives.all("max-age").map(\.seconds)
    minFresh = directives.all("min-fresh").map(\.seconds)
    // Section 4.2.4 requires an explicit permission, so an invalid argument allows no staleness.
    maxStale = directives.all("max-stale").map { directive in
      directive.isInvalid || directive.argument != nil ? directive.seconds ?? 0...0 : .infinity...(.infinity)
    }
  }

  /// Whether a response may be served. In a lenient reading, an invalid argument is ignored, and of several directives
  /// the most permissive one counts. In a strict reading, it is the opposite.
  func allow(_ moment: Oracle.Moment, _ response: Oracle.Directives, leniently: Bool) -> Bool {
    let isFresh = moment.lifetime > moment.age
    // RFC 8246 section 2: no validation while fresh, not even on a reload.
    if leniently, isFresh, response.has("immutable") { return true }
    let oldest = leniently ? maxAge.map { $0?.upperBound ?? .infinity }.max() : maxAge.map { $0?.lowerBound ?? 0 }.min()
    if let oldest, moment.age > oldest { return false }
    // Section 5.2.1.3.
    let rest =
      leniently
      ? minFresh.map { $0?.lowerBound ?? -.infinity }.min() : minFresh.map { $0?.upperBound ?? .infinity }.max()
    if let rest, moment.lifetime < moment.age + rest { return false }
    if isFresh { return true }
    // Section 4.2.4. A cache that is allowed to serve a stale response need not do so.
    guard leniently, !response.has("must-revalidate"), let stalest = maxStale.map(\.upperBound).max() else {
      return false
    }
    return moment.age - moment.lifetime <= stalest
  }
}
