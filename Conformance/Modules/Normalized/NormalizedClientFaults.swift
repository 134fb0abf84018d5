import CacheConformance
import CacheSpec
import CacheVocabulary
import ReferenceCache

extension NormalizedAction {
  static let policyFaults: [Fault] = [
    .graph("normalized.policy.default-is-cache-else-fetch", is: "always fetches") {
      $0.mix(nil, with: .fetchIgnoringCacheData)
    },
    .graph("normalized.policy.cache-else-fetch", is: "fetches what is cached") {
      $0.mix(.returnCacheDataElseFetch, with: .fetchIgnoringCacheData)
    },
    .graph("normalized.policy.cache-else-fetch", is: "does not fetch") {
      $0.mix(.returnCacheDataElseFetch, with: .returnCacheDataDontFetch)
    },
    .graph("normalized.policy.fetch-ignoring-cache-data", is: "serves cached data after a failure") {
      $0.fetch = { call in
        do {
          try await call.soundly()
        } catch {
          guard call.policy == .fetchIgnoringCacheData else { throw error }
          try await call.under(.returnCacheDataDontFetch)
        }
      }
    },
    .graph("normalized.policy.fetch-ignoring-cache-data", is: "removes cached data after a failure") {
      $0.fetch = { call in
        do {
          try await call.soundly()
        } catch {
          if call.policy == .fetchIgnoringCacheData { try await call.cache.clear() }
          throw error
        }
      }
    },
    .graph("normalized.policy.fetch-ignoring-cache-data", is: "stores the first answer only") {
      $0.fetch = { call in
        let stores = if call.policy == .fetchIgnoringCacheData { await call.cached() == nil } else { true }
        try await call.under(stores ? call.policy : .fetchIgnoringCacheCompletely)
      }
    },
    .graph("normalized.policy.fetch-ignoring-cache-completely", is: "stores") {
      $0.mix(.fetchIgnoringCacheCompletely, with: .fetchIgnoringCacheData)
    },
    .graph("normalized.policy.cache-dont-fetch", is: "fetches") {
      $0.mix(.returnCacheDataDontFetch, with: .returnCacheDataElseFetch)
    },
    .graph("normalized.policy.cache-and-fetch", "normalized.watch.cache-and-fetch", is: "does not fetch what is cached")
    {
      $0.mix(.returnCacheDataAndFetch, with: .returnCacheDataElseFetch)
    },
    .graph("normalized.policy.cache-and-fetch", is: "gives the cached data last") {
      $0.fetch = { call in
        guard call.policy == .returnCacheDataAndFetch else { return try await call.soundly() }
        let cached = await call.cached()
        try await call.under(.fetchIgnoringCacheData)
        if let cached { call.deliver(GraphAnswer(cached)) }
      }
    },
    .graph("normalized.policy.after-failure", is: "gives old data after any failure") {
      $0.configure = { if !$0.oldDataAfter.isEmpty { $0.oldDataAfter = Set(OriginFailure.allCases) } }
    },
    .graph("normalized.policy.after-failure", is: "never gives old data") { $0.configure = { $0.oldDataAfter = [] } },
    .graph("normalized.overlap.cancelled-fetch", is: "goes on when cancelled") {
      $0.fetch = { call in try await Task { try await call.soundly() }.value }
    },
  ]

  static let watchFaults: [Fault] = [
    .graph("normalized.watch.first-result", is: "leaves the first result out") { $0.times = { $0.isFirst ? 0 : 1 } },
    .graph("normalized.watch.told-of-changes", is: "tells the first result only") { $0.times = { $0.isFirst ? 1 : 0 } },
    .graph("normalized.watch.not-told-of-others", "normalized.watch.unchanged", is: "tells of every write") {
      $0.tellsOfEveryWrite = true
    },
    .graph("normalized.watch.cancel", is: "does not hear of it") { $0.cancels = false },
    .graph("normalized.watch.several", is: "tells the newest watcher only") { $0.times = { $0.isNewest ? 1 : 0 } },
    .graph("normalized.watch.several", is: "tells twice of a change") { $0.times = { $0.isFirst ? 1 : 2 } },
    .graph("normalized.update.tells-watchers", is: "tells nobody of an update") {
      $0.times = { $0.isOfUpdate ? 0 : 1 }
    },
  ]

