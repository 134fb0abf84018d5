/// Freshness: RFC 9111 section 4.2. A quantity that can be interpreted in several ways is a range, from the least to
/// the greatest value.
extension Oracle {
  /// The freshness lifetime in seconds: RFC 9111 section 4.2.1. The lifetime of a response that is stale at any age is
  /// less than any number.
  static func freshnessLifetime(
    _ exchange: Exchange, _ response: Directives, now: Double
  ) -> ClosedRange<Double> {
    // A private cache ignores s-maxage: section 5.2.2.10.
    let maxAge = response.all("max-age")
    if let first = maxAge.first {
      // An invalid argument means stale. With several directives, either they mean stale or the first one counts.
      guard let seconds = first.seconds else { return stale }
      return maxAge.count == 1 ? seconds : hull([stale, seconds])
    }
    let expires = lines("expires", of: exchange.fields)
    if let first = expires.first {
      let ends = dates(first, at: exchange.received, now)
      let values = dateValues(exchange, now: now)
      let lifetimes = ends.flatMap { end in
        values.map { date in
          // Section 5.3: an invalid date is a time in the past.
          guard let end, let date else { return stale }
          return (end - date)...(end - date)
        }
      }
      return hull(expires.count == 1 ? lifetimes : lifetimes + [stale])
    }
    return heuristicLifetime(exchange, response, now: now)
  }

  /// Section 4.2.2: any lifetime up to a tenth of the time since the last modification. Section 3 restricts it to some
  /// responses. This package decides that there is no other basis for a heuristic lifetime.
  private static func heuristicLifetime(
    _ exchange: Exchange, _ response: Directives, now: Double
  ) -> ClosedRange<Double> {
    let isMarked = response.has("public") || response.has("private")
    guard isMarked || heuristicallyCacheable.contains(exchange.status) else { return stale.lowerBound...0 }
    let modified = lines("last-modified", of: exchange.fields).flatMap {
      dates($0, at: exchange.received, now)
    }
    let values = dateValues(exchange, now: now)
    let spans = modified.flatMap { modified in
      values.map { date -> Double in
        guard let modified, let date else { return 0 }
        return (date - modified) / 10
      }
    }
    return stale.lowerBound...max(0, spans.max() ?? 0)
  }

  /// The current age in seconds: RFC 9111 section 4.2.3.
  static func currentAge(_ exchange: Exchange, now: Double) -> ClosedRange<Double> {
    let responseDelay = exchange.received - exchange.requested
    let residentTime = now - exchange.received
    let values = dateValues(exchange, now: now)
    let ages = ageValues(exchange).flatMap { ageValue in
      values.map { date -> ClosedRange<Double> in
        func currentAge(_ ageValue: Double) -> Double {
          max(0, date.map { exchange.received - $0 } ?? 0, ageValue + responseDelay) + residentTime
        }
        return currentAge(ageValue.lowerBound)...(date == nil ? .infinity : currentAge(ageValue.upperBound))
      }
    }
    // The documents do not consider a clock that was set back.
    return residentTime < 0 ? hull(ages).lowerBound...(.infinity) : hull(ages)
  }

  /// The readings of `Age`: the first member, or zero if that is not a number (RFC 9111 section 5.1).
  private static func ageValues(_ exchange: Exchange) -> [ClosedRange<Double>] {
    let octets = combine(lines("age", of: exchange.fields))
    let members = octets.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false)
      .map { trimmed(Array($0)) }
    guard let first = members.first else { return [0...0] }
    if first.isEmpty, let other = members.first(where: { !$0.isEmpty }) {
      return [0...0, deltaSeconds(other) ?? 0...0]
    }
    return [deltaSeconds(first) ?? 0...0]
  }

  /// The readings of `Date`: the time of receipt if it is absent; if it is invalid, either that or an unusable value
  /// (RFC 9110 section 6.6.1).
  private static func dateValues(_ exchange: Exchange, now: Double) -> [Double?] {
    let values = lines("date", of: exchange.fields)
    guard let first = values.first else { return [exchange.received] }
    let readings = dates(first, at: exchange.received, now)
    if values.count == 1, readings.allSatisfy({ $0 != nil }) { return readings }
    return values.flatMap { dates($0, at: now) } + [exchange.received, nil]
  }

  /// The lifetime of a response that counts as stale.
  static let stale = -Double.infinity...0

  static func hull(_ ranges: [ClosedRange<Double>]) -> ClosedRange<Double> {
    let least = ranges.map(\.lowerBound).min() ?? -.infinity
    return least...(ranges.map(\.upperBound).max() ?? .infinity)
  }
}
