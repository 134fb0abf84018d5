/// Whose data is shown, asked for and kept: the user's and nobody else's, whatever is under way while users change.
struct CustomerUserModel: Model {
  /// What is known of the user of an app.
  enum User: Hashable {
    case known(CustomerUser)
    /// A user whose id the module made up and has not shown yet. After a log-out there may be no user so far.
    case unseen
    /// One of the users whose ids the module has made up, without knowing which.
    case madeUp
    /// The app did not start.
    case unknown
  }

  /// An installation of the app.
  struct Installation: Hashable {
    /// The id that the app names whenever it starts.
    var configured: AppUserID?
    var user = User.unknown
    /// The rule that says who the user is, and the one that says whose data may be shown.
    var identity: RuleID = "customer.identity.made-up-ids-differ"
    var isolation: RuleID = "customer.configure.other-user"
    /// Whether there may be no user, as after a log-out.
    var mayBeNobody = false
    /// Log-ins and log-outs that have begun, and that may not have changed the user yet.
    var changes: [CustomerCall] = []
    /// The users for whom requests may have been made that no step has observed yet.
    var asked: Set<User> = []
    /// The users whom a log-in has replaced: what is stored of them may stay.
    var left: Set<AppUserID> = []
  }

  struct State: Hashable {
    var device = DeviceName.main
    /// The users for whom calls that have begun may still be answered. They are kept until all calls have been waited
    /// for.
    var callers: Set<User> = []
    var installations: [DeviceName: Installation] = [:]
    /// How many made-up ids have been shown. The next one that is shown has the next number.
    var shownIDs = 0
    /// How many more made-up ids may be shown, including those of earlier users whose calls have not been waited for.
    var unseenIDs = 1
    /// The users who have logged out, and the rule by which nothing is left of them.
    var erased: [AppUserID: RuleID] = [:]
    /// The user for whom the server answers, if it does not answer for the one who is asked for.
    var answered: AppUserID?
    /// The kinds of requests that are held: their answers are observed later.
    var held = HeldRequests()
    var isHolding: Bool { held.isHolding }
    var isOffline = false
    /// What a listener calls when it is told something.
    var whenTold = CustomerCallWhenTold()

    var here: Installation {
      get { installations[device] ?? Installation() }
      set { installations[device] = newValue }
    }
  }

  var start: State { State() }

  func continuations(of state: State, on action: CustomerAction) -> [Continuation<CustomerAction, State>] {
    // Log-ins and log-outs that have begun may have changed the user by now.
    let (now, changed) = (state, state.afterChangesUnderWay())
    return ([now] + changed).flatMap { before in
      before.endings(of: action).flatMap { ending in
        var state = ending.state
        state.whenTold.note(action)
        return state.ways(after: action, besides: now.here.user, ending.expectations)
      }
    }
  }
}

extension CustomerUserModel.State {
  typealias User = CustomerUserModel.User
  /// A state that an action may lead to, and the expectations that hold if it does.
  typealias Ending = (state: Self, expectations: [Expectation<CustomerAction>])

  typealias Ways = [Continuation<CustomerAction, Self>]

  /// The ways in which a step ends in this state, or in the one that a listener's log-out leads to.
  fileprivate func ways(
    after action: CustomerAction, besides before: User, _ expectations: [Expectation<CustomerAction>]
  ) -> Ways {
    let way = Continuation(expectations + demands(on: action, besides: [before])) { observation in
      var after = seen(observation)
      if observation.isFailure, action.startsTheApp { after.here.user = .unknown }
      if action == .finish {
        after.callers = []
      } else if !after.callers.isEmpty {
        after.callers.insert(after.here.user)
      }
      return after
    }
    guard whenTold.call == .logOut else { return [way] }
    var told = self
    told.whenTold.noteCall()
    var changed = told.after(.logOut)
    changed.here.isolation = "customer.listener.calls-when-told"
    // What the step itself returns may still be the old user's.
    let demands = changed.demands(on: action, besides: [before, here.user]).filter { $0.aspect != .answer }
    let mayBeLater = isHolding ? [told.underWay(.logOut)] : []
    return [way.adding([.notifiesNothing])]
      + ([changed] + mayBeLater).map { Continuation([.notify(.something)] + demands, to: $0.seen) } + [
        // A log-out that was refused is an error.
        Continuation([.notify(.something)] + demands) { [told, changed] in
          ($0.notifications?.contains(where: \.isFailure) == true ? told : changed).seen($0)
        }
      ]
  }

  // MARK: Who the user is

  /// The states in which some of the log-ins and log-outs under way have taken effect, in any order.
  fileprivate func afterChangesUnderWay() -> [Self] {
    here.changes.indices.flatMap { index in
      var state = self
      let call = state.here.changes.remove(at: index)
      let changed = state.after(call)
      return [changed] + changed.afterChangesUnderWay()
    }
  }

