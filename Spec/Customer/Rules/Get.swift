/// Reading customer info: from the cache while it is less than five minutes old, and refreshed by the next call when it
/// is older. Written under 'CustomerInfo' in RevenueCat's 'Caching'.
extension CustomerSpec {
  static var getTopic: Topic<CustomerAction> {
    Topic("customer.get", premises: getPremises) {
      Rule(
        "cached-without-request", .must,
        "A read of customer info that is less than five minutes old is answered from the cache, with no request.",
        from: customerInfo, about: .infoAge
      ).rows {
        Row(given: .young) {
          Step.reads(.v1, .requestsNothing)
          Step.almostFiveMinutes
          Step.reads(.v1, .requestsNothing)
        }
        Row("requested again after an hour", given: .young) {
          Step.reads(.v1, .requestsNothing)
          Step.anHour
          Step.servesOld(.v1, .requestsInfo())
        }
        Row("after a refresh that brought nothing new", given: .cached) {
          Step.anHour
          Step(.call(.customerInfo()), .requestsInfo())
          Step.reads(.v1, .requestsNothing).premise(
            "customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]")
          Step.almostFiveMinutes
          Step.reads(.v1, .requestsNothing)
        }
      }
      Rule(
        "safe-to-repeat", .must,
        "A thousand reads of customer info in a row, and a thousand at once, make no request while the cached copy is less than five minutes old.",
        from: customerInfo, about: .infoAge
      ).rows {
        Row("a thousand in a row", given: .young) {
          Step(
            .callOften(.customerInfo(), times: 1000, atOnce: false), .answers(.info(.v1)), .requestsNothing)
        }
        Row("a thousand at once", given: .young) {
          Step(.callOften(.customerInfo(), times: 1000, atOnce: true), .answers(.info(.v1)), .requestsNothing)
        }
        Row("a thousand in a row after an hour", given: .young) {
          Step.anHour
          Step(.callOften(.customerInfo(), times: 1000, atOnce: false), .returns, .requestsSomething)
          Step.reads(.v2, .requestsNothing)
        }
      }
      Rule(
        "refreshes-when-old", .must,
        "Once customer info is older than five minutes, the next read in the foreground refreshes it; no earlier read does.",
        from: customerInfo, about: .infoAge
      ).rows {
        Row("not at 4 min 59 s", given: .young) {
          Step.almostFiveMinutes
          Step.reads(.v1, .requestsNothing)
          Step.reads(.v1, .requestsNothing)
        }
        Row("at 5 min 1 s", given: .first.serving(.v1)) {
          Step.moreThanFiveMinutes
          Step(.call(.customerInfo()), .requestsInfo())
          Step.reads(.v1, .requestsNothing)
          Step(.serve(.customerInfo(.v2)))
          Step.moreThanFiveMinutes
          Step(.call(.customerInfo()), .requestsInfo())
          Step.reads(.v2, .requestsNothing)
        }
        Row("reads every 59 s do not renew the age", given: .first.serving(.v1)) {
          readAllAlong(.reads(.v0, .requestsNothing))
          Step(.call(.customerInfo()), .requestsInfo())
          Step.reads(.v1)
        }
        Row("after a minute in the background", given: .young) {
          Step(.app(.background))
          Step(.advance(.minutes(1)))
          Step(.app(.foreground))
          Step.moreThanFiveMinutes
          Step(.call(.customerInfo()), .requestsInfo())
          Step.reads(.v2, .requestsNothing)
        }
        Row("after a failed refresh", given: .stale.offline) {
          Step.servesOld(.v1, .requestsSomething)
          Step(.network(.up))
          // The document does not say how soon it is retried.
          Step.anHour
          Step(.call(.customerInfo()))
          Step.reads(.v2)
        }
      }
      Rule(
        "in-the-background", .open,
        "In the background, a read of customer info that is older than five minutes refreshes it at once, or only after a day has passed.",
        from: customerInfo, faqBackground,
        because:
          "Five minutes are for an app in use, and 24 to 25 hours for one in the background; a shipping SDK applies the latter to reads in the background too."
      ).rows {
        Row(given: .young) {
          Step(.app(.background))
          Step.moreThanFiveMinutes
          Step(
            .call(.customerInfo()),
            oneOf: [Outcome("refreshes", .requestsInfo()), Outcome("not before a day has passed", .requestsNothing)])
          Step(.app(.foreground))
          Step.anHour
          Step(.call(.customerInfo()))
          Step.reads(.v2, by: .fromCacheOnly)
        }
      }
      Rule(
        "exactly-five-minutes", .open,
        "A read of customer info that is exactly five minutes old refreshes it, or does not.", from: customerInfo,
        because: "The text says 'older than', which suggests that it does not; a shipping SDK refreshes."
      ).rows {
        Row(given: .young) {
          Step.fiveMinutes
          Step(
            .call(.customerInfo()),
            oneOf: [Outcome("not yet old", .requestsNothing), Outcome("refreshes", .requestsInfo())])
        }
      }
      Rule(
        "only-on-call", .must, "In the foreground, the passing of time alone refreshes nothing: only a call does.",
        from: customerInfo, about: .calls, .foregroundEvent, .backgroundState
      ).rows {
        Row(
          "after a minute in the background",
          given: .young.and(
            "the app was in the background for a minute",
            [Step(.app(.background)), Step(.advance(.minutes(1))), Step(.app(.foreground))])
        ) {
          Step(.advance(.hours(25)), .requestsNothing)
          Step(.call(.customerInfo()), .requestsInfo()).demanded(by: "customer.get.refreshes-when-old")
        }
        Row("for an hour", given: .young) {
          Step(.advance(.hours(1)), .requestsNothing)
          Step(.call(.customerInfo()), .requestsInfo()).demanded(by: "customer.get.refreshes-when-old")
        }
      }
      Rule(
        "coalesces", .derived,
        "In a module that lets simultaneous reads share a request, many simultaneous reads of customer info make one request, and all get its answer.",
        from: customerInfo,
        because:
          "Follows from `customer.get.safe-to-repeat`: requests that should be shared, but are not, burden the server unnoticed.",
        about: .sharedRequest
      ).rows {
        Row("with nothing cached", given: .unfetched()) {
          Step(.requests(.customerInfo, .hold))
          Step(.begin(.customerInfo(), times: 20))
          Step(.requests(.customerInfo, .awaitHeld(1)))
          Step(.requests(.customerInfo, .releaseAll), .requestsInfo())
          Step(.finish, .answers(.info(.v1)), .requestsNothing)
        }
        Row("with a stale copy", given: .stale) {
          Step(.requests(.customerInfo, .hold))
          Step(.begin(.customerInfo(), times: 20))
          Step(.requests(.customerInfo, .awaitHeld(1)))
          Step(.finish, .answers(.info(.v1)))
          Step(.requests(.customerInfo, .releaseAll), .requestsInfo())
          Step.reads(.v2, .requestsNothing)
        }
      }
      Rule(
        "clock-moved-back", .derived,
        "When the clock is set back, customer info is still refreshed after five minutes of running time. If the clock was set back by only a few minutes, the refresh may be that much later.",
        from: customerInfo,
        because:
          "Follows from `customer.get.refreshes-when-old`: a copy dated in the future would otherwise stay young until that date.",
        about: .dateSet
      ).rows {
        clockMovedBack("by a day", .days(1), [Step(.call(.customerInfo()))])
        // A module that goes by the date is late by as much as a small jump. A large jump puts the copy's date far in the
        // future.
        clockMovedBack(
          "by 3 min 20 s", .seconds(200),
          [Step(.call(.customerInfo())), Step(.advance(.seconds(200))), Step(.call(.customerInfo()))])
        Row(
          "and the app restarts without a network",
          given: .young.and("the clock is set back by a day", [Step(.setClock(by: .days(-1)))]).offline
        ) {
          // The document does not say how soon what a start could not fetch is fetched.
          Step(.restart)
          Step.anHour
          Step(.network(.up))
          Step(.call(.customerInfo()), .requestsSomething)
          Step.reads(.v2)
        }
      }
      Rule(
        "clock-moved-forward", .derived,
        "When the clock is set ahead, customer info is refreshed at most once for that reason, and then as often as before.",
        from: customerInfo,
        because:
          "Follows from `customer.get.cached-without-request`: a wrong date is no reason to make a request at each read.",
        about: .dateSet
      ).rows {
        Row(given: .young.and("the clock is set ahead by a day", [Step(.setClock(by: .days(1)))])) {
          Step(.call(.customerInfo()))
          Step(.call(.customerInfo()), .requestsNothing)
          Step.almostFiveMinutes
          Step(.call(.customerInfo()), .requestsNothing)
          Step(.advance(.seconds(2)))
          Step(.call(.customerInfo()))
          Step.reads(.v2)
        }
      }
      Rule(
        "answer-for-another-user", .derived,
        "A server's answer that is for another user is neither returned nor cached.",
        from: customerInfo, because: usersNeverMix, about: .answeredUser
      ).rows {
        Row("with nothing cached", given: .unfetched().answeringForBob) {
          Step(.call(.customerInfo()), .fails, .requestsSomething)
          Step(.call(.customerInfo(.fromCacheOnly)), .fails)
          Step(.serve(.answersFor(nil)))
          Step.reads(.v1, by: .fetchCurrent)
        }
        Row("with a stale copy", given: .stale.answeringForBob) {
          Step.reads(.v1, .requestsSomething)
          Step.reads(.v1, by: .fromCacheOnly)
          Step(.serve(.answersFor(nil)))
          Step.reads(.v2, by: .fetchCurrent)
        }
        Row("an answer with offerings", given: .offerings.answeringForBob) {
          Step.anHour
          oldOfferingsOrError
          oldOfferingsOrError
          Step(.serve(.answersFor(nil)))
          Step.readsOfferings(.v1)
        }
        Row("the answer to a purchase", given: .young.answeringForBob) {
          Step(.call(.purchase("pro")), oneOf: [Outcome("fails", .fails), Outcome("succeeds")])
          Step.reads(.v1, by: .fromCacheOnly)
          Step.isUser(.alice)
        }
        Row("the answer to a restore", given: .young.answeringForBob) {
          Step(.call(.restore), oneOf: [Outcome("fails", .fails), Outcome("succeeds")])
          Step.reads(.v1, by: .fromCacheOnly)
          Step.isUser(.alice)
        }
      }
    }
  }

