import Foundation

/// What one of a store's two places holds: keys with their sizes, the oldest first, never more than the capacity.
struct BoundedStore<Value: Sendable>: Sendable {
  struct Item: Sendable {
    let size: Int
    let storedAt: Date
    let value: Value
    fileprivate let number: Int
  }

  private(set) var items: [String: Item] = [:]
  private(set) var usage = 0
  private(set) var capacity: Int

  /// Keys in the order of storing. Those that were stored again or removed since are skipped when their turn comes.
  private var queue: [(key: String, number: Int)] = []
  private var queueStart = 0
  private var nextNumber = 0

  init(capacity: Int) { self.capacity = capacity }

  /// Puts an item in, in place of any other of its key, and returns the keys that had to go for it. One that does not
  /// fit at all is among these.
  mutating func insert(_ value: Value, size: Int, storedAt: Date, for key: String) -> [String] {
    remove(key)
    guard size <= capacity else { return [key] }
    let evicted = evict(to: capacity - size)
    items[key] = Item(size: size, storedAt: storedAt, value: value, number: nextNumber)
    queue.append((key, nextNumber))
    nextNumber += 1
    usage += size
    return evicted
  }

  mutating func remove(_ key: String) {
    if let item = items.removeValue(forKey: key) { usage -= item.size }
  }

  func keys(storedSince date: Date) -> [String] {
    items.filter { $0.value.storedAt >= date }.map(\.key)
  }

  mutating func removeAll() {
    self = BoundedStore(capacity: capacity)
  }

  /// Changes the capacity and returns the keys that had to go for it.
  mutating func setCapacity(_ capacity: Int) -> [String] {
    self.capacity = capacity
    return evict(to: capacity)
  }

  /// Drops the oldest items until no more than so many bytes are in use.
  private mutating func evict(to limit: Int) -> [String] {
    var evicted: [String] = []
    while usage > limit, queueStart < queue.count {
      let (key, number) = queue[queueStart]
      queueStart += 1
      guard items[key]?.number == number else { continue }
      remove(key)
      evicted.append(key)
    }
    if queueStart > 64, queueStart * 2 > queue.count {
      queue.removeFirst(queueStart)
      queueStart = 0
    }
    return evicted
  }
}
