import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache
import Synchronization

/// Asks layers in another order, or leaves some out, under the default policy.
protocol LayerOrder: PaywallFault {
  static var layers: [PaywallLayer] { get }
}

extension LayerOrder {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let isDefault = load.policy == nil || load.policy == .reloadRevalidatingCacheData
    return isDefault ? try await load.first(of: layers) : try await load.soundly()
  }
}

enum ServerBeforeCDN: LayerOrder { static let layers: [PaywallLayer] = [.server, .cdn, .cache, .fallback] }
enum CacheBeforeServer: LayerOrder { static let layers: [PaywallLayer] = [.cdn, .cache, .server, .fallback] }
enum FallbackBeforeCache: LayerOrder { static let layers: [PaywallLayer] = [.cdn, .server, .fallback, .cache] }
enum CacheForCDN: LayerOrder { static let layers: [PaywallLayer] = [.cache, .server, .cdn, .fallback] }
enum FallbackForCDN: LayerOrder { static let layers: [PaywallLayer] = [.fallback, .server, .cache, .cdn] }
enum FallbackForServer: LayerOrder { static let layers: [PaywallLayer] = [.cdn, .fallback, .cache, .server] }
enum NoCDN: LayerOrder { static let layers: [PaywallLayer] = [.server, .cache, .fallback] }
enum NoServer: LayerOrder { static let layers: [PaywallLayer] = [.cdn, .cache, .fallback] }
enum NoCache: LayerOrder { static let layers: [PaywallLayer] = [.cdn, .server, .fallback] }
enum NoFallback: LayerOrder { static let layers: [PaywallLayer] = [.cdn, .server, .cache] }

/// Answers of a remote layer, tampered with on their way.
protocol RemoteTampering: PaywallFault {
  static func ask(
    _ remote: PaywallRemote, for placement: String, _ parts: PaywallParts, _ reply: @escaping PaywallRemote.Reply)
}

extension RemoteTampering {
  static func build(_ parts: inout PaywallParts) {
    let sound = parts
    parts.configuration.remotes = sound.configuration.remotes.map { remote in
      PaywallRemote(remote.name) { placement, reply in ask(remote, for: placement, sound, reply) }
    }
  }
}

enum AsksEachLayerTwice: RemoteTampering {
  static func ask(
    _ remote: PaywallRemote, for placement: String, _ parts: PaywallParts, _ reply: @escaping PaywallRemote.Reply
  ) {
    remote.ask(placement) { _ in }
    remote.ask(placement, reply)
  }
}

enum AsksBothAtOnce: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let paywall = try await load.soundly()
    if load.policy == nil { load.parts.configuration.remotes.last?.ask(load.placement) { _ in } }
    return paywall
  }
}

enum FailureIsAnAnswer: RemoteTampering {
  static func ask(
    _ remote: PaywallRemote, for placement: String, _ parts: PaywallParts, _ reply: @escaping PaywallRemote.Reply
  ) {
    remote.ask(placement) { answer in
      guard case .failure(OriginFailure.serverError) = answer else { return reply(answer) }
      reply(.success(Paywall(placement: placement, version: 0, content: []).bytes))
    }
  }
}

enum GarbageIsAnEmptyPaywall: RemoteTampering {
  static func ask(
    _ remote: PaywallRemote, for placement: String, _ parts: PaywallParts, _ reply: @escaping PaywallRemote.Reply
  ) {
    remote.ask(placement) { answer in
      guard case .success(let bytes) = answer, Paywall(bytes: bytes) == nil else { return reply(answer) }
      reply(.success(Paywall(placement: placement, version: 0, content: []).bytes))
    }
  }
}

enum OfflineWipesTheCache: RemoteTampering {
  static func ask(
    _ remote: PaywallRemote, for placement: String, _ parts: PaywallParts, _ reply: @escaping PaywallRemote.Reply
  ) {
    remote.ask(placement) { answer in
      if case .failure = answer {
        try? parts.storage.apply([.remove(collection: PaywallCache.collection, key: placement)])
      }
      reply(answer)
    }
  }
}

