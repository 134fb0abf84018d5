/// Whether the task that fetches stores the result.
private enum Storing {
  @TaskLocal static var isOn = true
}

extension CustomerAction {
  /// Faults in what is kept for some users, or for some kinds of request.
  static let keepingFaults: [Fault] = [
    fault(["customer.info.survives-restart"], "keeps nothing of a user whom it made up") { parts in
      parts.makeAnonymousID = { [make = parts.makeAnonymousID] in AppUserID("made-up-\(make())") }
      parts.close = { [storage = parts.storage, close = parts.close] cache in
        if await cache.appUserID.text.hasPrefix("made-up-") {
          try storage.apply([.remove(collection: "customer", key: "info")])
        }
        try await close(cache)
      }
    },
    fault(["customer.info.survives-restart"], "keeps nothing that comes while nobody calls") { parts in
      parts.storeWhatIsOn()
      parts.enterForeground = { [enter = parts.enterForeground] cache in
        try await Storing.$isOn.withValue(false) { try await enter(cache) }
      }
      parts.enterBackground = { [enter = parts.enterBackground] cache in
        try await Storing.$isOn.withValue(false) { try await enter(cache) }
      }
    },
    fault(["customer.info.survives-restart"], "keeps nothing that comes behind a read") { parts in
      parts.storeWhatIsOn()
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        let waits = policy == .fetchCurrent || policy == .notStaleCachedOrFetched
        return try await Storing.$isOn.withValue(waits) { try await customerInfo(cache, policy) }
      }
    },
    fault(["customer.info.survives-restart"], "keeps nothing that a restore brings") { parts in
      parts.storeWhatIsOn()
      parts.restorePurchases = { [restore = parts.restorePurchases] cache in
        try await Storing.$isOn.withValue(false) { try await restore(cache) }
      }
    },
  ]

  /// Faults that spare the first of several, or the last.
  static let severalFaults: [Fault] = [
    fault(["customer.login.late-answer-discarded"], "discards late answers for the user before alone") { parts in
      let left = Memo<[AppUserID]>([])
      parts.serveLateAnswers { user in left.value.dropLast().contains(user) }
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let former = await cache.appUserID
        left.change { $0 = $0.filter { $0 != user } + [former] }
        try await logIn(cache, user)
      }
    },
    fault(["customer.login.late-answer-discarded"], "discards one late answer alone") { parts in
      let (former, late) = (parts.rememberFormerUser(), Memo(0))
      parts.serveLateAnswers { user in former.value == user && late.next() > 1 }
    },
    fault(["customer.offerings.coalesces"], "joins reads of offerings until one was answered, and no later ones") {
      let answered = Memo(false)
      $0.joinOfferings { _, _ in
        !answered.value
      } whenAnswered: {
        answered.value = true
      }
    },
    fault(["customer.offerings.coalesces"], "joins what begins at one moment alone") {
      $0.joinOfferings { began, now in began == now }
    },
    fault(["customer.offerings.coalesces"], "joins fifty reads at most") {
      let joined = Memo(0)
      $0.joinOfferings { _, _ in
        joined.next() < 50
      } whenAnswered: {
        joined.value = 0
      }
    },
  ]
}

extension CustomerParts {
  /// Stores customer info only while `Storing.isOn`.
  fileprivate mutating func storeWhatIsOn() {
    var storing = FaultyPaywallStorage(base: storage)
    storing.makes = { change in if case .write(_, "info", _) = change { Storing.isOn } else { true } }
    storage = storing
  }

  /// Serves answers to the current user although they were requested for another, if a condition on that one holds.
  mutating func serveLateAnswers(_ isServed: @escaping @Sendable (AppUserID) -> Bool) {
    let late = Memo<CustomerInfoModel?>(nil)
    func serving<Input>(
      _ ask: @escaping @Sendable (Input, AppUserID) async throws -> CustomerInfoModel
    ) -> @Sendable (Input, AppUserID) async throws -> CustomerInfoModel {
      { input, user in
        let info = try await ask(input, user)
        if isServed(user) { late.value = info }
        return info
      }
    }
    let fetch = serving { [fetch = origins.customerInfo] (_: Void, user) in try await fetch(user) }
    origins.customerInfo = { try await fetch((), $0) }
    origins.purchase = serving(origins.purchase)
    customerInfo = { [customerInfo] cache, policy in
      if let info = late.value { info } else { try await customerInfo(cache, policy) }
    }
  }

  /// Makes a read of offerings that overlaps another, with none cached, join the other's request only if a condition
  /// holds.
  ///
  /// - Parameters:
  ///   - joins: called with the times when the first of the overlapping reads began and when this one did.
  ///   - whenAnswered: called when a read has finished.
  fileprivate mutating func joinOfferings(
    _ joins: @escaping @Sendable (_ began: Duration, _ now: Duration) -> Bool,
    whenAnswered: @escaping @Sendable () -> Void = {}
  ) {
    let (began, underWay, elapsed) = (Memo(Duration.zero), Memo(0), stopwatch(world.clock))
    offerings = { [world, offerings] cache in
      let now = elapsed()
      if underWay.next() == 1 { began.value = now }
      let isAlone = underWay.value == 1
      defer {
        underWay.change { $0 -= 1 }
        whenAnswered()
      }
      if !isAlone, (try? await cache.offerings(.fromCacheOnly)) == nil, !joins(began.value, now) {
        return try await world.fetchOfferings(for: cache.appUserID)
      }
      return try await offerings(cache)
    }
  }
}
