import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache
import Synchronization

extension PaywallAction {
  package static let soundVariants = SoundVariant.variants(of: PaywallChoice.all) { changes in
    PaywallParts.changed { parts in for change in changes { try change(&parts) } }
  }
}

typealias PaywallChoice = Choice<PaywallTopic, @Sendable (inout PaywallParts) throws -> Void>

/// What the choices are about.
enum PaywallTopic {
  case retry, joining, storing, encoding, versions, age, boundary, updating, ending, lateness, preloading, file
}

extension PaywallChoice {
  /// What changes storage comes first: the others go through it.
  static let all: [Self] =
    keeping + asking + updating + [
      Self(.ending, "fails requests under way when it is closed") { $0.endRequests() },
      Self(.preloading, "hands out by the policy what is preloaded") {
        $0.preloaded = { try await $0.sound.loadAdaptively($0.placement, override: nil) }
      },
      Self(.file, "reads the fallback file at the start only") { parts in
        let fallbacks = parts.fallbacks
        parts.configuration.fallback = nil
        parts.answer { load, soundly in
          do { return try await soundly(load) } catch {
            guard let fallback = fallbacks.first(where: { $0.placement == load.placement }) else { throw error }
            return fallback
          }
        }
      },
    ]

  private static let asking: [Self] = [
    Self(.retry, "asks a layer that fails once more") { parts in
      parts.configuration.remotes = parts.configuration.remotes.flatMap { [$0, $0] }
    },
    Self(.retry, "asks both layers once more when both have failed") { parts in
      parts.configuration.remotes += parts.configuration.remotes
    },
    Self(.joining, "joins equal requests", lacking: [.separateRequests: "equal requests are joined"]) {
      $0.joinRequests()
    },
    Self(.lateness, "keeps an answer that comes too late") { $0.keepLateAnswers() },
  ]

  private static let keeping: [Self] = [
    Self(.storing, "writes behind, and reads what it has yet to write") { parts in
      let (behind, close) = (WriteBehind(base: parts.storage), parts.close)
      parts.storage = behind
      parts.settle = { behind.flush() }
      parts.close = { sound in
        close(sound)
        behind.flush()
      }
    },
    Self(.encoding, "encrypts what it stores") { parts in
      let encrypted: @Sendable ([UInt8]) -> [UInt8] = { $0.map { $0 ^ 0x5A } }
      let base = parts.storage
      parts.store {
        $0.value = { _, value in encrypted(value) }
        $0.reads = { key in (try? base.read(collection: PaywallCache.collection, key: key)).map(encrypted) }
        $0.lists = { $0.map { ($0.key, encrypted($0.value)) } }
      }
    },
    Self(.versions, "never puts an older version in place of a newer") { parts in
      let before = parts
      parts.store {
        $0.value = { key, value in
          guard
            let old = try? before.entry(for: key), let new = PaywallCacheEntry(bytes: value),
            old.paywall.version > new.paywall.version
          else { return value }
          return PaywallCacheEntry(old.paywall, loadedAt: new.loadedAt).bytes
        }
      }
    },
    Self(.boundary, "takes a copy that is as old as maxAge for expired") { parts in
      parts.take { policy in
        guard case .returnCacheDataIfNotExpiredElseLoad(let maxAge) = policy, maxAge > .zero else { return policy }
        return .returnCacheDataIfNotExpiredElseLoad(maxAge: maxAge - .microseconds(100))
      }
    },
    Self(.age, "goes by the running time while it runs") { parts in
      let (start, elapsed) = (parts.world.now, Self.stopwatch(parts.world.clock))
      parts.now = { start.addingTimeInterval(elapsed().seconds) }
    },
  ]

  private static let updating: [Self] = [
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

  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

extension PaywallParts {
  /// Asks a layer once for all that wait for the same answer.
  fileprivate mutating func joinRequests() {
    let waiting = PaywallMemo<[String: [PaywallRemote.Reply]]>([:])
    ask { remote, placement, reply in
      let name = "\(remote.name) \(placement)"
      if waiting.change({ $0[name, default: []].append(reply) })[name] != nil { return }
      remote.ask(placement) { answer in
        for reply in waiting.change({ $0[name] = nil })[name] ?? [] { reply(answer) }
      }
    }
  }

  /// Caches what a layer answers that was given up on, as long as the app runs.
  fileprivate mutating func keepLateAnswers() {
    let (parts, isClosed, close) = (self, PaywallMemo(false), close)
    self.close = { sound in
      isClosed.change { $0 = true }
      close(sound)
    }
    ask { remote, placement, reply in
      let start = parts.world.now
      remote.ask(placement) { answer in
        let waited = parts.world.now.timeIntervalSince(start)
        if waited >= parts.configuration.timeOut.seconds, !isClosed.value, case .success(let bytes) = answer,
          let paywall = Paywall(bytes: bytes)
        {
          try? parts.store(paywall, for: placement, loadedAt: parts.now())
        }
        reply(answer)
      }
    }
  }

  /// Has every request that waits for an answer fail when the app ends.
  fileprivate mutating func endRequests() {
    let (waiting, close) = (PaywallMemo<[PaywallRemote.Reply]?>([]), close)
    self.close = { sound in
      close(sound)
      for reply in waiting.change({ $0 = nil }) ?? [] { reply(.failure(CancellationError())) }
    }
    ask { remote, placement, reply in
      guard waiting.change({ $0?.append(reply) }) != nil else { return reply(.failure(CancellationError())) }
      remote.ask(placement, reply)
    }
  }
}

/// Storage that writes in the background, and reads what it has yet to write.
private final class WriteBehind: Storage {
  private let base: any Storage
  private let pending = Mutex<[StorageChange]>([])

  init(base: any Storage) { self.base = base }

  /// Writes what is yet to be written.
  func flush() {
    pending.withLock { changes in
      try? base.apply(changes)
      changes = []
    }
  }

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    for change in pending.withLock(\.self).reversed() {
      switch change {
      case .write(collection, key, let value): return value
      case .remove(collection, key), .removeAll(collection): return nil
      default: continue
      }
    }
    return try base.read(collection: collection, key: key)
  }

  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    flush()
    return try base.readAll(collection: collection)
  }

  func apply(_ changes: [StorageChange]) throws(StorageError) {
    pending.withLock { $0 += changes }
    Task { flush() }
  }

  func scrub() throws(StorageError) {
    flush()
    try base.scrub()
  }

  func close() {
    flush()
    base.close()
  }
}
