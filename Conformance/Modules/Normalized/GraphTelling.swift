/// A moment at which a watcher is told something.
struct Telling: Sendable {
  /// What it is told.
  let result: GraphResult
  /// What it was told before.
  let before: [GraphResult]
  /// How many watchers came before it.
  let place: Int
  /// Whether no watcher came after it.
  let isNewest: Bool
  /// Whether a transaction is what it is told of.
  let isOfUpdate: Bool

  /// Whether it is told for the first time.
  var isFirst: Bool { before.isEmpty }
  /// The objects that it shows otherwise than before, without the objects in them.
  var changed: [String: GraphValue] {
    guard let last = before.last?.data?.objects, let now = result.data?.objects else { return [:] }
    return now.filter { last[$0.key] != $0.value }
  }
  /// Whether it is told of an error.
  var isError: Bool { result.data == nil }
}

/// What a watcher is to be told.
struct GraphNews: Sendable {
  let query: GraphOperation
  let result: GraphResult
  let telling: Telling
  let cache: ChangedGraphCache
  /// Tells it, unless it is cancelled.
  let deliver: @Sendable (GraphResult) -> Void
}

/// What was written while a watcher heard nothing of it.
struct GraphWrite: Sendable {
  /// The keys of the records that changed.
  let records: Set<String>
  private let results: [GraphResult]

  init(records: Set<String>, watcher: ChangedWatcher) { (self.records, results) = (records, watcher.results) }

  /// The ids of the objects that the watcher shows.
  var showing: Set<String> { results.last?.data?.ids ?? [] }
  /// The ids of all objects that it showed before.
  var shown: Set<String> { results.reduce(into: []) { $0.formUnion($1.data?.ids ?? []) } }
}

extension GraphResult {
  /// The data, where there is some.
  var data: GraphValue? { if case .success(let answer) = self { answer.data } else { nil } }
}

extension GraphValue {
  /// The ids of the objects in it.
  var ids: Set<String> { Set(objects.keys) }

  /// The objects in it by their ids, without the objects in them.
  var objects: [String: GraphValue] {
    switch self {
    case .null, .bool, .integer, .fraction, .text: [:]
    case .list(let items): items.reduce(into: [:]) { $0.merge($1.objects) { one, _ in one } }
    case .object(let fields):
      fields.values.reduce(
        into: fields["id"]?.asText.map { [$0: .object(fields.filter { $0.value.objects.isEmpty })] } ?? [:]
      ) {
        $0.merge($1.objects) { one, _ in one }
      }
    }
  }

  private var asText: String? { if case .text(let text) = self { text } else { nil } }
}
