import Foundation

extension PaywallAction {
  /// Effects of a failure on the cache, or on the next update.
  static let outageFaults: [Fault] = [
    fault(["paywall.fallback.never-masks-newer-data"], "an update that fails caches the fallback") { parts in
      let before = parts
      parts.whenUpdatesFail { placement in before.storeFallback(of: placement) { _, _ in true } }
    },
    fault(["paywall.fallback.never-masks-newer-data"], "an update that fails caches a newer fallback") { parts in
      let before = parts
      parts.whenUpdatesFail { placement in
        before.storeFallback(of: placement) { fallback, copy in copy.map { $0.version < fallback.version } ?? false }
      }
    },
    fault(["paywall.fallback.never-masks-newer-data"], "an update caches the fallback of what is not cached") { parts in
      let before = parts
      parts.timers = [
        { placements in
          for fallback in before.fallbacks { before.storeFallback(of: fallback.placement) { _, copy in copy == nil } }
          return placements
        }
      ]
    },
    fault(
      ["paywall.overlap.update-during-load", "paywall.lifecycle.manual-cleanup-clears"],
      "an update that fails writes back the copy that was there before it asked"
    ) { parts in
      let (before, copies) = (parts, Memo<[String: PaywallCacheEntry]>([:]))
      let first = parts.configuration.remotes.first?.name
      parts.whenUpdatesFail { placement in
        guard let copy = copies.value[placement] else { return }
        try? before.store(copy.paywall, for: placement, loadedAt: copy.loadedAt)
      }
      parts.ask { remote, placement, reply in
        if remote.name == first, PaywallWork.current == .update {
          let copy = try? before.entry(for: placement)
          copies.change { $0[placement] = copy }
        }
        remote.ask(placement, reply)
      }
    },
    fault(["paywall.lifecycle.manual-cleanup-clears"], "a call that fails stores again what was there before it asked")
    {
      $0.answer { load, soundly in
        let before = try load.entry
        return try await attempt {
          try await soundly(load)
        } onFailure: {
          if let before { try load.store(before.paywall, loadedAt: before.loadedAt) }
        }
      }
    },
    fault(["paywall.background.failure-keeps-copy"], "updates no more once a dozen in a row have failed") { parts in
      let count = Memo(0)
      parts.refuseUpdates { count.value >= 12 }
      parts.take { answer, _ in
        if case .success = answer { count.value = 0 }
        return answer
      }
      parts.whenUpdatesFail { _ in count.next() }
    },
    fault(["paywall.background.failure-keeps-copy"], "updates a placement no more that has failed ten times") { parts in
      let failed = Memo<[String: Int]>([:])
      parts.timers = [{ $0.filter { failed.value[$0, default: 0] < 10 } }]
      parts.whenUpdatesFail { failed.next($0) }
    },
    fault(["paywall.background.updates-cache"], "updates no more once preloading has failed") {
      let isOver = Memo(false)
      $0.refuseUpdates { isOver.value }
      $0.whenFailed(.preload) { _ in isOver.value = true }
    },
    fault(["paywall.background.updates-cache"], "updates no more once the adaptive service has thrown") {
      let isOver = Memo(false)
      $0.refuseUpdates { isOver.value }
      $0.loadAdaptively = { [loadAdaptively = $0.loadAdaptively] load in
        try await attempt {
          try await loadAdaptively(load)
        } onFailure: {
          isOver.value = true
        }
      }
    },
    fault(["paywall.background.updates-cache"], "updates no more once an update was due without a network") { parts in
      let (isOver, world) = (Memo(false), parts.world)
      parts.refuseUpdates {
        if world.networkQuality == .offline { isOver.value = true }
        return isOver.value
      }
    },
    fault(["paywall.priority.fallback-after-cache"], "has no fallback where there is no network") {
      $0.answer { load, soundly in
        let paywall = try await soundly(load)
        let isOffline = load.parts.world.networkQuality == .offline
        if isOffline, load.parts.fallbacks.contains(paywall), try load.entry == nil { throw NothingCached() }
        return paywall
      }
    },
    fault(["paywall.priority.server-after-cdn"], "asks the CDN alone over a network that is not good") {
      $0.loadAdaptively = { [loadAdaptively = $0.loadAdaptively] load in
        guard load.policy == nil, load.parts.world.networkQuality < .good, try load.entry == nil else {
          return try await loadAdaptively(load)
        }
        return try await load.first(of: [.cdn, .fallback])
      }
    },
    fault(["paywall.input.never-answers"], "has one time-out for all requests") { $0.shareTimeOut() },
    fault(["paywall.input.never-answers"], "gives up on all requests where one has had no answer") {
      $0.giveUpTogether()
    },
    fault(["paywall.policy.max-age-restarts"], "an answer that comes too late makes the copy young") {
      $0.hearLateAnswers { parts, late in
        guard let entry = try? parts.entry(for: late.placement) else { return }
        try? parts.store(entry.paywall, for: late.placement, loadedAt: parts.now())
      }
    },
  ]
}

