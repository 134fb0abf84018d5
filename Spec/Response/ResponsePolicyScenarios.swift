import CacheVocabulary

extension ResponseSpec {
  /// The policies one by one; the table beside it holds every combination.
  static let policyScenarios: [ResponseScenario] = [
    ResponseScenario(
      "response.policy.reload-ignoring-local", "origin=up", given: .freshStored,
      then: [Step(.load(.a.with(.reloadIgnoringLocalCacheData)), .answers("v2"), .asks(RequestSeen("/a")))]),
    ResponseScenario(
      "response.policy.reload-ignoring-local", "origin=down", given: .freshStored + [Step(.origin(.down))],
      then: [Step(.load(.a.with(.reloadIgnoringLocalCacheData)), .fails, .asksSomething)]),

    ResponseScenario(
      "response.policy.dont-load-hit", "fresh", given: .freshStored,
      then: [Step(.load(.a.with(.returnCacheDataDontLoad)), .answers("v1"), .asksNothing)]),
    ResponseScenario(
      "response.policy.dont-load-hit", "stale", given: .staleStored,
      then: [Step(.load(.a.with(.returnCacheDataDontLoad)), .answers("v1"), .asksNothing)]),
    ResponseScenario(
      "response.policy.dont-load-miss", "origin=up", given: .originHasV2,
      then: [Step(.load(.a.with(.returnCacheDataDontLoad)), .fails, .asksNothing)]),
    ResponseScenario(
      "response.policy.dont-load-miss", "origin=down", given: .originHasV2 + [Step(.origin(.down))],
      then: [Step(.load(.a.with(.returnCacheDataDontLoad)), .fails, .asksNothing)]),

    ResponseScenario(
      "response.policy.else-load-hit", "fresh", given: .freshStored,
      then: [Step(.load(.a.with(.returnCacheDataElseLoad)), .answers("v1"), .asksNothing)]),
    ResponseScenario(
      "response.policy.else-load-hit", "stale", given: .staleStored,
      then: [Step(.load(.a.with(.returnCacheDataElseLoad)), .answers("v1"), .asksNothing)]),
    ResponseScenario(
      "response.policy.else-load-miss", given: .bystanderStored + [Step(.serve(Representation("v2"), at: .a))],
      then: [Step(.load(.a.with(.returnCacheDataElseLoad)), .answers("v2"), .asks(RequestSeen("/a")))]),

    ResponseScenario(
      "response.policy.use-protocol", "fresh", given: .freshStored,
      then: [Step(.load(.a.with(.useProtocolCachePolicy)), .answers("v1"), .asksNothing)]),
    ResponseScenario(
      "response.policy.use-protocol", "stale", given: .staleStored,
      then: [Step(.load(.a.with(.useProtocolCachePolicy)), .answers("v2"), .checks)]),
    ResponseScenario(
      "response.policy.default-is-use-protocol", "fresh", given: .freshStored,
      then: [Step(.load(.a), .answers("v1"), .asksNothing)]),
    ResponseScenario(
      "response.policy.default-is-use-protocol", "stale", given: .staleStored,
      then: [Step(.load(.a), .answers("v2"), .checks)]),

    ResponseScenario(
      "response.policy.reload-ignoring-remote", "origin=up", given: .freshStored,
      then: [
        Step(.load(.a.with(.reloadIgnoringLocalAndRemoteCacheData)), .answers("v2"), .asks(RequestSeen("/a"))),
        Step(
          .inspectRequest(["Cache-Control", "Pragma"]),
          oneOf: [
            Outcome("both fields", .answers(inOrder: ["Cache-Control: no-cache", "Pragma: no-cache"])),
            Outcome("Cache-Control", .answers("Cache-Control: no-cache")),
            Outcome("Pragma", .answers("Pragma: no-cache")),
          ]),
      ]),
    ResponseScenario(
      "response.policy.reload-ignoring-remote", "origin=down", given: .freshStored + [Step(.origin(.down))],
      then: [Step(.load(.a.with(.reloadIgnoringLocalAndRemoteCacheData)), .fails, .asksSomething)]),

    ResponseScenario(
      "response.policy.reload-revalidating", "confirmed",
      given: .freshStored + [Step(.serve(Representation("v1").withTag, at: .a))],
      then: [Step(.load(.a.with(.reloadRevalidatingCacheData)), .answers("v1"), .checks)]),
    ResponseScenario(
      "response.policy.reload-revalidating", "changed", given: .freshStored,
      then: [Step(.load(.a.with(.reloadRevalidatingCacheData)), .answers("v2"), .checks)]),
    ResponseScenario(
      "response.policy.reload-revalidating", "origin=down", given: .freshStored + [Step(.origin(.down))],
      then: [Step(.load(.a.with(.reloadRevalidatingCacheData)), .fails, .asksSomething)]),
  ]

