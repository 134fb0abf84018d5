extension ResponseAction {
  private static let farAhead = "Fri, 01 Jan 2100 00:00:00 GMT"

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
  /// Turns `s-maxage` into a `max-age` that comes before any other.
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

  /// Removes the stated lifetime if `Last-Modified` allows a heuristic one.
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
