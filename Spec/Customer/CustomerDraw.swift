/// Runs of an app with a customer cache: users who come and go, on two devices, while data ages and requests are held.
struct CustomerDraw: Draw {
  /// The devices on which the app has been configured.
  private var configured: Set<DeviceName> = []
  private var device = DeviceName.main
  /// Whether requests are held from now on, and whether some may be held already.
  private var isHolding = false
  private var mayBeHeld = false
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
    if isHolding { return whileHolding + [began] }
    // Nobody waits for what is held, and a start might.
    if mayBeHeld {
      return [
        Choice("answer", 3, Self.kinds) { .requests($0, .releaseAll) },
        Choice("kill", 1) { .kill },
      ] + ofTheServer + whileHeld + [began]
    }
    return ofTheServer + ofTheApp + calls + [began] + (hasBegun ? [Choice("finish", 20) { .finish }] : [])
  }

  /// A call that is not waited for.
  private var began: Choice<CustomerAction> {
    Choice("begin", isHolding ? 8 : 2, Self.reads + [.purchase("pro"), .restore]) { .begin($0) }
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
      Choice("advance", 8, Self.ages) { .advance($0) },
      Choice("restart", 2) { .restart },
      Choice("restart later", 1, Self.ages) { .restart(after: $0) },
      Choice("start at once", 1) { .app(.startAtOnce) },
      Choice("kill", 1) { .kill },
      Choice("damage", 1, Damage.allCases, DamagedFiles.allCases) { .damage($0, of: $1) },
      Choice("configure again", 1, Self.users.dropLast().map { $0 } + [nil]) { .app(.configure(CustomerSetup($0))) },
      Choice("foreground", 1) { .app(.foreground) },
      Choice("background", 1) { .app(.background) },
      Choice("device", 1, [DeviceName.main, .other]) { .use($0) },
      Choice("listen", 1, [Listening.start, .stop, .second]) { .listen($0) },
      Choice("log", 1) { .watchLog },
      Choice("search", 1, Self.users.dropLast().map { $0 }) { .searchStorage($0) },
      Choice("hold", 4, Self.kinds) { .requests($0, .hold) },
    ]
  }

  private var calls: [Choice<CustomerAction>] {
    [
      Choice("read", 14, Self.reads) { .call($0) },
      Choice("who", 3) { .call(.appUserID) },
      Choice("buy", 3, [CustomerCall.purchase("pro"), .restore]) { .call($0) },
      Choice("log in", 5, Self.users) { .call(.logIn($0)) },
      Choice("log out", 3) { .call(.logOut) },
      Choice("invalidate", 2) { .call(.invalidate) },
      Choice("read at once", 2, Self.reads.dropLast().map { $0 }) { .callOften($0, times: 3, atOnce: true) },
      Choice("switch, then read", 2, Self.users, Self.reads) { .callInTurn([.logIn($0), $1]) },
    ]
  }

  private var whileHolding: [Choice<CustomerAction>] {
    [
      Choice("answer", 4, Self.kinds) { .requests($0, .releaseAll) },
      Choice("answer the oldest", 2, Self.kinds) { .requests($0, .releaseOldest) },
      Choice("answer the newest", 2, Self.kinds) { .requests($0, .releaseNewest) },
      Choice("hold no more", 2, Self.kinds) { .requests($0, .holdNoMore) },
      Choice("advance", 2, Self.ages) { .advance($0) },
    ] + ofTheServer + whileHeld
  }

  /// Calls that wait for no request.
  private var whileHeld: [Choice<CustomerAction>] {
    [
      Choice("log in meanwhile", 3, Self.users) { .callMeanwhile(.logIn($0)) },
      Choice("log out meanwhile", 3) { .callMeanwhile(.logOut) },
      Choice("invalidate meanwhile", 1) { .callMeanwhile(.invalidate) },
      Choice("who", 2) { .call(.appUserID) },
      Choice("read from the cache", 2) { .call(.customerInfo(.fromCacheOnly)) },
    ]
  }

  mutating func note(_ action: CustomerAction) {
    switch action {
    case .app(.configure): configured.insert(device)
    case .use(let device): self.device = device
    case .serve: version += 1
    case .requests(_, .hold): (isHolding, mayBeHeld) = (true, true)
    case .requests(_, .releaseAll): (isHolding, mayBeHeld) = (false, false)
    case .requests(_, .holdNoMore): isHolding = false
    case .begin, .callMeanwhile: hasBegun = true
    case .finish: hasBegun = false
    case .kill: (isHolding, mayBeHeld) = (false, false)
    default: break
    }
  }
}
