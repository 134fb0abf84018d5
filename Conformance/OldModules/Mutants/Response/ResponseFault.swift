import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceModule

typealias SoundStore = ReferenceResponseStore<MemoryBackend>
typealias SoundLoader = ReferenceResponseLoader<MemoryBackend>

/// One way of being wrong: what is done in place of what the sound module does. All that a fault does not mention is sound.
protocol ResponseFault: Sendable {
  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> SoundStore
  static func find(_ request: HTTPRequest, in store: SoundStore) throws -> StoredResponse?
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws
  static func remove(_ request: HTTPRequest, from store: SoundStore) throws
  static func remove(since date: Date, from store: SoundStore) throws
  static func removeAll(from store: SoundStore) throws
  static func usage(of store: SoundStore) -> ByteCounts
  static func setCapacity(_ capacity: ByteCounts, of store: SoundStore) throws
  static func sharedStore(in world: ResponseWorld) throws -> SoundStore
  static func session(_ configuration: SessionConfiguration<SoundStore>, in world: ResponseWorld) throws -> SoundLoader
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse
  static func configuredStore(_ store: SoundStore?, in world: ResponseWorld) throws -> SoundStore?
}

/// A load that a fault may tamper with.
struct FaultyLoad: Sendable {
  var request: HTTPRequest
  var kind: TaskKind
  let configuration: SessionConfiguration<SoundStore>
  let session: SoundLoader
  let world: ResponseWorld

  /// Loads soundly.
  func soundly() async throws -> HTTPResponse { try await session.load(request, as: kind) }

  /// Loads under another policy.
  func under(_ policy: RequestPolicy?) async throws -> HTTPResponse {
    var copy = self
    copy.request.policy = policy
    return try await copy.soundly()
  }

  /// The policy that counts.
  var policy: RequestPolicy { request.policy ?? configuration.policy ?? .useProtocolCachePolicy }
  /// What is stored.
  var stored: HTTPResponse? { get throws { try configuration.store?.storedResponse(for: request)?.response } }
}

extension ResponseFault {
  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> SoundStore {
    try SoundStore.open(at: place, capacity: capacity, in: world)
  }
  static func find(_ request: HTTPRequest, in store: SoundStore) throws -> StoredResponse? {
    try store.storedResponse(for: request)
  }
  static func store(_ response: StoredResponse, for request: HTTPRequest, in store: SoundStore) throws {
    try store.store(response, for: request)
  }
  static func remove(_ request: HTTPRequest, from store: SoundStore) throws { try store.removeResponse(for: request) }
  static func remove(since date: Date, from store: SoundStore) throws { try store.removeResponses(since: date) }
  static func removeAll(from store: SoundStore) throws { try store.removeAllResponses() }
  static func usage(of store: SoundStore) -> ByteCounts { store.usage() }
  static func setCapacity(_ capacity: ByteCounts, of store: SoundStore) throws { try store.setCapacity(capacity) }
  static func sharedStore(in world: ResponseWorld) throws -> SoundStore { try SoundLoader.sharedStore(in: world) }
  static func session(
    _ configuration: SessionConfiguration<SoundStore>, in world: ResponseWorld
  ) throws -> SoundLoader { SoundLoader(configuration, in: world) }
  static func load(_ load: FaultyLoad) async throws -> HTTPResponse { try await load.soundly() }
  static func configuredStore(_ store: SoundStore?, in world: ResponseWorld) throws -> SoundStore? { store }
}

/// The reference's store with a fault.
struct FaultyStore<Fault: ResponseFault>: ResponseStoreModule {
  let store: SoundStore

  static var lacking: [Capability: String] { [:] }
  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) throws -> Self {
    Self(store: try Fault.open(at: place, capacity: capacity, in: world))
  }

  func storedResponse(for request: HTTPRequest) throws -> StoredResponse? { try Fault.find(request, in: store) }
  func store(_ response: StoredResponse, for request: HTTPRequest) throws {
    try Fault.store(response, for: request, in: store)
  }
  func removeResponse(for request: HTTPRequest) throws { try Fault.remove(request, from: store) }
  func removeResponses(since date: Date) throws { try Fault.remove(since: date, from: store) }
  func removeAllResponses() throws { try Fault.removeAll(from: store) }
  func usage() -> ByteCounts { Fault.usage(of: store) }
  func capacity() -> ByteCounts { store.capacity() }
  func setCapacity(_ capacity: ByteCounts) throws { try Fault.setCapacity(capacity, of: store) }
  func settle() { store.settle() }
  func close() { store.close() }
}

/// The reference's loader with a fault.
struct FaultyLoader<Fault: ResponseFault>: ResponseLoaderModule {
  private let configuration: SessionConfiguration<SoundStore>
  private let session: SoundLoader
  private let world: ResponseWorld

  static var transport: Transport { .inProcess }
  static func sharedStore(in world: ResponseWorld) throws -> FaultyStore<Fault> {
    FaultyStore(store: try Fault.sharedStore(in: world))
  }

  init(_ configuration: SessionConfiguration<FaultyStore<Fault>>, in world: ResponseWorld) throws {
    self.configuration = SessionConfiguration(
      kind: configuration.kind, store: configuration.store?.store, policy: configuration.policy,
      willCache: configuration.willCache)
    self.world = world
    session = try Fault.session(self.configuration, in: world)
  }

  func configuredStore() throws -> FaultyStore<Fault>? {
    try Fault.configuredStore(session.configuredStore(), in: world).map(FaultyStore.init)
  }

  func load(_ request: HTTPRequest, as kind: TaskKind) async throws -> HTTPResponse {
    try await Fault.load(
      FaultyLoad(request: request, kind: kind, configuration: configuration, session: session, world: world))
  }

  func close() { session.close() }
}

extension Mutant {
  static func response<Fault: ResponseFault>(
    _ breaks: RuleID, _ fault: String, seenIn: String? = nil, _: Fault.Type
  ) -> Mutant {
    let chapter = breaks.chapter == HTTPSpec.chapter.name ? HTTPSpec.chapter : ResponseSpec.chapter
    return Mutant(breaks, fault, seenIn: seenIn, .responseLoader(FaultyLoader<Fault>.self), in: chapter)
  }
}
