/// Runs of an app with a customer cache: users who come and go, on two devices, while data ages and requests are held.
struct CustomerDraw: Draw {
  /// The devices on which the app has been configured, and those on which it is in the background.
  private var configured: Set<DeviceName> = []
  private var inBackground: Set<DeviceName> = []
  private var device = DeviceName.main
  private var network = NetworkState.up
  /// The kinds of requests of which new ones are held, and the kinds of which some may be held already.
  private var holding: Set<RequestKind> = []
  private var held: Set<RequestKind> = []
  /// Whether a listener is set, and whether it may make a call when it is told something.
  private var isListening = false
  private var isCalledWhenTold = false
  /// Whether calls have begun that the app has not waited for.
  private var hasBegun = false
  private var version = 1
  /// Whether the app started again while requests of the previous run were held, so that their answers may come late.
  private var isOverlapped = false
  /// Whether another user has logged in without a network, so that nothing is stored for them.
  private var hasLoggedInOffline = false

  private static let users: [AppUserID] = ["alice", "bob", "Alice", "a/b", "émile"]
  private static let ages: [Duration] = [
    .minutes(5) + .seconds(1), .seconds(1), .minutes(4) + .seconds(59), .hours(1), .hours(25), .days(30),
  ]
  private static let clocks: [Duration] = [.days(-1), .days(1), .minutes(-3), .minutes(6)]
  private static let entitlements = [["pro"], [], ["pro", "gold"], ["gold", "pro"]]
  private static let reads: [CustomerCall] = [
    .customerInfo(nil), .customerInfo(.fetchCurrent), .customerInfo(.notStaleCachedOrFetched),
    .customerInfo(.cachedOrFetched), .customerInfo(.fromCacheOnly), .offerings,
  ]
  private static let kinds: [RequestKind] = [.customerInfo, .offerings]

  var choices: [Choice<CustomerAction>] {
    guard configured.contains(device) else { return [configure(1)] + clockAndNetwork }
    if !held.isEmpty { return whileHeld + ofTheServer + [begin] + ends }
    return calls + ofTheServer + clockAndNetwork + ofTheApp + listening + [begin] + ends
      + (hasBegun ? [Choice("finish", 30) { .finish }] : [readAtOnce])
  }

  // MARK: The world

  private var ofTheServer: [Choice<CustomerAction>] {
    let next = DataVersion(version + 1)
    return [
      Choice("serve customer info", held.isEmpty ? (isCalledWhenTold ? 20 : 6) : 12, Self.entitlements) {
        .serve(.customerInfo(next, entitlements: $0))
      },
      Choice("serve offerings", 1) { .serve(.offerings(next)) },
      Choice("answer for", 1, [AppUserID?.none, "alice", "bob"]) { .serve(.answersFor($0)) },
    ]
  }

  /// The states that the network may change to: what fails may fail in another way next.
  private var networks: [NetworkState] {
    let failures = NetworkState.failures.filter { $0 != network }
    return network == .up ? [.down, .down] + failures : [.up, .up, .up, .up, .up, .up] + failures
  }

  private var clockAndNetwork: [Choice<CustomerAction>] {
    [
      Choice("network", network != .up ? 12 : isOverlapped ? 30 : 4, networks) { .network($0) },
      Choice("advance", 8, Self.ages) { .advance($0) },
      Choice("advance oddly", 4, Self.oddTimes) { .advance($0) },
      Choice("set the clock", 1, Self.clocks) { .setClock(by: $0) },
    ]
  }

  // MARK: The app

  private var ofTheApp: [Choice<CustomerAction>] {
    [
      inBackground.contains(device)
        ? Choice("foreground", 12) { .app(.foreground) } : Choice("background", 4) { .app(.background) },
      Choice("device", 1, [device == .main ? DeviceName.other : .main]) { .use($0) },
      Choice("search", 1, Self.users) { .searchStorage($0) },
      Choice("hold", 6, Self.kinds) { .requests($0, .hold) },
    ]
  }

  private func configure(_ weight: Int) -> Choice<CustomerAction> {
    Choice("configure", weight, Self.users.map(Optional.some) + [nil, nil, nil]) {
      .app(.configure(CustomerSetup($0)))
    }
  }

  /// The actions that end a run of the app. A start would wait for its own request while new requests are held. A call
  /// that had begun in a killed process never returns. A kill and damage affect everything stored, including the files
  /// that an app on another device has open.
  private var ends: [Choice<CustomerAction>] {
    let mayShow = isOverlapped || hasLoggedInOffline
    let restarts = mayShow && network != .up ? 40 : held.isEmpty ? (network == .up ? 2 : 5) : 10
    let orderly = [Choice<CustomerAction>("restart", restarts) { .restart }, configure(1)]
    let later = [
      Choice<CustomerAction>("restart later", 1, Self.ages + Self.oddTimes) { .restart(after: $0) }
        .including("advance", "restart"),
      Choice("start at once", 1) { .app(.startAtOnce) },
      Choice("upgrade", 1, Self.users) { .app(.upgrade(.v0, of: $0)) },
    ]
    let sudden = [Choice<CustomerAction>("kill", 2) { .kill }.including("restart")]
    let damaging = [
      Choice<CustomerAction>("damage", network == .up ? 1 : 4, StorageDamage.allCases, DamagedFiles.allCases) {
        .damage($0, of: $1)
      }.including("restart")
    ]
    let isAlone = configured.count == 1
    let kinds: [[Choice<CustomerAction>]] = [
      holding.isEmpty ? orderly : [],
      held.isEmpty && !hasBegun ? later : [],
      isAlone && !hasBegun ? sudden : [],
      isAlone && held.isEmpty && !hasBegun ? damaging : [],
    ]
    return kinds.flatMap(\.self)
  }

