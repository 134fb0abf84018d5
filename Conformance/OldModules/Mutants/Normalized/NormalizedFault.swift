import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule
import Synchronization

typealias SoundCache = ReferenceNormalizedCache<MemoryBackend>
typealias QueryResult = Result<GraphAnswer, any Error>

/// One way of being wrong: what is done in place of what the sound module does. All that a fault does not mention is sound.
protocol NormalizedFault: Sendable {
  /// How the client is made.
  static func configure(_ configuration: inout NormalizedConfiguration)
  /// What the client keeps its records in.
  static func records(_ sound: any RecordStore, _ configuration: NormalizedConfiguration) -> any RecordStore
  /// The operation as the cache sees it; the server is asked the one that was meant.
  static func rewrite(_ operation: GraphOperation) -> GraphOperation
  static func fetch(_ call: FaultyFetch) async throws
  static func perform(_ mutation: GraphOperation, on cache: FaultyParts) async throws -> GraphAnswer
  static func clear(_ cache: FaultyParts) async throws
  static func watch(_ call: FaultyWatch) async -> Int
  static func cancel(_ watcher: Int, on cache: FaultyParts) async
  static func transact(_ steps: [TransactionStep], on cache: FaultyParts) async throws -> [Result<
    GraphValue, any Error
  >]
}

/// What a broken client is made of.
struct FaultyParts: Sendable {
  let sound: SoundCache
  let records: any RecordStore
  let world: NormalizedWorld
  let notes: Notes
}

/// What a broken client remembers.
final class Notes: Sendable {
  struct Page {
    var answers: [GraphOperation: GraphAnswer] = [:]
    var watchers: [Int: (query: GraphOperation, deliver: @Sendable (QueryResult) -> Void)] = [:]
    var values: [GraphOperation: GraphValue] = [:]
    var isMuted = false
    var rewritten: [GraphOperation: GraphOperation] = [:]
  }

  let page = Mutex(Page())
}

/// A fetch that a fault may tamper with.
struct FaultyFetch: Sendable {
  var query: GraphOperation
  var policy: QueryCachePolicy?
  var deliver: @Sendable (GraphAnswer) -> Void
  let cache: FaultyParts

  /// Fetches soundly.
  func soundly() async throws { try await cache.sound.fetch(query, policy: policy, deliver: deliver) }

  /// Fetches under another policy.
  func under(_ policy: QueryCachePolicy?) async throws {
    try await cache.sound.fetch(query, policy: policy, deliver: deliver)
  }
}

/// A watch that a fault may tamper with.
struct FaultyWatch: Sendable {
  var query: GraphOperation
  var policy: QueryCachePolicy?
  var deliver: @Sendable (QueryResult) -> Void
  let cache: FaultyParts

  /// Watches soundly.
  func soundly() async -> Int { await cache.sound.watch(query, policy: policy, deliver: deliver) }

  /// Watches, delivering another way.
  func delivering(_ deliver: @escaping @Sendable (QueryResult) -> Void) async -> Int {
    var copy = self
    copy.deliver = deliver
    return await copy.soundly()
  }
}

extension NormalizedFault {
  static func configure(_ configuration: inout NormalizedConfiguration) {}
  static func records(_ sound: any RecordStore, _ configuration: NormalizedConfiguration) -> any RecordStore { sound }
  static func rewrite(_ operation: GraphOperation) -> GraphOperation { operation }
  static func fetch(_ call: FaultyFetch) async throws { try await call.soundly() }
  static func perform(_ mutation: GraphOperation, on cache: FaultyParts) async throws -> GraphAnswer {
    try await cache.sound.perform(mutation)
  }
  static func clear(_ cache: FaultyParts) async throws { try await cache.sound.clear() }
  static func watch(_ call: FaultyWatch) async -> Int { await call.soundly() }
  static func cancel(_ watcher: Int, on cache: FaultyParts) async { await cache.sound.cancel(watcher) }
  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] { try await cache.sound.transact(steps) }
}

/// The reference's client with a fault.
struct FaultyNormalizedCache<Fault: NormalizedFault>: QueryWatchingModule, DirectAccessModule {
  private let parts: FaultyParts

  static var lacking: [Capability: String] { [:] }

  static func open(_ configuration: NormalizedConfiguration, in world: NormalizedWorld) throws -> Self {
    var configuration = configuration
    Fault.configure(&configuration)
    let records = Fault.records(try SoundCache.records(configuration) ?? MemoryRecordStore(), configuration)
    let notes = Notes()
    let sound = SoundCache(configuration, records: records) { operation in
      let meant = notes.page.withLock { $0.rewritten[operation] }
      return try await world.send(meant ?? operation)
    }
    return Self(parts: FaultyParts(sound: sound, records: records, world: world, notes: notes))
  }

  private func seen(_ operation: GraphOperation) -> GraphOperation {
    let rewritten = Fault.rewrite(operation)
    parts.notes.page.withLock { $0.rewritten[rewritten] = operation }
    return rewritten
  }

  func fetch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
  ) async throws {
    try await Fault.fetch(FaultyFetch(query: seen(query), policy: policy, deliver: deliver, cache: parts))
  }

  func perform(_ mutation: GraphOperation) async throws -> GraphAnswer {
    try await Fault.perform(seen(mutation), on: parts)
  }
  func clear() async throws { try await Fault.clear(parts) }
  func settle() async { await parts.sound.settle() }
  func close() async { await parts.sound.close() }

  func watch(
    _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (QueryResult) -> Void
  ) async -> Int {
    await Fault.watch(FaultyWatch(query: seen(query), policy: policy, deliver: deliver, cache: parts))
  }
  func cancel(_ watcher: Int) async { await Fault.cancel(watcher, on: parts) }

  func transact(_ steps: [TransactionStep]) async throws -> [Result<GraphValue, any Error>] {
    try await Fault.transact(steps, on: parts)
  }
}

extension Mutant {
  static func normalized<Fault: NormalizedFault>(
    _ breaks: RuleID, _ fault: String, seenIn: String? = nil, _: Fault.Type
  ) -> Mutant {
    Mutant(
      breaks, fault, seenIn: seenIn, .normalizedCache(FaultyNormalizedCache<Fault>.self), in: NormalizedSpec.chapter)
  }
}
