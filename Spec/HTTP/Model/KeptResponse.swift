/// A stored response: what it states, the request that it answered, and when that was.
struct HTTPKeptResponse: Hashable {
  /// The response as it came, with the directives and dates that it had then.
  var representation: Representation
  /// The header fields of the request.
  var asked: HeaderFields
  /// When the request was sent, and when the response came.
  var requested: Duration
  var received: Duration
  /// When it was stored, or nil if that is not known.
  var stored: Duration?
  /// The rule by which it is stored.
  var rule: RuleID
  /// Whether the documents leave open how old it is, as after the clock was set.
  var isAgeUnclear = false
  /// Whether the app ended since it came.
  var isOfEarlierRun = false
  /// Whether it was loaded by a session that need not keep it on disk.
  var mayBeInMemoryOnly = false
  /// Whether it was loaded over HTTPS.
  var isSecure = false
  /// The rule by which a 304 did not confirm it when it was stale.
  var unconfirmed: RuleID?

  init(_ representation: Representation, for asked: HeaderFields, at time: Duration, by rule: RuleID) {
    self.representation = representation
    self.asked = asked
    (requested, received, stored) = (time, time, time)
    self.rule = rule
  }

  /// Whether it has a place on disk.
  var isOnDisk: Bool { !mayBeInMemoryOnly && representation.storagePolicy == .allowed }

  var body: ResponseBody { representation.body }
  var directives: HTTPDirectiveList { representation.directives }
}

extension Representation {
  /// The directives to caches.
  package var directives: HTTPDirectiveList {
    HTTPDirectiveList(cacheControl + fields.lines.filter { $0.name.lowercased() == "cache-control" }.map(\.value))
  }

  /// The entity tag.
  var entityTag: String? { tagged ? body.tag : fields["ETag"] }

  /// Whether it names a date of its last change.
  var namesChange: Bool { modified != nil || fields["Last-Modified"] != nil }

  /// Whether an origin that has it heeds the conditions of a request (RFC 9110, 13.2.1).
  var heedsConditions: Bool { (200..<300).contains(status) }
}

/// Whether something holds, and the rule that says it.
struct HTTPVerdict: Hashable {
  enum Answer { case yes, no, either }

  let answer: Answer
  /// The rules that say it, the main one first.
  private(set) var rules: [RuleID]

  init(_ answer: Answer, _ rules: RuleID...) {
    self.answer = answer
    self.rules = rules
  }

  var rule: RuleID { rules[0] }

  /// The same verdict, with another rule that says it as well.
  func and(_ rule: RuleID) -> Self {
    var copy = self
    if !rules.contains(rule) { copy.rules.append(rule) }
    return copy
  }
}

// MARK: Validators (RFC 9111, 4.3.4)

extension HTTPKeptResponse {
  /// Whether its tag is written as RFC 9110, 8.8.3 requires.
  var hasPlainTag: Bool {
    // Two tags contradict each other.
    if representation.tagged, representation.fields["ETag"] != nil { return false }
    return representation.entityTag.map { $0.opaqueTag != nil } ?? false
  }

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
  /// The text between the quotes of an entity tag, weak or strong; nil if it has no quotes.
  fileprivate var opaqueTag: Substring? {
    let quoted = hasPrefix("W/") ? dropFirst(2) : self[...]
    return quoted.count >= 2 && quoted.hasPrefix("\"") && quoted.hasSuffix("\"") ? quoted.dropFirst().dropLast() : nil
  }
}

// MARK: Reuse (RFC 9111, 4)

extension HTTPKeptResponse {
  /// Whether its `Vary` lets it answer a request (4.1).
  func isSelected(by fields: HeaderFields) -> HTTPVerdict {
    let names = HTTPDirectiveList.members(of: representation.fields["Vary"] ?? "")
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
    let directives = directives
    if let always = directives.all("no-cache").first {
      return HTTPVerdict(always.argument == nil ? .no : .either, "http.store.no-cache")
    }
    if directives.has("must-understand"), !Self.registeredStatuses.contains(representation.status) {
      return HTTPVerdict(.no, "http.store.status")
    }
    if directives.has("must-understand") || directives.has("no-store") {
      return HTTPVerdict(.either, "http.store.must-understand")
    }
    let fresh = isFresh(at: now)
    let asking = HTTPDirectiveList(fields.values("Cache-Control"))
    if fresh.answer == .no { return byStaleness(fresh, asking, at: now) }
    // What a request asks of caches is advice: a cache may check the response all the same.
    let isAdvised = fields["Cache-Control"] != nil || fields["Pragma"] != nil || fields["Authorization"] != nil
    let mayBeChecked = isAdvised || representation.fields["Pragma"] != nil || representation.status != 200
    return mayBeChecked || selected.answer == .either ? HTTPVerdict(.either, fresh.rule) : fresh
  }

  /// The verdict on a stale response, which may be served if the request, or the response itself, allows it.
  private func byStaleness(_ fresh: HTTPVerdict, _ asking: HTTPDirectiveList, at now: Duration) -> HTTPVerdict {
    let directives = directives
    if directives.has("must-revalidate") { return HTTPVerdict(.no, fresh.rule) }
    let staleness = staleness(at: now)
    let accepts = asking.all("max-stale").contains { directive in
      guard let seconds = directive.argument.flatMap(HTTPDirectiveList.deltaSeconds) else {
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
  package func values(_ name: String) -> [String] {
    lines.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}
