/// What is stored, as far as actions and observations tell.
struct ResponseStoresState: Hashable {
  /// A store.
  enum Store: Hashable {
    case main, other, shared
    /// The store that an ephemeral session comes with.
    case own(SessionName)
  }

  /// What is stored for a request.
  indirect enum Slot: Hashable {
    /// Nothing, by this rule.
    case nothing(RuleID)
    case kept(HTTPKeptResponse)
    /// This response or nothing.
    case maybe(HTTPKeptResponse)
    /// A response that is not served unless the origin confirms it, because its resource was changed.
    case invalid(ResponseBody)
    case unknown
  }

  /// The slots of a store, and the slot of all other requests.
  struct Slots: Hashable {
    var named: [Key: Slot] = [:]
    var rest = Slot.nothing("response.store.miss")
    /// The requests for which several variants may be stored. It is not known which one answers: the most recent by
    /// `Date` of those that a request selects, but their dates may be equal.
    var several: Set<Key> = []
  }

  var stores: [Store: Slots] = [.shared: Slots(rest: .unknown)]
  var setups: [SessionName: SessionSetup] = [:]
  /// What the origin has, by path and query.
  var served: [String: Representation] = [:]
  /// The files, by URL.
  var files: [String: ResponseBody] = [:]
  /// The paths and queries where some response has had a `Vary`.
  var varied: Set<String> = []
  var isUp = true
  var now = Duration.zero
  var isHolding = false
  /// The loads that have begun and may still change what is stored.
  var underWay: [String: ResponseUnderWay] = [:]
  /// The recorded moment since which responses can be removed.
  var mark: Duration?
  var isClockSet = false
  /// The capacity with which the main store is opened, and the one that it has now.
  var opened = ByteCounts(memory: 1 << 20, disk: 4 << 20)
  var capacity = ByteCounts(memory: 1 << 20, disk: 4 << 20)
  /// Whether another store is open at the place of the main one.
  var hasTwin = false
  /// Whether stores keep anything on disk.
  var hasDisk = true
  /// Whether stores keep to a capacity.
  var hasCapacity = true
  /// Whether a response is stored by a call, and not by loading it.
  var storesDirectly = true
  /// The bodies that were stored, or that the origin has had, by path and query.
  var bodies: [String: Set<ResponseBody>] = [:]
  /// The paths and queries where an error may be stored, and served, as a response; and the bodies that delegates hand
  /// back.
  var failing: Set<String> = []
  var replacements: Set<ResponseBody> = []
  /// The rule by which the answer to a load is a whole body, by the path and query where a part or a 304 may have come.
  var wholes: [String: RuleID] = [:]
  /// Whether a load may have gone on to another resource.
  var mayBeMoved = false
  /// The stored response that the last load checked with the origin, if it did.
  var checked: HTTPKeptResponse?
  /// The response that the last load returned, if a 304 confirmed it.
  var confirmed: Representation?
  /// Whether the last load was to tell caches on the way not to answer.
  var tellsCaches = false
  /// The stored response that the last load returned without waiting for the origin, if it did, and when.
  var shown: HTTPKeptResponse?
  var shownAt = Duration.zero

  subscript(store: Store, key: Key) -> Slot {
    get {
      if isUnderWay(key) || hasTwin && store == .main { return .unknown }
      let slots = stores[store] ?? Slots()
      if slots.several.contains(key) { return .unknown }
      if let slot = slots.named[key] { return slot }
      return key.isOfMany || slots.named.keys.contains { $0.isSpelledOtherwise(key) } ? .unknown : slots.rest
    }
    set {
      var slots = stores[store] ?? Slots()
      slots.named[key] = newValue
      // The documents leave open whether the two share an entry.
      for other in slots.named.keys where other.isSpelledOtherwise(key) { slots.named[other] = .unknown }
      stores[store] = slots
    }
  }

  /// The session's setup.
  func setup(_ session: SessionName) -> SessionSetup { setups[session] ?? SessionSetup() }

