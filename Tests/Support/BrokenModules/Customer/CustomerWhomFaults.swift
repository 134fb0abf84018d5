import Foundation

/// Whether the task that fetches is a background refresh.
private enum Refreshing {
  @TaskLocal static var isBehind = false
}

extension CustomerAction {
  /// Faults that concern some users only.
  static let whomFaults: [Fault] = configuredUserFaults + anonymousFaults + idFaults

  private static let configuredUserFaults: [Fault] = [
    fault(
      ["customer.purchase.unlocks", "customer.restore.refreshes"],
      "purchases and restores for the user that it was configured with"
    ) { parts in
      let configured = parts.setup.appUserID
      parts.origins.purchase = { [purchase = parts.origins.purchase] product, user in
        try await purchase(product, configured ?? user).renamed(to: user)
      }
      parts.origins.restore = { [restore = parts.origins.restore] user in
        try await restore(configured ?? user).renamed(to: user)
      }
    },
    fault(["customer.foreground.refreshes-when-old"], "refreshes for the user that it was configured with") { parts in
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo, setup = parts.setup] user in
        let asked = Refreshing.isBehind ? setup.appUserID : nil
        return try await fetch(asked ?? user).renamed(to: user)
      }
      parts.enterForeground = { [enter = parts.enterForeground] cache in
        try await Refreshing.$isBehind.withValue(true) { try await enter(cache) }
      }
      parts.enterBackground = { [enter = parts.enterBackground] cache in
        try await Refreshing.$isBehind.withValue(true) { try await enter(cache) }
      }
    },
    fault(["customer.logout.clears-offerings"], "keeps offerings for a user who may come back") { parts in
      let kept = Memo<[AppUserID: OfferingsModel]>([:])
      parts.offerings = { [offerings = parts.offerings] cache in
        do {
          let offerings = try await offerings(cache)
          kept.change { $0[offerings.appUserID] = offerings }
          return offerings
        } catch {
          guard let offerings = kept.value[await cache.appUserID] else { throw error }
          return offerings
        }
      }
      parts.logOut = { [logOut = parts.logOut] cache in
        if let offerings = try? await cache.offerings(.fromCacheOnly) {
          kept.change { $0[offerings.appUserID] = offerings }
        }
        try await logOut(cache)
      }
    },
    earlierFormat(["customer.configure.other-user"], "takes what an earlier format holds for anybody's") { _, _ in true
    },
    earlierFormat(["customer.info.unreadable-copy"], "reads an earlier format without its entitlements", by: ==),
  ]

  private static let anonymousFaults: [Fault] = [
    fault(
      [
        "customer.get.refreshes-when-old", "customer.foreground.refreshes-when-old",
        "customer.background.refreshes-after-a-day", "customer.invalidate.forces-fetch", "customer.purchase.unlocks",
        "customer.listener.told-of-background-updates", "customer.offerings.refreshes-when-old",
      ],
      "brings nothing up to date for a user whom it made up"
    ) { parts in
      let sound = parts
      parts.customerInfo = { cache, policy in
        let isServed = await cache.appUserID.isMadeUp
        if isServed, let info = try? await cache.customerInfo(.fromCacheOnly) { return info }
        return try await sound.customerInfo(cache, policy)
      }
      parts.offerings = { cache in
        let isServed = await cache.appUserID.isMadeUp
        if isServed, let offerings = try? await cache.offerings(.fromCacheOnly) { return offerings }
        return try await sound.offerings(cache)
      }
      parts.enterForeground = { if await !$0.appUserID.isMadeUp { try await sound.enterForeground($0) } }
      parts.enterBackground = { if await !$0.appUserID.isMadeUp { try await sound.enterBackground($0) } }
      parts.invalidate = { if await !$0.appUserID.isMadeUp { try await sound.invalidate($0) } }
      parts.purchase = { [world = parts.world] cache, product in
        let user = await cache.appUserID
        if !user.isMadeUp { return try await sound.purchase(cache, product) }
        _ = try await world.purchase(product, by: user)
      }
    },
    fault(["customer.listener.told-of-background-updates"], "tells of no user whom it made up") {
      $0.tellOnly { !$0.appUserID.isMadeUp }
    },
    fault(["customer.login.late-answer-discarded"], "serves the late answers for a user whom it made up") { parts in
      let former = parts.rememberFormerUser()
      parts.serveLateAnswers { user in user.isMadeUp && former.value == user }
    },
    fault(["customer.identity.survives-restart"], "stores the user with the first answer") { parts in
      parts.close = { [storage = parts.storage, close = parts.close] cache in
        if try storage.read(collection: "customer", key: "info") == nil {
          try storage.apply([.remove(collection: "customer", key: "user")])
        }
        try await close(cache)
      }
    },
  ]

  private static let idFaults: [Fault] = [
    alike("takes users for one whose ids begin with the same twenty-four characters") { String($0.prefix(24)) },
    alike("takes users for one whose ids have the same letters and digits of ASCII") {
      $0.filter { $0.isASCII && ($0.isLetter || $0.isNumber) }
    },
    fault(["customer.identity.survives-restart"], "stores an id in ASCII") { parts in
      guard parts.setup.appUserID == nil else { return }
      let isStored = try parts.storage.read(collection: "customer", key: "user") != nil
      let (isLoggedIn, appUserID) = (Memo(false), parts.appUserID)
      parts.logIn = { [logIn = parts.logIn] cache, user in
        try await logIn(cache, user)
        isLoggedIn.value = true
      }
      parts.appUserID = { cache in
        let id = try await appUserID(cache)
        return isStored && !isLoggedIn.value ? id.map { AppUserID($0.text.filter(\.isASCII)) } : id
      }
    },
    fault(["customer.info.survives-restart"], "has an escaped id for the name of a file, which may be too long") {
      $0.close = { [storage = $0.storage, close = $0.close] cache in
        let name = await cache.appUserID.text.addingPercentEncoding(withAllowedCharacters: .alphanumerics)
        let isTooLong = (name ?? "").utf8.count > 255
        if isTooLong { try storage.apply([.remove(collection: "customer", key: "info")]) }
        try await close(cache)
      }
    },
    fault(["customer.get.answer-for-another-user"], "takes an answer for a user whose id differs in case") {
      $0.changeAnswers { user, info in
        info.appUserID.text.lowercased() == user.text.lowercased() ? info.renamed(to: user) : info
      }
    },
  ]

  /// The reference that reads the earlier format, without the entitlements, if a condition holds for the owner and the
  /// user.
  private static func earlierFormat(
    _ rules: [RuleID], _ name: String, by isRead: @escaping @Sendable (String, String) -> Bool
  ) -> Fault {
    fault(rules, name) { parts in
      let insert = parts.allowInsertions()
      let bytes = try parts.storage.read(collection: "customer", key: "info") ?? []
      let earlier = String(decoding: bytes, as: UTF8.self).split(separator: ";", omittingEmptySubsequences: false)
      guard earlier.count == 3 else { return }
      let (owner, version) = (String(earlier[0]), String(earlier[1]))
      parts.started = { cache in
        let user = await cache.appUserID
        if isRead(owner, user.text) { try await insert(CustomerInfoModel(user, version), cache) }
      }
    }
  }

  /// The reference that treats users whose ids have the same key as one.
  private static func alike(_ name: String, by key: @escaping @Sendable (String) -> String) -> Fault {
    fault(["customer.configure.other-user"], name) { parts in
      let last: Memo<AppUserID?> = parts.world.world.storage.kept("the user of before") { Memo(nil) }
      if let id = parts.setup.appUserID, let known = last.value, key(id.text) == key(known.text), !id.isBlank {
        parts.setup.appUserID = known
      }
      last.value = parts.setup.appUserID
    }
  }
}

extension AppUserID {
  /// Whether the sound parts generated it.
  fileprivate var isMadeUp: Bool { text.hasPrefix("anonymous-") }
}

extension CustomerInfoModel {
  /// A copy that claims to belong to another user.
  fileprivate func renamed(to user: AppUserID) -> Self { Self(user, version, entitlements: entitlements) }
}
