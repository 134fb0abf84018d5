/// Which responses a session's delegate is asked about before they are cached.
struct ResponseDelegateModel: Model {
  struct State: Hashable {
    var setups: [SessionName: SessionSetup] = [:]
    /// Whether loads that have begun may ask the delegate at any time.
    var mayBeUnderWay = false
    /// The bodies that the origin has had, or that were stored.
    var bodies: Set<ResponseBody> = [.empty]
    /// The paths, with their queries, that have led to another: a load of one loads several responses.
    var redirecting: Set<String> = []
  }

  var start: State { State() }

  func continuations(of state: State, on action: ResponseAction) -> [Continuation<ResponseAction, State>] {
    var state = state
    switch action {
    case .configure(let session, let setup):
      state.setups[session] = setup
      if case .replaced(let body) = setup.delegate { state.bodies.insert(body) }
    case .serve(let representation, let url):
      state.bodies.insert(representation.body)
      if representation.isMoved { state.redirecting.insert(RequestMessage(url).target) }
    case .put(let representation, _, _), .have(let representation, _), .offer(let representation, _):
      state.bodies.insert(representation.body)
    case .begin: state.mayBeUnderWay = true
    case .world(let event) where event.endsARun: state.mayBeUnderWay = false
    case .load(let request, let kind, let session, _) where !state.mayBeUnderWay:
      return waysToAsk(state, request, kind, state.setups[session] ?? SessionSetup())
    default: break
    }
    return [Continuation(to: state)]
  }

  private func waysToAsk(
    _ state: State, _ request: RequestMessage, _ kind: TaskKind, _ setup: SessionSetup
  ) -> [Continuation<ResponseAction, State>] {
    let quiet = Expectation<ResponseAction>.notifiesNothing
    if setup.kind != .standard {
      return [Continuation(to: state, [quiet.demanded(by: "response.will-cache.not-in-background-or-ephemeral")])]
    }
    if kind == .download {
      return [Continuation(to: state, [quiet.demanded(by: "response.will-cache.data-and-upload-only")])]
    }
    guard setup.delegate != nil, request.url.hasPrefix("http"), request.fields["Range"] == nil,
      !state.redirecting.contains(request.target)
    else {
      return [Continuation(to: state)]
    }
    let atMostOne: Expectation<ResponseAction> = .notify(
      .described("notifies of one response at most", .oneOf([[]] + state.bodies.map { [.value($0)] })))
    let once: RuleID = "response.will-cache.once"
    return [
      Continuation(to: state, [.requestsNothing, quiet.demanded(by: once)]),
      Continuation(to: state, [.requestsSomething, atMostOne.demanded(by: once)]),
    ]
  }
}
