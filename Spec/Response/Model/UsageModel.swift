/// How much a store has in use, and what of it is on disk.
struct ResponseUsageModel: Model {
  struct State: Hashable {
    /// The capacity that the main store was opened with, and the one that it has now.
    var opened = ByteCounts(memory: 1 << 20, disk: 4 << 20)
    var capacity = ByteCounts(memory: 1 << 20, disk: 4 << 20)
    /// The rule by which usage is within the capacity.
    var rule: RuleID = "response.usage.within-capacity"
    /// What the origin has, by path and query.
    var served: [String: Representation] = [:]
    var setups: [SessionName: SessionSetup] = [:]
    /// Whether loads may be under way, or have been, so that it is not known what they brought.
    var mayBeUnderWay = false
    /// The texts of bodies that may be on disk, and of those that were stored in memory only, or nowhere.
    var loose: Set<String> = []
    var bound: [String: RuleID] = [:]
    var measuring = ResponseMeasuring()
  }

  var start: State { State() }

  func continuations(of state: State, on action: ResponseAction) -> [Continuation<ResponseAction, State>] {
    var state = state
    let measured = state.measuring.note(action, isRoomy: state.isRoomy)
    let within = Expectation<ResponseAction>.answers(.withinCapacity)
    switch action {
    case .reopen(let capacity): (state.opened, state.capacity) = (capacity, capacity)
    case .setCapacity(let capacity):
      let isLower = capacity.memory < state.capacity.memory || capacity.disk < state.capacity.disk
      state.capacity = capacity
      if isLower { state.rule = "response.usage.capacity-lowered" }
    case .world(let event) where event.endsARun:
      state.capacity = state.opened
      state.rule = "response.usage.within-capacity"
      return [Continuation(to: state)]
    case .measureUsage:
      return [Continuation(to: state, measured.map { [$0.demanded(by: "response.usage.reported")] } ?? [])]
    case .readCapacity:
      return [Continuation(to: state, [.answers(.capacity(state.capacity)).demanded(by: "response.usage.reported")])]
    case .checkCapacity: return [Continuation(to: state, [within.demanded(by: state.rule)])]
    case .checkFiles, .fill:
      return [Continuation(to: state, [within.demanded(by: "response.usage.within-capacity")])]
    case .hammer:
      return [Continuation(to: state, [.answers(.noMixUps).demanded(by: "response.store.concurrent")])]
    case .serve(let representation, let url):
      state.served[ResponseStoresState.Key(RequestMessage(url)).target] = representation
      if state.mayBeUnderWay || url.hasPrefix("file:") { state.loose.insert(representation.body.text) }
    case .begin:
      state.mayBeUnderWay = true
      state.loosenAll()
    case .load(let request, let kind, let session, _):
      state.load(request, kind, by: state.setups[session] ?? SessionSetup())
    case .put(let representation, _, _), .have(let representation, _), .offer(let representation, _):
      state.store(representation)
    case .configure(let session, let setup):
      state.setups[session] = setup
      if case .replaced(let body) = setup.delegate { state.loose.insert(body.text) }
    case .searchDisk(let body):
      guard let rule = state.bound[body.text], !state.loose.contains(where: { $0.contains(body.text) }) else { break }
      return [Continuation(to: state, [.answers(.notOnDisk).demanded(by: rule)])]
    default: break
    }
    return [Continuation(to: state)]
  }
}

extension ResponseUsageModel.State {
  /// Whether there is much more room than a run needs.
  fileprivate var isRoomy: Bool { capacity.memory >= 1 << 20 && capacity.disk >= 4 << 20 }

  fileprivate mutating func loosenAll() { loose.formUnion(served.values.map(\.body.text)) }

  /// Notes that a loaded body may be on disk, unless the session or its delegate keeps it off.
  fileprivate mutating func load(_ request: RequestMessage, _ kind: TaskKind, by setup: SessionSetup) {
    guard let current = served[ResponseStoresState.Key(request).target] else { return }
    if current.isMoved { return loosenAll() }
    let isPlain = request.method == "GET" && kind == .data
    if isPlain, let rule = setup.ruleAgainstDisk {
      bound[current.body.text] = rule
    } else {
      loose.insert(current.body.text)
    }
  }

  fileprivate mutating func store(_ representation: Representation) {
    switch representation.storagePolicy {
    case .allowed: loose.insert(representation.body.text)
    case .allowedInMemoryOnly: bound[representation.body.text] = "response.storage.memory-only"
    case .notAllowed: bound[representation.body.text] = "response.storage.not-allowed"
    }
  }
}

extension SessionSetup {
  /// The rule by which nothing that it loads is written to disk, if there is one.
  fileprivate var ruleAgainstDisk: RuleID? {
    if kind == .ephemeral, store == .own { return "response.session.ephemeral" }
    guard kind == .standard else { return nil }
    return switch delegate {
    case .nothing?: "response.will-cache.none"
    case .changed(.allowedInMemoryOnly, _)?, .changed(.notAllowed, _)?: "response.will-cache.changed"
    case .changed(.allowed, _)?, .asProposed?, .replaced?, nil: nil
    }
  }
}
