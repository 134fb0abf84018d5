/// A load that has begun, and has not ended yet.
struct ResponseUnderWay: Hashable {
  let request: RequestMessage
  let key: ResponseStoresState.Key
  /// When it began, and what the origin had and what was stored then.
  let begun: Duration
  let representation: Representation
  let before: ResponseStoresState.Slot
  /// The bodies that it may be answered with: those that the origin has had since, and those of other loads whose
  /// answers it may share.
  var bodies: Set<ResponseBody>
  /// Whether its answer has to be one of those bodies.
  var isJudged: Bool
  /// Whether other loads of the URL were under way.
  var isBesideOthers: Bool
  /// Whether its request was observed.
  var isSent = false
  /// When the origin has answered it, if that is known.
  var received: Duration?
  /// Whether something has happened since that may change what it stores.
  var isDisturbed = false

  mutating func serve(_ other: Representation) {
    if other.body == representation.body, other != representation { isDisturbed = true }
    if !(200..<300).contains(other.status) || other.status == 206 { isJudged = false }
    bodies.insert(other.body)
  }

  /// Whether its response may be stored, and then served to another request.
  fileprivate func mayAnswer(_ other: RequestMessage) -> Bool {
    let kept = HTTPKeptResponse(representation, for: request.fields, at: begun, by: "response.load.stores")
    return request.method == "GET" && other.method == "GET" && !kept.directives.has("no-store")
      && !kept.directives.has("no-cache") && kept.isSelected(by: other.fields).answer != .no
  }
}

extension ResponseStoresState {
  /// Whether loads of the URL are under way.
  func isUnderWay(_ key: Key) -> Bool { underWay.values.contains { $0.key == key } }

  func beginning(_ request: RequestMessage, as name: String) -> Ways {
    var state = self
    let load = ResponseLoad(self, request, .data, .main, .delegate)
    let others = underWay.values.filter { $0.key.target == load.key.target }
    let shared = others.filter { $0.mayAnswer(request) }
    let mayChange = others.contains { $0.request.method != "GET" } || request.method != "GET"
    // The origin has the same for both schemes of a URL, and a store does not.
    let before =
      others.isEmpty
      ? load.slot : !shared.isEmpty || mayChange ? .unknown : others.first { $0.key == load.key }?.before ?? load.slot
    let current = load.current
    state.underWay[name] = ResponseUnderWay(
      request: request, key: load.key, begun: now, representation: current, before: before,
      bodies: shared.reduce(into: [current.body]) { $0.formUnion($1.bodies) },
      isJudged: load.isAnsweredByOrigin(before, besideShared: !shared.isEmpty && shared.allSatisfy(\.isJudged)),
      isBesideOthers: !others.isEmpty,
      received: isHolding ? nil : now, isDisturbed: !others.isEmpty)
    for (other, _) in underWay.filter({ $0.value.key.target == load.key.target }) {
      state.underWay[other]?.isDisturbed = true
    }
    state.forget(request, in: .main)
    if request.method != "GET" { state.forgetAll(of: load.key.target) }
    return [Continuation([]) { [state] in state.noting($0.requests) }]
  }

  /// Another method than GET may invalidate, or update, all that is stored for the URL, whenever its answer comes.
  private mutating func forgetAll(of target: String) {
    for store in stores.keys {
      for key in stores[store]?.named.keys.filter({ $0.target == target }) ?? [] {
        stores[store]?.named[key] = .unknown
      }
    }
  }

  /// The state once these requests were observed: they are those of loads under way.
  func noting(_ requests: [Fact<RequestSeen>]?) -> Self {
    var state = self
    for case .value(let request) in requests ?? [] {
      for (name, load) in underWay where load.key.target == request.target { state.underWay[name]?.isSent = true }
    }
    return state
  }

  /// Notes that an action may change what the loads under way store.
  mutating func disturb(by action: ResponseAction) {
    switch action {
    case .world(.advance), .world(.requests), .world(.finish), .begin, .serve, .find, .inspect: return
    default: for name in underWay.keys { underWay[name]?.isDisturbed = true }
    }
  }

  func finishing(_ name: String) -> Ways {
    var state = self
    // From now on, the newest answer is that of this load.
    (state.shown, state.checked, state.confirmed, state.tellsCaches) = (nil, nil, nil, false)
    guard let load = state.underWay.removeValue(forKey: name) else { return [Continuation(to: state)] }
    for store in state.stores.keys { state.stores[store]?.named[load.key] = .unknown }
    if load.request.method != "GET" { state.forgetAll(of: load.key.target) }
    let rule: RuleID = load.isBesideOthers ? "http.overlap.reusable" : "response.policy.use-protocol"
    let bodies = load.bodies.sorted { $0.text < $1.text }.map(ResponseAnswer.body)
    return [
      Continuation(load.isJudged ? [.answers(oneOf: bodies).demanded(by: rule)] : []) { [state] observation in
        state.noting(observation.requests).storing(load, answeredBy: observation.answer)
      }
    ]
  }

  /// The state once a load is answered: what it stores is as old as its request.
  private func storing(_ load: ResponseUnderWay, answeredBy answer: [Fact<ResponseAnswer>]?) -> Self {
    guard load.isJudged, load.isSent, !load.isDisturbed, let received = load.received, load.request.method == "GET",
      answer == [.value(.body(load.representation.body))]
    else { return self }
    var then = self
    (then.now, then.served[load.key.target]) = (received, load.representation)
    guard let (loaded, store) = ResponseLoad(then, load.request, .data, .main, .delegate).stored(after: load.before)
    else {
      return self
    }
    var kept = loaded
    (kept.requested, kept.received, kept.stored) = (load.begun, received, nil)
    var state = self
    state.keep(kept, at: load.key, in: store)
    return state
  }
}

extension ResponseLoad {
  /// Whether the answer has to come from the origin, directly or through another load that it shares.
  fileprivate func isAnsweredByOrigin(_ slot: State.Slot, besideShared isShared: Bool) -> Bool {
    let isPlain = request.fields.lines.allSatisfy { $0.name.hasPrefix("X-") }
    guard state.isUp, !key.isOdd, isPlain, policy == .useProtocolCachePolicy, current.heedsConditions,
      current.status != 206, setup.delegate == nil, request.method != "HEAD"
    else { return false }
    guard request.method == "GET" else { return true }
    switch slot {
    case .nothing: return true
    case .kept(let kept):
      return kept.answers(request.fields, at: state.now).answer == .no && kept.representation.entityTag != nil
    case .unknown: return isShared
    case .maybe, .invalid: return false
    }
  }

  /// What is stored once the origin has answered, and where, if that is known.
  fileprivate func stored(after slot: State.Slot) -> (HTTPKeptResponse, State.Store)? {
    guard let store, isStorable.answer == .yes else { return nil }
    switch slot {
    case .nothing: return (loadedResponse(by: "response.load.stores"), store)
    case .kept(let kept):
      let isConfirmed = kept.representation.entityTag == current.entityTag
      return (isConfirmed ? confirmed(kept) : loadedResponse(by: "http.revalidate.changed")).map { ($0, store) }
    case .maybe, .invalid, .unknown: return nil
    }
  }
}
