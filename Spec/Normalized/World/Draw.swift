/// Runs of a client that fetches, writes, removes and watches a small graph, with restarts, and with requests that are
/// held.
struct NormalizedDraw: Draw {
  /// Whether the first step was taken, after which there is a client.
  private var hasBegun = false
  private var setup = ClientSetup()
  private var isUp = true
  /// The queries and the mutations that the server has data for.
  private var queries: [GraphOperation] = []
  private var mutations: [GraphOperation] = []
  /// The keys of the droids that the server had last.
  private var droids: [String] = []
  /// Parts of these keys in either case. A part of the root's name would remove the root, and no rule says whether it
  /// may.
  private var patterns: [String] = []
  private var isHolding = false
  /// The calls that were begun and not finished, and how many were begun in all.
  private var calls: [String] = []
  private var callCount = 0
  /// Those that may return cached data before they end, and that were not looked at. A look at another one says nothing,
  /// and takes a moment of real time.
  private var unseen: [String] = []
  /// The watchers that were not cancelled, those that were, and how many there were in all.
  private var watchers: [String] = []
  /// The queries that are or were watched.
  private var watched: [GraphOperation] = []
  private var cancelled: [String] = []
  private var watcherCount = 0
  /// The call that a handler is to begin, or has begun, and that was not finished, and how many there were in all.
  private var handlerCall: String?
  private var handlerCallCount = 0

  var choices: [Choice<NormalizedAction>] {
    if !hasBegun { return [client(1), serve] }
    // A run begins with a few queries to fetch. A shorter one may do with fewer.
    let serving = [serve.name, Self.serveShape.name]
    return queries.count < 3
      ? [serve, Self.serveShape] + all.filter { !serving.contains($0.name) }.map(\.undrawn) : all
  }

  private var all: [Choice<NormalizedAction>] {
    let always =
      [serve, Self.serveShape, peek, read] + Self.always + ofDroids + removals + cancelling + searches + atOnce
    if isHolding { return always + whileHeld }
    let rest = always + ofTheServer + ends + finishing + ofHandlers
    if !calls.isEmpty { return rest }
    // A handler's call begins in a step that waits for it.
    return rest + fetches + [watch("watch")] + again
      + (handlerCall == nil ? [Choice("hold", 4) { .requests(.hold) }, client(1)] : [client(1)])
  }

  // MARK: The client and its server

  private func client(_ weight: Int) -> Choice<NormalizedAction> {
    Choice("client", weight, Self.identities, Self.kinds, Self.failures) {
      .makeClient(ClientSetup($0, kind: $1, oldDataAfter: $2))
    }
  }

  private var serve: Choice<NormalizedAction> {
    Choice("serve", hasBegun ? 8 : 1, Array(Self.served.indices)) { .serve(Self.served[$0].1, to: Self.served[$0].0) }
  }

  private static let serveShape = Choice<NormalizedAction>(
    "serve a shape", 10, shapedQueries, objects, texts, DrawnAnswer.List.allCases
  ) { query, objects, text, list in
    .serve(DrawnAnswer(objects: objects, text: text, list: list).data(query), to: query)
  }

  // What does not depend on the past is made once, because choices are asked for at every step.
  private static let always: [Choice<NormalizedAction>] =
    [
      Choice("write", 10, writes) { .transact([$0]) },
      Choice("rename", 6, ["2001", "1000", "1002", "2002"], names) { .rename($0, to: $1) },
      Choice("transaction", 8, writes, writes, reads) { .transact([$0, $1, $2]) },
      Choice("transactions in turn", 3, writes, writes, reads) { .transactInTurn([[$0], [$1], [$2]]) },
      Choice("failing transaction", 4, writes, writes) { .transact([$0, $1, .fail]) },
      Choice("remove what was just written", 4, newWrites, newRemovals, newReads) { .transact([$0, $1, $2]) },
      Choice("look", 6, [keys]) { .look(at: $0) },
      // Keys and values of any kind, each key beside another that is almost the same.
      Choice("serve awkward keys", 4, NormalizedSpec.awkwardKeys.map { [$0.1, $0.2] }) {
        .serve(.droids([$0[0]: "this", $0[1]: "other"]), to: .listDroids)
      },
      Choice("serve many", 1, many) { .serve($0, to: .listDroids) },
      Choice("serve a long name", 1, longNames) { .serve(.heroName($0), to: .heroName) },
      Choice("serve a number", 2) { .serve(["sample": ["id": "s", "number": 0]], to: .sample("s", .number)) },
      Choice("serve an awkward value", 2, NormalizedSpec.awkwardValues.map(\.1)) {
        .serve(["sample": ["id": "s", "value": $0]], to: .sample("s"))
      },
    ]