  private static var getPremises: [Premise<CustomerAction>] {
    [
      .broken("customer.get.only-on-call[for an hour]", where: \.refreshesUnasked),
      .broken("customer.get.only-on-call[after a minute in the background]", where: \.refreshesUnasked),
      .broken("customer.get.cached-without-request") { moment in
        moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.copy?.isYoung == true
          && moment.asks == true && !moment.isClockSet
      }.lessBasic(than: "customer.policy.fetch-current", "customer.policy.default-is-cached-or-fetched"),
      .last("customer.get.cached-without-request") {
        $0.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && $0.asks == true && $0.copy?.isOld != true
      }.lessBasic(than: "customer.policy.fetch-current", "customer.policy.default-is-cached-or-fetched"),
      .broken("customer.get.refreshes-when-old[at 5 min 1 s]") { moment in
        moment.reads(by: nil, .cachedOrFetched, .notStaleCachedOrFetched) && moment.lacksRefresh
      },
    ]
  }

  /// Five minutes and a second, with a read every 59 seconds.
  private static func readAllAlong(_ read: CustomerStep) -> [CustomerStep] {
    let minute: [CustomerStep] = [Step(.advance(.seconds(59))), read]
    return Array(repeating: minute, count: 5).flatMap(\.self) + [Step(.advance(.seconds(6)))]
  }

  /// The copy is refreshed by these reads, five minutes after it was fetched.
  private static func clockMovedBack(_ row: String, _ jump: Duration, _ reads: [CustomerStep], line: Int = #line) -> Row
  {
    Row(
      row, given: .young.and("the clock is set back by \(jump.inWords)", [Step(.setClock(by: .zero - jump))]),
      line: line
    ) {
      Step.moreThanFiveMinutes
      reads
      Step.reads(.v2)
    }
  }

  /// The document does not say whether a read of old offerings waits for new ones; another user's offerings count as
  /// none.
  private static let oldOfferingsOrError = CustomerStep(
    .call(.offerings),
    oneOf: [Outcome("the old ones", .answers(.offerings(.v1, for: .alice))), Outcome("waits, and fails", .fails)])
}

extension Fixture where Action == CustomerAction {
  fileprivate var answeringForBob: Self { and("the server answers for bob", [Step(.serve(.answersFor(.bob)))]) }
}
