/// Runs of an app with a paywall cache: versions come and go, layers fail, copies grow old, and loads, preloads and
/// updates overlap with each other and with all that happens to the app.
struct PaywallDraw: Draw {
  private var setup: AppSetup?
  /// The newest version of each placement, and those that are sure to be cached.
  private var versions: [Placement: Int] = [:]
  private var cached: Set<Placement> = []
  /// The placements that the CDN has.
  private var onCDN: Set<Placement> = []
  /// Whether the CDN and the server are up.
  private var isCDNUp = true
  private var isServerUp = true
  /// Whether new requests are held, and whether some may be held already.
  private var isHolding = false
  private var mayHold = false
  /// The calls that have begun, and those of them that have a held request, in order; nil if it is not known which
  /// requests are held.
  private var begun: [String] = []
  private var held: [Held]? = []
  /// Whether a call that has begun has not made its request yet, and whether layers are silent.
  private var awaits = false
  private var isSilent = false
  /// The placements that layers may fail for, and whether the repository may still wait for a request.
  private var failing: Set<Placement> = []
  private var isPreloading = false
  /// Whether the app was killed before a call returned, so that the call never returns.
  private var hasAbandoned = false
  private var count = 0
  /// Whether the clock was set in this run of the app.
  private var isClockSet = false

  private struct Held {
    let name: String
    let placement: Placement
  }

  private static let placements: [Placement] = [
    .onboarding, .settings, Placement("FROM_SETTINGS"), Placement("a/b?c=ü \"x\"\n" + "y"), Placement("a/b?c=ü\"x\"y"),
  ]
  private static let ages: [Duration] = [
    .minutes(30), .minutes(31), .minutes(20), .minutes(30) - .milliseconds(1), .milliseconds(1), .hours(2), .hours(5),
  ]
  private static let maxAges: [PaywallFetchPolicy] = [.minutes(30), .hours(3), .zero, .days(1000)].map {
    .returnCacheDataIfNotExpiredElseLoad(maxAge: $0)
  }
  private static let policies: [PaywallFetchPolicy?] =
    [nil, .returnCacheDataElseLoad, .reloadRevalidatingCacheData] + maxAges
  private static let setups: [AppSetup] = [
    .plain, .withFallback, .updating, AppSetup(fallback: .holding([PaywallVersion(900), .settings9])),
    AppSetup(fallback: .holding([.v0]), updateInterval: .hours(1)), .patient, .patientAndUpdating,
    AppSetup(fallback: .missing), AppSetup(fallback: .damaged(.truncated)),
  ]
  private static let oneLayer: [RemoteState] =
    [.up, .up, .down] + RemoteState.failures.filter { $0 != .noNetwork } + [.repeating]

  /// The states of both layers at once: an update that fails in one way fails in another next.
  private static let bothLayers = Array(repeating: RemoteState.up, count: 9) + RemoteState.failures

  var choices: [Choice<PaywallAction>] {
    // The app may start at any time of day, and not at the full hour alone.
    if setup == nil {
      return [
        Choice("start", 3, Self.setups) { .start($0) }, Choice("advance oddly", 1, Self.oddTimes) { .advance($0) },
      ]
    }
    if awaits { return awaitHeld }
    if isSilent { return whileSilent }
    if mayHold { return ofTheLayers + whileHeld + lasting + starts }
    if !begun.isEmpty { return ofTheLayers + [finish(begun, 12), begin] + calls + looks + lasting + starts }
    return ofTheLayers + calls + looks + lasting + starts + ofTheApp + [begin, silence]
  }

  // MARK: Layers

  private var ofTheLayers: [Choice<PaywallAction>] {
    [
      Choice("publish", 12, Self.placements, [RemoteLayer.allCases, [.cdn], [.server]], Self.kinds) {
        [versions] in .publish(Self.version((versions[$0] ?? 0) + 1, of: $0, kind: $2), on: $1)
      },
      Choice("publish an older one", 1, Self.placements) { [versions] in
        .publish(PaywallVersion(max(1, (versions[$0] ?? 0) - 1), of: $0))
      },
      Choice("both layers", 5, Self.bothLayers) { .remote($0) },
      Choice("a layer", 4, [RemoteLayer.cdn, .server], Self.oneLayer) { .remote($1, of: [$0]) },
      Choice("a placement's layers", 2, Self.bothLayers, Self.placements) { .remote($0, for: $1) },
    ]
  }

  /// The kinds of content.
  private static let kinds = seldom([4, 5], among: [0, 1, 2, 3, 0])

