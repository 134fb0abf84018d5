/// A response as a cache has it: what it says, the request that it answered, and when that was.
struct HTTPKeptResponse: Hashable {
  /// What came, with the directives and dates of then.
  var representation: Representation
  /// The header fields of the request.
  var asked: HeaderFields
  /// When the request was sent, and when the response came.
  var requested: Duration
  var received: Duration
  /// When it was stored, or nil if that is not known.
  var stored: Duration?
  /// The rule by which it is there.
  var kept: RuleID
  /// Whether the clock was set since it came: the documents do not say how old it is then.
  var isAgeUnclear = false
  /// Whether the app ended since it came.
  var isOfEarlierRun = false
  /// Whether it was loaded by a session that need not keep it on disk.
  var mayBeInMemoryOnly = false
  /// Whether it was loaded over HTTPS.
  var isSecure = false
  /// The rule by which a 304 did not confirm it, after it was stale.
  var unconfirmed: RuleID?

  init(_ representation: Representation, for asked: HeaderFields, at time: Duration, by rule: RuleID) {
    self.representation = representation
    self.asked = asked
    (requested, received, stored) = (time, time, time)
    kept = rule
  }

  /// Whether it has a place on disk.
  var isOnDisk: Bool { !mayBeInMemoryOnly && representation.storagePolicy == .allowed }

  var body: ResponseBody { representation.body }
  var directives: HTTPDirectives { representation.directives }
}

extension Representation {
  /// The directives to caches.
  var directives: HTTPDirectives {
    HTTPDirectives(cacheControl + fields.lines.filter { $0.name.lowercased() == "cache-control" }.map(\.value))
  }

  /// The entity tag.
  var entityTag: String? { tagged ? body.tag : fields["ETag"] }

  /// Whether it names a date of its last change.
  var namesChange: Bool { modified != nil || fields["Last-Modified"] != nil }
}

/// Whether something holds, and the rule that says it.
struct HTTPVerdict: Hashable {
  enum Answer { case yes, no, either }

  let answer: Answer
  /// The rules that say it, with the one first that says it of most.
  private(set) var rules: [RuleID]

  init(_ answer: Answer, _ rules: RuleID...) {
    self.answer = answer
    self.rules = rules
  }

  var rule: RuleID { rules[0] }

  /// The same, which another rule says as well.
  func and(_ rule: RuleID) -> Self {
    var copy = self
    if !rules.contains(rule) { copy.rules.append(rule) }
    return copy
  }
}

// MARK: Freshness (RFC 9111, 4.2)

extension HTTPKeptResponse {
  /// The least and the greatest value that a quantity may have.
  typealias Range = (least: Duration, most: Duration)

