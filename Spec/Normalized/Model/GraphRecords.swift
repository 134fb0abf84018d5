/// What is known of the records of a normalized cache: each object's fields, by the object's key or by its path.
struct GraphRecords: Hashable {
  /// The key of an object, or its path, by which its record is found. Keys are compared byte by byte.
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
    /// Whether it is known to have no other fields.
    var isWhole: Bool
    /// The change that last wrote or removed it.
    var last: Cause?
  }

  let identity: ObjectIdentity
  /// How many changes there were. Two values that are compared differ in this, if in anything, almost always.
  private var order = 0
  private(set) var records: [Key: Record] = [:] { didSet { readings = Readings() } }
  /// Whether it is known that no other record is cached, and the cause that emptied the cache, if one did.
  private(set) var isWhole = true { didSet { readings = Readings() } }
  private var emptied: Cause? { didSet { readings = Readings() } }
  /// The last removal, which had to leave the objects that it did not name, and the objects that it had to leave
  /// although a removed object referred to them, or because it was undone.
  private var removal: Cause? { didSet { readings = Readings() } }
  private var spared: [Key: Cause] = [:] { didSet { readings = Readings() } }
  /// The last mutation that created an object, which had to leave lists unchanged.
  private(set) var creation: Cause? { didSet { readings = Readings() } }
  /// What queries find until something changes.
  private(set) var readings = Readings()

  init(_ identity: ObjectIdentity) { self.identity = identity }

  // The number of changes tells almost all values apart, and a hash of all records takes longer than comparing two.
  func hash(into hasher: inout Hasher) { hasher.combine(order) }

  /// Whether it is known that nothing is stored.
  var isEmpty: Bool { records.isEmpty && isWhole }

  /// Whether nothing has ever been stored or removed.
  var isUntouched: Bool { isEmpty && emptied == nil }

  /// Whether everything was removed, and nothing stored since.
  var isCleared: Bool { isEmpty && emptied?.rule == "normalized.clear" }

  /// Whether the same values are held, whenever they were written.
  func holdsTheSame(as other: Self) -> Bool {
    isWhole == other.isWhole
      && records.filter { !$1.isGone }.mapValues(\.fields) == other.records.filter { !$1.isGone }.mapValues(\.fields)
  }

  /// Whether it is certain that there is no object with a key.
  func isGone(_ key: String) -> Bool { identity != .path && record(.object(.text(key))).isGone }

  func record(_ key: Key) -> Record { records[key] ?? Record(isWhole: isWhole, last: emptied) }

  // MARK: What may have changed

  /// Forgets everything: it is no longer known what is cached.
  mutating func lose() { (records, isWhole) = ([:], false) }

  /// Notes that everything was removed.
  mutating func clear(by rule: RuleID) {
    order += 1
    (records, isWhole, emptied) = ([:], true, Cause(order: order, rule: rule, operation: nil))
  }

  /// Replaces the rules of all causes, because other rules demand what is cached from now on, as after a restart.
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
    (removal, creation) = (nil, nil)
    // What was undone must not have come back.
    spared = spared.filter { $1.rule == "normalized.transaction.failure" }
  }

  /// Notes that the object with a key was removed, with all its fields.
  mutating func remove(_ key: String, by rule: RuleID) {
    order += 1
    let object = Key.object(.text(key))
    if identity == .path || records[object] == nil && key.contains(".") { doubtPaths() }
    note(removalOf: [object], by: isGone(key) ? ruleOfNoRecord(key) : rule, "normalized.remove.does-not-cascade")
    if !isWhole || records[object]?.isGone == false {
      records[object] = Record(isWhole: true, last: Cause(order: order, rule: rule, operation: nil))
    }
  }

  /// Notes that the objects whose keys contain a pattern were removed.
  ///
  /// The documents leave open what the wildcards of SQL and letters beyond ASCII match, and whether the text of a path
  /// can match.
  mutating func removeMatching(_ pattern: String, by rule: RuleID) {
    order += 1
    doubtPaths()
    // They leave open, too, whether the key of the root can match.
    if pattern.allSatisfy({ $0.isLetter || $0 == "_" }) { records[.query] = Record(isWhole: false) }
    if !isWhole || pattern.isEmpty {
      // Unknown records may match, and an empty pattern may remove the known ones.
      let known = records
      lose()
      for (key, record) in known where pattern.isEmpty ? record.isGone : record.isGone || !key.contains(pattern) {
        records[key] = record
      }
      return
    }
    note(
      removalOf: records.filter { !$1.isGone && $0.matches(pattern) == true }.map(\.key), by: rule,
      "normalized.remove.matching-does-not-cascade")
    for (key, record) in records where !record.isGone {
      switch key.matches(pattern) {
      case true?: records[key] = Record(isWhole: true, last: Cause(order: order, rule: rule, operation: nil))
      case nil: records[key] = Record(isWhole: false)
      case false?: break
      }
    }
  }

  /// The rule by which a key that no object has removes nothing. The key may name a property of an object that exists.
  private func ruleOfNoRecord(_ key: String) -> RuleID {
    let object = key.lastIndex(of: ".").map { String(key[..<$0]) }
    return object.map(isGone) == false ? "normalized.remove.no-single-property" : "normalized.remove.unknown-key"
  }

  /// Notes what a removal of objects has to leave unchanged.
  private mutating func note(removalOf keys: [Key], by rule: RuleID, _ references: RuleID) {
    removal = Cause(order: order, rule: rule, operation: nil)
    var open = keys
    var reached = Set(keys)
    while let key = open.popLast() {
      let next = records[key]?.fields.values.flatMap(\.references).filter { reached.insert($0).inserted } ?? []
      for object in next { spared[object] = Cause(order: order, rule: references, operation: nil) }
      open += next
    }
  }

  /// Notes that changes were undone, so that the objects that they had changed are as they were.
  mutating func note(undone other: Self, by rule: RuleID) {
    order += 1
    for key in Set(records.keys).union(other.records.keys) where records[key] != other.records[key] {
      spared[key] = Cause(order: order, rule: rule, operation: nil)
      guard records[key]?.isGone ?? true else { continue }
      var gone = record(key)
      gone.last = spared[key]
      records[key] = gone
    }
  }

  /// The removal that had to leave an object unchanged.
  func sparing(_ key: Key) -> Cause? { spared[key] ?? removal }

  private mutating func doubtPaths() {
    for key in records.keys where key.isObjectAtPath { records[key] = Record(isWhole: false) }
  }

  // MARK: Writing

  /// Writes an answer, or the result of an update of a query. Data that does not fit the selection leaves everything
  /// unknown.
  ///
  /// - Parameter isSure: whether it is certain that the data is written.
  mutating func write(_ data: GraphValue, of operation: GraphOperation, by rule: RuleID, isSure: Bool = true) {
    let root: Key = operation.kind == .query ? .query : .mutation
    write(data, operation.fields, to: root, by: rule, operation, isSure: isSure)
  }

  /// Writes a fragment of the object with a key.
  mutating func write(_ data: GraphValue, of fragment: GraphFragment, key: String, by rule: RuleID) {
    if identity == .path || data[identity.rawValue].map({ $0 != .text(key) }) == true { return lose() }
    write(data, fragment.fields, to: .object(.text(key)), by: rule, nil, isSure: true)
  }

  /// Writes a change to an object with missing fields: those that the change does not name stay missing.
  mutating func writePart(of fragment: GraphFragment, key: String, _ change: GraphChange, by rule: RuleID) {
    guard identity != .path, case .set(let name, let value) = change, name != identity.rawValue,
      let field = fragment.fields.first(where: { $0.responseName == name })
    else { return lose() }
    write(.object([name: value]), [field], to: .object(.text(key)), by: rule, nil, isSure: true)
  }

  /// Forgets the objects that a query reads or that a change writes. A query that is partly unknown may read any
  /// object.
  mutating func doubt(_ query: GraphOperation, _ change: GraphChange) {
    if isUnsure(of: query) { return lose() }
    for key in objects(of: query) + change.keys(by: identity) { records[key] = Record(isWhole: false) }
  }

  private mutating func write(
    _ data: GraphValue, _ fields: [GraphField], to key: Key, by rule: RuleID, _ operation: GraphOperation?, isSure: Bool
  ) {
    var changes = GraphChanges(identity: identity)
    guard changes.add(data, fields, at: key) else { return lose() }
    order += 1
    let cause = Cause(order: order, rule: rule, operation: operation)
    if operation?.kind == .mutation, changes.fields.keys.contains(where: { $0 != key && record($0).isGone }) {
      creation = Cause(order: order, rule: "normalized.mutation.create-leaves-lists", operation: nil)
    }
    for (key, fields) in changes.fields { merge(fields, into: key, cause, isSure: isSure) }
  }

  private mutating func merge(_ fields: [FieldKey: Value], into key: Key, _ cause: Cause, isSure: Bool) {
    var record = record(key)
    if key.isObjectAtPath {
      // Fields of an object at a path that an answer does not mention are kept, or dropped if the answer is another
      // object.
      for field in record.fields.keys where fields[field] == nil { record.fields[field] = .unknown }
    }
    let isBack = record.isGone && record.last?.rule.isOfRemoval == true
    for (field, value) in fields {
      if let known = record.causes[field], record.fields[field] == value {
        record.causes[field] = Cause(order: cause.order, rule: known.rule, operation: known.operation)
        continue
      }
      record.causes[field] = cause.replacing(record.fields[field], with: value, isBack: isBack)
      record.fields[field] = isSure || record.fields[field] == value ? value : .unknown
    }
    record.last = cause
    records[key] = record
  }
}

