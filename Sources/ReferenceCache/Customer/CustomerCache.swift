/// A cache of the user's identity, their customer info and their offerings.
///
/// From RevenueCat's 'Caching'. The identity and the customer info are kept in storage, offerings in memory only.
public actor CustomerCache {
  /// The age up to which a copy is not refreshed.
  static let longestYoung: Duration = .seconds(5 * 60)
  /// How long an app is in the background between refreshes: the middle of the documented range of 24 to 25 hours.
  static let backgroundInterval: Duration = .seconds(24.5 * 3600)
  /// The line to log when an answer comes from the cache.
  static let vendingLine = "[Purchases] - DEBUG: Vending customerInfo from cache"

  /// Everything that is cached for the user.
  struct Entries: Sendable {
    var info = CacheEntry<CustomerInfoModel>()
    var offerings = CacheEntry<OfferingsModel>()

    mutating func clear() {
      info.clear()
      offerings.clear()
    }
  }

  let origins: CustomerOrigins
  let dependencies: CustomerDependencies
  let storage: CustomerStorage
  let environment: AppEnvironment
  /// Whether a read joins the request that is under way.
  let joinsReads: Bool
  var user: CustomerStorage.User
  var entries = Entries()
  var listener: CustomerInfoListener?
  var requestCount = 0
  var isClosed = false
  /// How to wait for each request that is under way, by its number.
  var requestsUnderWay: [Int: @Sendable () async -> Void] = [:]
  var cycle: PeriodicTask?

  /// Opens the cache and starts to fetch customer info and offerings in the background.
  ///
  /// - Parameters:
  ///   - setup: the user, and the environment of the build.
  ///   - storage: where the user and their customer info are kept; it may hold those of an earlier run.
  ///   - origins: where values are fetched from.
  ///   - dependencies: the time, the log and the source of ids.
  ///   - joinsReads: whether reads share the request that is under way, instead of each making its own.
  /// - Throws: `StorageError` if the storage cannot be read or written.
  public static func configure(
    _ setup: CustomerSetup, storage: any CacheStorage, origins: CustomerOrigins, in dependencies: CustomerDependencies,
    joinsReads: Bool = true
  ) async throws -> CustomerCache {
    let cache = try CustomerCache(setup, CustomerStorage(storage), origins, dependencies, joinsReads)
    await cache.fetchAll()
    return cache
  }

  private init(
    _ setup: CustomerSetup, _ storage: CustomerStorage, _ origins: CustomerOrigins,
    _ dependencies: CustomerDependencies,
    _ joinsReads: Bool
  ) throws(StorageError) {
    self.storage = storage
    self.origins = origins
    self.dependencies = dependencies
    self.joinsReads = joinsReads
    environment = setup.environment
    let stored = try storage.user()
    if let id = setup.appUserID, !id.isBlank, id != stored?.id {
      user = CustomerStorage.User(id: id, isAnonymous: false)
    } else {
      user = stored ?? CustomerStorage.User(id: dependencies.makeAnonymousID(), isAnonymous: true)
    }
    if user == stored {
      entries.info.copy = try storage.info(of: user.id)
    } else {
      try storage.switchUser(to: user)
      try storage.scrub()
    }
  }

  // MARK: Identity

  /// The id of the current user.
  public var appUserID: AppUserID { user.id }

  /// Switches to another user, and removes everything of the previous one.
  ///
  /// - Throws: `CustomerCacheError.blankAppUserID`; `StorageError` if the switch could not be stored, after which the cache
  ///   still serves the previous user, or if traces of that user could not be removed from the file, after which it
  ///   serves the next one.
  public func logIn(_ id: AppUserID) throws {
    guard !id.isBlank else { throw CustomerCacheError.blankAppUserID }
    if id != user.id { try become(CustomerStorage.User(id: id, isAnonymous: false)) }
  }

  /// Switches to a new anonymous user, and removes everything of the previous one.
  ///
  /// - Throws: `CustomerCacheError.nobodyLoggedIn`; `StorageError` if the switch could not be stored, after which the cache
  ///   still serves the previous user, or if traces of that user could not be removed from the file, after which it
  ///   serves the next one.
  public func logOut() throws {
    guard !user.isAnonymous else { throw CustomerCacheError.nobodyLoggedIn }
    try become(CustomerStorage.User(id: dependencies.makeAnonymousID(), isAnonymous: true))
  }

  private func become(_ next: CustomerStorage.User) throws(StorageError) {
    try storage.switchUser(to: next)
    user = next
    entries.clear()
    // Last, because the user has been switched even if traces of the previous one cannot be removed.
    try storage.scrub()
  }

  // MARK: Reading

  /// The user's customer info.
  ///
  /// - Throws: `NothingCached` if nothing is cached and the policy allows no request; the origin's error if it cannot
  ///   be reached; `CustomerCacheError` if its answer cannot be used.
  public func customerInfo(_ policy: CustomerFetchPolicy = .cachedOrFetched) async throws -> CustomerInfoModel {
    try await read(.info, by: Plan(policy)) { dependencies.log(Self.vendingLine) }
  }

  /// The offerings for the user.
  ///
  /// - Throws: As `customerInfo` does.
  public func offerings(_ policy: CustomerFetchPolicy = .cachedOrFetched) async throws -> OfferingsModel {
    try await read(.offerings, by: Plan(policy)) {}
  }

  private func read<Value>(_ place: Place<Value>, by plan: Plan, onCached vend: () -> Void) async throws -> Value {
    try await plan.follow { move in
      let copy = entries[keyPath: place.entry].copy
      switch move {
      case .young:
        guard let copy, isYoung(copy) else { return nil }
        vend()
        return copy.value
      case .any, .anyThenAskBehind:
        guard let copy else { return nil }
        vend()
        if move == .anyThenAskBehind { _ = fetch(place) }
        return copy.value
      case .ask: return try await fetch(place).value
      case .anyFirst, .askPastCaches, .askWithoutStoring, .confirm, .bundled: return nil
      }
    }
  }

  // MARK: Changing

  /// Buys a product, and caches the customer info that results.
  ///
  /// - Throws: The origin's error; `CustomerCacheError` if its answer cannot be used.
  public func purchase(_ product: String) async throws -> CustomerInfoModel {
    try await change { [origins] user in try await origins.purchase(product, user) }
  }

  /// Restores the user's purchases, and caches the customer info that results.
  ///
  /// - Throws: As `purchase` does.
  public func restorePurchases() async throws -> CustomerInfoModel { try await change(origins.restore) }

  /// Removes the cached customer info, so that the next read fetches it.
  ///
  /// - Throws: `StorageError`, after which nothing has changed.
  public func invalidateCustomerInfoCache() throws(StorageError) {
    try storage.removeInfo()
    entries.info.clear()
  }

  /// Sets the listener that is called when the customer info changes. It replaces any other.
  public func setListener(_ listener: CustomerInfoListener?) { self.listener = listener }

  /// Closes the storage. Answers to requests that are still under way are not cached.
  public func close() {
    endCycle()
    listener = nil
    isClosed = true
    storage.close()
  }
}

/// A closure that is called with the customer info when it has changed.
public typealias CustomerInfoListener = @Sendable (CustomerInfoModel) -> Void
