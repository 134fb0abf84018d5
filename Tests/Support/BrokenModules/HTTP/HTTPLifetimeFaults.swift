import Foundation

extension ResponseAction {
  private static let longAgo = "Mon, 01 Jan 1990 00:00:00 GMT"
  private static let farAhead = "Fri, 01 Jan 2100 00:00:00 GMT"

  /// Faults in how long a response is fresh.
  static let lifetimeFaults: [Fault] = [
    misreading(["http.fresh.max-age"], "takes no max-age for more than a day") { fields in
      let text = fields["Cache-Control"] ?? ""
      guard let digits = text.firstMatch(of: /max-age=(\d+)/)?.1, Int(digits) ?? .max > 86_400 else { return }
      fields["Cache-Control"] = text.replacing(digits, with: "86400")
    },
    fault(["http.fresh.max-age"], "serves twice, and asks the third time") { parts in
      parts.changeLoading { load, inner in
        guard load.policy == .useProtocolCachePolicy, let stored = try load.stored else { return try await inner(load) }
        let times = load.world.world.storage.kept(load.request.url) { Memo(0) }
        let response = try await inner(load)
        guard response.body == stored.body, times.next() > 2 else { return response }
        return try await load.under(.reloadIgnoringLocalCacheData)
      }
    },
    loading(["http.age.resident"], "counts milliseconds in 32 bits") { load in
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored,
        let date = stored.fields["Date"].flatMap(longDateForm.date),
        let lifetime = stored.fields["Cache-Control"]?.firstMatch(of: /max-age=(\d{1,9})/).flatMap({ Int32($0.1) })
      else { return try await load.soundly() }
      let age = Int32(truncatingIfNeeded: Int(load.world.now.timeIntervalSince(date) * 1000)) / 1000
      return age < lifetime && age != 0 ? stored : try await load.soundly()
    },
    misreading(["http.age.header"], "takes any Age for one of an hour") { if $0["Age"] != nil { $0["Age"] = "3600" } },
    misreading(["http.age.header"], "takes an Age that is too large for none") { fields in
      if fields["Age"].flatMap({ Int($0) }) ?? 0 > Int32.max { fields["Age"] = nil }
    },
    misreading(["http.directives.invalid"], "takes a negative Age off the time in the store") { fields in
      guard let age = fields["Age"].flatMap({ Int($0) }), age < 0 else { return }
      fields["Cache-Control"] = fields["Cache-Control"]?.replacing(/max-age=(\d+)/) {
        "max-age=\((Int($0.1) ?? 0) - age)"
      }
    },
    misreading(["http.directives.invalid"], "takes whatever Swift reads as a number for one") { fields in
      fields["Cache-Control"] = fields["Cache-Control"]?.replacing(/max-age=([^, "]+)/) { match in
        Int(match.1) == nil || match.1.hasPrefix("+")
          ? "max-age=\(Double(match.1).map { $0 > 0 ? 3600 : 0 } ?? 0)" : String(match.0)
      }
    },
    misreading(["http.fresh.date-forms"], "takes noon for midnight") { fields in
      for name in ["Date", "Expires"] { fields[name] = fields[name]?.replacing(" 12:", with: " 00:") }
    },
    loading(["http.headers.age-sent"], "says of nothing that it is older than a day") { load in
      var response = try await load.soundly()
      if let age = response.fields["Age"].flatMap({ Int($0) }), age > 86_400 { response.fields["Age"] = "86400" }
      return response
    },
    loading(["http.age.date"], "takes a Date of days ago for a mistake") { load in
      guard load.policy == .useProtocolCachePolicy, var stored = try load.stored, let date = stored.fields["Date"],
        let said = longDateForm.date(from: date), load.world.now.timeIntervalSince(said) > 86_400
      else { return try await load.soundly() }
      stored.fields["Date"] = nil
      try load.store(stored)
      return try await load.soundly()
    },
    misreading(["http.age.date"], "takes a Date in the past for one of long ago") { fields in
      // The worlds begin with the year 2024.
      if fields["Date"]?.contains(" 2024 ") == false { fields["Date"] = longAgo }
    },
    fault(["http.age.date"], "counts the age of what it loads from when it came") {
      $0.changeSending { request, send in
        var response = try await send(request)
        response.fields["Date"] = nil
        return response
      }
    },
    misreading(["http.fresh.expires"], "does not look at Expires", seenIn: urlSession) { $0["Expires"] = nil },
    misreading(["http.fresh.expires"], "goes by Expires alone, not by Date or Age") {
      guard $0["Expires"] != nil else { return }
      $0["Date"] = nil
      $0["Age"] = nil
    },
    misreading(["http.fresh.expires"], "lets Expires win over max-age") {
      if $0["Expires"] != nil { $0["Cache-Control"] = nil }
    },
    misreading(["http.fresh.expires-invalid", "http.fresh.heuristic-explicit"], "overlooks an Expires that is past") {
      guard let expires = $0["Expires"], expires.isDateOfHTTP, $0["Last-Modified"] == nil else {
        $0["Expires"] = nil
        return
      }
    },
    misreading(["http.fresh.expires-invalid"], "takes an Expires that is no date for one that never comes") {
      if let expires = $0["Expires"], !expires.isDateOfHTTP { $0["Expires"] = farAhead }
    },
    misreading(["http.fresh.expires-invalid"], "counts on where an hour, a minute or a second is too many") { fields in
      fields["Expires"] = fields["Expires"]?.replacing(/24:00:00|00:60:00|00:00:61/, with: "00:00:00")
    },
    misreading(["http.fresh.date-forms"], "knows no leap second") { fields in
      if fields["Date"]?.contains(":60 ") ?? false { fields["Date"] = nil }
    },
    misreading(["http.fresh.date-forms"], "reads dates in one form only") { $0.losingOtherDates() },
    misreading(["http.fresh.date-forms", "http.headers.age-sent"], "takes two digits for a year of this century") {
      $0.read(century: "20")
    },
    misreading(["http.fresh.date-forms"], "takes two digits for a year of the last century") { $0.read(century: "19") },
    misreading(["http.fresh.s-maxage-ignored"], "goes by s-maxage, as shared caches do") { $0.heedSharedMaxAge() },
    misreading(["http.fresh.private-cached"], "takes private for no-cache") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing("private", with: "no-cache")
    },
    loading(["http.fresh.max-age", "http.fresh.heuristic"], "asks the origin behind what it serves") { load in
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored else {
        return try await load.soundly()
      }
      let response = try await load.soundly()
      if response.body == stored.body { _ = try await load.world.send(load.request) }
      return response
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

  /// Assigns all two-digit years to one century.
  fileprivate mutating func read(century: String) {
    for name in ["Date", "Expires"] {
      self[name] = self[name]?.replacing(/[A-Za-z]+, ([0-9]+)-([A-Za-z]+)-([0-9]+)/) {
        "Sun, \($0.1) \($0.2) \(century)\($0.3)"
      }
    }
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

/// The preferred date format.
private let longDateForm: DateFormatter = {
  let form = DateFormatter()
  form.locale = Locale(identifier: "en_US_POSIX")
  form.timeZone = TimeZone(secondsFromGMT: 0)
  form.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
  return form
}()