  /// A version with content of one of these kinds.
  private static func version(_ number: Int, of placement: Placement, kind: Int) -> PaywallVersion {
    switch kind {
    case 1: PaywallVersion(number, of: placement, padding: 1 << 12)
    case 2: PaywallVersion(number, of: placement, content: .text)
    case 3: PaywallVersion(number, of: placement, content: .nothing)
    case 4: PaywallVersion(number, of: placement, padding: 130_000)
    case 5: PaywallVersion(number, of: placement, padding: 5_000_000)
    default: PaywallVersion(number, of: placement)
    }
  }

  // MARK: Calls

  private var calls: [Choice<PaywallAction>] {
    [
      Choice("load", 20, Self.placements, Self.policies) { .load($0, $1) },
      Choice("load adaptively", 3, Self.placements, [nil] + Self.policies) { .call(.adapt($0, override: $1)) },
      Choice("refresh", 2, Self.placements) { .call(.refresh($0)) },
      Choice("get", 4, Self.placements) { .call(.get($0)) },
      Choice("load of nothing", 1) { .load(Placement("")) },
    ] + byAge
  }

  /// Loads that turn on the age of a copy, and show how a clock that was set affects it.
  private var byAge: [Choice<PaywallAction>] {
    let cached = Self.placements.filter(cached.contains)
    if cached.isEmpty { return [] }
    return [Choice("load by age", isClockSet ? 20 : 6, cached, Self.maxAges) { .load($0, $1) }]
  }

  private var looks: [Choice<PaywallAction>] { [Choice("look", 4, Self.placements) { .inspect($0) }] }

  /// A call that the app does not wait for. While new requests are held, it is one that asks the network.
  private var begin: Choice<PaywallAction> {
    let name = "load \(count)"
    let policies = isHolding ? [nil, .reloadRevalidatingCacheData] : Self.policies
    // Two loads of one placement may be joined; of more, each placement once.
    let waiting = held ?? []
    let placements = Self.placements.filter { placement in
      waiting.count < 2 || !waiting.contains { $0.placement == placement }
    }
    let weight = placements.isEmpty ? 0 : isHolding ? waiting.count < 2 ? 20 : 14 : 4
    return Choice("begin", weight, placements, policies) { .begin(.load($0, $1), as: name) }
  }

  private func finish(_ names: [String], _ weight: Int) -> Choice<PaywallAction> {
    Choice("finish", weight, names) { .finish($0) }
  }

  /// Waits for the requests of calls that have begun. A client that joins requests makes one for two loads of one
  /// placement.
  private var awaitHeld: [Choice<PaywallAction>] {
    let held = held ?? []
    let areOfOne = held.count == 2 && held[0].placement == held[1].placement
    let any = Choice("await", 1) { PaywallAction.requests(.awaitHeld(areOfOne ? 1 : max(1, held.count))) }
    return areOfOne ? [any, Choice("await both", 100) { .awaitBothHeld }] : [any]
  }

  // MARK: What is held

  /// The actions while requests are held: none of them waits for a held request.
  private var whileHeld: [Choice<PaywallAction>] {
    var choices =
      looks + [
        Choice("answer every request", 10) { .requests(.releaseAll) },
        Choice("log out", 5) { .app(.logOut) },
        Choice("clean up", 2) { .app(.cleanUp) },
      ]
    if !isPreloading { choices.append(Choice("preload", 2, Self.sets) { .preload($0) }) }
    let cached = Self.placements.filter(cached.contains)
    if !cached.isEmpty {
      choices.append(Choice("load a copy", 4, cached) { .load($0, .returnCacheDataElseLoad) })
    }
    if isHolding { choices.append(Choice("hold no more", 3) { .requests(.holdNoMore) }) }
    if isHolding { choices.append(begin) }
    guard let held else { return choices }
    if held.count > 1 {
      choices += [
        Choice("answer the newest", 16) { .requests(.releaseNewest) },
        Choice("answer the oldest", 6) { .requests(.releaseOldest) },
      ]
    }
    let answered = begun.filter { name in !held.contains { $0.name == name } }
    if !answered.isEmpty { choices.append(finish(answered, 16)) }
    if !isHolding {
      let free = Self.placements.filter { placement in !held.contains { $0.placement == placement } }
      choices.append(Choice("load beside what is held", 16, free, Self.policies) { .load($0, $1) })
    }
    return choices
  }

  private static let sets: [[Placement]] = [[.onboarding], [], [.settings, .onboarding], placements]

  /// The actions while layers do not answer: a load begins, and gives up on them.
  private var whileSilent: [Choice<PaywallAction>] {
    if begun.isEmpty { return [begin] }
    if let held, !held.isEmpty { return [Choice("time-outs", 1) { .passTimeOuts }] }
    return [finish(begun, 1)]
  }

  private var silence: Choice<PaywallAction> {
    Choice("silence", setup?.updateInterval == nil && !hasAbandoned ? 2 : 0, [RemoteLayer.allCases, [.cdn]]) {
      .silence($0)
    }
  }

  // MARK: The app

