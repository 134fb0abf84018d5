extension NormalizedAction {
  /// Changes of which watchers are not notified, or too often.
  static let changeFaults: [GraphFault] = [
    unseen("the order of a list") { value in
      if case .list(let items) = value { .list(items.sorted { $0.description < $1.description }) } else { value }
    },
    unseen("all but the start of a list") { value in
      if case .list(let items) = value { .list(Array(items.prefix(2))) } else { value }
    },
    unseen("the case of letters") { value in
      if case .text(let text) = value { .text(text.lowercased()) } else { value }
    },
    unseen("what is late in a list") { value in
      if case .list(let items) = value { .list(Array(items.prefix(20))) } else { value }
    },
    unseen("lists in lists") { value in
      guard case .list(let items) = value else { return value }
      return .list(items.map { if case .list = $0 { .null } else { $0 } })
    },
    unseen("large numbers") { value in
      if case .integer(let number) = value { .fraction(Double(number)) } else { value }
    },
    unseen("true and false") { value in if case .bool = value { .bool(true) } else { value } },
    unseen("no text and null") { value in value == "" ? .null : value },
    unseen("fractions") { value in if case .fraction = value { .fraction(0) } else { value } },
    unseen("values of many parts") { value in
      guard case .object(let fields) = value, fields["id"] == nil, !fields.values.contains(where: \.isOfParts) else {
        return value
      }
      return .object([:])
    },
    unseen("fields with arguments") { value in
      guard case .object(var fields) = value else { return value }
      fields["height"] = nil
      return .object(fields)
    },
    .graph("normalized.watch.told-of-changes", is: "does not see what comes into an empty list") {
      $0.times = { $0.before.last?.data?.hasEmptyList == true ? 0 : 1 }
    },
    .graph("normalized.watch.told-of-changes", is: "tells nothing more once everything was removed") {
      let isCleared = Memo(false)
      $0.clear = { cache in
        isCleared.value = true
        try await cache.sound.clear()
      }
      $0.times = { $0.isFirst || !isCleared.value ? 1 : 0 }
    },
    .graph("normalized.policy.cache-dont-fetch", is: "fetches for a watcher whose data is removed") {
      $0.telling { news, tell in
        tell(news)
        guard news.telling.isError, !news.telling.isFirst else { return }
        news.cache.background.begin { try await news.cache.sound.fetch(news.query, policy: nil) { _ in } }
      }
    },
    .graph("normalized.watch.told-of-changes", is: "does not see a change three objects deep") {
      $0.times = { $0.isUnseen { $0.cut(below: 2) } ? 0 : 1 }
    },
    .graph("normalized.watch.told-of-changes", is: "tells the last watcher of a query alone") {
      $0.telling { news, tell in
        let place = news.telling.place
        if news.telling.isFirst || news.cache.watchers(like: place).last == place { tell(news) }
      }
    },
    .graph("normalized.watch.told-of-changes", is: "tells a watcher five times") {
      $0.times = { $0.before.count < 5 ? 1 : 0 }
    },
    .graph("normalized.watch.told-of-changes", is: "tells a watcher nothing more once a part was missing") {
      $0.times = { telling in telling.before.contains { (try? $0.get()) == nil } ? 0 : 1 }
    },
    .graph("normalized.watch.several", is: "tells of ten changes at once") {
      $0.times = { $0.before.count < 10 ? 1 : 0 }
    },
    .graph("normalized.watch.several", is: "tells eight watchers of a change") {
      $0.times = { $0.isFirst || $0.place < 8 ? 1 : 0 }
    },
    .graph("normalized.watch.several", is: "cancels all watchers of a query") {
      $0.cancel = { watcher, cache in
        for other in cache.watchers(like: watcher) { await cache.cancelSoundly(other) }
      }
    },
    .graph(
      "normalized.watch.several", "normalized.watch.told-of-changes", is: "tells once for each object that changed"
    ) {
      $0.times = { max(1, $0.changed.count) }
    },
    .graph("normalized.transaction.failure", is: "takes what a failed transaction wrote for told") {
      let written = Memo<[String: GraphValue]>([:])
      $0.leaveBehind { steps, cache in
        for case .update(let query, let change) in steps {
          guard let old = await cache.cached(query), let new = try? change.applied(to: old) else { continue }
          written.change { $0.merge(new.objects) { $1 } }
        }
      }
      $0.times = { telling in
        let (changed, failed) = (telling.changed, written.value)
        return !changed.isEmpty && changed.allSatisfy { failed[$0.key]?["name"] == $0.value["name"] } ? 0 : 1
      }
    },
    .graph("normalized.policy.fetch-ignoring-cache-completely", is: "stores what a watcher fetches past the cache") {
      $0.watcherPolicy = { $0 == .fetchIgnoringCacheCompletely ? .fetchIgnoringCacheData : $0 }
    },
    .graph("normalized.policy.cache-dont-fetch", is: "fetches for a watcher") {
      $0.watcherPolicy = { $0 == .returnCacheDataDontFetch ? .returnCacheDataElseFetch : $0 }
    },
    .graph("normalized.policy.cached-data-at-once", is: "keeps a watcher's first result until the server has answered")
    {
      let requests = $0.requestsUnderWay()
      $0.telling { news, tell in
        news.cache.background.begin(inTurn: true) {
          if news.telling.isFirst { try? await Task.sleep(for: .milliseconds(2)) }
          while requests.value > 0 { try? await Task.sleep(for: .milliseconds(1)) }
          tell(news)
        }
      }
    },
    .graph("normalized.watch.told-of-changes", is: "tells of no update while the server is asked") {
      let requests = $0.requestsUnderWay()
      $0.times = { $0.isOfUpdate && !$0.isFirst && requests.value > 0 ? 0 : 1 }
    },
    .graph("normalized.watch.cancel-under-way", is: "delivers a second result that was under way") {
      let requests = $0.requestsUnderWay()
      let late = Memo<Set<Int>>([])
      $0.cancel = { watcher, cache in
        if requests.value > 0, late.change({ $0.insert(watcher).inserted }) { return }
        await cache.cancelSoundly(watcher)
      }
    },
    .graph("normalized.watch.cancel-lets-go", is: "keeps the handler of a watcher that asked the server") {
      $0.keepsHandler = { $0.policy == .fetchIgnoringCacheData }
    },
    .graph("normalized.policy.after-failure", is: "gives watchers old data after any failure") {
      $0.telling { news, tell in
        guard news.telling.isFirst, news.telling.isError else { return tell(news) }
        news.cache.background.begin(inTurn: true) {
          if let old = await news.cache.cached(news.query) {
            news.deliver(.success(GraphAnswer(old)))
          } else {
            tell(news)
          }
        }
      }
    },
  ]

  /// The reference whose watchers ignore a change that disappears when this closure is applied.
  static func unseen(
    _ what: String, _ fold: @escaping @Sendable (GraphValue) -> GraphValue
  ) -> GraphFault {
    .graph("normalized.watch.told-of-changes", is: "does not see a change of \(what)") {
      $0.times = { $0.isUnseen { $0.folded(fold) } ? 0 : 1 }
    }
  }
}

