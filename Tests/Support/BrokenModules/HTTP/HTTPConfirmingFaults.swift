extension ResponseAction {
  private static let rule: RuleID = "http.revalidate.not-modified"

  /// Faults in understanding a 304.
  static let confirmingFaults: [Fault] = [
    loading([rule], "serves what it had, and updates it for the next") { load in
      let stored = try load.stored
      let response = try await load.soundly()
      if load.policy == .useProtocolCachePolicy, let stored, stored.body == response.body { return stored }
      return response
    },
    confirming([rule], "takes the length of a body that did not come") { fields in
      // Under this name, the reference does not drop the field. It is renamed back when the response is served.
      fields["X-Length"] = fields["Content-Length"]
    } serving: { fields in
      if let length = fields["X-Length"] { fields["Content-Length"] = length }
    },
    confirming(["http.store.no-cache"], "takes the first line of each field") { fields in
      let lines = fields.lines
      fields = [:]
      for line in lines where fields[line.name] == nil { fields.append(line.name, line.value) }
    },
    confirming([rule], "takes what was confirmed for a minute old") { $0["Age"] = "60" },
    confirming(["http.revalidate.other-tag"], "does not look at the tag of a 304") { $0["ETag"] = nil },
    confirming(
      ["http.revalidate.other-date"], "does not look at the date of a 304", seenIn: "cache-tests#72, whatwg/fetch#950"
    ) { fields in
      if fields["ETag"] == nil { fields["Last-Modified"] = nil }
    },
    fault(["http.revalidate.changed"], "asks again for what came under another tag") {
      $0.changeSending { request, send in
        let response = try await send(request)
        guard request.fields["If-None-Match"] != nil, response.status == 200, response.fields["ETag"] != nil else {
          return response
        }
        var plain = request
        plain.fields["If-None-Match"] = nil
        return try await send(plain)
      }
    },
    confirming(["http.revalidate.other-tag"], "does not look at a weak tag of a 304") { fields in
      if fields["ETag"]?.hasPrefix("W/") ?? false { fields["ETag"] = nil }
    },
    confirming(["http.vary.matches"], "overlooks what a 304 varies by") { $0["Vary"] = nil },
    misreading(["http.vary.matches", "http.vary.star"], "knows what varies by fields of its own alone") { fields in
      if fields["Vary"]?.hasPrefix("X-") == false, fields["Vary"] != "*" { fields["Vary"] = nil }
    },
    loading(["http.stale.must-revalidate"], "serves whatever is stored to only-if-cached") { load in
      let isAsked = load.request.fields["Cache-Control"]?.contains("only-if-cached") ?? false
      if isAsked, let stored = try load.stored { return stored }
      return try await load.soundly()
    },
    loading(["http.invalidate.unsafe-method"], "invalidates by data tasks alone") { load in
      load.kind == .upload ? try await load.world.send(load.request) : try await load.soundly()
    },
    fault(["http.invalidate.unsafe-method"], "knows of changes as long as it runs") { parts in
      parts.configure = { _, sound in sound.world.changedURLs.value = [] }
      parts.changeLoading { load, inner in
        let (changed, url) = (load.world.changedURLs, load.request.url)
        if ["POST", "PUT", "PATCH", "DELETE"].contains(load.request.method) {
          let answer = try await load.world.send(load.request)
          if answer.status < 400 { changed.change { _ = $0.insert(url) } }
          return answer
        }
        let isChanged = changed.change { $0.remove(url) } != nil
        return try await isChanged ? load.under(.reloadIgnoringLocalCacheData) : inner(load)
      }
    },
    storingAnyway("what a download brings") { $0.kind == .download },
    storingAnyway("what is loaded for want of a copy") { $0.policy == .returnCacheDataElseLoad },
    storingAnyway("what is reloaded") {
      $0.policy == .reloadIgnoringLocalCacheData || $0.policy == .reloadRevalidatingCacheData
    },
    storingAnyway("what is loaded where no delegate is told") { $0.call != .delegate },
    storingAnyway("where the delegate consents") { $0.configuration.willCache != nil },
    loading(["response.storage.memory-only"], "stores what was confirmed under the default policy") { load in
      let stored = try load.stored
      let response = try await load.soundly()
      if let stored, stored.body == response.body, load.policy == .useProtocolCachePolicy { try load.store(response) }
      return response
    },
    loading(["http.revalidate.other-tag"], "takes how long any 304 is fresh for what is stored") { load in
      guard load.request.fields["If-None-Match"] != nil, var stored = try load.stored else {
        return try await load.soundly()
      }
      let answer = try await load.world.send(load.request)
      stored.fields["Cache-Control"] = answer.fields["Cache-Control"]
      if answer.status == 304 { try load.store(stored) }
      return answer
    },
    confirming(["http.revalidate.other-tag"], "overlooks which response a 304 names") { $0["ETag"] = nil },
    misreading(["http.store.no-cache"], "overlooks no-cache where it names fields") { fields in
      fields["Cache-Control"] = fields["Cache-Control"]?.replacing(/no-cache="[^"]*"/, with: "unknown")
    },
    misreading(["http.age.header"], "adds the age by Date to that by Age") { fields in
      if fields["Date"] != nil, let age = fields["Age"].flatMap({ Int($0) }) { fields["Age"] = "\(2 * age)" }
    },
    fault(["http.revalidate.etag"], "asks with the strong form of a weak tag") {
      $0.changeSending { request, send in
        var request = request
        request.fields["If-None-Match"] = request.fields["If-None-Match"]?.replacing("W/", with: "")
        return try await send(request)
      }
    },
  ]

  /// The reference that stores some responses although `no-store` forbids it.
  private static func storingAnyway(
    _ where: String, _ isStored: @escaping @Sendable (ResponseLoad) -> Bool
  ) -> Fault {
    loading(["http.store.no-store"], "keeps \(`where`), whatever it says") { load in
      let response = try await load.soundly()
      if isStored(load), response.fields["Cache-Control"]?.contains("no-store") == true { try load.store(response) }
      return response
    }
  }

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

  /// The reference that changes the header fields of each 304.
  static func confirming(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ change: @escaping @Sendable (inout HeaderFields) -> Void,
    serving: @escaping @Sendable (inout HeaderFields) -> Void = { _ in }
  ) -> Fault {
    fault(rules, name, seenIn: seenIn) {
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status == 304 { change(&response.fields) }
        return response
      }
      $0.changeLoading { load, inner in
        var response = try await inner(load)
        serving(&response.fields)
        return response
      }
    }
  }
}

extension ResponseWorld {
  /// The URLs that requests with other methods have changed since the session was made.
  fileprivate var changedURLs: Memo<Set<String>> { world.storage.kept("changed URLs") { Memo([]) } }
}
