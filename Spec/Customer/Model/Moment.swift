/// A step of a run, with what is cached before it if every rule holds, and with what was observed in it.
struct CustomerMoment {
  /// Something that is cached.
  struct Copy {
    let version: DataVersion
    var age = Duration.zero
    /// Whether an earlier run fetched it.
    var isOfEarlierRun = false

    var isOld: Bool { age > .minutes(5) }
    var isYoung: Bool { age < .minutes(5) }
  }

  /// The state of an installation of the app.
  struct Installation {
    /// The user, or nil for one whose id the module generated.
    var user: AppUserID?
    var info: Copy?
    var offerings: Copy?
    /// How long the app has been in the background, or nil if it is in the foreground.
    var background: Duration?
    /// How long ago a request failed, if none has succeeded since.
    var sinceFailure: Duration?
    /// The user who logged out last, and whether the app has started again since.
    var loggedOut: AppUserID?
    var hasRestartedLoggedOut = false
    /// Whether the user has logged in.
    var hasLoggedIn = false
    /// The id that was shown last of this user.
    var shownID: CustomerUser?
    /// Whether an earlier run of the app has ended.
    var hasRestarted = false
    /// Whether a request is under way, which a read may join.
    var isUnderWay = false
    /// Whether requests were held and answered, so that it is not known what is cached.
    var isUncertain = false
  }

  let action: CustomerAction
  /// The calls that it makes, or that it waits for.
  let calls: [CustomerCall]
  let observation: StepObservation<CustomerAction>
  let before: Installation
  /// The ids that were shown before.
  let shownIDs: [CustomerUser]
  let isOffline: Bool
  /// The version that the server has.
  let server: DataVersion
  /// Whether the clock was set.
  let isClockSet: Bool
  /// Whether customer info was requested, and whether offerings were; nil while requests are held.
  private(set) var asks: Bool?
  /// Whether the run ends with a request that was waited for in vain since.
  private(set) var isAwaited = false
  let asksForOfferings: Bool?

  /// The steps of a run.
  static func all(in run: [PerformedStep<CustomerAction>]) -> [Self] {
    var (course, moments) = (Course(), [Self]())
    for step in run {
      // What was waited for in vain was not requested before.
      if case .requests(.customerInfo, .awaitHeld) = step.action, step.observation.isFailure {
        for index in moments.indices where moments[index].asks == nil {
          (moments[index].asks, moments[index].isAwaited) = (false, true)
        }
      }
      moments.append(course.moment(of: step))
      course.take(step)
    }
    return moments
  }

  // MARK: What was observed

  /// Whether it reads customer info by one of these policies.
  func reads(by policies: CustomerFetchPolicy?...) -> Bool {
    calls.contains { if case .customerInfo(let policy) = $0 { policies.contains(policy) } else { false } }
  }

  /// The copy that is read, where it is known.
  var copy: Copy? { before.isUncertain ? nil : before.info }

  /// Whether a fetch would bring nothing new.
  var isUpToDate: Bool { copy?.version == server }

  /// The id that is shown.
  var shownID: CustomerUser? {
    (observation.answer ?? []).lazy.compactMap { if case .value(.user(let id)) = $0 { id } else { nil } }.first
  }

  /// Whether the user has changed by itself.
  var isAnotherUser: Bool {
    guard calls.first == .appUserID, let shownID, let expected = before.user.map(CustomerUser.known) ?? before.shownID
    else { return false }
    return shownID != expected
  }

  /// Whether an id that was not shown before is that of a generated user.
  var isNewID: Bool { if case .anonymous? = shownID { !shownIDs.contains { $0 == shownID } } else { false } }

  /// Whether a read was answered, but not with what is cached.
  var isAnsweredOtherwise: Bool {
    guard !isClockSet, let copy, let answer = observation.answer else { return false }
    return answer.contains { fact in
      if case .value(.owned(let owned)) = fact { owned.version != copy.version } else { true }
    }
  }

  /// Whether the server is asked for a user who has logged out.
  var asksForLoggedOut: Bool {
    guard let user = before.loggedOut else { return false }
    return observation.requests?.contains {
      if case .value(let request) = $0 { request.mentions(user.text) } else { false }
    } ?? false
  }

  /// Whether it shows something of the user who logged out before the app started again.
  var isOfLoggedOut: Bool {
    guard before.hasRestartedLoggedOut, let user = before.loggedOut else { return false }
    return observation.answer?.contains { if case .value(let value) = $0 { value.mentions(user.text) } else { false } }
      ?? false
  }
}