extension Telling {
  /// Whether the data differs from the previous result, but not once the closure is applied to both.
  func isUnseen(_ fold: (GraphValue) -> GraphValue) -> Bool {
    guard let last = before.last?.data, let now = result.data else { return false }
    return last != now && fold(last) == fold(now)
  }
}

extension GraphValue {
  /// Whether it is a list or an object.
  var isOfParts: Bool {
    switch self {
    case .list, .object: true
    case .null, .bool, .integer, .fraction, .text: false
    }
  }

  /// Whether it contains an empty list.
  fileprivate var hasEmptyList: Bool {
    switch self {
    case .list(let items): items.isEmpty || items.contains(where: \.hasEmptyList)
    case .object(let fields): fields.values.contains(where: \.hasEmptyList)
    case .null, .bool, .integer, .fraction, .text: false
    }
  }

  /// The value with a closure applied to every part, innermost first.
  func folded(_ change: (GraphValue) -> GraphValue) -> Self {
    switch self {
    case .list(let items): change(.list(items.map { $0.folded(change) }))
    case .object(let fields): change(.object(fields.mapValues { $0.folded(change) }))
    case .null, .bool, .integer, .fraction, .text: change(self)
    }
  }

  /// The value without everything nested deeper than so many objects.
  fileprivate func cut(below depth: Int) -> Self {
    switch self {
    case .list(let items): .list(items.map { $0.cut(below: depth) })
    case .object where depth < 0: .null
    case .object(let fields): .object(fields.mapValues { $0.cut(below: depth - 1) })
    case .null, .bool, .integer, .fraction, .text: self
    }
  }
}
