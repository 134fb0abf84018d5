extension ResponseAction {
  /// Faults in the answers to a HEAD, to a part, and to a condition of the app's own.
  static let askingFaults: [Fault] = ResponseAsking.allCases.flatMap { asking in
    [
      answering("response.policy.reload-ignoring-local", asking) { $0.policy == .reloadIgnoringLocalCacheData },
      answering("response.policy.reload-ignoring-remote", asking) {
        $0.policy == .reloadIgnoringLocalAndRemoteCacheData
      },
      answering("response.policy.reload-revalidating", asking) { $0.policy == .reloadRevalidatingCacheData },
      loading(["response.policy.reload-ignoring-remote"], "lets remote caches answer \(asking)") { load in
        let isForgotten = load.policy == .reloadIgnoringLocalAndRemoteCacheData && asking.isMade(by: load.request)
        return try await load.under(isForgotten ? .reloadIgnoringLocalCacheData : load.policy)
      },
      loading(
        ["response.policy.dont-load-miss", "response.policy.dont-load-hit"], "loads \(asking), whatever the policy"
      ) { load in
        let isLoaded = load.policy == .returnCacheDataDontLoad && asking.isMade(by: load.request)
        return try await isLoaded ? load.world.send(load.request) : load.soundly()
      },
    ] + (asking == .head ? [] : unfit(asking))
  }

  /// What is stored answers a part, or a condition, that may not answer a plain request.
  private static func unfit(_ asking: ResponseAsking) -> [Fault] {
    [
      answering("http.vary.matches", asking, "another variant") { try $0.stored?.fields["Vary"] != nil },
      answering("http.store.no-cache", asking, "what is checked each time") {
        try $0.stored?.fields["Cache-Control"]?.contains("no-cache") ?? false
      },
    ]
      + (asking == .part
        ? []
        : [
          answering("response.policy.use-protocol", asking, "what is stale") {
            try $0.stored?.fields["Cache-Control"] == "max-age=0"
          }
        ])
  }

  /// The reference that answers one way of asking from what is stored, where that may not be.
  private static func answering(
    _ rule: RuleID, _ asking: ResponseAsking, _ what: String = "what is stored",
    where isServed: @escaping @Sendable (ResponseLoad) throws -> Bool
  ) -> Fault {
    loading([rule], "answers \(asking) by \(what), against \(rule)") { load in
      var plain = load
      plain.request.method = "GET"
      guard asking.isMade(by: load.request), try isServed(plain), var stored = try plain.stored else {
        return try await load.soundly()
      }
      switch asking {
      case .head: stored.body = []
      case .tag, .date: (stored.status, stored.body) = (304, [])
      case .part: stored.cut(to: load.request.fields["Range"] ?? "")
      }
      return stored
    }
  }

  /// Faults in what is cut out of a stored response.
  static let partFaults: [Fault] = [
    cutting("by a weak tag") { load, stored in load.fields["If-Range"] == stored.fields["ETag"] },
    cutting("if it is of any date") { load, _ in load.fields["If-Range"]?.contains("GMT") ?? false },
    cutting("that start beyond its end") { load, stored in
      load.fields["If-Range"] == nil && (load.fields["Range"]?.numbers.first ?? 0) >= stored.body.count
    },
    cutting("of no bytes at its end") { load, _ in load.fields["Range"]?.numbers == [0] },
    cutting("under the length of the whole") { load, stored in
      load.fields["If-Range"] == nil && stored.fields["Content-Length"] != nil
    },
  ]

  /// The reference that cuts some of the parts that are asked for out of what is stored.
  private static func cutting(
    _ what: String, where isCut: @escaping @Sendable (RequestMessage, ResponseMessage) -> Bool
  ) -> Fault {
    loading(["http.range.partial"], "cuts parts \(what)") { load in
      var whole = load
      whole.request.fields["Range"] = nil
      guard load.policy == .useProtocolCachePolicy, let range = load.request.fields["Range"], range.hasPrefix("bytes="),
        var stored = try whole.stored, isCut(load.request, stored)
      else { return try await load.soundly() }
      stored.cut(to: range)
      return stored
    }
  }
}

extension String {
  /// The numbers in it.
  fileprivate var numbers: [Int] { split { !$0.isNumber }.compactMap { Int($0) } }
}

extension ResponseMessage {
  /// Becomes a part of what it is: from one number to another, or to the end.
  fileprivate mutating func cut(to range: String) {
    let (ends, count) = (range.numbers, body.count)
    let first = range.hasPrefix("bytes=-") ? count - (ends.first ?? 0) : ends.first ?? 0
    let last = ends.count > 1 ? ends[1] : count - 1
    fields["Content-Range"] = "bytes \(first)-\(last)/\(count)"
    (status, body) = (206, Array(body.dropFirst(first).prefix(max(0, last - first + 1))))
  }
}
