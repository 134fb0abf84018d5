/// Looking for stored responses, by direct access and on disk.
extension HTTPKeptResponse {
  /// The rule that says which header fields it has.
  fileprivate var ruleOfFields: RuleID {
    switch rule {
    case "response.load.stores", "http.revalidate.changed": "http.headers.stored"
    case "http.revalidate.not-modified", "response.store.memory-and-disk": rule
    default: "response.store.returns-what-was-stored"
    }
  }
}

extension ResponseStoresState {
  func finding(_ request: RequestMessage, in name: StoreName) -> Ways {
    var state = self
    if name == .twin { state.hasTwin = true }
    guard let store = store(name) else { return [Continuation(to: state)] }
    let key = Key(request)
    switch self[store, key] {
    case .nothing(let rule): return [Continuation(to: self, missing(key, in: store, by: rule))]
    case .kept(let kept):
      if kept.isSelected(by: request.fields).answer != .yes { return [Continuation(to: self)] }
      return [Continuation(to: self, found(kept, at: key, in: store))]
    case .maybe(let kept):
      if kept.isSelected(by: request.fields).answer != .yes { return [Continuation(to: self)] }
      return [
        Continuation(to: self, found(kept, at: key, in: store)),
        Continuation(to: with(.nothing(kept.rule), at: key, in: store), [.answersNothing]),
      ]
    case .invalid, .unknown: return [Continuation(to: state)]
    }
  }

  func inspecting(_ request: RequestMessage, in name: StoreName) -> Ways {
    guard let store = store(name) else { return [Continuation(to: self)] }
    let key = Key(request)
    switch self[store, key] {
    case .nothing(let rule): return [Continuation(to: self, missing(key, in: store, by: rule))]
    case .kept(let kept):
      guard kept.isSelected(by: request.fields).answer == .yes else { return [Continuation(to: self)] }
      return [
        Continuation(
          to: self,
          [
            .answers(containing: kept.representation.answers).demanded(by: kept.ruleOfFields),
            .answers(containing: [.body(kept.body)]).demanded(by: kept.rule),
          ])
      ]
    case .maybe, .invalid, .unknown: return [Continuation(to: self)]
    }
  }

  private func with(_ slot: Slot, at key: Key, in store: Store) -> Self {
    var state = self
    state[store, key] = slot
    return state
  }

  /// The expectations that nothing is found, by the rule that says why.
  private func missing(_ key: Key, in store: Store, by rule: RuleID) -> [Expectation<ResponseAction>] {
    [.answersNothing.demanded(by: rule)] + notOfOthers(key, in: store, but: nil)
  }

  /// The expectations that the response is found, by the rules that say why it is stored.
  private func found(_ kept: HTTPKeptResponse, at key: Key, in store: Store) -> [Expectation<ResponseAction>] {
    let rules: [RuleID] =
      [kept.rule]
      + (kept.isOfEarlierRun && kept.rule == "response.store.memory-and-disk" ? ["response.storage.allowed"] : [])
      + (kept.isOfEarlierRun && key.isAwkward ? ["response.store.large-and-odd-keys"] : [])
    return rules.map { .answers(.body(kept.body)).demanded(by: $0) } + notOfOthers(key, in: store, but: kept.body)
  }

  /// The expectations that no response that is stored for another request, or in another store, is found.
  func notOfOthers(_ key: Key, in store: Store, but own: ResponseBody?) -> [Expectation<ResponseAction>] {
    stores.flatMap { name, slots in
      slots.named.compactMap { other, slot -> Expectation<ResponseAction>? in
        guard let body = slot.response?.body, body != own, !other.isSpelledOtherwise(key) else { return nil }
        if name != store {
          return other == key ? .answersOther(than: body).demanded(by: rule(against: name, store)) : nil
        }
        if other == key { return nil }
        return .answersOther(than: body)
          .demanded(by: other.url == key.url ? "response.store.key-method" : "response.store.key")
      }
    }
  }

  private func rule(against other: Store, _ store: Store) -> RuleID {
    for case .own in [other, store] { return "response.session.ephemeral" }
    return "response.load.own-store"
  }

  /// The ways of a search: a response that was stored under `allowed` is on disk. The search is not judged if the
  /// response may not be stored, while loads are under way, or while a second store is open at the same place.
  func searchingDisk(for body: ResponseBody) -> Ways {
    let found = [Store.main, .other].lazy.flatMap { stores[$0]?.named.values.map(\.self) ?? [] }.compactMap { slot in
      if case .kept(let kept) = slot, kept.body.text == body.text, kept.isOnDisk { kept } else { nil }
    }
    guard let kept = found.first, !hasTwin, underWay.isEmpty, capacity.disk > 0 else {
      return [Continuation(to: self)]
    }
    let rule: RuleID =
      kept.isSecure ? "response.scheme.https-on-disk-by-default" : "response.storage.allowed"
    return [Continuation(to: self, [.answers(.onDisk).demanded(by: rule)])]
  }
}

extension Expectation where Action == ResponseAction {
  /// The caller receives anything but this body.
  static func answersOther(than body: ResponseBody) -> Self {
    .answer(.times(0, .value(.body(body))))
  }
}

extension Representation {
  /// What a look-up shows of it, except dates and header fields that a cache does not store.
  fileprivate var answers: [ResponseAnswer] {
    let ofConnections: Set<String> = [
      "connection", "keep-alive", "proxy-connection", "te", "transfer-encoding", "upgrade", "proxy-authenticate",
      "proxy-authentication-info", "proxy-authorization", "date",
    ]
    let isPlain = fields["Connection"] == nil
    let others = fields.lines.filter { isPlain && !ofConnections.contains($0.name.lowercased()) }
    return [.status(status), .body(body)] + (cacheControl.count == 1 ? [.header("Cache-Control", cacheControl[0])] : [])
      + (tagged ? [.header("ETag", body.tag)] : [])
      + others.filter { fields.values($0.name).count == 1 && $0.name.lowercased() != "cache-control" }
      .map { .header($0.name, $0.value) }
      + userInfo.map { .note(key: $0.key, value: $0.value) } + [.storagePolicy(storagePolicy)]
  }
}
