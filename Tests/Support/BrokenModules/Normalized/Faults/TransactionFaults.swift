extension NormalizedAction {
  /// Faults in transactions.
  static let transactionFaults: [BrokenGraph] = [
    .blind(to: .ownWrites, is: "reads before it writes") {
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
    .graph(
      "normalized.transaction.reads-own-writes", is: "shows what it has read after it was removed",
      seenIn: "Apollo iOS 1.25.7: a read after a removal shows what was read before it in the same transaction"
    ) {
      $0.transact = { [transact = $0.transact] steps, cache in
        var results = try await transact(steps, cache)
        var read: [String: Result<GraphValue, any Error>] = [:]
        var place = 0
        for step in steps {
          switch step {
          case .readObject(_, let key):
            if let old = read[key] { results[place] = old } else { read[key] = results[place] }
            place += 1
          case .read: place += 1
          case .updateObject(_, let key, _): read[key] = nil
          case .update: read = [:]
          case .remove, .removeMatching, .fail: break
          }
        }
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
    .blind(to: .otherTransactions, is: "updates what was read before another update") {
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
}