enum GivesUpOnTheCDN: PaywallFault {
  static func build(_ parts: inout PaywallParts) {
    let cdn = parts.configuration.remotes[0]
    let hasFailed = Flag()
    parts.configuration.remotes[0] = PaywallRemote(cdn.name) { placement, reply in
      if hasFailed.isSet { return reply(.failure(OriginFailure.noConnection)) }
      cdn.ask(placement) { answer in
        if case .failure = answer { hasFailed.set() }
        reply(answer)
      }
    }
  }
}

enum TimeOutSpoilsTheServer: PaywallFault {
  static func build(_ parts: inout PaywallParts) {
    let (cdn, server) = (parts.configuration.remotes[0], parts.configuration.remotes[1])
    let isWaiting = Flag()
    parts.configuration.remotes[0] = PaywallRemote(cdn.name) { placement, reply in
      isWaiting.set()
      cdn.ask(placement) { answer in
        isWaiting.set(false)
        reply(answer)
      }
    }
    parts.configuration.remotes[1] = PaywallRemote(server.name) { placement, reply in
      server.ask(placement) { answer in reply(isWaiting.isSet ? .failure(OriginFailure.timeOut) : answer) }
    }
  }
}

/// Answers that nobody waited for are taken for the answer to the next request.
enum LeftoverAnswersCount: PaywallFault {
  static func build(_ parts: inout PaywallParts) {
    let clock = parts.world.clock
    parts.configuration.remotes = parts.configuration.remotes.map { remote in
      let leftover = Leftover()
      return PaywallRemote(remote.name) { placement, reply in
        if let answer = leftover.take(for: placement) { return reply(.success(answer)) }
        let answers = Counter()
        let elapsed = Self.elapsed(on: clock)
        remote.ask(placement) { answer in
          let isLate = elapsed() >= .seconds(10)
          if answers.next() > 1 || isLate, case .success(let bytes) = answer { leftover.put(bytes, for: placement) }
          reply(answer)
        }
      }
    }
  }

  private static func elapsed(on clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }
}

enum EmptyPaywallInPlaceOfError: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    do {
      return try await load.soundly()
    } catch {
      return Paywall(placement: load.placement, version: 0, content: [])
    }
  }
}

enum AnyFallbackWillDo: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    do {
      return try await load.soundly()
    } catch {
      guard
        let file = load.parts.configuration.fallback,
        let first = Paywall.list(bytes: [UInt8](try Data(contentsOf: file)))?.first
      else { throw error }
      return first
    }
  }
}

enum FallbackIsForgottenAtRestart: PaywallFault {
  static func build(_ parts: inout PaywallParts) throws {
    if try !parts.storage.readAll(collection: PaywallCache.collection).isEmpty { parts.configuration.fallback = nil }
  }
}

enum FallbackIsCached: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let paywall = try await load.soundly()
    if try load.cached == nil { try await load.keep(paywall) }
    return paywall
  }
}

enum FallbackWithEmojiIsNotFound: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let paywall = try await load.soundly()
    if try load.cached == nil, !load.placement.utf8.allSatisfy({ $0 < 0x80 }) { throw NothingCached() }
    return paywall
  }
}

enum BadFallbackFileStopsTheApp: PaywallFault {
  static func build(_ parts: inout PaywallParts) throws {
    if let file = parts.configuration.fallback { _ = try Data(contentsOf: file) }
  }
}

// MARK: What faults remember

/// A flag that loads share.
final class Flag: Sendable {
  private let value = Mutex(false)

  var isSet: Bool { value.withLock(\.self) }
  func set(_ isSet: Bool = true) { value.withLock { $0 = isSet } }
}

/// A count that loads share.
final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

/// Answers that nobody waited for.
private final class Leftover: Sendable {
  private let answers = Mutex<[String: [UInt8]]>([:])

  func put(_ bytes: [UInt8], for placement: String) { answers.withLock { $0[placement] = bytes } }
  func take(for placement: String) -> [UInt8]? { answers.withLock { $0.removeValue(forKey: placement) } }
}
