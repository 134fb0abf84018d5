/// A call that asks the network even though a copy, an hour old, is cached.
private struct NetworkCall {
  let name: String
  let call: PaywallCall
  /// The rule by which it asks the network.
  let rule: RuleID
  /// What happens first, so that the call asks the network.
  var before: [PaywallStep] = []

  /// The rule by which it asks the network where nothing is cached.
  var ruleWithoutCopy: RuleID {
    rule == "paywall.policy.max-age-expired" ? "paywall.policy.max-age-miss" : rule
  }

  static let all = [
    NetworkCall(name: "a load", call: .load(.onboarding), rule: "paywall.policy.default-is-reload"),
    NetworkCall(
      name: "a load of what has expired", call: .load(.onboarding, .halfAnHour), rule: "paywall.policy.max-age-expired"),
    NetworkCall(
      name: "an adaptive load", call: .adapt(.onboarding), rule: "paywall.adaptive.good-network-reloads",
      before: [Step(.network(.good))]),
    NetworkCall(name: "a refresh", call: .refresh(.onboarding), rule: "paywall.refresh.updates-cache"),
    NetworkCall(
      name: "asking for what is not critical", call: .get(.onboarding), rule: "paywall.adaptive.good-network-reloads",
      before: [
        Step(.network(.good)), Step(.preload([]), .requestsNothing.demanded(by: "paywall.preload.none-when-empty")),
      ]),
  ]
}

/// What holds for a load holds for every call that asks the network.
extension PaywallSpec {
  static let callScenarios: [PaywallScenario] =
    NetworkCall.all.flatMap { failures(of: $0) + [age(after: $0), silence($0), anotherVersion($0), meanwhile($0)] }
    + NetworkCall.all.flatMap { [late(after: $0), cleanedUp(during: $0)] } + besideEachOther + [
      meanwhile(
        NetworkCall(
          name: "a load of what was not there", call: .load(.onboarding, .returnCacheDataElseLoad),
          rule: "paywall.policy.cache-else-load-miss"), rounds: 1),
      staysOld(
        "a failed preload, in whichever way", .cached(aged: .hours(1)), [Step(.preload([.onboarding]))]),
      staysOld(
        "a failed update, in whichever way", .cached(.updating).offline.later(.hours(1)), [Step(.advance(.hours(2)))]),
      recovery,
    ]

  /// The CDN and the server fail in different ways.
  private static func failures(of call: NetworkCall) -> [PaywallScenario] {
    let states = RemoteState.failures
    return zip(states, states.dropFirst(2) + states.prefix(2)).map { cdn, server in
      Scenario(
        "paywall.priority.kinds-of-failure", "\(call.name), CDN \(cdn), server \(server)",
        given: .cached(aged: .hours(1)),
        then: call.before + [
          Step(.remote(cdn, of: [.cdn])), Step(.remote(server, of: [.server])),
          Step(.call(call.call), .answers(.v1), .stores(.v1)),
        ])
    }
  }

  /// A call fails after another load has cached a version: first into an empty cache, then a newer version.
  private static func meanwhile(_ call: NetworkCall, rounds: Int = 3) -> PaywallScenario {
    Scenario(
      "paywall.priority.cache-after-network", "\(call.name) that fails after another has cached a version",
      given: .uncached(.withFallback),
      then: call.before
        + (1...rounds).flatMap { round -> [PaywallStep] in
          let (version, name) = (PaywallVersion(3 + round), "call \(round)")
          return [
            Step(.remote(.noNetwork)), Step(.requests(.hold)), Step(.begin(call.call, as: name)),
            Step(.requests(.awaitHeld(1))).demanded(by: round == 1 ? call.ruleWithoutCopy : call.rule),
            Step(.remote(.up)), Step(.publish(version)),
            Step(.begin(.load(.onboarding), as: "load \(round)")),
            Step(.awaitBothHeld).demanded(by: "paywall.overlap.same-placement"),
            Step(.requests(.releaseNewest)),
            Step(.finish("load \(round)"), .answers(version), .stores(version))
              .demanded(by: "paywall.overlap.same-placement"),
            Step(.remote(.noNetwork)), Step(.requests(.releaseAll)),
            Step(.finish(name), .answers(version), .stores(version)), Step(.advance(.hours(1))),
          ]
        })
  }

