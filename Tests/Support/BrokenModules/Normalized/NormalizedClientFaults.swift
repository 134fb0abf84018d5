extension NormalizedAction {
  static let policyFaults: [GraphFault] =
    [
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
          try await attempt(call.soundly) {
            if call.policy == .fetchIgnoringCacheData { try await call.cache.clear() }
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
      .graph(
        "normalized.policy.cache-and-fetch", "normalized.watch.cache-and-fetch", is: "does not fetch what is cached"
      ) {
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
      .graph("normalized.policy.cached-data-at-once", is: "gives all results at the end", blindTo: .answerAwaited) {
        $0.fetch = { call in
          let results = Memo<[GraphAnswer]>([])
          defer { for result in results.value { call.deliver(result) } }
          try await call.delivering { answer in results.change { $0.append(answer) } }.soundly()
        }
      },
      .graph(
        "normalized.policy.cache-and-fetch", "normalized.policy.cached-data-at-once",
        is: "gives an empty result where nothing is cached"
      ) {
        $0.fetching { call, fetch in
          if call.policy == .returnCacheDataAndFetch, await call.cached() == nil { call.deliver(GraphAnswer([:])) }
          try await fetch(call)
        }
      },
      .graph("normalized.policy.after-failure", is: "gives an empty result where there is no old data") {
        let chosen = Memo<Set<OriginFailure>>([])
        $0.configure = { [configure = $0.configure] configuration in
          try configure(&configuration)
          chosen.change { [old = configuration.oldDataAfter] in $0 = old }
        }
        $0.fetching { call, fetch in
          do {
            try await fetch(call)
          } catch let failure as OriginFailure {
            guard chosen.change({ $0.contains(failure) }) else { throw failure }
            call.deliver(GraphAnswer([:]))
          }
        }
      },
      .graph("normalized.policy.after-failure", is: "gives old data after any failure", blindTo: .failure) {
        $0.configure = { if !$0.oldDataAfter.isEmpty { $0.oldDataAfter = Set(OriginFailure.allCases) } }
      },
      .graph("normalized.policy.after-failure", is: "never gives old data", blindTo: .failure) {
        $0.configure = { $0.oldDataAfter = [] }
      },
      .graph("normalized.overlap.cancelled-fetch", is: "goes on when cancelled", blindTo: .fetchCancelled) {
        $0.fetch = { call in try await Task { try await call.soundly() }.value }
      },
    ]
    + [2, 3, 5].map { limit in
      .graph("normalized.policy.fetch-ignoring-cache-data", is: "asks the server \(limit) times at most") {
        let asked = Memo(0)
        $0.sending { operation, send in
          let count = asked.change { asked in
            asked += 1
            return asked
          }
          guard count <= limit else { throw OriginFailure.noConnection }
          return try await send(operation)
        }
      }
    }

  static let watchFaults: [GraphFault] = [
    .graph("normalized.watch.first-result", is: "leaves the first result out", blindTo: .firstResult) {
      $0.times = { $0.isFirst ? 0 : 1 }
    },
    .graph("normalized.watch.first-result", is: "asks no server for a watcher") {
      $0.watcherPolicy = { _ in .returnCacheDataDontFetch }
    },
    .graph("normalized.watch.first-result", is: "has room for two watchers") { $0.times = { $0.place < 2 ? 1 : 0 } },
    .graph("normalized.watch.first-result", is: "has room for one watcher") { $0.times = { $0.place < 1 ? 1 : 0 } },
    .graph("normalized.watch.told-of-changes", is: "tells the first result only", blindTo: .change) {
      $0.times = { $0.isFirst ? 1 : 0 }
    },
    .graph(
      "normalized.watch.not-told-of-others", "normalized.watch.unchanged", is: "tells of every write",
      blindTo: .sameness
    ) {
      $0.tells = { _ in true }
    },
    .graph(
      "normalized.watch.cancel", "normalized.watch.cancel-under-way", "normalized.watch.cancel-lets-go",
      is: "does not hear of it", blindTo: .watcherCancelled
    ) {
      $0.cancel = { _, _ in }
    },
    .graph("normalized.watch.several", is: "tells the newest watcher only", blindTo: .otherWatchers) {
      $0.times = { $0.isNewest ? 1 : 0 }
    },
    .graph("normalized.watch.several", is: "tells the oldest watcher only", blindTo: .otherWatchers) {
      $0.times = { $0.isFirst || $0.place == 0 ? 1 : 0 }
    },
    .graph("normalized.watch.several", is: "tells twice of a change") { $0.times = { $0.isFirst ? 1 : 2 } },
    .graph(
      "normalized.update.tells-watchers", "normalized.watch.told-of-changes", is: "tells nobody of an update",
      blindTo: .updateTold
    ) {
      $0.times = { $0.isOfUpdate ? 0 : 1 }
    },
  ]

  /// Blind modules that use each policy, or the default one, in place of every other.
  static let blindToPolicies: [BlindModule] = ([nil] + QueryCachePolicy.allCases).flatMap { policy in
    QueryCachePolicy.allCases.filter { $0 != policy ?? .returnCacheDataElseFetch }.map { other in
      BlindModule(
        to: .graph(.policy(policy)), "taken for \(other)", GraphParts.changed { $0.mix(policy, with: other) })
    }
  }

  /// Faults in what a watcher depends on, and in when it ends.
  static let followingFaults: [GraphFault] = [
    .graph(
      "normalized.watch.not-told-of-others", "normalized.watch.unchanged", "normalized.watch.follows-its-data",
      is: "tells of every change", blindTo: .changedObject
    ) {
      $0.tells = { !$0.records.isEmpty }
    },
    .graph(
      "normalized.watch.not-told-of-others", is: "tells of every field of an object that it shows",
      blindTo: .changedField
    ) { $0.tells = { !$0.records.isDisjoint(with: $0.showing) } },
    .graph("normalized.watch.follows-its-data", is: "tells of what it no longer shows", blindTo: .shownObjects) {
      $0.tells = { !$0.records.isDisjoint(with: $0.shown.subtracting($0.showing)) }
    },
    .graph(
      "normalized.watch.follows-its-data", is: "tells of what it showed at first alone", blindTo: .shownObjects
    ) {
      $0.times = { telling in
        guard let first = telling.before.first?.data?.objects, let last = telling.before.last?.data?.objects,
          let now = telling.result.data?.objects, Set(now.keys) == Set(last.keys)
        else { return 1 }
        let changed = now.filter { last[$0.key] != $0.value }.keys
        return changed.isEmpty || changed.contains { first[$0] != nil } ? 1 : 0
      }
    },
    .graph(
      "normalized.watch.cancel-under-way", is: "does not hear of it while the server is asked",
      blindTo: .watcherUnderWay
    ) {
      let asked = Memo(0)
      $0.send = { operation, send in try await asked.counting { try await send(operation) } }
      $0.cancel = { watcher, cache in if asked.value == 0 { await cache.cancelSoundly(watcher) } }
    },
    .graph("normalized.watch.cancel-lets-go", is: "keeps the handler", blindTo: .handler) {
      $0.keepsHandler = { _ in true }
    },
    .graph("normalized.watch.told-of-changes", is: "misses what was null", blindTo: .change) {
      $0.times = { telling in
        guard case .success(let before)? = telling.before.last else { return 1 }
        return before.data?.holdsNull == true ? 0 : 1
      }
    },
  ]
}

extension GraphValue {
  /// Whether it contains a null.
  fileprivate var holdsNull: Bool {
    switch self {
    case .null: true
    case .bool, .integer, .fraction, .text: false
    case .list(let items): items.contains(where: \.holdsNull)
    case .object(let fields): fields.values.contains(where: \.holdsNull)
    }
  }
}
