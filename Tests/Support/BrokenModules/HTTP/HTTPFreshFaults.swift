extension ResponseAction {
  private static let farAhead = "Fri, 01 Jan 2100 00:00:00 GMT"

  /// Faults in how long a response is fresh, and in how old it is.
  static let freshFaults: [Fault] = [
    confusing(
      [
        "response.policy.use-protocol", "http.fresh.max-age", "http.age.header", "http.age.resident",
        "http.store.no-cache", "http.directives.invalid", "http.revalidate.changed", "http.stale.must-revalidate",
      ], "serves a stale response", .useProtocolCachePolicy, with: .returnCacheDataElseLoad),
    storing(["http.age.date"], "understands no dates", seenIn: urlCache) { response, _ in
      response.response.fields["Date"] = nil
    },
    misreading(["http.fresh.expires"], "does not look at Expires", seenIn: urlSession) { $0["Expires"] = nil },
    misreading(["http.fresh.expires-invalid"], "takes an Expires that is no date for one that never comes") {
      if let expires = $0["Expires"], !expires.isDateOfHTTP { $0["Expires"] = farAhead }
    },
    misreading(["http.fresh.date-forms"], "reads dates in one form only") { $0.losingOtherDates() },
    misreading(["http.fresh.s-maxage-ignored"], "goes by s-maxage, as shared caches do") { $0.heedSharedMaxAge() },
    misreading(["http.fresh.private-cached"], "takes private for no-cache") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing("private", with: "no-cache")
    },
    misreading(["http.fresh.heuristic"], "takes what does not say it for fresh for ever") {
      if $0["Cache-Control"] == nil && $0["Expires"] == nil { $0["Cache-Control"] = "max-age=2147483647" }
    },
    misreading(["http.fresh.heuristic-explicit"], "guesses though a lifetime is said") { $0.losingLifetime() },
  ]

  /// The reference, blind to what determines how long a response is fresh.
  static let blindToLifetimes: [BlindModule] = [
    reading(.responseExpiresDate, "always one") {
      if let expires = $0["Expires"], !expires.isDateOfHTTP { $0["Expires"] = farAhead }
    },
    reading(.responseDateForm, "always the preferred one") { $0.losingOtherDates() },
    reading(.responseSharedMaxAge, "always heeded") { $0.heedSharedMaxAge() },
    reading(.responsePrivate, "always for others") {
      if $0["Cache-Control"]?.contains("private") ?? false { $0["Cache-Control"] = "no-cache" }
    },
    reading(.responseLifetimeSaid, "never") { $0.losingLifetime() },
    reading(.responseLifetimeSaid, "always by the date of change") {
      if $0["Last-Modified"] != nil { ($0["Cache-Control"], $0["Expires"]) = ("max-age=3600", nil) }
    },
  ]
}

extension HeaderFields {
  /// Takes `s-maxage` for a `max-age` that counts before any other.
  fileprivate mutating func heedSharedMaxAge() {
    guard let text = self["Cache-Control"], text.contains("s-maxage") else { return }
    self["Cache-Control"] = text.replacing("s-maxage", with: "max-age").puttingLastFirst
  }

  /// Removes dates that are in one of the older formats.
  fileprivate mutating func losingOtherDates() {
    for name in ["Date", "Expires"] where self[name].map({ $0.isDateOfHTTP && !$0.isInPreferredForm }) ?? false {
      self[name] = nil
    }
  }

  /// Removes the stated lifetime where another one can be guessed.
  fileprivate mutating func losingLifetime() {
    if self["Last-Modified"] != nil { (self["Cache-Control"], self["Expires"]) = (nil, nil) }
  }
}

extension String {
  /// Whether it looks like a date in one of HTTP's formats.
  fileprivate var isDateOfHTTP: Bool { contains(" ") && contains(":") }
  fileprivate var isInPreferredForm: Bool { hasSuffix("GMT") && !contains("-") }
  /// The directives in reverse order.
  fileprivate var puttingLastFirst: String {
    split(separator: ",").reversed().joined(separator: ",")
  }
}
