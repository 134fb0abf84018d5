import NormalizedRules
import Foundation

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with normalized caches.
    public static let normalized = Self("normalized") { program, _ in .normalizedCaches(of: program) }
  }

  extension ChapterImplementation {
    /// A program's client with a normalized cache.
    static func normalizedCaches(of program: Program) -> Self {
      normalizedCaches { configuration, world in
        let receivers = world.world.shared { Numbered<@Sendable (GraphDelivery) -> Void>() }
        let connection = world.world.shared {
          ProgramConnection(
            program, "normalized", in: world.world,
            hear: { method, parameters in
              guard method == "deliver" else { throw UnknownMethod(name: method) }
              receivers[try parameters.get("to")]?(try GraphDelivery(parameters))
            },
            answer: { [weak world] method, parameters in
              guard let world else { throw CancellationError() }
              guard method == "send" else { throw UnknownMethod(name: method) }
              return try await world.send(parameters.get("operation")).json
            })
        }
        return ProgramGraphCache(
          object: try await connection.make(
            "open",
            [
              "kind": configuration.kind.json, "file": .text(try WorldFailure.catching { try configuration.file }),
              "keyField": configuration.keyField.json,
              "oldDataAfter": configuration.oldDataAfter.map(\.rawValue).sorted().json,
            ]), receivers: receivers)
      }
    }
  }

  private struct ProgramGraphCache: QueryWatchingModule, DirectAccessModule, ProgramModule {
    let object: ProgramObject
    let receivers: Numbered<@Sendable (GraphDelivery) -> Void>

    func fetch(
      _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
    ) async throws {
      let number = receivers.add { if case .success(let answer) = $0 { deliver(answer) } }
      defer { receivers.remove(number) }
      try await object.call("fetch", ["query": query.json, "policy": policy.json, "to": number.json])
    }
    func perform(_ mutation: GraphOperation) async throws -> GraphAnswer {
      try await object.call("perform", ["mutation": mutation.json]).whole()
    }
    func clear() async throws { try await object.call("clear") }
    func watch(
      _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphDelivery) -> Void
    ) async throws -> Int {
      let number = receivers.add(deliver)
      try await object.call("watch", ["query": query.json, "policy": policy.json, "to": number.json])
      return number
    }
    func cancel(_ watcher: Int) async throws {
      defer { receivers.remove(watcher) }
      try await object.call("cancelWatcher", ["to": watcher.json])
    }
    func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>] {
      try await object.call("transact", ["steps": steps.json]).whole(as: [GraphOutcome].self).map(\.result)
    }
  }
#endif

/// A client with a normalized cache that is served to the kit at the other end of a pipe.
actor ServedGraphCache<Module: NormalizedCacheModule>: ServedModule {
  private let remoteWorld: RemoteWorld
  private let world: NormalizedWorld
  private let make: @Sendable (NormalizedConfiguration, NormalizedWorld) async throws -> Module
  /// The closures that cancel the watchers, by the numbers of their receivers.
  private var watchers: [Int: @Sendable () async throws -> Void] = [:]

  init(
    in remoteWorld: RemoteWorld,
    _ make: @escaping @Sendable (NormalizedConfiguration, NormalizedWorld) async throws -> Module
  ) {
    (self.remoteWorld, self.make) = (remoteWorld, make)
    world = NormalizedWorld(remoteWorld: remoteWorld)
  }

  func answer(_ method: String, _ parameters: JSON, _ objects: ServedObjects) async throws -> JSON {
    if method == "open" { return objects.made(try await make(configuration(parameters), world)) }
    let module: Module = try objects.object(of: parameters)
    switch (method, module) {
    case ("fetch", _):
      let deliver = try receiver(parameters)
      try await module.fetch(parameters.get("query"), policy: parameters.find("policy")) { deliver(.success($0)) }
    case ("perform", _): return try await module.perform(parameters.get("mutation")).json
    case ("clear", _): try await module.clear()
    case ("watch", let module as any QueryWatchingModule): try await watch(parameters, module)
    case ("cancelWatcher", _): try await watchers.removeValue(forKey: parameters.get("to"))?()
    case ("transact", let module as any DirectAccessModule):
      return try await module.transact(parameters.get("steps")).map(GraphOutcome.init).json
    default: throw UnknownMethod(name: method)
    }
    return .null
  }

  private func watch<Watching: QueryWatchingModule>(_ parameters: JSON, _ module: Watching) async throws {
    let watcher = try await module.watch(
      parameters.get("query"), policy: parameters.find("policy"), deliver: try receiver(parameters))
    watchers[try parameters.get("to")] = { try await module.cancel(watcher) }
  }

  private func receiver(_ parameters: JSON) throws -> @Sendable (GraphDelivery) -> Void {
    let number: Int = try parameters.get("to")
    return { [remoteWorld] delivery in remoteWorld.conversation.tell("deliver", delivery.json(to: number)) }
  }

  private func configuration(_ parameters: JSON) throws -> NormalizedConfiguration {
    let (path, keyField): (String, String?) = (try parameters.get("file"), try parameters.find("keyField"))
    return NormalizedConfiguration(
      kind: try parameters.get("kind"), path: { path }, identity: keyField.flatMap(ObjectIdentity.init) ?? .path,
      oldDataAfter: Set(try parameters.get("oldDataAfter", as: [String].self).compactMap(OriginFailure.init)))
  }
}
