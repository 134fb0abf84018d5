extension NormalizedAction {
  /// Faults in removing.
  static let removeFaults: [BrokenGraph] = [
    .blind(to: .removal, is: "removes nothing") { $0.records.remove { _, _ in [] } },
    .blind(to: .removal, is: "removes all objects") {
      $0.records.write = { changes, base in
        changes.contains(where: \.isRemoval) ? try base.keys().map(RecordChange.remove) : changes
      }
    },
    .blind(to: .removal, is: "keeps outgoing references") {
      $0.records.remove { key, base in
        let kept = try base.fields(of: key).filter { !$0.value.references.isEmpty }
        return [.remove(key)] + kept.map { .write(key, $0.key, $0.value) }
      }
    },
    .graph("normalized.remove.object", is: "leaves the fields that are null") {
      $0.records.remove { key, base in
        [.remove(key)]
          + (try base.fields(of: key).filter { $0.value == .scalar(.null) }.map { .write(key, $0.key, $0.value) })
      }
    },
    .graph("normalized.remove.object", is: "leaves what refers to itself") {
      $0.records.remove { key, base in try base.references(of: key).contains(key) ? [] : [.remove(key)] }
    },
    .graph("normalized.remove.does-not-cascade", is: "removes what refers back") {
      $0.records.remove { key, base in
        [.remove(key)]
          + (try base.references(of: key).filter { try base.references(of: $0).contains(key) }.map(RecordChange.remove))
      }
    },
    .graph("normalized.remove.then-fetched-again", is: "drops the nulls of lists") {
      $0.records.write = { changes, base in
        guard changes.contains(where: \.isRemoval) else { return changes }
        return changes
          + (try base.references().compactMap { record, field, value in
            value.withoutNulls.map { .write(record, field, $0) }
          })
      }
    },
    .blind(to: .references, is: "cascades") {
      $0.records.cascade()
    },
    .blind(to: .dangling, is: "reads it as null") {
      $0.records.read = { value, _, base in
        var dangling: Set<RecordKey> = []
        for key in value?.references ?? [] where try base.fields(of: key).isEmpty { dangling.insert(key) }
        return value?.mapping { part in
          if case .reference(let key) = part, dangling.contains(key) { .scalar(.null) } else { part }
        }
      }
    },
    .blind(to: .dangling, is: "removes incoming references") {
      $0.records.write = { changes, base in
        let gone = Set(changes.filter(\.isRemoval).map(\.key))
        guard !gone.isEmpty else { return changes }
        let left = try base.references().filter {
          !gone.contains($0.record) && !gone.isDisjoint(with: $0.value.references)
        }
        return changes
          + left.map { record, field, value in
            let others = value.mapping { part in
              if case .reference(let key) = part, gone.contains(key) { nil } else { part }
            }
            return .write(record, field, others ?? .scalar(.null))
          }
      }
    },
    .blind(to: .pattern, is: "matches from the start of the key only") {
      $0.matches = { key, pattern in key.lowercased().hasPrefix(pattern.lowercased()) }
    },
    .blind(to: .pattern, is: "matches whole keys only") {
      $0.matches = { key, pattern in key.lowercased() == pattern.lowercased() }
    },
    .blind(to: .pattern, is: "matches at the end of the key only") {
      $0.matches = { key, pattern in key.lowercased().hasSuffix(pattern.lowercased()) }
    },
    .blind(to: .pattern, is: "matches every key") { $0.matches = { _, _ in true } },
    .graph("normalized.remove.matching", is: "removes nothing by a pattern with a bracket") {
      $0.matches = { key, pattern in !pattern.contains("[") && key.lowercased().contains(pattern.lowercased()) }
    },
    .blind(to: .patternCase, is: "ignores the key's case only") {
      $0.matches = { key, pattern in key.lowercased().contains(pattern) }
    },
    .blind(to: .patternCase, is: "matches with case") {
      $0.matches = { key, pattern in key.contains(pattern) }
    },
    .blind(to: .patternCase, is: "ignores the pattern's case only") {
      $0.matches = { key, pattern in key.contains(pattern.lowercased()) }
    },
    .blind(to: .property, is: "removes the object of the property") {
      $0.step { step, _ in
        if case .remove(let key) = step { [.remove(key: String(key.prefix { $0 != "." }))] } else { [step] }
      }
    },
    .blind(to: .property, is: "makes the property null") {
      $0.step { step, records in
        guard case .remove(let key) = step, let dot = key.lastIndex(of: ".") else { return [step] }
        let (object, name) = (RecordKey(given: String(key[..<dot])), FieldKey(String(key[key.index(after: dot)...])))
        if try records.value(of: name, in: object) != nil { try records.apply([.write(object, name, .scalar(.null))]) }
        return [step]
      }
    },
    .blind(to: .presence, is: "takes any object for what is not there") {
      $0.step { step, records in
        switch step {
        case .remove(let key) where try !records.keys().contains { $0.text == key }: [.removeMatching("")]
        case .removeMatching(let pattern) where try !records.keys().contains { $0.text.contains(pattern) }:
          [.removeMatching("")]
        default: [step]
        }
      }
    },
    .blind(to: .presence, is: "throws") {
      $0.step { step, records in
        guard case .remove(let key) = step else { return [step] }
        return try records.keys().contains { $0.text == key } ? [step] : [.fail]
      }
    },
    .blind(to: .removedBefore, is: "hides what is removed, until it restarts") {
      let hidden = Memo<Set<RecordKey>>([])
      $0.records.read = { value, record, _ in hidden.change { $0.contains(record) } ? nil : value }
      $0.records.remove { key, _ in
        hidden.change { _ = $0.insert(key) }
        return [.remove(key)]
      }
    },
    .blind(to: .removalBeforeRestart, is: "forgets removals when it ends") {
      $0.records.undoAtEnd { if case .remove = $0 { true } else { false } }
    },
    .blind(to: .removalBeforeRestart, is: "forgets a clearing when it ends") {
      $0.records.undoClearingAtEnd()
    },
  ]
}

extension RecordStore {
  /// The keys of the records that a record refers to.
  fileprivate func references(of key: RecordKey) throws -> [RecordKey] {
    try fields(of: key).values.flatMap(\.references)
  }
}

extension RecordValue {
  /// The list without its nulls, if it is one that has some.
  fileprivate var withoutNulls: Self? {
    guard case .list(let items) = self, items.contains(.scalar(.null)) else { return nil }
    return .list(items.filter { $0 != .scalar(.null) })
  }
}
