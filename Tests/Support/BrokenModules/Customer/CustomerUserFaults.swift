extension CustomerAction {
  /// Faults in who the user is, and in what is kept when it changes.
  static let userFaults: [Fault] = [
    fault(["customer.identity.stable"], "a failure changes the user") { parts in
      let hasFailed = Memo(false)
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        try await attempt {
          try await customerInfo(cache, policy)
        } onFailure: {
          hasFailed.value = true
        }
      }
      parts.appUserID = { hasFailed.value ? "somebody else" : await $0.appUserID }
    },
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
    fault(["customer.login.isolates-users"], "a log-in leaves customer info until other has come") { parts in
      let former = Memo<CustomerInfoModel?>(nil)
      parts.logIn = { [logIn = parts.logIn] cache, user in
        if await cache.appUserID != user { former.value = try? await cache.customerInfo(.fromCacheOnly) }
        try await logIn(cache, user)
      }
      parts.customerInfo = { [customerInfo = parts.customerInfo] cache, policy in
        do { return try await customerInfo(cache, policy) } catch {
          guard let former = former.value else { throw error }
          return former
        }
      }
    },
  ]
}
