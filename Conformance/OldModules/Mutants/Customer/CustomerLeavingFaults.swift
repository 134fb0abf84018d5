import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule

/// A fault that has to know whom the app has left.
protocol LateAnswerFault: CustomerFault {}

extension LateAnswerFault {
  static func logOut(_ cache: FaultyCustomer) async throws {
    await noteFormerUser(cache)
    try await cache.sound.logOut()
  }
  static func logIn(_ cache: FaultyCustomer, _ user: AppUserID) async throws {
    await noteFormerUser(cache)
    try await cache.sound.logIn(user)
  }
  private static func noteFormerUser(_ cache: FaultyCustomer) async {
    let user = await cache.user
    cache.scene.note { $0.formerUser = user }
  }
}

enum InfoStaysInMemory: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    if let info = cache.scene.note(\.info) { return info }
    return try await cache.sound.customerInfo(policy)
  }
  static func logOut(_ cache: FaultyCustomer) async throws {
    let info = try await cache.sound.customerInfo(.fromCacheOnly)
    cache.scene.note { $0.info = info }
    try await cache.sound.logOut()
  }
}

enum OfferingsStay: CustomerFault {
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings {
    if let offerings = cache.scene.note(\.offerings) { return offerings }
    return try await cache.sound.offerings()
  }
  static func logOut(_ cache: FaultyCustomer) async throws {
    let offerings = try await cache.sound.offerings()
    cache.scene.note { $0.offerings = offerings }
    try await cache.sound.logOut()
  }
}

extension FaultyCustomer {
  /// Clears memory only: storage is as before, and a restart finds it so.
  func leavingStorage(_ clear: () async throws -> Void) async throws {
    let before = try parts.storage.readAll(collection: "customer")
    try await clear()
    try parts.storage.apply(before.map { .write(collection: "customer", key: $0.key, value: $0.value) })
  }
}

enum LogOutLeavesStorage: CustomerFault {
  static func logOut(_ cache: FaultyCustomer) async throws {
    try await cache.leavingStorage { try await cache.sound.logOut() }
  }
}

enum LogInLeavesStorage: CustomerFault {
  static func logIn(_ cache: FaultyCustomer, _ user: AppUserID) async throws {
    try await cache.leavingStorage { try await cache.sound.logIn(user) }
  }
}

enum InvalidatingLeavesStorage: CustomerFault {
  static func invalidate(_ cache: FaultyCustomer) async throws {
    try await cache.leavingStorage { try await cache.sound.invalidateCustomerInfoCache() }
  }
}

/// The late answer is discarded, but the listener hears of it.
enum LateAnswerIsAnnounced: LateAnswerFault, InfoOriginFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    let info = try await scene.world.fetchCustomerInfo(of: user)
    if scene.note(\.formerUser) == user { scene.note(\.listener)?(info) }
    return info
  }
  static func setListener(_ cache: FaultyCustomer, _ listener: CustomerInfoListener?) async {
    cache.scene.note { $0.listener = listener }
    await cache.sound.setListener(listener)
  }
}

/// The late answer is stored under the user that there is by then.
enum LateAnswerIsKept: LateAnswerFault, InfoOriginFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    let info = try await scene.world.fetchCustomerInfo(of: user)
    if scene.note(\.formerUser) == user { scene.note { $0.info = info } }
    return info
  }
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    if let late = cache.scene.note(\.info) { return late }
    return try await cache.sound.customerInfo(policy)
  }
}

enum LateOfferingsAreKept: LateAnswerFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    var parts = parts
    parts.origins.offerings = { user in
      let offerings = try await scene.world.fetchOfferings(for: user)
      if scene.note(\.formerUser) == user { scene.note { $0.offerings = offerings } }
      return offerings
    }
    return parts
  }
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings {
    if let late = cache.scene.note(\.offerings) { return late }
    return try await cache.sound.offerings()
  }
}

enum ClearsOtherInstallations: CustomerFault {
  static func logOut(_ cache: FaultyCustomer) async throws {
    try await cache.sound.logOut()
    try MemoryBackend.open("main", in: cache.world.world.storage).apply([.removeAll(collection: "customer")])
  }
}

/// The first request after a switch is still made for the user of before.
enum FirstRequestIsForTheFormerUser: CustomerFault {
  static func logIn(_ cache: FaultyCustomer, _ user: AppUserID) async throws {
    let former = await cache.user
    try await cache.sound.logIn(user)
    cache.scene.note { $0.formerUser = former }
  }
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    let former = cache.scene.note { notes in
      defer { notes.formerUser = nil }
      return notes.formerUser
    }
    if let former, policy == .fetchCurrent { return try await cache.world.fetchCustomerInfo(of: former) }
    return try await cache.sound.customerInfo(policy)
  }
}

enum InvalidatesNothing: CustomerFault {
  static func invalidate(_ cache: FaultyCustomer) {}
}

enum InvalidatingFetches: CustomerFault {
  static func invalidate(_ cache: FaultyCustomer) async throws {
    try await cache.sound.invalidateCustomerInfoCache()
    _ = try await cache.sound.customerInfo(nil)
  }
}

enum InvalidatingLogsOut: CustomerFault {
  static func invalidate(_ cache: FaultyCustomer) async throws { try await cache.sound.logOut() }
}

enum InvalidatingWaitsForTheFetch: InfoOriginFault {
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    scene.note { $0.underWay += 1 }
    defer { scene.note { $0.underWay -= 1 } }
    return try await scene.world.fetchCustomerInfo(of: user)
  }
  static func invalidate(_ cache: FaultyCustomer) async throws {
    // What is under way is taken for new enough.
    if cache.scene.note(\.underWay) == 0 { try await cache.sound.invalidateCustomerInfoCache() }
  }
}
