/// Loads by other methods than GET, of what they changed, for a part or on a condition, and of files.
extension ResponseLoad {
  func waysOfInvalid(_ body: ResponseBody) -> Ways {
    guard policy == .useProtocolCachePolicy, state.isUp, current.status == 200, !asksForCachedOnly else {
      return unjudged(of: demandsWithoutSlot)
    }
    let rule: RuleID = "http.invalidate.unsafe-method"
    let demands = [Expected.request(.oneOf(Self.waysOfChecking(key.target))).demanded(by: rule)]
    return stored(
      demands + [.answers(oneOf: [.body(body), .body(current.body)]).demanded(by: rule)], before: nil,
      rule: "response.load.stores", isFree: true)
  }

  var ofUnsafe: Ways {
    if policy == .returnCacheDataDontLoad { return unjudged(of: []) }
    var state = state
    let sent = sends(by: "http.store.unsafe-forwarded")
    guard state.isUp else { return [Continuation([sent], to: { [state] in afterAttempts($0, state) })] }
    guard let store else { return [Continuation(to: state, [sent])] }
    for name in ["Location", "Content-Location"] where current.fields[name] != nil {
      let own = request.url.prefix { $0 != ":" } + "://origin.test"
      state.change(store) { key, slot in key.url.hasPrefix(own) || key.url.isEmpty ? .unknown : slot }
    }
    let get = State.Key(method: "GET", url: key.url)
    let isSuccess = (200..<400).contains(current.status)
    let mayBeKept = request.method == "POST" && current.fields["Content-Location"] != nil
    switch state[store, get] {
    case .nothing(let rule):
      state[store, get] = mayBeKept ? .unknown : .nothing(rule == "response.store.miss" ? "http.store.methods" : rule)
    case .kept(let kept), .maybe(let kept):
      state[store, get] = isSuccess && !mayBeKept ? .invalid(kept.body) : .unknown
    case .invalid: break
    case .unknown: state[store, get] = .unknown
    }
    state[store, key] = .unknown
    return [Continuation(to: state, [sent, answered(current).demanded(by: "http.store.unsafe-forwarded")])]
  }

  var ofHead: Ways {
    guard let store else { return [Continuation(to: state)] }
    let get = State.Key(method: "GET", url: key.url)
    var touched = state
    touched[store, get] = .unknown
    touched[store, key] = .unknown
    let seen = { @Sendable [state, touched] (observation: Observation<ResponseAction>) in
      observation.requests == [] ? state : touched
    }
    guard policy == .useProtocolCachePolicy, case .kept(let kept) = state[store, get], state.isUp,
      kept.answers(request.fields, at: state.now).answer == .no
    else { return [Continuation([], to: seen)] }
    return [
      Continuation(
        [
          sends(by: "http.head.served"),
          current.status >= 500 ? .fails : .answers(.body(.empty)).demanded(by: "http.head.served"),
        ], to: seen)
    ]
  }

  /// A request for a part, or with a condition of the app.
  var ofSpecialAsking: Ways {
    if request.fields["Range"] != nil || isElsewhere { return unjudged(of: demandsOfReloading) }
    guard case .kept(let kept) = slot, policy == .useProtocolCachePolicy,
      kept.answers(request.fields, at: state.now).answer == .no
    else { return unjudged(of: demandsOfReloading) }
    return unjudged(of: [sends(by: kept.answers(request.fields, at: state.now).rule)])
  }

  /// A file is read anew each time, where that is not forbidden.
  var ofFile: Ways {
    let rule: RuleID = "response.scheme.file-policy-controls-access"
    if policy == .returnCacheDataDontLoad { return [Continuation(to: state, [.fails.demanded(by: rule)])] }
    guard let file = state.files[request.url] else { return [Continuation(to: state)] }
    return [
      Continuation(
        to: state,
        [
          .answers(.body(file)).demanded(by: rule),
          .storesNothing.demanded(by: "response.scheme.others-not-cached"),
        ])
    ]
  }
}
