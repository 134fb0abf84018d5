extension NormalizedAction {
  /// Faults in reading and writing directly.
  static let updateFaults: [GraphFault] = [
    .graph(
      "normalized.read.fragment", "normalized.read.query", is: "reads what is missing as null", blindTo: .missingPart
    ) {
      $0.transact = { steps, cache in
        try await cache.sound.transact(steps).map { if case .failure = $0 { .success(.null) } else { $0 } }
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
    .graph("normalized.update.query", is: "loses the update of a query", blindTo: .queryUpdate) {
      $0.step { step, _ in if case .update = step { [] } else { [step] } }
    },
    .graph("normalized.update.object", is: "loses the update of an object", blindTo: .objectUpdate) {
      $0.step { step, _ in if case .updateObject = step { [] } else { [step] } }
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
      "normalized.update.tells-watchers", "normalized.watch.told-of-changes", is: "tells nobody of an update",
      blindTo: .updateTold
    ) {
      $0.times = { $0.isOfUpdate ? 0 : 1 }
    },
  ]
}
