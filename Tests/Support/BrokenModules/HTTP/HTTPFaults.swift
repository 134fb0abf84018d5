extension ResponseAction {
  /// Faults of the default policy over HTTP.
  static let httpFaults: [Fault] = [
    confusing(
      [
        "response.policy.use-protocol", "http.fresh.max-age", "http.age.header", "http.age.resident",
        "http.store.no-cache", "http.directives.invalid", "http.revalidate.changed", "http.stale.must-revalidate",
      ], "serves a stale response", .useProtocolCachePolicy, with: .returnCacheDataElseLoad),
    storing(["http.age.date"], "understands no dates", seenIn: urlCache) { response, _ in
      response.response.fields["Date"] = nil
    },
    confusing(
      [
        "http.revalidate.etag", "http.revalidate.not-modified", "http.directives.syntax",
      ],
      "takes nothing for fresh, and reloads instead of checking", .useProtocolCachePolicy,
      with: .reloadIgnoringLocalCacheData),
    loading(["http.store.no-store"], "stores what may not be stored") { load in
      let response = try await load.soundly()
      try load.store(response)
      return response
    },
    loading(["http.store.no-cache"], "takes for fresh what was checked once") { load in
      let checked = load.world.world.storage.kept("checked") { Memo<Set<String>>([]) }
      guard load.policy == .useProtocolCachePolicy, let stored = try load.stored,
        let directives = stored.fields["Cache-Control"], directives.contains("no-cache"), directives.contains("max-age")
      else { return try await load.soundly() }
      if checked.value.contains(load.request.url) { return stored }
      let response = try await load.soundly()
      checked.change { _ = $0.insert(load.request.url) }
      return response
    },
    loading(["http.store.no-cache"], "serves it in place of an error where stale-if-error stands beside it") { load in
      do {
        return try await load.soundly()
      } catch {
        guard load.policy == .useProtocolCachePolicy, let stored = try load.stored,
          stored.fields["Cache-Control"]?.contains("stale-if-error") ?? false
        else { throw error }
        return stored
      }
    },
    fault(["http.store.no-cache"], "forgets it with a 304 that does not repeat it") {
      $0.changeSending { request, send in
        var response = try await send(request)
        let isSilent = response.status == 304 && response.fields["Cache-Control"] == nil
        if isSilent { response.fields["Cache-Control"] = "max-age=60" }
        return response
      }
    },
    loading(["http.revalidate.no-validator"], "makes a validator up") { load in
      guard
        load.policy == .useProtocolCachePolicy, let stored = try load.stored, stored.fields["ETag"] == nil,
        stored.fields["Last-Modified"] == nil
      else { return try await load.soundly() }
      var load = load
      load.request.fields["If-Modified-Since"] = httpDate(load.world.now)
      return try await load.under(.reloadIgnoringLocalCacheData)
    },
  ]
}
