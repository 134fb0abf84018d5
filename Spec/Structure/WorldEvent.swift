/// The events that are the same in every chapter's world.
public enum WorldEvent: Hashable, Sendable, CustomStringConvertible {
  /// Time passes.
  case advance(Duration)
  /// The wall clock is set ahead, or back by a negative duration, without any time passing.
  case setClock(by: Duration)
  /// The app ends normally, and starts again with what it stored.
  case restart
  /// The app ends normally, and starts again after a duration.
  case restartAfter(Duration)
  /// The app's process ends without warning, without closing or flushing anything, and the app starts again.
  case kill
  /// The app ends, stored files are damaged, and it starts again.
  case damage(StorageDamage, of: DamagedFiles)
  /// The app ends, and starts again while what it stored cannot be read, as on a device that is locked. In the run after
  /// that, what it left in its place is there again.
  case restartUnreadable
  /// Requests on their way to the origin are held or released, if the chapter has an origin.
  case requests(Holding)
  /// The app no longer wants the pending calls with this name, which return or throw.
  case cancelCall(String)
  /// The pending calls with this name return.
  case finish(String)

  /// The capabilities that the event requires of a module and its world.
  public var requires: Set<Capability> {
    switch self {
    case .advance, .setClock, .restartAfter: [.virtualTime]
    case .restart, .damage, .restartUnreadable, .requests, .cancelCall, .finish: []
    case .kill: [.kill]
    }
  }

  /// Whether a run of the app ends, so that only stored values remain.
  public var endsARun: Bool {
    switch self {
    case .advance, .setClock, .requests, .cancelCall, .finish: false
    case .restart, .restartAfter, .kill, .damage, .restartUnreadable: true
    }
  }

  public var description: String {
    switch self {
    case .advance(let duration): "\(duration.inWords) pass"
    case .setClock(let duration):
      duration < .zero
        ? "the clock is set back by \((.zero - duration).inWords)" : "the clock is set ahead by \(duration.inWords)"
    case .restart: "the app restarts"
    case .restartAfter(let duration): "the app ends, and starts again \(duration.inWords) later"
    case .kill: "the app is killed and starts again"
    case .damage(let damage, of: .all): "stored copies are \(damage) while the app does not run"
    case .damage(let damage, of: .largest): "the largest stored file is \(damage) while the app does not run"
    case .damage(let damage, of: .others):
      "every stored file but the largest is \(damage) while the app does not run"
    case .restartUnreadable: "the app restarts, and cannot read what is stored until it ends"
    case .requests(let holding): "\(holding)"
    case .cancelCall(let name): "cancel \(name)"
    case .finish(let name): "\(name) returns"
    }
  }
}

/// An action that can be one of the events that every chapter's world has.
public protocol WorldAction: ScenarioAction {
  /// The action for an event.
  static func world(_ event: WorldEvent) -> Self
  /// The event, if the action is one.
  var worldEvent: WorldEvent? { get }
}

extension WorldAction {
  public var requires: Set<Capability> { worldEvent?.requires ?? [] }

  /// Time passes.
  public static func advance(_ duration: Duration) -> Self { .world(.advance(duration)) }
  /// The wall clock is set, without any time passing.
  public static func setClock(by duration: Duration) -> Self { .world(.setClock(by: duration)) }
  /// The app restarts.
  public static var restart: Self { .world(.restart) }
  /// The app ends, and starts again after a duration.
  public static func restart(after duration: Duration) -> Self { .world(.restartAfter(duration)) }
  /// The app is killed, and starts again.
  public static var kill: Self { .world(.kill) }
  /// Stored files are damaged while the app does not run.
  public static func damage(_ damage: StorageDamage, of files: DamagedFiles = .all) -> Self {
    .world(.damage(damage, of: files))
  }
  /// The app restarts, and what it stored cannot be read in this run.
  public static var restartUnreadable: Self { .world(.restartUnreadable) }
  /// Requests on their way to the origin are held, waited for or released.
  public static func requests(_ holding: Holding) -> Self { .world(.requests(holding)) }
  /// The pending calls with this name are cancelled.
  public static func cancelCall(_ name: String) -> Self { .world(.cancelCall(name)) }
  /// The pending calls with this name return.
  public static func finish(_ name: String) -> Self { .world(.finish(name)) }
}

/// Holding and releasing requests on their way to an origin, so that overlapping work is tested deterministically.
public enum Holding: Hashable, Sendable, CustomStringConvertible {
  /// Requests are held from now on.
  case hold
  /// Waits until this many requests are held at once.
  case awaitHeld(Int)
  /// Waits until this many requests are held at once. If fewer are held, because a client joins requests or makes them
  /// one after another, the step fails after a moment of real time.
  case awaitHeldUnlessJoined(Int)
  /// The request that was held first is answered.
  case releaseOldest
  /// The request that was held last is answered.
  case releaseNewest
  /// All held requests are answered, and no more are held.
  case releaseAll
  /// Later requests are answered at once. Those that are held stay held.
  case holdNoMore

  /// Whether it waits for requests.
  var awaits: Bool {
    switch self {
    case .awaitHeld, .awaitHeldUnlessJoined: true
    case .hold, .releaseOldest, .releaseNewest, .releaseAll, .holdNoMore: false
    }
  }

  /// Whether held requests are answered.
  package var answers: Bool {
    switch self {
    case .releaseOldest, .releaseNewest, .releaseAll: true
    case .hold, .awaitHeld, .awaitHeldUnlessJoined, .holdNoMore: false
    }
  }

  public var description: String {
    switch self {
    case .hold: "hold requests"
    case .awaitHeld(let count): "\(count) request\(count == 1 ? " is" : "s are") held"
    case .awaitHeldUnlessJoined(let count): "\(count) requests are held, or fewer that are joined"
    case .releaseOldest: "answer the oldest request"
    case .releaseNewest: "answer the newest request"
    case .releaseAll: "answer every request"
    case .holdNoMore: "hold no more requests"
    }
  }
}
