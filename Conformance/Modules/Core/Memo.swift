import Synchronization

/// A value that a changed reference remembers: while its app runs or, if the world's storage keeps it, across restarts.
package final class Memo<Value: Sendable>: InMemoryStorage {
  private let mutex: Mutex<Value>

  package init(_ value: Value) { mutex = Mutex(value) }

  package var value: Value {
    get { change { $0 } }
    set { change { $0 = newValue } }
  }

  // Not inlined, because an optimized async function that contained the lock on both sides of an `await` would lock
  // with the id of the thread that it left, and trap (Swift 6.3 for Linux).
  @inline(never)
  package func change<Result: Sendable>(_ body: (inout Value) -> Result) -> Result { mutex.withLock { body(&$0) } }

  /// Remembers another value, and returns the previous one.
  @discardableResult
  package func replace(_ value: Value) -> Value {
    change { remembered in
      defer { remembered = value }
      return remembered
    }
  }

  /// The first value that was ever remembered. If there is none, it is made with the closure.
  package func first<Wrapped: Sendable>(_ make: () async throws -> Wrapped) async throws -> Wrapped
  where Value == Wrapped? {
    if let value { return value }
    let made = try await make()
    return change { first in
      first = first ?? made
      return first ?? made
    }
  }

  package func storedCopies() -> [[UInt8]] { [] }
  package func damage(_ damage: StorageDamage) {}
  package func snapshot() -> any InMemoryStorage { self }
}

extension Memo<Int> {
  /// Increments the count, and returns it.
  @discardableResult
  package func next() -> Int {
    change {
      $0 += 1
      return $0
    }
  }

  /// Counts some work while it is under way.
  package func counting<Result>(_ work: () async throws -> Result) async rethrows -> Result {
    next()
    defer { change { $0 -= 1 } }
    return try await work()
  }
}

extension Memo {
  /// Does some work for a key, or joins such work that is under way. Returns its result, and whether it was joined.
  package func joining<Key, Result: Sendable>(
    _ key: Key, _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> (result: Result, isJoined: Bool) where Value == [Key: Task<Result, any Error>] {
    let (task, isJoined) = change { underWay in
      if let task = underWay[key] { return (task, true) }
      let task = Task { try await work() }
      underWay[key] = task
      return (task, false)
    }
    defer { if !isJoined { change { $0[key] = nil } } }
    return (try await task.value, isJoined)
  }
}

extension Memo {
  /// Increments the count of a key, and returns it.
  @discardableResult
  package func next<Key: Hashable>(_ key: Key) -> Int where Value == [Key: Int] {
    change { counts in
      let count = counts[key, default: 0] + 1
      counts[key] = count
      return count
    }
  }
}
