/// Whether and how a response is stored after a load.
extension ResponseLoad {
  /// Whether the origin's current response is stored, is not, or may be.
  var isStorable: HTTPVerdict {
    let directives = current.directives
    if directives.has("no-store"), !directives.has("must-understand") { return HTTPVerdict(.no, "http.store.no-store") }
    let kept = HTTPKeptResponse(current, for: request.fields, at: state.now, by: "response.load.stores")
    let asks = request.fields["Cache-Control"] != nil || request.fields["Authorization"] != nil
    let isPlain =
      current.status == 200 && kept.statesLifetime && kept.isFresh(at: state.now).answer == .yes && !asks
      && current.fields["Vary"] == nil && !current.isOdd && directives.isClear && kind == .data
      && setup.kind != .background
      && (current.body.size ?? 0) <= 20_000
    return HTTPVerdict(isPlain && state.isRoomy ? .yes : .either, "response.load.stores")
  }

  /// The answer of the session's delegate, or nil if no delegate is asked.
  var delegate: DelegateAnswer? {
    setup.kind == .standard && kind != .download ? setup.delegate : nil
  }

  /// The ways in which a loaded response is stored or not.
  ///
  /// - Parameters:
  ///   - before: the response that was stored, which may be left there.
  ///   - isStoringOpen: whether the documents leave open whether the response is stored.
  func stored(_ demands: [Expected], before: HTTPKeptResponse?, rule: RuleID, isStoringOpen: Bool = false) -> Ways {
    guard let store else { return [Continuation(to: state, demands)] }
    let verdict = isStorable
    let old: [[Fact<ResponseBody>]] = before.map { [[.value($0.body)]] } ?? []
    if verdict.answer == .no || delegate == .nothing {
      let rule: RuleID = verdict.answer == .no ? verdict.rule : "response.will-cache.none"
      // What was stored before may be left there.
      let allowed: Expected = .store(old.isEmpty ? .exactly([.nothing]) : .oneOf([[.nothing]] + old))
      return [Continuation(demands + [allowed.demanded(by: rule)]) { settled($0, in: store, before: before, by: rule) }]
    }
    let isCertain = verdict.answer == .yes && !isStoringOpen
    let asked: [Expected] =
      isCertain && before == nil && delegate != nil
      ? [.notifies(current.body).demanded(by: "response.will-cache.once")] : []
    if isCertain, before == nil, case .replaced(let body) = delegate {
      return [
        Continuation(demands + asked + [.stores(body).demanded(by: "response.will-cache.changed")]) {
          settled($0, in: store, before: before, by: rule)
        }
      ]
    }
    if isCertain, before == nil, case .changed(let policy, let notes) = delegate {
      return [changed(demands + asked, in: store, policy, notes)]
    }
    let mustBe = isCertain && (delegate == nil || delegate == .asProposed)
    let rule = mustBe && delegate == .asProposed ? "response.will-cache.as-proposed" : rule
    let demand = mustBe ? [Expected.stores(current.body).demanded(by: rule)] : []
    return [Continuation(demands + asked + demand) { settled($0, in: store, before: before, by: rule) }]
  }

  /// The way of a load whose delegate has the response stored with another storage policy and user info.
  private func changed(
    _ demands: [Expected], in store: State.Store, _ policy: StoragePolicy, _ notes: [String: String]
  ) -> Continuation<ResponseAction, State> {
    let rule: RuleID = "response.will-cache.changed"
    var after = state
    if policy == .notAllowed {
      after[store, key] = slot.varies ? .unknown : .nothing(rule)
      return Continuation(to: after, demands + [.storesNothing.demanded(by: rule)])
    }
    var kept = loadedResponse(by: rule)
    kept.representation = current.under(policy).noting(notes)
    after.keep(kept, at: key, in: store)
    return Continuation(to: after, demands + [.stores(current.body).demanded(by: rule)])
  }

  /// The state once the observation has shown what is stored after a load.
  func settled(
    _ observation: StepObservation<ResponseAction>, in store: State.Store, before: HTTPKeptResponse?, by rule: RuleID
  ) -> State {
    var state = state
    let isOther = before.map { $0.body != current.body } ?? true
    let isLoaded = isOther && !current.isOdd && (delegate == nil || delegate == .asProposed)
    if observation.stored == [.nothing] {
      state[store, key] = slot.varies ? .unknown : .nothing(rule)
    } else if isLoaded, observation.stored == [.value(current.body)] {
      state.keep(loadedResponse(by: rule), at: key, in: store)
    } else if !isOther || before.map({ observation.stored != [.value($0.body)] }) ?? true
      || before.map({ $0.isSelected(by: request.fields).answer != .yes }) ?? false
    {
      state[store, key] = .unknown
    }
    return state
  }

  func loadedResponse(by rule: RuleID) -> HTTPKeptResponse {
    var kept = HTTPKeptResponse(current, for: request.fields, at: state.now, by: rule)
    kept.isAgeUnclear = state.isClockSet && slot.isUnknown
    if state.isClockSet { kept.stored = nil }
    kept.mayBeInMemoryOnly = setup.kind != .standard || kind != .data
    kept.isSecure = request.url.hasPrefix("https:")
    // A loaded response is stored under the default storage policy, without user info.
    if current.storagePolicy != .allowed || !current.userInfo.isEmpty {
      kept.representation = current.under(.allowed).noting([:])
    }
    return kept
  }
}