  /// A field with arguments, and the same field with others that are nearly the same.
  private var searches: [Choice<NormalizedAction>] {
    let alike = queries.last { $0.name.hasPrefix("Search") }.flatMap { last in Self.searches.first { $0.contains(last) }
    }
    return [
      Choice("serve a search", 2, Self.allSearches, Self.names) { search, name in
        .serve(.object([search.fields[0].name: [.character("2001", name)]]), to: search)
      }
    ] + (alike.map { [Choice("peek at a search like it", 6, $0) { .peek($0) }] } ?? [])
  }

  private var ofTheServer: [Choice<NormalizedAction>] {
    // What an app has chosen to do after a failure shows only while requests fail.
    let weight = setup.oldDataAfter.isEmpty ? 1 : 6
    return [isUp ? Choice("server", weight, Self.states) { .server($0) } : Choice("server up", 5) { .server(.up) }]
      + [
        Choice("serve a mutation", 3, Array(Self.brought.indices)) {
          .serve(Self.brought[$0].1, to: Self.brought[$0].0)
        }
      ]
  }

  private var ends: [Choice<NormalizedAction>] {
    guard calls.isEmpty else { return [] }
    let files: [Choice<NormalizedAction>] =
      setup.kind == .sqlite ? [Choice("file", 2, [CacheFileEvent.inspected, .removed]) { .file($0) }] : []
    return [Choice("restart", 4) { .restart }, Choice("kill", 3) { .kill }.including("restart")] + files
  }

  // MARK: Fetches

  private var fetches: [Choice<NormalizedAction>] {
    [
      Choice("fetch", 24, queries, Self.policies) { .fetch($0, $1) }
    ] + (mutations.isEmpty ? [] : [Choice("perform", 6, mutations) { .perform($0) }])
  }

  private var read: Choice<NormalizedAction> { Choice("read", 4, queries) { .read($0) } }

  private var peek: Choice<NormalizedAction> { Choice("peek", 14, queries) { .peek($0) } }

  /// The actions while requests are held: none of them waits for a held request.
  private var whileHeld: [Choice<NormalizedAction>] {
    let name = "call \(callCount + 1)"
    let ways: [Choice<NormalizedAction>] =
      [
        Choice("begin", 10, queries, Self.policies) { .begin($0, $1, as: name) },
        watch("watch meanwhile"),
      ] + (mutations.isEmpty ? [] : [Choice("begin to perform", 5, mutations) { .begin($0, as: name) }])
    return (calls.count < 3 ? ways : []) + [Choice("answer", 8) { .requests(.releaseAll) }]
      + (calls.isEmpty ? [] : [Choice("cancel the call", 3, calls) { .cancel($0) }])
      + (unseen.isEmpty ? [] : [Choice("look at results", 6, unseen) { .lookAtResults(of: $0) }])
  }

  private var finishing: [Choice<NormalizedAction>] {
    calls.isEmpty ? [] : [Choice("finish", 60, calls) { .world(.finish($0)) }]
  }

  // MARK: Watchers

  private func watch(_ name: String) -> Choice<NormalizedAction> {
    let watcher = "watcher \(watcherCount + 1)"
    return Choice(name, watchers.count < 3 ? 6 : 0, queries, Self.policies) { .watch($0, $1, as: watcher) }
  }

  /// What was watched is watched again, or fetched.
  private var again: [Choice<NormalizedAction>] {
    if watched.isEmpty { return [] }
    let watcher = "watcher \(watcherCount + 1)"
    return [
      Choice("watch again", watchers.count < 3 ? 4 : 0, watched, Self.policies) { .watch($0, $1, as: watcher) },
      Choice("fetch what is watched", 6, watched, Self.policies) { .fetch($0, $1) },
    ]
  }

  private var cancelling: [Choice<NormalizedAction>] {
    let all = watchers + cancelled
    return (watchers.isEmpty ? [] : [Choice("cancel", 2, watchers) { .cancel($0) }])
      + (all.isEmpty || isHolding ? [] : [Choice("handler", 1, all) { .lookAtHandler(of: $0) }])
  }

