extension ResponseAction: PartedModules {
  package typealias Parts = ResponseParts
}

/// The parts of the reference's module, which a fault can change.
package struct ResponseParts: ModuleParts {
  typealias Store = ReferenceResponseStore
  typealias Configuration = SessionConfiguration<Store>

  /// Opens a store.
  var open: @Sendable (ReferenceResponses, StorePlace, ByteCounts) async throws -> Store = {
    try $0.openStore(at: $1, capacity: $2)
  }
  /// Changes the reference itself: how it reaches the origin, its date, its storage.
  var reference: @Sendable (inout ReferenceResponses) -> Void = { _ in }
  /// Changes direct access to a store.
  var access: @Sendable (inout StubResponseStore, Store) -> Void = { _, _ in }
  /// Changes the configuration of a session.
  var configure: @Sendable (inout Configuration, ReferenceResponses) throws -> Void = { _, _ in }
  /// The store that is read back from a session's configuration.
  var readBack: @Sendable (Store?, ReferenceResponses) throws -> Store? = { store, _ in store }
  /// Loads a request.
  var load: @Sendable (ResponseLoad) async throws -> ResponseMessage = { try await $0.soundly() }
}

extension ResponseParts {
  package static func changed(on backend: Backend, _ change: @escaping Change) -> ChapterImplementation {
    .responses { world in
      let parts = try Self().changed(by: change)
      var sound = ReferenceResponses(backend: backend, world: world)
      parts.reference(&sound)
      return FaultyResponses(sound: sound, parts: parts)
    }
  }

  /// Changes the reference itself, in addition to earlier changes.
  mutating func changeReference(_ change: @escaping @Sendable (inout ReferenceResponses) -> Void) {
    reference = { [reference] sound in
      reference(&sound)
      change(&sound)
    }
  }

  /// Wraps how requests are sent.
  mutating func changeSending(
    _ send:
      @escaping @Sendable (RequestMessage, (RequestMessage) async throws -> ResponseMessage) async throws ->
      ResponseMessage
  ) {
    changeReference { sound in
      sound.send = { [before = sound.send] request, world in
        try await send(request) { try await before($0, world) }
      }
    }
  }

  /// Changes direct access, in addition to earlier changes.
  mutating func changeAccess(_ change: @escaping @Sendable (inout StubResponseStore, Store) -> Void) {
    access = { [access] store, sound in
      access(&store, sound)
      change(&store, sound)
    }
  }

  /// Changes the header fields of responses that are stored by direct access or sent by the origin.
  mutating func changeReading(_ change: @escaping @Sendable (inout HeaderFields) -> Void) {
    changeAccess { store, _ in
      store.store = { [before = store.store] response, request in
        var response = response
        change(&response.response.fields)
        try await before(response, request)
      }
    }
    changeSending { request, send in
      var response = try await send(request)
      change(&response.fields)
      return response
    }
  }

  /// Wraps loading.
  mutating func changeLoading(
    _ change:
      @escaping @Sendable (
        ResponseLoad, @escaping @Sendable (ResponseLoad) async throws -> ResponseMessage
      ) async throws -> ResponseMessage
  ) { load = { [load] in try await change($0, load) } }
}

extension ResponseParts {
  /// Makes loads of a URL join one that is under way.
  ///
  /// - Parameters:
  ///   - key: what joined loads have in common in addition to the URL. Nil for a load that is not joined.
  ///   - isShared: whether a response answers all joined loads. If not, each makes its own request in the end.
  mutating func joinLoads(
    by key: @escaping @Sendable (RequestMessage) -> String?,
    where isShared: @escaping @Sendable (ResponseMessage) -> Bool = { _ in true }
  ) {
    changeLoading { load, before in
      guard let key = key(load.request), load.configuration.willCache == nil,
        let store = load.session.configuredStore()?.store
      else { return try await before(load) }
      let whose = "\(ObjectIdentifier(store).hashValue) \(load.kind) \(load.policy)"
      let (response, isJoined) = try await load.world.loadsUnderWay.joining("\(whose) \(load.request.url) \(key)") {
        try await before(load)
      }
      return !isJoined || isShared(response) ? response : try await before(load)
    }
  }
}

extension ResponseParts {
  /// Keeps bodies in a storage of their own.
  mutating func keepBodiesApart() {
    open = { [open] sound, place, capacity in
      let apart = try Backend.memory.open("bodies of \(place.name)", in: sound.world.world.storage)
      var sound = sound
      sound.storage = { [storage = sound.storage] base in
        SplitStorage(base: storage(base), collection: ResponseStore.bodies, apart: apart)
      }
      return try await open(sound, place, capacity)
    }
  }
}

extension ResponseWorld {
  /// The loads that are under way, by what they have in common.
  fileprivate var loadsUnderWay: Memo<[String: Task<ResponseMessage, any Error>]> {
    world.storage.inMemory("loads under way") { Memo([:]) }
  }
}

