/// A load of a placement, by a call or by the app itself, or a look at its copy: with what has to be cached before it,
/// and what was observed.
struct PaywallLookup {
  /// What has to be cached for a placement.
  struct Stored {
    /// The copy, or nil for nothing.
    var copy: PaywallModel?
    /// What brought the copy, or cleared the cache; nil if nothing was ever cached.
    var cause: PaywallAction?
    /// What has happened since.
    var since: ArraySlice<PaywallAction> = []
    /// Whether the copy replaced another.
    var isReplacement = false
    var age = Duration.zero
  }

  let placement: Placement
  let action: PaywallAction
  /// The call, or nil for a load in the background or in advance, or a look at the copy.
  let call: PaywallCall?
  let stored: Stored
  /// What each layer does, and what it delivers.
  private let states: [RemoteState]
  private let deliveries: [PaywallModel?]
  private let quality: NetworkQuality
  private let hasNoNetwork: Bool
  private let updateInterval: Duration?
  let hasFallback: Bool
  /// Whether layers do not answer.
  let isSilent: Bool
  /// The requests for the placement, or nil if they were not observed.
  let requests: [PaywallRequest]?
  /// What the caller got, and what was cached afterwards.
  let answer: Fact<PaywallModel>?
  let found: Fact<PaywallModel>?

  // MARK: What it has to do

  var isInspection: Bool { if case .inspect = action { true } else { false } }
  var isUpdate: Bool { if case .world(.advance) = action { true } else { false } }
  /// Whether the app waited for it as it was made.
  private var isJudged: Bool { if case .call = action { true } else { isInspection } }
  /// Whether the cache is updated in the background.
  var isUpdating: Bool { updateInterval != nil }

  /// The policy of the call; nil for what always asks the network.
  var policy: PaywallFetchPolicy? { call?.policy(at: quality) }

  /// The `maxAge` of its policy.
  var maxAge: Duration? {
    if case .returnCacheDataIfNotExpiredElseLoad(let maxAge)? = policy { maxAge } else { nil }
  }

  /// Whether it has to ask the network.
  var mustAsk: Bool {
    if isInspection { return false }
    guard stored.copy != nil else { return true }
    if let maxAge { return stored.age > maxAge }
    return policy != .returnCacheDataElseLoad
  }

  /// Whether a layer may fail to deliver the placement.
  func mayFail(_ layer: RemoteLayer) -> Bool { isSilent || delivery(of: layer) == nil }

  private func delivery(of layer: RemoteLayer) -> PaywallModel? { deliveries[layer == .cdn ? 0 : 1] }

  /// Whether it asks the network, and all of the layers may fail.
  var mayAllFail: Bool { mustAsk && RemoteLayer.allCases.allSatisfy(mayFail) }

  /// Whether it may have to ask the server: without a network it need not.
  var mayNeedServer: Bool { mustAsk && mayFail(.cdn) && !hasNoNetwork }

  /// Whether a layer that may fail is in a state for which a condition holds.
  func meets(_ isMeant: (RemoteState) -> Bool) -> Bool {
    mustAsk && zip(RemoteLayer.allCases, states).contains { mayFail($0) && isMeant($1) }
  }

  // MARK: What was observed

  /// Whether the network was asked.
  var isAsked: Bool { !isInspection && requests.map { !$0.isEmpty } ?? true }

  /// Whether the network had to be asked, and was not, or all the same the copy was returned.
  var isAnsweredWithoutNetwork: Bool { mustAsk && (requests ?? []).isEmpty || returnsCopy && !mayAllFail }

  private var returnsCopy: Bool { stored.copy != nil && answer.map { $0 == Fact(stored.copy) } ?? true }

  /// Whether the copy had to be found, and was not.
  var lacksCopy: Bool {
    guard stored.copy != nil else { return false }
    if !isInspection, !mustAsk { return isAsked || !returnsCopy }
    if mayAllFail, !returnsCopy { return true }
    return (isInspection || mayAllFail) && found.map { $0 != Fact(stored.copy) } ?? true
  }

  /// Whether the CDN was asked first, and its answer was returned if it had one.
  var isServedByCDN: Bool {
    guard mustAsk, isAsked, let requests else { return !mustAsk || !isAsked }
    return requests.first?.layer == .cdn && (mayFail(.cdn) || requests.last?.layer == .cdn && returns(.cdn))
  }

  /// Whether the server was asked, and its answer was returned.
  var isServedByServer: Bool { requests.map { $0.last?.layer == .server } == true && returns(.server) }

  private func returns(_ layer: RemoteLayer) -> Bool {
    guard let paywall = delivery(of: layer) else { return false }
    return call == nil || answer == .value(paywall)
  }

  /// Whether it was time to update the copy, and that was not tried.
  var isNotUpdated: Bool {
    guard case .world(.advance(let time)) = action, let interval = updateInterval else { return false }
    return time >= interval * 2 && requests?.isEmpty == true
  }

  /// Whether what the network answers is not cached.
  var isNotStored: Bool {
    guard mustAsk, let paywall = firstDelivery else { return false }
    return found.map { $0 != .value(paywall) } ?? false
  }

