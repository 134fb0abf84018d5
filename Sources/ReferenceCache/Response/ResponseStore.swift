public import Foundation
import Synchronization

/// A store of URL responses, in memory and in storage, each with a capacity.
///
/// From Apple's 'Accessing cached data'. It is synchronous, as `URLCache` is. Responses to one URL that differ by
/// `Vary` are stored separately (RFC 9111, 4.1).
public final class ResponseStore: Sendable {
  private static let heads = "response.heads"
  package static let bodies = "response.bodies"
  private static let collections = [heads, bodies]

  private struct State {
    var memory: BoundedStore<ResponseEntry>
    var disk: BoundedStore<Variant>
    /// How many responses have been stored so far.
    var count: Int

    /// The variants that are stored under any of these keys.
    func variants(_ keys: [String]) -> [(key: String, variant: Variant)] {
      keys.compactMap { key in
        (disk.items[key]?.value ?? memory.items[key]?.value.variant).map { (key, $0) }
      }
    }

    /// The responses stored under these keys, the best answer to a request first.
    func variants(_ keys: [String], bestFor request: RequestMessage) -> [(key: String, variant: Variant)] {
      variants(keys).sorted { $0.variant.rank(for: request) > $1.variant.rank(for: request) }
    }

    mutating func remove(_ key: String) {
      memory.remove(key)
      disk.remove(key)
    }
  }

  private let state: Mutex<State>
  private let storage: any CacheStorage
  private let variantLimit: Int
  private let now: @Sendable () -> Date

  /// Opens a store over storage, which may hold the responses of an earlier one.
  ///
  /// - Parameters:
  ///   - storage: where the bytes are kept.
  ///   - capacity: how many bytes may be in use.
  ///   - variantLimit: how many responses to one URL are kept. One more replaces the one stored first.
  ///   - now: the current date.
  /// - Throws: `StorageError` if the storage cannot be read.
  public init(
    storage: any CacheStorage, capacity: ByteCounts, variantLimit: Int = 16,
    now: @escaping @Sendable () -> Date = { Date() }
  ) throws(StorageError) {
    self.storage = storage
    self.variantLimit = variantLimit
    self.now = now
    var disk = BoundedStore<Variant>(capacity: capacity.disk)
    var found: [String: (entry: ResponseEntry, size: Int)] = [:]
    var gone: [String] = []
    for (key, bytes) in try storage.readAll(collection: Self.heads) {
      guard let (entry, size, _) = ResponseEntry.read(head: bytes, number: found.count) else {
        gone.append(key)
        continue
      }
      found[key] = (entry, size)
    }
    let oldestFirst = found.sorted(using: KeyPathComparator(\.value.entry.receivedAt))
    for (number, (key, var item)) in oldestFirst.enumerated() {
      item.entry.number = number
      gone += disk.insert(item.entry.variant, size: item.size, storedAt: item.entry.receivedAt, for: key)
    }
    state = Mutex(State(memory: BoundedStore(capacity: capacity.memory), disk: disk, count: found.count))
    try storage.apply(gone.flatMap(Self.removal))
  }

  /// The response stored for a request, or nil: the one that its header fields select, else the one stored last.
  public func storedResponse(for request: RequestMessage) throws(StorageError) -> StoredResponse? {
    try entry(for: request)?.stored
  }

  /// The entry stored for a request, with the metadata that HTTP needs.
  func entry(for request: RequestMessage) throws(StorageError) -> ResponseEntry? {
    let keys = request.storeKeys(variantLimit)
    return try state.withLock { state throws(StorageError) -> ResponseEntry? in
      for (key, variant) in state.variants(keys, bestFor: request) {
        if let item = state.memory.items[key] { return item.value }
        guard let item = state.disk.items[key] else { continue }
        if let entry = try entry(at: key, number: variant.number) {
          _ = state.memory.insert(entry, size: item.size, storedAt: item.storedAt, for: key)
          return entry
        }
        // An entry that cannot be read completely counts as absent.
        try remove([key], from: &state)
      }
      return nil
    }
  }

  /// Reads the entry with a key, or nil if it cannot be read completely.
  private func entry(at key: String, number: Int) throws(StorageError) -> ResponseEntry? {
    var head = try storage.read(collection: Self.heads, key: key)
    while let found = head {
      if let body = try storage.read(collection: Self.bodies, key: key),
        let entry = ResponseEntry(head: found, body: body, number: number)
      {
        return entry
      }
      // Another process may have replaced the entry between the two reads.
      head = try storage.read(collection: Self.heads, key: key)
      if head == found { return nil }
    }
    return nil
  }

  /// Stores a response for a request, if its storage policy and the capacities allow it. It replaces any that would
  /// have answered this request.
  public func store(_ response: StoredResponse, for request: RequestMessage) throws(StorageError) {
    let keys = request.storeKeys(variantLimit)
    let (policy, receivedAt) = (response.storagePolicy, now())
    try state.withLock { state throws(StorageError) in
      let entry = ResponseEntry(response, for: request, receivedAt: receivedAt, number: state.count)
      let head = entry.head
      let size = head.count + response.response.body.count
      state.count += 1
      let variants = state.variants(keys)
      var replaced = variants.filter { $0.variant.isForNone || $0.variant.isSelected(by: request) }.map(\.key)
      if replaced.isEmpty, variants.count == keys.count, policy != .notAllowed {
        let oldest = variants.map(\.variant.number).min()
        replaced = variants.filter { $0.variant.number == oldest }.map(\.key)
      }
      let wasOnDisk = replaced.contains { state.disk.items[$0] != nil }
      for key in replaced { state.remove(key) }
      guard let key = replaced.first ?? keys.first(where: { key in !variants.contains { $0.key == key } }) else {
        return
      }
      var gone = replaced
      if policy == .allowed {
        gone += state.disk.insert(entry.variant, size: size, storedAt: receivedAt, for: key)
      }
      if state.disk.items[key] != nil {
        try storage.apply(
          gone.flatMap(Self.removal) + [
            .write(collection: Self.heads, key: key, value: head),
            .write(collection: Self.bodies, key: key, value: response.response.body),
          ])
      } else if wasOnDisk {
        try storage.apply(gone.flatMap(Self.removal))
        try storage.scrub()
      }
      if policy != .notAllowed {
        _ = state.memory.insert(entry, size: size, storedAt: receivedAt, for: key)
      }
    }
  }

  /// Removes the responses stored for a request, whatever their variant.
  public func removeResponse(for request: RequestMessage) throws(StorageError) {
    let keys = Set(request.storeKeys(variantLimit))
    try state.withLock { state throws(StorageError) in try remove(keys, from: &state) }
  }

  /// Removes the responses that were stored at or after a date.
  public func removeResponses(since date: Date) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      try remove(Set(state.memory.keys(storedSince: date) + state.disk.keys(storedSince: date)), from: &state)
    }
  }

  /// Removes everything, including responses that other stores left in this storage.
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

  /// Sets how many bytes may be in use, and evicts the oldest responses until that is met.
  public func setCapacity(_ capacity: ByteCounts) throws(StorageError) {
    try state.withLock { state throws(StorageError) in
      _ = state.memory.setCapacity(capacity.memory)
      try storage.apply(state.disk.setCapacity(capacity.disk).flatMap(Self.removal))
    }
  }

  private func remove(_ keys: Set<String>, from state: inout State) throws(StorageError) {
    for key in keys { state.remove(key) }
    try storage.apply(keys.flatMap(Self.removal))
    try storage.scrub()
  }

  private static func removal(_ key: String) -> [StorageChange] {
    collections.map { .remove(collection: $0, key: key) }
  }
}
