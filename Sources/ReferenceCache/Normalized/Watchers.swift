/// A result for a watcher: its data, or the reason why there is none.
public typealias GraphResult = Result<GraphAnswer, any Error>

/// The watchers, indexed by the fields that they show, so that a change costs nothing for those that do not show it.
struct Watchers {
  /// One watcher.
  struct Watcher {
    let reading: Reading
    let deliver: @Sendable (GraphResult) -> Void
    /// The fields that it shows, or would show if none were missing.
    var fields: Set<RecordField> = []
    /// Whether its last result was a failure.
    var isMissing = false
  }

  private var watchers: [Int: Watcher] = [:]
  private var byField: [RecordField: Set<Int>] = [:]
  private var lastID = 0

  subscript(id: Int) -> Watcher? { watchers[id] }

  /// The ids of all watchers, in the order in which they were added.
  var all: [Int] { watchers.keys.sorted() }

  mutating func add(_ watcher: Watcher) -> Int {
    lastID += 1
    watchers[lastID] = watcher
    return lastID
  }

  mutating func remove(_ id: Int) {
    show([], for: id)
    watchers[id] = nil
  }

  /// The watchers that show any of these fields, in the order in which they were added.
  func showing(_ fields: Set<RecordField>) -> [Int] {
    guard !byField.isEmpty else { return [] }
    return fields.reduce(into: Set<Int>()) { $0.formUnion(byField[$1] ?? []) }.sorted()
  }

  /// Sets the fields that a watcher shows.
  mutating func show(_ fields: Set<RecordField>, for id: Int) {
    guard let old = watchers[id]?.fields else { return }
    for field in old.subtracting(fields) {
      byField[field]?.remove(id)
      if byField[field]?.isEmpty == true { byField[field] = nil }
    }
    for field in fields.subtracting(old) { byField[field, default: []].insert(id) }
    watchers[id]?.fields = fields
  }

  /// Calls a watcher with a result.
  mutating func tell(_ id: Int, _ result: GraphResult) {
    guard let deliver = watchers[id]?.deliver else { return }
    watchers[id]?.isMissing = (try? result.get()) == nil
    deliver(result)
  }
}
