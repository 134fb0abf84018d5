/// The fields that an answer writes, by record.
struct GraphChanges {
  let identity: ObjectIdentity
  var fields: [GraphRecords.Key: [GraphRecords.FieldKey: GraphRecords.Value]] = [:]

  /// Whether an answer says what each field of each object is. Where it gives one object two values of a field, or a
  /// text in a form that may be replaced by an equal one, the caller may get what is read back.
  static func isDefinite(_ data: GraphValue, _ operation: GraphOperation, _ identity: ObjectIdentity) -> Bool {
    var changes = Self(identity: identity)
    _ = changes.add(data, operation.fields, at: operation.kind == .query ? .query : .mutation)
    return !changes.fields.values.contains { $0.values.contains(.unknown) }
  }

  /// Adds an object. Returns whether it has all that is selected.
  mutating func add(_ data: GraphValue, _ selection: [GraphField], at key: GraphRecords.Key) -> Bool {
    guard case .object(let object) = data else { return false }
    var added: [GraphRecords.FieldKey: GraphRecords.Value] = [:]
    for field in selection.merged {
      let name = GraphRecords.FieldKey(field)
      guard let data = object[field.responseName], let value = value(data, field, at: key.under(.field(name))) else {
        return false
      }
      // One answer may give a field two different values, as it may give two objects of one key.
      added[name] = added[name].map { $0 == value } ?? true ? value : .unknown
    }
    if let before = fields.updateValue(added, forKey: key) {
      fields[key]?.merge(before) { $0 == $1 ? $0 : .unknown }
    }
    return true
  }

  private mutating func value(
    _ data: GraphValue, _ field: GraphField, at path: @autoclosure () -> GraphRecords.Key
  ) -> GraphRecords.Value? {
    // To an app in Swift, the composed and the decomposed form of a letter are equal, and either may be kept.
    if field.selected.isEmpty { return data.hasLettersOfTwoForms && field.name != "id" ? .unknown : .value(data) }
    switch data {
    case .object(let object):
      // By which of its names the field of the key is known is open.
      if field.selected.contains(where: { identity.isRenamed(by: $0) }) { return nil }
      let key = identity.key(of: object).map(GraphRecords.Key.object) ?? path()
      return add(data, field.selected, at: key) ? .reference(key) : nil
    case .list(let items):
      var values: [GraphRecords.Value] = []
      for (index, item) in items.enumerated() {
        guard let value = value(item, field, at: path().under(.item(index))) else { return nil }
        values.append(value)
      }
      return .list(values)
    case .null: return .value(.null)
    case .bool, .integer, .fraction, .text: return nil
    }
  }
}

extension GraphValue {
  /// Whether it has a letter with a composed and a decomposed form, of those that the chapter uses.
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

extension ObjectIdentity {
  /// Whether a field is the one that keys come from, or is called like it, but not both.
  fileprivate func isRenamed(by field: GraphField) -> Bool {
    self != .path && (field.name == rawValue) != (field.responseName == rawValue)
  }

  /// The key of an object, if it has one.
  fileprivate func key(of object: [String: GraphValue]) -> GraphValue? {
    guard self != .path, case .text(let key)? = object[rawValue] else { return nil }
    return .text(key)
  }
}

extension GraphChange {
  /// The keys of the objects that it writes.
  func keys(by identity: ObjectIdentity) -> [GraphRecords.Key] {
    switch self {
    case .set(_, let value), .append(_, let value): value.keys(by: identity)
    case .increment: []
    }
  }
}

extension GraphValue {
  fileprivate func keys(by identity: ObjectIdentity) -> [GraphRecords.Key] {
    switch self {
    case .object(let fields):
      (identity.key(of: fields).map { [.object($0)] } ?? []) + fields.values.flatMap { $0.keys(by: identity) }
    case .list(let items): items.flatMap { $0.keys(by: identity) }
    case .null, .bool, .integer, .fraction, .text: []
    }
  }
}