extension CustomerMoment {
  /// What has happened so far.
  private struct Course {
    private var device = DeviceName.main
    private var installations: [DeviceName: Installation] = [:]
    private var (info, offerings) = (DataVersion.v0, DataVersion.v0)
    private var isOffline = false
    private var isMisled = false
    private var isClockSet = false
    private var holdsRequests = false
    private var begun: [CustomerCall] = []
    private var shownIDs: [CustomerUser] = []
    private var whenTold = CustomerCallWhenTold()

    private var here: Installation {
      get { installations[device] ?? Installation() }
      set { installations[device] = newValue }
    }

    func moment(of step: PerformedStep<CustomerAction>) -> CustomerMoment {
      CustomerMoment(
        action: step.action, calls: step.action == .finish ? begun : step.action.calls, observation: step.observation,
        before: here,
        shownIDs: shownIDs, isOffline: isOffline, server: info, isClockSet: isClockSet,
        asks: holdsRequests ? nil : step.observation.asks(for: .customerInfo),
        asksForOfferings: holdsRequests ? nil : step.observation.asks(for: .offerings))
    }

    mutating func take(_ step: PerformedStep<CustomerAction>) {
      if let id = moment(of: step).shownID {
        here.shownID = id
        shownIDs.append(id)
      }
      note(step.action, isFailure: step.observation.isFailure)
      whenTold.note(step.action)
      noteFetches(step.observation)
      if step.observation.tells, let call = whenTold.call {
        note(call)
        whenTold.noteCall()
      }
    }

    private mutating func noteFetches(_ observation: StepObservation<CustomerAction>) {
      if holdsRequests { return }
      let isAnswered = !isOffline && !isMisled
      if observation.asks(for: .customerInfo) {
        if isAnswered { here.info = Copy(version: info) }
        here.sinceFailure = isAnswered ? nil : .zero
      }
      if observation.asks(for: .offerings), isAnswered { here.offerings = Copy(version: offerings) }
    }

    private mutating func note(_ action: CustomerAction, isFailure: Bool) {
      switch action {
      case .use(let device): self.device = device
      case .serve(.customerInfo(let version, _)): info = version
      case .serve(.offerings(let version)): offerings = version
      case .serve(.answersFor(let user)): isMisled = user != nil
      case .network(let network): isOffline = network != .up
      case .requests(_, let holding):
        holdsRequests = holding == .hold || holdsRequests && holding != .holdNoMore && holding != .releaseAll
        if case .awaitHeld = holding { here.isUnderWay = true }
        here.isUncertain = here.isUncertain || holding.answers
      case .app(.configure(let setup)):
        let isFirst = installations[device] == nil
        if let user = setup.appUserID, user != here.user { here = Installation(user: user, loggedOut: here.loggedOut) }
        beginRun()
        here.hasRestarted = !isFirst
      case .app(.startAtOnce): beginRun()
      case .app(.upgrade(let version, _, _)):
        beginRun()
        here.info = Copy(version: version, isOfEarlierRun: true)
      case .app(.background): here.background = .zero
      case .app(.foreground), .app(.foregroundMeanwhile): here.background = nil
      case .world(.setClock): isClockSet = true
      case .world(.advance(let time)): pass(time)
      case .world(.restartAfter(let time)):
        pass(time)
        beginRun()
      case .world(let event) where event.endsARun: beginRun()
      case .begin, .beginMeanwhile:
        begun += action.calls
        action.calls.forEach { note($0) }
      case .finish: begun = []
      case .call, .callMeanwhile, .callOften, .callInTurn: if !isFailure { action.calls.forEach { note($0) } }
      case .listen, .watchLog, .searchStorage, .world: break
      }
    }

    private mutating func note(_ call: CustomerCall) {
      switch call {
      case .logIn(let user) where user != here.user:
        here = Installation(
          user: user, background: here.background, loggedOut: here.loggedOut, hasLoggedIn: true)
      case .logOut: here = Installation(background: here.background, loggedOut: here.user)
      case .invalidate: here.info = nil
      case .purchase, .restore: here.info = isOffline || isMisled ? here.info : Copy(version: info)
      case .logIn, .appUserID, .customerInfo, .offerings: break
      }
    }

    private mutating func pass(_ time: Duration) {
      here.info?.age += time
      here.offerings?.age += time
      here.background? += time
      here.sinceFailure? += time
      // When it refreshes is not known to the minute.
      if here.background != nil, time > .hours(24) { here.isUncertain = true }
    }

    private mutating func beginRun() {
      here.background = nil
      here.info?.isOfEarlierRun = true
      here.offerings = nil
      here.hasRestarted = true
      here.hasRestartedLoggedOut = here.loggedOut != nil
    }
  }
}
