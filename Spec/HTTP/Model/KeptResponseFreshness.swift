/// Freshness (RFC 9111, 4.2).
extension HTTPKeptResponse {
  /// The least and the greatest value that a quantity may have.
  typealias Range = (least: Duration, most: Duration)

  /// The age (4.2.3). It is a range, because a `Date` lacks the fraction of a second, which counts as well.
  func age(at now: Duration) -> Range {
    let resident = now - received
    var said = Duration.zero
    if let first = firstAge { said = .seconds(first) + received - requested }
    let apparent = representation.dated.map { Duration.seconds(max(0, $0)) } ?? .zero
    let fraction: Duration = representation.dated.map { $0 >= 0 } == true ? .seconds(1) : .zero
    let delay = received - requested
    return (max(said, apparent, delay) + resident, max(said, apparent + fraction, delay) + resident)
  }

  /// The first member of `Age`.
  private var firstAge: Int? {
    representation.fields["Age"].flatMap { HTTPDirectiveList.members(of: $0).first }.flatMap(
      HTTPDirectiveList.deltaSeconds)
  }

  /// Whether the documents leave open how old it is.
  private var hasUnclearAge: Bool {
    if isAgeUnclear || representation.fields["Date"] != nil { return true }
    guard let text = representation.fields["Age"] else { return false }
    let members = HTTPDirectiveList.members(of: text)
    return members.count != 1 && firstAge == 0 || firstAge == nil && !text.hasPrefix("-")
  }

  /// The lifetime that it states (4.2.1), and the rule; nil if it states none, or none clearly.
  private var lifetime: (range: Range, rule: RuleID)? {
    let said = directives.all("max-age")
    if let first = said.first {
      guard let seconds = first.argument.flatMap(HTTPDirectiveList.deltaSeconds) else {
        return first.argument?.contains(".") == true ? nil : (Self.none, "http.directives.invalid")
      }
      let first = Duration.seconds(seconds)
      if Set(said).count > 1 { return ((.zero, first), "http.directives.duplicate") }
      return ((first, first), ruleOfMaxAge(said))
    }
    let dates = representation.fields.values("Expires")
    if !dates.isEmpty { return lifetime(by: dates.map(HTTPDateText.init)) }
    guard let expires = representation.expires else { return nil }
    // A two-digit year that seems more than fifty years ahead means a past year.
    if representation.dateForm == .rfc850, expires > 45 * 365 * 86_400 { return nil }
    let rule: RuleID = representation.dateForm == .preferred ? "http.fresh.expires" : "http.fresh.date-forms"
    guard let dated = representation.dated else {
      return ((.seconds(expires - 1), .seconds(expires)), rule)
    }
    return ((.seconds(expires + dated), .seconds(expires + dated)), rule)
  }

  /// The lifetime by the values of `Expires`. Of several dates the first counts, or the response is stale.
  private func lifetime(by dates: [HTTPDateText]) -> (range: Range, rule: RuleID)? {
    switch dates[0] {
    case .invalid: return (Self.none, "http.fresh.expires-invalid")
    case .past: return (Self.none, Set(dates).count > 1 ? "http.directives.duplicate" : "http.fresh.expires")
    case .ahead where Set(dates).count == 1 && representation.fields["Date"] == nil:
      return ((.days(5 * 365), .days(1000 * 365)), "http.fresh.expires")
    case .ahead, .unclear: return nil
    }
  }

  private static let none: Range = (.zero, .zero)

  private func ruleOfMaxAge(_ said: [HTTPDirectiveList.Directive]) -> RuleID {
    if said.contains(where: \.isQuoted) { return "http.directives.quoted" }
    if (representation.cacheControl + representation.fields.lines.map(\.value)).contains(where: { $0.contains("\\") }) {
      return "http.directives.escapes"
    }
    let directives = directives
    if directives.has("s-maxage") { return "http.fresh.s-maxage-ignored" }
    if directives.isIntricate { return "http.directives.syntax" }
    if directives.has("private") { return "http.fresh.private-cached" }
    if representation.expires != nil || representation.fields["Expires"] != nil { return "http.fresh.expires" }
    if representation.namesChange { return "http.fresh.heuristic-explicit" }
    return "http.fresh.max-age"
  }

  /// The rule about how its age is counted, if one applies besides the rule of its lifetime.
  private func ruleOfAge(at now: Duration) -> RuleID? {
    if let age = representation.fields["Age"] {
      return age.contains(",") ? "http.age.list" : "http.age.header"
    }
    if (representation.dated ?? 0) > 0 {
      return representation.dateForm == .preferred ? "http.age.date" : "http.fresh.date-forms"
    }
    if received > requested { return "http.age.delay" }
    return isOfEarlierRun && now > received ? "http.age.resident" : nil
  }

  /// Whether it is fresh.
  func isFresh(at now: Duration) -> HTTPVerdict {
    let directives = directives
    guard directives.isClear else { return HTTPVerdict(.either, "http.directives.malformed") }
    guard statesLifetime else { return isGuessedFresh(at: now) }
    guard let lifetime else { return HTTPVerdict(.either, "http.fresh.date-variants") }
    let age = age(at: now)
    let rule = ruleOfAge(at: now) ?? lifetime.rule
    if lifetime.range.most <= .zero { return HTTPVerdict(.no, unconfirmed ?? lifetime.rule) }
    if hasUnclearAge { return HTTPVerdict(.either, rule) }
    if lifetime.range.least > age.most { return HTTPVerdict(.yes, rule).and(lifetime.rule) }
    if lifetime.range.most > age.least { return HTTPVerdict(.either, rule) }
    return HTTPVerdict(.no, unconfirmed ?? (directives.has("immutable") ? "http.immutable" : rule)).and(lifetime.rule)
  }

  /// Whether it says how long it is fresh.
  var statesLifetime: Bool {
    directives.has("max-age") || representation.expires != nil || representation.fields["Expires"] != nil
  }

  /// Whether it may count as fresh by a heuristic (4.2.2).
  private func isGuessedFresh(at now: Duration) -> HTTPVerdict {
    let isMarked = directives.has("public") || directives.has("private")
    guard isMarked || Self.guessedStatuses.contains(representation.status) else {
      return HTTPVerdict(.no, "http.store.status")
    }
    let isOver = !isAgeUnclear && age(at: now).least > .days(3660)
    return HTTPVerdict(isOver ? .no : .either, "http.fresh.heuristic")
  }

  /// The statuses that are registered with a meaning, which a cache may understand or not.
  static let registeredStatuses = Set(
    Array(200...208) + [226] + Array(300...305) + [307, 308] + Array(400...417) + Array(421...426)
      + [428, 429, 431, 451] + Array(500...508) + [510, 511])

  private static let guessedStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  /// The least time for which it has been stale; nil if the documents leave open how old it is.
  func staleness(at now: Duration) -> Duration? {
    guard !hasUnclearAge, let lifetime else { return nil }
    return max(.zero, age(at: now).least - lifetime.range.most)
  }
}
