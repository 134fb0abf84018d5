import CacheConformance
import CacheVocabulary
import Synchronization

/// The first value that a module ever saw, which a module that always answers alike keeps, over restarts too.
final class First<Value: Sendable>: KeptInMemory {
  private let first = Mutex<Value?>(nil)

  /// The first value, or nil before there is one.
  var value: Value? { first.withLock(\.self) }

  /// The first value; where there is none, the one that this makes becomes it.
  func value(_ make: () async throws -> Value) async throws -> Value {
    if let value { return value }
    let made = try await make()
    return first.withLock { first in
      first = first ?? made
      return first ?? made
    }
  }

  func storedCopies() -> [[UInt8]] { [] }
  func damage(_ damage: Damage) {}
  func snapshot() -> any KeptInMemory { self }
}