  private var listening: [Choice<CustomerAction>] {
    [
      Choice("listen", 3, [Listening.start, .stop, .second, .replaceWhenTold]) { .listen($0) },
      Choice(
        "call when told", isListening ? 6 : 0, [Listening.readWhenTold, .invalidateWhenTold, .logOutWhenTold]
      ) { .listen($0) },
      Choice("log", 1) { .watchLog },
    ]
  }

  // MARK: Calls

  private var calls: [Choice<CustomerAction>] {
    [
      Choice("read", 14, Self.reads) { .call($0) },
      Choice("who", 3) { .call(.appUserID) },
      Choice("buy", 3, [CustomerCall.purchase("plus"), .restore]) { .call($0) },
      Choice("log in", 5, Self.users + [" "]) { .call(.logIn($0)) },
      Choice("log out", 3) { .call(.logOut) },
      Choice("invalidate", 2) { .call(.invalidate) },
      Choice("switch, then read", 2, Self.users, Self.reads) { .callInTurn([.logIn($0), $1]) },
    ]
  }

  private var readAtOnce: Choice<CustomerAction> {
    Choice("read at once", 2, Self.reads.dropLast().map { $0 }, [3, 2, 7, 40]) {
      .callOften($0, times: $1, atOnce: true)
    }
  }

  /// A call that the app does not wait for.
  private var begin: Choice<CustomerAction> {
    let asking = [CustomerCall](repeating: .customerInfo(.fetchCurrent), count: 3)
    return Choice("begin", held.isEmpty ? 2 : 10, Self.reads + [.purchase("plus"), .restore] + asking, [1, 3]) {
      .begin($0, times: $1)
    }
  }

  /// The actions while requests are held: none of them waits for a held request.
  private var whileHeld: [Choice<CustomerAction>] {
    let (kinds, holding) = (Self.kinds.filter(held.contains), Self.kinds.filter(holding.contains))
    let stopping = [Choice<CustomerAction>("hold no more", 4, holding) { .requests($0, .holdNoMore) }]
    let passing =
      [Choice<CustomerAction>("buy meanwhile", 10, [CustomerCall.purchase("plus"), .restore]) { .callMeanwhile($0) }]
      // The read could join a call that has begun, and would then wait for its held request.
      + (hasBegun ? [] : [Choice("fetch", 3) { .callMeanwhile(.customerInfo(.fetchCurrent)) }])
    return [
      Choice("answer", isOverlapped ? 30 : 6, kinds) { .requests($0, .releaseAll) },
      Choice("answer the oldest", 2, kinds) { .requests($0, .releaseOldest) },
      Choice("answer the newest", 2, kinds) { .requests($0, .releaseNewest) },
      Choice("network", 1, networks) { .network($0) },
      Choice("advance", 3, Self.ages) { .advance($0) },
      Choice("log in meanwhile", 4, Self.users + [" "]) { .callMeanwhile(.logIn($0)) },
      Choice("log out meanwhile", 4) { .callMeanwhile(.logOut) },
      Choice("invalidate meanwhile", 1) { .callMeanwhile(.invalidate) },
      Choice("who", 2) { .call(.appUserID) },
      Choice("read from the cache", 4) { .call(.customerInfo(.fromCacheOnly)) },
    ] + (holding.isEmpty ? passing : stopping)
  }

  // MARK: What has been done

  mutating func note(_ action: CustomerAction) {
    switch action {
    case .app(.configure): configured.insert(device)
    case .app(.background): inBackground.insert(device)
    case .app(.foreground): inBackground.remove(device)
    case .use(let device): self.device = device
    case .network(let state): network = state
    case .serve(.customerInfo), .serve(.offerings): version += 1
    case .requests(let kind, .hold): (holding, held) = (holding.union([kind]), held.union([kind]))
    case .requests(let kind, .releaseAll): (holding, held) = (holding.subtracting([kind]), held.subtracting([kind]))
    case .requests(let kind, .holdNoMore): holding.remove(kind)
    case .call(.logIn), .callMeanwhile(.logIn): hasLoggedInOffline = network != .up
    case .listen(let listening):
      isCalledWhenTold = listening.callWhenTold != nil
      if !isCalledWhenTold { isListening = listening != .stop }
    case .begin: hasBegun = true
    case .finish: hasBegun = false
    case .world(.kill): (holding, held) = ([], [])
    default: break
    }
    if action.startsTheApp {
      inBackground.remove(device)
      (isListening, isCalledWhenTold, hasLoggedInOffline) = (false, false, false)
      isOverlapped = !held.isEmpty
    }
  }
}

extension CustomerAction {
  /// Whether the app starts again.
  fileprivate var startsTheApp: Bool {
    switch self {
    case .app(.configure), .app(.startAtOnce): true
    default: worldEvent?.endsARun == true
    }
  }
}
