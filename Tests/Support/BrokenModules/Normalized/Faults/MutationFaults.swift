extension NormalizedAction {
  /// Faults in mutations and fragments.
  static let mutationFaults: [BrokenGraph] = [
    .blind(to: .mutationAnswer, is: "does not store what mutations return") {
      $0.perform = { mutation, cache in try await cache.ask(mutation) }
    },
    .blind(to: .membership, is: "adds what is created to lists") {
      $0.perform = { mutation, cache in
        let known = Set(try cache.records.keys())
        let answer = try await cache.sound.perform(mutation)
        let created = Set(try cache.records.keys()).subtracting(known).map(RecordValue.reference)
        try cache.records.apply(
          cache.records.references().compactMap { record, field, value in
            if case .list(let items) = value { .write(record, field, .list(items + created)) } else { nil }
          })
        return answer
      }
    },
    .blind(to: .fragments, is: "does not merge fragments") {
      $0.fetch = { call in
        let holdsFragment = call.query.fields.contains { !$0.fragments.isEmpty }
        try await call.under(holdsFragment ? .fetchIgnoringCacheCompletely : call.policy)
      }
    },
    .blind(to: .operationKind, is: "remembers answers to mutations") {
      let known = Memo<[GraphOperation: GraphAnswer]>([:])
      $0.perform = { mutation, cache in
        if let answer = known.change({ $0[mutation] }) { return answer }
        let answer = try await cache.sound.perform(mutation)
        known.change { $0[mutation] = answer }
        return answer
      }
    },
  ]
}
