extension NormalizedAction {
  /// Faults in policies, and fetches that are cancelled.
  static let policyFaults: [BrokenGraph] = [
    .blind(to: .answerAwaited, is: "gives all results at the end") {
      $0.fetch = { call in
        let results = Memo<[GraphAnswer]>([])
        defer { for result in results.value { call.deliver(result) } }
        try await call.delivering { answer in results.change { $0.append(answer) } }.soundly()
      }
    },
    .blind(to: .failure, is: "gives old data after any failure") {
      $0.configure = { if !$0.oldDataAfter.isEmpty { $0.oldDataAfter = Set(OriginFailure.allCases) } }
    },
    .blind(to: .failure, is: "never gives old data") {
      $0.configure = { $0.oldDataAfter = [] }
    },
    .blind(to: .fetchCancelled, is: "goes on when cancelled") {
      $0.fetch = { call in try await Task { try await call.soundly() }.value }
    },
  ]

  /// Blind modules that use each policy, or the default one, in place of every other.
  static let blindToPolicies: [BlindModule] = ([nil] + QueryCachePolicy.allCases).flatMap { policy in
    QueryCachePolicy.allCases.filter { $0 != policy ?? .returnCacheDataElseFetch }.map { other in
      blind(to: .graph(.policy(policy)), "taken for \(other)") { $0.mix(policy, with: other) }
    }
  }
}
