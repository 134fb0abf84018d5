import CacheConformance
import NormalizedRules

/// Performs the normalized chapter's actions on a client.
actor NormalizedChecker<Module: NormalizedCacheModule>: OneModuleChecker {
  var app: OneModuleApp<NormalizedAction, ClientSetup, NormalizedWorld>
  private var queries: [String: GraphOperation] = [:]
  private var results: [String: Recorder<GraphAnswerModel>] = [:]
  /// The closures that cancel the watchers. Each closure holds its watcher's token, because a client may end a watcher
  /// when its token is released.
  private var watchers: [String: @Sendable () async throws -> Void] = [:]
  private var cancelled: Set<String> = []
  private var handlers: [String: WeakHandler] = [:]
  private let told = Recorder<WatcherNotification>()
  /// The calls that handlers have begun, and the names of all that they are to begin.
  private let called = BegunCalls<GraphAnswerModel>()
  private var planned: Set<String> = []
  /// The notifications that came since their watcher was last looked at, and those that this step looks at.
  private var (unseen, seen): ([Fact<WatcherNotification>], [Fact<WatcherNotification>]) = ([], [])

  init(app: OneModuleApp<NormalizedAction, ClientSetup, NormalizedWorld>) { self.app = app }

  func act(_ action: NormalizedAction) async throws -> [Fact<GraphAnswerModel>]? {
    switch action {
    case .world: break
    case .makeClient(let setup): try await start(setup)
    case .serve(let data, let operation): app.place.serve(data, to: operation)
    case .server(let state): app.place.setServer(state)
    case .fetch(let query, let policy): return await fetch(query, policy)
    // The module is made before a call begins, because the step after it would make another one.
    case .begin(let mutation, _, let name) where mutation.kind == .mutation:
      let module = try await module()
      app.calls.begin(name) { [Fact(try await module.perform(mutation))] }
    case .begin(let query, let policy, let name):
      _ = try await module()
      queries[name] = query
      let given = Recorder<GraphAnswerModel>()
      results[name] = given
      app.calls.begin(name) {
        await self.fetch(query, policy, into: given)
        return []
      }
    case .lookAtResults(let name):
      if let given = results[name] { return await given.takeSoon() }
      if !unseen.contains(where: { $0.mentions(name) }) { unseen += await told.takeSoon() }
      (seen, unseen) = (unseen.filter { $0.mentions(name) }, unseen.filter { !$0.mentions(name) })
    case .perform(let mutation): return [Fact(try await module().perform(mutation))]
    case .watch(let query, let policy, let name): try await watch(query, policy, as: name)
    case .cancel(let name):
      app.calls.cancel(name)
      if let cancel = watchers[name], cancelled.insert(name).inserted { try await cancel() }
    case .whenTold(let watcher, let call, let name): try plan(call, as: name, when: watcher)
    case .lookAtHandler(let name): return [.value(.handler(isHeld: await isHeld(name)))]
    case .transact(let steps):
      return try await transact(steps).map { Fact($0.map(GraphAnswerModel.data)) }
    case .transactInTurn(let transactions): for steps in transactions { _ = try await transact(steps) }
    case .searchStorage: break
    case .updateAtOnce(let count, let query, let change, let times):
      try await runAtOnce(count, Array(repeating: .update(query, change), count: times))
    case .look(let keys): return [.value(.objects(try await find(keys)))]
    case .clear: try await module().clear()
    case .file(let event): return try await handle(event)
    case .compareKinds(let actions): return [.value(try await compareKinds(actions))]
    }
    return nil
  }

  /// Waits for a begun fetch or mutation, and returns the results that have not been looked at yet.
  func finish(_ name: String) async throws -> [Fact<GraphAnswerModel>]? {
    if planned.contains(name) {
      // A handler that was not told by now no longer calls.
      defer { planned.remove(name) }
      do { return try await called.finish(name) } catch { return [Fact(failure: NeverTold())] }
    }
    let answers = try await app.calls.finish(name)
    return results.removeValue(forKey: name)?.take() ?? answers
  }

  // MARK: The client

  func forget() { (watchers, handlers, cancelled, unseen, planned) = ([:], [:], [], [], []) }

  func idleWaiter() -> @Sendable () async throws -> Void {
    { [app, called] in
      var count = called.count
      repeat {
        count = called.count
        await called.waitForAll()
        try await app.running?.waitUntilIdle()
        // What a handler called may tell watchers, whose handlers call.
      } while called.count > count
    }
  }

  func takeNotifications() -> [Fact<WatcherNotification>]? {
    let new = told.take()
    defer { (unseen, seen) = (unseen + new, []) }
    return seen + new
  }

  /// Returns the text that was searched for, if it is in the stored bytes; after a fetch, what is cached for its query.
  func lookAtStorage(after action: NormalizedAction) async throws -> [Fact<GraphValue>]? {
    if case .searchStorage(let text) = action {
      return [try app.place.world.storage.contains(Array(text.utf8)) ? .value(.text(text)) : .nothing]
    }
    let query: GraphOperation? =
      switch action {
      case .fetch(let query, _): query
      case .world(.finish(let name)): queries[name]
      default: nil
      }
    guard let query else { return nil }
    guard case .value(.data(let data))? = await fetch(query, .returnCacheDataDontFetch).last else { return [.nothing] }
    return [.value(data)]
  }

  /// Returns the client, which has the default setup if no step made one.
  private func module() async throws -> Module {
    if !app.isRunning { try await start() }
    return try app.module()
  }

  private func fetch(_ query: GraphOperation, _ policy: QueryCachePolicy?) async -> [Fact<GraphAnswerModel>] {
    let results = Recorder<GraphAnswerModel>()
    await fetch(query, policy, into: results)
    return results.take()
  }

  private func fetch(
    _ query: GraphOperation, _ policy: QueryCachePolicy?, into results: Recorder<GraphAnswerModel>
  ) async {
    do {
      try await module().fetch(query, policy: policy) { results.note(Fact($0)) }
    } catch {
      results.note(Fact(failure: error))
    }
  }

  // MARK: Watchers

  private func watch(_ query: GraphOperation, _ policy: QueryCachePolicy?, as name: String) async throws {
    guard let module = try await module() as? any QueryWatchingModule else { throw MissingCall(name: "watcher") }
    let handler = Handler(of: name, told)
    handlers[name] = WeakHandler(handler: handler)
    watchers[name] = try await Self.watch(query, policy, on: module) { handler.take($0) }
  }

  /// Lets a watcher's handler begin a call when the watcher is told next. The handler does not wait for it.
  private func plan(_ call: NormalizedAction, as name: String, when watcher: String) throws {
    guard let handler = handlers[watcher] else { throw WorldFailure(MissingCall(name: watcher)) }
    planned.insert(name)
    // A watcher that was cancelled may have none any more.
    handler.handler?.begin { [called] handler in
      called.begin(name) { try await self.perform(call, as: name, from: handler, of: watcher) }
    }
  }

  /// Performs a handler's call, unless the run of the app has ended since it was planned, or nobody waits for it.
  private func perform(
    _ call: NormalizedAction, as name: String, from handler: Handler, of watcher: String
  ) async throws -> [Fact<GraphAnswerModel>] {
    guard app.isRunning, handlers[watcher]?.handler === handler, planned.contains(name) else { return [] }
    return try await act(call) ?? []
  }

  /// Returns whether a watcher's handler is still held after a moment. The app no longer holds a cancelled watcher, and
  /// nothing signals when the last task releases the handler.
  private func isHeld(_ name: String) async -> Bool {
    guard cancelled.contains(name) else { return handlers[name]?.handler != nil }
    watchers[name] = nil
    let handler = handlers[name]
    return await !Patience.waits { handler?.handler == nil }
  }

  /// Starts a watcher, and returns a closure that cancels it.
  private static func watch<Watching: QueryWatchingModule>(
    _ query: GraphOperation, _ policy: QueryCachePolicy?, on module: Watching,
    deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
  ) async throws -> @Sendable () async throws -> Void {
    let watcher = try await module.watch(query, policy: policy, deliver: deliver)
    return { try await module.cancel(watcher) }
  }

  // MARK: Direct access

  private func directAccess() async throws -> any DirectAccessModule {
    guard let module = try await module() as? any DirectAccessModule else { throw MissingCall(name: "direct access") }
    return module
  }

  private func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>] {
    try await directAccess().transact(steps).map { read in
      read.flatMap { $0.isDeeper(than: GraphValue.mostLevels) ? .failure(TooManyLevels()) : .success($0) }
    }
  }

  private func runAtOnce(_ count: Int, _ steps: [TransactionStep]) async throws {
    let module = try await directAccess()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { _ = try await module.transact(steps) } }
      try await group.waitForAll()
    }
  }

  /// Returns the names of those characters with these keys that are found.
  private func find(_ keys: [String]) async throws -> [String: GraphValue] {
    let results = try await transact(keys.map { .readObject(.characterName, key: $0) })
    return zip(keys, results).reduce(into: [:]) { found, read in found[read.0] = try? read.1.get() }
  }

  // MARK: Files

  private func handle(_ event: CacheFileEvent) async throws -> [Fact<GraphAnswerModel>]? {
    var found: [Fact<GraphAnswerModel>]?
    try await restart { [place = app.place, setup = app.setup] _ in
      switch event {
      case .removed: try place.removeFile(setup.file)
      case .copied(let name): try place.copyFile(setup.file, to: name)
      case .inspected: found = [Fact(try place.inspectFile(setup.file).map(GraphAnswerModel.file))]
      }
    }
    return found
  }
}

extension Fact<WatcherNotification> {
  /// Whether this is a notification to the watcher with this name.
  fileprivate func mentions(_ name: String) -> Bool {
    if case .value(let told) = self { told.mentions(name) } else { false }
  }
}
