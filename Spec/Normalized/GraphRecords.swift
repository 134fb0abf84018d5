/// What is known of the records of a normalized cache: each object's fields, by the object's key or by its path.
struct GraphRecords: Hashable {
  /// What a record is found by. Keys are compared byte by byte.
  enum Key: Hashable {
    case object(GraphValue)
    case path([PathStep])

    static let query = Key.path([.name("query")])
    static let mutation = Key.path([.name("mutation")])

    func under(_ step: PathStep) -> Key {
      switch self {
      case .object(let key): .path([.object(key), step])
      case .path(let steps): .path(steps + [step])
      }
    }
  }

  /// A step on the way to an object that has no key.
  enum PathStep: Hashable {
    case name(String)
    case object(GraphValue)
    case field(FieldKey)
    case item(Int)
  }

  /// A field with its arguments, in whatever order they are given, and whatever its alias.
  struct FieldKey: Hashable {
    let name: String
    let arguments: Set<GraphArgument>

    init(_ field: GraphField) { (name, arguments) = (field.name, Set(field.arguments)) }
  }

  /// The value of a field.
  indirect enum Value: Hashable {
    case value(GraphValue)
    case reference(Key)
    case list([Value])
    /// The documents leave open what it is, or whether it is there.
    case unknown
  }

  /// What changed a field, and when.
  struct Cause: Hashable {
    let order: Int
    let rule: RuleID
    let operation: GraphOperation?
  }

  /// What is known of an object.
  struct Record: Hashable {
    var fields: [FieldKey: Value] = [:]
    var causes: [FieldKey: Cause] = [:]
    /// Whether it has no other fields.
    var isWhole: Bool
    /// What it was written or removed by.
    var last: Cause?
  }

  let identity: ObjectIdentity
  private(set) var records: [Key: Record] = [:]
  /// Whether nothing else is cached, and by which rule.
  private(set) var isWhole = true
  private var emptied: Cause?
  private var order = 0

  init(_ identity: ObjectIdentity) { self.identity = identity }

  /// Whether nothing has ever been stored or removed.
  var isUntouched: Bool { records.isEmpty && isWhole && emptied == nil }

  /// Whether everything was removed, and nothing stored since.
  var isCleared: Bool { records.isEmpty && isWhole && emptied?.rule == "normalized.clear" }

  /// Whether the same values are held, whenever they were written.
  func holdsTheSame(as other: Self) -> Bool {
    isWhole == other.isWhole
      && records.filter { !$1.isGone }.mapValues(\.fields) == other.records.filter { !$1.isGone }.mapValues(\.fields)
  }

  /// Whether it is certain that there is no object with a key.
  func isGone(_ key: String) -> Bool { identity != .path && record(.object(.text(key))).isGone }

  private func record(_ key: Key) -> Record { records[key] ?? Record(isWhole: isWhole, last: emptied) }

  // MARK: What may have changed

  /// Nothing is known any more.
  mutating func lose() { (records, isWhole) = ([:], false) }

  /// Everything is gone.
  mutating func clear(by rule: RuleID) {
    order += 1
    (records, isWhole, emptied) = ([:], true, Cause(order: order, rule: rule, operation: nil))
  }

  /// What was found out before is demanded by another rule now, as after a restart.
  mutating func rename(_ rename: (RuleID) -> RuleID) {
    func renamed(_ cause: Cause) -> Cause {
      Cause(order: cause.order, rule: rename(cause.rule), operation: nil)
    }
    records = records.mapValues { record in
      var record = record
      record.causes = record.causes.mapValues(renamed)
      record.last = record.last.map(renamed)
      return record
    }
    emptied = emptied.map(renamed)
  }

  /// The object with a key is gone, with all its fields.
  mutating func remove(_ key: String, by rule: RuleID) {
    order += 1
    let object = Key.object(.text(key))
    if identity == .path || records[object] == nil && key.contains(".") { doubtPaths() }
    if !isWhole || records[object]?.isGone == false {
      records[object] = Record(isWhole: true, last: Cause(order: order, rule: rule, operation: nil))
    }
  }

  /// The objects are gone whose keys contain a pattern.
  ///
  /// What the wildcards of SQL mean, and letters beyond ASCII, is open, and so is whether a path has such a text.
  mutating func removeMatching(_ pattern: String, by rule: RuleID) {
    order += 1
    doubtPaths()
    // Whether the root has a key with such a text is open, too.
    if pattern.allSatisfy({ $0.isLetter || $0 == "_" }) { records[.query] = Record(isWhole: false) }
    if !isWhole || pattern.isEmpty {
      // What is not known may match, and what is known may be what an empty pattern removes.
      let known = records
      lose()
      for (key, record) in known where pattern.isEmpty ? record.isGone : record.isGone || !key.contains(pattern) {
        records[key] = record
      }
      return
    }
    for (key, record) in records where !record.isGone {
      switch key.matches(pattern) {
      case true?: records[key] = Record(isWhole: true, last: Cause(order: order, rule: rule, operation: nil))
      case nil: records[key] = Record(isWhole: false)
      case false?: break
      }
    }
  }

