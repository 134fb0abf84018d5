public import CacheSpec

/// The running app of a chapter of another package, on which the chapter's actions are performed.
public struct OwnApp<Action: WorldAction, Module: ClosableModule, Answer: Sendable>: Sendable {
  /// The module that runs.
  public let module: Module
  /// Time, storage, log, and the origin.
  public let place: OriginWorld<Action.Request, Answer>
  fileprivate let calls: BegunCalls<Action.Answer>
  fileprivate let notified: Recorder<Action.Notification>

  /// Begins a call that overlaps the next steps. `finish` waits for the call and returns its answers.
  public func begin(_ name: String, _ call: @escaping @Sendable () async throws -> [Fact<Action.Answer>]) {
    calls.begin(name, call)
  }

  /// Records a notification that a listener was called with.
  public func note(_ notification: Action.Notification) { notified.note(.value(notification)) }
}

extension ChapterImplementation {
  /// A module of chapters of another package, whose app has one module and one origin.
  ///
  /// The kit observes answers, requests and notifications.
  ///
  /// - Parameters:
  ///   - chapters: the chapters.
  ///   - script: decides what the origin answers, or throws its failure, until an action makes it answer otherwise.
  ///   - open: opens the module when the app starts. The world's storage may hold what an earlier run left.
  ///   - act: performs an action of the chapter, and returns the answers to the caller, or nil for none. An error that
  ///     it throws is an answer, too.
  public static func chapters<Action: WorldAction, Answer: Sendable, Module: ClosableModule>(
    _ chapters: [Chapter<Action>],
    answering script: @escaping @Sendable (Action.Request) throws -> Answer,
    opening open: @escaping @Sendable (OriginWorld<Action.Request, Answer>) async throws -> Module,
    performing act:
      @escaping @Sendable (Action, OwnApp<Action, Module, Answer>) async throws -> [Fact<Action.Answer>]?
  ) -> Self {
    Self(chapters: chapters) { _ in
      OwnChecker(app: OneModuleApp((), in: OriginWorld(script: script)) { _, place in try await open(place) }, act: act)
    }
  }

  /// Returns the same module, checked against more rules about the same actions.
  ///
  /// - Parameter more: chapters of another package, with the actions of this one.
  public func adding<Action: ScenarioAction>(_ more: Chapter<Action>...) -> Self {
    let own = implementation(of: Action.self)
    return Self(missing: missing, chapters: (own?.chapters ?? []) + more, served: served) { lacking in
      guard let own else { throw ActionsOfAnotherChapter(actions: "\(Action.self)") }
      return try await own.makeChecker(lacking)
    }
  }
}

/// Performs the actions of a chapter of another package.
private actor OwnChecker<Action: WorldAction, Module: ClosableModule, Answer: Sendable>: OneModuleChecker {
  typealias App = OneModuleApp<Action, Void, OriginWorld<Action.Request, Answer>>

  var app: App
  private let act: @Sendable (Action, OwnApp<Action, Module, Answer>) async throws -> [Fact<Action.Answer>]?
  private let notified = Recorder<Action.Notification>()

  init(
    app: App, act: @escaping @Sendable (Action, OwnApp<Action, Module, Answer>) async throws -> [Fact<Action.Answer>]?
  ) { (self.app, self.act) = (app, act) }

  func act(_ action: Action) async throws -> [Fact<Action.Answer>]? {
    if !app.isRunning { try await start() }
    return try await act(
      action, OwnApp(module: app.module(), place: app.place, calls: app.calls, notified: notified))
  }

  func takeNotifications() -> [Fact<Action.Notification>]? { notified.take() }
}
