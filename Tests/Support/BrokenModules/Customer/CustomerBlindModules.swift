import Foundation

extension CustomerAction {
  package static let blindModules: [BlindModule] =
    ageBlindModules + policyBlindModules + userBlindModules + lifeBlindModules + requestBlindModules

  private static let ageBlindModules: [BlindModule] = [
    blind(to: .infoAge, "always young") {
      $0.customerInfo = { [customerInfo = $0.customerInfo] cache, policy in
        if policy != .fetchCurrent, let info = try? await cache.customerInfo(.fromCacheOnly) { return info }
        return try await customerInfo(cache, policy)
      }
      $0.enterForeground = { await $0.endCycle() }
    },
    blind(to: .infoAge, "always old") { parts in
      let background = parts.background
      parts.customerInfo = { cache, policy in
        switch policy ?? .cachedOrFetched {
        case .fromCacheOnly: return try await cache.customerInfo(.fromCacheOnly)
        case .fetchCurrent, .notStaleCachedOrFetched: return try await cache.customerInfo(.fetchCurrent)
        case .cachedOrFetched:
          guard let info = try? await cache.customerInfo(.fromCacheOnly) else {
            return try await cache.customerInfo(.fetchCurrent)
          }
          background.begin { _ = try await cache.customerInfo(.fetchCurrent) }
          return info
        }
      }
      parts.enterForeground = { cache in
        await cache.endCycle()
        background.begin { _ = try await cache.customerInfo(.fetchCurrent) }
      }
    },
    blind(to: .storedInfoAge, "always young") {
      $0.now = { Date(timeIntervalSinceReferenceDate: 0) }
    },
    blind(to: .offeringsAge, "always young") {
      $0.offerings = { cache in
        if let offerings = try? await cache.offerings(.fromCacheOnly) { return offerings }
        return try await cache.offerings()
      }
    },
    blind(to: .offeringsAge, "always old") { $0.offerings = { try await $0.offerings(.fetchCurrent) } },
    blind(to: .sameOfferings, "never the same, and none where they are") {
      $0.origins.offerings = refusingRepeats($0.origins.offerings)
    },
    blind(to: .dateSet, "never") { parts in
      let (startedAt, elapsed, world) = (parts.world.now, stopwatch(parts.world.clock), parts.world)
      let fetched = Memo<Double?>(nil)
      parts.changeAnswers { _, info in
        fetched.value = elapsed().seconds
        return info
      }
      parts.origins.purchase = { [purchase = parts.origins.purchase] product, user in
        let info = try await purchase(product, user)
        fetched.value = elapsed().seconds
        return info
      }
      parts.origins.restore = { [restore = parts.origins.restore] user in
        let info = try await restore(user)
        fetched.value = elapsed().seconds
        return info
      }
      parts.customerInfo = { [background = parts.background, customerInfo = parts.customerInfo] cache, policy in
        // Recorded with the running time, but compared with the date.
        let age = world.now.timeIntervalSince(startedAt) - (fetched.value ?? 0)
        guard policy == nil, let info = try? await cache.customerInfo(.fromCacheOnly) else {
          return try await customerInfo(cache, policy)
        }
        if age > 300 { background.begin { _ = try await cache.customerInfo(.fetchCurrent) } }
        return info
      }
    },
  ]

  private static let policyBlindModules: [BlindModule] = CustomerFetchPolicy.allCases.map { policy in
    blind(to: .customerPolicy, "always `\(policy)`") {
      $0.customerInfo = { cache, _ in try await cache.customerInfo(policy) }
    }
  }

  private static let userBlindModules: [BlindModule] = [
    blind(to: .appUser, "always the first") {
      if try $0.storage.read(collection: "customer", key: "user") != nil { $0.setup.appUserID = nil }
      $0.logIn = { _, _ in }
      $0.logOut = { _ in }
    },
    blind(to: .keptID, "always another") { parts in
      let makeID = parts.makeAnonymousID
      parts.appUserID = { _ in makeID() }
    },
    blind(to: .madeUpIDs, "never any") { $0.makeAnonymousID = { "anonymous" } },
    blind(to: .idCase, "always lower") { $0.lowerIDs() },
    blind(to: .blankID, "always") {
      $0.logIn = { [logIn = $0.logIn] in try await logIn($0, $1.isBlank ? "a blank id" : $1) }
      if let id = $0.setup.appUserID, id.isBlank { $0.origins.customerInfo = $0.asking(as: id) }
    },
    blind(to: .installation, "always the same") {
      try $0.shareStorage()
    },
    blind(to: .answeredUser, "always the user's own") {
      $0.changeAnswers { user, info in CustomerInfoModel(user, info.version, entitlements: info.entitlements) }
    },
    blind(to: .requestedUser, "always the user of now") { $0.takeLateAnswers() },
    blind(to: .ownedEntitlements, "always nothing") {
      $0.customerInfo = { [customerInfo = $0.customerInfo] in
        let info = try await customerInfo($0, $1)
        return CustomerInfoModel(info.appUserID, info.version)
      }
    },
  ]

  /// An origin that refuses to give the same answer twice.
  private static func refusingRepeats(
    _ fetch: @escaping @Sendable (AppUserID) async throws -> OfferingsModel
  ) -> @Sendable (AppUserID) async throws -> OfferingsModel {
    let last = Memo<OfferingsModel?>(nil)
    return { user in
      let offerings = try await fetch(user)
      if last.replace(offerings) == offerings { throw OriginFailure.undecodable }
      return offerings
    }
  }
}

extension CustomerParts {
  fileprivate func asking(as user: AppUserID) -> @Sendable (AppUserID) async throws -> CustomerInfoModel {
    { [fetch = origins.customerInfo] _ in try await fetch(user) }
  }

  /// Accepts an answer for a former user as one for the current user.
  fileprivate mutating func takeLateAnswers() {
    let (running, lateOfferings) = (rememberCache(), Memo<OfferingsModel?>(nil))
    let insert = allowInsertions()
    @Sendable func take(_ info: CustomerInfoModel, for asked: AppUserID) async throws -> CustomerInfoModel {
      if info.appUserID == asked, let cache = running.value, case let user = await cache.appUserID, user != asked {
        try await insert(CustomerInfoModel(user, info.version, entitlements: info.entitlements), cache)
      }
      return info
    }
    origins.customerInfo = { [fetch = origins.customerInfo] in try await take(try await fetch($0), for: $0) }
    origins.purchase = { [purchase = origins.purchase] in try await take(try await purchase($0, $1), for: $1) }
    // An insertion uses this origin too. Its info already belongs to the current user, so it is not inserted again.
    origins.restore = { [restore = origins.restore] in try await take(try await restore($0), for: $0) }
    origins.offerings = { [fetch = origins.offerings] user in
      let offerings = try await fetch(user)
      if offerings.appUserID == user, let cache = running.value, case let now = await cache.appUserID, now != user {
        lateOfferings.value = OfferingsModel(now, offerings.version)
      }
      return offerings
    }
    self.offerings = { [offerings] cache in
      if let late = lateOfferings.value { late } else { try await offerings(cache) }
    }
  }
}