extension GraphRecords.Value {
  /// The objects that it refers to.
  fileprivate var references: [GraphRecords.Key] {
    switch self {
    case .reference(let key): [key]
    case .list(let items): items.flatMap(\.references)
    case .value, .unknown: []
    }
  }

  fileprivate var isList: Bool {
    switch self {
    case .list, .value(.list): true
    case .value, .reference, .unknown: false
    }
  }
}

extension GraphRecords.Cause {
  /// The cause of a value that replaces another.
  ///
  /// - Parameter isBack: whether the object had been removed.
  fileprivate func replacing(_ old: GraphRecords.Value?, with new: GraphRecords.Value, isBack: Bool) -> Self {
    if isBack { return Self(order: order, rule: "normalized.remove.then-fetched-again", operation: nil) }
    guard rule.isOfStoring, old?.isList == true, new.isList else { return self }
    return Self(order: order, rule: "normalized.records.lists-replaced", operation: nil)
  }
}

extension GraphRecords.Record {
  /// Whether it is certain that there is no such object.
  var isGone: Bool { isWhole && fields.isEmpty }
}

extension GraphRecords.Key {
  /// Whether it is the path of an object, and not of the root.
  var isObjectAtPath: Bool { if case .path(let steps) = self { steps.count > 1 } else { false } }

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
