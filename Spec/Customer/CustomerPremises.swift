/// The properties of an action that the premises depend on.
extension CustomerAction {
  /// Whether more than this time passes.
  func lasts(over time: Duration) -> Bool {
    switch worldEvent {
    case .advance(let duration), .restartAfter(let duration): duration > time
    default: false
    }
  }

  private var setup: CustomerSetup? { if case .app(.configure(let setup)) = self { setup } else { nil } }

  /// Whether it configures the cache, as every scenario does.
  var configures: Bool { setup != nil }

  /// Whether it configures the cache for another user than most scenarios do.
  var configuresAnother: Bool { setup?.appUserID.map { $0 != .alice } ?? false }

  /// Whether what an earlier run stored decides who the user is, or what is cached.
  var beginsARun: Bool {
    worldEvent?.endsARun == true || self == .app(.startAtOnce) || (configures && setup?.appUserID == nil)
  }

  /// Whether it looks at what is stored.
  var isOfStorage: Bool { if case .searchStorage = self { true } else { false } }

  /// Whether the app comes to the foreground.
  var isOfForeground: Bool { self == .app(.foreground) || self == .app(.foregroundMeanwhile) }

  /// Whether the server answers every request for one user from now on, so that its answers to other users are refused.
  var isOfWrongAnswers: Bool { if case .serve(.answersFor(_?)) = self { true } else { false } }

  /// Whether the server has entitlements from now on.
  var unlocks: Bool {
    if case .serve(.customerInfo(_, let entitlements)) = self { !entitlements.isEmpty } else { false }
  }

  /// Whether it makes such a call.
  func calls(_ isSuch: (CustomerCall) -> Bool) -> Bool {
    switch self {
    case .call(let call), .callMeanwhile(let call), .callOften(let call, _, _), .begin(let call, _),
      .beginMeanwhile(let call):
      isSuch(call)
    case .callInTurn(let calls): calls.contains(where: isSuch)
    default: false
    }
  }
}

extension CustomerCall {
  /// Whether it may change the user.
  var changesUser: Bool { if case .logIn = self { true } else { self == .logOut } }
  /// Whether it buys something.
  var isPurchase: Bool { if case .purchase = self { true } else { false } }
}
