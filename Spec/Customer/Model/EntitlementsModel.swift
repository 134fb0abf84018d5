/// What the user owns: a read of customer info shows the entitlements that the server gave, and what was bought since.
struct CustomerEntitlementsModel: Model {
  struct State: Hashable {
    /// The entitlements that the server has given with each version.
    var given: [DataVersion: Set<[String]>] = [.v0: [[]]]
    /// What the user has bought, and whether requests that began before the last purchase may still be answered.
    var bought: [String] = []
    var isLate = false
    /// What the user may own: products of purchases that have failed or not yet returned, and products bought by
    /// earlier users, one of whom may be the user again.
    var perhapsBought: Set<String> = []
    /// The kinds of requests that are held: their answers are observed later.
    var held = HeldRequests()
    /// Whether the user may differ from the one that the app names when it starts.
    var isChanged = false
    /// Whether another installation may also notify a listener, of what its own user owns.
    var hasOtherInstallations = false
    /// The purchases that have begun.
    var begun: [String] = []
    /// Whether customer info has been read, so that it can be read without network.
    var isReadable = false
    var isOffline = false
    /// What a listener calls when it is told something.
    var whenTold = CustomerCallWhenTold()
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    var state = state
    state.held.note(action)
    switch action {
    case .network(let network): state.isOffline = network != .up
    case .world(.damage), .world(.restartUnreadable), .app(.upgrade), .use: state.isReadable = false
    case _ where action.calls { $0 == .invalidate }: state.isReadable = false
    default: break
    }
    if case .use = action { state.hasOtherInstallations = true }
    state.whenTold.note(action)
    if state.whenTold.mayChange { state.forget() }
    switch action {
    case .serve(.customerInfo(let version, let entitlements)):
      state.given[version, default: []].insert(entitlements)
    case .call(.purchase(let product)), .callMeanwhile(.purchase(let product)): return state.buying(product)
    case .begin(.purchase(let product), _), .beginMeanwhile(.purchase(let product)):
      state.begun.append(product)
      state.perhapsBought.insert(product)
    case .finish:
      let begun = state.begun
      state.begun = []
      return [Continuation([]) { [state] in $0.isFailure ? state : begun.reduce(state) { $0.after($1) } }]
    case .call(.customerInfo(let policy)), .callMeanwhile(.customerInfo(let policy)): return state.reading(by: policy)
    case _ where action.endsARun && state.isChanged: state.forget()
    case .app(.configure):
      state.forget()
      state.isChanged = false
    case _ where action.calls(\.changesUser) || action.servesWrongAnswers || action.mayNameAnotherUser: state.forget()
    default: break
    }
    return [Continuation(to: state, state.tellingWhatWasBought)]
  }
}

extension CustomerEntitlementsModel.State {
  /// The expectations that listeners are told of no customer info that was requested before a purchase.
  fileprivate var tellingWhatWasBought: [Expectation<CustomerAction>] {
    held.isHolding || hasOtherInstallations
      ? [] : bought.map { .notify(.onlyAbout([$0])).demanded(by: "customer.purchase.older-answer-discarded") }
  }

  /// The state after a purchase.
  fileprivate func after(_ product: String) -> Self {
    var state = self
    state.perhapsBought.insert(product)
    state.bought.append(product)
    state.isLate = held.isHolding
    return state
  }

  fileprivate func buying(_ product: String) -> [Continuation<CustomerAction, Self>] {
    var perhaps = self
    perhaps.perhapsBought.insert(product)
    return [Continuation([]) { [perhaps] in $0.isFailure ? perhaps : after(product) }]
  }

  /// Forgets what the user owns, because the user may be another one.
  fileprivate mutating func forget() {
    perhapsBought.formUnion(bought)
    (bought, begun, isChanged, isReadable) = ([], [], true, false)
  }

  private var ruleOfBought: RuleID {
    isLate ? "customer.purchase.older-answer-discarded" : "customer.purchase.unlocks"
  }

  /// A read returns any version that the server has had, with its entitlements and with what was bought.
  fileprivate func reading(by policy: CustomerFetchPolicy?) -> [Continuation<CustomerAction, Self>] {
    let all = given.values.joined().joined()
    let ways = given.sorted { $0.key.number < $1.key.number }.flatMap { version, alternatives in
      alternatives.map { entitlements in
        let wanted = Set(entitlements + bought)
        let unwanted = Set(all).subtracting(wanted).subtracting(perhapsBought)
        let given: [Expectation<CustomerAction>] =
          entitlements.map { .answer(.mentioning($0, times: 1...Int.max)) }
          + unwanted.sorted().map { .answer(.mentioning($0, times: 0...0)) }
        return [
          Expectation.answer(.mentioning("\(version)", times: 1...Int.max)).demanded(
            by: "customer.offline.entitlements-readable")
        ]
          + given.map { $0.demanded(by: "customer.offline.entitlements-readable") }
          + bought.map {
            .answer(.mentioning($0, times: 1...Int.max)).demanded(by: ruleOfBought)
          }
      }
    }
    var read = self
    read.isReadable = !held.isHolding
    let mayFail = !isReadable || !isOffline || policy == .fetchCurrent || policy == .notStaleCachedOrFetched
    let fails = Expectation<CustomerAction>.answer(.onlyAbout([])).demanded(
      by: bought.isEmpty ? "customer.offline.entitlements-readable" : ruleOfBought)
    return ways.map { Continuation(to: read, $0) } + (mayFail ? [Continuation(to: self, [fails])] : [])
  }
}

extension CustomerAction {
  /// Whether the action ends a run of the app.
  fileprivate var endsARun: Bool { worldEvent?.endsARun == true || self == .app(.startAtOnce) }

  /// Whether the app may be another user's from now on, or another device is in use.
  fileprivate var mayNameAnotherUser: Bool {
    switch self {
    case .app(.configure), .app(.upgrade), .use, .world(.damage), .world(.restartUnreadable): true
    default: false
    }
  }
}
