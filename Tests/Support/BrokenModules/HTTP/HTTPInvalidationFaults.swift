import Foundation

extension ResponseAction {
  /// Faults in request directives, in invalidation, and in serving stale responses.
  static let invalidationFaults: [Fault] = [
    loading(["http.request.max-stale"], "lets max-stale win over everything") { load in
      let asks = load.request.fields["Cache-Control"]?.contains("max-stale") ?? false
      if asks, let stored = try load.stored { return stored }
      return try await load.soundly()
    },
    loading(
      ["http.revalidate.server-error-must-revalidate", "http.stale.must-revalidate"],
      "serves what is stale in place of any error"
    ) { try await $0.inPlaceOfErrors() },
    loading(
      ["http.stale.stale-while-revalidate"], "serves for ever what may be served stale"
    ) { load in
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored,
        stored.fields["Cache-Control"]?.contains("stale-") ?? false
      else { return try await load.soundly() }
      return stored
    },
    loading(["http.invalidate.unsafe-method"], "leaves what is stored when the resource is changed") { load in
      load.request.changes ? try await load.world.send(load.request) : try await load.soundly()
    },
    loading(["http.invalidate.unsafe-method"], "knows PUT and DELETE as changes, and 200 as a success") { load in
      guard load.request.changes else { return try await load.soundly() }
      let response = try await load.world.send(load.request)
      let isKnown = ["PUT", "DELETE"].contains(load.request.method) && response.status == 200
      if isKnown { try await load.remove(load.request.url) }
      return response
    },
    invalidating("where a delegate is told alone") { $0.call == .delegate },
    invalidating("under the default policy alone") { $0.policy == .useProtocolCachePolicy },
    invalidating("where there is no query alone") { !$0.request.url.contains("?") },
    fault(["http.invalidate.unsafe-method"], "invalidates in the first session alone") { parts in
      parts.configure = { configuration, sound in
        let isFirst = !sound.world.world.storage.kept("a session was made") { Memo(false) }.replace(true)
        if !isFirst { configuration.policy = configuration.policy ?? .useProtocolCachePolicy }
      }
      parts.load = { load in
        let isFirst = load.configuration.policy == nil
        return load.request.changes && !isFirst ? try await load.world.send(load.request) : try await load.soundly()
      }
    },
    loading(["http.invalidate.other-origin"], "takes another port for the same origin") { load in
      let response = try await load.soundly()
      for name in ["Location", "Content-Location"] where load.request.changes {
        if let url = response.fields[name].flatMap(URL.init), url.host == URL(string: load.request.url)?.host {
          try await load.remove(url.absoluteString)
        }
      }
      return response
    },
    loading(["http.invalidate.unsafe-method"], "leaves all variants but one when the resource is changed") { load in
      guard load.request.changes, let store = load.session.configuredStore() else { return try await load.soundly() }
      let older = RequestMessage(load.request.url, fields: ["X-Flavor": "sweet"])
      let kept = try store.storedResponse(for: older)
      let response = try await load.soundly()
      if let kept, kept.response.fields["Vary"] != nil { try store.store(kept, for: older) }
      return response
    },
    loading(["http.invalidate.other-origin"], "lets one origin invalidate what another one said") { load in
      let response = try await load.soundly()
      for name in ["Location", "Content-Location"] where load.request.changes {
        if let url = response.fields[name] { try await load.remove(url) }
      }
      return response
    },
  ]

  /// The reference that invalidates only in some cases.
  private static func invalidating(
    _ where: String, _ isSeen: @escaping @Sendable (ResponseLoad) -> Bool
  ) -> Fault {
    loading(["http.invalidate.unsafe-method"], "invalidates \(`where`)") { load in
      load.request.changes && !isSeen(load) ? try await load.world.send(load.request) : try await load.soundly()
    }
  }

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