  fileprivate func endings(of action: CustomerAction) -> [Ending] {
    var state = self
    state.held.note(action)
    switch action {
    case .use(let device): state.device = device
    case .network(let network): state.isOffline = network != .up
    case .serve(.answersFor(let user)): state.answered = user
    case .app(.configure(let setup)):
      state.here.configured = setup.appUserID
      let isSame = setup.appUserID.map { $0.isBlank || here.user == .known(.known($0)) } ?? true
      let rule: RuleID =
        here.user == .unknown
        ? (isSame ? "customer.identity.made-up-ids-differ" : "customer.identity.stable")
        : isSame ? "customer.identity.survives-restart" : "customer.configure.other-user"
      return state.afterStart(by: rule, isDamaged: setup.appUserID?.isBlank == true)
    case .world(.kill): return state.afterStart(by: "customer.identity.survives-kill")
    case .app(.upgrade(_, let user, _)):
      // What an earlier edition stored of somebody who has logged out since is there again.
      state.erased[user] = nil
      return state.afterStart(by: "customer.identity.survives-restart")
    case .app(.startAtOnce), .world(.restart), .world(.restartAfter):
      return state.afterStart(by: "customer.identity.survives-restart")
    case .world(.damage), .world(.restartUnreadable):
      return state.afterStart(by: "customer.identity.survives-restart", isDamaged: true)
    case .call(let call), .callOften(let call, _, _), .callMeanwhile(let call): return state.endings(of: call)
    case .callInTurn(let calls):
      return calls.reduce([(state, [])]) { endings, call in
        // The observation does not show which of these calls failed.
        endings.flatMap { ending in ending.state.endings(of: call).map { ($0.state, []) } }
      }
    case .begin(let call, _), .beginMeanwhile(let call):
      state.callers.insert(here.user)
      if call.changesUser { state.here.changes.append(call) }
    case .finish:
      // Calls that were begun have returned by now, and have changed the user unless requests fail or are held.
      if !here.changes.isEmpty, !isOffline, !isHolding { return [] }
      state.here.changes = []
    case .world(.advance), .app(.foreground), .app(.background): state.here.outlasts()
    default: break
    }
    if case .network = action { state.here.outlasts() }
    return [(state, [])]
  }

  /// A start keeps the user, unless the app names another.
  private func afterStart(by rule: RuleID, isDamaged: Bool = false) -> [Ending] {
    var state = self
    state.here.changes = []
    if let id = here.configured, !id.isBlank {
      state.erased[id] = nil
      if here.user != .known(.known(id)) { state.here.isolation = "customer.configure.other-user" }
      state.here.user = .known(.known(id))
      state.here.mayBeNobody = false
    } else if here.user == .unknown {
      state.here.user = .unseen
    }
    state.here.identity = rule
    if here.configured?.isBlank == true { return [(state, []), (state.withoutUser, [])] }
    let starts = Expectation<CustomerAction>.answer(.exactly([])).demanded(
      by: isDamaged ? "customer.info.unreadable-copy" : "customer.configure.fetches-customer-info")
    return [(state, [starts])] + (isDamaged && here.configured == nil ? [(state.withoutUser, [starts])] : [])
  }

  /// The state when the user is a new one, whose id the module has just made up.
  private var withoutUser: Self {
    var state = self
    state.here.user = .unseen
    return state
  }

  private func endings(of call: CustomerCall) -> [Ending] {
    guard call.changesUser else {
      var state = self
      if call == .invalidate { state.here.outlasts() }
      return [(state, [])]
    }
    let changed = after(call)
    // An app cannot tell whether a failed log-out has logged the user out, or failed because nobody was logged in.
    if call == .logOut {
      return [(changed, []), (self, [.fails])] + (isHolding ? [(underWay(call), [.fails])] : []) + [(changed, [.fails])]
    }
    if changed.here.user != here.user, !isOffline, !isHolding, answered == nil {
      return [(changed, [.answer(.exactly([])).demanded(by: "customer.login.requests-during-switch")])]
    }
    // Without the server a log-in may fail, and the user may have changed all the same.
    var unchanged = self
    unchanged.here.asked.insert(changed.here.user)
    return [(changed, []), (isHolding ? unchanged.underWay(call) : unchanged, [.fails]), (changed, [.fails])]
  }

  private func underWay(_ call: CustomerCall) -> Self {
    var state = self
    state.here.changes.append(call)
    return state
  }

  /// The state after a log-in or a log-out.
  private func after(_ call: CustomerCall) -> Self {
    var state = self
    let isLate = isHolding || !callers.isEmpty
    switch call {
    case .logIn(let id) where id.isBlank:
      state.here.isolation = "customer.identity.blank-id-refused"
      state.here.identity = "customer.identity.blank-id-refused"
    case .logIn(let id):
      state.erased[id] = nil
      if here.user == .known(.known(id)) { return state }
      if case .known(.known(let old)) = here.user { state.here.left.insert(old) }
      state.here.user = .known(.known(id))
      state.here.mayBeNobody = false
      state.here.identity = "customer.identity.stable"
      state.here.isolation = isLate ? "customer.login.late-answer-discarded" : "customer.login.isolates-users"
    case .logOut:
      state.here.isolation = isLate ? "customer.logout.late-answer-discarded" : "customer.logout.isolates-users"
      if case .known(.known(let id)) = here.user, !isElsewhere(id) { state.erased[id] = state.here.isolation }
      state.here.user = .unseen
      state.here.mayBeNobody = true
      state.unseenIDs = isLate ? unseenIDs + 1 : 1
      state.here.identity = "customer.identity.made-up-ids-differ"
    default: break
    }
    state.here.asked.insert(here.user)
    return state
  }

  private func isElsewhere(_ id: AppUserID) -> Bool {
    installations.contains { $0.key != device && ($0.value.user == .known(.known(id)) || $0.value.left.contains(id)) }
  }
}

extension CustomerUserModel.Installation {
  /// Notes that something has happened that does not change the user.
  fileprivate mutating func outlasts() {
    if identity == "customer.identity.blank-id-refused" { identity = "customer.identity.stable" }
  }
}

extension CustomerAction {
  /// Whether the app starts, or starts again.
  fileprivate var startsTheApp: Bool {
    switch self {
    case .app(.configure), .app(.startAtOnce), .app(.upgrade): true
    default: worldEvent?.endsARun == true
    }
  }
}
