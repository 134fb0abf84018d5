/// A way to ask for less than all of what is stored.
package enum ResponseAsking: String, CaseIterable, DescribedByRawValue {
  case part = "a part"
  case tag = "on condition, by its tag"
  case date = "on condition, by its date"
  case head = "HEAD"

  package static let changed = "Mon, 01 Jan 2018 00:00:00 GMT"

  /// Version 1 with what the conditions name, and with these lines of `Cache-Control`.
  static func stored(_ cacheControl: String...) -> Representation {
    Representation(.v1, cacheControl: cacheControl).withTag.with("Last-Modified", changed)
  }

  /// The request for resource a: one byte, or a condition that holds of what is stored and not of version 2.
  func request(_ fields: HeaderFields = [:], under policy: RequestPolicy? = nil) -> RequestMessage {
    let own: HeaderFields =
      switch self {
      case .part: ["Range": "bytes=8-8"]
      case .tag: ["If-None-Match": ResponseBody.v1.tag]
      case .date: ["If-Modified-Since": Self.changed]
      case .head: [:]
      }
    return RequestMessage(
      Resource.a, method: self == .head ? "HEAD" : "GET", fields: HeaderFields(own.lines + fields.lines),
      policy: policy)
  }

  /// Whether a request asks so.
  package func isMade(by request: RequestMessage) -> Bool {
    switch self {
    case .part: request.fields["Range"] != nil
    case .tag: request.fields["If-None-Match"] != nil
    case .date: request.fields["If-Modified-Since"] != nil
    case .head: request.method == "HEAD"
    }
  }

  /// What version 1 or 2 makes of the request: a module need not cut parts, nor look at conditions.
  private func answers(of version: ResponseBody) -> [ResponseAnswer] {
    switch self {
    case .part: [.body(ResponseBody(String(version.text.suffix(1)))), .body(version)]
    case .tag, .date: version == .v1 ? [.v1, .body(.empty)] : [.body(version)]
    case .head: [.body(.empty)]
    }
  }

  /// What is stored answers no such request: the origin does.
  func forwarded(_ fields: HeaderFields = [:], under policy: RequestPolicy? = nil) -> ResponseStep {
    Step(.load(request(fields, under: policy)), .answers(oneOf: answers(of: .v2)), .requestsSomething)
  }

  /// What is stored answers, or there is an error; nothing is loaded.
  var notLoaded: ResponseStep {
    Step(
      .load(request(under: .returnCacheDataDontLoad)),
      oneOf: [
        Outcome("error", .fails, .requestsNothing),
        Outcome("answered by what is stored", .answers(oneOf: answers(of: .v1)), .requestsNothing),
      ])
  }
}

extension Fixture where Action == ResponseAction {
  /// Version 1, with a tag and a date, is stored and served; the origin has version 2.
  static let servedWithValidators = stored(ResponseAsking.stored("max-age=600")).and(
    "it is served", standingOn: "response.policy.default-is-use-protocol",
    [Step(.load(.a), .answers(.v1), .requestsNothing)])
}

extension ResponseSpec {
  private static let reloading: [(rule: RuleID, policy: RequestPolicy)] = [
    ("response.policy.reload-ignoring-local", .reloadIgnoringLocalCacheData),
    ("response.policy.reload-ignoring-remote", .reloadIgnoringLocalAndRemoteCacheData),
    ("response.policy.reload-revalidating", .reloadRevalidatingCacheData),
  ]

  /// A policy holds for a HEAD, a part and a condition, too.
  static let askingScenarios: [ResponseScenario] =
    reloading.flatMap { rule, policy in ResponseAsking.allCases.map { reloaded(rule, policy, $0) } }
    + ResponseAsking.allCases.filter { $0 != .part }.flatMap(notLoaded) + [ResponseAsking.tag, .date].map(ofStale)

  /// A policy to reload goes past what is fresh.
  private static func reloaded(
    _ rule: RuleID, _ policy: RequestPolicy, _ asking: ResponseAsking
  ) -> ResponseScenario {
    var steps: [ResponseStep] = [asking.forwarded(under: policy)]
    if policy == .reloadIgnoringLocalAndRemoteCacheData { steps.append(tellsCachesOnTheWay) }
    return Scenario(rule, "\(asking), of what is fresh", given: .servedWithValidators, then: steps)
  }

  /// What is not to be loaded is not, whether something is stored or nothing.
  private static func notLoaded(_ asking: ResponseAsking) -> [ResponseScenario] {
    let request = asking.request(under: .returnCacheDataDontLoad)
    let miss = ResponseScenario(
      "response.policy.dont-load-miss", asking.rawValue, given: .originHasVersion2,
      then: [Step(.load(request), .fails, .requestsNothing)])
    let hit = ResponseScenario(
      "response.policy.dont-load-hit", "\(asking), of what is stored", given: .servedWithValidators,
      then: [asking.notLoaded])
    return [miss, hit]
  }

  private static func ofStale(_ asking: ResponseAsking) -> ResponseScenario {
    Scenario(
      "response.policy.use-protocol", "\(asking), of what is stale",
      given: .stored(ResponseAsking.stored("max-age=0")), then: [asking.forwarded()])
  }
}

extension HTTPSpec {
  /// What answers no plain request answers no part and no condition of it either.
  static let askingScenarios: [ResponseScenario] = ResponseAsking.allCases.filter { $0 != .head }.flatMap(unfit)

  private static func unfit(_ asking: ResponseAsking) -> [ResponseScenario] {
    let sweet = RequestMessage.a.saying(["X-Flavor": "sweet"])
    let ofAnother = ResponseScenario(
      "http.vary.matches", "\(asking), of another variant",
      given: .stored(ResponseAsking.stored("max-age=600").with("Vary", "X-Flavor"), for: sweet),
      then: [asking.forwarded(["X-Flavor": "sour"])])
    let checkedEachTime = ResponseScenario(
      "http.store.no-cache", "\(asking), of what is checked each time",
      given: .stored(ResponseAsking.stored("no-cache, max-age=60")), then: [asking.forwarded()])
    return [ofAnother, checkedEachTime]
  }
}

extension ResponseSpec {
  /// A delegate need not be asked about what was confirmed; where it is, what it hands back counts.
  static let confirmedProposalScenarios: [ResponseScenario] = [
    Scenario(
      "response.will-cache.changed", "what was confirmed",
      given: delegateWasAsked.originHas(.v1.withTag)
        .and("a stale version 1 is stored", [Step(.put(.stale(.v1).withTag, for: .a))]),
      then: [
        Step(.configure(.other, SessionSetup(delegate: .replaced(.v3)))),
        Step(
          .load(.a, by: .other),
          oneOf: [
            Outcome("not asked", .answers(.v1), .checks, .notifiesNothing, .stores(.v1)),
            Outcome("asked", .answers(.v1), .checks, .notifies(.v1), .stores(.v3)),
          ]),
      ])
  ]
}
