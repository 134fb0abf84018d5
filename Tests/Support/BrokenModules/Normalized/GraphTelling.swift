/// One notification of a watcher.
struct Telling: Sendable {
  /// The result for the watcher.
  let result: GraphResult
  /// The earlier results for the watcher.
  let before: [GraphResult]
  /// How many watchers were added before this one.
  let place: Int
  /// Whether it is the watcher that was added last.
  let isNewest: Bool
  /// Whether a transaction is under way.
  let isDuringTransaction: Bool

  /// Whether it is the first result for the watcher.
  var isFirst: Bool { before.isEmpty }
  /// Whether the result is an error.
  var isError: Bool { result.isError }
}

/// A result to deliver to a watcher.
struct GraphNews: Sendable {
  let query: GraphOperation
  let result: GraphResult
  let telling: Telling
  let cache: ChangedGraphCache
  /// Delivers a result to the watcher, unless it is cancelled.
  let deliver: @Sendable (GraphResult) -> Void
}

/// A write of which a watcher was not notified.
struct GraphWrite: Sendable {
  /// The keys of the records that changed.
  let records: Set<String>
  private let results: [GraphResult]

  init(records: Set<String>, watcher: ChangedWatcher) { (self.records, results) = (records, watcher.results) }

  /// The ids of the objects that the watcher shows.
  var showing: Set<String> { results.last?.data?.ids ?? [] }
  /// The ids of all objects that it has shown so far.
  var shown: Set<String> { results.reduce(into: []) { $0.formUnion($1.data?.ids ?? []) } }
}

extension GraphResult {
  /// The data, if any.
  var data: GraphValue? { if case .success(let answer) = self { answer.data } else { nil } }
  /// Whether there is none.
  var isError: Bool { data == nil }
}

extension GraphValue {
  /// The ids of the objects in the value.
  var ids: Set<String> { Set(objects.keys) }

  /// The objects in the value by id, without nested objects.
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
