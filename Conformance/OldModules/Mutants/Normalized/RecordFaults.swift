import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache
import Synchronization

/// Records that are kept wrongly. All that a fault does not mention is sound.
protocol RecordFault: RecordStore {
  var base: any RecordStore { get }
  init(_ base: any RecordStore)
  /// What is written in place of a change.
  func replacing(_ change: RecordChange) throws(RecordStoreError) -> [RecordChange]
  /// What is read in place of a value.
  func reading(_ value: RecordValue?) throws(RecordStoreError) -> RecordValue?
}

extension RecordFault {
  func replacing(_ change: RecordChange) throws(RecordStoreError) -> [RecordChange] { [change] }
  func reading(_ value: RecordValue?) throws(RecordStoreError) -> RecordValue? { value }
  func value(of field: FieldKey, in record: CacheKey) throws(RecordStoreError) -> RecordValue? {
    try reading(base.value(of: field, in: record))
  }
  func fields(of record: CacheKey) throws(RecordStoreError) -> [FieldKey: RecordValue] {
    try base.fields(of: record)
  }
  func keys() throws(RecordStoreError) -> [CacheKey] { try base.keys() }
  func apply(_ changes: [RecordChange]) throws(RecordStoreError) {
    var replaced: [RecordChange] = []
    for change in changes { replaced += try replacing(change) }
    try base.apply(replaced)
  }
  func removeAll() throws(RecordStoreError) { try base.removeAll() }
  func close() { base.close() }
}

/// A client whose records are kept wrongly, and which is sound beside.
enum Keeping<Fault: RecordFault>: NormalizedFault {
  static func records(_ sound: any RecordStore, _ configuration: NormalizedConfiguration) -> any RecordStore {
    Fault(sound)
  }
}

/// The same in SQLite alone.
enum KeepingInSQLite<Fault: RecordFault>: NormalizedFault {
  static func records(_ sound: any RecordStore, _ configuration: NormalizedConfiguration) -> any RecordStore {
    configuration.kind == .sqlite ? Fault(sound) : sound
  }
}

extension RecordValue {
  /// The keys that it refers to.
  fileprivate var references: [CacheKey] {
    switch self {
    case .scalar: []
    case .list(let items): items.flatMap(\.references)
    case .reference(let key): [key]
    }
  }

  /// The value with every part of it changed, innermost first.
  fileprivate func mapping(_ change: (RecordValue) -> RecordValue) -> RecordValue {
    if case .list(let items) = self { return change(.list(items.map { $0.mapping(change) })) }
    return change(self)
  }
}

extension GraphValue {
  /// The value with every part of it changed, innermost first.
  fileprivate func mapping(_ change: (GraphValue) -> GraphValue) -> GraphValue {
    switch self {
    case .list(let items): change(.list(items.map { $0.mapping(change) }))
    case .object(let fields): change(.object(fields.mapValues { $0.mapping(change) }))
    default: change(self)
    }
  }
}

/// A write of a field makes the other fields of its record go.
struct ReplacesRecords: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func apply(_ changes: [RecordChange]) throws(RecordStoreError) {
    var seen: Set<CacheKey> = []
    var replaced: [RecordChange] = []
    for change in changes {
      if case .write(let key, _, _) = change, key.text.first?.isNumber == true, seen.insert(key).inserted {
        replaced.append(.remove(key))
      }
      replaced.append(change)
    }
    try base.apply(replaced)
  }
}

struct AppendsToLists: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func replacing(_ change: RecordChange) throws(RecordStoreError) -> [RecordChange] {
    guard case .write(let key, let field, .list(let items)) = change,
      case .list(let old) = try base.value(of: field, in: key)
    else { return [change] }
    return [.write(key, field, .list(old + items))]
  }
}

struct IgnoresArguments: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func value(of field: FieldKey, in record: CacheKey) throws(RecordStoreError) -> RecordValue? {
    try base.value(of: bare(field), in: record)
  }
  func replacing(_ change: RecordChange) -> [RecordChange] {
    guard case .write(let key, let field, let value) = change else { return [change] }
    return [.write(key, bare(field), value)]
  }
  private func bare(_ field: FieldKey) -> FieldKey { FieldKey(String(field.description.prefix { $0 != "(" })) }
}

struct NullIsMissing: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func reading(_ value: RecordValue?) -> RecordValue? { value == .scalar(.null) ? nil : value }
}

struct MissingIsNull: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func reading(_ value: RecordValue?) -> RecordValue? { value ?? .scalar(.null) }
}

