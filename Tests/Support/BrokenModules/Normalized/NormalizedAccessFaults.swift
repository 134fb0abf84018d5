extension NormalizedAction {
  static let accessFaults: [GraphFault] = [
    .graph("normalized.read.query", is: "asks the server for whatever is read") {
      $0.transact = { steps, cache in
        for case .read(let query) in steps {
          try? await cache.sound.fetch(query, policy: .fetchIgnoringCacheCompletely) { _ in }
        }
        return try await cache.sound.transact(steps)
      }
    },
    .graph("normalized.read.query", is: "fetches what is missing") {
      $0.transact = { steps, cache in
        for case .read(let query) in steps { try? await cache.sound.fetch(query, policy: nil) { _ in } }
        return try await cache.sound.transact(steps)
      }
    },
    .graph(
      "normalized.read.fragment", "normalized.read.query", is: "reads what is missing as null", blindTo: .missingPart
    ) {
      $0.transact = { steps, cache in
        try await cache.sound.transact(steps).map { if case .failure = $0 { .success(.null) } else { $0 } }
      }
    },
    .graph("normalized.update.query", is: "loses the update of a query", blindTo: .queryUpdate) {
      $0.step { step, _ in if case .update = step { [] } else { [step] } }
    },
    .graph("normalized.update.object", is: "loses the update of an object", blindTo: .objectUpdate) {
      $0.step { step, _ in if case .updateObject = step { [] } else { [step] } }
    },
    .graph("normalized.update.object", is: "takes null for no change of an object") {
      $0.step { step, _ in if case .updateObject(_, _, .set(_, to: .null)) = step { [] } else { [step] } }
    },
    .graph("normalized.transaction.reads-own-writes", is: "removes by pattern what was stored before it alone") {
      $0.step { step, records in
        guard case .removeMatching(let pattern) = step else { return [step] }
        return try records.keys().map(\.text).filter { GraphPattern().matches($0, pattern) }.map(TransactionStep.remove)
      }
    },
    .graph("normalized.transaction.reads-own-writes", is: "reads before it writes", blindTo: .ownWrites) {
      $0.transact = { steps, cache in
        let reads = steps.filter { step in
          switch step {
          case .read, .readObject: true
          default: false
          }
        }
        let results = try await cache.sound.transact(reads)
        _ = try await cache.sound.transact(steps)
        return results
      }
    },
    .graph("normalized.transaction.failure", is: "commits step by step", blindTo: .thrown, seenIn: "Apollo iOS 1.25.7")
    {
      $0.transact = { steps, cache in
        var results = GraphParts.Transacted()
        for step in steps { results += try await cache.sound.transact([step]) }
        return results
      }
    },
    .graph(
      "normalized.transaction.isolated", is: "updates what was read before another update", blindTo: .otherTransactions
    ) {
      let read = Memo<[GraphOperation: GraphValue]>([:])
      $0.transact = { steps, cache in
        guard case .update(let query, let change)? = steps.first, steps.count > 1, Set(steps).count == 1,
          let now = await cache.cached(query)
        else { return try await cache.sound.transact(steps) }
        let before = read.change { read in
          defer { read[query] = read[query] ?? now }
          return read[query] ?? now
        }
        guard case .object(let fields) = try change.applied(to: before) else { return [] }
        return try await cache.sound.transact(fields.map { .update(query, .set($0.key, to: $0.value)) })
      }
    },
  ]

  static let removalFaults: [GraphFault] = [
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
  ]
}
