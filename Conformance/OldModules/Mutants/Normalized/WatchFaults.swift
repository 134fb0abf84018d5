import CacheConformance
import CacheSpec
import CacheVocabulary
import ReferenceModule
import Synchronization

enum FirstResultIsLeftOut: NormalizedFault {
  static func watch(_ call: FaultyWatch) async -> Int {
    let isFirst = Mutex(true)
    return await call.delivering { result in
      let skip = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      if !skip { call.deliver(result) }
    }
  }
}

enum TellsFirstResultOnly: NormalizedFault {
  static func watch(_ call: FaultyWatch) async -> Int {
    let isFirst = Mutex(true)
    return await call.delivering { result in
      let tell = isFirst.withLock { first in
        defer { first = false }
        return first
      }
      if tell { call.deliver(result) }
    }
  }
}

/// Every watcher hears of every write.
enum TellsOfEveryWrite: NormalizedFault {
  static func watch(_ call: FaultyWatch) async -> Int {
    let id = await call.delivering { result in
      if !call.cache.notes.page.withLock({ $0.isMuted }) { call.deliver(result) }
    }
    call.cache.notes.page.withLock { $0.watchers[id] = (call.query, call.deliver) }
    return id
  }

  static func fetch(_ call: FaultyFetch) async throws {
    guard call.policy != .returnCacheDataDontFetch else { return try await call.soundly() }
    try await tellingAll(call.cache) { try await call.soundly() }
  }

  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    try await tellingAll(cache) { try await cache.sound.transact(steps) }
  }

  private static func tellingAll<Value>(_ cache: FaultyParts, _ work: () async throws -> Value) async throws -> Value {
    cache.notes.page.withLock { $0.isMuted = true }
    let value = try await work()
    cache.notes.page.withLock { $0.isMuted = false }
    for (_, watcher) in cache.notes.page.withLock(\.watchers).sorted(by: { $0.key < $1.key }) {
      if let data = try? await cache.sound.transact([.read(watcher.query)]).first?.get() {
        watcher.deliver(.success(GraphAnswer(data)))
      }
    }
    return value
  }
}

enum CancelIsNotHeard: NormalizedFault {
  static func cancel(_ watcher: Int, on cache: FaultyParts) async {}
}

enum TellsNewestWatcherOnly: NormalizedFault {
  static func watch(_ call: FaultyWatch) async -> Int {
    let number = call.cache.notes.page.withLock { page in
      page.watchers[page.watchers.count] = (call.query, call.deliver)
      return page.watchers.count
    }
    return await call.delivering { result in
      if call.cache.notes.page.withLock({ $0.watchers.count }) == number { call.deliver(result) }
    }
  }
}

enum TellsTwice: NormalizedFault {
  static func watch(_ call: FaultyWatch) async -> Int {
    let isFirst = Mutex(true)
    return await call.delivering { result in
      call.deliver(result)
      let again = isFirst.withLock { first in
        defer { first = false }
        return !first
      }
      if again { call.deliver(result) }
    }
  }
}

enum UpdatesTellNobody: NormalizedFault {
  static func watch(_ call: FaultyWatch) async -> Int {
    await call.delivering { result in
      if !call.cache.notes.page.withLock({ $0.isMuted }) { call.deliver(result) }
    }
  }

  static func transact(
    _ steps: [TransactionStep], on cache: FaultyParts
  ) async throws -> [Result<GraphValue, any Error>] {
    cache.notes.page.withLock { $0.isMuted = true }
    defer { cache.notes.page.withLock { $0.isMuted = false } }
    return try await cache.sound.transact(steps)
  }
}
