extension NormalizedAction {
  /// Marks, nulls and signs in arguments, patterns and keys that do not stand for themselves.
  static let markFaults: [GraphFault] = [
    arguments("leaves marks out of texts in arguments") { value in
      value.folded { if case .text(let text) = $0 { .text(text.filter(\.isLetterOrNumber)) } else { $0 } }
    },
    arguments("cuts texts in arguments at a mark") { value in
      value.folded {
        if case .text(let text) = $0 { .text(String(text.prefix(while: \.isLetterOrNumber))) } else { $0 }
      }
    },
    arguments("cuts texts in arguments at 4,096 characters") { value in
      value.folded { if case .text(let text) = $0 { .text(String(text.prefix(4096))) } else { $0 } }
    },
    arguments("leaves nulls out of what is in arguments") { value in
      value.folded { part in
        switch part {
        case .list(let items): .list(items.filter { $0 != .null })
        case .object(let fields): .object(fields.filter { $0.value != .null })
        default: part
        }
      }
    },
    arguments("takes lists in arguments for sets") { value in
      value.folded { part in
        guard case .list(let items) = part else { return part }
        return .list(items.reduce(into: []) { if !$0.contains($1) { $0.append($1) } })
      }
    },
    arguments("leaves the sign of a number in arguments out") { value in
      if case .integer(let number) = value { .integer(Int64(clamping: number.magnitude)) } else { value }
    },
    joined(""), joined("\""),
    .graph("normalized.remove.matching", is: "takes a mark in a pattern for any character") {
      $0.matches = { key, pattern in
        key.contains(pattern) { $0 == $1 || !$1.isLetterOrNumber }
      }
    },
    .graph("normalized.remove.matching-wildcards", is: "takes one mark in a key for another") {
      $0.matches = { key, pattern in
        key.contains(pattern) { $0 == $1 || !$0.isLetterOrNumber && !$1.isLetterOrNumber }
      }
    },
    .graph("normalized.values.any", is: "takes text for what it reads like") {
      $0.records.writeEach { change, _ in
        // An id is what objects are found by.
        guard case .write(let key, let field, .scalar(let value)) = change, field.description != "id" else {
          return [change]
        }
        return [.write(key, field, .scalar(value.folded(\.asItReads)))]
      }
    },
  ]

  private static func arguments(
    _ name: String, _ change: @escaping @Sendable (GraphValue) -> GraphValue
  ) -> GraphFault {
    .graph("normalized.records.arguments", is: name) {
      $0.arguments { $0.map { GraphArgument($0.name, change($0.value)) } }
    }
  }

  /// The reference that writes all arguments into one text, with quotation marks around texts or without.
  private static func joined(_ quote: String) -> GraphFault {
    .graph("normalized.records.arguments", is: "writes arguments one after another, texts between '\(quote)'") {
      $0.arguments { arguments in
        func written(_ value: GraphValue) -> String {
          switch value {
          case .text(let text): quote + text + quote
          case .list(let items): "[" + items.map(written).joined(separator: ",") + "]"
          default: "\(value)"
          }
        }
        let parts = arguments.map { "\($0.name):\(written($0.value))" }.sorted()
        return parts.isEmpty ? [] : [GraphArgument("all", .text(parts.joined(separator: ",")))]
      }
    }
  }
}

extension Character {
  /// Whether it is a letter or a number.
  fileprivate var isLetterOrNumber: Bool { isLetter || isNumber }
}

extension String {
  /// Whether the text contains a pattern, the case of letters aside, where characters are compared so.
  fileprivate func contains(_ pattern: String, _ isSame: (Character, Character) -> Bool) -> Bool {
    let (text, wanted) = (Array(lowercased()), Array(pattern.lowercased()))
    guard wanted.count <= text.count else { return false }
    return (0...(text.count - wanted.count)).contains { start in
      wanted.indices.allSatisfy { isSame(text[start + $0], wanted[$0]) }
    }
  }
}

extension GraphValue {
  /// The value that a text reads like, or the value itself.
  fileprivate var asItReads: Self {
    guard case .text(let text) = self else { return self }
    if text == "null" { return .null }
    return Bool(text).map(GraphValue.bool) ?? Double(text).map(GraphValue.fraction) ?? self
  }
}
