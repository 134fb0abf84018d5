extension CustomerAction {
  static let leavingFaults: [Fault] = [
    fault(["customer.logout.clears-customer-info"], "a log-out leaves customer info in memory") { parts in
      let kept = Memo<CustomerInfoModel?>(nil)
      parts.logOut = { cache in
        kept.value = try? await cache.customerInfo(.fromCacheOnly)
        try await cache.logOut()
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if let info = kept.value { info } else { try await customerInfo(cache, policy) }
      }
    },
    fault(["customer.logout.clears-offerings"], "a log-out leaves offerings in memory") { parts in
      let (former, last) = (parts.rememberFormerUser(), Memo<OfferingsModel?>(nil))
      parts.offerings = { cache in
        if former.value != nil, let offerings = last.value { return offerings }
        let offerings = try await cache.offerings()
        last.value = offerings
        return offerings
      }
    },
    fault(["customer.logout.stays-cleared", "customer.logout.isolates-users"], "a log-out clears memory only") {
      $0.logOut = $0.leavingStorage($0.logOut)
    },
    fault(["customer.login.isolates-users"], "a log-in clears memory only") { parts in
      let sound = parts
      parts.logIn = { cache, user in try await sound.leavingStorage { try await sound.logIn($0, user) }(cache) }
    },
    fault(
      ["customer.logout.late-answer-discarded", "customer.login.late-answer-discarded"], "announces a late answer",
      seenIn: "\(ios)#7758"
    ) { parts in
      let (former, listening) = (parts.rememberFormerUser(), Memo<CustomerInfoListener?>(nil))
      parts.changeAnswers { user, info in
        if former.value == user { listening.value?(info) }
        return info
      }
      parts.setListener = { cache, listener in
        listening.value = listener
        await cache.setListener(listener)
      }
    },
    fault(
      ["customer.logout.late-answer-discarded", "customer.login.late-answer-discarded"],
      "serves a late answer to the new user"
    ) { parts in
      let (former, late) = (parts.rememberFormerUser(), Memo<CustomerInfoModel?>(nil))
      parts.changeAnswers { user, info in
        if former.value == user { late.value = info }
        return info
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        if let info = late.value { info } else { try await customerInfo(cache, policy) }
      }
    },
    fault(
      ["customer.logout.late-answer-discarded", "customer.login.late-answer-discarded"],
      "serves late offerings to the new user"
    ) { parts in
      let (former, late) = (parts.rememberFormerUser(), Memo<OfferingsModel?>(nil))
      parts.origins.offerings = { [fetch = parts.origins.offerings] user in
        let offerings = try await fetch(user)
        if former.value == user { late.value = offerings }
        return offerings
      }
      parts.offerings = { cache in if let offerings = late.value { offerings } else { try await cache.offerings() } }
    },
    fault(
      ["customer.logout.other-installations", "customer.identity.made-up-ids-differ"],
      "all installations share one storage"
    ) { try $0.shareStorage() },
    fault(
      ["customer.login.requests-during-switch"], "asks for the former user once more",
      seenIn: "adaptyteam/AdaptySDK-iOS 64f900ee"
    ) { parts in
      let former = parts.rememberFormerUser()
      parts.customerInfo = { [world = parts.world, customerInfo = parts.customerInfo] cache, policy in
        if let user = former.replace(nil) { return try await world.fetchCustomerInfo(of: user) }
        return try await customerInfo(cache, policy)
      }
    },
    fault(
      ["customer.invalidate.forces-fetch", "customer.invalidate.offline"], "serves what was invalidated",
      seenIn: "\(ios)#333, #2559"
    ) { $0.invalidate = { _ in } },
    fault(["customer.invalidate.leaves-the-rest"], "invalidating logs the user out too") {
      $0.invalidate = { try await $0.logOut() }
    },
    fault(["customer.invalidate.survives-restart"], "invalidating clears memory only") {
      $0.invalidate = $0.leavingStorage($0.invalidate)
    },
    fault(["customer.invalidate.during-fetch"], "takes what is under way for new enough") { parts in
      let underWay = Memo(0)
      parts.origins.customerInfo = { [fetch = parts.origins.customerInfo] user in
        underWay.change { $0 += 1 }
        defer { underWay.change { $0 -= 1 } }
        return try await fetch(user)
      }
      parts.invalidate = { cache in
        if underWay.value == 0 { try await cache.invalidateCustomerInfoCache() }
      }
    },
  ]
}
