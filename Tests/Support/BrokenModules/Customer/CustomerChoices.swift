import Foundation

typealias CustomerChoice = Choice<CustomerTopic, CustomerParts.Change>

/// The topics of the choices.
enum CustomerTopic {
  case switching, nobody, oldOfferings, waitingForOfferings, newListener, threads, purchases, afterPurchase, clock
  case joining, retrying, starting, encoding, writing, ids, anonymousLogOut, notStale, fetchCurrent, invalidating
  case coming, leaving, buying, clearing, retryingFirst, sandbox, foreground, afterFailure, blankIDs, log
  case order, purchaseTurns, timer, copies, returning, background, keptOfferings, askingFirst
}

extension CustomerAction {
  package static let soundVariants = SoundVariant.variants(of: CustomerChoice.all) { changes in
    CustomerParts.changed { parts in for change in changes { try change(&parts) } }
  }
}

extension CustomerChoice {
  /// Choices about reading come first, because those about users build on the calls as they are changed by then.
  static let all = readingChoices + storageChoices + listenerChoices + lifeChoices + userChoices

  private static let readingChoices: [Self] = [
    Self(.joining, "does not join reads", lacking: [.joinedReads: "each read makes its own request"]) {
      $0.joinsReads = false
    },
    Self(.clock, "goes by the date") { parts in
      let world = parts.world
      // Rounded to milliseconds, because a present-day date has little precision beyond them.
      parts.clock = OtherClock(base: world.clock) {
        .milliseconds(Int64((world.now.timeIntervalSinceReferenceDate * 1000).rounded()))
      }
      // A timer would sleep on when the date is set, although its refresh is then due. The refresh after a day in the
      // background is therefore left to the next read.
      parts.enterBackground = { await $0.endCycle() }
    },
    Self(.clock, "refreshes at five minutes sharp") { parts in
      let elapsed = stopwatch(parts.world.clock)
      parts.clock = OtherClock(base: parts.world.clock) { elapsed() + elapsed() / 1_000_000 }
    },
    Self(.waitingForOfferings, "waits for new offerings when they are old, and fails when they do not come") {
      $0.offerings = { try await $0.offerings(.notStaleCachedOrFetched) }
    },
    Self(.notStale, "serves stale data by `notStaleCachedOrFetched` when the fetch fails") {
      $0.serveFromCache(whenFailing: .notStaleCachedOrFetched)
    },
    Self(.fetchCurrent, "serves what is cached by `fetchCurrent` when the fetch fails") {
      $0.serveFromCache(whenFailing: .fetchCurrent)
    },
    Self(.retrying, "asks again once when a request fails") {
      $0.origins.customerInfo = asking(twice: $0.origins.customerInfo)
      $0.origins.offerings = asking(twice: $0.origins.offerings)
    },
    Self(.afterFailure, "waits five minutes after a refresh that failed") { parts in
      let (failed, elapsed) = (Memo<Duration?>(nil), stopwatch(parts.world.clock))
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        let info = try await attempt {
          try await fetch(user)
        } onFailure: {
          failed.value = elapsed()
        }
        failed.value = nil
        return info
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if policy ?? .cachedOrFetched == .cachedOrFetched, let time = failed.value, elapsed() - time <= .seconds(300),
          let info = try? await cache.customerInfo(.fromCacheOnly)
        {
          return info
        }
        return try await customerInfo(cache, policy)
      }
    },
  ]

  private static let storageChoices: [Self] = [
    Self(.encoding, "encodes what it stores", lacking: [.readableStorage: "what is stored is encoded"]) {
      $0.storage = EncodedStorage(base: $0.storage)
    },
    Self(.writing, "writes later than the call") { parts in
      let storage = DeferredStorage(parts.storage, soon: false)
      parts.storage = storage
      parts.waitUntilIdle = { [waitUntilIdle = parts.waitUntilIdle] cache in
        try await waitUntilIdle(cache)
        try storage.flush()
      }
    },
    Self(.log, "logs an answer from the cache in other words") {
      $0.log = { [log = $0.log] line in
        log(line.hasSuffix("customerInfo from cache") ? "Vending CustomerInfo from cache." : line)
      }
    },
    Self(.log, "logs each request") {
      $0.origins.customerInfo = { [world = $0.world, fetch = $0.origins.customerInfo] user in
        world.log("asking for customer info")
        return try await fetch(user)
      }
    },
  ]

  private static func asking<Value>(
    twice ask: @escaping @Sendable (AppUserID) async throws -> Value
  ) -> @Sendable (AppUserID) async throws -> Value {
    { user in
      do {
        return try await ask(user)
      } catch {
        return try await ask(user)
      }
    }
  }
}

extension CustomerParts {
  fileprivate mutating func serveFromCache(whenFailing failing: CustomerFetchPolicy) {
    self.customerInfo = { [customerInfo] cache, policy in
      do {
        return try await customerInfo(cache, policy)
      } catch {
        guard policy == failing else { throw error }
        return try await cache.customerInfo(.fromCacheOnly)
      }
    }
  }
}
