import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule

enum InfoIsNotStored: CustomerFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    parts.forgetting { if case .write(_, "info", _) = $0 { true } else { false } }
  }
}

enum RestartIsQuiet: InfoOriginFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) throws -> CustomerParts {
    let isRestart = try parts.storage.read(collection: "customer", key: "info") != nil
    scene.note { $0.isSet = isRestart }
    var parts = parts
    parts.origins.customerInfo = { try await fetch($0, scene) }
    return parts
  }
  static func fetch(_ user: AppUserID, _ scene: CustomerScene) async throws -> CustomerInfo {
    let skips = scene.note { notes in
      defer { notes.isSet = false }
      return notes.isSet
    }
    if skips { throw OriginFailure.noConnection }
    return try await scene.world.fetchCustomerInfo(of: user)
  }
}

enum ForegroundIsQuiet: CustomerFault {
  static func enterForeground(_ cache: FaultyCustomer) {}
}

/// The app is thought to be in the background for ever.
enum BackgroundWorkGoesOn: CustomerFault {
  static func enterForeground(_ cache: FaultyCustomer) async throws {
    _ = try await cache.sound.customerInfo(.cachedOrFetched)
  }
}

enum ForegroundAlwaysAsks: CustomerFault {
  static func enterForeground(_ cache: FaultyCustomer) async throws {
    await cache.sound.enterForeground()
    _ = try await cache.sound.customerInfo(.fetchCurrent)
  }
}

enum BackgroundIsQuiet: CustomerFault {
  static func setup(_ setup: CustomerSetup) -> CustomerSetup {
    CustomerSetup(setup.appUserID, environment: .sandbox)
  }
}

enum ListenerIsNotTold: CustomerFault {
  static func setListener(_ cache: FaultyCustomer, _ listener: CustomerInfoListener?) {}
}

enum ListenerIsToldTwice: CustomerFault {
  static func setListener(_ cache: FaultyCustomer, _ listener: CustomerInfoListener?) async {
    guard let listener else { return await cache.sound.setListener(nil) }
    await cache.sound.setListener {
      listener($0)
      listener($0)
    }
  }
}

enum RemovedListenerStays: CustomerFault {
  static func setListener(_ cache: FaultyCustomer, _ listener: CustomerInfoListener?) async {
    if let listener { await cache.sound.setListener(listener) }
  }
}

enum FirstListenerStays: CustomerFault {
  static func setListener(_ cache: FaultyCustomer, _ listener: CustomerInfoListener?) async {
    let isFirst = cache.scene.note { notes in
      defer { notes.isSet = true }
      return !notes.isSet
    }
    if isFirst { await cache.sound.setListener(listener) }
  }
}

enum ExpiresAfterAMonth: CustomerFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    scene.note { $0.fetchedAt = scene.world.now }
    return parts
  }
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    let age = cache.scene.note(\.fetchedAt).map { cache.world.now.timeIntervalSince($0) } ?? 0
    if age > 30 * 86_400 { try await cache.sound.invalidateCustomerInfoCache() }
    return try await cache.sound.customerInfo(policy)
  }
}

enum EntitlementsAreLost: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    let info = try await cache.sound.customerInfo(policy)
    return CustomerInfo(info.appUserID, info.version)
  }
}

enum NothingIsLogged: CustomerFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    var parts = parts
    parts.surroundings = Surroundings(clock: scene.world.clock, now: { scene.world.now }, log: { _ in })
    return parts
  }
}

enum NetworkAnswersAreLoggedToo: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    if policy == .fetchCurrent { cache.world.log("Vending customerInfo from cache") }
    return try await cache.sound.customerInfo(policy)
  }
}

enum ServesWhatItCannotRead: CustomerFault {
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    do {
      return try await cache.sound.customerInfo(policy)
    } catch is NothingCached {
      return CustomerInfo(await cache.user, "")
    }
  }
}
