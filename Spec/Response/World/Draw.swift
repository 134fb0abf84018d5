/// Runs of sessions that load a few resources over two stores, while what the origin has changes and ages.
struct ResponseDraw: Draw {
  private var isUp = true
  /// How many requests are held, or nil if none are to be held.
  private var held: Int?
  /// The calls that have begun, and how many have begun so far.
  private var begun: [String] = []
  private var count = 0
  /// Which version the origin was given last.
  private var version = 1
  private var hasMark = false
  /// What the origin was given last.
  private var last = Last()
  /// URLs that are almost the same as one for which something was stored.
  private var alike: [String] = []

  private struct Last {
    var url = Resource.a
    /// The times after which it may just have become stale.
    var limits: [Duration] = []
    /// Whether it has been loaded.
    var isLoaded = true
  }

  var choices: [Choice<ResponseAction>] {
    let ofOrigin = [
      serve, serveOfTables, serveWithStatus, serveWithDates, Self.redirect, Self.confirmAnother, Self.advance,
      Self.advanceOddly,
      Choice("origin", isUp ? 3 : 8, [isUp ? OriginState.down : .up]) { .origin($0) },
    ]
    if held != nil { return ofOrigin + whileHeld }
    if !begun.isEmpty { return [Choice("finish", 5, begun) { .finish($0) }, Self.advance] }
    return [
      ofOrigin, loads, ofTheLast, ofFiles, ofStores, ofUsage, ofKeys, Self.ofSessions, Self.ends,
      [Choice("hold", 2) { .requests(.hold) }],
    ].flatMap(\.self)
  }

  // MARK: The origin

  private func representation(_ directives: [String], _ notes: [Note], _ status: Int = 200) -> Representation {
    // Neither has content.
    let body = [204, 205].contains(status) ? ResponseBody.empty : ResponseBody("version \(version + 1)")
    return notes.reduce(Representation(body, cacheControl: directives).status(status)) { $1.added(to: $0) }
  }

  private var serve: Choice<ResponseAction> {
    Choice("serve", 20, Self.urls, Self.directives, Note.allCases, [Note.nothing] + Note.allCases, Self.statuses) {
      url, directives, one, other, status in
      .serve(representation(directives, one == other ? [one] : [one, other], status), at: url)
    }
  }

  /// A response of a table, with a body of its own.
  private func ofTable(_ representation: Representation) -> Representation {
    representation.body == .empty ? representation : representation.of(ResponseBody("version \(version + 1)"))
  }

  private var serveOfTables: Choice<ResponseAction> {
    Choice("serve of a table", 14, Self.urls, Self.ofTables) { .serve(ofTable($1), at: $0) }
  }

  /// A response whose status decides how long it is fresh, unless it says so.
  private var serveWithStatus: Choice<ResponseAction> {
    Choice("serve with a status", 4, Self.urls, Self.definedStatuses, Self.directivesBesideStatus) {
      .serve(representation($2, [.tag], $1).modified(secondsAgo: 365 * 86_400), at: $0)
    }
  }

  /// A response that leads to another resource.
  private static let redirect = Choice<ResponseAction>(
    "serve a redirect", 3, urls, [302, 301, 303, 307, 308], ["/b", "/c", "/a"], [[], ["max-age=60"]]
  ) { url, status, place, directives in
    .serve(Representation(.moved, cacheControl: directives).status(status).with("Location", place), at: url)
  }

  /// A response whose dates decide how long it is fresh, in each form in which dates are written.
  private var serveWithDates: Choice<ResponseAction> {
    Choice("serve with dates", 4, Self.urls, DateForm.allCases, Self.expiries, Self.ages, Self.expiries) {
      url, form, expires, dated, modified in
      var served = representation([], []).writing(form)
      if let expires { served = served.expiring(inSeconds: expires) }
      if let modified { served = served.modified(secondsAgo: modified) }
      return .serve(served.dated(secondsAgo: dated), at: url)
    }
  }

  /// The origin answers with a 304 that confirms another response than the stored one.
  private static let confirmAnother: Choice<ResponseAction> =
    Choice("confirm another", 2, Self.urls, [["ETag": "\"another\""], ["Last-Modified": changedAgain]]) {
      (url: String, fields: HeaderFields) in
      .serve(fields.lines.reduce(Representation(.empty).status(304)) { $0.with($1.name, $1.value) }, at: url)
    }

  private static let advance = Choice<ResponseAction>("advance", 12, times) { .advance($0) }
  private static let advanceOddly = Choice<ResponseAction>("advance oddly", 6, oddTimes) { .advance($0) }

  // MARK: Loads

  private var loads: [Choice<ResponseAction>] {
    Self.ownLoads
      + [Choice("load a part or a change", 5, Self.urls, conditions) { .load(RequestMessage($0, fields: $1)) }]
      + Self.looks
  }

