extension ResponseAction {
  /// Faults of the default policy over HTTP: those that were seen in products, and those that show a rule more plainly
  /// than a blind module.
  static let httpFaults: [Fault] =
    seenHTTPFaults + [
      misreading(["http.directives.escapes"], "ends a quoted value at any quote", seenIn: urlSession) { $0.unescape() },
      storing(["http.age.date"], "understands no dates", seenIn: urlCache) { response, _ in
        response.response.fields["Date"] = nil
      },
      misreading(["http.fresh.expires"], "does not look at Expires", seenIn: urlSession) { $0["Expires"] = nil },
      fault(["http.headers.age-sent"], "does not say how old what it serves is", seenIn: urlSession) {
        $0.changeLoading { load, before in
          var response = try await before(load)
          response.fields["Age"] = nil
          return response
        }
      },
      fault(
        ["http.revalidate.other-date"], "does not look at the date of a 304", seenIn: "cache-tests#72, whatwg/fetch#950"
      ) {
        $0.changeSending { request, send in
          var response = try await send(request)
          if response.status == 304, response.fields["ETag"] == nil { response.fields["Last-Modified"] = nil }
          return response
        }
      },
      fault(
        ["http.stale.must-revalidate", "http.stale.stale-if-error", "http.store.no-cache"],
        "serves the last answer whenever the origin is down"
      ) {
        $0.changeLoading { load, before in
          do {
            return try await before(load)
          } catch {
            guard load.policy == .useProtocolCachePolicy, let stored = try load.stored else { throw error }
            return stored
          }
        }
      },
      fault(["http.revalidate.changed"], "asks again for what answered a check") {
        $0.changeSending { request, send in
          let response = try await send(request)
          let conditions = ["If-None-Match", "If-Modified-Since"]
          guard response.status == 200, conditions.contains(where: { request.fields[$0] != nil }) else {
            return response
          }
          var again = request
          for condition in conditions { again.fields[condition] = nil }
          return try await send(again)
        }
      },
      misreading(["http.fresh.expires"], "heeds a later Expires beside max-age=0") {
        if $0["Expires"] != nil { $0.replaceDirectives(/max-age=0\b/, with: "unknown") }
      },
      misreading(["http.fresh.max-age"], "serves what is exactly as old as its max-age") {
        $0.replaceDirectives(/max-age=60\b/, with: "max-age=61")
      },
      misreading(["http.directives.syntax"], "ignores a line with an empty element") {
        $0.replaceDirectives(/.*,\s*(,.*|$)/, with: "unknown")
      },
      misreading(["http.store.status"], "does not understand must-understand") {
        $0.replaceDirectives(/must-understand/, with: "unknown")
      },
      loading(
        [
          "http.request.max-stale", "http.stale.must-revalidate", "http.revalidate.server-error-must-revalidate",
        ],
        "lets max-stale win over everything"
      ) { load in
        let asks = load.request.fields["Cache-Control"]?.contains("max-stale") ?? false
        if asks, let stored = try load.stored { return stored }
        return try await load.soundly()
      },
      loading(["http.store.methods"], "answers a GET with what answered another method") { load in
        let response = try await load.soundly()
        if load.request.method != "GET" { try load.stored(for: "GET", response) }
        return response
      },
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
