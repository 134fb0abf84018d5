import Foundation

extension NormalizedAction {
  /// Faults in the text of keys, and the type of values.
  static let keysFaults: [BrokenGraph] = [
    .graph(
      "normalized.keys.any-text", is: "never stores a key with an unbalanced round bracket in SQLite",
      seenIn: "Apollo iOS 1.25.7, SQLite: a key with an unbalanced round bracket is never stored"
    ) {
      $0.usual = .sqlite
      $0.changesRecords = { configuration, _, _ in [.usual, .sqlite].contains(configuration.kind) }
      $0.records.writeEach { change, _ in change.key.hasBalancedBrackets ? [change] : [] }
    },
    .graph(
      "normalized.keys.any-text", is: "takes a path below a key for the key that reads alike",
      seenIn: "Apollo iOS 1.25.7: a key '9.home' collides with the path below the key '9'"
    ) {
      $0.records.writeEach { change, _ in
        switch change {
        case .write(let key, let field, let value):
          let shown = value.mapping { if case .reference(let key) = $0 { .reference(key.asGiven) } else { $0 } }
          return [.write(key.asGiven, field, shown ?? value)]
        case .remove(let key): return [.remove(key.asGiven)]
        }
      }
    },
    .graph(
      "normalized.keys.any-text", is: "cuts keys at a zero byte", blindTo: .keyText, seenIn: "Apollo iOS 1.25.7, SQLite"
    ) {
      $0.key { given, _ in given.map { String($0.prefix { $0 != "\0" }) } }
    },
    .blind(to: .keyText, is: "cuts long keys") {
      $0.key { given, _ in given.map { String($0.prefix(255)) } }
    },
    .blind(to: .keyText, is: "keeps keys in lower case") {
      $0.key { given, _ in given?.lowercased() }
    },
    .blind(to: .keyText, is: "takes keys for numbers") {
      $0.key { given, _ in given.map { Double($0).flatMap { Int(exactly: $0) }.map { "\($0)" } ?? $0 } }
    },
    .blind(to: .keyText, is: "takes keys for parts of a URL") {
      $0.key { given, _ in given.map { $0.replacing("+", with: " ").removingPercentEncoding ?? $0 } }
    },
    .blind(to: .keyText, is: "takes keys for parts of a page") {
      $0.key { given, _ in given?.replacing("&amp;", with: "&") }
    },
    .blind(to: .keyText, is: "leaves brackets out of keys") {
      $0.key { given, _ in given?.filter { !"()[]{}<>".contains($0) } }
    },
    .blind(to: .keyText, is: "takes one kind of punctuation for another") {
      $0.key { given, _ in given.map { String($0.map { $0.isLetter || $0.isNumber ? $0 : "_" }) } }
    },
    .blind(to: .keyText, is: "takes a period for the end of a key") {
      $0.key { given, _ in given.map { String($0.prefix { $0 != "." }) } }
    },
    .blind(to: .keyText, is: "keeps keys in ASCII") {
      $0.key { given, _ in given.map { String(decoding: $0.utf8.filter { $0 < 0x80 }, as: UTF8.self) } }
    },
    .blind(to: .valueType, is: "keeps integers as doubles") {
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
    .blind(to: .valueType, is: "keeps numbers as text") {
      $0.records.mapScalars { value in
        switch value {
        case .integer(let number): .text("\(number)")
        case .fraction(let number): .text("\(number)")
        case .bool(let bool): .text("\(bool)")
        default: value
        }
      }
    },
    .blind(to: .valueType, is: "cuts text") {
      $0.records.mapScalars { value in
        if case .text(let text) = value { .text(String(text.prefix { $0 != "\"" && $0 != "$" })) } else { value }
      }
    },
  ]
}

extension RecordParts {
  /// Applies a closure to the stored values that are neither objects nor references.
  fileprivate mutating func mapScalars(_ change: @escaping @Sendable (GraphValue) -> GraphValue) {
    writeEach { written, _ in
      guard case .write(let key, let field, let value) = written else { return [written] }
      let changed = value.mapping { part in if case .scalar(let value) = part { .scalar(change(value)) } else { part } }
      return [.write(key, field, changed ?? value)]
    }
  }
}

extension RecordKey {
  /// Whether its text closes every round bracket that it opens, and no other.
  fileprivate var hasBalancedBrackets: Bool {
    var open = 0
    for character in text where open >= 0 {
      if character == "(" { open += 1 } else if character == ")" { open -= 1 }
    }
    return open == 0
  }

  /// The key that an app would have to give for the same text, if it is a path below a given key.
  fileprivate var asGiven: RecordKey {
    let isGiven = self == RecordKey(given: text)
    guard !isGiven, !text.hasPrefix("QUERY_ROOT"), !text.hasPrefix("MUTATION_ROOT") else { return self }
    return RecordKey(given: text.replacing("\\.", with: "."))
  }
}
