/// The order in which the layers are asked: the CDN, the server, the cache, the fallback. It is written in Adapty's
/// 'Understand the caching system in Adapty', under 'How the layers work together', and holds for every load that asks
/// the network.
extension PaywallSpec {
  static var priorityTopic: Topic<PaywallAction> {
    Topic(
      "paywall.priority", premises: priorityPremises,
      tables: [
        Table(
          "Which layer answers a load", legend: "The load names no policy. " + legend, priorityTable, isComplete: false)
      ], scenarios: priorityTable.map(\.scenario)
    ) {
      Rule(
        "cdn-first", .must,
        "A load that asks the network asks the CDN first; when the CDN answers, its answer is returned and no other layer is asked.",
        from: together, about: PaywallInput.cdn
      ).rows {
        // Each load checks only its first request, not what follows.
        Row("nothing was loaded before") {
          Step(.start(.plain))
          Step(.publish(.v1))
          Step(.requests(.hold))
          Step(.begin(.load(.onboarding), as: "the load"))
          Step(.requests(.awaitHeld(1)), .requestsCDN)
          Step(.requests(.releaseAll))
          Step(.finish("the load"))
        }
        Row("the CDN is down at the next load", given: .cached()) {
          Step(.load(.onboarding), .answers(.v3), .requestsCDN)
          Step(.publish(.v4, on: [.server]))
          Step(.remote(.down, of: [.cdn]))
          Step(.load(.onboarding), .answers(.v4), .requestsServer, .stores(.v4))
            .demanded(by: "paywall.priority.server-after-cdn")
        }
      }
      Rule(
        "server-after-cdn", .must,
        "When the CDN fails while there is a network, the stand-alone server is asked, and its answer is returned even if a copy is cached.",
        from: together, about: PaywallInput.cdnFailure, PaywallInput.server, PaywallInput.refusal)
      Rule(
        "cache-after-network", .must, "When both remote layers fail, the most recent cached copy is returned.",
        from: together, about: PaywallInput.cached, PaywallInput.cdnFailure, PaywallInput.serverFailure,
        PaywallInput.network, PaywallInput.loss
      ).rows {
        Row("a second load replaced the first copy", given: .cached(.withFallback).reloaded.offline) {
          Step(.load(.onboarding), .answers(.v3), .triesNetwork, .stores(.v3))
        }
        Row("the copy is a month old", given: .cached(.withFallback, aged: .days(32)).offline) {
          Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1))
        }
      }
      Rule(
        "fallback-after-cache", .must,
        "When both remote layers fail and nothing is cached, the fallback for that placement is returned.",
        from: together, about: PaywallInput.fallback, PaywallInput.serverFailure)
      Rule(
        "error-when-all-fail", .must,
        "When every layer fails, the call throws an error; it never returns an empty paywall.", from: together,
        about: PaywallInput.uncached, PaywallInput.noFallback, PaywallInput.serverFailure)
      Rule(
        "kinds-of-failure", .derived,
        "The order of the layers is the same however a remote layer fails: no network, a refused connection, a time-out, a server error, or an answer that cannot be read.",
        from: together,
        because:
          "Follows from paywall.priority.server-after-cdn and paywall.priority.cache-after-network: the document speaks of failure in general and makes no exception for any kind.",
        about: PaywallInput.failure, PaywallInput.refusal, PaywallInput.network, PaywallInput.bytes,
        PaywallInput.cdnFailure
      ).rows {
        RemoteState.kindsOfOneLayer.map(cdnFails)
        for state in RemoteState.kindsOfFailure {
          Row("both layers fail: \(state.failureName)", given: .cached(.withFallback).remote(state)) {
            Step(.load(.onboarding), .answers(.v1), .stores(.v1))
          }
        }
        Row("both layers fail, and nothing is cached", given: .uncached().remote(.failing(.serverError))) {
          Step(.load(.onboarding), .fails, .storesNothing)
        }
      }
      Rule(
        "server-without-network", .open,
        "When the device has no network, a load that has asked the CDN asks the server too, or it does not.",
        from: together, layers,
        because:
          "The document names an unreachable CDN, after which the server is asked, and a failing network, after which the cache answers. It does not say whether one failed request is enough to tell that there is no network."
      ).rows {
        withoutNetwork("a copy is cached", .cached(.withFallback).offline, .answers(.v1))
        withoutNetwork("nothing is cached", .uncached().offline, .fails)
      }
      Rule(
        "no-shared-limit", .derived, "A load asks the network, however recently another placement was loaded.",
        from: together,
        because:
          "Follows from paywall.priority.cdn-first: the order holds for each paywall that is requested, and a request limit shared by all placements would break it.",
        about: PaywallInput.recent
      ).rows {
        // Loads of one placement after another, with no time between them.
        Row(given: .started().published(.v1)) {
          Step(.load(.onboarding), .requestsSomething)
          Step(.publish(.deepLink5))
          Step(.load(.deepLink), .requestsSomething)
        }
        Row("after nine loads at once", given: .started().published(.v1)) {
          burst.map { Step(.begin(.load($0), as: $0.name)) }
          burst.map { .unjudged(.finish($0.name)) }
          Step(.load(.onboarding), .requestsSomething)
        }
      }
      Rule(
        "recovers", .derived,
        "Once the CDN answers again, the next load under the default policy returns the CDN's answer; after a status that tells clients to wait, a load a day later returns it.",
        from: together,
        because: "Follows from paywall.priority.cdn-first: every load starts at the CDN, whatever failed before it.",
        about: PaywallInput.cdn, PaywallInput.repetition
      ).rows {
        Row("the server answered meanwhile", given: .cached().cdnDown) {
          Step(.load(.onboarding), .answers(.v2), .requestsServer)
          Step(.remote(.up, of: [.cdn]))
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
        }
        Row("the fallback was returned meanwhile", given: .uncached(.withFallback).offline) {
          Step(.load(.onboarding), .answers(.v0))
          Step(.remote(.up))
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
        }
        // Both layers did not answer in time, and then answer too late.
        Row("both layers answered too late", given: .cached().silent(RemoteLayer.allCases)) {
          Step(.begin(.load(.onboarding), as: "the load"))
          Step(.passTimeOuts)
          Step(.finish("the load"), .answers(.v1))
          Step(.requests(.releaseAll))
          Step(.publish(.v4))
          Step(.load(.onboarding), .answers(.v4), .requestsCDN, .stores(.v4))
        }
        // A client that is told to wait may ask nothing for a while.
        Row("a day after status 429", given: .cached().remote(.failing(.status(429)))) {
          Step(.load(.onboarding), .answers(.v1), .stores(.v1))
          Step(.remote(.up))
          Step(.advance(.days(1)))
          Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
        }
      }
    }
  }

  private static var priorityPremises: [Premise<PaywallAction>] {
    [
      .any("paywall.priority.no-shared-limit") { $0.mustAsk && !$0.isAsked },
      .observed("paywall.priority.no-shared-limit[after nine loads at once]") { run in
        let lookups = PaywallLookup.all(in: run)
        return lookups.count > 8 && lookups.contains { $0.mustAsk && !$0.isAsked }
      },
      .last("paywall.priority.cdn-first[nothing was loaded before]") { !$0.isServedByCDN },
      .last("paywall.priority.cdn-first[the CDN is down at the next load]") { !$0.isServedByCDN },
      .last("paywall.priority.cdn-first[cdn=up,server=down,cache=empty,fallback=set]") { !$0.isServedByCDN },
      .last("paywall.priority.server-after-cdn[cdn=down,server=up,cache=empty,fallback=not set]") {
        $0.mayNeedServer && !$0.isServedByServer
      },
      .last("paywall.priority.server-after-cdn[cdn=down,server=up,cache=filled,fallback=not set]") {
        $0.mayNeedServer && !$0.isServedByServer && $0.stored.copy != nil
      },
      .last("paywall.priority.cache-after-network[cdn=down,server=down,cache=filled,fallback=not set]") {
        $0.mayAllFail
      },
      .last("paywall.priority.error-when-all-fail[cdn=down,server=down,cache=empty,fallback=not set]") {
        $0.mayAllFail && $0.stored.copy == nil
      },
      .last("paywall.priority.kinds-of-failure[both layers fail: server error]") {
        $0.meets { [.up, .failing(.serverError)].contains($0) }
      },
      .last("paywall.priority.kinds-of-failure[both layers fail, and nothing is cached]") {
        $0.stored.copy == nil && $0.meets { [.up, .failing(.serverError)].contains($0) }
      },
      .last("paywall.priority.kinds-of-failure[both layers fail: time-out]") {
        $0.mustAsk && $0.isSilent || $0.meets { $0 == .failing(.timeOut) }
      },
      .last("paywall.priority.kinds-of-failure[both layers fail: undecodable answer]") {
        $0.meets { [.undecodable, .empty, .cutShort].contains($0) }
      },
      .last("paywall.priority.fallback-after-cache[cdn=down,server=down,cache=empty,fallback=set]") {
        $0.mayAllFail && $0.stored.copy == nil && $0.hasFallback
      },
    ]
  }

  /// The order of the layers: each answers only when all before it have failed.
  ///
  /// A layer that is down alone refuses the connection; where both are down, the device has no network, and whether the
  /// server is asked is open. The load names no policy. The CDN has version 3 and the server version 2; a filled cache
  /// holds version 1, and the fallback, where it is set, is version 0.
  ///
  /// - `requests`: the remote layers that are asked, in this order.
  /// - `fromCDN`, `fromServer`: that layer's version.
  /// - `cached`: the copy that was cached before; `unchanged` means that it is still cached.
  // swift-format-ignore
  static let priorityTable: [PaywallPriorityRow] = [
    //  CDN       server cache    fallback answer       requests         afterwards    rule
    .init((.up,   .up,   .filled, .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.priority.cdn-first"),
    .init((.up,   .down, .empty,  .set,    .fromCDN,    [.cdn],          .fromCDN),    "paywall.priority.cdn-first"),
    .init((.down, .up,   .filled, .notSet, .fromServer, [.cdn, .server], .fromServer), "paywall.priority.server-after-cdn"),
    .init((.down, .up,   .empty,  .notSet, .fromServer, [.cdn, .server], .fromServer), "paywall.priority.server-after-cdn"),
    .init((.down, .down, .filled, .set,    .cached,     [.cdn, .server], .unchanged),  "paywall.priority.cache-after-network"),
    .init((.down, .down, .filled, .notSet, .cached,     [.cdn, .server], .unchanged),  "paywall.priority.cache-after-network"),
    .init((.down, .down, .empty,  .set,    .fallback,   [.cdn, .server], .nothing),    "paywall.priority.fallback-after-cache"),
    .init((.down, .down, .empty,  .notSet, .error,      [.cdn, .server], .nothing),    "paywall.priority.error-when-all-fail"),
  ]

  private static let burst = (1...9).map { Placement("placement \($0)") }

  private static func cdnFails(_ state: RemoteState) -> Row {
    Row("the CDN fails: \(state.failureName)", given: .cached(.withFallback).remote(state, of: [.cdn])) {
      Step(.load(.onboarding), .answers(.v2), .requestsServer, .stores(.v2)).premise(replacing)
      Step(.remote(.up))
      Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3)).premise(replacing)
    }
  }

  private static func withoutNetwork(
    _ row: String, _ fixture: PaywallFixture, _ answer: Expectation<PaywallAction>, line: Int = #line
  ) -> Row {
    Row(row, given: fixture, line: line) {
      Step(
        .load(.onboarding),
        oneOf: [
          Outcome("the server is asked", answer, .requestsBoth),
          Outcome("the server is not asked", answer, .request(.tried([.value(.cdn)], then: nil))),
        ])
    }
  }
}

