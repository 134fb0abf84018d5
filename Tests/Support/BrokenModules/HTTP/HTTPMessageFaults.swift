extension ResponseAction {
  /// Faults in parts of a message, and in the header fields that are stored and sent.
  static let messageFaults: [Fault] = [
    loading(["http.headers.age-sent"], "does not say how old what it serves is", seenIn: urlSession) { load in
      var response = try await load.soundly()
      response.fields["Age"] = nil
      return response
    }
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
