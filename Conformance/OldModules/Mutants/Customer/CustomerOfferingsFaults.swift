import CacheConformance
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule

/// A fault in how the server is asked what is on sale.
protocol OfferingsOriginFault: CustomerFault {
  static func fetch(for user: AppUserID, _ scene: CustomerScene) async throws -> Offerings
}

extension OfferingsOriginFault {
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) -> CustomerParts {
    var parts = parts
    parts.origins.offerings = { try await fetch(for: $0, scene) }
    return parts
  }
}

enum ConfigureFetchesNoOfferings: OfferingsOriginFault {
  static func fetch(for user: AppUserID, _ scene: CustomerScene) async throws -> Offerings {
    guard scene.note(\.isSet) else { throw OriginFailure.noConnection }
    return try await scene.world.fetchOfferings(for: user)
  }
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings {
    cache.scene.note { $0.isSet = true }
    return try await cache.sound.offerings()
  }
}

enum OfferingsAskAtEachRead: CustomerFault {
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings {
    _ = try? await cache.world.fetchOfferings(for: cache.user)
    return try await cache.sound.offerings()
  }
}

enum OfferingsAskAtEachHundredthRead: CustomerFault {
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings {
    let count = cache.scene.note { notes in
      notes.count += 1
      return notes.count
    }
    if count % 100 == 0 { _ = try? await cache.world.fetchOfferings(for: cache.user) }
    return try await cache.sound.offerings()
  }
}

enum OfferingsRefreshOnlyOnce: OfferingsOriginFault {
  static func fetch(for user: AppUserID, _ scene: CustomerScene) async throws -> Offerings {
    let count = scene.note { notes in
      notes.count += 1
      return notes.count
    }
    guard count <= 3 else { throw OriginFailure.noConnection }
    return try await scene.world.fetchOfferings(for: user)
  }
}

/// An answer that brings nothing new leaves what is cached as old as it was.
enum UnchangedOfferingsStayOld: OfferingsOriginFault {
  static func fetch(for user: AppUserID, _ scene: CustomerScene) async throws -> Offerings {
    let offerings = try await scene.world.fetchOfferings(for: user)
    let isUnchanged = scene.note { notes in
      defer { notes.offerings = offerings }
      return notes.offerings == offerings
    }
    if isUnchanged { throw OriginFailure.undecodable }
    return offerings
  }
}

enum OfferingsAreStored: CustomerFault {
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings {
    let (collection, user) = ("offerings", await cache.user)
    do {
      let offerings = try await cache.sound.offerings()
      try cache.parts.storage.apply([
        .write(collection: collection, key: user.text, value: Array(offerings.version.utf8))
      ])
      return offerings
    } catch {
      guard let bytes = try cache.parts.storage.read(collection: collection, key: user.text) else { throw error }
      return Offerings(user, String(decoding: bytes, as: UTF8.self))
    }
  }
}

enum OfferingsReadsAreNotJoined: CustomerFault {
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings {
    try await cache.world.fetchOfferings(for: cache.user)
  }
}
