import Foundation

extension PaywallAction {
  /// Faults in only one kind of work.
  static let workFaults: [Fault] =
    keeping("updates bring") { _ in PaywallWork.current == .update }
    + keeping("preloading brings") { _ in PaywallWork.current == .preload }
    + keeping("is large") { byteCount in byteCount > 1 << 19 } + sortFaults

  /// The references that write some copies late, or leave them in a clean-up.
  private static func keeping(_ what: String, where isMeant: @escaping @Sendable (_ byteCount: Int) -> Bool) -> [Fault]
  {
    [
      fault(["paywall.lifecycle.survives-kill"], "writes what \(what) when it is closed") {
        $0.keepUntilClosed(isMeant)
      },
      fault(["paywall.lifecycle.manual-cleanup-clears"], "a clean-up leaves what \(what)") {
        $0.leaveInCleanUp(isMeant)
      },
    ]
  }

  private static let sortFaults: [Fault] =
    [
      fault(["paywall.lifecycle.manual-cleanup-clears"], "the next update stores again what was cleaned up") { parts in
        let (removed, base, cleanUp) = (Memo<[(key: String, value: [UInt8])]>([]), parts.storage, parts.cleanUp)
        let collection = PaywallCache.collection
        parts.cleanUp = { sound in
          removed.value = try base.readAll(collection: collection)
          try await cleanUp(sound)
        }
        parts.timers = [
          { placements in
            let again = removed.value
            try? base.apply(again.map { .write(collection: collection, key: $0.key, value: $0.value) })
            return placements.filter { placement in !again.contains { $0.key == placement } }
          }
        ]
      },
      fault(["paywall.background.updates-cache"], "does not update what was preloaded") {
        let preloaded = Memo<Set<String>>([])
        $0.critical = { placements in
          preloaded.change { $0.formUnion(placements) }
          return placements
        }
        $0.timers = [{ $0.filter { !preloaded.value.contains($0) } }]
      },
      fault(["paywall.background.updates-cache"], "updates no large paywall") {
        $0.store {
          $0.makes = { change in
            guard case .write(_, _, let value) = change else { return true }
            return PaywallWork.current != .update || value.count < 1 << 19
          }
        }
      },
      endingUpdates("over a network that is not good") { $0.world.networkQuality < .good },
      fault(["paywall.background.updates-cache"], "updates no more after the second log-out") {
        let count = Memo(0)
        $0.logOut = { _ in count.next() }
        $0.refuseUpdates { count.value > 1 }
      },
      fault(["paywall.background.updates-cache"], "updates no more until a date that has been comes again") {
        let (newest, now) = (Memo(Date.distantPast), $0.now)
        $0.refuseUpdates {
          newest.change { newest in
            newest = max(newest, now())
            return newest > now()
          }
        }
      },
      fault(["paywall.overlap.other-placement"], "keeps in memory what comes while another request is under way") {
        let underWay = $0.countRequests()
        $0.keepInMemory { _, _, _ in underWay.value > 0 }
      },
      fault(["paywall.overlap.same-placement"], "cannot be asked for what it is preloading") {
        let underWay = $0.countRequests()
        $0.preloaded = { [preloaded = $0.preloaded] load in
          if underWay.value > 0 { throw NothingCached() }
          return try await preloaded(load)
        }
      },
    ]

  /// Faults after only one kind of failure of a layer.
  static let failureFaults: [Fault] = [
    fault(["paywall.background.failure-keeps-copy"], "updates no more after an answer that cannot be read") {
      let isBroken = Memo(false)
      $0.take { answer, _ in
        if PaywallWork.current == .update, answer.isUnreadable { isBroken.value = true }
        return answer
      }
      $0.refuseUpdates { isBroken.value }
    },
    removing("an error of the server") { $0.fails(by: .serverError) },
    removing("an empty answer") { if case .success(let bytes) = $0 { bytes.isEmpty } else { false } },
    fault(["paywall.policy.max-age-restarts"], "an error of the server makes the copy young") { parts in
      let before = parts
      parts.take { answer, placement in
        if answer.fails(by: .serverError), let entry = try? before.entry(for: placement) {
          try? before.store(entry.paywall, for: placement, loadedAt: before.now())
        }
        return answer
      }
    },
    fault(["paywall.policy.max-age-restarts"], "dates a copy anew when it begins to preload") {
      let parts = $0
      $0.preload = { sound, placements in
        for placement in placements {
          guard let entry = try parts.entry(for: placement) else { continue }
          try parts.store(entry.paywall, for: placement, loadedAt: parts.now())
        }
        sound.preload(placements)
      }
    },
    fault(["paywall.priority.kinds-of-failure"], "throws where one layer is late and the other cannot be read") {
      let failures = Memo<(isLate: Bool, isUnreadable: Bool)>((false, false))
      $0.take { answer, _ in
        failures.change {
          if answer.fails(by: .timeOut) { $0.isLate = true }
          if answer.isUnreadable { $0.isUnreadable = true }
        }
        return answer
      }
      $0.answer { load, soundly in
        failures.value = (false, false)
        let paywall = try await soundly(load)
        if failures.value == (true, true) { throw NothingCached() }
        return paywall
      }
    },
    throwing("a refresh", \.refresh),
    throwing("a load of what has expired", \.load) { $0.maxAge != nil },
    fault(["paywall.overlap.same-placement"], "throws where a load that was joined brings nothing") {
      let count = Memo(0)
      $0.load = { load in
        try await count.counting {
          let (isJoined, before) = (count.value > 1, try load.entry)
          let paywall = try await load.soundly()
          if isJoined, load.policy == nil, let before, try load.entry?.loadedAt == before.loadedAt,
            paywall == before.paywall
          {
            throw NothingCached()
          }
          return paywall
        }
      }
    },
  ]

