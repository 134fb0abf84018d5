extension ResponseAction {
  /// The reference, blind to what decides which responses are kept and which requests they answer.
  static let blindKeepers: [BlindModule] = [
    reading(.responseVary, "never there") { $0["Vary"] = nil },
    reading(.responseVary, "always *") { if $0["Vary"] != nil { $0["Vary"] = "*" } },
    reading(.responseVaryStar, "never there") { fields in
      fields["Vary"] = fields["Vary"]?.replacing("*", with: "X-Never-Sent")
    },
    loads(blindTo: .responseLoadMethod, "always GET") { load in
      var load = load
      load.request.method = "GET"
      return try await load.soundly()
    },
    reading(.responseGuessedStatus, "all") { $0.guess() },
  ]
}

extension HeaderFields {
  /// Makes the reference use heuristic freshness, whatever the status, if a response has `Last-Modified` but no
  /// `Cache-Control`.
  fileprivate mutating func guess() {
    if self["Cache-Control"] == nil, self["Last-Modified"] != nil { self["Cache-Control"] = "public" }
  }
}
