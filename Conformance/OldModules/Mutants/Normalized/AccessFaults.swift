import CacheConformance
import CacheSpec
import CacheVocabulary
import ReferenceCache
import ReferenceModule
import Synchronization

/// What a step of a transaction becomes.
protocol StepFault: NormalizedFault {
  static func replacing(_ step: TransactionStep, in cache: FaultyParts) throws -> [TransactionStep]
}

extension StepFault {
  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    try await cache.sound.transact(steps.flatMap { try replacing($0, in: cache) })
  }
}

enum ReadsOfQueriesFetch: NormalizedFault {
  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    for case .read(let query) in steps { try? await cache.sound.fetch(query, policy: nil) { _ in } }
    return try await cache.sound.transact(steps)
  }
}

enum MissingFragmentsAreNull: NormalizedFault {
  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    try await cache.sound.transact(steps).map { result in
      if case .failure = result { .success(.null) } else { result }
    }
  }
}

enum QueryUpdatesAreLost: StepFault {
  static func replacing(_ step: TransactionStep, in cache: FaultyParts) -> [TransactionStep] {
    if case .update = step { [] } else { [step] }
  }
}

enum ObjectUpdatesAreLost: StepFault {
  static func replacing(_ step: TransactionStep, in cache: FaultyParts) -> [TransactionStep] {
    if case .updateObject = step { [] } else { [step] }
  }
}

enum ReadsBeforeItWrites: NormalizedFault {
  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    let reads = steps.filter { step in
      switch step {
      case .read, .readObject: true
      default: false
      }
    }
    let results = try await cache.sound.transact(reads)
    _ = try await cache.sound.transact(steps)
    return results
  }
}

enum StepsAreNotOneTransaction: NormalizedFault {
  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    var results: [Result<GraphValue, any Error>] = []
    for step in steps { results += try await cache.sound.transact([step]) }
    return results
  }
}

/// Updates start from what the first of them read, as if all had read before any wrote.
enum UpdatesAreLostBetween: NormalizedFault {
  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    guard case .update(let query, let change)? = steps.first else { return try await cache.sound.transact(steps) }
    let read = try await cache.sound.transact([.read(query)])[0].get()
    let first = cache.notes.page.withLock { page in
      page.values[query] = page.values[query] ?? read
      return page.values[query] ?? read
    }
    let changed = try change.applied(to: first)
    guard case .object(let fields) = changed else { return [] }
    return try await cache.sound.transact(fields.map { .update(query, .set($0.key, to: $0.value)) })
  }
}

// MARK: Removal

/// A pattern matches otherwise.
protocol MatchingFault: StepFault {
  static func matches(_ key: String, _ pattern: String) -> Bool
}

extension MatchingFault {
  static func replacing(_ step: TransactionStep, in cache: FaultyParts) throws -> [TransactionStep] {
    guard case .removeMatching(let pattern) = step else { return [step] }
    return try cache.records.keys().map(\.text).filter { matches($0, pattern) }.map(TransactionStep.remove)
  }
}

enum MatchesFromTheStart: MatchingFault {
  static func matches(_ key: String, _ pattern: String) -> Bool {
    key.lowercased().hasPrefix(pattern.lowercased())
  }
}

enum MatchesWholeKeys: MatchingFault {
  static func matches(_ key: String, _ pattern: String) -> Bool { key.lowercased() == pattern.lowercased() }
}

enum MatchesWithCase: MatchingFault {
  static func matches(_ key: String, _ pattern: String) -> Bool { key.contains(pattern) }
}

enum LowercasesPatternOnly: MatchingFault {
  static func matches(_ key: String, _ pattern: String) -> Bool { key.contains(pattern.lowercased()) }
}

enum PropertyKeysRemoveObjects: StepFault {
  static func replacing(_ step: TransactionStep, in cache: FaultyParts) -> [TransactionStep] {
    guard case .remove(let key) = step else { return [step] }
    return [.remove(key: String(key.prefix { $0 != "." }))]
  }
}

enum UnknownKeysAreErrors: StepFault {
  static func replacing(_ step: TransactionStep, in cache: FaultyParts) throws -> [TransactionStep] {
    if case .remove(let key) = step, try !cache.records.keys().contains(where: { $0.text == key }) { return [.fail] }
    return [step]
  }
}