  /// The reference that updates nothing while a condition holds.
  private static func endingUpdates(
    _ name: String, where isSo: @escaping @Sendable (PaywallParts) -> Bool
  ) -> Fault {
    fault(["paywall.background.updates-cache"], "updates nothing \(name)") { parts in
      let all = parts
      parts.refuseUpdates { isSo(all) }
    }
  }

  /// The reference that drops the copy when an update receives some kind of answer.
  private static func removing(
    _ name: String, _ isMeant: @escaping @Sendable (Result<[UInt8], any Error>) -> Bool
  ) -> Fault {
    fault(["paywall.background.failure-keeps-copy"], "drops the copy when an update gets \(name)") { parts in
      let storage = parts.storage
      parts.take { answer, placement in
        if PaywallWork.current == .update, isMeant(answer) {
          try? storage.apply([.remove(collection: PaywallCache.collection, key: placement)])
        }
        return answer
      }
    }
  }

  /// The reference that throws if an answer cannot be read, although a copy is cached.
  private static func throwing(
    _ name: String, _ way: any WritableKeyPath<PaywallParts, PaywallParts.Load> & Sendable,
    where isSo: @escaping @Sendable (PaywallLoad) -> Bool = { _ in true }
  ) -> Fault {
    fault(["paywall.priority.kinds-of-failure"], "\(name) throws where an answer cannot be read") { parts in
      let isUnreadable = Memo(false)
      parts.take { answer, _ in
        if answer.isUnreadable { isUnreadable.value = true }
        return answer
      }
      let inner = parts[keyPath: way]
      parts[keyPath: way] = { load in
        isUnreadable.value = false
        let paywall = try await inner(load)
        if isSo(load), isUnreadable.value { throw NothingCached() }
        return paywall
      }
    }
  }
}

extension Result<[UInt8], any Error> {
  /// Whether the layer failed in this way.
  func fails(by failure: RemoteFailure) -> Bool {
    if case .failure(let error) = self { error as? RemoteFailure == failure } else { false }
  }

  /// Whether the answer is not a paywall.
  var isUnreadable: Bool {
    if case .success(let bytes) = self { Paywall(bytes: bytes) == nil } else { false }
  }
}

extension PaywallParts {
  /// Fails every update while a condition holds.
  mutating func refuseUpdates(_ isRefused: @escaping @Sendable () -> Bool) {
    ask { remote, placement, reply in
      guard PaywallWork.current == .update, isRefused() else { return remote.ask(placement, reply) }
      reply(.failure(RemoteFailure.refused))
    }
  }

  /// Keeps some copies in memory until it is closed.
  mutating func keepUntilClosed(_ isMeant: @escaping @Sendable (_ byteCount: Int) -> Bool) {
    let (memory, base, close) = (Memo<[String: [UInt8]]>([:]), storage, close)
    store {
      $0.reads = { memory.value[$0] }
      $0.makes = { change in
        switch change {
        case .write(_, let key, let value):
          let isKept = isMeant(value.count)
          memory.change { $0[key] = isKept ? value : nil }
          return !isKept
        case .remove(_, let key): memory.change { $0[key] = nil }
        case .removeAll: memory.change { $0 = [:] }
        }
        return true
      }
    }
    self.close = { sound in
      // A copy that cannot be written while closing is lost, as in a cache that works like this.
      try? base.apply(
        memory.value.map { .write(collection: PaywallCache.collection, key: $0.key, value: $0.value) })
      close(sound)
    }
  }

  /// Keeps some copies in a clean-up.
  fileprivate mutating func leaveInCleanUp(_ isMeant: @escaping @Sendable (_ byteCount: Int) -> Bool) {
    let (left, base, cleanUp) = (Memo<[String: [UInt8]]>([:]), storage, cleanUp)
    store {
      $0.makes = { change in
        if case .write(_, let key, let value) = change {
          let isLeft = isMeant(value.count)
          left.change { $0[key] = isLeft ? value : nil }
        }
        return true
      }
    }
    self.cleanUp = { sound in
      try await cleanUp(sound)
      try base.apply(left.value.map { .write(collection: PaywallCache.collection, key: $0.key, value: $0.value) })
    }
  }
}