  /// The age (4.2.3). A `Date` has no fractions of a second, which count as well.
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
    representation.fields["Age"].flatMap { HTTPDirectives.members(of: $0).first }.flatMap(HTTPDirectives.deltaSeconds)
  }

  /// Whether the documents leave open how old it is.
  private var hasUnclearAge: Bool {
    if isAgeUnclear || representation.fields["Date"] != nil { return true }
    guard let text = representation.fields["Age"] else { return false }
    let members = HTTPDirectives.members(of: text)
    return members.count != 1 && firstAge == 0 || firstAge == nil && !text.hasPrefix("-")
  }

  /// How long it says that it is fresh (4.2.1), and the rule; nil if it does not say that, or not clearly.
  private var lifetime: (range: Range, rule: RuleID)? {
    let said = directives.all("max-age")
    if let first = said.first {
      guard let seconds = first.argument.flatMap(HTTPDirectives.deltaSeconds) else {
        return first.argument?.contains(".") == true ? nil : (Self.none, "http.directives.invalid")
      }
      let first = Duration.seconds(seconds)
      if Set(said).count > 1 { return ((.zero, first), "http.directives.duplicate") }
      return ((first, first), ruleOfMaxAge(said))
    }
    let dates = representation.fields.values("Expires")
    if !dates.isEmpty { return lifetime(by: dates.map(HTTPDateText.init)) }
    guard let expires = representation.expires else { return nil }
    // Two digits of a year more than fifty years ahead mean one that is past.
    if representation.dateForm == .rfc850, expires > 45 * 365 * 86_400 { return nil }
    let rule: RuleID = representation.dateForm == .preferred ? "http.fresh.expires" : "http.fresh.date-forms"
    guard let dated = representation.dated else {
      return ((.seconds(expires - 1), .seconds(expires)), rule)
    }
    return ((.seconds(expires + dated), .seconds(expires + dated)), rule)
  }

  /// Of several dates the first counts, or the response is stale.
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

  private func ruleOfMaxAge(_ said: [HTTPDirectives.Directive]) -> RuleID {
    if said.contains(where: \.isQuoted) { return "http.directives.quoted" }
    if (representation.cacheControl + representation.fields.lines.map(\.value)).contains(where: { $0.contains("\\") }) {
      return "http.directives.escapes"
    }
    if directives.has("s-maxage") { return "http.fresh.s-maxage-ignored" }
    if directives.isIntricate { return "http.directives.syntax" }
    if directives.has("private") { return "http.fresh.private-cached" }
    if representation.expires != nil || representation.fields["Expires"] != nil { return "http.fresh.expires" }
    if representation.namesChange { return "http.fresh.heuristic-explicit" }
    return "http.fresh.max-age"
  }

  /// The rule by which its age counts, if there is one besides that of its lifetime.
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

  /// Whether it may count as fresh by a guess (4.2.2).
  private func isGuessedFresh(at now: Duration) -> HTTPVerdict {
    let isMarked = directives.has("public") || directives.has("private")
    guard isMarked || Self.guessedStatuses.contains(representation.status) else {
      return HTTPVerdict(.no, "http.store.status")
    }
    let isOver = !isAgeUnclear && age(at: now).least > .days(3660)
    return HTTPVerdict(isOver ? .no : .either, "http.fresh.heuristic")
  }

  private static let guessedStatuses: Set<Int> = [200, 203, 204, 206, 300, 301, 308, 404, 405, 410, 414, 501]

  /// For how long it has been stale, at least; nil if the documents leave open how old it is.
  func staleness(at now: Duration) -> Duration? {
    guard !hasUnclearAge, let lifetime else { return nil }
    return max(.zero, age(at: now).least - lifetime.range.most)
  }
}

// MARK: Validators (RFC 9111, 4.3.4)

extension HTTPKeptResponse {
  /// Whether its tag is written as RFC 9110, 8.8.3 has it.
  var hasPlainTag: Bool { representation.entityTag.map { $0.opaqueTag != nil } ?? false }

  /// The rule by which a 304 is about another response, if one says so.
  func ruleAgainstConfirmation(by confirmation: Representation) -> RuleID? {
    if let other = confirmation.entityTag {
      guard let tag = representation.entityTag else { return "http.revalidate.other-tag" }
      guard let (one, other) = tag.opaqueTag.flatMap({ one in other.opaqueTag.map { (one, $0) } }) else { return nil }
      return one == other ? nil : "http.revalidate.other-tag"
    }
    guard representation.entityTag == nil, let date = representation.fields["Last-Modified"],
      let other = confirmation.fields["Last-Modified"], date != other
    else { return nil }
    return "http.revalidate.other-date"
  }
}

extension String {
  /// What an entity tag has between its quotes, weak or strong.
  fileprivate var opaqueTag: Substring? {
    let quoted = hasPrefix("W/") ? dropFirst(2) : self[...]
    return quoted.count >= 2 && quoted.hasPrefix("\"") && quoted.hasSuffix("\"") ? quoted.dropFirst().dropLast() : nil
  }
}

// MARK: Reuse (RFC 9111, 4)

