package import CacheConformance
import ResponseRules
import Foundation

/// The calls of caches of URL responses over a pipe.
enum ResponseCalls {
  private static let place = Parameter("place", String.self)
  private static let folder = Parameter("folder", String.self)
  private static let capacity = Parameter("capacity", ByteCounts.self)
  private static let request = Parameter("request", RequestMessage.self)

  static let openStore = PipeCall("openStore", place, folder, capacity, answer: ObjectNumber.self)
  static let sharedStore = PipeCall("sharedStore", answer: ObjectNumber.self)
  static let makeSession = PipeCall(
    "makeSession", Parameter("kind", SessionKind.self), Parameter("store", Int?.self),
    Parameter("leavesStore", Bool.self), Parameter("policy", RequestPolicy?.self), Parameter("delegate", Int?.self),
    answer: ObjectNumber.self)

  static let storedResponse = ModuleCall("storedResponse", request, of: (any StoredResponsesModule).self) {
    try await $0.storedResponse(for: $1)
  }
  static let removeResponse = ModuleCall("removeResponse", request, of: (any StoredResponsesModule).self) {
    try await $0.removeResponse(for: $1)
  }
  static let store = ModuleCall(
    "store", Parameter("response", StoredResponse.self), request, of: (any DirectStoringModule).self
  ) { try await $0.store($1, for: $2) }
  static let removeResponsesSince = ModuleCall(
    "removeResponsesSince", Parameter("date", Date.self), of: (any DatedRemovalModule).self
  ) { try await $0.removeResponses(since: $1) }
  static let removeAllResponses = ModuleCall("removeAllResponses", of: (any RemovalOfAllModule).self) {
    try await $0.removeAllResponses()
  }
  static let usage = ModuleCall("usage", of: (any BoundedStoreModule).self) { try await $0.usage() }
  static let capacityOfStore = ModuleCall("capacity", of: (any BoundedStoreModule).self) { try await $0.capacity() }
  static let setCapacity = ModuleCall("setCapacity", capacity, of: (any BoundedStoreModule).self) {
    try await $0.setCapacity($1)
  }

  static let configuredStore = PipeCall("configuredStore", Parameter("object", Int.self), answer: ObjectNumber?.self)
  static let load = ModuleCall(
    "load", request, Parameter("kind", TaskKind.self), Parameter("through", LoadCall.self),
    of: (any ResponseSessionModule).self
  ) { try await $0.load($1, as: $2, through: $3) }

  static let send = PipeCall("send", request, answer: ResponseMessage.self)
  static let certificate = PipeCall("certificate", answer: String.self)
  static let willCache = PipeCall(
    "willCache", Parameter("delegate", Int.self), Parameter("response", StoredResponse.self),
    answer: StoredResponse?.self)