  /// Calls of handlers, one at a time.
  private var ofHandlers: [Choice<NormalizedAction>] {
    // What is watched is changed, so that the handler calls.
    let renaming = Choice<NormalizedAction>(
      "rename what is watched", watchers.isEmpty ? 0 : handlerCall == nil ? 6 : 24, ["2001", "1000"], Self.names
    ) { .rename($0, to: $1) }
    if let handlerCall {
      return [renaming, Choice("finish a handler's call", 12, [handlerCall]) { .world(.finish($0)) }]
    }
    let (name, weight) = ("handler's call \(handlerCallCount + 1)", calls.isEmpty && !watchers.isEmpty ? 1 : 0)
    return [
      renaming,
      Choice("call when told", 16 * weight, watchers, Self.handlerCalls) { .whenTold($0, begin: $1, as: name) },
      Choice("read when told", 4 * weight, watchers, queries) { .whenTold($0, begin: .peek($1), as: name) },
      Choice("cancel when told", 6 * weight, watchers, watchers) { .whenTold($0, begin: .cancel($1), as: name) },
    ]
  }

  // MARK: Direct access

  /// Concurrent transactions that increment a number, some of them several times.
  private var atOnce: [Choice<NormalizedAction>] {
    let number = GraphOperation.sample("s", .number)
    return [
      Choice("update at once", queries.contains(number) ? 8 : 0, [2, 5], [1, 3]) {
        .updateAtOnce($0, number, .increment("sample.number"), times: $1)
      }
    ]
  }

  /// Reads and removals by the keys that the server had last, and by parts of them.
  private var ofDroids: [Choice<NormalizedAction>] {
    if droids.isEmpty { return [] }
    return [
      Choice("read a droid", 8, droids) { .read(.characterName, $0) },
      Choice("remove a droid", 4, droids) { .remove($0) },
    ] + (patterns.isEmpty ? [] : [Choice("remove droids by a pattern", 8, patterns) { .remove(matching: $0) }])
  }

  private var removals: [Choice<NormalizedAction>] {
    [
      Choice("remove", 3, Self.keys) { .remove($0) },
      Choice("remove a property", 2, Self.properties) { .remove($0) },
      Choice("remove matching", 2, Self.patterns) { .remove(matching: $0) },
      Choice("clear", watchers.isEmpty ? 1 : 4) { .clear },
    ]
  }

  /// Patterns that a key holds, or would in another case, and that the key of the root does not.
  private static func patterns(of key: String) -> [String] {
    let part = String(key.dropFirst())
    let recased: Set<String> = [key.uppercased(), key.lowercased()]
    return ([part] + recased.subtracting([key]).sorted()).filter { pattern in
      !pattern.isEmpty && !"query_root".contains(pattern.lowercased())
    }
  }

  // MARK: What has been done

  mutating func note(_ action: NormalizedAction) {
    hasBegun = true
    switch action {
    case .makeClient(let setup):
      self.setup = setup
      end()
    case .serve(let data, .listDroids):
      droids = Array(data.idsOfDroids.prefix(2))
      patterns = droids.flatMap(Self.patterns)
      if !queries.contains(.listDroids) { queries.append(.listDroids) }
    case .serve(_, let operation) where operation.kind == .mutation:
      if !mutations.contains(operation) { mutations.append(operation) }
    case .serve(_, let operation): if !queries.contains(operation) { queries.append(operation) }
    case .server(let state): isUp = state == .up
    case .world(.requests(.hold)): isHolding = true
    case .world(.requests(.releaseAll)): isHolding = false
    case .begin(_, let policy, let name):
      calls.append(name)
      callCount += 1
      if policy == .returnCacheDataAndFetch { unseen.append(name) }
    case .lookAtResults(let name): unseen.removeAll { $0 == name }
    case .world(.finish(let name)):
      calls.removeAll { $0 == name }
      unseen.removeAll { $0 == name }
      if handlerCall == name { handlerCall = nil }
    case .whenTold(_, _, let name):
      handlerCall = name
      handlerCallCount += 1
    case .watch(let query, _, let name):
      if !watched.contains(query) { watched.append(query) }
      watchers.append(name)
      watcherCount += 1
    case .cancel(let name) where watchers.contains(name):
      watchers.removeAll { $0 == name }
      cancelled.append(name)
    case .file: end()
    case .world(let event) where event.endsARun: end()
    default: break
    }
  }

  private mutating func end() {
    (watchers, watched, cancelled, calls, unseen, isHolding) = ([], [], [], [], [], false)
    handlerCall = nil
  }
}

extension GraphValue {
  fileprivate var idsOfDroids: [String] {
    guard case .list(let items)? = self["droids"] else { return [] }
    return items.compactMap { if case .text(let id)? = $0["id"] { id } else { nil } }
  }
}
