extension ResponseAction {
  private static let notModified: RuleID = "http.revalidate.not-modified"

  /// Faults in what a 304 changes in what is stored.
  static let confirmedFaults: [Fault] =
    [
      onConfirmation(["http.vary.matches"], "drops what a stored response varies by, where a 304 does not repeat it") {
        if $1.fields["Vary"] == nil { $0.fields["Vary"] = nil }
      },
      onConfirmation([notModified], "drops directives that a 304 does not repeat") {
        if $1.fields["Cache-Control"] == nil { $0.fields["Cache-Control"] = nil }
      },
      onConfirmation(["http.directives.syntax"], "replaces fields by a 304 whose names are written alike") {
        stored, confirmation in
        let kept = stored.before.lines.filter { line in !confirmation.fields.lines.contains { $0.name == line.name } }
        stored.fields = HeaderFields(kept + confirmation.fields.lines)
      },
      confirming([notModified], "takes no age over from a 304") { $0["Age"] = nil },
      confirming([notModified], "takes what is confirmed with an age for stale") { fields in
        if fields["Age"] != nil { fields["Cache-Control"] = "max-age=0" }
      },
      loading(["response.will-cache.changed"], "asks about what was confirmed, and heeds no answer") { load in
        let stored = try load.stored
        let response = try await load.soundly()
        if stored?.body == response.body { _ = await load.configuration.willCache?(StoredResponse(response)) }
        return response
      },
    ]
    + ["Last-Modified", "Set-Cookie", "Link"].map { name in
      confirming([notModified], "takes no \(name) over from a 304") { $0[name] = nil }
    }
    + ["If-None-Match", "If-Modified-Since"].map { condition in
      loading(["http.conditions.own"], "answers 304 to \(condition), and no more") { load in
        guard load.request.fields[condition] != nil, try load.stored?.fields["Vary"] != nil else {
          return try await load.soundly()
        }
        return ResponseMessage(url: load.request.url, status: 304)
      }
    } + [
      loading(["http.conditions.own"], "takes a date for one that fits where there is no other") { load in
        let isMeant = load.request.fields["If-Modified-Since"] != nil && load.request.fields["If-None-Match"] == nil
        guard isMeant, let stored = try load.stored, stored.fields["Last-Modified"] == nil else {
          return try await load.soundly()
        }
        return ResponseMessage(url: load.request.url, status: 304, fields: stored.fields)
      }
    ]

  /// Faults in what a HEAD changes in what is stored, and in what answers it.
  static let headFaults: [Fault] =
    [
      loading(["http.fresh.max-age"], "takes over what comes with a 404 to a HEAD") { load in
        let response = try await load.soundly()
        var get = load
        get.request.method = "GET"
        if load.request.method == "HEAD", response.status == 404, var stored = try get.stored {
          for line in response.fields.lines { stored.fields[line.name] = line.value }
          try get.store(stored)
        }
        return response
      },
      loading(["http.head.served"], "says that what a HEAD is answered with has no length") { load in
        var response = try await load.soundly()
        if load.request.method == "HEAD" { response.fields["Content-Length"] = "0" }
        return response
      },
    ]

  /// What is stored once a 304 has confirmed it.
  private struct Confirmed {
    /// Its fields before.
    let before: HeaderFields
    /// Its fields now.
    var fields: HeaderFields
  }

  /// The reference that changes what is stored when a 304 has confirmed it.
  private static func onConfirmation(
    _ rules: [RuleID], _ name: String,
    _ change: @escaping @Sendable (inout Confirmed, _ confirmation: ResponseMessage) -> Void
  ) -> Fault {
    fault(rules, name) { parts in
      let confirmation = Memo<ResponseMessage?>(nil)
      parts.changeSending { request, send in
        let response = try await send(request)
        if response.status == 304 { confirmation.value = response }
        return response
      }
      parts.changeLoading { load, inner in
        let before = try load.stored?.fields ?? [:]
        confirmation.value = nil
        let response = try await inner(load)
        if let confirmation = confirmation.value, var stored = try load.stored {
          var confirmed = Confirmed(before: before, fields: stored.fields)
          change(&confirmed, confirmation)
          stored.fields = confirmed.fields
          try load.store(stored)
        }
        return response
      }
    }
  }
}
