extension ResponseAction {
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
  /// Loads, and adds to the stored response the fields for a proxy that came with the response.
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
  /// Keeps only the last value of an `Expires` or a `max-age` that is given twice.
  mutating func keepLast() {
    if let line = lines.last(where: { $0.name == "Expires" }) { self["Expires"] = line.value }
    guard let text = self["Cache-Control"], text.ranges(of: "max-age=").count > 1, !text.contains("\"") else { return }
    self["Cache-Control"] = text.split(separator: ",").last.map(String.init)
  }

  mutating func unescape() { self["Cache-Control"] = self["Cache-Control"]?.replacing("\\\"", with: "\"") }

  /// Makes numbers in quotes unreadable.
  mutating func losingQuotedNumbers() {
    self["Cache-Control"] = self["Cache-Control"]?.replacing(/="[\\0-9]+"/, with: "=none")
  }

  mutating func lastForEver() {
    guard let text = self["Cache-Control"], text.contains("immutable"), !text.contains("no-cache") else { return }
    (self["Cache-Control"], self["Expires"], self["Age"], self["Date"]) = ("max-age=2147483647", nil, nil, nil)
  }
}