  static let description = PipeDescription(
    "response",
    "a cache of URL responses, whose rules for sessions are the chapter `http`: `ResponseStoreFactory`. `fields` is a list "
      + "of a name and a value, in order",
    calls: [
      openStore.described(
        "opens a store, of what an earlier store left in the folder; after a kill the `place` has another folder"),
      sharedStore.described("the store of all sessions without one of their own", unless: .sessionStores),
      makeSession.described(
        "`store` and `delegate` are numbers; with `leavesStore` the session keeps the store that comes with its kind",
        unless: .loader),
    ],
    ofObjects: [
      storedResponse.described("of a store: the response as it was stored, or null"),
      removeResponse.described("of a store"),
      store.described("of a store: as if it had been requested and received now", unless: .directStoring),
      removeResponsesSince.described("of a store: removes what was stored since", unless: .removalSince),
      removeAllResponses.described("of a store", unless: .removalOfAll),
      usage.described("of a store: the bytes in use", unless: .capacity),
      capacityOfStore.described("of a store: the bytes that may be in use", unless: .capacity),
      setCapacity.described("of a store", unless: .capacity),
      configuredStore.described(
        "of a session: the store that can be read back from its configuration, or null", unless: .sessionStores),
      load.described(
        "of a session: a response of any status is an answer", failing: "there is no response", unless: .loader),
    ],
    asked: [
      send.described("asks the origin", failing: "the origin is away: `noConnection`; or `cancelled`"),
      certificate.described("the path of a PEM file, for a program that loads over HTTPS with a client of its own"),
      willCache.described("a session's delegate: what to store in place of a response, or null for nothing"),
    ])
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with URL responses, with or without sessions.
    public static let response = Self(ResponseCalls.description, alsoCovering: "http") { program, description in
      .responses(of: program, description)
    }
  }

  extension ChapterImplementation {
    /// A program's cache of URL responses.
    static func responses(of program: Program, _ description: ProgramDescription) -> Self {
      if description.lacking[Capability.loader.identifier] != nil {
        return responses { world in ProgramStores(all: ProgramResponses(program, in: world)) }
      }
      return responses(over: description.isOverLoopback ? .loopback : .inProcess) { world in
        ProgramResponses(program, in: world)
      }
    }
  }

  /// A program's stores, without sessions.
  private struct ProgramStores: ResponseStoreFactory {
    let all: ProgramResponses

    func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> ProgramStore {
      try await all.openStore(at: place, capacity: capacity)
    }
  }

  /// A program's cache of URL responses.
  private struct ProgramResponses: ResponseSessionFactory {
    private let connection: ProgramConnection
    private let delegates = Numbered<WillCache>()

    init(_ program: Program, in world: ResponseWorld) {
      connection = ProgramConnection(
        program, "response", in: world.world,
        answering: [
          ResponseCalls.send.answered(in: world) { try await $0.send($1) },
          ResponseCalls.certificate.answered(in: world) { world in try world.certificate.path },
          ResponseCalls.willCache.answered { [delegates] number, response in await delegates[number]?(response) },
        ])
      // An answer of the origin over HTTP must not reach the program before the program knows the time of the answer.
      world.timeListener.tell(by: { [weak connection] in await connection?.tellTime() })
    }

    func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> ProgramStore {
      let folder = try WorldFailure.catching { try place.directory.path }
      return ProgramStore(
        object: try await connection.make(ResponseCalls.openStore, place.name, folder, capacity))
    }

    func sharedStore() async throws -> ProgramStore {
      ProgramStore(object: try await connection.make(ResponseCalls.sharedStore))
    }

    func makeSession(
      _ configuration: SessionConfiguration<ProgramStore>
    ) async throws -> any ResponseSessionModule<ProgramStore> {
      ProgramSession(
        object: try await connection.make(
          ResponseCalls.makeSession, configuration.kind, configuration.store?.object.number, configuration.leavesStore,
          configuration.policy, configuration.willCache.map(delegates.add)))
    }
  }

  /// A program's store.
  private struct ProgramStore: ResponseStoreModule, ProgramModule {
    let object: ProgramObject

    func storedResponse(for request: RequestMessage) async throws -> StoredResponse? {
      try await object.call(ResponseCalls.storedResponse, request)
    }
    func store(_ response: StoredResponse, for request: RequestMessage) async throws {
      try await object.call(ResponseCalls.store, response, request)
    }
    func removeResponse(for request: RequestMessage) async throws {
      try await object.call(ResponseCalls.removeResponse, request)
    }
    func removeResponses(since date: Date) async throws {
      try await object.call(ResponseCalls.removeResponsesSince, date)
    }
    func removeAllResponses() async throws { try await object.call(ResponseCalls.removeAllResponses) }
    func usage() async throws -> ByteCounts { try await object.call(ResponseCalls.usage) }
    func capacity() async throws -> ByteCounts { try await object.call(ResponseCalls.capacityOfStore) }
    func setCapacity(_ capacity: ByteCounts) async throws {
      try await object.call(ResponseCalls.setCapacity, capacity)
    }
  }

  /// A program's session.
  private struct ProgramSession: ResponseSessionModule, ProgramModule {
    let object: ProgramObject

    func configuredStore() async throws -> ProgramStore? {
      try await object.call(ResponseCalls.configuredStore, object.number).map { ProgramStore(object: object.with($0)) }
    }
    func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage {
      try await load(request, as: kind, through: .awaited)
    }
    func load(
      _ request: RequestMessage, as kind: TaskKind, through call: LoadCall
    ) async throws -> ResponseMessage { try await object.call(ResponseCalls.load, request, kind, call) }
  }
#endif

extension ServedModule {
  /// A cache of URL responses that is served to the kit at the other end of a pipe.
  static func responses<Module: ResponseStoreFactory>(
    in pipedWorld: PipedWorld, _ make: @escaping @Sendable (ResponseWorld) async throws -> Module
  ) -> Self {
    let world = ResponseWorld(pipedWorld: pipedWorld)
    let module = MadeOnce { try await make(world) }
    let opening = ResponseCalls.openStore.making { _, place, folder, capacity in
      world.world.storage.use(folder: folder)
      return try await module.value.openStore(at: world.world.storage.place(place), capacity: capacity)
    }
    return Self(ResponseCalls.description, [opening] + sessions(of: module, in: pipedWorld))
  }

  private static func sessions<Module: ResponseStoreFactory>(
    of module: MadeOnce<Module>, in pipedWorld: PipedWorld
  ) -> [AnsweredCall] {
    @Sendable func loading(_ call: String) async throws -> any ResponseSessionFactory<Module.Store> {
      guard let loading = try await module.value as? any ResponseSessionFactory<Module.Store> else {
        throw UnknownMethod(name: call)
      }
      return loading
    }
    let sharing = ResponseCalls.sharedStore.making { _ in try await loading("sharedStore").sharedStore() }
    let opening = ResponseCalls.makeSession.making { objects, kind, number, leavesStore, policy, delegate in
      let store: Module.Store? = try number.map { try objects.object($0) }
      let willCache: WillCache? = delegate.map { number in
        { @Sendable proposal in
          // Nothing is cached if the kit is gone.
          try? await pipedWorld.ask(ResponseCalls.willCache, number, proposal)
        }
      }
      return try await loading("makeSession").makeSession(
        SessionConfiguration(
          kind: kind, store: store, leavesStore: leavesStore, policy: policy, willCache: willCache))
    }
    let configured = ResponseCalls.configuredStore.making { objects, number in
      let session: any ResponseSessionModule<Module.Store> = try objects.object(number)
      return try await session.configuredStore()
    }
    return [sharing, opening, configured]
  }
}

/// A value that is made when it is first asked for.
private actor MadeOnce<Value: Sendable> {
  private let make: @Sendable () async throws -> Value
  private var made: Value?

  init(_ make: @escaping @Sendable () async throws -> Value) { self.make = make }

  var value: Value {
    get async throws {
      if let made { return made }
      let value = try await make()
      // Another call may have made it meanwhile.
      made = made ?? value
      return made ?? value
    }
  }
}
