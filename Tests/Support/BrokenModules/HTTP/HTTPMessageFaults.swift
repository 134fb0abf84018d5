extension ResponseAction {
  /// Faults in directives, ranges, and header fields.
  static let messageFaults: [Fault] = [
    misreading(["http.directives.duplicate"], "lets the last of two values count") { $0.keepLast() },
    misreading(["http.directives.duplicate"], "lets what is fresh win over no-cache and no-store") { fields in
      for name in [", no-cache", ", no-store"] where fields["Cache-Control"]?.contains("max-age") ?? false {
        fields["Cache-Control"] = fields["Cache-Control"]?.replacing(name, with: "")
      }
    },
    misreading(["http.directives.quoted"], "reads no number in quotes") { $0.losingQuotedNumbers() },
    misreading(["http.directives.escapes"], "ends a quoted value at any quote", seenIn: urlSession) { $0.unescape() },
    misreading(["http.directives.escapes"], "looks at the two characters before a quote alone") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing(#"\\\""#, with: #"\\""#)
    },
    misreading(["http.directives.escapes"], "looks at the one character before a quote alone") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing(#"\\""#, with: #"\""#)
    },
    fault(["http.directives.escapes"], "reads escapes only of what it has stored") {
      $0.changeSending { request, send in
        var response = try await send(request)
        let text = response.fields["Cache-Control"] ?? ""
        if text.contains(#"\""#), text.contains("no-store") { response.fields["Cache-Control"] = "no-store" }
        return response
      }
    },
    misreading(["http.directives.quoted"], "takes a backslash for a part of a value") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing(/\\([0-9])/) { "x\($0.1)" }
    },
    misreading(["http.directives.escapes"], "takes a number with a backslash for one that never ends") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing(/max-age="\\[0-9]+"/, with: "max-age=2147483647")
    },
    misreading(["http.directives.invalid"], "reads a number as far as it is one") {
      $0["Cache-Control"] = $0["Cache-Control"]?.replacing(/max-age=([0-9]+)[:=][0-9]+/) { "max-age=\($0.1)" }
    },
    misreading(["http.directives.invalid"], "takes a max-age without a number for one that never ends") {
      if $0["Cache-Control"] == "max-age" { $0["Cache-Control"] = "max-age=2147483647" }
    },
    misreading(["http.immutable"], "takes immutable for fresh for ever") { $0.lastForEver() },
    loading(["http.range.partial"], "keeps a part as the whole, and the whole as any part") { load in
      try await load.withoutRanges()
    },
    fault(["http.range.partial"], "takes a part that it did not ask for for the whole") {
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status == 206, request.fields["Range"] == nil { response.status = 200 }
        return response
      }
    },
    loading(["http.range.partial"], "counts a range from the start of what is stored") { load in
      guard load.request.fields["Range"] != nil, let stored = try load.stored else { return try await load.soundly() }
      return ResponseMessage(url: stored.url, status: 206, fields: stored.fields, body: Array(stored.body.prefix(1)))
    },
    loading(["http.headers.stored"], "stores every header field") { try await $0.storingFieldsForProxies() },
    loading(["http.headers.stored"], "stores no header fields but those for caches") { load in
      let response = try await load.soundly()
      guard var stored = try load.stored else { return response }
      let kept = ["cache-control", "date", "etag", "expires", "last-modified", "age", "vary"]
      stored.fields = HeaderFields(stored.fields.lines.filter { kept.contains($0.name.lowercased()) })
      try load.store(stored)
      return response
    },
    loading(["http.headers.age-sent"], "does not say how old what it serves is", seenIn: urlSession) { load in
      var response = try await load.soundly()
      response.fields["Age"] = nil
      return response
    },
    loading(["http.headers.age-sent"], "says how old what it serves is under the default policy alone") { load in
      var response = try await load.soundly()
      if load.policy != .useProtocolCachePolicy { response.fields["Age"] = nil }
      return response
    },
    loading(["http.headers.age-sent"], "passes on the Age that came") { load in
      let stored = try load.stored
      var response = try await load.soundly()
      if let stored, stored.body == response.body { response.fields["Age"] = stored.fields["Age"] ?? "0" }
      return response
    },
  ]

  /// The reference, blind to parts of a message.
  static let blindToMessages: [BlindModule] = [
    reading(.responseDuplicates, "always the last") { $0.keepLast() },
    reading(.responseEscapes, "always the end") { $0.unescape() },
    reading(.responseImmutable, "always for ever") { $0.lastForEver() },
    loads(blindTo: .responseRange, "never asked for") { try await $0.withoutRanges() },
    loads(blindTo: .responseHopByHop, "always kept") { try await $0.storingFieldsForProxies() },
    loads(blindTo: .responseAgeSent, "always zero") { load in
      var response = try await load.soundly()
      response.fields["Age"] = "0"
      return response
    },
  ]
}

extension ResponseLoad {
  /// Loads, and adds to what is stored the fields for a proxy that came with it.
  fileprivate func storingFieldsForProxies() async throws -> ResponseMessage {
    let response = try await soundly()
    let ofProxies = response.fields.lines.filter { $0.name.hasPrefix("Proxy-") }
    guard !ofProxies.isEmpty, var stored = try stored, stored.body == response.body else { return response }
    stored.fields = HeaderFields(stored.fields.lines + ofProxies)
    try store(stored)
    return response
  }

  /// Loads as if no request asked for a range.
  fileprivate func withoutRanges() async throws -> ResponseMessage {
    guard request.fields["Range"] != nil else { return try await soundly() }
    if try stored != nil {
      var whole = self
      whole.request.fields["Range"] = nil
      return try await whole.soundly()
    }
    let response = try await world.send(request)
    try store(response)
    return response
  }
}

extension HeaderFields {
  /// Keeps only the last of the values that are given twice.
  fileprivate mutating func keepLast() {
    if let line = lines.last(where: { $0.name == "Expires" }) { self["Expires"] = line.value }
    guard let text = self["Cache-Control"], text.ranges(of: "max-age=").count > 1, !text.contains("\"") else { return }
    self["Cache-Control"] = text.split(separator: ",").last.map(String.init)
  }

  fileprivate mutating func unescape() { self["Cache-Control"] = self["Cache-Control"]?.replacing("\\\"", with: "\"") }

  /// Makes numbers in quotes unreadable.
  mutating func losingQuotedNumbers() {
    self["Cache-Control"] = self["Cache-Control"]?.replacing(/="[\\0-9]+"/, with: "=none")
  }

  fileprivate mutating func lastForEver() {
    guard let text = self["Cache-Control"], text.contains("immutable"), !text.contains("no-cache") else { return }
    (self["Cache-Control"], self["Expires"], self["Age"], self["Date"]) = ("max-age=2147483647", nil, nil, nil)
  }
}