  // What does not depend on the past is made once, because choices are asked for at every step.
  private static let ownLoads: [Choice<ResponseAction>] =
    [
      Choice("load", 30, Self.urls, Self.policies, Self.asking) { url, policy, fields in
        .load(RequestMessage(url, fields: fields, policy: policy))
      },
      Choice("load of a table", 6, Self.urls, Self.askingOfTables) { .load(RequestMessage($0, fields: $1)) },
      Choice("load plainly", 30, Self.urls, [SessionName.main, .other]) { .load(RequestMessage($0), by: $1) },
      Choice("load otherwise", 6, Self.urls, TaskKind.allCases, LoadCall.allCases, Self.policies) {
        url, kind, call, policy in
        .load(RequestMessage(url, policy: policy), as: kind, through: call)
      },
      Choice("change", 6, Self.urls, Self.methods) { .load(RequestMessage($0, method: $1)) },
    ]

  private static let looks: [Choice<ResponseAction>] = [
    Choice("look at the age", 3) { .inspectAnswer(["Age"]) },
    Choice("look at the status", 3) { .inspectStatus },
    Choice("look at the request", 3, lookedAt) { .inspectRequest($0) },
  ]

  /// Loads of what the origin was given last, and times after which it may just have become stale. Once it is given
  /// something, it is often loaded next, because the next thing that it is given replaces it.
  private var ofTheLast: [Choice<ResponseAction>] {
    let load = Choice<ResponseAction>("load the last", last.isLoaded ? 40 : 150) { [url = last.url] in
      .load(RequestMessage(url))
    }
    guard last.isLoaded, !last.limits.isEmpty else { return [load] }
    return [
      load,
      // What a request asks of caches shows too while its origin is down, and afterwards.
      Choice("load the last by a table", isUp ? 20 : 40, Self.askingAnything) { [url = last.url] in
        .load(RequestMessage(url, fields: $0))
      },
      Choice("advance to a limit", 40, last.limits) { .advance($0) },
      Choice("advance to a limit of a request", 20, last.limits, Self.askedSeconds) { .advance(max(.zero, $0 + $1)) },
    ]
  }

  /// The times after which a response may just have become stale, by its directives or its dates, and one second before
  /// and after each.
  private static func limits(of representation: Representation) -> [Duration] {
    let named = representation.directives.list.compactMap { $0.argument.flatMap(HTTPDirectiveList.deltaSeconds) }
    let age = representation.dated ?? 0
    let guessed = representation.modified.map { ($0 - age) / 10 - age }
    let numbers = Set(
      named + named.map { $0 - age } + [0, named.reduce(0, +)] + [representation.expires, guessed].compactMap(\.self))
    return numbers.sorted().filter { (0...4_000_000).contains($0) }
      .flatMap { [.seconds($0), .seconds($0 + 1), .seconds(max(0, $0 - 1))] }
  }

  /// The header fields by which a load asks for a part, or on a condition.
  private var conditions: [HeaderFields] {
    [
      ["Range": "bytes=0-3"], ["If-None-Match": "\"another\""],
      ["If-None-Match": ResponseBody("version \(version)").tag],
      ["If-Modified-Since": ResponseAsking.lastModified], ["Range": "bytes=-1"], ["Range": "bytes=8-8"],
    ]
  }

  private var ofFiles: [Choice<ResponseAction>] {
    [
      Choice("write a file", 2) { .serve(representation([], []), at: Resource.file) },
      Choice("load a file", 4, Self.policies) { .load(.file.with($0)) },
    ]
  }

  private var whileHeld: [Choice<ResponseAction>] {
    let begin: Choice<ResponseAction> = Choice("begin", 6, Self.urls, Self.policies) { [count] url, policy in
      .begin(RequestMessage(url, policy: policy), as: "call \(count + 1)")
    }
    let beginAlike: Choice<ResponseAction> = Choice("begin alike", 10, Self.methodsAtOnce, Self.flavors) {
      [count] method, fields in
      .begin(RequestMessage(Resource.a, method: method, fields: fields), as: "call \(count + 1)")
    }
    let release: Choice<ResponseAction> = Choice("answer", 10) { .requests(.releaseAll) }
    let removing: Choice<ResponseAction> = Choice("remove", 2, Self.urls) { .remove(.one(RequestMessage($0))) }
    return [release, removing] + (begun.count < 3 ? [begin, beginAlike] : [])
  }

  // MARK: Stores

