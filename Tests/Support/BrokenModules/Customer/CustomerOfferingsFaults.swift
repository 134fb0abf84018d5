extension CustomerAction {
  /// Faults in reading offerings.
  static let offeringsFaults: [Fault] = [
    fault(["customer.offerings.safe-to-repeat"], "asks at each hundredth read of offerings") { parts in
      let reads = Memo(0)
      parts.offerings = { [world = parts.world] cache in
        if reads.next().isMultiple(of: 100) { _ = try? await world.fetchOfferings(for: cache.appUserID) }
        return try await cache.offerings()
      }
    },
    fault(["customer.offerings.refreshes-when-old"], "refreshes offerings only once") {
      $0.origins.offerings = refreshingOnce($0.origins.offerings)
    },
  ]
}

/// An origin that answers the first request and one refresh.
private func refreshingOnce<Value>(
  _ fetch: @escaping @Sendable (AppUserID) async throws -> Value
) -> @Sendable (AppUserID) async throws -> Value {
  let (isFetched, isRefreshed) = (Memo(false), Memo(false))
  return { user in
    if isFetched.value, isRefreshed.replace(true) { throw OriginFailure.noConnection }
    let value = try await fetch(user)
    isFetched.value = true
    return value
  }
}
