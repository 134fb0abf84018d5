extension PaywallSpec {
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
