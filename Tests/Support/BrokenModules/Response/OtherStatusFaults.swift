extension ResponseAction {
  /// Faults in what is stored under another status than 200, or changed by what is answered so.
  static let otherStatusFaults: [Fault] = [
    access(
      ["response.remove.one", "response.remove.since", "response.remove.all"], "removes what has status 200 alone"
    ) { store, sound in
      let others = Memo<[RequestMessage: StoredResponse]>([:])
      let leave = { @Sendable (remove: () throws -> Void) in
        try remove()
        for (request, response) in others.value { try sound.store(response, for: request) }
      }
      store.store = { response, request in
        others.change { $0[request] = response.response.status == 200 ? nil : response }
        try sound.store(response, for: request)
      }
      store.remove = { request in try leave { try sound.removeResponse(for: request) } }
      store.removeSince = { date in try leave { try sound.removeResponses(since: date) } }
      store.removeAll = { try leave { try sound.removeAllResponses() } }
    },
    loading(["http.invalidate.unsafe-method"], "invalidates what has status 200 alone") { load in
      try await load.leaving { stored, _ in stored.status != 200 }
    },
    fault(["http.invalidate.unsafe-method"], "takes no answer that leads elsewhere for a success") { parts in
      let led = Memo(false)
      parts.changeSending { request, send in
        let answer = try await send(request)
        if answer.fields["Location"] != nil, answer.status >= 300 { led.value = true }
        return answer
      }
      parts.changeLoading { load, _ in
        led.value = false
        return try await load.leaving { _, _ in led.value }
      }
    },
    servingOtherStatus(["http.vary.matches"], "to any variant") { $0["Vary"] != nil },
    servingOtherStatus(["http.store.no-cache"], "with no-cache") { $0["Cache-Control"]?.contains("no-cache") ?? false },
    loading(["http.store.no-store"], "stores what may not be stored, but for status 200") { load in
      let response = try await load.soundly()
      if load.request.method == "GET", response.status != 200 { try load.store(response) }
      return response
    },
    loading(["http.range.partial"], "cuts parts of what is stored under any status") { load in
      let start = load.request.fields["Range"]?.split { !$0.isNumber }.first.flatMap { Int($0) }
      guard let start, var part = try load.stored, part.status != 200, start < part.body.count else {
        return try await load.soundly()
      }
      part.fields["Content-Range"] = "bytes \(start)-\(part.body.count - 1)/\(part.body.count)"
      (part.status, part.body) = (206, Array(part.body[start...]))
      return part
    },
    loading(["http.conditions.own"], "tries conditions of the app's own on what is stored under any status") { load in
      let pairs = [("If-None-Match", "ETag"), ("If-Modified-Since", "Last-Modified")]
      guard let stored = try load.stored, stored.status != 200,
        pairs.contains(where: { pair in
          load.request.fields[pair.0].map { $0 == stored.fields[pair.1] } ?? false
        })
      else { return try await load.soundly() }
      return ResponseMessage(url: load.request.url, status: 304, fields: stored.fields)
    },
  ]

  /// The reference that serves some of what has another status than 200 without a check.
  private static func servingOtherStatus(
    _ rules: [RuleID], _ what: String, where isServed: @escaping @Sendable (HeaderFields) -> Bool
  ) -> Fault {
    loading(rules, "serves what has another status than 200 \(what)") { load in
      guard load.policy == .useProtocolCachePolicy, load.request.method == "GET", let stored = try load.stored,
        stored.status != 200, isServed(stored.fields)
      else { return try await load.soundly() }
      return stored
    }
  }
}

extension ResponseLoad {
  /// Loads, but leaves what is stored in some cases where the resource was changed.
  fileprivate func leaving(
    where isLeft: (_ stored: ResponseMessage, _ answer: ResponseMessage) -> Bool
  ) async throws -> ResponseMessage {
    var get = self
    get.request = RequestMessage(request.url)
    guard !["GET", "HEAD"].contains(request.method), let stored = try get.stored else { return try await soundly() }
    let answer = try await soundly()
    if isLeft(stored, answer) { try get.store(stored) }
    return answer
  }
}
