extension ResponseAction {
  private static let notModified: RuleID = "http.revalidate.not-modified"
  private static let invalidation: RuleID = "http.invalidate.unsafe-method"

  /// Faults in what is served or kept when a validation fails or is inconclusive.
  static let failedCheckFaults: [Fault] = [
    loading(["http.store.no-cache"], "serves it in place of an error of the server") { load in
      let stored = try load.stored
      let response = try await load.soundly()
      guard load.policy == .useProtocolCachePolicy, response.status >= 500, let stored,
        stored.fields["Cache-Control"]?.contains("no-cache") ?? false
      else { return response }
      return stored
    },
    unanswered("http.vary.star", "serves what answers no request where nothing answers") { $0.contains("*") },
    unanswered("http.vary.matches", "serves another variant where nothing answers") { !$0.contains("*") },
    fault(["http.vary.matches"], "leaves the fields of the request out of a check") {
      $0.changeSending { request, send in
        var request = request
        if request.fields["If-None-Match"] != nil {
          request.fields = HeaderFields(request.fields.lines.filter { $0.name.hasPrefix("If-") })
        }
        return try await send(request)
      }
    },
    loading(["http.vary.matches"], "compares the last line of each field") { load in
      var load = load
      for line in load.request.fields.lines { load.request.fields[line.name] = line.value }
      return try await load.soundly()
    },
    fault(["http.headers.age-sent"], "does not say how old what it serves in place of an error is") { parts in
      let hasFailed = Memo(false)
      parts.changeSending { request, send in
        hasFailed.value = true
        let response = try await send(request)
        hasFailed.value = response.status >= 500
        return response
      }
      parts.changeLoading { load, inner in
        hasFailed.value = false
        var response = try await inner(load)
        if hasFailed.value { response.fields["Age"] = nil }
        return response
      }
    },
    fault(["http.store.no-cache"], "takes the last line of each field of a 304") {
      $0.changeSending { request, send in
        var response = try await send(request)
        guard response.status == 304 else { return response }
        for line in response.fields.lines { response.fields[line.name] = line.value }
        return response
      }
    },
    fault(["http.revalidate.other-tag"], "compares tags in any case") {
      $0.changeSending { request, send in
        var response = try await send(request)
        let tag = request.fields["If-None-Match"]
        if response.status == 304, response.fields["ETag"]?.lowercased() == tag?.lowercased() {
          response.fields["ETag"] = tag
        }
        return response
      }
    },
    loading(["response.store.returns-what-was-stored"], "takes what was confirmed for a 200") { load in
      let stored = try load.stored
      var response = try await load.soundly()
      if load.policy == .useProtocolCachePolicy, let stored, stored.body == response.body { response.status = 200 }
      return response
    },
    loading([notModified], "loses the file of a large body that was confirmed") { load in
      let stored = try load.stored
      let response = try await load.soundly()
      if let stored, stored.body == response.body, stored.fields.lines != response.fields.lines,
        response.body.count > 1 << 14
      {
        try load.store(response, .allowedInMemoryOnly)
      }
      return response
    },
    invalidating("where there is no fragment") { load, _ in !load.request.url.contains("#") },
    invalidating("what is on disk") { _, stored in stored?.storagePolicy != .allowedInMemoryOnly },
    invalidating("what names no header fields, of one response for each URL", variantLimit: 1) { _, stored in
      stored?.response.fields["Vary"] == nil
    },
  ]

  /// The reference that serves a response that `Vary` excludes for a request, if the origin fails.
  private static func unanswered(
    _ rule: RuleID, _ name: String, _ isServed: @escaping @Sendable (_ vary: String) -> Bool
  ) -> Fault {
    loading([rule], name) { load in
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored, let vary = stored.fields["Vary"],
        isServed(vary)
      else { return try await load.soundly() }
      let response = try? await load.soundly()
      return response.flatMap { $0.status < 500 ? $0 : nil } ?? stored
    }
  }

  /// The reference that invalidates only some stored responses.
  private static func invalidating(
    _ what: String, variantLimit: Int? = nil,
    _ isInvalidated: @escaping @Sendable (ResponseLoad, _ stored: StoredResponse?) -> Bool
  ) -> Fault {
    fault([invalidation], "invalidates \(what)") {
      $0.changeReference { $0.variantLimit = variantLimit }
      $0.load = { load in
        guard !["GET", "HEAD"].contains(load.request.method) else { return try await load.soundly() }
        let stored = try load.session.configuredStore()?.storedResponse(for: RequestMessage(load.request.url))
        return try await isInvalidated(load, stored) ? load.soundly() : load.world.send(load.request)
      }
    }
  }
}
