extension NormalizedAction {
  /// Faults in reading and writing directly.
  static let updateFaults: [BrokenGraph] = [
    .blind(to: .missingPart, is: "reads what is missing as null") {
      $0.transact = { [transact = $0.transact] steps, cache in
        try await transact(steps, cache).map { if case .failure = $0 { .success(.null) } else { $0 } }
      }
    },
    .blind(to: .fragmentKey, is: "reads one object whichever is named") {
      $0.step { step, records in
        guard case .readObject(let fragment, _) = step,
          let first = try records.keys().map(\.text).filter({ !$0.contains("_") }).min()
        else { return [step] }
        return [.readObject(fragment, key: first)]
      }
    },
    .graph(
      "normalized.read.fragment", is: "collects what a change leaves without references",
      seenIn: "relay#5336, #5402"
    ) {
      $0.records.write = { changes, base in
        var before: Set<RecordKey> = []
        for case .write(let key, let field, _) in changes {
          before.formUnion(try base.value(of: field, in: key)?.references ?? [])
        }
        try base.apply(changes)
        let still = Set(try base.references().flatMap(\.value.references))
        return before.subtracting(still).map(RecordChange.remove)
      }
    },
    .blind(to: .queryUpdate, is: "loses the update of a query") {
      $0.step { step, _ in if case .update = step { [] } else { [step] } }
    },
    .blind(to: .objectUpdate, is: "loses the update of an object") {
      $0.step { step, _ in if case .updateObject = step { [] } else { [step] } }
    },
    .blind(to: .wayIn, is: "forgets what was written by hand when it ends") {
      let updates = $0.transactionsUnderWay()
      $0.records.undoAtEnd { if case .write = $0 { updates.value > 0 } else { false } }
    },
    .blind(to: .wayIn, is: "forgets what mutations brought when it ends") {
      let mutations = $0.mutationsUnderWay()
      $0.records.undoAtEnd { _ in mutations.value > 0 }
    },
    .blind(to: .wayIn, is: "forgets what watchers fetched when it ends") {
      let others = [$0.transactionsUnderWay(), $0.mutationsUnderWay(), $0.fetchesUnderWay()]
      $0.records.undoAtEnd { _ in others.allSatisfy { $0.value == 0 } }
    },
    .blind(to: .updateTold, is: "tells nobody of an update") {
      $0.times = { $0.isDuringTransaction ? 0 : 1 }
    },
  ]
}
