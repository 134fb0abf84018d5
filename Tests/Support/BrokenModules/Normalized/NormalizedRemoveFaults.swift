extension NormalizedAction {
  /// Faults in removing.
  static let removeFaults: [GraphFault] = [
    .graph("normalized.remove.object", is: "removes nothing", blindTo: .removal) { $0.records.remove { _, _ in [] } },
    .graph("normalized.remove.object", is: "removes all objects", blindTo: .removal) {
      $0.records.write = { changes, base in
        changes.contains(where: \.isRemoval) ? try base.keys().map(RecordChange.remove) : changes
      }
    },
    .graph("normalized.remove.object", is: "keeps outgoing references", blindTo: .removal) {
      $0.records.remove { key, base in
        let kept = try base.fields(of: key).filter { !$0.value.references.isEmpty }
        return [.remove(key)] + kept.map { .write(key, $0.key, $0.value) }
      }
    },
    .graph(
      "normalized.remove.does-not-cascade", "normalized.remove.matching-does-not-cascade", is: "cascades",
      blindTo: .references
    ) {
      $0.records.cascade()
    },
    .graph("normalized.remove.dangling-reference-misses", is: "reads it as null", blindTo: .dangling) {
      $0.records.read = { value, _, base in
        var dangling: Set<RecordKey> = []
        for key in value?.references ?? [] where try base.fields(of: key).isEmpty { dangling.insert(key) }
        return value?.mapping { part in
          if case .reference(let key) = part, dangling.contains(key) { .scalar(.null) } else { part }
        }
      }
    },
    .graph("normalized.remove.dangling-reference-misses", is: "removes incoming references", blindTo: .dangling) {
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
    .graph("normalized.remove.matching", is: "matches from the start of the key only", blindTo: .pattern) {
      $0.matches = { key, pattern in key.lowercased().hasPrefix(pattern.lowercased()) }
    },
    .graph("normalized.remove.matching", is: "matches whole keys only", blindTo: .pattern) {
      $0.matches = { key, pattern in key.lowercased() == pattern.lowercased() }
    },
    .graph("normalized.remove.matching", is: "matches at the end of the key only", blindTo: .pattern) {
      $0.matches = { key, pattern in key.lowercased().hasSuffix(pattern.lowercased()) }
    },
    .graph("normalized.remove.matching", is: "matches every key", blindTo: .pattern) { $0.matches = { _, _ in true } },
    .graph("normalized.remove.matching-ignores-case", is: "ignores the key's case only", blindTo: .patternCase) {
      $0.matches = { key, pattern in key.lowercased().contains(pattern) }
    },
    .graph("normalized.remove.matching-ignores-case", is: "matches with case", blindTo: .patternCase) {
      $0.matches = { key, pattern in key.contains(pattern) }
    },
    .graph("normalized.remove.matching-ignores-case", is: "ignores the pattern's case only", blindTo: .patternCase) {
      $0.matches = { key, pattern in key.contains(pattern.lowercased()) }
    },
    .graph("normalized.remove.no-single-property", is: "removes the object of the property", blindTo: .property) {
      $0.step { step, _ in
        if case .remove(let key) = step { [.remove(key: String(key.prefix { $0 != "." }))] } else { [step] }
      }
    },
    .graph("normalized.remove.no-single-property", is: "makes the property null", blindTo: .property) {
      $0.step { step, records in
        guard case .remove(let key) = step, let dot = key.lastIndex(of: ".") else { return [step] }
        let (object, name) = (RecordKey(given: String(key[..<dot])), FieldKey(String(key[key.index(after: dot)...])))
        if try records.value(of: name, in: object) != nil { try records.apply([.write(object, name, .scalar(.null))]) }
        return [step]
      }
    },
    .graph("normalized.remove.unknown-key", is: "takes any object for what is not there", blindTo: .presence) {
      $0.step { step, records in
        switch step {
        case .remove(let key) where try !records.keys().contains { $0.text == key }: [.removeMatching("")]
        case .removeMatching(let pattern) where try !records.keys().contains { $0.text.contains(pattern) }:
          [.removeMatching("")]
        default: [step]
        }
      }
    },
    .graph("normalized.remove.unknown-key", is: "throws", blindTo: .presence) {
      $0.step { step, records in
        guard case .remove(let key) = step else { return [step] }
        return try records.keys().contains { $0.text == key } ? [step] : [.fail]
      }
    },
    .graph(
      "normalized.remove.stays-removed", "normalized.remove.then-fetched-again",
      is: "hides what is removed, until it restarts", blindTo: .removedBefore
    ) {
      let hidden = Memo<Set<RecordKey>>([])
      $0.records.read = { value, record, _ in hidden.change { $0.contains(record) } ? nil : value }
      $0.records.remove { key, _ in
        hidden.change { _ = $0.insert(key) }
        return []
      }
    },
    .graph(
      "normalized.remove.stays-removed", is: "forgets removals when it ends", blindTo: .removalBeforeRestart
    ) { $0.records.undoAtEnd { if case .remove = $0 { true } else { false } } },
    .graph(
      "normalized.remove.stays-removed", is: "forgets a clearing when it ends", blindTo: .removalBeforeRestart
    ) {
      $0.records.undoClearingAtEnd()
    },
  ]
}
