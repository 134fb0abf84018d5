extension ResponseAction {
  /// Faults in how a stale response is revalidated.
  static let revalidateFaults: [Fault] = [
    loading(["http.revalidate.no-validator"], "makes a validator up") { load in
      guard
        load.policy == .useProtocolCachePolicy, let stored = try load.stored, stored.fields["ETag"] == nil,
        stored.fields["Last-Modified"] == nil
      else { return try await load.soundly() }
      var load = load
      load.request.fields["If-Modified-Since"] = httpDate(load.world.now)
      return try await load.under(.reloadIgnoringLocalCacheData)
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
  ]

  /// Modules that apply every 304 to the stored response.
  static let confirmingBlindModules: [BlindModule] = [
    blind(to: .responseConfirmed, "always what is stored") { parts in
      parts.changeLoading { load, inner in
        let fields = load.request.fields
        guard fields["If-None-Match"] != nil || fields["If-Modified-Since"] != nil, var stored = try load.stored else {
          return try await inner(load)
        }
        let answer = try await load.world.send(load.request)
        for line in answer.fields.lines { stored.fields[line.name] = line.value }
        if answer.status == 304 { try load.store(stored) }
        return answer
      }
    }
  ]
}
