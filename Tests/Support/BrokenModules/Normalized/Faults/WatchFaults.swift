extension NormalizedAction {
  /// Public reports of bugs of this kind.
  private static let reports = "public reports of normalized caches"

  /// Faults in watchers.
  static let watchFaults: [BrokenGraph] = [
    .blind(to: .firstResult, is: "leaves the first result out") {
      $0.times = { $0.isFirst ? 0 : 1 }
    },
    .blind(to: .change, is: "tells the first result only") {
      $0.times = { $0.isFirst ? 1 : 0 }
    },
    .blind(to: .change, is: "misses what was null") {
      $0.times = { telling in
        guard case .success(let before)? = telling.before.last else { return 1 }
        return before.data?.holdsNull == true ? 0 : 1
      }
    },
    .blind(to: .shownObjects, is: "tells of what it no longer shows") {
      $0.tells = { !$0.records.isDisjoint(with: $0.shown.subtracting($0.showing)) }
    },
    .blind(to: .shownObjects, is: "tells of what it showed at first alone") {
      $0.times = { telling in
        guard let first = telling.before.first?.data?.objects, let last = telling.before.last?.data?.objects,
          let now = telling.result.data?.objects, Set(now.keys) == Set(last.keys)
        else { return 1 }
        let changed = now.filter { last[$0.key] != $0.value }.keys
        return changed.isEmpty || changed.contains { first[$0] != nil } ? 1 : 0
      }
    },
    .blind(to: .sameness, is: "tells of every write") {
      $0.tells = { _ in true }
    },
    .blind(to: .changedObject, is: "tells of every change") {
      $0.tells = { !$0.records.isEmpty }
    },
    .blind(to: .changedField, is: "tells of every field of an object that it shows") {
      $0.tells = { !$0.records.isDisjoint(with: $0.showing) }
    },
    .blind(to: .watcherCancelled, is: "does not hear of it") {
      $0.cancel = { _, _ in }
    },
    .blind(to: .watcherUnderWay, is: "does not hear of it while the server is asked") {
      let asked = Memo(0)
      $0.send = { operation, send in try await asked.counting { try await send(operation) } }
      $0.cancel = { watcher, cache in if asked.value == 0 { await cache.cancelSoundly(watcher) } }
    },
    .blind(to: .handlerCall, is: "refuses a call from a handler") {
      $0.telling { news, tell in HandlerCalls.$isTelling.withValue(true) { tell(news) } }
      $0.fetching { call, inner in
        if HandlerCalls.isTelling { throw IsTelling() }
        try await inner(call)
      }
      $0.transact = { [transact = $0.transact] steps, cache in
        if HandlerCalls.isTelling { throw IsTelling() }
        return try await transact(steps, cache)
      }
      $0.clear = { [clear = $0.clear] cache in
        if HandlerCalls.isTelling { throw IsTelling() }
        try await clear(cache)
      }
      $0.cancel = { watcher, cache in if !HandlerCalls.isTelling { await cache.cancelSoundly(watcher) } }
    },
    .graph(
      "normalized.watch.calls-from-handlers", is: "passes over the watcher after one that a handler cancels",
      seenIn: reports
    ) {
      let newest = Memo(0)
      $0.telling { news, tell in
        newest.change { $0 = max($0, news.telling.place) }
        HandlerCalls.$isTelling.withValue(true) { tell(news) }
      }
      $0.cancel = { watcher, cache in
        await cache.cancelSoundly(watcher)
        if HandlerCalls.isTelling, watcher < newest.value { await cache.cancelSoundly(watcher + 1) }
      }
    },
    .blind(to: .handler, is: "keeps the handler") {
      $0.keepsHandler = { _ in true }
    },
    .blind(to: .otherWatchers, is: "tells the newest watcher only") {
      $0.times = { $0.isNewest ? 1 : 0 }
    },
    .blind(to: .otherWatchers, is: "tells the oldest watcher only") {
      $0.times = { $0.isFirst || $0.place == 0 ? 1 : 0 }
    },
    .graph(
      "normalized.watch.first-result", is: "begins with what the query was told last", seenIn: reports
    ) {
      let last = Memo<[GraphOperation: GraphResult]>([:])
      $0.telling { news, tell in
        let before = last.value[news.query]
        last.change { $0[news.query] = news.result }
        if news.telling.isFirst, !news.telling.isError, let before, !before.isError {
          news.deliver(before)
        } else {
          tell(news)
        }
      }
    },
    .graph("normalized.clear", is: "tells of what was cleared once more", seenIn: reports) {
      let (last, isCleared) = (Memo<[Int: GraphNews]>([:]), Memo(false))
      $0.telling { news, tell in
        if !news.telling.isError { last.change { $0[news.telling.place] = news } }
        tell(news)
      }
      $0.clear = { [clear = $0.clear] cache in
        try await clear(cache)
        isCleared.value = true
      }
      $0.fetching { call, inner in
        try await inner(call)
        if call.policy != .returnCacheDataDontFetch, isCleared.replace(false) {
          for news in last.value.values { news.deliver(news.result) }
        }
      }
    },
    .graph("normalized.watch.told-of-changes", is: "forgets its watchers when it is cleared", seenIn: reports) {
      let places = Memo<Set<Int>>([])
      let forgotten = Memo<Set<Int>>([])
      $0.telling { news, tell in
        _ = places.change { $0.insert(news.telling.place) }
        if !forgotten.value.contains(news.telling.place) { tell(news) }
      }
      $0.clear = { [clear = $0.clear] cache in
        try await clear(cache)
        forgotten.value = places.value
      }
    },
    .graph("normalized.clear", is: "leaves the values of the root", seenIn: reports) {
      $0.clear = { [clear = $0.clear] cache in
        let root = try cache.records.keys().first(where: \.isRoot)
        let values = try root.map { try cache.records.fields(of: $0).filter { $0.value.references.isEmpty } }
        try await clear(cache)
        if let root, let values { try cache.records.apply(values.map { .write(root, $0.key, $0.value) }) }
      }
    },
    .graph(
      "normalized.policy.cache-else-fetch", is: "what is cached waits for the request under way", seenIn: reports
    ) {
      let asked = Memo(0)
      $0.sending { operation, send in try await asked.counting { try await send(operation) } }
      $0.fetching { call, inner in
        if call.policy == .returnCacheDataElseFetch {
          while asked.value > 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
        try await inner(call)
      }
    },
    .graph(
      "normalized.watch.unchanged", is: "tells of the last of two changes twice",
      seenIn: "Apollo iOS 1.25.7, 2.4.0: two updates of one object in one transaction are told as [B, B]"
    ) {
      let changesTwice = Memo(false)
      $0.transact = { [transact = $0.transact] steps, cache in
        let keys = steps.compactMap { if case .updateObject(_, let key, _) = $0 { key } else { nil } }
        changesTwice.value = Set(keys).count < keys.count
        defer { changesTwice.value = false }
        return try await transact(steps, cache)
      }
      $0.times = { $0.isDuringTransaction && changesTwice.value ? 2 : 1 }
    },
    .graph(
      "normalized.watch.several", is: "tells of a change after the one that follows it at once",
      seenIn: "Apollo iOS 2.4.0: after three transactions in turn, what a watcher is told last is not what is cached"
    ) {
      let (count, held) = (Memo(0), Memo<(@Sendable () -> Void)?>(nil))
      $0.telling { news, tell in
        guard news.telling.isDuringTransaction else { return tell(news) }
        if let late = held.replace(nil) {
          tell(news)
          return late()
        }
        let number = count.change { count in
          count += 1
          return count
        }
        guard number.isMultiple(of: 2) else { return tell(news) }
        held.value = { tell(news) }
        news.cache.background.begin {
          // However busy the machine is, the result is delivered after the next one, or once the module is waited for.
          while held.value != nil, !news.cache.background.isAwaited { await Task.yield() }
          held.replace(nil)?()
        }
      }
    },
  ]
}

/// What is known of the task that calls a module.
private enum HandlerCalls {
  /// Whether it is a watcher's handler that calls.
  @TaskLocal static var isTelling = false
}

/// The module takes no call while it tells its watchers.
private struct IsTelling: Error {}

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
