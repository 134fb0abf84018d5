extension ResponseAction {
  /// What responses and requests over HTTP take for granted.
  static let httpPremises: [Premise<Self>] =
    ofLifetimes + ofAges + ofDates + ofValidators + ofVariants + ofDirectives + ofRequests + ofMethods

  private static let ofLifetimes: [Premise<Self>] = [
    load("http.fresh.max-age[max-age=0]") { $0.maxAge == 0 || $0.age == .zero && $0.mayBeStale },
    load("http.fresh.max-age[max-age=60, read after 1.2 s]") { $0.mayBeFresh },
    load("http.fresh.max-age[max-age of a day, two hours later]") { $0.maxAge.map { $0 > 3600 } ?? false },
    load("http.fresh.max-age[at max-age]") { $0.age > .zero && $0.mayBeStale },
  ]

  private static let ofAges: [Premise<Self>] = [
    load("http.age.header[Age beyond max-age]") { $0.carries("Age") && $0.mayBeStale },
    load("http.age.header[Age below max-age]") { $0.carries("Age") && $0.mayBeFresh },
    load("http.age.resident[thirty days into a max-age of a week]") { $0.age > .zero && $0.mayBeStale },
    // Who cannot read a `Date` cannot read `Expires` either.
    load("http.age.date[Date 100 s ago, max-age=60]") { ($0.isDated || $0.expires) && $0.mayBeStale },
    load("http.age.date[Date 10 s ago, max-age=60]") { $0.isDated && $0.mayBeFresh },
  ]

  private static let ofDates: [Premise<Self>] = [
    load("http.fresh.expires[a second before Expires]") { $0.expires && $0.mayBeFresh },
    load("http.fresh.expires[a second after Expires]") { $0.expires && $0.mayBeStale },
    // Who cannot read `Expires` may fall back to a heuristic.
    load("http.fresh.expires[a second before Expires]") { $0.expires && $0.saysWhenItChanged }.explainingAnyFailure,
    load("http.fresh.date-forms[RFC 850, Date in the past]") { $0.representation.dateForm != .preferred },
    load("http.fresh.heuristic-explicit[max-age=0]") { $0.saysWhenItChanged && $0.mayBeStale },
    load("http.fresh.heuristic-explicit[max-age=60, modified 10 s ago]") { $0.saysWhenItChanged && $0.mayBeFresh },
    load("http.fresh.expires-invalid[Expires: 0]") { $0.carries("Expires") },
  ]

  private static let ofValidators: [Premise<Self>] = [
    look("response.load.stores") { lookup in
      lookup.isNotStored
        || lookup.kept?.wasLoaded == true && (lookup.lacksKept || lookup.isNotServed || lookup.isAskedPlainly)
    },
    anyLook("http.revalidate.changed") { $0.isReplaced }.lessBasic(than: "http.fresh.max-age"),
    anyLook("http.revalidate.changed[the new response has another tag]") {
      $0.isReplaced && $0.origin?.tagged == true
    }.lessBasic(than: "http.fresh.max-age"),
    anyLook("http.revalidate.etag") {
      $0.isAsked && !$0.isChecked && ($0.isConfirmed || $0.inspected.contains("If-None-Match"))
    }.explainingAnyFailure,
    anyLook("http.revalidate.not-modified") { $0.isChecked && $0.isConfirmed },
  ]

  private static let ofVariants: [Premise<Self>] = [
    look("http.vary.matches[another value]") { $0.kept?.carries("Vary") == true },
    look("http.vary.matches[the same value]") { $0.kept?.carries("Vary") == true },
    look("http.vary.star[alone]") { $0.kept?.representation.fields["Vary"]?.contains("*") == true },
    anyLook("http.revalidate.other-tag[the origin answers every request with that 304]") { $0.origin?.status == 304 },
  ]

  private static let ofDirectives: [Premise<Self>] = [
    load("http.directives.syntax[beside an unknown directive]") { $0.states(",") && $0.mayBeFresh },
    load("http.directives.syntax[beside an unknown directive, stale]") { $0.states(",") && $0.mayBeStale },
    look("http.directives.syntax[no-cache inside another directive's quotes]") { $0.kept?.states("\"") == true },
    look("http.directives.syntax[max-age=0 inside another directive's quotes]") { $0.kept?.states("\"") == true },
    look("http.store.no-store[a plain load]") { $0.kept?.states("no-store") == true },
    load("http.store.no-cache[fresh by max-age]") { $0.states("no-cache") },
    load("http.fresh.private-cached[private after max-age]") { $0.states("private") },
    load("http.stale.must-revalidate[stale by max-age]") { $0.states("must-revalidate") },
    load("http.revalidate.server-error-must-revalidate[stale by max-age]") { $0.states("must-revalidate") },
    look("http.directives.syntax[MAX-AGE=60]") { $0.kept?.isInCapitals == true },
    look("http.directives.syntax[NO-CACHE]") { $0.kept?.isInCapitals == true },
  ]

  /// A premise of a run that ends with the load of something that may be stored.
  private static func load(
    _ scenario: String, where isNeeded: @escaping @Sendable (ResponseLookup.Kept) -> Bool
  ) -> Premise<Self> {
    look(scenario) { lookup in
      guard lookup.isLoad, var kept = lookup.kept else { return false }
      // What its header fields are is judged whether it is fresh or not.
      kept.isInspected = !lookup.inspected.isEmpty
      return isNeeded(kept)
    }
  }

  /// A premise of a run whose last load or look-up takes it for granted.
  static func look(
    _ scenario: String, where isNeeded: @escaping @Sendable (ResponseLookup) -> Bool
  ) -> Premise<Self> {
    .observed(scenario) { ResponseLookup.all(in: $0).last.map(isNeeded) ?? false }
  }

  /// A premise of a run of which any load or look-up takes it for granted, because it changes what is stored.
  private static func anyLook(
    _ scenario: String, where isNeeded: @escaping @Sendable (ResponseLookup) -> Bool
  ) -> Premise<Self> {
    .observed(scenario) { ResponseLookup.all(in: $0).contains(where: isNeeded) }
  }

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
    anyLook("http.store.unsafe-forwarded[PUT]") { lookup in
      !["GET", "HEAD"].contains(lookup.request.method)
        && lookup.requests?.contains { $0.method == lookup.request.method } == false
    }.explainingAnyFailure,
    Premise("http.invalidate.unsafe-method[PUT]") { $0.loaded?.mayChange == true },
    Premise("http.head.served[a stale response is stored]") { $0.loaded?.method == "HEAD" },
    Premise("http.head.served[a fresh response is stored]") { $0.loaded?.method == "HEAD" },
    Premise("http.store.methods[HEAD]") { $0.loaded?.method == "HEAD" }.lessBasic(than: "http.head.served"),
    anyLook("http.store.methods[HEAD]") { lookup in
      lookup.request.method == "HEAD" && lookup.requests?.contains { $0.method == "GET" } == true
    }.explainingAnyFailure.lessBasic(than: "http.head.served"),
  ]
}

extension RequestMessage {
  fileprivate var mayChange: Bool { !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}