  /// The store of this name, or nil if it is not known which one that is.
  func store(_ name: StoreName) -> Store? {
    switch name {
    case .main: .main
    case .other: .other
    case .shared: .shared
    case .configured: setup(.main).store.flatMap { $0 == .configured ? nil : store($0, of: .main) }
    case .twin, .own: nil
    }
  }

  /// The store of a session's setup.
  func store(_ name: StoreName, of session: SessionName) -> Store? {
    guard name == .own else { return store(name) }
    return switch setup(session).kind {
    case .standard: .shared
    case .ephemeral: .own(session)
    case .background: nil
    }
  }
}

// MARK: What changes what is stored

extension ResponseStoresState {
  /// Changes every slot of a store.
  mutating func change(_ store: Store, _ change: (Key, Slot) -> Slot) {
    var slots = stores[store] ?? Slots()
    for (key, slot) in slots.named { slots.named[key] = change(key, slot) }
    slots.rest = change(Key(method: "", url: ""), slots.rest)
    stores[store] = slots
  }

  mutating func changeAll(_ change: (HTTPKeptResponse) -> Slot) {
    for store in stores.keys {
      self.change(store) { _, slot in
        switch slot {
        case .kept(let kept): change(kept)
        case .maybe(let kept): change(kept).doubted
        case .nothing, .invalid, .unknown: slot
        }
      }
    }
  }

  /// Whether there is room for everything that a run stores.
  var isRoomy: Bool { capacity.memory >= 1 << 20 && (capacity.disk >= 4 << 20 || !hasDisk) }

  /// Sets a capacity at which every stored response may be evicted.
  mutating func becomeNarrow(_ capacity: ByteCounts) {
    self.capacity = capacity
    changeAll { .maybe($0) }
  }

  /// Whether a response fits, however a store counts its size and whatever share of the capacity one response may take;
  /// nil if that is not clear.
  private func fits(_ representation: Representation) -> Bool? {
    let size = representation.body.size ?? representation.body.text.utf8.count
    let kinds = hasDisk ? [capacity.memory, capacity.disk] : [capacity.memory]
    if kinds.allSatisfy({ size > $0 }) { return false }
    let mayBeOnDisk = hasDisk && representation.storagePolicy == .allowed && capacity.disk > 0
    return mayBeOnDisk && kinds.allSatisfy { $0 == 0 || $0 >= 16 * (size + 1000) }
      || kinds.allSatisfy { $0 >= 16 * (size + 1000) } ? true : nil
  }

  /// Notes that a response is stored, if there is room.
  mutating func keep(_ kept: HTTPKeptResponse, at key: Key, in store: Store) {
    if !isRoomy { changeAll { .maybe($0) } }
    if varied.contains(key.target), !self[store, key].isNothing { stores[store, default: Slots()].several.insert(key) }
    switch fits(kept.representation) {
    case true?: self[store, key] = .kept(kept)
    // The capacity is the main store's.
    case false? where store == .main && hasCapacity: self[store, key] = .nothing("response.usage.too-large")
    case false?, nil: self[store, key] = .maybe(kept)
    }
  }

  /// Notes a response that may be stored, and may answer later requests.
  mutating func note(_ representation: Representation, at target: String) {
    if representation.fields["Vary"] != nil { varied.insert(target) }
    if representation.isMoved { mayBeMoved = true }
    if representation.status >= 500 { failing.insert(target) }
    if representation.status == 206 { wholes[target] = "http.range.partial" }
    if ![206, 304].contains(representation.status) { bodies[target, default: []].insert(representation.body) }
  }

  /// Notes that a response is stored by direct access.
  mutating func put(_ representation: Representation, for request: RequestMessage, in store: Store) {
    let key = Key(request)
    note(representation, at: key.target)
    let before = self[store, key]
    var kept = HTTPKeptResponse(
      representation, for: request.fields, at: now,
      by: before.response == nil ? "response.store.returns-what-was-stored" : "response.store.replaces")
    if isClockSet { kept.stored = nil }
    guard representation.storagePolicy != .notAllowed else {
      if before.varies || before.isUnknown { return self[store, key] = .unknown }
      self[store, key] = .nothing(
        before.isNothing ? "response.storage.not-allowed" : "response.storage.tightened")
      return
    }
    if representation.isOdd {
      self[store, key] = .unknown
    } else {
      keep(kept, at: key, in: store)
    }
  }