  private var lasting: [Choice<PaywallAction>] {
    [
      Choice("advance", 8, Self.ages) { .advance($0) },
      // A year of hourly updates takes long.
      Choice("advance oddly", 5, Self.oddTimes.filter { setup?.updateInterval == nil || $0 < .days(2) }) {
        .advance($0)
      },
      Choice("quality", 2, [NetworkQuality.good, .poor, .fair, .excellent, .offline]) { .network($0) },
    ] + (mayHold ? [] : [Choice("hold", 5) { .requests(.hold) }])
  }

  private var starts: [Choice<PaywallAction>] {
    [
      Choice("restart", 3) { .restart },
      Choice("kill", 3) { .kill }.including("restart"),
      Choice("restart later", 1, Self.ages + Self.oddTimes) { .restart(after: $0) }.including("advance", "restart"),
      Choice("start again", 1, Self.setups) { .start($0) },
    ]
  }

  private var ofTheApp: [Choice<PaywallAction>] {
    [
      Choice("preload", 4, Self.sets) { .preload($0) },
      Choice("clean up", 2) { .app(.cleanUp) },
      Choice("log out", 3) { .app(.logOut) },
      Choice("reinstall", 1) { .app(.reinstall) },
      Choice("travel", 1, [AppEvent.travelEast, .travelWest]) { .app($0) },
      Choice("set the clock", 2, [.zero - .days(1), .zero - .hours(6), .hours(2)]) { .setClock(by: $0) },
      Choice("damage", 1, StorageDamage.allCases, DamagedFiles.allCases) { .damage($0, of: $1) }.including("restart"),
      Choice("a year", setup?.updateInterval == nil ? 1 : 0) { .advance(.days(365)) },
    ]
  }

  // MARK: What has happened

  mutating func note(_ action: PaywallAction) {
    switch action {
    case .start(let setup):
      self.setup = setup
      endRun()
    case .publish(let version, let layers):
      versions[version.placement] = max(version.number, versions[version.placement] ?? 0)
      if layers.contains(.cdn) { onCDN.insert(version.placement) }
    case .remote(let state, let layers, nil):
      let isUp = state == .up || state == .repeating
      if layers.contains(.cdn) { isCDNUp = isUp }
      if layers.contains(.server) { isServerUp = isUp }
    case .remote(let state, _, let placement?): if state != .up { failing.insert(placement) }
    case .silence: (isHolding, mayHold, isSilent, held) = (true, true, true, [])
    case .call(let call):
      if isCDNUp, isServerUp, versions[call.placement] != nil, !failing.contains(call.placement) {
        cached.insert(call.placement)
      }
    case .begin(let call, let name): begin(call, name)
    case .awaitBothHeld: awaits = false
    case .passTimeOuts: held = []
    case .world(let event): note(event)
    case .app(.cleanUp): cached = []
    case .app(.reinstall):
      cached = []
      endRun()
    case .preload(let placements): if mayHold, !placements.isEmpty { (held, isPreloading) = (nil, true) }
    default: break
    }
  }

  private mutating func begin(_ call: PaywallCall, _ name: String) {
    begun.append(name)
    count += 1
    if !isHolding { return }
    held?.append(Held(name: name, placement: call.placement))
    awaits = held != nil && !isSilent
    // If the CDN does not deliver the paywall, the server is asked for it.
    let isAnswered = isCDNUp && onCDN.contains(call.placement) && !failing.contains(call.placement)
    if !isAnswered, !isSilent { held = nil }
  }

  private mutating func note(_ event: WorldEvent) {
    switch event {
    case .requests(.hold): (isHolding, mayHold, held) = (true, true, begun.isEmpty ? [] : nil)
    case .requests(.holdNoMore): isHolding = false
    case .requests(.releaseAll):
      isPreloading = false
      (isHolding, mayHold, held, isSilent) = (false, false, [], false)
    case .requests(.releaseNewest): held?.removeLast()
    case .requests(.releaseOldest): held?.removeFirst()
    case .requests(.awaitHeld): awaits = false
    case .finish(let name):
      begun.removeAll { $0 == name }
      if isSilent { (isSilent, held) = (false, nil) }
    case .advance: if mayHold, setup?.updateInterval != nil || setup?.timeOut != .days(1) { held = nil }
    case .setClock: isClockSet = true
    case .damage:
      cached = []
      endRun()
    case .kill:
      hasAbandoned = hasAbandoned || mayHold || !begun.isEmpty
      (isHolding, mayHold, held) = (false, false, [])
      endRun()
    case .restart, .restartAfter: endRun()
    default: break
    }
  }

  /// Forgets the calls of the ended run: they may be answered later, but nobody waits for them.
  private mutating func endRun() {
    if mayHold { held = nil }
    (begun, awaits, isPreloading, isClockSet) = ([], false, false, false)
  }
}
