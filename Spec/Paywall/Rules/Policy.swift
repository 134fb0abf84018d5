/// The three fetch policies, and the age by which one of them decides. They are written in Adapty's 'Understand the
/// caching system in Adapty', each under its own name.
extension PaywallSpec {
  static var policyTopic: Topic<PaywallAction> {
    Topic(
      "paywall.policy", premises: policyPremises,
      tables: [
        Table(
          "What each policy does",
          legend: """
            The load names a policy; one that names none has the outcomes of `reloadRevalidatingCacheData`. The `maxAge` of \
            `returnCacheDataIfNotExpiredElseLoad` is 30 minutes. Where nothing is cached, `reloadRevalidatingCacheData` \
            does what 'Which layer answers a load' says. \(legend)
            """, policyTable, isComplete: false)
      ], scenarios: policyTable.flatMap(\.scenarios)
    ) {
      Rule(
        "default-is-reload", .must,
        "A load that names no policy behaves as under `reloadRevalidatingCacheData`, whatever is cached and whichever layers can be reached.",
        from: reload, about: PaywallInput.networkFirst, PaywallInput.anyAge
      ).rows {
        // The same copy under one policy after another: only the policy decides what a load does.
        Row("after loads that name other policies", given: .cached()) {
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)
            .demanded(by: "paywall.policy.cache-else-load-hit")
          Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
            .demanded(by: "paywall.policy.max-age-young")
          Step(.load(.onboarding), .answers(.v3), .requestsCDN)
        }
      }
      Rule(
        "reload-asks-network-first", .must,
        "`reloadRevalidatingCacheData` asks the network even if a copy is cached, and returns the fresh data.",
        from: reload, about: PaywallInput.networkFirst, PaywallInput.anyAge
      ).rows {
        Row("from the CDN", given: .cached()) {
          Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v3), .requestsCDN)
        }
      }
      Rule(
        "reload-falls-back-to-cache", .must,
        "`reloadRevalidatingCacheData` returns the cached copy when the network fails.", from: reload,
        about: PaywallInput.cached
      ).rows {
        Row(given: .cached(.withFallback).offline) {
          Step(.load(.onboarding, .reloadRevalidatingCacheData), .answers(.v1), .triesNetwork, .stores(.v1))
        }
      }
      Rule(
        "cache-else-load-hit", .must, "`returnCacheDataElseLoad` returns a cached copy and makes no request.",
        from: elseLoad, about: PaywallInput.cacheFirst, PaywallInput.cached
      ).rows {
        Row("there is a network", given: .cached()) {
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
        }
        Row("there is no network", given: .cached().offline) {
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
        }
      }
      Rule(
        "cache-else-load-any-age", .must,
        "`returnCacheDataElseLoad` returns a cached copy however old it is, even if newer data is available.",
        from: elseLoad, about: PaywallInput.cacheFirst, PaywallInput.anyAge
      ).rows {
        Row("the copy is a year old", given: .cached()) {
          Step(.advance(.days(365)))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
        }
      }
      Rule(
        "cache-else-load-miss", .must,
        "When nothing is cached, `returnCacheDataElseLoad` loads from the other layers in the documented order.",
        from: elseLoad, together, about: PaywallInput.uncached, PaywallInput.cdn
      ).rows {
        Row("the next load finds the copy", given: .uncached()) {
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN, .stores(.v3)).premise(
            caching)
          Step(.publish(.v4))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsNothing, .stores(.v3))
        }
      }
      Rule(
        "max-age-young", .must,
        "`returnCacheDataIfNotExpiredElseLoad` returns a copy younger than `maxAge` and makes no request.",
        from: maxAge,
        about: PaywallInput.cacheFirst, PaywallInput.age, PaywallInput.maxAge, PaywallInput.cached
      ).rows {
        Row("the copy expires in a millisecond", given: .cached(aged: .minutes(30) - .milliseconds(1))) {
          Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing, .stores(.v1))
        }
        // One copy under two values of `maxAge`, of which it has not reached the longer.
        Row("2 d old, with a maxAge of twice and half that", given: .cached(aged: .days(2))) {
          Step(ifNotExpired(.days(4)), .answers(.v1), .requestsNothing)
          Step(ifNotExpired(.days(1)), .answers(.v3), .requestsCDN)
        }
      }
      Rule(
        "max-age-expired", .must, "`returnCacheDataIfNotExpiredElseLoad` loads when the copy is older than `maxAge`.",
        from: maxAge, about: PaywallInput.networkFirst, PaywallInput.age, PaywallInput.maxAge
      ).rows {
        Row("40 min old, with a maxAge of twice and half that", given: .cached(aged: .minutes(40))) {
          Step(ifNotExpired(.minutes(80)), .answers(.v1), .requestsNothing)
            .premise("paywall.policy.max-age-young[the copy expires in a millisecond]")
          Step(ifNotExpired(.minutes(20)), .answers(.v3), .requestsCDN)
        }
        Row("the copy expired a millisecond ago", given: .cached(aged: .minutes(30) + .milliseconds(1))) {
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3)).premise(replacing)
        }
      }
      Rule(
        "max-age-miss", .must,
        "When nothing is cached, `returnCacheDataIfNotExpiredElseLoad` loads from the other layers in the documented order.",
        from: maxAge, together, about: PaywallInput.uncached, PaywallInput.cdn
      ).rows {
        Row("the next load finds the copy", given: .uncached()) {
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3)).premise(caching)
          Step(.publish(.v4))
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing, .stores(.v3))
        }
      }
      Rule(
        "max-age-boundary", .open, "A copy that is exactly `maxAge` old is still returned, or counts as expired.",
        from: maxAge, because: "'Exceeded' suggests that it is still valid; a shipping SDK treats it as expired."
      ).rows {
        Row(given: .cached(aged: .minutes(30))) {
          Step(
            .load(.onboarding, .halfAnHour),
            oneOf: [
              Outcome("still valid", .answers(.v1), .requestsNothing),
              Outcome("expired", .answers(.v3), .requestsCDN),
            ])
        }
      }
      Rule(
        "max-age-expired-offline", .derived,
        "When the copy is older than `maxAge` and the network fails, that copy is returned, not the fallback or an error.",
        from: maxAge, together,
        because:
          "Follows from paywall.priority.cache-after-network: when the network fails, the cache answers before the fallback.",
        about: PaywallInput.cached)
      Rule(
        "max-age-restarts", .derived,
        "A successful load or background update restarts the age of the cached copy, even if it delivers no newer version. A load or update that fails, asks nothing, or is of another placement, does not.",
        from: maxAge,
        because:
          "Follows from paywall.policy.max-age-young: age counts from the last answer received; otherwise an unchanged paywall would stay expired for ever.",
        about: PaywallInput.age
      ).rows {
        Row(
          "a load brings a newer version",
          given: .cached(aged: .hours(1)).reloadedExpiredCopy(.v3).published(.v4).later(.minutes(20))
        ) {
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing)
          Step(.advance(.minutes(20)))
          Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN)
        }
        Row(
          "a load brings the same version",
          given: .firstCached().later(.hours(1)).reloadedExpiredCopy(.v1).published(.v4).later(.minutes(20))
        ) {
          Step(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
          Step(.advance(.minutes(20)))
          Step(.load(.onboarding, .halfAnHour), .answers(.v4), .requestsCDN)
        }
        Row(
          "a load fails",
          given: .cached(aged: .minutes(20)).offline.and(
            "a load has returned the copy", relyingOn: "paywall.priority.cache-after-network",
            [Step(.load(.onboarding), .answers(.v1))]
          ).later(.minutes(20)).remote(.up)
        ) {
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)
        }
        Row(
          "a load that asks nothing returns the copy",
          given: .cached(aged: .minutes(20)).and(
            "a load has returned the copy", relyingOn: "paywall.policy.cache-else-load-any-age",
            [Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing)]
          ).later(.minutes(20))
        ) {
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)
        }
        Row("updates bring the same version", given: .firstCached(.updating)) {
          Step(.advance(.hours(5)))
          Step(.publish(.v4))
          Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing)
          Step(.load(.settings, .threeHours), .answers(.settings7), .requestsNothing)
        }
        Row("an update fails", given: .cached(.updating).offline) {
          Step(.advance(.hours(2)))
          Step(.load(.onboarding, .threeHours), .answers(.v1), .requestsNothing)
          Step(.advance(.hours(3)))
          Step(.remote(.up))
          // Other overdue copies may be updated at the same time.
          Step(.load(.onboarding, .threeHours), .answers(.v3), .request(.containing([.value(.cdn)])))
        }
        Row("another placement is loaded", given: .cached(aged: .minutes(20))) {
          Step(.load(.settings), .answers(.settings7), .requestsCDN(for: .settings))
          Step(.publish(.settings8))
          Step(.advance(.minutes(20)))
          Step(.load(.settings, .halfAnHour), .answers(.settings7), .requestsNothing)
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN)
          Step(.advance(.minutes(20)))
          Step(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing)
          Step(.load(.settings, .halfAnHour), .answers(.settings8), .requestsCDN(for: .settings))
        }
      }
      Rule(
        "max-age-extremes", .derived,
        "A `maxAge` that is zero, negative, or greater than any age is applied as given, and never crashes the process.",
        from: maxAge,
        because:
          "Follows from paywall.policy.max-age-young and paywall.policy.max-age-expired, which hold for these values too.",
        about: PaywallInput.age, PaywallInput.maxAge
      ).rows {
        extreme("maxAge is zero", .zero, age: .seconds(1), isYoung: false)
        extreme("maxAge is below zero", .zero - .minutes(30), age: .zero, isYoung: false)
        extreme("maxAge is the smallest value", .seconds(Int64.min), age: .minutes(1), isYoung: false)
        extreme("maxAge is the largest value", .seconds(Int64.max), age: .days(365), isYoung: true)
      }
      Rule(
        "clock-set-back", .derived,
        "When the clock is set back by far more than `maxAge`, a copy that is now dated in the future still expires: once more than `maxAge` has passed, a load goes to the network, although that date has not come.",
        from: maxAge,
        because:
          "Follows from paywall.policy.max-age-expired: a copy expires by the time that has passed, not by the date that the clock shows.",
        about: PaywallInput.age, PaywallInput.clock
      ).rows {
        setBack("while the app runs")
        setBack("before a restart", [Step(.restart)])
      }
    }
  }

  private static var policyPremises: [Premise<PaywallAction>] {
    [
      .last("paywall.policy.reload-asks-network-first[from the CDN]") {
        $0.policy == .reloadRevalidatingCacheData && $0.isAnsweredWithoutNetwork
      },
      .last("paywall.policy.default-is-reload[after loads that name other policies]") {
        if case .load(_, nil)? = $0.call { $0.isAnsweredWithoutNetwork } else { false }
      },
      .last("paywall.policy.cache-else-load-hit[there is a network]") {
        $0.policy == .returnCacheDataElseLoad && $0.lacksCopy
      },
      .last("paywall.policy.cache-else-load-any-age[the copy is a year old]") {
        $0.policy == .returnCacheDataElseLoad && $0.lacksCopy && $0.stored.age > .zero
      },
      .last("paywall.policy.cache-else-load-miss[the next load finds the copy]") {
        $0.policy == .returnCacheDataElseLoad && $0.mustAsk
      },
      .last("paywall.policy.max-age-expired[the copy expired a millisecond ago]") {
        $0.maxAge != nil && $0.isAnsweredWithoutNetwork
      },
      .last("paywall.policy.max-age-young[2 d old, with a maxAge of twice and half that]") {
        $0.maxAge != nil && $0.lacksCopy
      },
      .last("paywall.policy.max-age-miss[the next load finds the copy]") {
        $0.maxAge != nil && $0.stored.copy == nil
      },
      .last("paywall.policy.max-age-restarts[a load brings the same version]") {
        $0.maxAge != nil && $0.stored.isReplacement
      },
    ]
  }

  private static func ifNotExpired(_ maxAge: Duration) -> PaywallAction {
    .load(.onboarding, .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge))
  }

  private static func extreme(_ row: String, _ maxAge: Duration, age: Duration, isYoung: Bool, line: Int = #line)
    -> Row
  {
    let call = ifNotExpired(maxAge)
    return Row(row, given: .cached(aged: age), line: line) {
      isYoung ? Step(call, .answers(.v1), .requestsNothing) : Step(call, .answers(.v3), .requestsCDN)
    }
  }

  /// The clock is set back by far more than the time that then passes: a copy dated in the future stays young no longer
  /// than any other.
  private static func setBack(_ row: String, _ steps: [PaywallStep] = [], line: Int = #line) -> Row {
    let youngHit = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v1), .requestsNothing)
    let expiredMiss = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsCDN, .stores(.v3))
    let again = PaywallStep(.load(.onboarding, .halfAnHour), .answers(.v3), .requestsNothing)
    return Row(row, given: .cached(), line: line) {
      youngHit
      Step(.setClock(by: .days(-1)))
      steps
      Step(.advance(.hours(1)))
      expiredMiss
      Step(.publish(.v4))
      again
    }
  }
}
