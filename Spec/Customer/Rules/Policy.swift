/// The four fetch policies, which say whether a read of customer info asks the cache, the network or both. Written
/// under 'CacheFetchPolicy' in its documentation, and under 'CustomerInfo' in the source of RevenueCat's 'Caching'. The
/// table holds every combination of policy, copy and network.
extension CustomerSpec {
  static var policyTopic: Topic<CustomerAction> {
    Topic(
      "customer.policy", premises: policyPremises,
      tables: [Table("A read of customer info under a policy", legend: policyLegend, policyTable)],
      scenarios: policyTable.map(\.scenario)
    ) {
      Rule(
        "default-is-cached-or-fetched", .must, "A read that names no policy behaves as under `cachedOrFetched`.",
        from: customerInfo, about: .customerPolicy
      ).rows {
        Row("unlike `notStaleCachedOrFetched`", given: .stale) {
          Step.reads(.v1, .requestsInfo().demanded(by: "customer.get.refreshes-when-old"))
          Step(.serve(.customerInfo(.v3)))
          Step.anHour
          Step.waits(for: .v3)
        }
      }
      Rule(
        "cached-or-fetched", .must,
        "`cachedOrFetched` returns cached data, even if it is stale; it waits for the network only when nothing is cached.",
        from: customerInfo, customerInfoSource, policyPage, about: .customerPolicy
      ).rows {
        Row("unlike `notStaleCachedOrFetched`", given: .stale) {
          Step.waits(for: .v2)
          Step.anHour
          Step.reads(.v2, by: .cachedOrFetched)
        }
      }
      Rule(
        "stale-served-then-refreshed", .must,
        "Under `cachedOrFetched` a read of stale data returns it without waiting, and a refresh follows in the background. The read makes one request, the listener is told, and the next read returns the new data.",
        from: customerInfo, about: .customerPolicy
      ).rows {
        Row("the first refresh", given: .first.serving(.v1)) {
          Step.anHour
          Step.reads(.v0, by: .cachedOrFetched, .requestsInfo())
          Step.reads(.v1, .requestsNothing)
        }
        Row("unlike `notStaleCachedOrFetched`", given: .stale) {
          Step.reads(.v1, by: .cachedOrFetched)
          Step.anHour
          Step(.serve(.customerInfo(.v3)))
          Step.waits(for: .v3)
        }
        Row("ten reads during the refresh", given: .stale) {
          Step(.requests(.customerInfo, .hold))
          Step(
            .callOften(.customerInfo(.cachedOrFetched), times: 10, atOnce: true), .answers(.info(.v1)))
          Step(.requests(.customerInfo, .awaitHeld(1)))
          Step.reads(.v1, by: .cachedOrFetched)
          Step(.requests(.customerInfo, .releaseAll))
          Step.reads(.v2, by: .cachedOrFetched, .requestsNothing)
        }
        Row("a listener is told", given: .stale.listening) {
          Step(.requests(.customerInfo, .hold))
          Step.reads(.v1, by: .cachedOrFetched, .notifiesNothing)
          Step(.requests(.customerInfo, .awaitHeld(1)), .notifiesNothing)
          Step(.requests(.customerInfo, .releaseAll), .notifies(.info(.v2)))
        }
      }
      Rule(
        "fetch-current", .must,
        "`fetchCurrent` asks the network even if data is cached; with none cached, it fails when the request fails.",
        from: customerInfoSource, policyPage, about: .customerPolicy
      ).rows {
        Row("unlike `fromCacheOnly`", given: .young) {
          Step.reads(.v1, by: .fromCacheOnly, .requestsNothing)
          Step.reads(.v2, by: .fetchCurrent, .requestsInfo())
        }
      }
      Rule(
        "fetch-current-offline", .open,
        "With data cached and no network, `fetchCurrent` fails, or returns the cached data.", from: customerInfoSource,
        policyPage,
        because:
          "The page says that the network is asked, but not what a read does when the fetch fails; a shipping SDK fails."
      )
      Rule(
        "from-cache-only", .must,
        "`fromCacheOnly` makes no request, however old the data is; with none cached, it fails.",
        from: customerInfoSource,
        policyPage, about: .customerPolicy
      ).rows {
        Row("unlike `fetchCurrent`", given: .unfetched()) {
          Step(.call(.customerInfo(.fromCacheOnly)), .fails, .requestsNothing)
          Step.reads(.v1, by: .fetchCurrent)
          Step.reads(.v1, by: .fromCacheOnly, .requestsNothing)
        }
      }
      Rule(
        "not-stale-cached-or-fetched", .must,
        "`notStaleCachedOrFetched` returns cached data that is not stale; otherwise it asks the network and waits.",
        from: customerInfoSource, policyPage, about: .customerPolicy, .infoAge
      ).rows {
        Row("unlike `cachedOrFetched`", given: .stale) {
          Step.reads(.v1, by: .cachedOrFetched)
          Step(.serve(.customerInfo(.v3)))
          Step.anHour
          Step.reads(.v3, by: .notStaleCachedOrFetched)
        }
        // After a start that reached no server, the module may ask again at a read: the copy is returned without waiting.
        Row("fetched again unchanged, and read after a restart", given: .cached) {
          Step(.advance(.minutes(4)))
          Step(.call(.customerInfo(.fetchCurrent)), .requestsInfo())
          Step(.advance(.minutes(2)))
          Step(.network(.down))
          Step(.restart)
          Step.reads(.v1, by: .fromCacheOnly).demanded(by: "customer.info.survives-restart")
          Step.reads(.v1, by: .notStaleCachedOrFetched)
        }
      }
      Rule(
        "not-stale-offline", .open,
        "With stale data and no network, `notStaleCachedOrFetched` fails, or returns the stale data.",
        from: customerInfoSource, policyPage,
        because:
          "The page does not say what happens when the fetch fails; a shipping SDK fails rather than return stale data."
      )
      Rule(
        "failure-keeps-data", .derived, "A refresh that fails leaves the cached data as it was.", from: faqOffline,
        because:
          "Follows from `customer.offline.served-for-ever`: otherwise the first refresh attempted without a network would lose the data.",
        about: .failedRequest
      ).rows {
        Row(given: .stale.offline) {
          Step(.call(.customerInfo()), .requestsSomething)
          Step.reads(.v1, by: .fromCacheOnly)
          Step(.call(.customerInfo(.fetchCurrent)), .returns)
          Step.reads(.v1, by: .fromCacheOnly)
          Step(.app(.foreground))
          Step.reads(.v1, by: .fromCacheOnly)
          Step(.restart)
          Step.reads(.v1, by: .fromCacheOnly)
        }
        Row("one refresh fails after another, each in its way", given: .stale) {
          NetworkState.failures.flatMap { failure in
            [
              Step(.network(failure)), .anHour, Step(.call(.customerInfo(.fetchCurrent)), .returns),
              .reads(.v1, by: .fromCacheOnly), Step(.call(.customerInfo()), .returns), .reads(.v1, by: .fromCacheOnly),
            ]
          }
          Step(.restart)
          Step.reads(.v1, by: .fromCacheOnly)
        }
        Row("a purchase fails", given: .cached.offline) {
          Step(.call(.purchase("pro")), .fails)
          Step.reads(.v1)
          Step(.restart)
          Step.reads(.v1)
        }
        Row("cached offerings", given: .youngOfferings.offline) {
          Step(.call(.customerInfo(.fetchCurrent)), .returns)
          Step.readsOfferings(.v1, .requestsNothing)
          Step(.app(.background))
          Step(.app(.foreground))
          Step.readsOfferings(.v1, .requestsNothing)
        }
      }
      Rule(
        "failure-then-retry", .open,
        "After a refresh that failed, the next read retries at once, or the module waits before it retries.",
        from: customerInfo, because: "The document does not mention retries."
      ).rows {
        Row(given: .stale.offline) {
          Step.reads(.v1)
          Step(
            .call(.customerInfo()),
            oneOf: [Outcome("tries again at once", .requestsSomething), Outcome("waits", .requestsNothing)])
        }
      }
    }
  }

