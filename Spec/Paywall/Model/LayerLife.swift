/// Events that concern the cache as a whole.
extension PaywallLayerModel.State {
  // MARK: Clearing

  mutating func clear(by rule: RuleID) {
    copies = [:]
    emptiness = rule
  }

  /// The expectation that the event raises no error, if nothing is under way.
  private func succeeds(_ rule: RuleID) -> [Expectation<PaywallAction>] {
    isQuiet ? [.answer(.exactly([])).demanded(by: rule)] : []
  }

  func cleaningUp() -> [Continuation<PaywallAction, Self>] {
    let rule: RuleID = "paywall.lifecycle.manual-cleanup-clears"
    var cleared = self
    cleared.clear(by: rule)
    for index in cleared.loads.indices { cleared.loads[index].meetCleanUp() }
    cleared.follow()
    if isQuiet { return [Continuation(to: cleared.settled, succeeds(rule))] }
    // The clean-up may wait for loads that are under way.
    var waiting = self
    waiting.isCleaning = true
    for index in waiting.loads.indices { waiting.loads[index].meetCleanUp() }
    for placement in waiting.copies.keys { waiting.copies[placement]?.values.insert(nil) }
    waiting.follow()
    return [Continuation([]) { [waiting, cleared] in $0.isFailure ? waiting : cleared }]
  }

  func loggingOut() -> [Continuation<PaywallAction, Self>] {
    var state = self
    state.epoch += 1
    state.keepAll(by: "paywall.lifecycle.logout")
    for index in state.loads.indices { state.loads[index].needNotBeStored = true }
    if state.world.isUpdating { state.updateAll(isSure: { _ in false }, by: "paywall.lifecycle.logout") }
    return [Continuation(to: state.settled, succeeds("paywall.lifecycle.logout"))]
  }

  // MARK: The ends of runs

  func starting(after event: WorldEvent) -> [Continuation<PaywallAction, Self>] {
    var state = self
    switch event {
    case .kill:
      if !isQuiet {
        // The newest copies may not be written yet.
        for placement in copies.keys { state.copies[placement]?.values.formUnion(history[placement] ?? []) }
        for placement in copies.keys { state.copies[placement]?.values.insert(nil) }
      }
      state.loads = []
      return state.started(by: "paywall.lifecycle.survives-kill")
    case .damage(let damage, let files):
      for (placement, kept) in copies {
        let isGone = files == .all && !damage.mayLeaveACopy
        let values = isGone ? [nil] : kept.values.union(history[placement] ?? []).union([nil])
        state.copies[placement] = Kept(values: values, rule: kept.rule)
      }
      return state.started(by: "paywall.lifecycle.unreadable-copy")
    case .restartUnreadable:
      for (placement, kept) in copies {
        state.copies[placement] = Kept(
          values: kept.values.union(history[placement] ?? []).union([nil]), rule: kept.rule)
      }
      return state.started(by: "paywall.lifecycle.unreadable-copy")
    default: return state.started(by: "paywall.lifecycle.survives-restart")
    }
  }

  func starting(after action: PaywallAction) -> [Continuation<PaywallAction, Self>] {
    var state = self
    if action == .app(.reinstall) {
      state.clear(by: "paywall.lifecycle.reinstall-clears")
      state.history = [:]
      return state.started(by: "paywall.lifecycle.reinstall-clears")
    }
    return state.started(by: "paywall.lifecycle.survives-restart")
  }

  /// The ways of a start of the app with what is stored.
  private func started(by rule: RuleID) -> [Continuation<PaywallAction, Self>] {
    var state = self
    state.epoch += 1
    state.preloaded = [:]
    state.isCleaning = false
    if isCleaning { for placement in copies.keys { state.copies[placement]?.values.insert(nil) } }
    for index in state.loads.indices {
      state.loads[index].isOfEndedRun = true
      if state.loads[index].name == nil { state.loads[index].isOpen = state.world.mayHold }
    }
    state.keepAll(by: rule)
    if state.world.isUpdating { state.updateAll(isSure: { _ in false }, by: rule) }
    return [Continuation(to: state.settled, succeeds(rule))]
  }

  // MARK: Updates

  /// Notes that time has passed, in which updates were due.
  mutating func pass() {
    if let timeOut = world.setup?.timeOut, world.mayHold { giveUp(after: timeOut) }
    guard let interval = world.setup?.updateInterval else {
      keepAll(by: "paywall.lifecycle.nothing-else-clears")
      return
    }
    let isHealthy = isHealthy && !world.mayHold
    updateAll(
      isSure: { [self] placement in
        let since = max(steadySince, publishedAt[placement] ?? .zero)
        return isHealthy && world.earliest - since >= interval * 2
      }, by: "paywall.background.updates-cache")
  }

  private mutating func updateAll(isSure: (Placement) -> Bool, by rule: RuleID) {
    for (placement, kept) in copies where !world.isAmbiguous(placement) {
      if world.mayHold {
        begin(.refresh(placement), as: nil)
      } else {
        update(placement, kept, isSure: isSure(placement), by: rule)
      }
    }
  }

  private mutating func update(_ placement: Placement, _ kept: Kept, isSure: Bool, by rule: RuleID) {
    guard case .answer(let paywall, let layer) = world.remote(for: placement) else {
      keep(kept.values, for: placement, by: "paywall.background.failure-keeps-copy")
      return
    }
    var values = kept.values.union([paywall])
    if isSure, layer == .cdn {
      // A placement without a copy need not be updated.
      values = Set(kept.values.filter { $0.map { $0.version.number > paywall.version.number } ?? true }).union([paywall]
      )
    }
    keep(values, for: placement, by: rule)
    for index in loads.indices where loads[index].placement == placement && loads[index].isOpen {
      loads[index].updates.insert(paywall)
    }
  }
}
