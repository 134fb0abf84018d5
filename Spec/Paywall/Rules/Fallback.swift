/// The file of fallback paywalls that the app ships with: when it is used, and that it never hides newer data. It is
/// written in Adapty's 'Understand the caching system in Adapty', under 'How the layers work together'.
extension PaywallSpec {
  static var fallbackTopic: Topic<PaywallAction> {
    Topic(
      "paywall.fallback",
      tables: [
        Table(
          "What a newer fallback file changes",
          legend: """
            The load names no policy, both remote layers fail in the same way, and the fallback file holds a newer version \
            than the cache.
            """, newerFallbackTable, isComplete: false)
      ], scenarios: newerFallbackTable.map(\.scenario)
    ) {
      Rule(
        "needs-configuration", .must,
        "If no fallback is configured for a placement, there is no last layer: when all the others fail, the call throws. A fallback for another placement is not used.",
        from: together, about: PaywallInput.noFallback
      ).rows {
        Row("there is no fallback file", given: .uncached().offline) {
          Step(.load(.onboarding), .fails, .triesNetwork)
        }
        Row(
          "the file has another placement's fallback",
          given: .uncached(AppSetup(fallback: .holding([.deepLink0]))).offline
        ) {
          Step(.load(.deepLink), .answers(.deepLink0), .triesNetwork(for: .deepLink))
          Step(.load(.onboarding), .fails, .triesNetwork)
        }
      }
      Rule(
        "automatic", .must, "The fallback is used automatically: the app makes no call for it at run time.",
        from: together, about: PaywallInput.fallback
      ).rows {
        Row("the first start is without a network") {
          Step(.start(.withFallback))
          Step(.remote(.noNetwork))
          Step(.load(.onboarding), .answers(.v0))
          Step(.load(.settings), .fails.demanded(by: "paywall.fallback.needs-configuration"))
        }
        Row("after a restart", given: .uncached(.withFallback).offline) {
          Step(.restart)
          Step(.load(.onboarding), .answers(.v0))
        }
      }
      Rule(
        "never-masks-newer-data", .derived,
        "Returning a fallback neither fills the cache nor replaces what it holds: the next successful load and the next read from the cache return remote data.",
        from: together, layers,
        because:
          "Follows from paywall.cache.holds-most-recent: a fallback is old by design, and if it were cached it would be returned in place of newer data.",
        about: PaywallInput.origin
      ).rows {
        Row("the next load prefers the cache", given: .uncached(.withFallback).offline.returnedFallback(.v0)) {
          Step(.inspect(.onboarding), .storesNothing)
          Step(.remote(.up))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v3), .requestsCDN, .stores(.v3))
        }
        Row("a copy is cached, and the app restarts", given: .cached(.withFallback).offline) {
          Step(.load(.onboarding), .answers(.v1), .stores(.v1))
          Step(.restart)
          Step(.inspect(.onboarding), .stores(.v1))
          Step(.load(.onboarding, .returnCacheDataElseLoad), .answers(.v1), .requestsNothing, .stores(.v1))
        }
      }
      Rule(
        "older-than-cache", .must,
        "When both remote layers fail and a copy is cached, that copy is returned, even if the fallback file holds a newer version.",
        from: together, about: PaywallInput.cached
      ).rows {
        Row("the copy has expired", given: .cached(AppSetup(fallback: .holding([PaywallVersion(9)]))).offline) {
          Step(.advance(.hours(1)))
          Step(
            .load(.onboarding, .halfAnHour), .answers(.v1), .stores(.v1),
            .triesNetwork.demanded(by: "paywall.policy.max-age-expired")
          ).premise(
            "paywall.policy.max-age-expired-offline[policy=returnCacheDataIfNotExpiredElseLoad,cache=1 h old,network=down,fallback=set]"
          )
        }
      }
      Rule(
        "placement-names", .derived,
        "The fallback of a placement is returned, whatever characters the placement's name contains.", from: together,
        because: "Follows from paywall.priority.fallback-after-cache, which holds for every name.",
        about: PaywallInput.fallback
      ).rows {
        anyName("the name has emoji", "🎉 Angebot")
        anyName("the name is a path and a query", "../a/b?c=%20d&e#f")
      }
      Rule(
        "unreadable-file", .derived,
        "A fallback file that is missing or cannot be read counts as no fallback: the app starts, every other layer works, and the call throws when all of them fail.",
        from: together,
        because:
          "Follows from paywall.fallback.needs-configuration: a file that cannot be read configures no fallback.",
        about: PaywallInput.fallback
      ).rows {
        Row("a readable file then replaces an unreadable one") {
          Step(.start(AppSetup(fallback: .damaged(.truncated))))
          Step(.remote(.noNetwork))
          Step(.load(.onboarding), .fails, .triesNetwork)
          Step(.start(.withFallback))
          Step(.load(.onboarding), .answers(.v0), .triesNetwork)
        }
        unreadable(.missing)
        unreadable(.folder)
        unreadable(.damaged(.truncated))
      }
    }
  }

  /// A load while both remote layers fail in one way and the fallback file holds version 9, newer than the cached version 1.
  // swift-format-ignore
  static let newerFallbackTable: [PaywallNewerFallbackRow] = [
    //     failure                  cache    answer
    .init((.noNetwork,              .filled, .cached),   "paywall.fallback.older-than-cache"),
    .init((.down,                   .filled, .cached),   "paywall.fallback.older-than-cache"),
    .init((.failing(.timeOut),      .filled, .cached),   "paywall.fallback.older-than-cache"),
    .init((.failing(.serverError),  .filled, .cached),   "paywall.fallback.older-than-cache"),
    .init((.undecodable,            .filled, .cached),   "paywall.fallback.older-than-cache"),
    .init((.noNetwork,              .empty,  .fallback), "paywall.priority.fallback-after-cache"),
  ]

  /// A fallback is returned for a placement of any name, and none for a name that begins alike.
  private static func anyName(_ row: String, _ name: String, line: Int = #line) -> Row {
    let fallback = PaywallVersion(0, of: Placement(name))
    return Row(row, given: .started(AppSetup(fallback: .holding([.v0, fallback]))).offline, line: line) {
      Step(.load(fallback.placement), .answers(fallback))
      Step(.load(Placement(name + "b")), .fails.demanded(by: "paywall.fallback.needs-configuration"))
      Step(.load(.onboarding), .answers(.v0))
    }
  }

  private static func unreadable(_ file: FallbackFile) -> Row {
    Row("\(file)") {
      Step(.start(AppSetup(fallback: file)))
      Step(.publish(.v1))
      Step(.load(.onboarding), .answers(.v1), .requestsCDN, .stores(.v1))
      Step(.remote(.noNetwork))
      Step(.load(.onboarding), .answers(.v1), .triesNetwork, .stores(.v1))
      Step(.load(.settings), .fails, .triesNetwork(for: .settings))
      Step(.remote(.up))
      Step(.publish(.v3))
      Step(.load(.onboarding), .answers(.v3), .requestsCDN, .stores(.v3))
    }
  }
}

