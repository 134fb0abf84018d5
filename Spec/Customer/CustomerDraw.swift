/// Runs of an app with a customer cache: users who come and go, on two devices, while data ages and requests are held.
struct CustomerDraw: Draw {
  /// The devices on which the app has been configured.
  private var configured: Set<DeviceName> = []
  private var device = DeviceName.main
  /// The kinds of requests that are held from now on, and those of which some may be held already.
  private var holding: Set<RequestKind> = []
  private var held: Set<RequestKind> = []
  /// Whether calls have begun that nobody has waited for.
  private var hasBegun = false
  private var version = 1

  private static let users: [AppUserID] = ["alice", "bob", "a/b", "émile", " "]
  private static let ages: [Duration] = [
    .minutes(5) + .seconds(1), .seconds(1), .minutes(4) + .seconds(59), .hours(1), .hours(25), .days(30),
  ]
  private static let entitlements = [["pro"], [], ["pro", "gold"]]
  private static let reads: [CustomerCall] = [
    .customerInfo(nil), .customerInfo(.fetchCurrent), .customerInfo(.notStaleCachedOrFetched),
    .customerInfo(.cachedOrFetched), .customerInfo(.fromCacheOnly), .offerings,
  ]
  private static let kinds: [RequestKind] = [.customerInfo, .offerings]

  var choices: [Choice<CustomerAction>] {
    guard configured.contains(device) else {
      return [
        Choice("configure", 1, Self.users.dropLast().map { $0 } + [nil]) { .app(.configure(CustomerSetup($0))) }
      ]
    }
    if !held.isEmpty { return whileHeld + ofTheServer + [began] }
    // What was begun is waited for before the run ends, for nothing answers it then.
    if hasBegun { return [Choice("finish", 20) { .finish }, began] + ofTheServer + calls + lasting }
    return ofTheServer + ofTheApp + kills + lasting + calls + [began, readAtOnce]
  }

  /// A call that is not waited for.
  private var began: Choice<CustomerAction> {
    Choice("begin", held.isEmpty ? 2 : 8, Self.reads + [.purchase("pro"), .restore]) { .begin($0) }
  }

  private var ofTheServer: [Choice<CustomerAction>] {
    let next = DataVersion(version + 1)
    return [
      Choice("serve customer info", 5, Self.entitlements) { .serve(.customerInfo(next, entitlements: $0)) },
      Choice("serve offerings", 1) { .serve(.offerings(next)) },
      Choice("network", 2, [NetworkState.up, .up, .down]) { .network($0) },
    ]
  }

  private var ofTheApp: [Choice<CustomerAction>] {
    [
      Choice("restart", 2) { .restart },
      Choice("restart later", 1, Self.ages) { .restart(after: $0) },
      Choice("start at once", 1) { .app(.startAtOnce) },
      Choice("damage", 1, Damage.allCases, DamagedFiles.allCases) { .damage($0, of: $1) },
      Choice("configure again", 1, Self.users.dropLast().map { $0 } + [nil]) { .app(.configure(CustomerSetup($0))) },
      Choice("foreground", 1) { .app(.foreground) },
      Choice("background", 1) { .app(.background) },
      Choice("device", 1, [DeviceName.main, .other]) { .use($0) },
    ]
  }

  /// What goes on in a run of the app.
  private var lasting: [Choice<CustomerAction>] {
    [
      Choice("advance", 8, Self.ages) { .advance($0) },
      Choice("listen", 1, [Listening.start, .stop, .second]) { .listen($0) },
      Choice("log", 1) { .watchLog },
      Choice("search", 1, Self.users.dropLast().map { $0 }) { .searchStorage($0) },
      Choice("hold", 4, Self.kinds) { .requests($0, .hold) },
    ]
  }

  /// What is left by a killed process is a copy of all that is stored, which an app on another device does not see.
  private var kills: [Choice<CustomerAction>] { configured.count > 1 ? [] : [Choice("kill", 2) { .kill }] }

  private var readAtOnce: Choice<CustomerAction> {
    Choice("read at once", 2, Self.reads.dropLast().map { $0 }) { .callOften($0, times: 3, atOnce: true) }
  }

  private var calls: [Choice<CustomerAction>] {
    [
      Choice("read", 14, Self.reads) { .call($0) },
      Choice("who", 3) { .call(.appUserID) },
      Choice("buy", 3, [CustomerCall.purchase("pro"), .restore]) { .call($0) },
      Choice("log in", 5, Self.users) { .call(.logIn($0)) },
      Choice("log out", 3) { .call(.logOut) },
      Choice("invalidate", 2) { .call(.invalidate) },
      Choice("switch, then read", 2, Self.users, Self.reads) { .callInTurn([.logIn($0), $1]) },
    ]
  }

  /// Nothing is waited for that waits for a request.
  private var whileHeld: [Choice<CustomerAction>] {
    let (kinds, holding) = (Self.kinds.filter(held.contains), Self.kinds.filter(holding.contains))
    return [
      Choice("answer", 4, kinds) { .requests($0, .releaseAll) },
      Choice("answer the oldest", 2, kinds) { .requests($0, .releaseOldest) },
      Choice("answer the newest", 2, kinds) { .requests($0, .releaseNewest) },
      Choice("advance", 2, Self.ages) { .advance($0) },
      Choice("log in meanwhile", 3, Self.users) { .callMeanwhile(.logIn($0)) },
      Choice("log out meanwhile", 3) { .callMeanwhile(.logOut) },
      Choice("invalidate meanwhile", 1) { .callMeanwhile(.invalidate) },
      Choice("who", 2) { .call(.appUserID) },
      Choice("read from the cache", 2) { .call(.customerInfo(.fromCacheOnly)) },
    ] + (holding.isEmpty ? [] : [Choice("hold no more", 2, holding) { .requests($0, .holdNoMore) }])
      + (hasBegun ? [] : kills)
  }

  mutating func note(_ action: CustomerAction) {
    switch action {
    case .app(.configure):
      configured.insert(device)
      endRun()
    case .use(let device): self.device = device
    case .serve: version += 1
    case .requests(let kind, .hold): (holding, held) = (holding.union([kind]), held.union([kind]))
    case .requests(let kind, .releaseAll): (holding, held) = (holding.subtracting([kind]), held.subtracting([kind]))
    case .requests(let kind, .holdNoMore): holding.remove(kind)
    case .begin: hasBegun = true
    case .finish: hasBegun = false
    case .world(let event) where event.endsARun: endRun()
    case .app(.startAtOnce): endRun()
    default: break
    }
  }

  private mutating func endRun() { (holding, held, hasBegun) = ([], [], false) }
}
