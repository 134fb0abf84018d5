public import CacheVocabulary
public import Foundation
import Synchronization

/// A store of URL responses, in memory and in storage, each within its capacity.
///
/// From Apple's 'Accessing cached data'. It is synchronous, as `URLCache` is.
public final class ResponseStore: Sendable {
  private static let heads = "response.heads"
  private static let bodies = "response.bodies"

  private struct State {
    var memory: BoundedStore<ResponseEntry>
    var disk: BoundedStore<Void>
  }

  private let state: Mutex<State>
  private let storage: any Storage
  private let now: @Sendable () -> Date

  /// Opens a store over storage that may hold what an earlier one left.
  ///
  /// - Parameters:
  ///   - storage: what it keeps its bytes in.
  ///   - capacity: how many bytes may be in use.
  ///   - now: the date and time of day.
  /// - Throws: `StorageError` when the storage cannot be read.
  public init(
    storage: any Storage, capacity: ByteCounts, now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StorageError) {
    self.storage = storage
    self.now = now
    var disk = BoundedStore<Void>(capacity: capacity.disk)
    var gone: [String] = []
    var found: [(key: String, size: Int, date: Date)] = []
    for (key, bytes) in try storage.readAll(collection: Self.heads) {
      if let (date, size) = ResponseEntry.summary(head: bytes) {
        found.append((key, size, date))
      } else {
        gone.append(key)
      }
    }
    for (key, size, date) in found.sorted(by: { $0.date < $1.date }) {
      gone += disk.insert((), size: size, storedAt: date, for: key)
    }
    state = Mutex(State(memory: BoundedStore(capacity: capacity.memory), disk: disk))
    try storage.apply(gone.flatMap(Self.removal))
  }

  /// The response stored for a request, or nil.
  public func storedResponse(for request: RequestMessage) throws(StorageError) -> StoredResponse? {
    try entry(for: request)?.stored
  }

  /// The response stored for a request, with what HTTP needs to know of it.
  func entry(for request: RequestMessage) throws(StorageError) -> ResponseEntry? {
    let key = request.storeKey
    return try state.withLock { state throws(StorageError) in
      if let item = state.memory.items[key] { return item.value }
      guard let item = state.disk.items[key] else { return nil }
      guard
        let head = try storage.read(collection: Self.heads, key: key),
        let body = try storage.read(collection: Self.bodies, key: key),
        let entry = ResponseEntry(head: head, body: body)
      else {
        // What cannot be read whole counts as none.
        state.disk.remove(key)
        try storage.apply(Self.removal(key))
        return nil
      }
      _ = state.memory.insert(entry, size: item.size, storedAt: item.storedAt, for: key)
      return entry
    }
  }

  /// Stores a response for a request, as far as its storage policy and the capacities allow, in place of any other.
  public func store(_ response: StoredResponse, for request: RequestMessage) throws(StorageError) {
    let key = request.storeKey
    let entry = ResponseEntry(response, for: request, receivedAt: now())
    let head = entry.head
    let size = head.count + response.response.body.count
    try state.withLock { state throws(StorageError) in
      state.memory.remove(key)
      let wasOnDisk = state.disk.items[key] != nil
      state.disk.remove(key)
      if response.storagePolicy == .allowed, size <= state.disk.capacity {
        let evicted = state.disk.insert((), size: size, storedAt: entry.receivedAt, for: key)
        try storage.apply(
          evicted.flatMap(Self.removal) + [
            .write(collection: Self.heads, key: key, value: head),
            .write(collection: Self.bodies, key: key, value: entry.body),
          ])
      } else if wasOnDisk {
        try storage.apply(Self.removal(key))
        try storage.scrub()
      }
      if response.storagePolicy != .notAllowed {
        _ = state.memory.insert(entry, size: size, storedAt: entry.receivedAt, for: key)
      }
    }
  }

  /// Removes the response stored for a request.
  public func removeResponse(for request: RequestMessage) throws(StorageError) {
    try remove { _, _ in [request.storeKey] }
  }

  /// Removes what was stored at a date or after it.
  public func removeResponses(since date: Date) throws(StorageError) {
    try remove { memory, disk in
      Set(memory.keys(storedSince: date) + disk.keys(storedSince: date))
    }
  }

  /// Removes everything, and what other stores left in this storage as responses.
  public func removeAllResponses() throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      state.memory.removeAll()
      state.disk.removeAll()
      try storage.apply([.removeAll(collection: Self.heads), .removeAll(collection: Self.bodies)])
      try storage.scrub()
    }
  }

  /// The bytes in use.
  public var usage: ByteCounts {
    state.withLock { ByteCounts(memory: $0.memory.usage, disk: $0.disk.usage) }
  }

  /// The bytes that may be in use.
  public var capacity: ByteCounts {
    state.withLock { ByteCounts(memory: $0.memory.capacity, disk: $0.disk.capacity) }
  }

  /// Says how many bytes may be in use, and drops the oldest responses down to that.
  public func setCapacity(_ capacity: ByteCounts) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      _ = state.memory.setCapacity(capacity.memory)
      try storage.apply(state.disk.setCapacity(capacity.disk).flatMap(Self.removal))
    }
  }

  private func remove(_ keys: (BoundedStore<ResponseEntry>, BoundedStore<Void>) -> Set<String>) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      let keys = keys(state.memory, state.disk)
      for key in keys {
        state.memory.remove(key)
        state.disk.remove(key)
      }
      try storage.apply(keys.flatMap(Self.removal))
      try storage.scrub()
    }
  }

  private static func removal(_ key: String) -> [StorageChange] {
    [.remove(collection: heads, key: key), .remove(collection: bodies, key: key)]
  }
}
