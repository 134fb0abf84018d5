extension Scenario where Action == PaywallAction {
  /// The scenario with further expectations: wherever a step expects requests of a load, or none, the rule of the
  /// load's policy demands that the network is asked, or is not.
  var owningRequests: Self {
    // The rows of a policy's own rules already show what the policy demands. Rules on which many others rest have to show
    // by themselves whether they are broken.
    let plain: Set<RuleID> = ["paywall.priority.no-shared-limit", "paywall.lifecycle.survives-restart"]
    let isOwn = rule.text.hasPrefix("paywall.policy.") || plain.contains(rule)
    let fixture = fixture.stages.reduce(Fixture.none) { fixture, stage in
      fixture.leading(
        to: stage.name, standingOn: stage.rule, stage.steps.map(\.owningRequests), fileID: stage.source.fileID,
        filePath: stage.source.filePath, line: stage.source.line)
    }
    let row = id == rule.text ? nil : String(id.dropFirst(rule.text.count + 1).dropLast())
    return Self(rule, row, given: fixture, then: isOwn ? steps : steps.map(\.owningRequests), source: source)
  }
}

extension Step where Action == PaywallAction {
  fileprivate var owningRequests: Self {
    guard outcomes.count == 1 else { return self }
    let ofRequests = outcomes[0].expectations.filter { $0.aspect == .requests }
    return demanding(ofRequests.compactMap { $0.isOfNothing ? action.hit : action.load })
  }
}

extension PaywallAction {
  /// The expectation that the network is not asked, if the policy of the call demands that when there is a copy.
  fileprivate var hit: Expectation<PaywallAction>? {
    switch self {
    case .call(.load(_, .returnCacheDataElseLoad)): .requestsNothing.demanded(by: "paywall.policy.cache-else-load-hit")
    case .call(.load(_, .returnCacheDataIfNotExpiredElseLoad)):
      .requestsNothing.demanded(by: "paywall.policy.max-age-young")
    default: nil
    }
  }

  /// The expectation that the network is asked, if the policy of the call demands that.
  fileprivate var load: Expectation<PaywallAction>? {
    switch self {
    case .call(.load(_, nil)): .requestsSomething.demanded(by: "paywall.policy.default-is-reload")
    case .call(.load(_, .reloadRevalidatingCacheData)):
      .requestsSomething.demanded(by: "paywall.policy.reload-asks-network-first")
    case .call(.load(_, .returnCacheDataIfNotExpiredElseLoad)):
      .requestsSomething.demanded(by: "paywall.policy.max-age-expired")
    case .call(.refresh): .requestsSomething.demanded(by: "paywall.refresh.updates-cache")
    default: nil
    }
  }
}