  private static var policyPremises: [Premise<CustomerAction>] {
    [
      .broken("customer.policy.fetch-current[policy=fetchCurrent,cached=nothing,network=up]") {
        $0.reads(by: .fetchCurrent) && $0.asks == false
      },
      .broken("customer.policy.fetch-current[policy=fetchCurrent,cached=young copy,network=up]") {
        $0.reads(by: .fetchCurrent) && $0.asks == false
      },
      .last("customer.policy.fetch-current[policy=fetchCurrent,cached=young copy,network=up]") {
        $0.reads(by: .fetchCurrent) && $0.action == .finish
      },
      .broken("customer.policy.from-cache-only[unlike `fetchCurrent`]") {
        $0.reads(by: .fromCacheOnly) && ($0.asks == true || $0.isAnsweredOtherwise)
      },
      .broken("customer.policy.default-is-cached-or-fetched[policy=none named,cached=nothing,network=up]") {
        $0.reads(by: nil) && $0.copy?.isYoung != true && $0.asks == false
      },
      .broken("customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]") {
        $0.reads(by: nil) && ($0.isAnsweredOtherwise || $0.copy?.isYoung == true && $0.asks == true)
      }.lessBasic(than: "customer.offline.served-for-ever"),
      .broken("customer.policy.cached-or-fetched[policy=cachedOrFetched,cached=stale copy,network=down]") {
        $0.reads(by: .cachedOrFetched) && $0.isAnsweredOtherwise
      },
      .last("customer.policy.default-is-cached-or-fetched[policy=none named,cached=stale copy,network=down]") {
        $0.reads(by: nil) && $0.asks == true && $0.copy?.isOld != true
      }.lessBasic(than: "customer.offline.served-for-ever"),
      .last("customer.policy.cached-or-fetched[policy=cachedOrFetched,cached=stale copy,network=down]") {
        $0.reads(by: .cachedOrFetched) && $0.asks == true && $0.copy?.isOld != true
      },
      .broken(
        "customer.policy.not-stale-cached-or-fetched[policy=notStaleCachedOrFetched,cached=stale copy,network=up]"
      ) {
        $0.reads(by: .notStaleCachedOrFetched) && $0.copy?.isOld == true && !$0.isOffline && !$0.isAnsweredOtherwise
          && $0.before.background == nil
      },
    ]
  }
}
