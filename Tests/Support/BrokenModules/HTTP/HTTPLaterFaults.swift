extension ResponseAction {
  /// Faults in the responses to validations, and in what they leave stored.
  static let answeredFaults: [Fault] = [
    servingStored(["response.policy.use-protocol"], "serves what is stale in place of an error of its own request") {
      400..<500 ~= $1.status
    },
    servingStored(
      ["http.revalidate.server-error-must-revalidate"], "serves what is stale in place of an error that is rare"
    ) { $1.status > 504 || $1.status == 501 },
    fault(["http.revalidate.etag"], "takes an empty tag for none") {
      $0.changeSending { request, send in
        var asked = request
        if asked.fields["If-None-Match"] == "\"\"" { asked.fields["If-None-Match"] = nil }
        return try await send(asked)
      }
    },
    fault(["http.store.no-store"], "overlooks no-store of what comes in place of a stale response") {
      $0.changeSending { request, send in
        var response = try await send(request)
        if request.fields["If-None-Match"] != nil, response.status == 200 {
          response.fields["Cache-Control"] = response.fields["Cache-Control"]?.replacing("no-store", with: "unknown")
        }
        return response
      }
    },
    fault(["http.stale.stale-while-revalidate"], "takes what it could not check for confirmed") {
      $0.changeReference { sound in
        sound.send = { [before = sound.send] request, world in
          guard request.fields["If-None-Match"] != nil else { return try await before(request, world) }
          if let response = try? await before(request, world), response.status < 500 { return response }
          return ResponseMessage(url: request.url, status: 304, fields: ["Date": httpDate(world.now)])
        }
      }
    },
    fault(["response.policy.default-is-use-protocol"], "takes the page of an error for the page that was asked for") {
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status >= 500 { response.status = 200 }
        return response
      }
    },
    fault(["http.revalidate.other-tag"], "takes a 304 for a word about every variant") { parts in
      parts.changeReference { sound in
        let confirmed = sound.world.world.storage.kept("confirmed URLs") { Memo<Set<String>>([]) }
        sound.send = { [before = sound.send] request, world in
          let isKnown = request.fields["If-None-Match"] != nil && confirmed.value.contains(request.url)
          if isKnown { return ResponseMessage(url: request.url, status: 304) }
          let response = try await before(request, world)
          if response.status == 304 { confirmed.change { _ = $0.insert(request.url) } }
          return response
        }
      }
    },
    loading(["http.headers.stored"], "takes every field over from a 304") { load in
      guard load.policy == .useProtocolCachePolicy, var stored = try load.stored, let tag = stored.fields["ETag"] else {
        return try await load.soundly()
      }
      var check = load.request
      check.fields["If-None-Match"] = tag
      let answer = try await load.world.send(check)
      guard answer.status == 304 else { return try await load.soundly() }
      for line in answer.fields.lines { stored.fields[line.name] = line.value }
      try load.store(stored)
      return stored
    },
  ]

  /// Faults in request directives, and in how long a response stays fresh.
  static let laterFaults: [Fault] = [
    loading(["http.store.no-cache"], "lets stale-while-revalidate win over no-cache") { load in
      if load.policy == .useProtocolCachePolicy, let stored = try load.stored,
        let directives = stored.fields["Cache-Control"], directives.contains("no-cache"),
        directives.contains("stale-while-revalidate")
      {
        return stored
      }
      return try await load.soundly()
    },
    loading(
      ["http.directives.syntax"], "reads the first line, in lower case alone, of what a request with max-stale finds"
    ) { load in
      let asks = load.request.fields["Cache-Control"]?.contains("max-stale") ?? false
      if asks, let stored = try load.stored,
        let line = stored.fields.lines.first(where: { $0.name == "Cache-Control" })?.value,
        !line.contains("must-revalidate"), !line.contains("no-cache")
      {
        return stored
      }
      return try await load.soundly()
    },
    loading(["response.policy.use-protocol"], "answers a HEAD by what is stored, however old") { load in
      var get = load
      get.request.method = "GET"
      guard load.request.method == "HEAD", load.policy == .useProtocolCachePolicy, var stored = try get.stored else {
        return try await load.soundly()
      }
      stored.body = []
      return stored
    },
    loading(["http.range.partial"], "cuts whatever part is asked for out of what is stored") { load in
      guard load.policy == .useProtocolCachePolicy, let range = load.request.fields["Range"] else {
        return try await load.soundly()
      }
      var whole = load
      whole.request.fields = [:]
      guard var stored = try whole.stored else { return try await load.soundly() }
      let ends = range.drop { !$0.isNumber }.split(separator: "-").compactMap { Int($0) }
      let last = min(ends.last ?? 0, stored.body.count - 1)
      stored.body = Array(stored.body[min(ends.count > 1 ? ends[0] : 0, last)..<last + (ends[0] == ends.last ? 1 : 0)])
      return stored
    },
    fault(["http.range.partial"], "joins loads of two parts") { $0.joinLoads { $0.fields["Range"].map { _ in "" } } },
  ]

  /// The reference that serves the stored response in place of some of the origin's.
  private static func servingStored(
    _ rules: [RuleID], _ name: String,
    _ isServed: @escaping @Sendable (_ stored: ResponseMessage, _ answer: ResponseMessage) -> Bool
  ) -> Fault {
    loading(rules, name) { load in
      let stored = try load.stored
      let response = try await load.soundly()
      if load.policy == .useProtocolCachePolicy, let stored, isServed(stored, response) { return stored }
      return response
    }
  }
}
