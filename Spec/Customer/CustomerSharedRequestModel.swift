/// Reads that begin while an equal one is under way share its request.
struct CustomerSharedRequestModel: Model {
  enum State: Hashable {
    /// No request is held.
    case free
    /// Since all requests were free and then held, there was nothing but such reads, if any.
    case reading(RequestKind, CustomerCall?)
    /// Other things have happened while requests are held.
    case other(HeldRequests)
  }

  var start: State { .free }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    switch state {
    case .free:
      if case .requests(let kind, .hold) = action { return [Continuation(to: .reading(kind, nil))] }
      return [Continuation(to: .free)]
    case .reading(let kind, let read):
      if case .begin(let call, _) = action, call.asks(for: kind), (read ?? call) == call {
        return [Continuation(to: .reading(kind, call))]
      }
      guard let read, action == .requests(kind, .releaseAll) else {
        return [Continuation(to: after(HeldRequests(kind), action))]
      }
      let (subject, rule): (CustomerRequest.Subject, RuleID) =
        read == .offerings ? (.offerings, "customer.offerings.coalesces") : (.customerInfo, "customer.get.coalesces")
      return [Continuation(to: .free, [.asks(for: subject, 0...1).demanded(by: rule)])]
    case .other(let held): return [Continuation(to: after(held, action))]
    }
  }

  private func after(_ held: HeldRequests, _ action: CustomerAction) -> State {
    var held = held
    held.note(action)
    return held.isHolding ? .other(held) : .free
  }
}

extension CustomerCall {
  /// Whether it is a read that may ask for this.
  fileprivate func asks(for kind: RequestKind) -> Bool {
    switch self {
    case .customerInfo(let policy): kind == .customerInfo && policy != .fromCacheOnly
    case .offerings: kind == .offerings
    default: false
    }
  }
}
