extension NormalizedAction {
  /// Removed or replaced values that come back when the client ends.
  static let writingFaults: [GraphFault] = [
    .graph(
      "normalized.remove.stays-removed", is: "forgets removals when it ends", blindTo: .removalBeforeRestart
    ) { $0.records.undoAtEnd { if case .remove = $0 { true } else { false } } },
    .graph(
      "normalized.remove.stays-removed", is: "forgets a clearing when it ends", blindTo: .removalBeforeRestart
    ) {
      $0.records.undoClearingAtEnd()
    },
    .graph(
      "normalized.update.survives-restart", is: "forgets what was written by hand when it ends", blindTo: .wayIn
    ) {
      let updates = $0.transactionsUnderWay()
      $0.records.undoAtEnd { if case .write = $0 { updates.value > 0 } else { false } }
    },
    .graph("normalized.update.survives-restart", is: "forgets what mutations brought when it ends", blindTo: .wayIn) {
      let mutations = $0.mutationsUnderWay()
      $0.records.undoAtEnd { _ in mutations.value > 0 }
    },
    .graph("normalized.update.survives-restart", is: "forgets what watchers fetched when it ends", blindTo: .wayIn) {
      let others = [$0.transactionsUnderWay(), $0.mutationsUnderWay(), $0.fetchesUnderWay()]
      $0.records.undoAtEnd { _ in others.allSatisfy { $0.value == 0 } }
    },
    .graph(
      "normalized.update.query", "normalized.update.object", "normalized.remove.object", is: "undoes every transaction"
    ) {
      let updates = $0.transactionsUnderWay()
      $0.records.write = { changes, _ in updates.value > 0 ? [] : changes }
    },
    .graph("normalized.transaction.failure", is: "leaves the objects that it made behind") {
      $0.leaveBehind { steps, cache in
        for case .update(_, .append(_, .object(let fields))) in steps {
          guard case .text(let id) = fields["id"] else { continue }
          try cache.records.apply(fields.map { .write(RecordKey(given: id), FieldKey($0.key), .scalar($0.value)) })
        }
      }
    },
    .graph("normalized.transaction.failure", is: "leaves changes of objects, and removals by pattern, behind") {
      $0.leaveBehind { steps, cache in
        for step in steps {
          switch step {
          // A step whose object is missing fails, and leaves nothing behind.
          case .updateObject, .removeMatching: _ = try? await cache.sound.transact([step])
          default: continue
          }
        }
      }
    },
    .graph("normalized.transaction.failure", is: "leaves removals in the file") {
      let removed = Memo<[RecordKey]>([])
      $0.leaveBehind { steps, _ in
        for case .remove(let key) in steps { removed.change { $0.append(RecordKey(given: key)) } }
      }
      $0.records.close = { base in
        try base.apply(removed.value.map(RecordChange.remove))
        base.close()
      }
    },
    .graph("normalized.read.fragment", is: "reads one object whichever is named", blindTo: .fragmentKey) {
      $0.step { step, records in
        guard case .readObject(let fragment, _) = step,
          let first = try records.keys().map(\.text).filter({ !$0.contains("_") }).min()
        else { return [step] }
        return [.readObject(fragment, key: first)]
      }
    },
  ]

  /// Configurations for which no client can be made.
  static let makingFaults: [GraphFault] = [
    .graph("normalized.memory.not-kept", is: "cannot be made in memory") { $0.cannotBeMade { $0.kind == .memory } },
    .graph("normalized.memory.default", is: "cannot be made where no kind is named") {
      $0.cannotBeMade { $0.kind == .unnamed }
    },
    .graph("normalized.sqlite.file-is-sqlite", is: "cannot be made in SQLite") {
      $0.cannotBeMade { $0.kind == .sqlite }
    },
    .graph("normalized.policy.after-failure", is: "cannot be made to give old data") {
      $0.cannotBeMade { !$0.oldDataAfter.isEmpty }
    },
    .graph("normalized.records.by-path", is: "cannot be made without a function for keys") {
      $0.cannotBeMade { $0.keyOf == nil }
    },
    .graph("normalized.records.id-function", is: "cannot be made with keys from another field") {
      $0.cannotBeMade { $0.keyOf?(["id": "a", "name": "b"]) == "b" }
    },
  ]
}