/// A row of the table of layers: which layers can answer, and the outcome of a load.
struct PaywallPriorityRow: PaywallOutcomeRow {
  /// Whether a remote layer can be reached. Where neither can, the device has no network.
  enum Remote: String, CaseIterable, DescribedByRawValue {
    case up, down

    var state: RemoteState { self == .up ? .up : .down }
  }

  /// What is cached.
  enum Cache: String, CaseIterable, DescribedByRawValue {
    case filled, empty
  }

  static let inputs = [
    Column("cdn", Remote.self), Column("server", Remote.self), Column("cache", Cache.self),
    Column("fallback", PaywallFallbackCell.self),
  ]

  let cells:
    (
      cdn: Remote, server: Remote, cache: Cache, fallback: PaywallFallbackCell, answer: PaywallOutcome.Answer,
      requests: [RemoteLayer], stored: PaywallOutcome.Stored
    )
  let rule: RuleID
  let source: SourceLine

  var fixture: PaywallFixture {
    let cached: PaywallFixture =
      cells.cache == .filled ? .cached(cells.fallback.setup) : .uncached(cells.fallback.setup)
    return switch (cells.cdn, cells.server) {
    case (.up, .up): cached
    case (.down, .up): cached.cdnDown
    case (.up, .down): cached.remote(.down, of: [.server])
    case (.down, .down): cached.offline
    }
  }

  var steps: [PaywallStep] {
    [Step(.load(.onboarding), outcome.expectations).premise(PaywallSpec.replacing)]
  }

  var outcome: PaywallOutcome {
    PaywallOutcome(answer: cells.answer, requests: cells.requests, stored: cells.stored)
  }
}