  /// Whose policy counts: the session's for a request that names none, else the request's.
  static let sessionScenarios: [ResponseScenario] = [
    ResponseScenario(
      "response.session.policy-inherited", "returnCacheDataDontLoad",
      given: .staleStored + [Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad)))],
      then: [
        Step(.load(.a, by: .other), .answers("v1"), .asksNothing),
        Step(.load(.b, by: .other), .fails, .asksNothing),
      ]),
    ResponseScenario(
      "response.session.policy-inherited", "reloadIgnoringLocalCacheData",
      given: .freshStored + [Step(.configure(.other, SessionSetup(policy: .reloadIgnoringLocalCacheData)))],
      then: [Step(.load(.a, by: .other), .answers("v2"), .asks(RequestSeen("/a")))]),
    ResponseScenario(
      "response.session.request-overrides", "loads though the session does not",
      given: .originHasV2 + [Step(.configure(.other, SessionSetup(policy: .returnCacheDataDontLoad)))],
      then: [
        Step(.load(.a.with(.returnCacheDataElseLoad), by: .other), .answers("v2"), .asks(RequestSeen("/a")))
      ]),
    ResponseScenario(
      "response.session.request-overrides", "uses the store though the session does not",
      given: .staleStored + [Step(.configure(.other, SessionSetup(policy: .reloadIgnoringLocalCacheData)))],
      then: [Step(.load(.a.with(.returnCacheDataDontLoad), by: .other), .answers("v1"), .asksNothing)]),
  ]

  /// What is cached over which scheme.
  static let schemeScenarios: [ResponseScenario] =
    [
      ResponseScenario(
        "response.scheme.http-and-https-cached", "http",
        given: .bystanderStored + [Step(.serve(Representation("v1"), at: .a))],
        then: [Step(.load(.a), .answers("v1")), Step(.find(.a), .answers("v1"))]),
      ResponseScenario(
        "response.scheme.http-and-https-cached", "https",
        given: .bystanderStored + [Step(.serve(Representation("v1"), at: .secureA))],
        then: [Step(.load(.secureA), .answers("v1")), Step(.find(.secureA), .answers("v1"))]),
      ResponseScenario(
        "response.scheme.others-not-cached",
        given: .bystanderStored + [Step(.serve(Representation("v1"), at: .file))],
        then: [
          Step(.load(.file), .answers("v1")),
          Step(.find(.file), .answersNothing),
          Step(.find(.bystander), .answers("bystander")),
        ]),
      ResponseScenario(
        "response.scheme.https-on-disk-by-default",
        given: .bystanderStored + [Step(.serve(Representation("v1"), at: .secureA))],
        then: [
          Step(.load(.secureA.with(.useProtocolCachePolicy)), .answers("v1")),
          Step(.reopen()),
          Step(.find(.secureA), .answers("v1")),
        ]),
    ] + RequestPolicy.allCases.map(filePolicyScenario)

  private static func filePolicyScenario(_ policy: RequestPolicy) -> ResponseScenario {
    let mayRead = policy != .returnCacheDataDontLoad
    let readable = RequestPolicy.returnCacheDataElseLoad
    return ResponseScenario(
      "response.scheme.file-policy-controls-access", policy.rawValue,
      given: .bystanderStored + [
        Step(.serve(Representation("v1"), at: .file)),
        Step(.load(.file.with(readable)), .answers("v1")),
        Step(.serve(Representation("v2"), at: .file)),
      ],
      then: [mayRead ? Step(.load(.file.with(policy)), .answers("v2")) : Step(.load(.file.with(policy)), .fails)])
  }
}