  static let accessFaults: [Fault] = [
    .graph("normalized.read.query", is: "fetches what is missing") {
      $0.transact = { steps, cache in
        for case .read(let query) in steps { try? await cache.sound.fetch(query, policy: nil) { _ in } }
        return try await cache.sound.transact(steps)
      }
    },
    .graph("normalized.read.fragment", is: "reads what is missing as null") {
      $0.transact = { steps, cache in
        try await cache.sound.transact(steps).map { if case .failure = $0 { .success(.null) } else { $0 } }
      }
    },
    .graph("normalized.update.query", is: "loses the update") {
      $0.step { step, _ in if case .update = step { [] } else { [step] } }
    },
    .graph("normalized.update.object", is: "loses the update") {
      $0.step { step, _ in if case .updateObject = step { [] } else { [step] } }
    },
    .graph("normalized.transaction.reads-own-writes", is: "reads before it writes") {
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
    .graph("normalized.transaction.failure", is: "commits step by step") {
      $0.transact = { steps, cache in
        var results = GraphParts.Transacted()
        for step in steps { results += try await cache.sound.transact([step]) }
        return results
      }
    },
    .graph("normalized.transaction.isolated", is: "updates what was read before another update") {
      let read = Remembered<[GraphOperation: GraphValue]>([:])
      $0.transact = { steps, cache in
        guard case .update(let query, let change)? = steps.first, let now = await cache.cached(query) else {
          return try await cache.sound.transact(steps)
        }
        let before = read.with { read in
          defer { read[query] = read[query] ?? now }
          return read[query] ?? now
        }
        guard case .object(let fields) = try change.applied(to: before) else { return [] }
        return try await cache.sound.transact(fields.map { .update(query, .set($0.key, to: $0.value)) })
      }
    },
  ]

  static let removalFaults: [Fault] = [
    .graph("normalized.remove.object", is: "removes nothing") { $0.records.remove { _, _ in [] } },
    .graph("normalized.remove.object", is: "keeps outgoing references") {
      $0.records.remove { key, base in
        let kept = try base.fields(of: key).filter { !$0.value.references.isEmpty }
        return [.remove(key)] + kept.map { .write(key, $0.key, $0.value) }
      }
    },
    .graph("normalized.remove.does-not-cascade", "normalized.remove.matching-does-not-cascade", is: "cascades") {
      $0.records.cascade()
    },
    .graph("normalized.remove.dangling-reference-misses", is: "reads it as null") {
      $0.records.read = { value, _, base in
        var dangling: Set<RecordKey> = []
        for key in value?.references ?? [] where try base.fields(of: key).isEmpty { dangling.insert(key) }
        return value?.mapping { part in
          if case .reference(let key) = part, dangling.contains(key) { .scalar(.null) } else { part }
        }
      }
    },
    .graph("normalized.remove.dangling-reference-misses", is: "removes incoming references") {
      $0.records.remove { gone, base in
        try [.remove(gone)]
          + base.references().filter { $0.record != gone && $0.value.references.contains(gone) }.map {
            .write($0.record, $0.field, $0.value.mapping { $0 == .reference(gone) ? nil : $0 } ?? .scalar(.null))
          }
      }
    },
    .graph("normalized.remove.matching", is: "matches from the start of the key only") {
      $0.match { key, pattern in key.lowercased().hasPrefix(pattern.lowercased()) }
    },
    .graph("normalized.remove.matching", is: "matches whole keys only") {
      $0.match { key, pattern in key.lowercased() == pattern.lowercased() }
    },
    .graph("normalized.remove.matching-ignores-case", is: "matches with case") {
      $0.match { key, pattern in key.contains(pattern) }
    },
    .graph("normalized.remove.matching-ignores-case", is: "ignores the pattern's case only") {
      $0.match { key, pattern in key.contains(pattern.lowercased()) }
    },
    .graph("normalized.remove.no-single-property", is: "removes the object of the property") {
      $0.step { step, _ in
        if case .remove(let key) = step { [.remove(key: String(key.prefix { $0 != "." }))] } else { [step] }
      }
    },
    .graph("normalized.remove.unknown-key", is: "throws") {
      $0.step { step, records in
        guard case .remove(let key) = step else { return [step] }
        return try records.keys().contains { $0.text == key } ? [step] : [.fail]
      }
    },
    .graph(
      "normalized.remove.stays-removed", "normalized.remove.then-fetched-again",
      is: "hides what is removed, until it restarts"
    ) {
      let hidden = Remembered<Set<RecordKey>>([])
      $0.records.read = { value, record, _ in hidden.with { $0.contains(record) } ? nil : value }
      $0.records.remove { key, _ in
        hidden.with { _ = $0.insert(key) }
        return []
      }
    },
  ]
}