  mutating func remove(_ removal: Removal) {
    switch removal {
    case .one(let request):
      let key = Key(request)
      self[.main, key] = self[.main, key].varies ? .unknown : .nothing("response.remove.one")
    case .all:
      hasTwin = false
      stores[.main] = Slots(rest: .nothing("response.remove.all"))
    case .sinceMark:
      let before = self
      change(.main) { _, slot in
        switch slot {
        case .nothing, .invalid, .unknown: slot
        case .kept(let kept), .maybe(let kept): before.after(kept, removalOf: slot)
        }
      }
    }
  }

  private func after(_ kept: HTTPKeptResponse, removalOf slot: Slot) -> Slot {
    guard let mark else { return .nothing("response.remove.since") }
    guard let stored = kept.stored, !isClockSet else { return .maybe(kept) }
    let isClose = stored - mark < .seconds(1) && mark - stored < .seconds(1)
    let rule: RuleID = isClose ? "response.remove.since-precision" : "response.remove.since"
    if stored > mark { return .nothing(rule) }
    guard stored < mark, case .kept(var kept) = slot else { return .maybe(kept) }
    kept.rule = rule
    return .kept(kept)
  }

  /// Notes that the app ends, and starts again with what is on disk.
  mutating func restart(by rule: RuleID) {
    (shown, checked, confirmed, tellsCaches) = (nil, nil, nil, false)
    if capacity != opened { becomeNarrow(opened) }
    for store in stores.keys {
      if case .own = store { stores[store] = nil }
    }
    stores[.shared] = Slots(rest: .unknown)
    for load in underWay.values { for store in stores.keys { stores[store]?.named[load.key] = .unknown } }
    underWay = [:]
    isHolding = false
    if hasTwin { stores[.main] = Slots(rest: .unknown) }
    hasTwin = false
    if !hasDisk { for store in stores.keys { stores[store] = Slots(rest: .unknown) } }
    changeAll { kept in
      if kept.representation.storagePolicy == .allowedInMemoryOnly { return .nothing("response.storage.memory-only") }
      var kept = kept
      kept.isOfEarlierRun = true
      kept.rule = rule
      return kept.mayBeInMemoryOnly ? .maybe(kept) : .kept(kept)
    }
  }
}

extension ResponseStoresState.Slot {
  var isNothing: Bool { if case .nothing = self { true } else { false } }
  var isUnknown: Bool { self == .unknown }

  /// The same slot, where the response may also be gone.
  var doubted: Self { if case .kept(let kept) = self { .maybe(kept) } else { self } }

  /// The same slot, with the rule by which the response is still stored.
  func kept(by rule: RuleID) -> Self {
    guard case .kept(var kept) = self else { return self }
    kept.rule = rule
    return .kept(kept)
  }

  /// The response that is or may be stored, if it is known.
  var response: HTTPKeptResponse? {
    switch self {
    case .kept(let kept), .maybe(let kept): kept
    case .nothing, .invalid, .unknown: nil
    }
  }

  var varies: Bool { response?.representation.fields["Vary"] != nil }
}

extension Representation {
  /// Whether no rule says plainly what a store does with it.
  var isOdd: Bool {
    let directives = directives
    return status < 200 || status > 599 || [206, 304].contains(status) || isMoved
      || directives.has("no-store") || directives.has("must-understand")
      || fields["Content-Length"] != nil || fields["Content-Range"] != nil || fields["Content-Encoding"] != nil
      || fields.lines.contains { $0.value.contains { $0.isNewline || $0 == "\0" } }
  }

  /// Whether it is a redirect that a loader may follow.
  var isMoved: Bool { (300..<400).contains(status) && status != 304 && fields["Location"] != nil }
}
