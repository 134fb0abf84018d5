package import Foundation
import Synchronization

/// An entry of the paywall cache: a paywall and when it was loaded.
package struct PaywallCacheEntry: Sendable {
  /// The paywall.
  package let paywall: Paywall
  /// When a remote layer delivered the paywall.
  package let loadedAt: Date

  /// The entry as bytes with a checksum.
  package var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(loadedAt.timeIntervalSinceReferenceDate)
    writer.write(paywall.bytes)
    return writer.sealed
  }

  /// Makes an entry.
  package init(_ paywall: Paywall, loadedAt: Date) {
    self.paywall = paywall
    self.loadedAt = loadedAt
  }

  /// Decodes an entry. Nil if the bytes are damaged.
  package init?(bytes: [UInt8]) {
    guard
      var reader = ByteReader(sealed: bytes), let loaded = reader.readDate(),
      let paywall = reader.readBytes().flatMap(Paywall.init(bytes:))
    else { return nil }
    self.init(paywall, loadedAt: loaded)
  }

  /// Whether the entry is no older than `maxAge`. One with a date in the future has an unknown age, and is not young.
  package func isYoung(_ maxAge: Duration, at now: Date) -> Bool {
    let age = now.timeIntervalSince(loadedAt)
    return age >= 0 && age <= maxAge.seconds
  }
}

/// The regularly updated cache: one entry per placement, in storage.
final class PaywallStore: Sendable {
  private struct State {
    /// How many requests have begun.
    var begun = 0
    /// The number of the request whose answer is stored, by placement.
    var newest: [String: Int] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())
  private let storage: any CacheStorage
  private let now: @Sendable () -> Date

  init(storage: any CacheStorage, now: @escaping @Sendable () -> Date) {
    self.storage = storage
    self.now = now
  }

  /// The entry of a placement, or nil if there is none or it cannot be read.
  func entry(for placement: String) throws(StorageError) -> PaywallCacheEntry? {
    guard let bytes = try storage.read(collection: PaywallCache.collection, key: placement) else { return nil }
    return PaywallCacheEntry(bytes: bytes)
  }

  /// The entry of a placement, if it is young enough.
  func entry(for placement: String, youngerThan maxAge: Duration) throws(StorageError) -> PaywallCacheEntry? {
    guard let entry = try entry(for: placement), entry.isYoung(maxAge, at: now()) else { return nil }
    return entry
  }

  /// The placements that have an entry, sorted by name.
  func placements() throws(StorageError) -> [String] {
    try storage.readAll(collection: PaywallCache.collection).map(\.key).sorted()
  }

  /// Begins a request, and returns its number, which is passed along with its answer.
  func beginRequest() -> Int {
    state.withLock { state in
      state.begun += 1
      return state.begun
    }
  }

  /// Stores the answer to a request, unless the answer to a later one is already stored or the store is closed.
  func store(_ paywall: Paywall, for placement: String, answering request: Int) throws(StorageError) {
    let entry = PaywallCacheEntry(paywall, loadedAt: now())
    try state.withLock { state throws(StorageError) in
      guard !state.isClosed, request > state.newest[placement] ?? 0 else { return }
      try storage.apply([.write(collection: PaywallCache.collection, key: placement, value: entry.bytes)])
      state.newest[placement] = request
    }
  }

  /// Removes every entry, and all traces of removed ones.
  func removeAll() throws(StorageError) {
    try state.withLock { _ throws(StorageError) in
      try storage.apply([.removeAll(collection: PaywallCache.collection)])
      try storage.scrub()
    }
  }

  /// Closes the store: nothing is stored any more.
  func close() { state.withLock { $0.isClosed = true } }
}