struct DropsNullItems: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func reading(_ value: RecordValue?) -> RecordValue? {
    value?.mapping { part in
      if case .list(let items) = part { return .list(items.filter { $0 != .scalar(.null) }) }
      if case .scalar(.list(let items)) = part { return .scalar(.list(items.filter { $0 != .null })) }
      return part
    }
  }
}

struct FlattensLists: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func reading(_ value: RecordValue?) -> RecordValue? {
    value?.mapping { part in
      guard case .list(let items) = part else { return part }
      return .list(items.flatMap { item in if case .list(let inner) = item { inner } else { [item] } })
    }
  }
}

/// The second object met twice in one answer is not followed.
struct CutsCycles: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func replacing(_ change: RecordChange) -> [RecordChange] {
    guard case .write(let key, let field, .list(let items)) = change else { return [change] }
    let kept = items.filter { item in if case .reference(let to) = item { to.text > key.text } else { true } }
    return [.write(key, field, .list(kept))]
  }
}

struct CapsOneWrite: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func apply(_ changes: [RecordChange]) throws(RecordStoreError) {
    guard changes.count <= 999 else {
      throw RecordStoreError(
        action: "writing", place: "records", reason: "too many SQL variables", advice: "write less")
    }
    try base.apply(changes)
  }
}

struct IntegersAreDoubles: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func reading(_ value: RecordValue?) -> RecordValue? {
    guard case .scalar(let scalar) = value else { return value }
    return .scalar(
      scalar.mapping { part in
        guard case .integer(let number) = part, number.magnitude < 1 << 62 else { return part }
        return .integer(Int64(Double(number)))
      })
  }
}

struct TakesObjectsForReferences: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func reading(_ value: RecordValue?) -> RecordValue? {
    guard case .scalar(let scalar) = value, case .text(let key)? = scalar["$reference"] else { return value }
    return .reference(CacheKey(given: key))
  }
}

struct ClearsRootOnly: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func removeAll() throws(RecordStoreError) {
    try base.apply(base.keys().filter { $0.text == "QUERY_ROOT" }.map(RecordChange.remove))
  }
}

struct RemovesNothing: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func replacing(_ change: RecordChange) -> [RecordChange] { if case .remove = change { [] } else { [change] } }
}

struct KeepsOutgoingReferences: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func replacing(_ change: RecordChange) throws(RecordStoreError) -> [RecordChange] {
    guard case .remove(let key) = change else { return [change] }
    let kept = try base.fields(of: key).filter { !$0.value.references.isEmpty }
    return [change] + kept.map { .write(key, $0.key, $0.value) }
  }
}

struct Cascades: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func replacing(_ change: RecordChange) throws(RecordStoreError) -> [RecordChange] {
    guard case .remove(let key) = change else { return [change] }
    return [change] + (try base.fields(of: key)).values.flatMap(\.references).map(RecordChange.remove)
  }
}

struct RemovesIncomingReferences: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func replacing(_ change: RecordChange) throws(RecordStoreError) -> [RecordChange] {
    guard case .remove(let gone) = change else { return [change] }
    var changes = [change]
    for key in try base.keys() where key != gone {
      for (field, value) in try base.fields(of: key) where value.references.contains(gone) {
        changes.append(
          .write(
            key, field,
            value.mapping { part in
              guard case .list(let items) = part else { return part }
              return .list(items.filter { $0 != .reference(gone) })
            }))
      }
    }
    return changes
  }
}

struct DanglingIsNull: RecordFault {
  let base: any RecordStore
  init(_ base: any RecordStore) { self.base = base }
  func reading(_ value: RecordValue?) throws(RecordStoreError) -> RecordValue? {
    var dangling: Set<CacheKey> = []
    for key in value?.references ?? [] where try base.fields(of: key).isEmpty { dangling.insert(key) }
    return value?.mapping { part in
      if case .reference(let key) = part, dangling.contains(key) { .scalar(.null) } else { part }
    }
  }
}

/// What is removed is hidden, for as long as this object lives.
final class HidesRemoved: RecordFault {
  let base: any RecordStore
  private let hidden = Mutex<Set<CacheKey>>([])
  init(_ base: any RecordStore) { self.base = base }
  func value(of field: FieldKey, in record: CacheKey) throws(RecordStoreError) -> RecordValue? {
    hidden.withLock { $0.contains(record) } ? nil : try base.value(of: field, in: record)
  }
  func replacing(_ change: RecordChange) -> [RecordChange] {
    guard case .remove(let key) = change else { return [change] }
    hidden.withLock { _ = $0.insert(key) }
    return []
  }
}
