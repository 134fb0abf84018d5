extension NormalizedAction {
  /// Lists that are not replaced, and records that are.
  static let listFaults: [GraphFault] = [
    .graph(
      "normalized.records.lists-replaced", "normalized.sqlite.kept",
      is: "takes a list with arguments for the next page"
    ) {
      $0.records.replaceLists { field, old, new in
        field.description.contains("(") ? .list(old + new.filter { !old.contains($0) }) : nil
      }
    },
    .graph("normalized.records.lists-replaced", is: "keeps the ends of the lists within a list") {
      $0.records.replaceLists { _, old, new in
        let merged = zip(new, old).map { new, old -> RecordValue in
          guard let inner = new.items, let before = old.items, inner.count < before.count else { return new }
          return .list(inner + before.dropFirst(inner.count))
        }
        return merged == Array(new.prefix(merged.count)) ? nil : .list(merged + new.dropFirst(merged.count))
      }
    },
    .graph("normalized.records.lists-replaced", is: "keeps the end of a longer list where objects go by path") {
      let said = $0.configured()
      $0.records.replaceLists { _, old, new in
        said.value?.keyOf != nil || new.count >= old.count ? nil : .list(new + old.dropFirst(new.count))
      }
    },
    .graph("normalized.records.lists-replaced", is: "takes null in place of a list for no news") {
      $0.records.writeEach { change, base in
        guard case .write(let key, let field, .scalar(.null)) = change, let old = try base.value(of: field, in: key),
          old.items != nil
        else { return [change] }
        return []
      }
    },
    .graph("normalized.records.lists-replaced", is: "appends to a list that is written to an object by hand") {
      $0.step { step, _ in
        guard case .updateObject(let fragment, let key, .set(let path, .list(let items))) = step else { return [step] }
        return items.map { .updateObject(fragment, key: key, .append(path, $0)) }
      }
    },
    .graph("normalized.records.merge", is: "replaces what an earlier run left of a record") {
      let known = Memo<Set<RecordKey>>([])
      $0.records.write = { changes, _ in
        let written = Set(changes.compactMap { if case .write(let key, _, _) = $0 { key } else { nil } })
        let left = known.change { known in
          defer { known.formUnion(written) }
          return written.subtracting(known)
        }
        // The record where queries start is never replaced.
        return left.filter { $0.text != "QUERY_ROOT" }.map(RecordChange.remove) + changes
      }
    },
    .inSQLite(
      "normalized.keys.any-text", "normalized.values.any",
      is: "cuts text at a zero byte in SQLite alone"
    ) {
      $0.records.writeEach { change, _ in
        guard case .write(let key, let field, .scalar(.text(let text))) = change else { return [change] }
        return [.write(key, field, .scalar(.text(String(text.prefix { $0 != "\0" }))))]
      }
    },
    .inSQLite("normalized.values.any", is: "keeps integers as doubles in SQLite alone") {
      $0.records.read = { value, _, _ in
        guard case .scalar(.integer(let number)) = value else { return value }
        return .scalar(.integer(Int64(exactly: Double(number)) ?? number))
      }
    },
    .inSQLite(is: "has a cap on one write in SQLite alone") {
      $0.records.write = { changes, _ in
        guard changes.count <= 999 else { throw TooMuchAtOnce() }
        return changes
      }
    },
  ]
}

/// A store does not accept more changes in one statement.
private struct TooMuchAtOnce: Error {}

extension GraphFault {
  /// The reference's client with parts changed if its cache is in SQLite.
  fileprivate static func inSQLite(
    _ rules: RuleID..., is name: String, _ change: @escaping @Sendable (inout GraphParts) -> Void
  ) -> Self {
    .graph(rules.isEmpty ? ["normalized.kinds.agree"] : rules, is: name) {
      $0.changesRecords = { configuration, _, _ in configuration.kind == .sqlite }
      change(&$0)
    }
  }
}

extension RecordParts {
  /// Replaces a list that is written over another. Nil leaves it as it is.
  fileprivate mutating func replaceLists(
    _ change: @escaping @Sendable (FieldKey, _ old: [RecordValue], _ new: [RecordValue]) -> RecordValue?
  ) {
    writeEach { written, base in
      guard case .write(let key, let field, let value) = written, let new = value.items,
        let old = try base.value(of: field, in: key)?.items, let changed = change(field, old, new)
      else { return [written] }
      return [.write(key, field, changed)]
    }
  }
}

extension RecordValue {
  /// The items of a list of either kind.
  fileprivate var items: [RecordValue]? {
    switch self {
    case .list(let items): items
    case .scalar(.list(let items)): items.map(RecordValue.scalar)
    default: nil
    }
  }
}
