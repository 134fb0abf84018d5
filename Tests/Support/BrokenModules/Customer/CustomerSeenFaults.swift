extension CustomerAction {
  private static let late: [RuleID] = ["customer.logout.late-answer-discarded", "customer.login.late-answer-discarded"]
  private static let iosOf2026 = "RevenueCat iOS, 2026-08"

  /// Bugs of shipping SDKs that the other files do not have.
  static let seenFaults: [Fault] = [
    fault(late, "caches the answer to a purchase for whoever is the user by then", seenIn: iosOf2026) { parts in
      let (running, insert) = (parts.rememberCache(), parts.allowInsertions())
      parts.origins.purchase = { [purchase = parts.origins.purchase] product, user in
        let info = try await purchase(product, user)
        if let cache = running.value, case let next = await cache.appUserID, next != user {
          try await insert(CustomerInfoModel(next, info.version, entitlements: info.entitlements), cache)
        }
        return info
      }
    },
    fault(late, "tells of late customer info, stores it, and keeps late offerings", seenIn: iosOf2026) { parts in
      let (former, listening) = (parts.rememberFormerUser(), parts.noteListener())
      let (copies, lateOfferings) = (parts.copies, Memo<OfferingsModel?>(nil))
      parts.changeAnswers { user, info in
        if former.value == user {
          listening.value?(info)
          try copies.keep(Array(user.text.utf8))
        }
        return info
      }
      parts.seeOfferings { if former.value == $0.appUserID { lateOfferings.value = $0 } }
      parts.offerings = { [offerings = parts.offerings] cache in
        if let late = lateOfferings.value { late } else { try await offerings(cache) }
      }
    },
    fault(
      ["customer.invalidate.during-fetch"], "caches what was under way when it was invalidated", seenIn: iosOf2026
    ) { parts in
      let (late, invalidations) = (parts.insertWhenIdle(), Memo(0))
      parts.invalidate = { [invalidate = parts.invalidate] cache in
        try await invalidate(cache)
        invalidations.next()
      }
      parts.seeAnswers(olderThan: invalidations) { late.value = $0 }
    },
    fault(["customer.get.coalesces"], "a second of simultaneous reads joins too late", seenIn: iosOf2026) { parts in
      let (isFetched, underWay) = (Memo(false), Memo(0))
      parts.changeAnswers { _, info in
        isFetched.value = true
        return info
      }
      parts.customerInfo = { [world = parts.world, customerInfo = parts.customerInfo] cache, policy in
        try await underWay.counting {
          let isSecond = policy == nil && !isFetched.value && underWay.value == 2
          guard isSecond else { return try await customerInfo(cache, policy) }
          return try await world.fetchCustomerInfo(of: cache.appUserID)
        }
      }
    },
    fault(
      ["customer.login.requests-during-switch"], "a log-in of the user who logged out last does nothing",
      seenIn: "qonversion/android-sdk#444"
    ) { parts in
      let last = Memo<AppUserID?>(nil)
      parts.logOut = { [logOut = parts.logOut] cache in
        let user = await cache.appUserID
        try await logOut(cache)
        last.value = user
      }
      parts.logIn = { [logIn = parts.logIn] cache, user in
        if last.value == user { return }
        try await logIn(cache, user)
        last.value = nil
      }
    },
  ]
}
