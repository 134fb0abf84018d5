import Foundation

extension ResponseAction {
  /// Faults in the answers to HEAD, to the app's own conditional requests, and to rare kinds of message.
  static let httpAnswerFaults: [Fault] = [
    answeringHead("with what is stale") { _, stored in stored.fields["Cache-Control"] == "max-age=0" },
    answeringHead("with what must be checked each time") { _, stored in
      stored.fields["Cache-Control"]?.contains("no-cache") ?? false
    },
    answeringHead("with what must be checked", where: "must-revalidate"),
    answeringHead("with another variant") { get, stored in try get.stored?.fields["Vary"] != nil },
    loading(["http.head.served"], "answers a HEAD with a body") { load in
      guard load.request.method == "HEAD" else { return try await load.soundly() }
      var get = load
      get.request.method = "GET"
      return try await get.soundly()
    },
    loading(["http.conditions.own"], "answers every condition of the app's own with 304") { load in
      try await load.own(["If-None-Match", "If-Modified-Since"]) { _, _ in true }
    },
    loading(["http.conditions.own"], "looks at a date beside a tag") { load in
      try await load.own(["If-None-Match"]) { load, _ in load.request.fields["If-Modified-Since"] != nil }
    },
    loading(["http.conditions.own"], "takes any list of tags for one that fits") { load in
      try await load.own(["If-None-Match"]) { load, _ in load.request.fields["If-None-Match"]?.contains(",") ?? false }
    },
    loading(["http.conditions.own"], "takes any date for one that fits") { load in
      try await load.own(["If-Modified-Since"]) { load, _ in load.request.fields["If-None-Match"] == nil }
    },
    keepingAnswers(to: ["OPTIONS"]), keepingAnswers(to: ["REFRESH"]),
    keepingAnswers(to: ["PUT"]) { $0.fields["Content-Location"] != nil },
    keepingAnswers(to: ["POST"]) { $0.fields["Content-Location"] != nil && $0.fields["Cache-Control"] == nil },
    loading(["http.store.methods"], "keeps what answered a POST for the place that it names") { load in
      let response = try await load.soundly()
      if load.request.method == "POST", let place = response.fields["Content-Location"],
        let url = URL(string: place, relativeTo: URL(string: load.request.url))
      {
        var there = load
        there.request = RequestMessage(url.absoluteString)
        try there.store(response)
      }
      return response
    },
    loading(["http.store.unsafe-forwarded"], "answers a method that it does not know from the store") { load in
      guard !["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].contains(load.request.method) else {
        return try await load.soundly()
      }
      var get = load
      get.request.method = "GET"
      return try await get.soundly()
    },
    fault(["http.revalidate.etag"], "checks by date where there is one") {
      $0.changeSending { request, send in
        var request = request
        if request.fields["If-Modified-Since"] != nil { request.fields["If-None-Match"] = nil }
        return try await send(request)
      }
    },
    misreading(["http.directives.syntax"], "knows the names of fields as they are mostly written") { fields in
      fields = HeaderFields(fields.lines.filter { $0.name != $0.name.lowercased() })
    },
    misreading(["http.vary.matches"], "does not know vary in small letters") { fields in
      fields = HeaderFields(fields.lines.filter { $0.name != "vary" })
    },
    misreading(["http.age.header"], "overlooks an age that no integer holds") { fields in
      if let age = fields["Age"], Int(age) == nil { fields["Age"] = nil }
    },
    misreading(["http.age.header"], "counts an age in 32 bits") { fields in
      if let age = fields["Age"].flatMap({ Int($0) }) { fields["Age"] = "\(UInt32(truncatingIfNeeded: age))" }
    },
    misreading(["http.vary.matches"], "does not vary by Origin, nor by User-Agent") { fields in
      if ["Origin", "User-Agent"].contains(fields["Vary"]) { fields["Vary"] = nil }
    },
    loading(["http.headers.stored"], "stores no cookies") { load in
      try await load.storing { $0.fields["Set-Cookie"] = nil }
    },
    loading(["http.headers.stored"], "stores the last line of several") { load in
      try await load.storing { stored in
        let lines = stored.fields.lines
        stored.fields = [:]
        for line in lines { stored.fields[line.name] = line.value }
      }
    },
    silentOnAge("where it is refreshed behind what is served") { load in
      try load.stored?.fields["Cache-Control"]?.contains("stale-while-revalidate") ?? false
    },
    silentOnAge("where more was asked for than is fresh") { load in
      load.request.fields["Cache-Control"]?.contains("max-stale") ?? false
    },
    loading(["http.headers.age-sent"], "answers a HEAD from the store, and does not say how old it is") { load in
      var get = load
      get.request.method = "GET"
      guard load.request.method == "HEAD", var stored = try get.stored else { return try await load.soundly() }
      stored.fields["Age"] = nil
      stored.body = []
      return stored
    },
    servingParts(["http.headers.age-sent"], "cuts parts, and does not say how old they are") { $0.fields["Age"] = nil },
    servingParts(["http.range.partial"], "cuts parts under the status of the whole") { $0.status = 200 },
    servingParts(["http.range.partial"], "cuts parts, and does not say which") { $0.fields["Content-Range"] = nil },
    fault(["http.range.partial"], "puts the parts of two versions together") { parts in
      parts.changeLoading { load, inner in
        let got: Memo<[UInt8]> = load.world.world.storage.kept("parts of \(load.request.url)") { Memo([]) }
        let response =
          try await got.value.isEmpty || load.request.fields["Range"] != nil
          ? inner(load) : ResponseMessage(url: load.request.url, body: got.value)
        if response.status == 206 { got.change { $0 += response.body } }
        return response
      }
    },
    loading(["http.stale.stale-if-error"], "takes any status from 400 for an error that stale-if-error is for") {
      load in
      let stored = try load.stored
      let response = try await load.soundly()
      let isMeant = stored?.fields["Cache-Control"]?.contains("stale-if-error") ?? false
      return isMeant && response.status >= 400 ? stored ?? response : response
    },
    loading(
      ["http.store.no-cache", "http.stale.must-revalidate"], "serves what it has where a 304 is about another response"
    ) { load in
      let stored = try load.stored
      let response = try await load.soundly()
      return response.status == 304 && load.request.fields["If-None-Match"] == nil ? stored ?? response : response
    },
    fault(["http.revalidate.not-modified"], "keeps its Expires when it is confirmed") {
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status == 304 { response.fields["Expires"] = nil }
        return response
      }
    },
    misreading(["http.vary.most-recent"], "takes the oldest of several") { $0.turnDates() },
  ]

  static let blindToAnswers: [BlindModule] = [
    loads(blindTo: .responseHeadAsked, "never") { load in
      guard load.request.method == "HEAD" else { return try await load.soundly() }
      var get = load
      get.request.method = "GET"
      return try await get.soundly()
    },
    loads(blindTo: .responseHeadAsked, "always answered by what is stored") {
      try await $0.head { get, _ in get.policy == .useProtocolCachePolicy }
    },
    loads(blindTo: .responseOwnCondition, "always one that holds") { load in
      try await load.own(["If-None-Match", "If-Modified-Since"]) { _, _ in true }
    },
    reading(.responseNewest, "always the oldest") { $0.turnDates() },
  ]

  /// The reference that answers a HEAD from the response stored for a GET, if a condition holds for it.
  private static func answeringHead(
    _ what: String, where isServed: @escaping @Sendable (ResponseLoad, ResponseMessage) throws -> Bool
  ) -> Fault { loading(["http.head.served"], "answers a HEAD \(what)") { try await $0.head(where: isServed) } }

  private static func answeringHead(_ what: String, where directive: String) -> Fault {
    answeringHead(what) { _, stored in stored.fields["Cache-Control"]?.contains(directive) ?? false }
  }

  /// The reference that stores the response to another method as the response to a GET.
  private static func keepingAnswers(
    to methods: [String], where isKept: @escaping @Sendable (ResponseMessage) -> Bool = { _ in true }
  ) -> Fault {
    loading(["http.store.methods"], "keeps what answers \(methods.joined(separator: " and "))") { load in
      let response = try await load.soundly()
      if methods.contains(load.request.method), isKept(response) {
        var get = load
        get.request.method = "GET"
        try get.store(response)
      }
      return response
    }
  }

  /// The reference that omits the age of some of the responses that it serves.
  private static func silentOnAge(
    _ where: String, _ isMeant: @escaping @Sendable (ResponseLoad) throws -> Bool
  ) -> Fault {
    loading(["http.headers.age-sent"], "does not say how old what it serves is, \(`where`)") { load in
      let isMeant = try isMeant(load)
      var response = try await load.soundly()
      if isMeant { response.fields["Age"] = nil }
      return response
    }
  }

  /// The reference that serves a range from a stored response, with a mistake in the response.
  private static func servingParts(
    _ rules: [RuleID], _ name: String, _ mistake: @escaping @Sendable (inout ResponseMessage) -> Void
  ) -> Fault {
    loading(rules, name) { load in
      let ends = (load.request.fields["Range"] ?? "").split { !$0.isNumber }.compactMap { Int($0) }
      guard ends.count == 2, load.request.fields["If-Range"] == nil else { return try await load.soundly() }
      var whole = load
      whole.request.fields["Range"] = nil
      guard var part = try whole.stored, ends[1] < part.body.count else { return try await load.soundly() }
      part.fields["Age"] = try await whole.soundly().fields["Age"]
      part.fields["Content-Range"] = "bytes \(ends[0])-\(ends[1])/\(part.body.count)"
      (part.status, part.body) = (206, Array(part.body[ends[0]...ends[1]]))
      mistake(&part)
      return part
    }
  }
}