/// A row of the table of newer fallback files: how the remote layers fail, what is cached, and what is returned.
struct PaywallNewerFallbackRow: TableRow {
  /// What the caller gets.
  enum Answer: String, DescribedByRawValue {
    case cached = "the cached copy"
    case fallback = "the fallback"
  }

  static let inputs = [
    Column("failure", RemoteState.kindsOfFailure.map(\.failureName)), Column("cache", PaywallPriorityRow.Cache.self),
  ]
  static let outcomes = ["answer"]

  let cells: (failure: RemoteState, cache: PaywallPriorityRow.Cache, answer: Answer)
  let rule: RuleID
  let source: SourceLine

  var given: [String] { [cells.failure.failureName, "\(cells.cache)"] }
  var name: String { "a newer fallback,failure=\(given[0]),cache=\(given[1])" }

  var fixture: PaywallFixture {
    let setup = AppSetup(fallback: .holding([PaywallVersion(9)]))
    let cached: PaywallFixture = cells.cache == .filled ? .cached(setup) : .uncached(setup)
    return cached.remote(cells.failure)
  }

  var steps: [PaywallStep] {
    switch cells.answer {
    case .cached: [Step(.load(.onboarding), .answers(.v1), .stores(.v1))]
    case .fallback: [Step(.load(.onboarding), .answers(PaywallVersion(9)), .keepsFallbackOut)]
    }
  }
}
