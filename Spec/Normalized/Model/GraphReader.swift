import Synchronization

/// Reads of queries and of fragments.
extension GraphRecords {
  /// What a read finds, and the rule by which it does.
  enum Reading: Hashable {
    case data(GraphValue, RuleID?)
    case missing(RuleID?)
    case unknown

    var data: GraphValue? { if case .data(let data, _) = self { data } else { nil } }
    var rule: RuleID? {
      switch self {
      case .data(_, let rule), .missing(let rule): rule
      case .unknown: nil
      }
    }
    var isMissing: Bool { if case .missing = self { true } else { false } }
  }

  /// What a query finds, which the model asks several times a step.
  final class Readings: Hashable, Sendable {
    fileprivate typealias Found = (query: GraphOperation, reading: Reading, objects: [Key], isUnsure: Bool)

    private let found = Mutex<[Found]>([])

    fileprivate func found(by query: GraphOperation, _ find: () -> Found) -> Found {
      found.withLock { all in
        if let found = all.first(where: { $0.query == query }) { return found }
        all.append(find())
        return all[all.count - 1]
      }
    }

    // What was asked of records makes no difference to them.
    static func == (one: Readings, other: Readings) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
  }

  func read(_ query: GraphOperation) -> Reading { found(by: query).reading }

  /// The objects that a query reads, in order.
  func objects(of query: GraphOperation) -> [Key] { found(by: query).objects }

  /// Whether a query may read objects of which nothing is known.
  func isUnsure(of query: GraphOperation) -> Bool { found(by: query).isUnsure }

  private func found(by query: GraphOperation) -> Readings.Found {
    readings.found(by: query) {
      var reader = GraphReader(records: self, query: query)
      let data = reader.object(query.fields, at: .query)
      return (query, reading(of: data, by: reader), reader.objects, reader.isUnsure)
    }
  }

  func read(_ fragment: GraphFragment, key: String) -> Reading {
    let object = Key.object(.text(key))
    if identity == .path || records[object] == nil && key.contains(".") { return .unknown }
    var reader = GraphReader(records: self, query: nil)
    let data = reader.object(fragment.fields, at: object)
    return reading(of: data, by: reader)
  }

  private func reading(of data: GraphValue?, by reader: GraphReader) -> Reading {
    if let missing = reader.missing { return .missing(missing.rule) }
    guard let data, !reader.isUnsure else { return .unknown }
    if reader.hasCycle, reader.cause?.rule.isOfFetching == true { return .data(data, "normalized.records.cycles") }
    return .data(data, reader.cause?.rule)
  }

  /// The value of a field, its cause, and the last change of its record. The value is nil if the field is missing.
  fileprivate func value(of field: FieldKey, at key: Key) -> (Value?, Cause?, last: Cause?) {
    let record = record(key)
    if let value = record.fields[field] { return (value, record.causes[field], record.last) }
    return (record.isWhole ? nil : .unknown, nil, record.last)
  }
}

/// Reads what a query selects, and finds the latest cause that the result depends on.
private struct GraphReader {
  let records: GraphRecords
  let query: GraphOperation?
  var cause: GraphRecords.Cause?
  var missing: (rule: RuleID?, order: Int)?
  var isUnsure = false
  /// The objects that are read, in order.
  var objects: [GraphRecords.Key] = []
  /// Whether an object is read within itself.
  var hasCycle = false
  private var within: [GraphRecords.Key] = []

  init(records: GraphRecords, query: GraphOperation?) { (self.records, self.query) = (records, query) }

  mutating func object(_ fields: [GraphField], at key: GraphRecords.Key) -> GraphValue? {
    objects.append(key)
    if within.contains(key) { hasCycle = true }
    within.append(key)
    defer { within.removeLast() }
    var object: [String: GraphValue] = [:]
    for field in fields.merged {
      let (value, cause, last) = records.value(of: GraphRecords.FieldKey(field), at: key)
      guard let value else {
        if missing.map({ $0.order < last?.order ?? -1 }) ?? true { missing = (last?.rule, last?.order ?? -1) }
        continue
      }
      note(cause, last, of: key, value)
      object[field.responseName] = self.value(value, field)
    }
    return .object(object)
  }

  private mutating func value(_ value: GraphRecords.Value, _ field: GraphField) -> GraphValue? {
    switch value {
    case .value(let value): return value
    case .reference(let key): return object(field.selected, at: key)
    case .list(let items):
      return .list(items.compactMap { self.value($0, field) })
    case .unknown:
      isUnsure = true
      return nil
    }
  }

  private mutating func note(
    _ cause: GraphRecords.Cause?, _ last: GraphRecords.Cause?, of key: GraphRecords.Key, _ value: GraphRecords.Value
  ) {
    guard var cause, let last else { return }
    if last.order > cause.order, last.operation != nil {
      cause = GraphRecords.Cause(order: last.order, rule: "normalized.records.merge", operation: nil)
    } else if let operation = cause.operation, operation != query {
      cause = GraphRecords.Cause(
        order: cause.order, rule: operation.sharingRule(key, records.identity), operation: nil)
    } else if cause.rule.isOfStoring, let rule = key.rule(by: records.identity) {
      cause = GraphRecords.Cause(order: cause.order, rule: rule, operation: nil)
    }
    // A value that a later removal or mutation had to leave unchanged is there by the rule that says so.
    let isList = if case .list = value { true } else { false }
    for leaving in [records.sparing(key), isList ? records.creation : nil] {
      if let leaving, leaving.order > cause.order { cause = leaving }
    }
    if self.cause.map({ $0.order <= cause.order }) ?? true { self.cause = cause }
  }
}

extension GraphOperation {
  /// The rule by which data of this operation appears in other queries.
  fileprivate func sharingRule(_ key: GraphRecords.Key, _ identity: ObjectIdentity) -> RuleID {
    if kind == .mutation { return "normalized.mutation.updates-queries" }
    if fields.contains(where: { !$0.fragments.isEmpty }) { return "normalized.fragment.updates-queries" }
    return key.rule(by: identity) ?? "normalized.records.shared"
  }
}

extension GraphRecords.Key {
  /// The rule by which an object has this key or path, if it is not its id.
  fileprivate func rule(by identity: ObjectIdentity) -> RuleID? {
    if identity == .path { return "normalized.records.by-path" }
    if isObjectAtPath { return "normalized.records.partial-ids" }
    return identity == .name ? "normalized.records.id-function" : nil
  }
}