  /// A call that fails, in whichever way, does not change the copy's age.
  private static func age(after call: NetworkCall) -> PaywallScenario {
    staysOld(
      "\(call.name) that fails, in whichever way", .cached(aged: .hours(1)),
      call.before + [Step(.call(call.call), .answer(.described("an answer or an error", .something)))])
  }

  private static func staysOld(
    _ row: String, _ fixture: PaywallFixture, _ steps: [PaywallStep]
  ) -> PaywallScenario {
    Scenario(
      "paywall.policy.max-age-restarts", row, given: fixture,
      then: RemoteState.failures.flatMap { [Step(.remote($0))] + steps } + [
        Step(.inspect(.onboarding), .stores(.v1)), Step(.remote(.up)),
        Step(.load(.onboarding, .halfAnHour), .answers(.v3), .request(.containing([.value(.cdn)]))),
      ])
  }

  /// One layer does not answer, then the other, repeatedly.
  private static func silence(_ call: NetworkCall) -> PaywallScenario {
    Scenario(
      "paywall.input.never-answers", "\(call.name), again and again", given: .cached(aged: .hours(1)),
      then: call.before + [Step(.remote(.down))] + returned(call, "both", RemoteLayer.allCases, .v1)
        + returned(call, "both again", RemoteLayer.allCases, .v1) + returned(call, "the server", [.server], .v1)
        + [Step(.remote(.up, of: [.server]))] + returned(call, "the CDN", [.cdn], .v2) + [Step(.advance(.hours(1)))]
        + returned(call, "the CDN again", [.cdn], .v2))
  }

  /// A call returns while these layers do not answer. Then they fail, because a late answer might be cached.
  private static func returned(
    _ call: NetworkCall, _ name: String, _ layers: [RemoteLayer], _ version: PaywallVersion
  ) -> [PaywallStep] {
    [
      Step(.silence(layers)), Step(.begin(call.call, as: name)), Step(.passTimeOuts),
      Step(.finish(name), .answers(version)), Step(.requests(.releaseAll)),
    ]
  }

  /// An answer that comes after the call gave up may be cached; the copy before it keeps its age.
  private static func late(after call: NetworkCall) -> PaywallScenario {
    Scenario(
      "paywall.policy.max-age-restarts", "\(call.name) that is answered too late",
      given: .cached(aged: .hours(1)).published(.v3),
      then: call.before + returned(call, "the call", RemoteLayer.allCases, .v1) + [
        Step(.load(.onboarding, .halfAnHour), .answers(.v3))
      ])
  }

  /// A call that fails after a clean-up does not restore anything.
  private static func cleanedUp(during call: NetworkCall) -> PaywallScenario {
    Scenario(
      "paywall.lifecycle.manual-cleanup-clears", "before \(call.name) fails", given: .cached(aged: .hours(1)).offline,
      then: call.before + [
        Step(.requests(.hold)), Step(.begin(call.call, as: "the call")),
        Step(.requests(.awaitHeld(1))).demanded(by: call.rule),
        cleanUpMeanwhile, Step(.requests(.releaseAll)),
        Step(.finish("the call"), .answer(.described("an answer or an error", .something))),
      ] + nothingIsCached)
  }