/// A load that a fault may change.
struct ResponseLoad: Sendable {
  var request: RequestMessage
  let kind: TaskKind
  let call: LoadCall
  let configuration: ResponseParts.Configuration
  let session: ReferenceResponseSession
  let world: ResponseWorld

  /// The policy that applies.
  var policy: RequestPolicy { request.policy ?? configuration.policy ?? .useProtocolCachePolicy }
  /// The stored response, or nil.
  var stored: ResponseMessage? { get throws { try session.configuredStore()?.storedResponse(for: request)?.response } }

  /// Loads as the reference does.
  func soundly() async throws -> ResponseMessage { try await session.load(request, as: kind) }

  /// Loads with another policy.
  func under(_ policy: RequestPolicy?) async throws -> ResponseMessage {
    var copy = self
    copy.request.policy = policy
    return try await copy.soundly()
  }

  /// Loads, but returns the stored response in place of a status of 500 or more, or, under the default policy, of a
  /// failure.
  func loadServingStoredOnError() async throws -> ResponseMessage {
    do {
      let response = try await soundly()
      guard response.status >= 500, let stored = try stored else { return response }
      return stored
    } catch {
      guard policy == .useProtocolCachePolicy, let stored = try stored else { throw error }
      return stored
    }
  }

  /// Loads, and leaves the stored response as it was, unless the origin has confirmed it.
  func withoutStoring() async throws -> ResponseMessage {
    guard request.method == "GET", let store = session.configuredStore() else { return try await soundly() }
    let before = try store.storedResponse(for: request)
    let response = try await soundly()
    if response.body != before?.response.body {
      if let before { try store.store(before, for: request) } else { try store.removeResponse(for: request) }
    }
    return response
  }

  /// Stores a response, whatever its directives.
  func store(_ response: ResponseMessage, _ storagePolicy: StoragePolicy = .allowed) throws {
    try session.configuredStore()?.store(StoredResponse(response, storagePolicy: storagePolicy), for: request)
  }
}

/// The reference with changed parts.
private struct FaultyResponses: ResponseSessionFactory {
  let sound: ReferenceResponses
  let parts: ResponseParts

  func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> StubResponseStore {
    store(try await parts.open(sound, place, capacity))
  }

  func sharedStore() throws -> StubResponseStore { store(try sound.sharedStore()) }

  func makeSession(
    _ configuration: SessionConfiguration<StubResponseStore>
  ) throws -> any ResponseSessionModule<StubResponseStore> {
    var changed = SessionConfiguration(
      kind: configuration.kind, store: configuration.store?.sound, leavesStore: configuration.leavesStore,
      policy: configuration.policy, willCache: configuration.willCache)
    try parts.configure(&changed, sound)
    let (made, session) = (changed, try sound.session(changed))
    return StubResponseSession(
      readBack: { try parts.readBack(session.configuredStore(), sound).map(store) },
      load: { request, kind, call in
        try await parts.load(
          ResponseLoad(
            request: request, kind: kind, call: call, configuration: made, session: session, world: sound.world))
      }, settle: { await session.waitUntilIdle() }, onClose: { session.close() })
  }

  private func store(_ sound: ReferenceResponseStore) -> StubResponseStore {
    var store = StubResponseStore(sound)
    parts.access(&store, sound)
    return store
  }
}

extension ResponseAction {
  static let urlCache = "Foundation on Linux, URLCache"
  static let urlSession = "Foundation on Linux, URLSession"

  /// The reference with changed loading.
  static func loading(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ load: @escaping @Sendable (ResponseLoad) async throws -> ResponseMessage
  ) -> Fault { fault(rules, name, seenIn: seenIn) { $0.load = load } }

  /// The reference that uses one policy in place of another.
  static func confusing(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil, _ policy: RequestPolicy, with other: RequestPolicy
  ) -> Fault {
    loading(rules, name, seenIn: seenIn) { try await $0.under($0.policy == policy ? other : $0.policy) }
  }

  /// The reference with changed header fields.
  static func misreading(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ change: @escaping @Sendable (inout HeaderFields) -> Void
  ) -> Fault { fault(rules, name, seenIn: seenIn) { $0.changeReading(change) } }

  /// The reference with changed session configurations.
  static func configuring(
    _ rules: [RuleID], _ name: String,
    _ configure: @escaping @Sendable (inout ResponseParts.Configuration, ReferenceResponses) throws -> Void
  ) -> Fault { fault(rules, name) { $0.configure = configure } }

  /// The reference with changed direct access.
  static func access(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ access: @escaping @Sendable (inout StubResponseStore, ReferenceResponseStore) -> Void
  ) -> Fault { fault(rules, name, seenIn: seenIn) { $0.changeAccess(access) } }

  /// The reference with changed stored responses.
  static func storing(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ change: @escaping @Sendable (inout StoredResponse, RequestMessage) -> Void
  ) -> Fault {
    access(rules, name, seenIn: seenIn) { store, sound in
      store.store = { response, request in
        var response = response
        change(&response, request)
        try sound.store(response, for: request)
      }
    }
  }
}
