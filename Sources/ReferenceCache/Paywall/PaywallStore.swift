import CacheVocabulary
import Foundation
import Synchronization

/// A paywall as the reference keeps it.
struct KeptPaywall: Sendable {
  var paywall: Paywall
  /// When a remote layer delivered it.
  var loadedAt: Date

  /// The copy as bytes that show when they are damaged.
  var bytes: [UInt8] {
    var writer = ByteWriter()
    writer.write(loadedAt.timeIntervalSinceReferenceDate)
    writer.write(paywall.bytes)
    return writer.sealed
  }

  init(_ paywall: Paywall, loadedAt: Date) {
    self.paywall = paywall
    self.loadedAt = loadedAt
  }

  /// Reads a copy back. Damaged bytes read as nil.
  init?(bytes: [UInt8]) {
    guard
      var reader = ByteReader(sealed: bytes), let loaded = reader.readDouble(),
      let paywall = reader.readBytes().flatMap(Paywall.init(bytes:))
    else { return nil }
    self.init(paywall, loadedAt: Date(timeIntervalSinceReferenceDate: loaded))
  }

  /// Whether a copy is no older than this. One that was loaded in the future is of unknown age, and not young.
  func isYoung(_ maxAge: Duration, at now: Date) -> Bool {
    let age = now.timeIntervalSince(loadedAt)
    return age >= 0 && age <= maxAge.seconds
  }
}

/// The regularly updated cache: one copy a placement, in storage.
final class PaywallStore: Sendable {
  private struct State {
    /// How many requests were begun.
    var begun = 0
    /// The newest request that the copy of each placement is the answer to.
    var newest: [String: Int] = [:]
    var isClosed = false
  }

  private let state = Mutex(State())
  private let storage: any Storage
  private let now: @Sendable () -> Date

  init(storage: any Storage, now: @escaping @Sendable () -> Date) {
    self.storage = storage
    self.now = now
  }

  /// The copy for a placement. One that cannot be read is none.
  func copy(for placement: String) throws(StorageError) -> KeptPaywall? {
    guard let bytes = try storage.read(collection: PaywallCache.collection, key: placement) else { return nil }
    return KeptPaywall(bytes: bytes)
  }

  /// The copy for a placement, if it is young enough.
  func copy(for placement: String, youngerThan maxAge: Duration) throws(StorageError) -> KeptPaywall? {
    guard let copy = try copy(for: placement), copy.isYoung(maxAge, at: now()) else { return nil }
    return copy
  }

  /// The placements that have a copy, in the order of their names.
  func placements() throws(StorageError) -> [String] {
    try storage.readAll(collection: PaywallCache.collection).map(\.key).sorted()
  }

  /// A request is begun. Its number goes with its answer.
  func beginRequest() -> Int {
    state.withLock { state in
      state.begun += 1
      return state.begun
    }
  }

  /// Keeps the answer to a request, unless one to a later request is kept, or the store is closed.
  func keep(_ paywall: Paywall, for placement: String, answering request: Int) throws(StorageError) {
    let kept = KeptPaywall(paywall, loadedAt: now())
    try state.withLock { state throws(StorageError) in
      guard !state.isClosed, request > state.newest[placement] ?? 0 else { return }
      try storage.apply([.write(collection: PaywallCache.collection, key: placement, value: kept.bytes)])
      state.newest[placement] = request
    }
  }

  /// Removes every copy, and what is left of removed ones.
  func removeAll() throws(StorageError) {
    try state.withLock { _ throws(StorageError) in
      try storage.apply([.removeAll(collection: PaywallCache.collection)])
      try storage.scrub()
    }
  }

  /// From now on nothing is kept.
  func close() { state.withLock { $0.isClosed = true } }
}
