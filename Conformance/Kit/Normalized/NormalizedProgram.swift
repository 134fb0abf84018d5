package import CacheConformance
import NormalizedRules
import Foundation
import Synchronization

/// The calls of normalized caches over a pipe.
enum NormalizedCalls {
  private static let query = Parameter("query", GraphOperation.self)
  private static let policy = Parameter("policy", QueryCachePolicy?.self)
  private static let to = Parameter("to", Int.self)

  static let open = PipeCall(
    "open", Parameter("kind", CacheKind.self), Parameter("file", String.self), Parameter("keyField", String?.self),
    Parameter("oldDataAfter", [OriginFailure].self), answer: ObjectNumber.self)
  static let fetch = PipeCall("fetch", query, policy, to, answer: Nothing.self)
  static let perform = ModuleCall(
    "perform", Parameter("mutation", GraphOperation.self), of: (any NormalizedCacheModule).self
  ) { try await $0.perform($1) }
  static let clear = ModuleCall("clear", of: (any NormalizedCacheModule).self) { try await $0.clear() }
  static let watch = PipeCall("watch", query, policy, to, answer: Nothing.self)
  static let cancelWatcher = PipeCall("cancelWatcher", to, answer: Nothing.self)
  static let transact = ModuleCall(
    "transact", Parameter("steps", [TransactionStep].self), of: (any DirectAccessModule).self
  ) { try await $0.transact($1).map(Outcome.init) }
  static let send = PipeCall("send", Parameter("operation", GraphOperation.self), answer: GraphAnswer.self)
  static let deliver = PipeCall(
    "deliver", to, Parameter("answer", GraphAnswer?.self), Parameter("error", ErrorAnswer?.self), answer: Nothing.self)

  static let description = PipeDescription(
    "normalized",
    "a client with a normalized cache: `NormalizedCacheModule`. The key of an object is its `keyField`. Of an answer "
      + "without data, `data` is left out, for null may be data. The numbers 1 and 1.0 are different values",
    calls: [
      open.described(
        "makes a client; the file is for a cache of the kind that is kept in one, and may exist. After the failures in "
          + "`oldDataAfter` the app retries a fetch with `returnCacheDataDontFetch`")
    ],
    ofObjects: [
      fetch.described(
        "delivers each result by `deliver`, and answers once there are no more", failing: "no result is there"),
      perform.described("performs a mutation", failing: "the server fails"),
      clear.described("removes everything that is cached"),
      watch.described(
        "watches a query, and answers without waiting for the first result; each result, or error, is delivered",
        unless: .watching),
      cancelWatcher.described("cancels the watcher whose results go to this number", unless: .watching),
      transact.described(
        "runs a transaction, and answers what `read` and `readObject` found, in order",
        failing: "a step that does not read fails; `abandoned` at `fail`", unless: .directAccess),
    ],
    asked: [send.described("asks the server", failing: "the server fails, or `cancelled`")],
    heard: [deliver.described("delivers a result, or the error in its place, before the fetch is answered")])
}

extension OriginFailure: JSONValue {}

