/// What a watcher is told: its data, or why there is none.
public typealias GraphResult = Result<GraphAnswer, any Error>

/// The watchers, found by the fields that they show: a change costs those that show it, however many others there are.
struct Watchers {
  /// One watcher.
  struct Watcher {
    let reading: Reading
    let deliver: @Sendable (GraphResult) -> Void
    /// The fields that it shows, or would.
    var fields: Set<RecordField> = []
    /// Whether it was told last that a part is missing.
    var isMissing = false
  }

  private var watchers: [Int: Watcher] = [:]
  private var byField: [RecordField: Set<Int>] = [:]
  private var lastID = 0

  subscript(id: Int) -> Watcher? { watchers[id] }

  /// Every watcher, in the order in which they came.
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

  /// Those that show any of these fields, in the order in which they came.
  func showing(_ fields: Set<RecordField>) -> [Int] {
    guard !byField.isEmpty else { return [] }
    return fields.reduce(into: Set<Int>()) { $0.formUnion(byField[$1] ?? []) }.sorted()
  }

  /// From now on a watcher shows these fields.
  mutating func show(_ fields: Set<RecordField>, for id: Int) {
    guard let old = watchers[id]?.fields else { return }
    for field in old.subtracting(fields) {
      byField[field]?.remove(id)
      if byField[field]?.isEmpty == true { byField[field] = nil }
    }
    for field in fields.subtracting(old) { byField[field, default: []].insert(id) }
    watchers[id]?.fields = fields
  }

  /// Tells a watcher.
  mutating func tell(_ id: Int, _ result: GraphResult) {
    guard let deliver = watchers[id]?.deliver else { return }
    watchers[id]?.isMissing = (try? result.get()) == nil
    deliver(result)
  }
}
