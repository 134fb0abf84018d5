extension ResponseAction {
  /// The reference, blind to what a request or its response says about the stored response.
  static let blindInvalidators: [BlindModule] = [
    loads(blindTo: .responseChange, "never") { load in
      load.request.changes ? try await load.world.send(load.request) : try await load.soundly()
    },
    loads(blindTo: .responseSafeMethod, "never") { load in
      let response = try await load.soundly()
      if load.request.method != "GET" { try await load.remove(load.request.url) }
      return response
    },
    blind(to: .responseAgeList, "never one") { $0.changeReading { $0.ignoreAgeList() } },
    loads(blindTo: .responseOtherOrigin, "always the same") { load in
      let response = try await load.soundly()
      for name in ["Location", "Content-Location"] where load.request.changes {
        if let url = response.fields[name] { try await load.remove(url) }
      }
      return response
    },
  ]
}

extension RequestMessage {
  /// Whether its method may change the resource.
  var changes: Bool { !["GET", "HEAD", "OPTIONS", "TRACE"].contains(method) }
}

extension HeaderFields {
  /// Removes an `Age` that is a list or stands in several lines.
  mutating func ignoreAgeList() { if self["Age"]?.contains(",") ?? false { self["Age"] = nil } }
}

extension ResponseLoad {
  /// Removes the response stored for a GET of a URL.
  func remove(_ url: String) async throws {
    try session.configuredStore()?.removeResponse(for: RequestMessage(url))
  }
}
