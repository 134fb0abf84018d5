/// Whose data a step may show.
extension CustomerUserModel.State {
  /// The expectations of a step that ends in this state.
  ///
  /// - Parameter before: the users before the step, whose data may still be shown in a step that changes the user.
  func demands(on action: CustomerAction, besides before: Set<User>) -> [Expectation<CustomerAction>] {
    if case .searchStorage(let id) = action, let rule = erased[id] { return [.storesNothing.demanded(by: rule)] }
    if here.user == .unknown || before == [.unknown] { return [] }
    let now = names(of: [here.user])
    // Other installations stay active meanwhile.
    let told = installations.values.reduce(into: before) { $0.insert($1.user) }
    let asked = installations.values.reduce(into: told) { $0.formUnion($1.asked) }
    var demands: [Expectation<CustomerAction>] = []
    if !asked.contains(.unknown) { demands.append(.request(.onlyAbout(names(of: asked))).demanded(by: here.isolation)) }
    if !told.contains(.unknown) { demands.append(.notify(.onlyAbout(names(of: told))).demanded(by: here.isolation)) }
    let shown = answered == nil ? here.isolation : "customer.get.answer-for-another-user"
    switch action {
    case .call(.appUserID):
      // After a log-out there may be nobody yet, whoever a request was for.
      if case .known(let user) = here.user, !here.mayBeNobody {
        demands.append(.answers(.user(user)).demanded(by: here.identity))
      }
      demands.append(.answer(.onlyAbout(now)).demanded(by: here.identity))
    case .call, .callOften, .callMeanwhile: demands.append(.answer(.onlyAbout(now)).demanded(by: shown))
    case .callInTurn:
      demands.append(.answer(.onlyAbout(names(of: before.union([here.user])))).demanded(by: shown))
    case .finish where !callers.contains(.unknown):
      demands.append(
        .answer(.onlyAbout(names(of: callers.union(before).union([here.user])))).demanded(by: shown))
    default: break
    }
    return demands
  }

  /// The made-up ids that may be shown next. While calls have not been waited for, numbers may be skipped, because an
  /// id that only such a call has seen is not shown.
  private var unseenUsers: [CustomerUser] {
    (1...(callers.isEmpty ? unseenIDs : unseenIDs + 3)).map { .anonymous(shownIDs + $0) }
  }

  private func names(of users: Set<User>) -> [String] {
    users.flatMap { user in
      switch user {
      case .known(let user): [user.name]
      case .unseen: unseenUsers.map(\.name)
      case .madeUp: (1...shownIDs + 1).map { CustomerUser.anonymous($0).name } + unseenUsers.map(\.name)
      case .unknown: [String]()
      }
    }.sorted()
  }

  /// The state once an observation has shown which ids were made up.
  func seen(_ observation: StepObservation<CustomerAction>) -> Self {
    var state = self
    let shown = unseenUsers.filter { observation.mentions($0.name) }
    if case .anonymous(let number)? = shown.last {
      state.shownIDs = number
      // If there are several ids, it is unknown which user has which.
      let user = shown.count == 1 && unseenIDs == 1 ? User.known(shown[0]) : .madeUp
      state.unseenIDs = max(1, unseenIDs - shown.count)
      let unseen = installations.filter { $0.value.user == .unseen }.keys
      for name in unseen {
        // It is also unknown which installation has the id, because another one works in the background.
        state.installations[name]?.user = unseen.count == 1 ? user : .madeUp
        state.installations[name]?.identity = "customer.identity.stable"
      }
      if callers.contains(.unseen) { state.callers.formUnion(shown.map(User.known)) }
      if here.asked.contains(.unseen) { state.here.asked.formUnion(shown.map(User.known)) }
    }
    if observation.requests == nil { state.here.asked.insert(state.here.user) } else { state.here.asked = [] }
    return state
  }
}

extension CustomerUser {
  /// The name by which values mention the user.
  fileprivate var name: String {
    switch self {
    case .known(let id): id.text
    case .anonymous: description
    case .nobody: Self.nobodysName
    }
  }
}

extension StepObservation<CustomerAction> {
  /// Whether any of its values mentions a user.
  fileprivate func mentions(_ name: String) -> Bool {
    func mentioned(_ facts: [Fact<some ObservedValue>]?) -> Bool {
      facts?.contains { if case .value(let value) = $0 { value.mentions(name) } else { false } } == true
    }
    return mentioned(answer) || mentioned(requests) || mentioned(notifications)
  }
}
