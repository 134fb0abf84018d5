import Foundation

extension PaywallAction {
  package static let soundVariants =
    SoundVariant.variants(of: PaywallChoice.all) { changes in
      PaywallParts.changed { parts in for change in changes { try change(&parts) } }
    } + [encoded]

  /// A module that reads answers and its fallback file in a form of its own.
  private static let encoded = SoundVariant(
    ["has an encoding of its own"],
    PaywallParts.changed(on: .memory, encoding: PaywallEncoding(answer: encode, fallback: { $0.flatMap(encode) })) {
      parts in
      parts.take { answer, _ in answer.map { Paywall(bytes: decode($0)) == nil ? [] : decode($0) } }
      parts.readFallbacksOnce { Paywall.list(bytes: decode($0)) ?? [] }
    })

  private static func encode(_ paywall: Paywall) -> [UInt8] { paywall.bytes.map { ~$0 } }
  private static func decode(_ bytes: [UInt8]) -> [UInt8] { bytes.map { ~$0 } }
}

typealias PaywallChoice = Choice<PaywallTopic, PaywallParts.Change>

/// The topics of the choices.
enum PaywallTopic {
  case retry, joining, storing, encoding, versions, age, boundary, updating, ending, lateness, preloading, file
  case cleaning, logOut, updatingFrom, offline, names
}

extension PaywallChoice {
  /// Choices that change storage come first, because the others use it.
  static let all: [Self] =
    keeping + asking + updating + [
      Self(.ending, "fails requests under way when it is closed") { $0.endRequests() },
      Self(.cleaning, "cleans up when what is under way behind is done") {
        $0.cleanUp = { sound in
          await sound.waitUntilIdle()
          // The kit must support a module that checks for cancellation, and one whose wait ends after other work.
          try Task.checkCancellation()
          for _ in 0..<1_000 { await Task.yield() }
          try sound.cleanUp()
        }
      },
      Self(.logOut, "stores nothing that was under way at a log-out") {
        let count = Memo(0)
        $0.logOut = { _ in count.next() }
        $0.answer { load, soundly in
          let (logOuts, before) = (count.value, try load.entry)
          let paywall = try await soundly(load)
          if logOuts != count.value, let before, try load.entry?.paywall == paywall {
            try load.store(before.paywall, loadedAt: before.loadedAt)
          }
          return paywall
        }
      },
      Self(.preloading, "hands out by the policy what is preloaded") {
        $0.preloaded = { try await $0.sound.loadAdaptively($0.placement, override: nil) }
      },
      Self(.file, "reads the fallback file at the start only") {
        $0.readFallbacksOnce { Paywall.list(bytes: $0) ?? [] }
      },
    ]

  private static let asking: [Self] = [
    Self(.offline, "asks no server where there is no network") { $0.askNoServerWithoutNetwork() },
    Self(.retry, "asks a layer that fails once more") { parts in
      parts.configuration.remotes = parts.configuration.remotes.flatMap { [$0, $0] }
    },
    Self(.retry, "asks both layers once more when both have failed") { parts in
      parts.configuration.remotes += parts.configuration.remotes
    },
    Self(.retry, "asks a layer that fails, or is silent, once more two seconds later") { parts in
      let (clock, isOpen, close) = (parts.world.clock, Memo(true), parts.close)
      parts.close = { sound in
        _ = isOpen.replace(false)
        close(sound)
      }
      parts.configuration.remotes = parts.configuration.remotes.flatMap { remote in
        [Duration.zero, .seconds(2)].map { pause in
          PaywallRemote(remote.name) { placement, reply in
            Task {
              if pause > .zero { try? await clock.sleep(for: pause) }
              // Who has ended asks nothing more.
              if isOpen.value { remote.ask(placement, reply) } else { reply(.failure(CancellationError())) }
            }
          }
        }
      }
    },
    Self(.names, "removes white space around names") { parts in
      let trim: @Sendable (String) -> String = { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      parts.store { $0.key = trim }
      parts.ask { remote, placement, reply in remote.ask(trim(placement), reply) }
      parts.answer { load, soundly in
        do { return try await soundly(load) } catch {
          let fallback = load.parts.fallbacks.first { trim($0.placement) == trim(load.placement) }
          guard let fallback else { throw error }
          return fallback
        }
      }
    },
    Self(.joining, "joins equal requests", lacking: [.separateRequests: "equal requests are joined"]) {
      $0.joinRequests()
    },
    Self(.lateness, "keeps an answer that comes too late") {
      $0.hearLateAnswers { parts, paywall in
        try? parts.store(paywall, for: paywall.placement, loadedAt: parts.now())
      }
    },
  ]

  private static let keeping: [Self] = [
    // First, so that the other choices see unencrypted bytes.
    Self(.encoding, "encrypts what it stores") { $0.storage = EncodedStorage(base: $0.storage) },
    Self(.storing, "writes behind the call") { parts in
      let (behind, close) = (DeferredStorage(parts.storage, soon: true), parts.close)
      parts.storage = behind
      parts.settle = { try? behind.flush() }
      parts.close = { sound in
        close(sound)
        try? behind.flush()
      }
    },
    Self(.storing, "keeps contents in a file of their own") { $0.keepContentsApart(.compares) },
    Self(.versions, "never puts an older version in place of a newer") { parts in
      parts.insteadOfOlderVersions { old, new in PaywallCacheEntry(old.paywall, loadedAt: new.loadedAt) }
    },
    Self(.versions, "never returns, or stores, an older version than the one cached") { parts in
      parts.insteadOfOlderVersions { old, _ in old }
      parts.answer { load, soundly in
        let copy = try load.entry?.paywall
        let paywall = try await soundly(load)
        return copy.map { $0.version > paywall.version && $0.placement == paywall.placement ? $0 : paywall } ?? paywall
      }
    },
    Self(.boundary, "takes a copy that is as old as maxAge for expired") { parts in
      parts.take { policy in
        guard case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = policy, maxAge > .zero else { return policy }
        return .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge - .microseconds(100))
      }
    },
    Self(.age, "goes by the running time while it runs") { parts in
      let (start, elapsed) = (parts.world.now, stopwatch(parts.world.clock))
      // A microsecond early: the sum is rounded, and a copy from the future is not young.
      parts.now = { start.addingTimeInterval(elapsed().seconds - 0.000_001) }
    },
  ]

