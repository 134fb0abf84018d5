/// A call that a watcher's handler is to begin once the watcher is told.
struct HandlerCall: Hashable {
  let call: NormalizedAction
  let name: String
}

/// Calls from the handlers of watchers.
extension NormalizedModel.State {
  private typealias Expected = Expectation<NormalizedAction>
  private typealias Told = Fact<WatcherNotification>

  /// The continuations of a turn in which handlers call, or may call; nil if none does.
  func continuations(
    of turn: GraphTurn, withCallsOn action: NormalizedAction
  ) -> [Continuation<NormalizedAction, Self>]? {
    if planned.isEmpty { return nil }
    let called = planned.keys.sorted().filter { isTold($0, turn) != false }
    guard let name = called.first, let plan = planned[name] else { return nil }
    if called.count == 1, isTold(name, turn) == true, action.mayBeFollowedByCalls {
      return turn.client.turns(on: plan.call).map { continuation(of: turn, on: action, $0, plan, of: name) }
    }
    let next = after(action, turn)
    return [Continuation(silence(on: action)) { next.seen($0, on: action).unsure(ofCallsBy: called, $0) }]
  }

  /// Whether a watcher is told of a change in a turn; nil if that is open.
  private func isTold(_ name: String, _ turn: GraphTurn) -> Bool? {
    guard !isOpen(turn), client.calls.isEmpty, turn.client.calls.isEmpty, let query = client.watchers[name]?.query,
      case let before = client.records.read(query).data, let now = turn.client.records.read(query).data,
      let before, shown[name] == .data(before)
    else { return nil }
    if now != before { return true }
    let isRead = turn.client.records.objects(of: query) == client.records.objects(of: query)
    return turn.writes < 2 && isRead ? false : nil
  }

  /// The continuation in which a watcher is told in a turn, and its handler makes a call, which takes a turn of its own.
  private func continuation(
    of turn: GraphTurn, on action: NormalizedAction, _ second: GraphTurn, _ plan: HandlerCall, of name: String
  ) -> Continuation<NormalizedAction, Self> {
    var both = second
    both.writes += turn.writes
    // What is requested and stored in the end is what the call makes of it.
    both.demands = turn.demands.filter { $0.aspect == .answer }
    var next = after(action, both)
    next.note(plan.call)
    if case .cancel(let other) = plan.call, shown[other] != nil { next.cancelled[other] = Self.handlerRule }
    next.planned[name] = nil
    next.begun[plan.name] = second.demands.first { $0.aspect == .answer }?.demanded(by: Self.handlerRule)
    let told = shown.keys.sorted().flatMap { demands(on: action, turn, both, to: $0, calling: name) }
    return Continuation(both.demands + silence(on: action) + told) { [next] in next.seen($0, on: action) }
  }

  /// The expectations of what a watcher is told when the handler of one of them calls.
  private func demands(
    on action: NormalizedAction, _ turn: GraphTurn, _ both: GraphTurn, to watcher: String, calling name: String
  ) -> [Expectation<NormalizedAction>] {
    guard let query = client.watchers[watcher]?.query, case .data(let before)? = shown[watcher],
      before == client.records.read(query).data, let now = turn.client.records.read(query).data
    else { return [] }
    func told(_ data: GraphValue, by rule: RuleID) -> Expected {
      .notify(.containing([Told.value(.data(data, to: watcher))])).demanded(by: rule)
    }
    var demands: [Expected] = watcher == name ? [told(now, by: toldRule(action, turn, name))] : []
    // Of what it has told a watcher that the call cancels, or that lacks data afterwards, nothing is certain.
    guard both.client.watchers[watcher] != nil, let last = both.client.records.read(query).data else { return demands }
    if last != before { demands.append(told(last, by: Self.handlerRule)) }
    if now == before, last == before, both.writes < 2,
      both.client.records.objects(of: query) == client.records.objects(of: query)
    {
      demands.append(
        .notify(.mentioning(watcher, times: 0...0)).demanded(by: quietRule(action, turn, watcher)))
    }
    return demands
  }

  private static let handlerRule: RuleID = "normalized.watch.calls-from-handlers"

  /// The state once handlers may have made their calls, if their watchers were told anything.
  private func unsure(ofCallsBy names: [String], _ observation: StepObservation<NormalizedAction>) -> Self {
    var state = self
    for name in names where observation.notifies(name) {
      guard let plan = state.planned.removeValue(forKey: name), !plan.call.onlyReads else { continue }
      if case .cancel(let other) = plan.call {
        (state.shown[other], state.client.watchers[other]) = (nil, nil)
      } else {
        state.client.records.lose()
        state.shown = state.shown.mapValues { $0 == .nothing ? .nothing : .unsure }
      }
    }
    return state
  }
}

extension NormalizedAction {
  /// Whether it makes one change, which handlers' calls follow.
  fileprivate var mayBeFollowedByCalls: Bool {
    switch self {
    case .transact, .perform, .fetch: true
    default: false
    }
  }

  /// Whether it reads the cache and does nothing else.
  fileprivate var onlyReads: Bool {
    switch self {
    case .fetch(_, .returnCacheDataDontFetch): true
    case .transact(let steps): steps.allSatisfy { !$0.changes }
    default: false
    }
  }
}

extension StepObservation<NormalizedAction> {
  /// Whether a watcher was told anything; true if that was not observed.
  fileprivate func notifies(_ name: String) -> Bool {
    notifications?.contains { if case .value(let told) = $0 { told.mentions(name) } else { false } } ?? true
  }
}
