extension ResponseAction {
  private static let hishel = "hishel 2.0.0"
  private static let cacheControl = "CacheControl 0.14.4"
  private static let requestsCache = "requests-cache 1.3.3"
  private static let updates = "undici#5505, servo#24388, #46307, ktor#4673, scrapy#3778"

  /// Bugs of HTTP caches that were seen in products.
  static let seenHTTPFaults: [Fault] = seenInWhatIsRead + seenInConfirmations + seenInInvalidation + seenInRequests

  /// Public reports of bugs of this kind.
  private static let reports = "public reports of HTTP caches"

  private static let seenInRequests: [Fault] = [
    loading(
      ["http.revalidate.not-modified", "http.stale.stale-while-revalidate"],
      "a refresh in the background stores nothing",
      seenIn: reports
    ) { load in
      let stored = try load.storedForGet
      let response = try await load.soundly()
      guard let stored, stored.response.fields["Cache-Control"]?.contains("stale-while-revalidate") == true,
        response.body == stored.response.body
      else { return response }
      await load.session.waitUntilIdle()
      try load.storeForGet(stored)
      return response
    },
    fault(["http.headers.age-sent"], "what replaced a response is as old as that", seenIn: reports) {
      let dates = Memo<[String: String]>([:])
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status == 200, request.fields["If-None-Match"] != nil, let date = dates.value[request.url] {
          response.fields["Date"] = date
        } else if let date = response.fields["Date"] {
          dates.change { $0[request.url] = date }
        }
        return response
      }
    },
    loading(
      ["http.request.only-if-cached"], "serves whatever is stored to who wants nothing else", seenIn: reports
    ) { load in
      let asks = load.request.fields["Cache-Control"]?.contains("only-if-cached") == true
      if asks, let stored = try load.stored { return stored }
      return try await load.soundly()
    },
    loading(
      ["http.request.max-age"], "forgets what it could not check as a request wanted", seenIn: reports
    ) { load in
      let asks = load.request.fields["Cache-Control"]?.contains("max-age") == true
      return try await attempt {
        try await load.soundly()
      } onFailure: {
        if asks { try await load.remove(load.request.url) }
      }
    },
    loading(["http.vary.matches"], "cannot select a variant for a request with a condition", seenIn: reports) { load in
      if load.request.fields["If-None-Match"] != nil, load.request.fields["X-Flavor"] != nil,
        let stored = try load.storedForGet,
        stored.response.fields["Vary"] != nil
      {
        throw RemoteFailure.refused
      }
      return try await load.soundly()
    },
    misreading(["http.age.header"], "knows Age in no other case", seenIn: reports) { fields in
      fields = HeaderFields(fields.lines.filter { $0.name.lowercased() != "age" || $0.name == "Age" })
    },
  ]

  private static let seenInWhatIsRead: [Fault] = [
    misreading(["http.age.header"], "ignores Age", seenIn: "\(hishel), \(cacheControl)") { $0["Age"] = nil },
    misreading(["http.age.list"], "ignores a list in Age", seenIn: "httpcomponents-client#456") {
      $0.ignoreAgeList()
    },
    misreading(["http.store.no-cache"], "ignores no-cache that names a field", seenIn: hishel) {
      $0.replaceDirectives(/no-cache="[^"]*"/, with: "unknown")
    },
    misreading(["http.store.no-cache"], "ignores no-cache beside a tag", seenIn: cacheControl) {
      if $0["ETag"] != nil { $0.replaceDirectives(/\bno-cache\b/, with: "unknown") }
    },
    misreading(["http.directives.syntax"], "ignores directives in capitals", seenIn: cacheControl) {
      $0.replaceDirectives(/\b[A-Z][A-Za-z-]*(=\d+)?/, with: "unknown")
    },
    misreading(["http.directives.invalid"], "max-age=-1 never expires", seenIn: requestsCache) {
      $0.replaceDirectives(/max-age=-1\b/, with: "max-age=31536000")
    },
    misreading(
      ["http.fresh.max-age"], "checks must-revalidate while it is fresh", seenIn: "ktor#1406, http-cache-semantics#54"
    ) { $0.replaceDirectives(/\bmust-revalidate\b/, with: "no-cache") },
    misreading(
      ["http.stale.stale-if-error"], "takes stale-if-error for unlimited", seenIn: "axios-cache-interceptor#506"
    ) { $0.replaceDirectives(/stale-if-error=\d+/, with: "stale-if-error=31536000") },
  ]

  private static let seenInConfirmations: [Fault] = [
    ofNotModified(["http.revalidate.not-modified"], "a 304 updates nothing", seenIn: updates) { response in
      response.fields = HeaderFields(response.fields.lines.filter { $0.name == "ETag" })
    },
    ofNotModified(["http.revalidate.not-modified"], "freshness is that of a 304 alone", seenIn: updates) { response in
      if response.fields["Cache-Control"] == nil { response.fields["Cache-Control"] = "max-age=0" }
    },
    ofNotModified(["http.vary.matches"], "Vary of a 304 is not taken over", seenIn: updates) { response in
      response.fields["Vary"] = nil
    },
    ofChanged(["http.vary.matches"], "Vary of a 200 that answers a check is not taken over") { response, _ in
      response.fields["Vary"] = nil
    },
    ofChanged(["http.revalidate.etag"], "the tag of a 200 that answers a check is not taken over") {
      response, request in
      if response.fields["ETag"] != nil { response.fields["ETag"] = request.fields["If-None-Match"] }
    },
    ofNotModified(["http.revalidate.not-modified"], "Date of a 304 is not taken over", seenIn: updates) { response in
      response.fields["Date"] = nil
    },
    ofNotModified(["http.revalidate.other-tag"], "a 304 with another weak tag confirms", seenIn: hishel) { response in
      if response.fields["ETag"]?.hasPrefix("W/") ?? false { response.fields["ETag"] = nil }
    },
    ofNotModified(["http.revalidate.other-tag"], "any 304 confirms", seenIn: cacheControl) { response in
      response.fields["ETag"] = nil
    },
  ]

  private static let seenInInvalidation: [Fault] = [
    leaving("a PUT with a fragment invalidates nothing", seenIn: hishel) { request, _ in request.url.contains("#") },
    leaving("a POST does not invalidate", seenIn: cacheControl) { request, _ in request.method == "POST" },
    leaving("a PUT does not invalidate", seenIn: requestsCache) { request, _ in request.method == "PUT" },
    leaving("a method answered without a body does not invalidate", seenIn: "okhttp#3203") { _, response in
      response.body.isEmpty
    },
    leaving("a method whose answer cannot be stored does not invalidate", seenIn: "okhttp#228") { _, response in
      response.fields["Cache-Control"]?.contains("no-store") ?? false
    },
    loading(["http.invalidate.safe-method"], "HEAD, OPTIONS and TRACE invalidate", seenIn: "cache-tests#178") { load in
      let response = try await load.soundly()
      if load.request.method != "GET" { try await load.remove(load.request.url) }
      return response
    },
  ]

  /// A fault of what is made of a 200 that answers a check.
  private static func ofChanged(
    _ rules: [RuleID], _ name: String,
    _ change: @escaping @Sendable (inout ResponseMessage, RequestMessage) -> Void
  ) -> Fault {
    fault(rules, name, seenIn: reports) {
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status == 200, request.fields["If-None-Match"] != nil { change(&response, request) }
        return response
      }
    }
  }

  private static func ofNotModified(
    _ rules: [RuleID], _ name: String, seenIn: String, _ change: @escaping @Sendable (inout ResponseMessage) -> Void
  ) -> Fault {
    fault(rules, name, seenIn: seenIn) {
      $0.changeSending { request, send in
        var response = try await send(request)
        if response.status == 304 { change(&response) }
        return response
      }
    }
  }

  /// A fault that leaves the response stored for a GET after an unsafe method, if a condition holds.
  private static func leaving(
    _ name: String, seenIn: String, _ isLeft: @escaping @Sendable (RequestMessage, ResponseMessage) -> Bool
  ) -> Fault {
    loading(["http.invalidate.unsafe-method"], name, seenIn: seenIn) { load in
      guard load.request.changes, let stored = try load.storedForGet else { return try await load.soundly() }
      let response = try await load.soundly()
      if isLeft(load.request, response) { try load.storeForGet(stored) }
      return response
    }
  }
}

extension HeaderFields {
  /// Replaces text in the lines of `Cache-Control`.
  mutating func replaceDirectives(_ directives: some RegexComponent, with other: String) {
    self = HeaderFields(
      lines.map { line in
        guard line.name.lowercased() == "cache-control" else { return line }
        return Line(line.name, line.value.replacing(directives, with: other))
      })
  }
}

extension ResponseLoad {
  fileprivate var get: RequestMessage { RequestMessage(request.url) }

  fileprivate var storedForGet: StoredResponse? {
    get throws { try session.configuredStore()?.storedResponse(for: get) }
  }

  fileprivate func storeForGet(_ response: StoredResponse) throws {
    try session.configuredStore()?.store(response, for: get)
  }
}
