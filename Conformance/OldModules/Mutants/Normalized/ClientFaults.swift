import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule
import Synchronization

// MARK: Set-up

enum IgnoresKeyFunction: NormalizedFault {
  static func configure(_ configuration: inout NormalizedConfiguration) { configuration.keyOf = nil }
}

/// Objects go by this function wherever the app's is asked, or where it gave none.
protocol CacheKeyFault: NormalizedFault {
  static func key(_ object: [String: GraphValue], given: String?) -> String?
}

extension CacheKeyFault {
  static func configure(_ configuration: inout NormalizedConfiguration) {
    let given = configuration.keyOf
    configuration.keyOf = { key($0, given: given?($0)) }
  }
}

enum AlwaysGoesByID: CacheKeyFault {
  static func key(_ object: [String: GraphValue], given: String?) -> String? {
    if case .text(let id) = object["id"] { id } else { given }
  }
}

enum SharesObjectsWithoutKeys: CacheKeyFault {
  static func key(_ object: [String: GraphValue], given: String?) -> String? { given ?? "none" }
}

enum CutsKeysAtZero: CacheKeyFault {
  static func key(_ object: [String: GraphValue], given: String?) -> String? {
    given.map { String($0.prefix { $0 != "\0" }) }
  }
}

enum CutsLongKeys: CacheKeyFault {
  static func key(_ object: [String: GraphValue], given: String?) -> String? { given.map { String($0.prefix(255)) } }
}

enum LowercasesKeys: CacheKeyFault {
  static func key(_ object: [String: GraphValue], given: String?) -> String? { given?.lowercased() }
}

/// A kind of cache is taken for another.
protocol KindMixUp: NormalizedFault {
  static var from: CacheKind { get }
  static var to: CacheKind { get }
}

extension KindMixUp {
  static func configure(_ configuration: inout NormalizedConfiguration) {
    if configuration.kind == from { configuration.kind = to }
  }
}

enum DefaultIsSQLite: KindMixUp {
  static let from = CacheKind.unnamed
  static let to = CacheKind.sqlite
}

enum MemoryIsSQLite: KindMixUp {
  static let from = CacheKind.memory
  static let to = CacheKind.sqlite
}

enum SQLiteIsMemory: KindMixUp {
  static let from = CacheKind.sqlite
  static let to = CacheKind.memory
}

enum OneFileForAll: NormalizedFault {
  static func configure(_ configuration: inout NormalizedConfiguration) {
    configuration.file = URL(fileURLWithPath: configuration.file).deletingLastPathComponent().path + "/one.sqlite"
  }
}

enum ServesWhatDamageLeft: NormalizedFault {
  static func records(_ sound: any RecordStore, _ configuration: NormalizedConfiguration) -> any RecordStore {
    let isReopened = FileManager.default.fileExists(atPath: configuration.file + ".opened")
    _ = FileManager.default.createFile(atPath: configuration.file + ".opened", contents: nil)
    let isEmpty = (try? sound.keys().isEmpty) ?? true
    return isReopened && isEmpty && configuration.kind == .sqlite ? MissingIsNull(sound) : sound
  }
}

enum OldDataAfterAnyFailure: NormalizedFault {
  static func configure(_ configuration: inout NormalizedConfiguration) {
    if !configuration.oldDataAfter.isEmpty { configuration.oldDataAfter = Set(OriginFailure.allCases) }
  }
}

enum NoOldData: NormalizedFault {
  static func configure(_ configuration: inout NormalizedConfiguration) { configuration.oldDataAfter = [] }
}

// MARK: Operations

/// A field is seen otherwise than it is written.
protocol FieldFault: NormalizedFault {
  static func rewrite(_ field: GraphField) -> GraphField
}

extension FieldFault {
  static func rewrite(_ operation: GraphOperation) -> GraphOperation {
    GraphOperation(operation.name, operation.fields.map(deeply), kind: operation.kind)
  }

  private static func deeply(_ field: GraphField) -> GraphField {
    rewrite(
      GraphField(
        field.name, as: field.alias, field.arguments, field.fields.map(deeply), fragments: field.fragments))
  }
}

enum ArgumentOrderCounts: FieldFault {
  static func rewrite(_ field: GraphField) -> GraphField {
    let order = field.arguments.map(\.name).joined(separator: "-")
    return GraphField(
      field.name + order, as: field.responseName, field.arguments, field.fields, fragments: field.fragments)
  }
}

enum CutsArgumentsAtPeriods: FieldFault {
  static func rewrite(_ field: GraphField) -> GraphField {
    let cut = field.arguments.map { argument in
      guard case .text(let text) = argument.value else { return argument }
      return GraphArgument(argument.name, .text(String(text.prefix { $0 != "." })))
    }
    return GraphField(field.name, as: field.alias, cut, field.fields, fragments: field.fragments)
  }
}

