extension ResponseAction {
  /// Faults in which responses are kept, and which requests they answer.
  static let keepingFaults: [Fault] = [
    misreading(["http.vary.matches"], "does not look at Vary") { $0["Vary"] = nil },
    misreading(["http.vary.matches"], "looks at the first field that Vary names") { fields in
      fields["Vary"] = fields["Vary"].map { String($0.prefix { $0 != "," }) }
    },
    loading(["http.vary.matches"], "takes no value for any") { load in
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored, let names = stored.fields["Vary"],
        names != "*", load.request.fields.lines.isEmpty
      else { return try await load.soundly() }
      return stored
    },
    loading(["http.vary.matches"], "tells variants apart by how long a value is") { load in
      var load = load
      load.request.fields["X-Flavor"] = load.request.fields["X-Flavor"].map { String(repeating: "x", count: $0.count) }
      return try await load.soundly()
    },
    takingRequests("looks at the first 32 characters of a value") { lines in
      lines.map { .init($0.name, String($0.value.prefix(32))) }
    },
    misreading(["http.vary.matches"], "looks at the first two fields that Vary names") { fields in
      fields["Vary"] = fields["Vary"]?.split(separator: ",").prefix(2).joined(separator: ",")
    },
    takingRequests("takes values for the same in capitals") { $0.map { .init($0.name, $0.value.lowercased()) } },
    takingRequests("takes an empty value for none") { $0.filter { !$0.value.isEmpty } },
    takingRequests("looks at the first of several values") { lines in
      lines.map { .init($0.name, String($0.value.prefix { $0 != "," })) }
    },
    takingRequests("looks at the first line of several") { lines in
      lines.indices.filter { index in !lines[..<index].contains { $0.name == lines[index].name } }.map { lines[$0] }
    },
    misreading(["http.vary.star"], "takes * in Vary for a field that is never sent") { fields in
      fields["Vary"] = fields["Vary"]?.replacing("*", with: "X-Never-Sent")
    },
    loading(["http.store.status"], "stores what a redirect led to under the URL that was asked") { load in
      let response = try await load.soundly()
      if response.url != load.request.url, !load.request.url.hasPrefix("file:") { try load.store(response) }
      return response
    },
    loading(["http.store.methods"], "answers a GET with what answered another method") { load in
      let response = try await load.soundly()
      if load.request.method != "GET" { try load.stored(for: "GET", response) }
      return response
    },
    loading(["http.store.unsafe-forwarded"], "answers a method again from the store") { load in
      guard load.request.method != "GET" else { return try await load.soundly() }
      if let stored = try load.stored { return stored }
      let response = try await load.soundly()
      try load.store(response)
      return response
    },
    loading(["http.store.unsafe-forwarded"], "answers any method by what is stored, where that is preferred") { load in
      var get = load
      get.request.method = "GET"
      if load.policy == .returnCacheDataElseLoad, let stored = try get.stored { return stored }
      return try await load.soundly()
    },
    misreading(["http.store.status"], "guesses a lifetime for every status") { $0.guess() },
    misreading(["http.store.status"], "does not know must-understand") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing("must-understand", with: "unknown")
    },
    loading(["http.store.status"], "keeps a 304 as a response") { load in
      let response = try await load.soundly()
      if response.status == 304 { try load.store(response) }
      return response
    },
  ]

  /// The reference that changes the header fields of requests.
  static func takingRequests(
    _ name: String, _ change: @escaping @Sendable ([HeaderFields.Line]) -> [HeaderFields.Line]
  ) -> Fault {
    loading(["http.vary.matches"], name) { load in
      var load = load
      load.request.fields = HeaderFields(change(load.request.fields.lines))
      return try await load.soundly()
    }
  }

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

extension ResponseLoad {
  /// Stores a response as the response to another method.
  fileprivate func stored(for method: String, _ response: ResponseMessage) throws {
    var load = self
    load.request.method = method
    try load.store(response)
  }
}

extension HeaderFields {
  /// Makes the reference use heuristic freshness, whatever the status, if there is nothing to go by but a date of change.
  fileprivate mutating func guess() {
    if self["Cache-Control"] == nil, self["Last-Modified"] != nil { self["Cache-Control"] = "public" }
  }
}
