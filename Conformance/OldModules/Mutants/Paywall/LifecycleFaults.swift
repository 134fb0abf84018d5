import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache
import Synchronization

/// A cache over storage that does something else than it is told.
protocol StorageTampering: PaywallFault {
  static func tamper(_ storage: inout TamperedStorage)
}

extension StorageTampering {
  static func build(_ parts: inout PaywallParts) {
    var storage = TamperedStorage(base: parts.storage)
    tamper(&storage)
    parts.storage = storage
  }
}

enum StoresNothing: StorageTampering {
  static func tamper(_ storage: inout TamperedStorage) { storage.makes = { _ in false } }
}

enum KeepsTheFirstPaywall: StorageTampering {
  static func tamper(_ storage: inout TamperedStorage) {
    let base = storage.base
    storage.makes = { change in
      guard case .write(let collection, let key, _) = change else { return true }
      return (try? base.read(collection: collection, key: key)) == nil
    }
  }
}

enum OneCopyForAllPlacements: StorageTampering {
  static func tamper(_ storage: inout TamperedStorage) { storage.key = { _ in "one" } }
}

enum LongNamesAreCutShort: StorageTampering {
  static func tamper(_ storage: inout TamperedStorage) { storage.key = { String($0.utf8.prefix(255)) ?? $0 } }
}

enum UpdatesOnce: StorageTampering {
  static func tamper(_ storage: inout TamperedStorage) {
    let updates = Counter()
    storage.lists = { updates.next() == 1 ? $0 : [] }
  }
}

enum NeverUpdates: StorageTampering {
  static func tamper(_ storage: inout TamperedStorage) { storage.lists = { _ in [] } }
}

enum ContentIsText: PaywallFault {
  static func read(_ cached: Paywall?) -> Paywall? {
    cached.map { paywall in
      var paywall = paywall
      paywall.content = Array(String(decoding: paywall.content, as: UTF8.self).utf8)
      return paywall
    }
  }
}

enum NothingSurvivesARestart: PaywallFault {
  static func build(_ parts: inout PaywallParts) { parts.storage = MemoryStorage() }
}

/// Keeps what is cached where removing the app does not reach.
enum ReinstallKeepsTheCache: PaywallFault {
  // Each world is kept beside its storage, so that no later one is taken for it.
  private static let outside = Mutex<[(world: PaywallWorld, storage: MemoryStorage)]>([])

  static func build(_ parts: inout PaywallParts) {
    let world = parts.world
    parts.storage = outside.withLock { outside in
      if let storage = outside.first(where: { $0.world === world })?.storage { return storage }
      let storage = MemoryStorage()
      outside.append((world, storage))
      return storage
    }
  }
}

enum CleanUpDoesNothing: PaywallFault {
  static func cleanUp(_ cache: PaywallCache) {}
}

enum AgeStartsWithTheApp: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let age = load.parts.now().timeIntervalSince(load.parts.openedAt)
    if let maxAge = load.policy?.maxAge, age <= maxAge.seconds, let cached = try load.cached { return cached }
    return try await load.soundly()
  }
}

enum DamageIsAnEmptyPaywall: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let isThere = try load.parts.storage.read(collection: PaywallCache.collection, key: load.placement) != nil
    if isThere, try load.cached == nil { return Paywall(placement: load.placement, version: 0, content: []) }
    return try await load.soundly()
  }
}

enum EmptyNameMeansAny: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    let first = try load.parts.storage.readAll(collection: PaywallCache.collection).map(\.key).min()
    if load.placement.isEmpty, let first, let any = try load.cache.cachedPaywall(for: first) { return any }
    return try await load.soundly()
  }
}

enum ClosedCachesStillStore: PaywallFault {
  static func close(_ cache: PaywallCache) {}
}

/// Has room for the answer of one load at a time.
enum LosesTheSecondOfTwoLoads: PaywallFault {
  static func load(_ load: FaultyPaywallLoad) async throws -> Paywall {
    guard load.parts.memory.begin() else {
      _ = try await load.soundly()
      throw Busy()
    }
    defer { load.parts.memory.end() }
    return try await load.soundly()
  }

  private struct Busy: Error {}
}
