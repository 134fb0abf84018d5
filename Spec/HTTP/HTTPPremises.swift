extension ResponseAction {
  /// What responses and requests over HTTP take for granted, the most basic first.
  static let httpPremises: [Premise<Self>] = ofLifetimes + ofAges + ofValidators + ofMethods

  private static let ofLifetimes: [Premise<Self>] = [
    Premise("http.fresh.max-age[one second before]") { $0.states("max-age") },
    Premise("http.fresh.max-age[max-age=0]") { $0.states("max-age") },
    Premise("http.store.no-store[in the response]") { $0.states("no-store") },
    Premise("http.store.no-cache[checked though young]") { $0.states("no-cache") },
  ]

  private static let ofAges: [Premise<Self>] = [
    Premise("http.age.header[makes it stale]") { $0.carries("Age") },
    Premise("http.age.header[leaves it fresh]") { $0.carries("Age") },
    Premise("http.age.date[makes it stale]") { ($0.representation?.dated ?? 0) > 0 || $0.carries("Date") },
    Premise("http.age.resident[thirty days of a week]") { if case .world(.advance) = $0 { true } else { false } },
    Premise("http.fresh.expires[one second before]") { $0.representation?.expires != nil || $0.carries("Expires") },
    Premise("http.fresh.expires[one second after]") { $0.representation?.expires != nil || $0.carries("Expires") },
  ]

  private static let ofValidators: [Premise<Self>] = [
    Premise("http.revalidate.etag") { $0.representation?.tagged == true || $0.carries("ETag") },
    Premise("http.revalidate.not-modified") {
      if case .serve(let representation, _) = $0 { representation.tagged && representation.body == .v1 } else { false }
    },
    Premise("http.vary.matches[another value]") { $0.carries("Vary") },
    Premise("http.vary.matches[the same]") { $0.carries("Vary") },
    Premise("http.vary.star[alone]") { $0.representation?.fields["Vary"]?.contains("*") == true },
    Premise("http.stale.must-revalidate[by max-age]") { $0.states("must-revalidate") },
    Premise("http.revalidate.server-error-must-revalidate[by max-age]") { $0.states("must-revalidate") },
  ]

  private static let ofMethods: [Premise<Self>] = [
    Premise("http.store.unsafe-forwarded[PUT]") { $0.request?.mayChange == true },
    Premise("http.invalidate.unsafe-method[PUT]") { $0.request?.mayChange == true },
    Premise("http.head.served[of what is fresh]") { $0.request?.method == "HEAD" },
    Premise("http.conditions.own[another tag]") {
      $0.request?.fields["If-None-Match"] != nil || $0.request?.fields["If-Modified-Since"] != nil
    },
    Premise("http.range.partial[of what is stored]") { $0.request?.fields["Range"] != nil },
    Premise("http.directives.syntax[NO-CACHE]") { action in
      action.representation?.cacheControl.contains { $0 != $0.lowercased() } == true
    },
  ]

  /// What the origin has from now on, or what is stored by direct access.
  private var representation: Representation? {
    switch self {
    case .serve(let representation, _), .put(let representation, _, _), .have(let representation, _): representation
    default: nil
    }
  }

  private var request: RequestMessage? {
    switch self {
    case .load(let request, _, _, _), .begin(let request, _): request
    default: nil
    }
  }

  private func carries(_ name: String) -> Bool { representation?.fields[name] != nil }

  /// Whether a line of `Cache-Control` contains a directive.
  private func states(_ directive: String) -> Bool {
    guard let representation else { return false }
    return (representation.cacheControl + [representation.fields["Cache-Control"] ?? ""]).contains {
      $0.lowercased().contains(directive)
    }
  }
}

extension RequestMessage {
  fileprivate var mayChange: Bool { !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}
