/// Reads that begin while an equal one is under way share its request.
struct CustomerSharedRequestModel: Model {
  enum Phase: Hashable {
    /// No request is held.
    case free
    /// Requests of this kind are held, and since then nothing has happened but equal reads, if any.
    case reading(RequestKind, CustomerCall?)
    /// Other things have happened while requests are held.
    case other(HeldRequests)
  }

  struct State: Hashable {
    var phase = Phase.free
    /// Whether requests fail, and may therefore be repeated.
    var isOffline = false
    /// What a listener calls when it is told something: it may make requests of its own.
    var whenTold = CustomerCallWhenTold()
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    var state = state
    if case .network(let network) = action { state.isOffline = network != .up }
    state.whenTold.note(action)
    if state.whenTold.call != nil, case .reading(let kind, _) = state.phase { state.phase = .other(HeldRequests(kind)) }
    switch state.phase {
    case .reading where action.isNoCall: break
    case .free:
      if case .requests(let kind, .hold) = action { state.phase = .reading(kind, nil) }
    case .reading(let kind, let read):
      if case .begin(let call, _) = action, call.asks(for: kind), (read ?? call) == call {
        state.phase = .reading(kind, call)
      } else if let read, action == .requests(kind, .releaseAll), !state.isOffline {
        state.phase = .free
        let (subject, rule): (CustomerRequest.Subject, RuleID) =
          read == .offerings ? (.offerings, "customer.offerings.coalesces") : (.customerInfo, "customer.get.coalesces")
        return [Continuation(to: state, [.asks(for: subject, 0...1).demanded(by: rule)])]
      } else {
        state.phase = Self.after(HeldRequests(kind), action)
      }
    case .other(let held): state.phase = Self.after(held, action)
    }
    return [Continuation(to: state)]
  }

  private static func after(_ held: HeldRequests, _ action: CustomerAction) -> Phase {
    var held = held
    held.note(action)
    return held.isHolding ? .other(held) : .free
  }
}

extension CustomerAction {
  /// Whether it leaves the requests under way alone.
  fileprivate var isNoCall: Bool {
    switch self {
    case .requests(_, .awaitHeld), .requests(_, .awaitHeldUnlessJoined), .serve, .listen, .watchLog: true
    default: false
    }
  }
}

extension CustomerCall {
  /// Whether it is a read that may make requests of this kind.
  fileprivate func asks(for kind: RequestKind) -> Bool {
    switch self {
    case .customerInfo(let policy): kind == .customerInfo && policy != .fromCacheOnly
    case .offerings: kind == .offerings
    default: false
    }
  }
}