enum AliasesAreFields: FieldFault {
  static func rewrite(_ field: GraphField) -> GraphField {
    GraphField(field.responseName, field.arguments, field.fields, fragments: field.fragments)
  }
}

// MARK: Fetches and mutations

/// A policy is taken for another.
protocol QueryPolicyMixUp: NormalizedFault {
  static var from: QueryCachePolicy? { get }
  static var to: QueryCachePolicy { get }
}

extension QueryPolicyMixUp {
  static func fetch(_ call: FaultyFetch) async throws { try await call.under(call.policy == from ? to : call.policy) }
}

enum DefaultFetches: QueryPolicyMixUp {
  static let from: QueryCachePolicy? = nil
  static let to = QueryCachePolicy.fetchIgnoringCacheData
}

enum ElseFetchFetches: QueryPolicyMixUp {
  static let from: QueryCachePolicy? = .returnCacheDataElseFetch
  static let to = QueryCachePolicy.fetchIgnoringCacheData
}

enum ElseFetchDoesNot: QueryPolicyMixUp {
  static let from: QueryCachePolicy? = .returnCacheDataElseFetch
  static let to = QueryCachePolicy.returnCacheDataDontFetch
}

/// What is stored of a query stays as it first was.
enum StoresFirstAnswerOnly: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    let isKnown = (try? await call.cache.sound.transact([.read(call.query)]).first?.get()) != nil
    let stores = call.policy != .fetchIgnoringCacheData || !isKnown
    try await call.under(stores ? call.policy : .fetchIgnoringCacheCompletely)
  }
}

enum IgnoringCompletelyStores: QueryPolicyMixUp {
  static let from: QueryCachePolicy? = .fetchIgnoringCacheCompletely
  static let to = QueryCachePolicy.fetchIgnoringCacheData
}

enum DontFetchFetches: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    try await call.under(call.policy == .returnCacheDataDontFetch ? .returnCacheDataElseFetch : call.policy)
  }
}

/// A field never fetched reads as null, where the server may not be asked.
enum DontFetchReadsMissingAsNull: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    do {
      try await call.soundly()
    } catch {
      guard call.policy == .returnCacheDataDontFetch else { throw error }
      call.deliver(GraphAnswer(.null))
    }
  }
}

enum AndFetchDoesNot: QueryPolicyMixUp {
  static let from: QueryCachePolicy? = .returnCacheDataAndFetch
  static let to = QueryCachePolicy.returnCacheDataElseFetch
  static func watch(_ call: FaultyWatch) async -> Int {
    var call = call
    if call.policy == from { call.policy = to }
    return await call.soundly()
  }
}

enum AndFetchGivesCachedLast: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    guard call.policy == .returnCacheDataAndFetch else { return try await call.soundly() }
    let cached = try? await call.cache.sound.transact([.read(call.query)]).first?.get()
    try await call.under(.fetchIgnoringCacheData)
    if let cached { call.deliver(GraphAnswer(cached)) }
  }
}

enum FailureServesCached: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    do {
      try await call.soundly()
    } catch {
      guard call.policy == .fetchIgnoringCacheData else { throw error }
      try await call.under(.returnCacheDataDontFetch)
    }
  }
}

enum FailureWipesCached: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    do {
      try await call.soundly()
    } catch {
      if call.policy == .fetchIgnoringCacheData { try await call.cache.sound.clear() }
      throw error
    }
  }
}

enum CancelledFetchesGoOn: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    try await Task { try await call.soundly() }.value
  }
}

enum FragmentsAreNotMerged: NormalizedFault {
  static func fetch(_ call: FaultyFetch) async throws {
    let holdsFragment = call.query.fields.contains { !$0.fragments.isEmpty }
    try await call.under(holdsFragment ? .fetchIgnoringCacheCompletely : call.policy)
  }
}

enum MutationsAreNotStored: NormalizedFault {
  static func perform(_ mutation: GraphOperation, on cache: FaultyParts) async throws -> GraphAnswer {
    try await cache.world.send(mutation)
  }
}

enum CreationJoinsLists: NormalizedFault {
  static func perform(_ mutation: GraphOperation, on cache: FaultyParts) async throws -> GraphAnswer {
    let answer = try await cache.sound.perform(mutation)
    let list = GraphOperation("ListDroids", [GraphField("droids", [], ["id", "name"])])
    if let created = answer.data?["createDroid"] {
      _ = try await cache.sound.transact([.update(list, .append("droids", created))])
    }
    return answer
  }
}

enum MutationsAreRemembered: NormalizedFault {
  static func perform(_ mutation: GraphOperation, on cache: FaultyParts) async throws -> GraphAnswer {
    if let answer = cache.notes.page.withLock({ $0.answers[mutation] }) { return answer }
    let answer = try await cache.sound.perform(mutation)
    cache.notes.page.withLock { $0.answers[mutation] = answer }
    return answer
  }
}
