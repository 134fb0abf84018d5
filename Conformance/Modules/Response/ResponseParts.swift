import CacheConformance
import CacheSpec
import CacheVocabulary

/// What the reference's module is made of: a fault puts something else in place of a part.
struct ResponseParts: Sendable {
  typealias Store = ReferenceResponseStore
  typealias Configuration = SessionConfiguration<Store>

  /// Opens a store.
  var open: @Sendable (ReferenceResponses, StorePlace, ByteCounts) async throws -> Store = {
    try $0.openStore(at: $1, capacity: $2)
  }
  /// Changes what direct access to a store does.
  var access: @Sendable (inout StubResponseStore, Store) -> Void = { _, _ in }
  /// Changes how a session is made.
  var configure: @Sendable (inout Configuration, ReferenceResponses) throws -> Void = { _, _ in }
  /// The store that a session's configuration reads back.
  var readBack: @Sendable (Store?, ReferenceResponses) throws -> Store? = { store, _ in store }
  /// Loads.
  var load: @Sendable (ResponseLoad) async throws -> ResponseMessage = { try await $0.soundly() }
}

/// A load that a fault may tamper with.
struct ResponseLoad: Sendable {
  var request: RequestMessage
  let kind: TaskKind
  let configuration: ResponseParts.Configuration
  let session: ReferenceResponseSession
  let world: ResponseWorld

  /// The policy that counts.
  var policy: RequestPolicy { request.policy ?? configuration.policy ?? .useProtocolCachePolicy }
  /// What is stored, or nil.
  var stored: ResponseMessage? { get throws { try configuration.store?.storedResponse(for: request)?.response } }

  /// Loads soundly.
  func soundly() async throws -> ResponseMessage { try await session.load(request, as: kind) }

  /// Loads under another policy.
  func under(_ policy: RequestPolicy?) async throws -> ResponseMessage {
    var copy = self
    copy.request.policy = policy
    return try await copy.soundly()
  }

  /// Stores a response, whatever it says of that.
  func store(_ response: ResponseMessage, _ storagePolicy: StoragePolicy = .allowed) throws {
    try configuration.store?.store(StoredResponse(response, storagePolicy: storagePolicy), for: request)
  }
}

/// The reference with other parts.
private struct FaultyResponses: ResponseLoadingModule {
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
      kind: configuration.kind, store: configuration.store?.sound, policy: configuration.policy,
      willCache: configuration.willCache)
    try parts.configure(&changed, sound)
    let (made, session) = (changed, sound.session(changed))
    return StubResponseSession(
      readBack: { try parts.readBack(made.store, sound).map(store) },
      load: { request, kind in
        try await parts.load(
          ResponseLoad(request: request, kind: kind, configuration: made, session: session, world: sound.world))
      })
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

  /// The reference in memory, with a part changed.
  static func fault(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil, _ change: (inout ResponseParts) -> Void
  ) -> Fault {
    var parts = ResponseParts()
    change(&parts)
    return Fault(
      rules, name, seenIn: seenIn,
      .responses { [parts] world in
        FaultyResponses(sound: ReferenceResponses(backend: .memory, world: world), parts: parts)
      })
  }

  /// The reference with loads that go wrong.
  static func loading(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ load: @escaping @Sendable (ResponseLoad) async throws -> ResponseMessage
  ) -> Fault { fault(rules, name, seenIn: seenIn) { $0.load = load } }

  /// The reference with loads under one policy taken for loads under another.
  static func confusing(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil, _ policy: RequestPolicy, with other: RequestPolicy
  ) -> Fault {
    loading(rules, name, seenIn: seenIn) { try await $0.under($0.policy == policy ? other : $0.policy) }
  }

  /// The reference with sessions that are made in another way.
  static func configuring(
    _ rules: [RuleID], _ name: String,
    _ configure: @escaping @Sendable (inout ResponseParts.Configuration, ReferenceResponses) throws -> Void
  ) -> Fault { fault(rules, name) { $0.configure = configure } }

  /// The reference with direct access that goes wrong.
  static func access(
    _ rules: [RuleID], _ name: String, seenIn: String? = nil,
    _ access: @escaping @Sendable (inout StubResponseStore, ReferenceResponseStore) -> Void
  ) -> Fault { fault(rules, name, seenIn: seenIn) { $0.access = access } }

  /// The reference with responses that are stored as something else.
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
