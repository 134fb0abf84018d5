import Foundation

/// Changes shared by several faults and blind modules.
extension PaywallParts {
  /// Counts the requests that wait for an answer.
  mutating func countRequests() -> Memo<Int> {
    let count = Memo(0)
    ask { remote, placement, reply in
      count.next()
      let isAnswered = Memo(false)
      remote.ask(placement) { answer in
        if !isAnswered.replace(true) { count.change { $0 -= 1 } }
        reply(answer)
      }
    }
    return count
  }

  /// Stops background updates once so many placements have failed, until the date changes.
  mutating func endUpdates(withFailures limit: Int) {
    let (failed, now) = (Memo<(date: Date, count: Int)?>(nil), now)
    let last = configuration.remotes.last?.name
    ask { remote, placement, reply in
      guard PaywallWork.current == .update else { return remote.ask(placement, reply) }
      if let failed = failed.value, failed.date == now(), failed.count >= limit {
        return reply(.failure(RemoteFailure.refused))
      }
      remote.ask(placement) { answer in
        if case .failure = answer, remote.name == last {
          failed.change { failed in
            let count = failed.map { $0.date == now() ? $0.count : 0 } ?? 0
            failed = (now(), count + 1)
          }
        }
        reply(answer)
      }
    }
  }

  /// Preloads one placement after another, until so many have failed.
  mutating func endPreloading(withFailures limit: Int) {
    preload = { sound, placements in
      var count = 0
      if placements.isEmpty { sound.preload([]) }
      for placement in placements.sorted() where count < limit {
        sound.preload([placement])
        await sound.waitUntilIdle()
        if try sound.cachedPaywall(for: placement) == nil { count += 1 }
      }
    }
  }

  /// Replaces the policy of loads with a `maxAge`.
  mutating func takeAge(_ policy: @escaping @Sendable (PaywallFetchPolicy?) -> PaywallFetchPolicy?) {
    take { if case .returnCacheDataIfNotExpiredElseLoad = $0 { policy($0) } else { $0 } }
  }

  /// Changes the date of every copy when the app starts.
  func stamp(_ date: (Self) -> Date) throws {
    for placement in try placements {
      if let entry = try entry(for: placement) { try store(entry.paywall, for: placement, loadedAt: date(self)) }
    }
  }

  /// Returns an empty paywall if a copy was cached once, but cannot be read.
  mutating func serveUnreadableCopiesAsEmpty() {
    let names: Memo<Set<String>> = world.world.storage.inMemory("names of copies") { Memo([]) }
    cleanUp = { [cleanUp] sound in
      names.value = []
      try await cleanUp(sound)
    }
    load = { load in
      if names.value.contains(load.placement), try load.entry == nil { return load.emptyPaywall }
      let paywall = try await load.soundly()
      if try load.entry != nil { names.change { _ = $0.insert(load.placement) } }
      return paywall
    }
  }

  /// Uses an answer that came too late, or twice, as the answer to the next request.
  mutating func takeLeftOvers() {
    let (world, timeOut) = (world, configuration.timeOut)
    let leftOver = Memo<[String: [UInt8]]>([:])
    ask { remote, placement, reply in
      let name = "\(remote.name) \(placement)"
      if let bytes = leftOver.change({ $0.removeValue(forKey: name) }) { return reply(.success(bytes)) }
      let hasAnswered = Memo(false)
      let start = world.now
      remote.ask(placement) { answer in
        let isWaitedFor = !hasAnswered.replace(true) && world.now.timeIntervalSince(start) < timeOut.seconds
        if !isWaitedFor, case .success(let bytes) = answer { leftOver.change { $0[name] = bytes } }
        reply(answer)
      }
    }
  }

  /// Calls a closure with each answer that a layer gives after its timeout, while the app runs.
  mutating func hearLateAnswers(_ hear: @escaping @Sendable (Self, Paywall) -> Void) {
    let (parts, isClosed, close) = (self, Memo(false), close)
    self.close = { sound in
      isClosed.value = true
      close(sound)
    }
    ask { remote, placement, reply in
      let start = parts.world.now
      remote.ask(placement) { answer in
        let waited = parts.world.now.timeIntervalSince(start)
        if waited >= parts.configuration.timeOut.seconds, !isClosed.value, case .success(let bytes) = answer,
          let paywall = Paywall(bytes: bytes)
        {
          hear(parts, paywall)
        }
        reply(answer)
      }
    }
  }

  /// Drops the server's answer while the CDN has not answered.
  mutating func dropAnswersBehindSilence() {
    let (cdn, server) = (configuration.remotes[0], configuration.remotes[1])
    let isSilent = Memo(false)
    configuration.remotes = [
      PaywallRemote(cdn.name) { placement, reply in
        isSilent.value = true
        cdn.ask(placement) { answer in
          isSilent.change { $0 = false }
          reply(answer)
        }
      },
      PaywallRemote(server.name) { placement, reply in
        server.ask(placement) { reply(isSilent.value ? .failure(RemoteFailure.timeOut) : $0) }
      },
    ]
  }

  /// Limits the size of all copies together.
  mutating func dropOthers(beyondBytes limit: Int) {
    let (storage, sizes) = (storage, Memo<[String: Int]>([:]))
    store {
      $0.makes = { change in
        guard case .write(let collection, let key, let value) = change else {
          sizes.value = [:]
          return true
        }
        let dropped = sizes.change { sizes in
          sizes[key] = value.count
          if sizes.values.reduce(0, +) <= limit { return [String]() }
          defer { sizes = [key: value.count] }
          return sizes.keys.filter { $0 != key }
        }
        try? storage.apply(dropped.map { .remove(collection: collection, key: $0) })
        return true
      }
    }
  }

  /// Limits the number of copies in addition to the one being written.
  mutating func dropOthers(beyond count: Int) {
    // The keys are read only once, because listing them at each write would exceed the time limit.
    let (storage, kept) = (storage, Memo<Set<String>?>(nil))
    store {
      $0.makes = { change in
        guard case .write(let collection, let key, _) = change else {
          kept.value = nil
          return true
        }
        kept.change { kept in
          var others = kept ?? Set((try? storage.readAll(collection: collection).map(\.key)) ?? [])
          others.remove(key)
          if others.count >= count, let first = others.min() {
            try? storage.apply([.remove(collection: collection, key: first)])
            others.remove(first)
          }
          kept = others.union([key])
        }
        return true
      }
    }
  }
}

/// Storage outside the app, which its removal does not clear, separate for each world.
final class PaywallOutside: Sendable {
  // Each world is retained along with its storage, so that no later world can have the same identifier.
  private let kept = Memo<[ObjectIdentifier: (world: PaywallWorld, storage: MemoryStorage)]>([:])

  func storage(of world: PaywallWorld) -> MemoryStorage {
    let (id, fresh) = (ObjectIdentifier(world), MemoryStorage())
    return kept.change { kept in
      let known = kept[id] ?? (world, fresh)
      kept[id] = known
      return known.storage
    }
  }
}

extension Paywall {
  /// The paywall with a closure applied to its content.
  func with(_ content: ([UInt8]) -> [UInt8]) -> Self {
    Paywall(placement: placement, version: version, content: content(self.content))
  }
}

extension Result<[UInt8], any Error> {
  /// Whether the layer failed in this way.
  func fails(by failure: RemoteFailure) -> Bool {
    if case .failure(let error) = self { error as? RemoteFailure == failure } else { false }
  }
}
