extension ResponseAction {
  /// What responses and requests over HTTP take for granted, the most basic first.
  static let httpPremises: [Premise<Self>] =
    ofLifetimes + ofAges + ofDates + ofValidators + ofVariants + ofDirectives + ofRequests + ofMethods

  /// The premises of every load, because a stored response is served or checked according to how long it is fresh.
  private static let ofLifetimes: [Premise<Self>] = [
    Premise("http.fresh.max-age[max-age=0]") { $0.loaded != nil },
    Premise("http.fresh.max-age[max-age=60, read after 1.2 s]") { $0.loaded != nil },
    Premise("http.fresh.max-age[at max-age]") { if case .world(.advance) = $0 { true } else { false } },
  ]

  private static let ofAges: [Premise<Self>] = [
    Premise("http.age.header[Age beyond max-age]") { $0.carries("Age") },
    Premise("http.age.header[Age below max-age]") { $0.carries("Age") },
    Premise("http.age.resident[thirty days into a max-age of a week]") {
      if case .world(.advance) = $0 { true } else { false }
    },
    // Who cannot read a `Date` cannot read `Expires` either.
    Premise("http.age.date[Date 100 s ago, max-age=60]") { $0.isDated || $0.expires },
    Premise("http.age.date[Date 10 s ago, max-age=60]") { $0.isDated },
  ]

  private static let ofDates: [Premise<Self>] = [
    Premise("http.fresh.expires[a second before Expires]") { $0.expires },
    Premise("http.fresh.expires[a second after Expires]") { $0.expires },
    Premise("http.fresh.date-forms[RFC 850, Date in the past]") { $0.isDatedInAnOlderForm },
    Premise("http.fresh.heuristic-explicit[max-age=0]") { $0.saysWhenItChanged },
    Premise("http.fresh.heuristic-explicit[max-age=60, modified 10 s ago]") { $0.saysWhenItChanged },
    Premise("http.fresh.expires-invalid[Expires: 0]") { $0.carries("Expires") },
  ]

  private static let ofValidators: [Premise<Self>] = [
    Premise("response.load.stores") { $0.loaded != nil },
    // Which response a check has brought is seen before its fields are looked at.
    checks("http.revalidate.changed") { !$0.looksAtFields },
    Premise("http.revalidate.changed[the new response has another tag]") {
      if case .serve(let representation, _) = $0 { representation.tagged && representation.body == .v2 } else { false }
    },
    checks("http.revalidate.etag"),
    checks("http.revalidate.not-modified"),
  ]

  /// A premise of runs in which a load may check a stored response with its origin.
  private static func checks(
    _ scenario: String, endingWith isNeeded: @escaping @Sendable (Self) -> Bool = { _ in true }
  ) -> Premise<Self> {
    .inRuns(scenario) { actions in
      guard let end = actions.last, isNeeded(end), let last = actions.lastIndex(where: { $0.loaded != nil }) else {
        return false
      }
      let before = actions[..<last]
      return before.contains { $0.representation?.hasValidator == true } && before.contains(where: \.mayStore)
    }
  }

  private static let ofVariants: [Premise<Self>] = [
    Premise("http.vary.matches[another value]") { $0.carries("Vary") },
    Premise("http.vary.matches[the same value]") { $0.carries("Vary") },
    Premise("http.vary.star[alone]") { $0.representation?.fields["Vary"]?.contains("*") == true },
    Premise("http.revalidate.other-tag[the origin answers every request with that 304]") {
      if case .serve(let representation, _) = $0 { representation.status == 304 } else { false }
    },
  ]

  private static let ofDirectives: [Premise<Self>] = [
    Premise("http.directives.syntax[beside an unknown directive]") { $0.states(",") },
    Premise("http.directives.syntax[beside an unknown directive, stale]") { $0.states(",") },
    Premise("http.directives.syntax[no-cache inside another directive's quotes]") { $0.states("\"") },
    Premise("http.directives.syntax[max-age=0 inside another directive's quotes]") { $0.states("\"") },
    Premise("http.store.no-store[a plain load]") { $0.states("no-store") },
    Premise("http.store.no-cache[fresh by max-age]") { $0.states("no-cache") },
    Premise("http.fresh.private-cached[private after max-age]") { $0.states("private") },
    Premise("http.stale.must-revalidate[stale by max-age]") { $0.states("must-revalidate") },
    Premise("http.revalidate.server-error-must-revalidate[stale by max-age]") { $0.states("must-revalidate") },
    Premise("http.directives.syntax[MAX-AGE=60]") { $0.isInCapitals },
    Premise("http.directives.syntax[NO-CACHE]") { $0.isInCapitals },
  ]

  private static let ofRequests: [Premise<Self>] = [
    Premise("http.overlap.reusable[the response has no-store]") { if case .begin = $0 { true } else { false } },
    Premise("http.conditions.own[another tag]") {
      $0.loaded?.fields["If-None-Match"] != nil || $0.loaded?.fields["If-Modified-Since"] != nil
    },
    Premise("http.range.partial[one byte of a fresh response]") { $0.loaded?.fields["Range"] != nil },
  ]

  private static let ofMethods: [Premise<Self>] = [
    Premise("http.store.unsafe-forwarded[PUT]") { action in
      action.loaded.map { !["GET", "HEAD"].contains($0.method) } ?? false
    },
    Premise("http.invalidate.unsafe-method[PUT]") { $0.loaded?.mayChange == true },
    Premise("http.head.served[a stale response is stored]") { $0.loaded?.method == "HEAD" },
    Premise("http.head.served[a fresh response is stored]") { $0.loaded?.method == "HEAD" },
    Premise("http.store.methods[HEAD]") { $0.loaded?.method == "HEAD" },
  ]

  /// The response that the origin has from now on, or that is stored.
  private var representation: Representation? {
    switch self {
    case .serve(let representation, _), .put(let representation, _, _), .have(let representation, _): representation
    default: nil
    }
  }

  /// Whether it may leave a response in a store.
  private var mayStore: Bool {
    switch self {
    case .have, .put, .load, .begin: true
    default: false
    }
  }

  private var looksAtFields: Bool { if case .inspectAnswer = self { true } else { false } }

  private func carries(_ name: String) -> Bool { representation?.fields[name] != nil }

  private var expires: Bool { representation?.expires != nil || carries("Expires") }

  private var isDated: Bool { (representation?.dated ?? 0) != 0 || carries("Date") }

  private var isDatedInAnOlderForm: Bool { representation.map { $0.dateForm != .preferred } ?? false }

  private var saysWhenItChanged: Bool { representation?.modified != nil || carries("Last-Modified") }

  private var isInCapitals: Bool { representation?.cacheControl.contains { $0 != $0.lowercased() } ?? false }

  /// Whether a line of `Cache-Control` contains a text.
  private func states(_ text: String) -> Bool {
    guard let representation else { return false }
    return (representation.cacheControl + [representation.fields["Cache-Control"] ?? ""]).contains {
      $0.lowercased().contains(text)
    }
  }
}

extension Representation {
  fileprivate var hasValidator: Bool {
    tagged || modified != nil || fields["ETag"] != nil || fields["Last-Modified"] != nil
  }
}

extension RequestMessage {
  fileprivate var mayChange: Bool { !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}