extension PaywallParts {
  /// Does something when the last remote layer fails in this kind of work.
  mutating func whenFailed(_ work: PaywallWork, _ act: @escaping @Sendable (_ placement: String) -> Void) {
    let last = configuration.remotes.last?.name
    ask { remote, placement, reply in
      let isMeant = remote.name == last && PaywallWork.current == work
      remote.ask(placement) { answer in
        if isMeant, case .failure = answer { act(placement) }
        reply(answer)
      }
    }
  }

  /// Does something when an update fails.
  fileprivate mutating func whenUpdatesFail(_ act: @escaping @Sendable (_ placement: String) -> Void) {
    whenFailed(.update, act)
  }

  /// Caches the fallback of a placement if a condition on it and on the copy holds.
  fileprivate func storeFallback(
    of placement: String, where isStored: (_ fallback: Paywall, _ copy: Paywall?) -> Bool
  ) {
    guard let fallback = fallbacks.first(where: { $0.placement == placement }) else { return }
    guard isStored(fallback, (try? entry(for: placement))?.paywall) else { return }
    // A failure to store is ignored, because a sound cache would store nothing here.
    try? store(fallback, for: placement, loadedAt: now())
  }

  /// Waits for only one timeout at a time: a request ends the timeout of the one before it.
  fileprivate mutating func shareTimeOut() {
    let waiting = Memo<Task<Void, Never>?>(nil)
    timeOut { timer, _ in
      waiting.replace(timer)?.cancel()
    } giveUp: {
      $0(.failure(RemoteFailure.timeOut))
    }
  }

  /// Fails all requests under way when one has waited for the whole timeout.
  fileprivate mutating func giveUpTogether() {
    let underWay = Memo<[PaywallRemote.Reply]>([])
    timeOut { _, reply in
      underWay.change { $0.append(reply) }
    } giveUp: { _ in
      for reply in underWay.replace([]) { reply(.failure(RemoteFailure.timeOut)) }
    }
  }

  /// Gives each request a timer of its own in place of the reference's.
  private mutating func timeOut(
    _ began: @escaping @Sendable (_ timer: Task<Void, Never>, @escaping PaywallRemote.Reply) -> Void,
    giveUp: @escaping @Sendable (PaywallRemote.Reply) -> Void
  ) {
    let (world, timeOut) = (world, configuration.timeOut)
    configuration.timeOut = .seconds(1 << 40)
    ask { remote, placement, reply in
      // Counted from here, however late the task starts.
      let deadline = world.now + timeOut.seconds
      let timer = Task {
        let rest = Duration.seconds(deadline.timeIntervalSince(world.now))
        guard (try? await world.clock.sleep(for: rest)) != nil else { return }
        giveUp(reply)
      }
      began(timer, reply)
      remote.ask(placement) { answer in
        timer.cancel()
        reply(answer)
      }
    }
  }
}
