/// A cache of who the user is, what they own and what is on sale to them.
///
/// From RevenueCat's 'Caching'. The user and what they own are kept in storage; offerings in memory only.
public actor CustomerCache {
  /// How old a copy may be before it is refreshed.
  static let longestYoung: Duration = .seconds(5 * 60)
  /// How long an app lies in the background between refreshes: the middle of the day to 25 hours that is documented.
  static let backgroundInterval: Duration = .seconds(24.5 * 3600)
  /// What is logged when an answer comes from the cache.
  static let vendingLine = "[Purchases] - DEBUG: Vending customerInfo from cache"

  /// All that is cached of the user's.
  struct Entries: Sendable {
    var info = CacheEntry<CustomerInfoModel>()
    var offerings = CacheEntry<OfferingsModel>()

    mutating func clear() {
      info.clear()
      offerings.clear()
    }
  }

  let origins: CustomerOrigins
  let dependencies: Dependencies
  let storage: CustomerStorage
  let environment: AppEnvironment
  /// Whether a read joins the request that is under way.
  let joinsReads: Bool
  var user: CustomerStorage.User
  var entries = Entries()
  var listener: CustomerInfoListener?
  var requestCount = 0
  var isClosed = false
  var backgroundWork = BackgroundWork()
  var cycle: (due: Duration, task: Task<Void, any Error>)?

  /// Opens the cache, and fetches customer info and offerings behind the call.
  ///
  /// - Parameters:
  ///   - setup: who the user is, and where the build runs.
  ///   - storage: what an earlier run left, and where this one keeps the user and what they own.
  ///   - origins: what is fetched from.
  ///   - dependencies: time, log and ids.
  ///   - joinsReads: whether reads share the request that is under way, or each make their own.
  /// - Throws: `StorageError` when the storage cannot be read or written.
  public static func configure(
    _ setup: CustomerSetup, storage: any Storage, origins: CustomerOrigins, in dependencies: Dependencies,
    joinsReads: Bool = true
  ) async throws -> CustomerCache {
    let cache = try CustomerCache(setup, CustomerStorage(storage), origins, dependencies, joinsReads)
    await cache.fetchAll()
    return cache
  }

  private init(
    _ setup: CustomerSetup, _ storage: CustomerStorage, _ origins: CustomerOrigins, _ dependencies: Dependencies,
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
    }
  }

  // MARK: Identity

  /// Who the user is.
  public var appUserID: AppUserID { user.id }

  /// Makes another the user. Nothing of the one before is left.
  ///
  /// - Throws: `CustomerCacheError.blankAppUserID`; `StorageError`, after which nothing has changed.
  public func logIn(_ id: AppUserID) throws {
    guard !id.isBlank else { throw CustomerCacheError.blankAppUserID }
    if id != user.id { try become(CustomerStorage.User(id: id, isAnonymous: false)) }
  }

  /// Makes a new anonymous user the user. Nothing of the one before is left.
  ///
  /// - Throws: `CustomerCacheError.nobodyLoggedIn`; `StorageError`, after which nothing has changed.
  public func logOut() throws {
    guard !user.isAnonymous else { throw CustomerCacheError.nobodyLoggedIn }
    try become(CustomerStorage.User(id: dependencies.makeAnonymousID(), isAnonymous: true))
  }

  private func become(_ next: CustomerStorage.User) throws(StorageError) {
    try storage.switchUser(to: next)
    user = next
    entries.clear()
  }

  // MARK: Reading

  /// What the user owns.
  ///
  /// - Throws: `NothingCached` where nothing is cached and the policy allows no request; the origin's error where it
  ///   cannot be reached; `CustomerCacheError` where its answer cannot be used.
  public func customerInfo(_ policy: CustomerFetchPolicy = .cachedOrFetched) async throws -> CustomerInfoModel {
    try await read(.info, by: Plan(policy)) { dependencies.log(Self.vendingLine) }
  }

  /// What is on sale to the user.
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

  /// Buys a product, and caches what the user owns then.
  ///
  /// - Throws: The origin's error; `CustomerCacheError` where its answer cannot be used.
  public func purchase(_ product: String) async throws -> CustomerInfoModel {
    try await change { [origins] user in try await origins.purchase(product, user) }
  }

  /// Restores what the user bought, and caches what they own then.
  ///
  /// - Throws: As `purchase` does.
  public func restorePurchases() async throws -> CustomerInfoModel { try await change(origins.restore) }

  /// Forgets what the user owns: the next read fetches it.
  ///
  /// - Throws: `StorageError`, after which nothing has changed.
  public func invalidateCustomerInfoCache() throws(StorageError) {
    try storage.removeInfo()
    entries.info.clear()
  }

  /// From now on this listener, in place of any other, is told when what the user owns changes.
  public func setListener(_ listener: CustomerInfoListener?) { self.listener = listener }

  /// Lets go of the storage. Answers that are still under way count for nothing.
  public func close() {
    endCycle()
    listener = nil
    isClosed = true
    storage.close()
  }
}

/// Is told what the user owns from now on.
public typealias CustomerInfoListener = @Sendable (CustomerInfoModel) -> Void