extension HTTPKeptResponse {
  /// Whether its `Vary` lets it answer a request (4.1).
  func isSelected(by fields: HeaderFields) -> HTTPVerdict {
    let names = HTTPDirectives.members(of: representation.fields["Vary"] ?? "")
    if names.contains("*") { return HTTPVerdict(.no, "http.vary.star") }
    var answer = HTTPVerdict.Answer.yes
    for name in names {
      let (first, second) = (asked.values(name), fields.values(name))
      if first == second { continue }
      let normal = { (values: [String]) in values.joined(separator: ",").filter { $0 != " " && $0 != "\t" } }
      let isNormalized = name.lowercased().hasPrefix("accept") && first.isEmpty == second.isEmpty
      if isNormalized || normal(first) == normal(second) && first.isEmpty == second.isEmpty {
        answer = .either
      } else {
        return HTTPVerdict(.no, "http.vary.matches")
      }
    }
    return HTTPVerdict(answer, "http.vary.matches")
  }

  /// Whether it answers a request without the origin.
  func answers(_ fields: HeaderFields, at now: Duration) -> HTTPVerdict {
    let verdict = mayAnswer(fields, at: now)
    if verdict.answer == .no, representation.status != 200 { return verdict.and("http.store.status-kept") }
    return verdict.answer == .yes && representation.fields["Vary"] != nil ? verdict.and("http.vary.matches") : verdict
  }

  private func mayAnswer(_ fields: HeaderFields, at now: Duration) -> HTTPVerdict {
    let selected = isSelected(by: fields)
    if selected.answer == .no { return selected }
    if let always = directives.all("no-cache").first {
      return HTTPVerdict(always.argument == nil ? .no : .either, "http.store.no-cache")
    }
    if directives.has("must-understand") || directives.has("no-store") {
      return HTTPVerdict(.either, "http.store.must-understand")
    }
    let fresh = isFresh(at: now)
    let asking = HTTPDirectives(fields.values("Cache-Control"))
    if fresh.answer == .no { return byStaleness(fresh, asking, at: now) }
    // What a request asks of caches is advice.
    let isAdvised = fields["Cache-Control"] != nil || fields["Pragma"] != nil || fields["Authorization"] != nil
    let mayBeChecked = isAdvised || representation.fields["Pragma"] != nil || representation.status != 200
    return mayBeChecked || selected.answer == .either ? HTTPVerdict(.either, fresh.rule) : fresh
  }

  /// What is stale may be served where the request, or the response, says so.
  private func byStaleness(_ fresh: HTTPVerdict, _ asking: HTTPDirectives, at now: Duration) -> HTTPVerdict {
    if directives.has("must-revalidate") { return HTTPVerdict(.no, fresh.rule) }
    let staleness = staleness(at: now)
    let accepts = asking.all("max-stale").contains { directive in
      guard let seconds = directive.argument.flatMap(HTTPDirectives.deltaSeconds) else {
        return directive.argument == nil || !asking.isClear
      }
      return staleness.map { $0 <= .seconds(seconds) } ?? true
    }
    let refreshes = directives.seconds("stale-while-revalidate").contains { seconds in
      staleness.map { $0 <= .seconds(seconds) } ?? true
    }
    if accepts || !asking.isClear || refreshes { return HTTPVerdict(.either, fresh.rule) }
    if asking.has("max-stale") { return HTTPVerdict(.no, "http.request.max-stale") }
    return directives.has("stale-while-revalidate")
      ? HTTPVerdict(.no, "http.stale.stale-while-revalidate") : fresh
  }

  /// The rule that forbids serving it in place of an error, if one does.
  func ruleAgainstReplacingErrors(at now: Duration, isUnreachable: Bool) -> RuleID? {
    if directives.has("no-cache") { return "http.store.no-cache" }
    if directives.has("must-revalidate") {
      return isUnreachable ? "http.stale.must-revalidate" : "http.revalidate.server-error-must-revalidate"
    }
    guard let window = directives.seconds("stale-if-error").max(), let staleness = staleness(at: now) else {
      return nil
    }
    return staleness > .seconds(window) ? "http.stale.stale-if-error" : nil
  }
}

extension HeaderFields {
  /// The values of a field, line by line.
  func values(_ name: String) -> [String] {
    lines.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}