  private mutating func doubtPaths() {
    for key in records.keys where key.isObjectAtPath { records[key] = Record(isWhole: false) }
  }

  // MARK: Writing

  /// Writes an answer or what an update makes of a query; what does not fit the selection leaves everything unknown.
  ///
  /// - Parameter isSure: whether it is certain that it is written.
  mutating func write(_ data: GraphValue, of operation: GraphOperation, by rule: RuleID, isSure: Bool = true) {
    let root: Key = operation.kind == .query ? .query : .mutation
    write(data, operation.fields, to: root, by: rule, operation, isSure: isSure)
  }

  /// Writes a fragment of the object with a key.
  mutating func write(_ data: GraphValue, of fragment: GraphFragment, key: String, by rule: RuleID) {
    if identity != .id || data["id"].map({ $0 != .text(key) }) == true { return lose() }
    write(data, fragment.fields, to: .object(.text(key)), by: rule, nil, isSure: true)
  }

  private mutating func write(
    _ data: GraphValue, _ fields: [GraphField], to key: Key, by rule: RuleID, _ operation: GraphOperation?, isSure: Bool
  ) {
    var changes = GraphChanges(identity: identity)
    guard changes.add(data, fields, at: key) else { return lose() }
    order += 1
    let cause = Cause(order: order, rule: rule, operation: operation)
    for (key, fields) in changes.fields { merge(fields, into: key, cause, isSure: isSure) }
  }

  private mutating func merge(_ fields: [FieldKey: Value], into key: Key, _ cause: Cause, isSure: Bool) {
    var record = record(key)
    if key.isObjectAtPath {
      // What an answer does not mention of an object at a path is kept, or dropped with another that was there.
      for field in record.fields.keys where fields[field] == nil { record.fields[field] = .unknown }
    }
    for (field, value) in fields where record.fields[field] != value {
      record.fields[field] = isSure ? value : .unknown
      record.causes[field] = cause
    }
    record.last = cause
    records[key] = record
  }

  // MARK: Reading

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

  func read(_ query: GraphOperation) -> Reading { read(query.fields, at: .query, for: query) }

  /// The objects that a query reads, in order.
  func objects(of query: GraphOperation) -> [Key] {
    var reader = GraphReader(records: self, query: query)
    _ = reader.object(query.fields, at: .query)
    return reader.objects
  }

  func read(_ fragment: GraphFragment, key: String) -> Reading {
    let object = Key.object(.text(key))
    if identity == .path || records[object] == nil && key.contains(".") { return .unknown }
    return read(fragment.fields, at: object, for: nil)
  }

  private func read(_ fields: [GraphField], at key: Key, for query: GraphOperation?) -> Reading {
    var reader = GraphReader(records: self, query: query)
    let data = reader.object(fields, at: key)
    if let missing = reader.missing { return .missing(missing.rule) }
    guard let data, !reader.isUnsure else { return .unknown }
    return .data(data, reader.cause?.rule)
  }

  /// A field of a record: nil if it is missing, for the cause that is given.
  fileprivate func value(of field: FieldKey, at key: Key) -> (Value?, Cause?, last: Cause?) {
    let record = record(key)
    if let value = record.fields[field] { return (value, record.causes[field], record.last) }
    return (record.isWhole ? nil : .unknown, nil, record.last)
  }
}

extension GraphRecords.Record {
  /// Whether it is certain that there is no such object.
  fileprivate var isGone: Bool { isWhole && fields.isEmpty }
}

extension GraphRecords.Key {
  /// Whether it is the path of an object, and not of the root.
  fileprivate var isObjectAtPath: Bool { if case .path(let steps) = self { steps.count > 1 } else { false } }

  private var text: String? { if case .object(.text(let text)) = self { text } else { nil } }

  fileprivate func contains(_ pattern: String) -> Bool { matches(pattern) != false }

  /// Whether the key contains a pattern; nil if that is open.
  fileprivate func matches(_ pattern: String) -> Bool? {
    guard let text else { return false }
    let (whole, part) = (Array(text.utf8), Array(pattern.utf8))
    let lower = { (bytes: [UInt8]) in bytes.map { UInt8(ascii: "A")...UInt8(ascii: "Z") ~= $0 ? $0 | 0x20 : $0 } }
    if lower(whole).hasPart(lower(part)) { return true }
    let isPlain = part.allSatisfy { $0 < 0x80 && $0 != UInt8(ascii: "%") && $0 != UInt8(ascii: "_") }
    return isPlain ? false : nil
  }
}