  /// Loads return independently of other loads and of updates.
  private static let besideEachOther: [PaywallScenario] = [
    Scenario(
      "paywall.input.never-answers", "loads of two placements, again and again", given: .cached(aged: .hours(1)),
      then: (1...3).flatMap { round -> [PaywallStep] in
        let (one, two) = ("load \(round)", "load \(round) of the other")
        return [
          Step(.silence(RemoteLayer.allCases)), Step(.remote(.noNetwork)), Step(.begin(.load(.onboarding), as: one)),
          Step(.begin(.load(.settings), as: two)), Step(.passTimeOuts), Step(.requests(.releaseAll)),
          Step(.finish(one), .answers(.v1)), Step(.finish(two), .answers(.settings7)),
        ]
      }),
    // The CDN answers the later load within its time-out, and the earlier load too late.
    Scenario(
      "paywall.input.never-answers", "the time-out of an earlier load",
      given: .cached(AppSetup(timeOut: .hours(1))).silent([.cdn]),
      then: [
        Step(.begin(.load(.settings), as: "the earlier load")), Step(.requests(.awaitHeld(1))),
        Step(.awaitTimeOuts(1)), Step(.advance(.minutes(45))), Step(.begin(.load(.onboarding), as: "the load")),
        Step(.requests(.awaitHeld(2))), Step(.awaitTimeOuts(2)), Step(.advance(.minutes(30))),
        Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v3)), Step(.finish("the earlier load"), .answers(.settings7)),
      ]),
    // The CDN fails after 45 min, and then the server answers after 45 min.
    Scenario(
      "paywall.input.never-answers", "the server answers within a time-out of its own",
      given: .cached(AppSetup(timeOut: .hours(1))).cdnDown,
      then: [
        Step(.requests(.hold)), Step(.begin(.load(.onboarding), as: "the load")), Step(.requests(.awaitHeld(1))),
        Step(.awaitTimeOuts(1)), Step(.advance(.minutes(45))), Step(.silence([.server])),
        Step(.requests(.releaseOldest)), Step(.requests(.awaitHeld(1))), Step(.awaitTimeOuts(1)),
        Step(.advance(.minutes(45))), Step(.requests(.releaseAll)),
        Step(.finish("the load"), .answers(.v2), .stores(.v2)),
      ]),
    // A load that still waits for its time-out gets version 3.
    Scenario(
      "paywall.input.never-answers", "a load beside updates",
      given: .cached(AppSetup(updateInterval: .hours(1), timeOut: .hours(3))).silent(RemoteLayer.allCases),
      then: [
        Step(.begin(.load(.onboarding), as: "the load")), Step(.requests(.awaitHeld(1))), Step(.advance(.hours(2))),
        Step(
          .requests(.awaitHeldUnlessJoined(2)),
          oneOf: [Outcome("an update asks too"), Outcome("it is joined, or waits", .fails)]),
        Step(.passTimeOuts), Step(.requests(.releaseAll)), Step(.finish("the load"), .answers(.v1)),
      ]),
  ]

  /// The CDN's version is returned, and cached where it is newer.
  private static func anotherVersion(_ call: NetworkCall) -> PaywallScenario {
    Scenario(
      "paywall.cache.holds-most-recent", "\(call.name), again and again", given: .cached(aged: .hours(1)),
      then: call.before
        + (4...8).flatMap { number -> [PaywallStep] in
          let version = PaywallVersion(number)
          return [
            Step(.publish(version)),
            Step(
              .call(call.call), .answers(version), .requestsSomething.demanded(by: call.rule), .stores(version)),
            Step(.advance(.hours(1))),
          ]
        } + [Step(.restart), Step(.inspect(.onboarding), .stores(PaywallVersion(8)))])
  }

  /// Both layers did not answer in time and then answer too late: the next loads behave as usual.
  private static let recovery = PaywallScenario(
    "paywall.priority.recovers", "from time-outs", given: .cached().silent(RemoteLayer.allCases),
    then: (1...3).flatMap { number -> [PaywallStep] in
      [
        Step(.begin(.load(.onboarding), as: "load \(number)")), Step(.passTimeOuts),
        Step(.finish("load \(number)"), .answers(.v1)),
      ]
    } + [
      Step(.requests(.releaseAll)), Step(.publish(.v4)),
      Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4)),
      Step(.remote(.down, of: [.cdn])), Step(.publish(.v5, on: [.server])),
      Step(.load(.onboarding), .answers(.v5), .requestsServer, .stores(.v5)),
    ])
}
