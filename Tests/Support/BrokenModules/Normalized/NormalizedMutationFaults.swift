extension NormalizedAction {
  /// Faults in mutations and fragments.
  static let mutationFaults: [GraphFault] = [
    .graph("normalized.mutation.updates-queries", is: "does not store what mutations return", blindTo: .mutationAnswer)
    {
      $0.perform = { mutation, cache in try await cache.ask(mutation) }
    },
    .graph("normalized.mutation.create-leaves-lists", is: "adds what is created to lists", blindTo: .membership) {
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
    .graph("normalized.fragment.updates-queries", is: "does not merge fragments", blindTo: .fragments) {
      $0.fetch = { call in
        let holdsFragment = call.query.fields.contains { !$0.fragments.isEmpty }
        try await call.under(holdsFragment ? .fetchIgnoringCacheCompletely : call.policy)
      }
    },
    .graph("normalized.mutation.never-reads-cache", is: "remembers answers to mutations", blindTo: .operationKind) {
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