extension [UInt8] {
  fileprivate func hasPart(_ part: [UInt8]) -> Bool {
    part.count <= count && (0...(count - part.count)).contains { self[$0...].starts(with: part) }
  }
}

extension GraphValue {
  /// Whether it has a letter that two texts encode in different bytes, as far as the chapter uses them.
  fileprivate var hasLettersOfTwoForms: Bool {
    switch self {
    case .text(let text):
      text.unicodeScalars.contains { (0xC0...0x17F).contains($0.value) || (0x300...0x36F).contains($0.value) }
    case .list(let items): items.contains(where: \.hasLettersOfTwoForms)
    case .object(let fields): fields.values.contains(where: \.hasLettersOfTwoForms)
    case .null, .bool, .integer, .fraction: false
    }
  }
}

/// The fields that an answer writes, by record.
private struct GraphChanges {
  let identity: ObjectIdentity
  var fields: [GraphRecords.Key: [GraphRecords.FieldKey: GraphRecords.Value]] = [:]

  /// Adds an object. Returns whether it has all that is selected.
  mutating func add(_ data: GraphValue, _ selection: [GraphField], at key: GraphRecords.Key) -> Bool {
    guard case .object(let object) = data else { return false }
    for field in selection {
      let name = GraphRecords.FieldKey(field)
      guard let data = object[field.responseName], let value = value(data, field, at: key.under(.field(name))) else {
        return false
      }
      // One answer may say two things of one field.
      let before = fields[key]?[name]
      fields[key, default: [:]][name] = before == nil || before == value ? value : .unknown
    }
    return true
  }

  private mutating func value(
    _ data: GraphValue, _ field: GraphField, at path: GraphRecords.Key
  ) -> GraphRecords.Value? {
    // To an app in Swift two forms of one letter are equal, and either may be kept.
    if field.selected.isEmpty { return data.hasLettersOfTwoForms && field.name != "id" ? .unknown : .value(data) }
    switch data {
    case .object(let object):
      let key = identity.key(of: object).map(GraphRecords.Key.object) ?? path
      return add(data, field.selected, at: key) ? .reference(key) : nil
    case .list(let items):
      var values: [GraphRecords.Value] = []
      for (index, item) in items.enumerated() {
        guard let value = value(item, field, at: path.under(.item(index))) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .null: return .value(.null)
    case .bool, .integer, .fraction, .text: return nil
    }
  }
}

extension ObjectIdentity {
  /// The key of an object, if it has one.
  fileprivate func key(of object: [String: GraphValue]) -> GraphValue? {
    guard self != .path, case .text(let key)? = object[rawValue] else { return nil }
    return .text(key)
  }
}

/// Reads what a query selects, and finds out what it last turned on.
private struct GraphReader {
  let records: GraphRecords
  let query: GraphOperation?
  var cause: GraphRecords.Cause?
  var missing: (rule: RuleID?, order: Int)?
  var isUnsure = false
  /// The objects that are read, in order.
  var objects: [GraphRecords.Key] = []

  mutating func object(_ fields: [GraphField], at key: GraphRecords.Key) -> GraphValue? {
    objects.append(key)
    var object: [String: GraphValue] = [:]
    for field in fields {
      let (value, cause, last) = records.value(of: GraphRecords.FieldKey(field), at: key)
      guard let value else {
        if missing.map({ $0.order < last?.order ?? -1 }) ?? true { missing = (last?.rule, last?.order ?? -1) }
        continue
      }
      note(cause, last, of: key)
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

  private mutating func note(_ cause: GraphRecords.Cause?, _ last: GraphRecords.Cause?, of key: GraphRecords.Key) {
    guard var cause, let last else { return }
    if last.order > cause.order, last.operation != nil {
      cause = GraphRecords.Cause(order: last.order, rule: "normalized.records.merge", operation: nil)
    } else if let operation = cause.operation, operation != query {
      cause = GraphRecords.Cause(order: cause.order, rule: operation.sharingRule(key), operation: nil)
    }
    if self.cause.map({ $0.order <= cause.order }) ?? true { self.cause = cause }
  }
}

extension GraphOperation {
  /// The rule by which what this operation brings appears in other queries.
  fileprivate func sharingRule(_ key: GraphRecords.Key) -> RuleID {
    if kind == .mutation { return "normalized.mutation.updates-queries" }
    if fields.contains(where: { !$0.fragments.isEmpty }) { return "normalized.fragment.updates-queries" }
    if case .path = key { return "normalized.records.by-path" }
    return "normalized.records.shared"
  }
}