extension ResponseLoad {
  /// Answers a HEAD from the response stored for a GET, if a condition holds for it.
  fileprivate func head(
    where isServed: (_ get: Self, ResponseMessage) throws -> Bool
  ) async throws -> ResponseMessage {
    var get = self
    get.request.method = "GET"
    guard request.method == "HEAD", var stored = try get.stored, try isServed(get, stored) else {
      return try await soundly()
    }
    stored.body = []
    return stored
  }

  /// Answers a request that has one of these conditional fields with 304, if a condition holds for the stored response,
  /// and that response would be served.
  fileprivate func own(
    _ names: [String], where holds: (Self, ResponseMessage) -> Bool
  ) async throws -> ResponseMessage {
    guard names.contains(where: { request.fields[$0] != nil }), let stored = try stored, holds(self, stored) else {
      return try await soundly()
    }
    var plain = self
    for name in ["If-None-Match", "If-Modified-Since"] { plain.request.fields[name] = nil }
    let response = try await plain.soundly()
    let isServed = response.body == stored.body
    return isServed ? ResponseMessage(url: request.url, status: 304, fields: stored.fields) : response
  }

  /// Loads, and changes the stored response.
  fileprivate func storing(_ change: (inout ResponseMessage) -> Void) async throws -> ResponseMessage {
    let response = try await soundly()
    guard var stored = try stored else { return response }
    change(&stored)
    try store(stored)
    return response
  }
}

extension HeaderFields {
  /// Reverses the order of dates: the later a message was generated, the earlier its date.
  fileprivate mutating func turnDates() {
    let reader = DateFormatter()
    (reader.locale, reader.dateFormat) = (Locale(identifier: "en_US_POSIX"), "EEE, dd MMM yyyy HH:mm:ss zzz")
    // Only of a response with `Vary` several are kept.
    guard self["Vary"] != nil, let date = self["Date"].flatMap({ reader.date(from: $0) }) else { return }
    self["Date"] = httpDate(Date(timeIntervalSince1970: 8e9 - date.timeIntervalSince1970))
  }
}