/// What a fetch or a watcher delivers.
private typealias GraphReceiver = @Sendable (Result<GraphAnswer, any Error>) -> Void

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with normalized caches.
    public static let normalized = Self(NormalizedCalls.description) { program, _ in .normalizedCaches(of: program) }
  }

  extension ChapterImplementation {
    /// A program's client with a normalized cache.
    static func normalizedCaches(of program: Program) -> Self {
      normalizedCaches { configuration, world in
        let receivers = world.world.shared { Numbered<GraphReceiver>() }
        let connection = world.world.shared {
          ProgramConnection(
            program, "normalized", in: world.world,
            hearing: [
              NormalizedCalls.deliver.heard { number, answer, error in
                guard let receiver = receivers[number] else { return }
                if let error { return receiver(.failure(error.meant)) }
                guard let answer else { throw UnexpectedJSON(name: "answer", wanted: "there, and no error either") }
                receiver(.success(answer))
              }
            ], answering: [NormalizedCalls.send.answered(in: world) { try await $0.send($1) }])
        }
        return ProgramGraphCache(
          object: try await connection.make(
            NormalizedCalls.open, configuration.kind, try WorldFailure.catching { try configuration.file },
            configuration.keyField, configuration.oldDataAfter.sorted { $0.rawValue < $1.rawValue }),
          receivers: receivers)
      }
    }
  }

  private struct ProgramGraphCache: QueryWatchingModule, DirectAccessModule, ProgramModule {
    let object: ProgramObject
    let receivers: Numbered<GraphReceiver>

    func fetch(
      _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
    ) async throws {
      let number = receivers.add { if case .success(let answer) = $0 { deliver(answer) } }
      defer { receivers.remove(number) }
      try await object.call(NormalizedCalls.fetch, query, policy, number)
    }
    func perform(_ mutation: GraphOperation) async throws -> GraphAnswer {
      try await object.call(NormalizedCalls.perform, mutation)
    }
    func clear() async throws { try await object.call(NormalizedCalls.clear) }
    func watch(
      _ query: GraphOperation, policy: QueryCachePolicy?,
      deliver: @escaping @Sendable (Result<GraphAnswer, any Error>) -> Void
    ) async throws -> Int {
      let number = receivers.add(deliver)
      try await object.call(NormalizedCalls.watch, query, policy, number)
      return number
    }
    func cancel(_ watcher: Int) async throws {
      defer { receivers.remove(watcher) }
      try await object.call(NormalizedCalls.cancelWatcher, watcher)
    }
    func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>] {
      try await object.call(NormalizedCalls.transact, steps).map(\.result)
    }
  }
#endif

extension ServedModule {
  /// A client with a normalized cache that is served to the kit at the other end of a pipe.
  static func normalizedCaches(
    in pipedWorld: PipedWorld,
    _ make:
      @escaping @Sendable (NormalizedConfiguration, NormalizedWorld) async throws -> any NormalizedCacheModule
  ) -> Self {
    let world = NormalizedWorld(pipedWorld: pipedWorld)
    /// The closures that cancel the watchers, by the numbers of their receivers.
    let watchers = Watchers()
    let opening = NormalizedCalls.open.making { _, kind, file, keyField, oldDataAfter in
      try await make(
        NormalizedConfiguration(
          kind: kind, path: { file }, identity: keyField.flatMap(ObjectIdentity.init) ?? .path,
          oldDataAfter: Set(oldDataAfter)), world)
    }
    let fetching = NormalizedCalls.fetch.answered(of: (any NormalizedCacheModule).self) {
      module, query, policy, number in
      try await module.fetch(query, policy: policy) { pipedWorld.deliver(.success($0), to: number) }
      return Nothing()
    }
    let watching = NormalizedCalls.watch.answered(of: (any QueryWatchingModule).self) { module, query, policy, number in
      let cancel = try await module.watching(query, policy) { pipedWorld.deliver($0, to: number) }
      watchers.all.withLock { $0[number] = cancel }
      return Nothing()
    }
    let cancelling = NormalizedCalls.cancelWatcher.answered(of: (any QueryWatchingModule).self) { _, number in
      try await watchers.all.withLock { $0.removeValue(forKey: number) }?()
      return Nothing()
    }
    return Self(NormalizedCalls.description, [opening, fetching, watching, cancelling])
  }
}

private final class Watchers: Sendable {
  let all = Mutex<[Int: @Sendable () async throws -> Void]>([:])
}

extension QueryWatchingModule {
  /// Watches a query, and returns a closure that cancels the watcher.
  fileprivate func watching(
    _ query: GraphOperation, _ policy: QueryCachePolicy?, _ deliver: @escaping GraphReceiver
  ) async throws -> @Sendable () async throws -> Void {
    let watcher = try await watch(query, policy: policy, deliver: deliver)
    return { try await cancel(watcher) }
  }
}

extension PipedWorld {
  fileprivate func deliver(_ result: Result<GraphAnswer, any Error>, to number: Int) {
    switch result {
    case .success(let answer): conversation.tell(NormalizedCalls.deliver, number, answer, nil)
    case .failure(let error): conversation.tell(NormalizedCalls.deliver, number, nil, ErrorAnswer(error))
    }
  }
}
