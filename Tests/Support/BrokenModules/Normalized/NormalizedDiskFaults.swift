import Foundation

extension NormalizedAction {
  /// Differences between file and memory that only another run can find.
  static let diskFaults: [GraphFault] = [
    reading("numbers as fractions", "normalized.values.any") { _, value in value.mapped { $0.asFraction } },
    reading("fractions in single precision", "normalized.values.any", "normalized.sqlite.kept") { _, value in
      value.mapped { $0.inSinglePrecision }
    },
    reading("no null in lists") { _, value in value.withoutNullItems },
    reading("no null in fields") { _, value in value == .scalar(.null) ? nil : value },
    reading("no empty lists") { _, value in value == .list([]) || value == .scalar(.list([])) ? nil : value },
    reading("no empty text", "normalized.values.any", "normalized.sqlite.kept") { _, value in
      value == .scalar("") ? nil : value
    },
    reading("numbers in lists as fractions", "normalized.values.any") { _, value in value.mapped { $0.itemsAsFractions }
    },
    reading("no objects that go by path") { key, value in key.text.hasPrefix("QUERY_ROOT.") ? nil : value },
    reading("no objects below others that have keys") { key, value in
      key.text.contains(".") && !key.text.hasPrefix("QUERY_ROOT") ? nil : value
    },
    reading("no long keys", "normalized.keys.any-text") { key, value in key.text.count > 1000 ? nil : value },
    reading("no objects without ids") { key, value in key.text.contains("latestReview") ? nil : value },
    reading("keys up to a NUL", "normalized.keys.any-text") { key, value in key.text.contains("\u{0}") ? nil : value },
    reading("keys in small letters", "normalized.keys.any-text") { key, value in
      key.text.lowercased() == key.text ? value : nil
    },
    .graph("normalized.memory.default", is: "has a file by default that it empties when it ends") {
      let isUnnamed = Memo(false)
      $0.configure = {
        isUnnamed.value = $0.kind == .unnamed
        if isUnnamed.value { $0.kind = .sqlite }
      }
      $0.records.close = { base in
        if isUnnamed.value { try base.removeAll() }
        base.close()
      }
    },
    .graph("normalized.sqlite.kept", is: "reads five hundred records of a file") {
      $0.open = { open in
        let records = try open()
        try records.apply(records.keys().dropFirst(500).map(RecordChange.remove))
        return records
      }
    },
    .graph("normalized.remove.matching-ignores-case", is: "matches with case what an earlier run stored") { parts in
      let found = Memo<Set<String>>([])
      parts.open = { open in
        let records = try open()
        found.value = Set(try records.keys().map(\.text))
        return records
      }
      parts.matches = { key, pattern in
        found.value.contains(key) ? key.contains(pattern) : GraphPattern().matches(key, pattern)
      }
    },
  ]

  /// The reference that finds changed values, or none, in its file.
  private static func reading(
    _ what: String, _ rules: RuleID..., change: @escaping @Sendable (RecordKey, RecordValue) -> RecordValue?
  ) -> GraphFault {
    .graph(rules.isEmpty ? ["normalized.sqlite.kept"] : rules, is: "finds \(what) in a file") {
      $0.open = { open in
        let records = try open()
        for key in try records.keys() {
          let fields = try records.fields(of: key)
          let changed = fields.compactMapValues { change(key, $0) }
          if changed == fields { continue }
          try records.apply([.remove(key)] + changed.map { .write(key, $0.key, $0.value) })
        }
        return records
      }
    }
  }
}

extension RecordValue {
  /// The value with a closure applied to its scalars.
  fileprivate func mapped(_ change: (GraphValue) -> GraphValue) -> Self {
    switch self {
    case .scalar(let value): .scalar(change(value))
    case .list(let items): .list(items.map { $0.mapped(change) })
    case .reference: self
    }
  }

  fileprivate var withoutNullItems: Self {
    guard case .list(let items) = self else { return self }
    return .list(items.filter { $0 != .scalar(.null) }.map(\.withoutNullItems))
  }
}

extension GraphValue {
  fileprivate var asFraction: Self {
    guard case .integer(let number) = self else { return self }
    return .integer(Int64(exactly: Double(number)) ?? number)
  }

  fileprivate var itemsAsFractions: Self {
    guard case .list(let items) = self else { return self }
    return .list(items.map { $0.asFraction.itemsAsFractions })
  }

  fileprivate var inSinglePrecision: Self {
    guard case .fraction(let number) = self else { return self }
    return .fraction(Double(Float(number)))
  }
}
