public import CacheSpec
import CacheVocabulary
import Synchronization

extension Subject where Action == NormalizedAction {
  /// A client with a normalized cache, held against the chapter. What it can do beside is seen by its protocols.
  public static func normalizedCache<Module: NormalizedCacheModule>(_ module: Module.Type) -> Self {
    var lacking = Module.lacking
    if !(module is any QueryWatchingModule.Type) { lacking[.watching] = "the module is no QueryWatchingModule" }
    if !(module is any DirectAccessModule.Type) { lacking[.directAccess] = "the module is no DirectAccessModule" }
    return Self(lacking: lacking) { NormalizedChecker<Module>() }
  }
}

extension [Suite] {
  /// The chapter on normalized caches.
  public static func normalizedCache<Module: NormalizedCacheModule>(
    _ module: Module.Type, deviations: [KnownDeviation] = []
  ) -> Self {
    [Suite(NormalizedSpec.chapter, .normalizedCache(module).deviating(deviations))]
  }
}

/// Performs the normalized chapter's actions on a client.
actor NormalizedChecker<Module: NormalizedCacheModule>: Checker {
  private let world = NormalizedWorld()
  private var setup = CacheSetup()
  private var opened: Module?
  private var fetches: [String: (query: GraphOperation, facts: FactList, task: Task<Void, Never>)] = [:]
  private var watchers: [String: @Sendable () async throws -> Void] = [:]
  private let told = FactList()

  func perform(_ action: NormalizedAction) async throws -> Observation {
    var observation = try await act(action)
    if let opened, !world.server.isHolding {
      do {
        try await opened.settle()
      } catch {
        observation[.answer] = (observation[.answer] ?? []) + [Fact(failure: error)]
      }
    }
    observation[.asked] = world.server.takeRequests().map { Fact($0) }
    observation[.told] = told.take()
    if let query = looksAfterwards(action) {
      let stored = await cached(query)
      observation[.stored] = [stored]
      // Looking is no part of the step: what a module asks or tells meanwhile is none of it.
      _ = world.server.takeRequests()
      _ = told.take()
    }
    return observation
  }

  func tearDown() async {
    world.server.release()
    for fetch in fetches.values { fetch.task.cancel() }
    // What a module says while it is let go of is no part of the scenario.
    try? await close()
    world.tearDown()
  }

  private func act(_ action: NormalizedAction) async throws -> Observation {
    switch action {
    case .setUp(let setup):
      return await observing {
        try await close()
        self.setup = setup
        _ = try await module()
      }
    case .serve(let data, let operation): world.serve(data, to: operation)
    case .server(let state): world.setServer(state)
    case .hold: world.server.hold()
    case .awaitHeld(let count): return await awaitHeld(count)
    case .release(.all): world.server.release()
    case .release(.newest): world.server.releaseNewest()
    case .fetch(let query, let policy):
      let facts = FactList()
      await fetch(query, policy, into: facts)
      return Observation([.answer: facts.take()])
    case .begin(let query, let policy, let name):
      let facts = FactList()
      fetches[name] = (query, facts, Task { await fetch(query, policy, into: facts) })
    case .finish(let name): return await finish(name)
    case .perform(let mutation): return await answering { [Fact(try await module().perform(mutation))] }
    case .watch(let query, let policy, let name): return await observing { try await watch(query, policy, as: name) }
    case .cancel(let name):
      fetches[name]?.task.cancel()
      if let cancel = watchers.removeValue(forKey: name) { return await observing(cancel) }
    case .transact(let steps): return await transact(steps)
    case .updateAtOnce(let count, let query, let change):
      return await observing { try await update(query, change, times: count) }
    case .clear: return await observing { try await module().clear() }
    case .restart:
      return await observing {
        try await close()
        _ = try await module()
      }
    case .file(let event): return try await handle(event)
    }
    return Observation()
  }

  /// Waits for requests as long as one can come: until every fetch that was begun has ended, and the module is at rest.
  private func awaitHeld(_ count: Int) async -> Observation {
    let (tasks, opened) = (fetches.values.map(\.task), opened)
    let came = await world.server.holdsRequests(count) {
      for task in tasks { await task.value }
      // A module that cannot come to rest says so when the step ends.
      try? await opened?.settle()
    }
    return came ? Observation() : Observation([.answer: [.failure("no such request came")]])
  }

  // MARK: Facts

  private func answering(_ work: () async throws -> [Fact]) async -> Observation {
    do {
      return Observation([.answer: try await work()])
    } catch {
      return Observation([.answer: [Fact(failure: error)]])
    }
  }

  private func observing(_ work: () async throws -> Void) async -> Observation {
    await answering {
      try await work()
      return []
    }
  }

  /// The query whose cached data is looked at after an action.
  private func looksAfterwards(_ action: NormalizedAction) -> GraphOperation? {
    switch action {
    case .fetch(let query, _): query
    case .finish(let name): fetches[name]?.query
    default: nil
    }
  }

  private func cached(_ query: GraphOperation) async -> Fact {
    let facts = FactList()
    await fetch(query, .returnCacheDataDontFetch, into: facts)
    let found = facts.take().last ?? .nothing
    return found.isFailure ? .nothing : found
  }

  // MARK: The client

  private func module() async throws -> Module {
    if let opened { return opened }
    let configuration = NormalizedConfiguration(
      kind: setup.kind, file: try world.path(of: setup.file), keyOf: setup.identity.keyFunction,
      oldDataAfter: Set(setup.oldDataAfter))
    let module = try await Module.open(configuration, in: world)
    opened = module
    return module
  }

  private func close() async throws {
    watchers = [:]
    let module = opened
    opened = nil
    try await module?.close()
  }

  private func fetch(_ query: GraphOperation, _ policy: QueryCachePolicy?, into facts: FactList) async {
    do {
      try await module().fetch(query, policy: policy) { facts.append(Fact($0)) }
    } catch {
      facts.append(Fact(failure: error))
    }
  }

  private func finish(_ name: String) async -> Observation {
    guard let fetch = fetches[name] else { return Observation() }
    await fetch.task.value
    return Observation([.answer: fetch.facts.take()])
  }

  private func watch(_ query: GraphOperation, _ policy: QueryCachePolicy?, as name: String) async throws {
    guard let module = try await module() as? any QueryWatchingModule else { return }
    watchers[name] = try await Self.watch(query, policy, on: module) { [told] result in
      told.append(Fact(result, toldTo: name))
    }
  }

  /// Watches, and hands back what cancels.
  private static func watch<Watching: QueryWatchingModule>(
    _ query: GraphOperation, _ policy: QueryCachePolicy?, on module: Watching,
    deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
  ) async throws -> @Sendable () async throws -> Void {
    let watcher = try await module.watch(query, policy: policy, deliver: deliver)
    return { try await module.cancel(watcher) }
  }

  // MARK: Direct access

  private func transact(_ steps: [TransactionStep]) async -> Observation {
    var observation = await answering {
      guard let module = try await module() as? any DirectAccessModule else { return [] }
      return try await module.transact(steps).map { result in
        switch result {
        case .success(let data): Fact(data)
        case .failure(let error): Fact(failure: error)
        }
      }
    }
    // What reads found, where one that failed found nothing.
    observation[.stored] = observation[.answer]?.map { $0.isFailure ? .nothing : $0 }
    return observation
  }

  private func update(_ query: GraphOperation, _ change: GraphChange, times count: Int) async throws {
    guard let module = try await module() as? any DirectAccessModule else { return }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<count { group.addTask { _ = try await module.transact([.update(query, change)]) } }
      try await group.waitForAll()
    }
  }

  // MARK: Files

  private func handle(_ event: FileEvent) async throws -> Observation {
    let closed = await observing { try await close() }
    guard closed[.answer] == [] else { return closed }
    switch event {
    case .damaged(let damage): try world.world.storage.damage(damage)
    case .removed: try world.removeFile(setup.file)
    case .copied(let name): try world.copyFile(setup.file, to: name)
    case .inspected: return Observation([.answer: [try world.inspectFile(setup.file)]])
    }
    return await observing { _ = try await module() }
  }
}

/// Facts in the order in which they came, from whatever thread.
private final class FactList: Sendable {
  private let facts = Mutex<[Fact]>([])

  func append(_ fact: Fact) { facts.withLock { $0.append(fact) } }

  func take() -> [Fact] {
    facts.withLock { facts in
      defer { facts = [] }
      return facts
    }
  }
}

extension Fact {
  /// An answer: its data, or that there is none, or that it is errors alone.
  fileprivate init(_ answer: GraphAnswer) {
    switch (answer.data, answer.errors.isEmpty) {
    case (let data?, true): self = Fact(data)
    case (let data?, false): self = .value("\(data) with errors")
    case (nil, false): self = .failure(answer.errors.joined(separator: "; "))
    case (nil, true): self = .nothing
    }
  }

  /// What a watcher was told.
  fileprivate init(_ result: Result<GraphAnswer, any Error>, toldTo watcher: String) {
    let fact =
      switch result {
      case .success(let answer): Fact(answer)
      case .failure(let error): Fact(failure: error)
      }
    self = .value("\(watcher): \(fact.isFailure ? "an error" : fact.description)")
  }
}
