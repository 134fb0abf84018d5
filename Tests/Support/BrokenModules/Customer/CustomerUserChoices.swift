import Foundation

extension CustomerChoice {
  static let userChoices: [Self] = [
    Self(.ids, "makes up ids of another form") {
      $0.makeAnonymousID = { AppUserID("$RCAnonymousID:" + UUID().uuidString.lowercased().filter { $0 != "-" }) }
    },
    Self(.blankIDs, "ignores a log-in with a blank id") {
      $0.logIn = { [logIn = $0.logIn] cache, user in if !user.isBlank { try await logIn(cache, user) } }
    },
    Self(.anonymousLogOut, "makes another user of an anonymous one who logs out") {
      $0.logOut = { [logOut = $0.logOut] cache in
        do {
          try await logOut(cache)
        } catch CustomerCacheError.nobodyLoggedIn {
          try await cache.logIn(AppUserID("another-\(UUID().uuidString)"))
        }
      }
    },
    Self(
      .askingFirst, "keeps the user where the server does not answer a log-in",
      lacking: [.logInAtOnce: "logging in asks the server first"]
    ) { parts in
      let fetch = parts.origins.customerInfo
      parts.origins.customerInfo = { user in
        if let info = LogInAnswer.info, info.appUserID == user { info } else { try await fetch(user) }
      }
      parts.logIn = { [logIn = parts.logIn, customerInfo = parts.customerInfo] cache, user in
        let isOther = await cache.appUserID != user && !user.isBlank
        let info = isOther ? try await fetch(user) : nil
        try await logIn(cache, user)
        // What came is kept: the fetch of this log-in, and no other one, is answered with it.
        if isOther { await LogInAnswer.$info.withValue(info) { _ = try? await customerInfo(cache, .fetchCurrent) } }
      }
    },
    Self(.nobody, "has no user after a log-out, until one logs in") { $0.haveNobodyAfterLogOut() },
    Self(.switching, "fetches for the new user at a switch, behind it") { parts in
      let (customerInfo, offerings, background) = (parts.customerInfo, parts.offerings, parts.background)
      parts.afterSwitch { cache in
        background.begin { _ = try await customerInfo(cache, nil) }
        background.begin { _ = try await offerings(cache) }
      }
    },
    Self(.switching, "fetches for the new user at a switch, and waits for it") { parts in
      let (customerInfo, offerings) = (parts.customerInfo, parts.offerings)
      parts.afterSwitch { cache in
        _ = try? await customerInfo(cache, nil)
        _ = try? await offerings(cache)
      }
    },
    Self(.switching, "fails to switch when the new user's data cannot be fetched, but is switched") { parts in
      let (appUserID, customerInfo) = (parts.appUserID, parts.customerInfo)
      // A log-out may leave nobody whose data could be fetched.
      parts.afterSwitch { cache in if try await appUserID(cache) != nil { _ = try await customerInfo(cache, nil) } }
    },
    Self(.copies, "keeps what is stored of a user when another logs in") { parts in
      let copies = parts.copies
      parts.logIn = { [logIn = parts.logIn] cache, user in
        let last = try copies.last
        let isSame = await cache.appUserID == user
        try await logIn(cache, user)
        if !isSame { try copies.keep(last) }
      }
      parts.logOut = { [logOut = parts.logOut] cache in
        try await logOut(cache)
        try copies.keep(nil)
      }
    },
    Self(.returning, "takes what a user asked for before they logged out, once they are back") { parts in
      let (late, lateOfferings) = (parts.insertWhenIdle(), Memo<OfferingsModel?>(nil))
      let (switches, purchases) = (parts.countSwitches(), parts.countPurchases())
      // An answer that was requested before a purchase does not replace the purchase's answer.
      parts.changeAnswers(beginning: { (switches.value, purchases.value) }) { info, before in
        if before.0 != switches.value, before.1 == purchases.value { late.value = info }
      }
      parts.purchase = { [purchase = parts.purchase] cache, product in
        try await purchase(cache, product)
        late.value = nil
      }
      parts.seeOfferings(olderThan: switches) { lateOfferings.value = $0 }
      parts.offerings = { [offerings = parts.offerings] cache in
        if let late = lateOfferings.replace(nil), await cache.appUserID == late.appUserID { return late }
        return try await offerings(cache)
      }
    },
  ]
}

extension CustomerParts {
  mutating func afterSwitch(_ work: @escaping @Sendable (CustomerCache) async throws -> Void) {
    logIn = { [logIn] cache, user in
      try await logIn(cache, user)
      try await work(cache)
    }
    logOut = { [logOut] cache in
      try await logOut(cache)
      try await work(cache)
    }
  }

  fileprivate mutating func haveNobodyAfterLogOut() {
    let isNobody = Memo(false)
    @Sendable func somebody(_ cache: CustomerCache) throws -> CustomerCache {
      if isNobody.value { throw CustomerCacheError.nobodyLoggedIn }
      return cache
    }
    logOut = { [logOut] cache in
      try await logOut(cache)
      isNobody.value = true
    }
    logIn = { [logIn] cache, user in
      try await logIn(cache, user)
      if !user.isBlank { isNobody.value = false }
    }
    appUserID = { [appUserID] in isNobody.value ? nil : try await appUserID($0) }
    self.customerInfo = { [customerInfo] in try await customerInfo(somebody($0), $1) }
    self.offerings = { [offerings] in try await offerings(somebody($0)) }
    self.purchase = { [purchase] in try await purchase(somebody($0), $1) }
    restorePurchases = { [restorePurchases] in try await restorePurchases(somebody($0)) }
    enterBackground = { [enterBackground] in if !isNobody.value { try await enterBackground($0) } }
    enterForeground = { [enterForeground] in
      if isNobody.value { await $0.endCycle() } else { try await enterForeground($0) }
    }
  }
}

/// What the server answered to the log-in whose task this is.
private enum LogInAnswer {
  @TaskLocal static var info: CustomerInfoModel?
}