  private var ofStores: [Choice<ResponseAction>] {
    [
      Choice("have", 8, Self.urls, Self.directives, Note.allCases) { url, directives, note in
        .have(representation(directives, [note]), for: RequestMessage(url))
      },
      Choice("have of a table", 4, Self.urls, Self.ofTables) { .have(ofTable($1), for: RequestMessage($0)) },
      Choice(
        "put", 6, Self.urls, [.allowed] + StoragePolicy.allCases, [[:], ["note": "1"]],
        [StoreName.main, .main, .main, .other, .shared], Self.sizes, Self.statuses
      ) { url, policy, notes, store, size, status in
        let stored = representation(["max-age=60"], [.tag], status).under(policy).noting(notes)
        return .put(status == 204 ? stored : stored.padded(to: size), for: RequestMessage(url), in: store)
      },
      Choice("find", 12, Self.urls, [StoreName.main, .main, .other, .shared]) { .find(RequestMessage($0), in: $1) },
      Choice("inspect", 4, Self.urls) { .inspect(RequestMessage($0)) },
      Choice("remove", 4, Self.urls) { .remove(.one(RequestMessage($0))) },
      Choice("remove all", 3) { .remove(.all) },
      Choice("mark", 5) { .mark },
      Choice("search the disk", 2, Array(1...max(1, version))) { .searchDisk(ResponseBody("version \($0)")) },
    ] + (hasMark ? [Choice("remove since", 10) { .remove(.sinceMark) }] : [])
  }

  private var ofUsage: [Choice<ResponseAction>] {
    [
      Choice("measure usage", 8) { .measureUsage },
      Choice("put much", 6, [Resource.c, Resource.b, Resource.another]) { url in
        .put(representation(["max-age=60"], []).padded(to: 16_000), for: RequestMessage(url))
      },
      Choice("check capacity", 2) { .checkCapacity },
      Choice("read capacity", 1) { .readCapacity },
      Choice("hammer", 1, [200]) { .hammer($0) },
      Choice("fill", 1, [20, 60, 7, 41, 300], [100, 4000, 1_300, 33_000]) { .fill(count: $0, bytes: $1) },
      Choice("reopen", 1, Self.capacities) { .reopen(capacity: $0) },
      Choice("set capacity", 2, Self.capacities) { .setCapacity($0) },
    ]
  }

  /// Actions with URLs that are almost the same, and with other methods.
  private var ofKeys: [Choice<ResponseAction>] {
    let put = { @Sendable [representation = representation(["max-age=60"], [.tag])] (url: String) in
      ResponseAction.put(representation, for: RequestMessage(url), in: .main)
    }
    return [
      Choice("put by an awkward key", 4, Self.pairs) { put($0[0]) },
      Choice("find by a method", 2, Self.urls, ["POST", "PUT", "DELETE"]) { .find(RequestMessage($0, method: $1)) },
    ]
      + (alike.isEmpty
        ? []
        : [
          Choice("put by a key like it", 4, alike) { put($0) },
          Choice("find by a key like it", 10, alike) { .find(RequestMessage($0)) },
          Choice("remove by a key like it", 3, alike) { .remove(.one(RequestMessage($0))) },
        ])
  }

  private static let ofSessions: [Choice<ResponseAction>] = [
    Choice(
      "set up", 3, [SessionName.other, .main], SessionKind.allCases, [StoreName?.some(.main), .other, nil, .own],
      Self.policies, Self.delegates
    ) { .configure($0, SessionSetup($1, store: $2, policy: $3, delegate: $4)) },
    Choice("set up a delegate", 3, [SessionName.main, .other], Self.delegates) {
      .configure($0, SessionSetup(delegate: $1))
    },
    Choice("set up a policy", 2, [SessionName.main, .other], RequestPolicy.allCases) {
      .configure($0, SessionSetup(policy: $1))
    },
  ]

  private static let ends: [Choice<ResponseAction>] = [
    Choice("restart", 4) { .restart },
    Choice("restart later", 2, Self.times) { .restart(after: $0) }.including("advance", "restart"),
    Choice("kill", 2) { .kill }.including("restart"),
    Choice("damage", 1, StorageDamage.allCases, DamagedFiles.allCases) { .damage($0, of: $1) }.including("restart"),
  ]

  // MARK: What has been done

  mutating func note(_ action: ResponseAction) {
    switch action {
    case .put(_, let request, _):
      version += 1
      let pairs = Self.pairs.filter { $0.contains(request.url) }
      if !pairs.isEmpty { alike = Array(Set(pairs.joined())).sorted() }
    case .serve(let representation, let url):
      version += 1
      last = Last(url: url, limits: Self.limits(of: representation), isLoaded: false)
    case .load(let request, _, _, _) where request.url == last.url: last.isLoaded = true
    case .have: version += 1
    case .origin(let state): isUp = state == .up
    case .mark: hasMark = true
    case .world(.requests(.hold)): held = 0
    case .world(.requests(.releaseAll)): held = nil
    case .begin(_, let name):
      begun.append(name)
      count += 1
    case .world(.finish(let name)): begun.removeAll { $0 == name }
    default: break
    }
  }
}