  /// Whether another placement's paywall was found.
  var findsAnother: Bool { values.contains { $0.version.placement != placement } }

  /// Whether other content was found than any layer delivers.
  var findsOtherContent: Bool { values.contains { $0.content != .published } }

  private var values: [PaywallModel] {
    [answer, found].compactMap { fact in if case .value(let paywall)? = fact { paywall } else { nil } }
  }
}

extension PaywallLookup {
  /// The lookups of a run.
  static func all(in run: [PerformedStep<PaywallAction>]) -> [Self] { steps(of: run).flatMap(\.self) }

  /// The lookups of the last step that has any, and those before of the same placements of which no answer was judged.
  static func last(in run: [PerformedStep<PaywallAction>]) -> [Self] {
    let steps = steps(of: run).filter { !$0.isEmpty }
    let last = steps.last ?? []
    let placements = Set(last.map(\.placement))
    return last + steps.dropLast().joined().filter { !$0.isJudged && placements.contains($0.placement) }
  }

  /// The lookups of each step.
  private static func steps(of run: [PerformedStep<PaywallAction>]) -> [[Self]] {
    var (world, history, isSilent) = (PaywallSurroundings(), History(run.map(\.action)), false)
    var begun: [(name: String, call: PaywallCall)] = []
    return run.indices.map { index in
      let step = run[index]
      world.note(step.action)
      history.note(index)
      let looked: [(placement: Placement, call: PaywallCall?)]
      switch step.action {
      case .call(let call): looked = [(call.placement, call)]
      case .begin(let call, let name):
        begun.append((name, call))
        looked = [(call.placement, call)]
      case .world(.finish(let name)):
        looked = begun.filter { $0.name == name }.map { ($0.call.placement, $0.call) }
      case .world(.requests(.awaitHeld)): looked = begun.suffix(1).map { ($0.call.placement, $0.call) }
      case .preload(let placements): looked = placements.map { ($0, nil) }
      case .inspect(let placement): looked = [(placement, nil)]
      case .world(.advance) where world.isUpdating: looked = history.placements.map { ($0, nil) }
      default: looked = []
      }
      if case .silence = step.action { isSilent = true }
      let lookups = looked.map { placement, call in
        Self(placement, call, history.stored(placement, at: index), world, isSilent: isSilent, step)
      }
      for lookup in lookups { history.note(lookup.delivered, for: lookup.placement, at: index) }
      return lookups
    }
  }

  private init(
    _ placement: Placement, _ call: PaywallCall?, _ stored: Stored, _ world: PaywallSurroundings, isSilent: Bool,
    _ step: PerformedStep<PaywallAction>
  ) {
    self.init(
      placement: placement, action: step.action, call: call, stored: stored,
      states: RemoteLayer.allCases.map { world.state($0, for: placement) },
      deliveries: RemoteLayer.allCases.map { world.answer(of: $0, for: placement) }, quality: world.quality,
      hasNoNetwork: world.hasNoNetwork(for: placement), updateInterval: world.setup?.updateInterval,
      hasFallback: world.fallback(for: placement) != nil, isSilent: isSilent,
      requests: step.observation.requests?.compactMap { fact in
        if case .value(let request) = fact, request.placement == placement { request } else { nil }
      },
      answer: call == nil ? nil : step.observation.answer?.first, found: step.observation.stored?.first)
  }

  /// What a layer delivers to it, so that it is cached from now on.
  private var delivered: PaywallModel? {
    if case .begin = action { return nil }
    guard isAsked, !isUpdate || requests != nil else { return nil }
    if isSilent, case .value(let paywall)? = answer { return paywall }
    return firstDelivery
  }

  private var firstDelivery: PaywallModel? { deliveries.lazy.compactMap(\.self).first }
}

/// What has to be cached for each placement, in the course of a run.
private struct History {
  private let actions: [PaywallAction]
  private var copies: [Placement: (copy: PaywallModel, index: Int, time: Duration, isReplacement: Bool)] = [:]
  private var cleared: Int?
  private var time = Duration.zero

  init(_ actions: [PaywallAction]) { self.actions = actions }

  var placements: [Placement] { Array(copies.keys) }

  func stored(_ placement: Placement, at index: Int) -> PaywallLookup.Stored {
    guard let entry = copies[placement] else {
      return PaywallLookup.Stored(cause: cleared.map { actions[$0] }, since: actions[(cleared ?? 0)..<index])
    }
    return PaywallLookup.Stored(
      copy: entry.copy, cause: actions[entry.index], since: actions[(entry.index + 1)...index],
      isReplacement: entry.isReplacement, age: time - entry.time)
  }

  mutating func note(_ index: Int) {
    switch actions[index] {
    case .app(.cleanUp), .app(.reinstall), .world(.damage): (copies, cleared) = ([:], index)
    case .world(.advance(let passed)), .world(.restartAfter(let passed)): time += passed
    default: break
    }
  }

  /// Notes that a layer has delivered a paywall; nil if none has.
  mutating func note(_ delivered: PaywallModel?, for placement: Placement, at index: Int) {
    guard let delivered else { return }
    copies[placement] = (delivered, index, time, copies[placement] != nil)
  }
}
