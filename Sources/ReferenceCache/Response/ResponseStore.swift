public import CacheVocabulary
public import Foundation
import Synchronization

/// A store of URL responses, in memory and in storage, each within its capacity.
///
/// From Apple's 'Accessing cached data'. It is synchronous, as `URLCache` is. Responses to one URL that `Vary` tells apart
/// are kept side by side (RFC 9111, 4.1).
public final class ResponseStore: Sendable {
  private static let heads = "response.heads"
  private static let bodies = "response.bodies"

  private struct State {
    var memory: BoundedStore<ResponseEntry>
    var disk: BoundedStore<Variant>
    /// How many responses were stored so far.
    var count = 0

    /// What is stored under some of these keys.
    func variants(_ keys: [String]) -> [(key: String, variant: Variant)] {
      keys.compactMap { key in
        (disk.items[key]?.value ?? memory.items[key]?.value.variant).map { (key, $0) }
      }
    }

    mutating func remove(_ key: String) {
      memory.remove(key)
      disk.remove(key)
    }
  }

  private let state: Mutex<State>
  private let storage: any Storage
  private let variantLimit: Int
  private let now: @Sendable () -> Date

  /// Opens a store over storage that may hold what an earlier one left.
  ///
  /// - Parameters:
  ///   - storage: what it keeps its bytes in.
  ///   - capacity: how many bytes may be in use.
  ///   - variantLimit: how many responses to one URL are kept side by side; the one stored first goes for one more.
  ///   - now: the date and time of day.
  /// - Throws: `StorageError` when the storage cannot be read.
  public init(
    storage: any Storage, capacity: ByteCounts, variantLimit: Int = 16,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StorageError) {
    self.storage = storage
    self.variantLimit = variantLimit
    self.now = now
    var disk = BoundedStore<Variant>(capacity: capacity.disk)
    var gone: [String] = []
    var found: [(key: String, entry: ResponseEntry, size: Int)] = []
    for (key, bytes) in try storage.readAll(collection: Self.heads) {
      if let (entry, size, _) = ResponseEntry.read(head: bytes) {
        found.append((key, entry, size))
      } else {
        gone.append(key)
      }
    }
    for (number, var item) in found.sorted(by: { $0.entry.receivedAt < $1.entry.receivedAt }).enumerated() {
      item.entry.number = number
      gone += disk.insert(item.entry.variant, size: item.size, storedAt: item.entry.receivedAt, for: item.key)
    }
    state = Mutex(State(memory: BoundedStore(capacity: capacity.memory), disk: disk, count: found.count))
    try storage.apply(gone.flatMap(Self.removal))
  }

  /// The response stored for a request, or nil: the one that its header fields select, or else the one stored last.
  public func storedResponse(for request: RequestMessage) throws(StorageError) -> StoredResponse? {
    try entry(for: request)?.stored
  }

  /// The response stored for a request, with what HTTP needs to know of it.
  func entry(for request: RequestMessage) throws(StorageError) -> ResponseEntry? {
    let keys = request.storeKeys(variantLimit)
    return try state.withLock { state throws(StorageError) in
      while true {
        let variants = state.variants(keys)
        let best =
          variants.count < 2
          ? variants.first : variants.max { $0.variant.rank(for: request) < $1.variant.rank(for: request) }
        guard let (key, variant) = best else { return nil }
        if let item = state.memory.items[key] { return item.value }
        guard let item = state.disk.items[key] else { return nil }
        if let head = try storage.read(collection: Self.heads, key: key),
          let body = try storage.read(collection: Self.bodies, key: key),
          var entry = ResponseEntry(head: head, body: body)
        {
          entry.number = variant.number
          _ = state.memory.insert(entry, size: item.size, storedAt: item.storedAt, for: key)
          return entry
        }
        // What cannot be read whole counts as none.
        state.disk.remove(key)
        try storage.apply(Self.removal(key))
      }
    }
  }

  /// Stores a response for a request, as far as its storage policy and the capacities allow, in place of any that would
  /// have answered this request.
  public func store(_ response: StoredResponse, for request: RequestMessage) throws(StorageError) {
    let keys = request.storeKeys(variantLimit)
    var entry = ResponseEntry(response, for: request, receivedAt: now())
    let head = entry.head
    let size = head.count + response.response.body.count
    try state.withLock { state throws(StorageError) in
      entry.number = state.count
      state.count += 1
      let variants = state.variants(keys)
      var replaced = variants.filter { $0.variant.isForNone || $0.variant.isSelected(by: request) }.map(\.key)
      if replaced.isEmpty, variants.count == keys.count, response.storagePolicy != .notAllowed {
        replaced = variants.min { $0.variant.number < $1.variant.number }.map { [$0.key] } ?? []
      }
      let wasOnDisk = replaced.contains { state.disk.items[$0] != nil }
      for key in replaced { state.remove(key) }
      let key = replaced.first ?? keys.first { key in !variants.contains { $0.key == key } } ?? keys[0]
      if response.storagePolicy == .allowed, size <= state.disk.capacity {
        let evicted = state.disk.insert(entry.variant, size: size, storedAt: entry.receivedAt, for: key)
        try storage.apply(
          (replaced.dropFirst() + evicted).flatMap(Self.removal) + [
            .write(collection: Self.heads, key: key, value: head),
            .write(collection: Self.bodies, key: key, value: response.response.body),
          ])
      } else if wasOnDisk {
        try storage.apply(replaced.flatMap(Self.removal))
        try storage.scrub()
      }
      if response.storagePolicy != .notAllowed {
        _ = state.memory.insert(entry, size: size, storedAt: entry.receivedAt, for: key)
      }
    }
  }

  /// Removes what is stored for a request, whichever header fields select it.
  public func removeResponse(for request: RequestMessage) throws(StorageError) {
    let keys = request.storeKeys(variantLimit)
    try remove { _ in Set(keys) }
  }

  /// Removes what was stored at a date or after it.
  public func removeResponses(since date: Date) throws(StorageError) {
    try remove { state in Set(state.memory.keys(storedSince: date) + state.disk.keys(storedSince: date)) }
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

  private func remove(_ keys: (State) -> Set<String>) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      let keys = keys(state)
      for key in keys { state.remove(key) }
      try storage.apply(keys.flatMap(Self.removal))
      try storage.scrub()
    }
  }

  private static func removal(_ key: String) -> [StorageChange] {
    [.remove(collection: heads, key: key), .remove(collection: bodies, key: key)]
  }
}