  private static let updating: [Self] = [
    Self(.updatingFrom, "updates from the CDN only") { parts in
      parts.ask { [server = parts.configuration.remotes.last?.name] remote, placement, reply in
        guard remote.name == server, PaywallWork.current == .update else { return remote.ask(placement, reply) }
        reply(.failure(RemoteFailure.refused))
      }
    },
    Self(.updating, "updates at the start too") { parts in
      let (updates, all) = (parts.configuration.updateInterval != nil, parts)
      parts.atStart = { sound in
        guard updates else { return }
        for placement in (try? all.placements.sorted()) ?? [] { _ = try? await sound.load(placement, policy: nil) }
      }
    },
    Self(.updating, "has a timer for each of two parts of the placements") {
      $0.timers = [{ Array($0.prefix(1)) }, { Array($0.dropFirst()) }]
    },
    Self(.updating, "leaves out of an update what was loaded within the interval") { parts in
      guard let interval = parts.configuration.updateInterval else { return }
      let all = parts
      parts.timers = [
        { placements in
          placements.filter { placement in
            guard let entry = try? all.entry(for: placement) else { return true }
            return !entry.isYoung(interval - .milliseconds(1), at: all.now())
          }
        }
      ]
    },
  ]

}

extension PaywallParts {
  /// Reads the fallback file when the app starts.
  fileprivate mutating func readFallbacksOnce(_ decode: ([UInt8]) -> [Paywall]) {
    let fallbacks = decode(configuration.fallback.flatMap { try? Data(contentsOf: $0) }.map { [UInt8]($0) } ?? [])
    configuration.fallback = nil
    answer { load, soundly in
      do { return try await soundly(load) } catch {
        guard let fallback = fallbacks.first(where: { $0.placement == load.placement }) else { throw error }
        return fallback
      }
    }
  }

  /// Joins requests to a layer that wait for the same answer.
  fileprivate mutating func joinRequests() {
    let waiting = Memo<[String: [PaywallRemote.Reply]]>([:])
    ask { remote, placement, reply in
      let name = "\(remote.name) \(placement)"
      let isFirst = waiting.change { waiting in
        waiting[name, default: []].append(reply)
        return waiting[name]?.count == 1
      }
      guard isFirst else { return }
      remote.ask(placement) { answer in
        for reply in waiting.change({ $0.removeValue(forKey: name) }) ?? [] { reply(answer) }
      }
    }
  }

  /// Makes a request to the server fail at once if the CDN could not be reached for want of a network.
  fileprivate mutating func askNoServerWithoutNetwork() {
    let server = configuration.remotes.last?.name
    let hasNetwork = Memo<[String: Bool]>([:])
    ask { remote, placement, reply in
      if remote.name == server, hasNetwork.value[placement] == false {
        return reply(.failure(RemoteFailure.noNetwork))
      }
      remote.ask(placement) { answer in
        hasNetwork.change { $0[placement] = !answer.fails(by: .noNetwork) }
        reply(answer)
      }
    }
  }

  /// Fails every pending request when the app ends.
  fileprivate mutating func endRequests() {
    let (waiting, close) = (Memo<[PaywallRemote.Reply]?>([]), close)
    self.close = { sound in
      close(sound)
      for reply in waiting.replace(nil) ?? [] { reply(.failure(CancellationError())) }
    }
    ask { remote, placement, reply in
      guard waiting.change({ $0?.append(reply) }) != nil else { return reply(.failure(CancellationError())) }
      remote.ask(placement, reply)
    }
  }
}

extension PaywallParts {
  /// If a new entry has an older version than the cached one, stores what a closure makes of the two.
  fileprivate mutating func insteadOfOlderVersions(
    _ entry: @escaping @Sendable (_ old: PaywallCacheEntry, _ new: PaywallCacheEntry) -> PaywallCacheEntry
  ) {
    let before = self
    store {
      $0.value = { key, value in
        guard
          let old = try? before.entry(for: key), let new = PaywallCacheEntry(bytes: value),
          old.paywall.version > new.paywall.version
        else { return value }
        return entry(old, new).bytes
      }
    }
  }
}
