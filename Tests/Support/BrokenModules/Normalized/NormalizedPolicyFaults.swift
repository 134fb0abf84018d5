extension NormalizedAction {
  /// Faults in policies, and fetches that are cancelled.
  static let policyFaults: [GraphFault] = [
    .graph("normalized.policy.default-is-cache-else-fetch", is: "always fetches") {
      $0.mix(nil, with: .fetchIgnoringCacheData)
    },
    .graph("normalized.policy.cache-else-fetch", is: "fetches what is cached") {
      $0.mix(.returnCacheDataElseFetch, with: .fetchIgnoringCacheData)
    },
    .graph("normalized.policy.fetch-ignoring-cache-data", is: "stores the first answer only") {
      $0.fetch = { call in
        let stores = if call.policy == .fetchIgnoringCacheData { await call.cached() == nil } else { true }
        try await call.under(stores ? call.policy : .fetchIgnoringCacheCompletely)
      }
    },
    .graph("normalized.policy.fetch-ignoring-cache-completely", is: "stores") {
      $0.mix(.fetchIgnoringCacheCompletely, with: .fetchIgnoringCacheData)
    },
    .graph("normalized.policy.cache-dont-fetch", is: "fetches") {
      $0.mix(.returnCacheDataDontFetch, with: .returnCacheDataElseFetch)
    },
    .graph(
      "normalized.policy.cache-and-fetch", "normalized.watch.cache-and-fetch", is: "does not fetch what is cached"
    ) {
      $0.mix(.returnCacheDataAndFetch, with: .returnCacheDataElseFetch)
    },
    .graph("normalized.policy.cached-data-at-once", is: "gives all results at the end", blindTo: .answerAwaited) {
      $0.fetch = { call in
        let results = Memo<[GraphAnswer]>([])
        defer { for result in results.value { call.deliver(result) } }
        try await call.delivering { answer in results.change { $0.append(answer) } }.soundly()
      }
    },
    .graph("normalized.policy.after-failure", is: "gives old data after any failure", blindTo: .failure) {
      $0.configure = { if !$0.oldDataAfter.isEmpty { $0.oldDataAfter = Set(OriginFailure.allCases) } }
    },
    .graph("normalized.policy.after-failure", is: "never gives old data", blindTo: .failure) {
      $0.configure = { $0.oldDataAfter = [] }
    },
    .graph("normalized.overlap.cancelled-fetch", is: "goes on when cancelled", blindTo: .fetchCancelled) {
      $0.fetch = { call in try await Task { try await call.soundly() }.value }
    },
  ]

  /// Blind modules that use each policy, or the default one, in place of every other.
  static let blindToPolicies: [BlindModule] = ([nil] + QueryCachePolicy.allCases).flatMap { policy in
    QueryCachePolicy.allCases.filter { $0 != policy ?? .returnCacheDataElseFetch }.map { other in
      BlindModule(
        to: .graph(.policy(policy)), "taken for \(other)", GraphParts.changed { $0.mix(policy, with: other) })
    }
  }
}
