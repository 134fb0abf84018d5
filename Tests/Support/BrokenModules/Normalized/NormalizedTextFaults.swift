import Foundation

extension NormalizedAction {
  /// Keys and values that are altered when they are stored.
  static let textFaults: [GraphFault] = [
    .graph("normalized.records.arguments", is: "takes null for no argument") {
      $0.arguments { $0.filter { $0.value != .null } }
    },
    .graph("normalized.remove.matching", is: "matches what it puts before keys") {
      $0.matches = { key, pattern in GraphPattern().matches("Character:" + key, pattern) }
    },
    .graph(
      "normalized.keys.any-text", is: "cuts keys at a zero byte", blindTo: .keyText, seenIn: "Apollo iOS 1.25.7, SQLite"
    ) {
      $0.key { given, _ in given.map { String($0.prefix { $0 != "\0" }) } }
    },
    .graph("normalized.keys.any-text", is: "cuts long keys", blindTo: .keyText) {
      $0.key { given, _ in given.map { String($0.prefix(255)) } }
    },
    .graph("normalized.keys.any-text", is: "keeps keys in lower case", blindTo: .keyText) {
      $0.key { given, _ in given?.lowercased() }
    },
    .graph("normalized.keys.any-text", is: "takes keys for numbers", blindTo: .keyText) {
      $0.key { given, _ in given.map { Double($0).flatMap { Int(exactly: $0) }.map { "\($0)" } ?? $0 } }
    },
    .graph("normalized.keys.any-text", is: "takes keys for parts of a URL", blindTo: .keyText) {
      $0.key { given, _ in given.map { $0.replacing("+", with: " ").removingPercentEncoding ?? $0 } }
    },
    .graph("normalized.keys.any-text", is: "takes keys for parts of a page", blindTo: .keyText) {
      $0.key { given, _ in given?.replacing("&amp;", with: "&") }
    },
    .graph("normalized.records.partial-ids", is: "leaves arguments out of paths where other objects have keys") {
      let hasKeys = Memo(false)
      $0.configure = { hasKeys.value = $0.keyOf != nil }
      $0.records.write = { changes, _ in hasKeys.value ? changes.map(\.withoutArguments) : changes }
    },
    .graph("normalized.values.any", is: "keeps integers as doubles", blindTo: .valueType) {
      $0.records.read = { value, _, _ in
        guard case .scalar(.integer(let number)) = value else { return value }
        return .scalar(.integer(Int64(exactly: Double(number)) ?? number))
      }
    },
    .graph(
      "normalized.values.any", is: "takes a value for a reference", blindTo: .valueType,
      seenIn: "Apollo iOS 1.25.7, SQLite"
    ) {
      $0.records.read = { value, _, _ in
        guard case .scalar(let scalar) = value, case .text(let key)? = scalar["$reference"] else { return value }
        return .reference(RecordKey(given: key))
      }
    },
    .graph("normalized.keys.any-text", is: "writes letters in one form", blindTo: .keyText, seenIn: "Apollo iOS 1.25.7")
    {
      $0.key { given, _ in given?.precomposedStringWithCanonicalMapping }
    },
    .graph("normalized.keys.any-text", is: "leaves brackets out of keys", blindTo: .keyText) {
      $0.key { given, _ in given?.filter { !"()[]{}<>".contains($0) } }
    },
    .graph("normalized.keys.any-text", is: "takes one kind of punctuation for another", blindTo: .keyText) {
      $0.key { given, _ in given.map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) } }
    },
    .graph("normalized.keys.any-text", is: "takes a period for the end of a key", blindTo: .keyText) {
      $0.key { given, _ in given.map { String($0.prefix { $0 != "." }) } }
    },
    .graph("normalized.keys.any-text", is: "keeps keys in ASCII", blindTo: .keyText) {
      $0.key { given, _ in given.map { String(decoding: $0.utf8.filter { $0 < 0x80 }, as: UTF8.self) } }
    },
    .graph("normalized.values.any", is: "takes no text, nought and false for no news") {
      $0.records.writeEach { change, base in
        guard case .write(let key, let field, .scalar(let value)) = change, ["", 0, false].contains(value),
          try base.value(of: field, in: key) != nil
        else { return [change] }
        return []
      }
    },
    .graph("normalized.values.any", is: "cuts text at 65,536 characters") {
      $0.records.mapScalars { value in
        if case .text(let text) = value { .text(String(text.prefix(65_536))) } else { value }
      }
    },
    .graph("normalized.values.any", is: "keeps integers in lists as doubles") {
      $0.records.mapScalars { value in if case .list = value { value.inDoubles } else { value } }
    },
    .graph("normalized.values.any", is: "keeps numbers as text", blindTo: .valueType) {
      $0.records.mapScalars { value in
        switch value {
        case .integer(let number): .text("\(number)")
        case .fraction(let number): .text("\(number)")
        case .bool(let bool): .text("\(bool)")
        default: value
        }
      }
    },
    .graph("normalized.values.any", is: "cuts text", blindTo: .valueType) {
      $0.records.mapScalars { value in
        if case .text(let text) = value { .text(String(text.prefix { $0 != "\"" && $0 != "$" })) } else { value }
      }
    },
  ]
}

extension RecordParts {
  /// Applies a closure to the stored values that are neither objects nor references.
  mutating func mapScalars(_ change: @escaping @Sendable (GraphValue) -> GraphValue) {
    writeEach { written, _ in
      guard case .write(let key, let field, let value) = written else { return [written] }
      let changed = value.mapping { part in if case .scalar(let value) = part { .scalar(change(value)) } else { part } }
      return [.write(key, field, changed ?? value)]
    }
  }
}

extension GraphValue {
  /// The value with its whole numbers rounded to doubles.
  fileprivate var inDoubles: Self {
    switch self {
    case .integer(let number): .integer(Int64(exactly: Double(number)) ?? number)
    case .list(let items): .list(items.map(\.inDoubles))
    default: self
    }
  }
}

extension RecordKey {
  /// The key without arguments, if it is a path from the root.
  fileprivate var withoutArguments: RecordKey {
    text.hasPrefix("QUERY_ROOT.") ? RecordKey(given: text.replacing(/\([^()]*\)/, with: "")) : self
  }
}

extension RecordChange {
  /// The change without arguments in the paths of its record and its references.
  fileprivate var withoutArguments: RecordChange {
    guard case .write(let key, let field, let value) = self else { return self }
    let shown = value.mapping { part in
      if case .reference(let key) = part { .reference(key.withoutArguments) } else { part }
    }
    return .write(key.withoutArguments, field, shown ?? value)
  }
}
