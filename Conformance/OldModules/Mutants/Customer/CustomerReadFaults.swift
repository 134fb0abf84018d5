import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule

/// A fault in how the server is asked what a user owns.
protocol InfoOriginFault: CustomerFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo
}

extension InfoOriginFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    var parts = parts
    parts.origins.customerInfo = { try await fetch($0, scene) }
    return parts
  }
}

/// A fault in storage: it loses some of what is written.
struct ForgetfulCustomerStorage: Storage {
  let storage: any Storage
  let forgets: @Sendable (StorageChange) -> Bool

  func read(collection: String, key: String) throws(StorageError) -> [UInt8]? {
    try storage.read(collection: collection, key: key)
  }
  func readAll(collection: String) throws(StorageError) -> [(key: String, value: [UInt8])] {
    try storage.readAll(collection: collection)
  }
  func apply(_ changes: [StorageChange]) throws(StorageError) { try storage.apply(changes.filter { !forgets($0) }) }
  func scrub() throws(StorageError) { try storage.scrub() }
  func close() { storage.close() }
}

extension CustomerParts {
  /// The same over storage that loses some of what is written.
  func forgetting(_ forgets: @escaping @Sendable (StorageChange) -> Bool) -> Self {
    var parts = self
    parts.storage = ForgetfulCustomerStorage(storage: storage, forgets: forgets)
    return parts
  }
}

enum ForgetsTheUser: CustomerFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    parts.forgetting { if case .write(_, "user", _) = $0 { true } else { false } }
  }
}

enum FailureChangesTheUser: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    do {
      return try await cache.sound.customerInfo(policy)
    } catch {
      cache.scene.note { $0.isSet = true }
      throw error
    }
  }
  static func appUserID(_ cache: FaultyCustomer) async -> AppUserID? {
    cache.scene.note(\.isSet) ? "somebody else" : await cache.user
  }
}

enum BlankLogsOut: CustomerFault {
  static func logIn(_ cache: FaultyCustomer, _ user: AppUserID) async throws {
    if user.isBlank { try await cache.sound.logOut() } else { try await cache.sound.logIn(user) }
  }
}

enum ConfigureFetchesNoInfo: InfoOriginFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    guard scene.note(\.isSet) else { throw OriginFailure.noConnection }
    return try await scene.world.fetchCustomerInfo(of: user)
  }
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    cache.scene.note { $0.isSet = true }
    return try await cache.sound.customerInfo(policy)
  }
}

enum InfoIsAskedForAtEachRead: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    _ = try? await cache.world.fetchCustomerInfo(of: cache.user)
    return try await cache.sound.customerInfo(policy)
  }
}

enum InfoIsAskedForAtEachHundredthRead: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    let count = cache.scene.note { notes in
      notes.count += 1
      return notes.count
    }
    return try await cache.sound.customerInfo(count % 100 == 0 ? .fetchCurrent : policy)
  }
}

/// Notes when customer info was last fetched.
protocol KnowsAgeOfInfo: InfoOriginFault {}

extension KnowsAgeOfInfo {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    let info = try await scene.world.fetchCustomerInfo(of: user)
    scene.note { $0.fetchedAt = scene.world.now }
    return info
  }
  static func age(_ cache: FaultyCustomer) -> TimeInterval {
    cache.scene.note(\.fetchedAt).map { cache.world.now.timeIntervalSince($0) } ?? 0
  }
}

enum OldAfterFourMinutes: KnowsAgeOfInfo {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    try await cache.sound.customerInfo(age(cache) > 240 ? .fetchCurrent : policy)
  }
}

enum PollsEveryTenMinutes: KnowsAgeOfInfo {
  static func settle(_ cache: FaultyCustomer) async throws {
    if age(cache) > 600 { _ = try? await cache.sound.customerInfo(.fetchCurrent) }
    await cache.sound.settle()
  }
}

enum InfoIsRefreshedOnlyOnce: InfoOriginFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    let count = scene.note { notes in
      notes.count += 1
      return notes.count
    }
    guard count <= 2 else { throw OriginFailure.noConnection }
    return try await scene.world.fetchCustomerInfo(of: user)
  }
}

enum CustomerReadsAreNotJoined: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    do {
      return try await cache.sound.customerInfo(.fromCacheOnly)
    } catch {
      return try await cache.world.fetchCustomerInfo(of: cache.user)
    }
  }
}

/// A clock made of dates that stands still when the date is set back: what is stamped before stays young.
struct CustomerDateClock: Clock {
  let scene: CustomerScene

  var now: VirtualClock.Instant {
    let latest = scene.note { notes in
      let latest = max(notes.fetchedAt ?? .distantPast, scene.world.now)
      notes.fetchedAt = latest
      return latest
    }
    return VirtualClock().now.advanced(by: .seconds(latest.timeIntervalSince1970))
  }
  var minimumResolution: Duration { .nanoseconds(1) }

  func sleep(until deadline: VirtualClock.Instant, tolerance: Duration?) async throws {
    try await scene.world.clock.sleep(for: now.duration(to: deadline))
  }
}

enum InfoTrustsTheDate: CustomerFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    var parts = parts
    parts.surroundings = Surroundings(
      clock: CustomerDateClock(scene: scene), now: { scene.world.now }, log: { scene.world.log($0) })
    return parts
  }
}

enum AsksForEverOnceAhead: CustomerFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    scene.note { $0.fetchedAt = scene.world.now }
    return parts
  }
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    let sinceStart = cache.scene.note(\.fetchedAt).map { cache.world.now.timeIntervalSince($0) } ?? 0
    return try await cache.sound.customerInfo(sinceStart > 3600 ? .fetchCurrent : policy)
  }
}

enum TakesAnyUsersAnswer: InfoOriginFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    let info = try await scene.world.fetchCustomerInfo(of: user)
    return CustomerInfo(user, info.version, entitlements: info.entitlements)
  }
}

enum PurchaseIsNotCached: CustomerFault {
  static func purchase(_ cache: FaultyCustomer, _ product: String) async throws {
    _ = try await cache.world.purchase(product, by: cache.user)
  }
  static func restorePurchases(_ cache: FaultyCustomer) async throws {
    _ = try await cache.world.restore(for: cache.user)
  }
}
