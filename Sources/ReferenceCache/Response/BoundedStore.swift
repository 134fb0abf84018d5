import Foundation

/// The contents of a store's memory or disk, oldest first, whose total size never exceeds the capacity.
struct BoundedStore<Value: Sendable>: Sendable {
  struct Item: Sendable {
    let size: Int
    let storedAt: Date
    let value: Value
    /// Increases from item to item.
    fileprivate let number: Int
  }

  private(set) var items: [String: Item] = [:]
  private(set) var usage = 0
  private(set) var capacity: Int

  private var next = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Inserts an item under an unused key, and returns the keys that are evicted for it. If the item does not fit at
  /// all, its own key is returned.
  mutating func insert(_ value: Value, size: Int, storedAt: Date, for key: String) -> [String] {
    guard size <= capacity else { return [key] }
    let evicted = evict(to: capacity - size)
    items[key] = Item(size: size, storedAt: storedAt, value: value, number: next)
    next += 1
    usage += size
    return evicted
  }

  mutating func remove(_ key: String) {
    guard let item = items.removeValue(forKey: key) else { return }
    usage -= item.size
  }

  func keys(storedSince date: Date) -> [String] {
    items.filter { $0.value.storedAt >= date }.map(\.key)
  }

  mutating func removeAll() {
    self = BoundedStore(capacity: capacity)
  }

  /// Changes the capacity, and returns the keys that are evicted.
  mutating func setCapacity(_ capacity: Int) -> [String] {
    self.capacity = capacity
    return evict(to: capacity)
  }

  /// Evicts the oldest items until at most `limit` bytes are in use.
  private mutating func evict(to limit: Int) -> [String] {
    var evicted: [String] = []
    while usage > limit, let (key, _) = items.min(by: { $0.value.number < $1.value.number }) {
      remove(key)
      evicted.append(key)
    }
    return evicted
  }
}
