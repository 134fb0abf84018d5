import ReferenceCache
import Synchronization

/// Storage in which no text can be searched for.
struct EncodedStorage: Storage {
  let base: any Storage

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try base.read(collection: collection, key: key).map(Self.encoded)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try base.readAll(collection: collection).map { ($0.key, Self.encoded($0.value)) }
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    try base.apply(
      changes.map { change in
        if case .write(let collection, let key, let value) = change {
          .write(collection: collection, key: key, value: Self.encoded(value))
        } else {
          change
        }
      })
  }

  func scrub() throws(StorageError) { try base.scrub() }
  func close() { base.close() }

  /// The bytes with some of their bits turned over, which done twice leaves them as they were.
  private static func encoded(_ bytes: [UInt8]) -> [UInt8] { bytes.map { $0 ^ 0x5A } }
}

/// Storage that is written to later than the call, before it is next read.
final class DeferredStorage: Storage {
  private let base: any Storage
  private let pending = Mutex<[StorageChange]>([])

  init(_ base: any Storage) { self.base = base }

  /// Writes all that waits.
  func flush() throws(StorageError) {
    let changes = pending.withLock { pending in
      defer { pending = [] }
      return pending
    }
    if !changes.isEmpty { try base.apply(changes) }
  }

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try flush()
    return try base.read(collection: collection, key: key)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try flush()
    return try base.readAll(collection: collection)
  }

  func apply(_ changes: [StorageChange]) { pending.withLock { $0 += changes } }

  func scrub() throws(StorageError) {
    try flush()
    try base.scrub()
  }

  func close() {
    // A cache that could not write says so when it is next read.
    _ = try? flush()
    base.close()
  }
}

/// A clock that reads otherwise than the one on which it sleeps.
struct OtherClock: Clock {
  struct Instant: InstantProtocol {
    let time: Duration

    func advanced(by duration: Duration) -> Self { Self(time: time + duration) }
    func duration(to other: Self) -> Duration { other.time - time }
    static func < (one: Self, other: Self) -> Bool { one.time < other.time }
  }

  let base: any Clock<Duration>
  let read: @Sendable () -> Duration

  var now: Instant { Instant(time: read()) }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    try await base.sleep(for: max(.zero, deadline.time - read()))
  }
}

/// The time since now, which no one can set.
func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}
