/// The calls of each chapter, to be filled in.
enum Stubs {
  static let chapters = ["paywall", "customer", "response", "normalized", "dashboard"]

  static let factories = [
    "paywall": ".paywalls { configuration, world in NAME(configuration, world) }",
    "customer": ".customers { setup, place, world in NAME(setup, place, world) }",
    "response": ".responseStore { place, capacity, world in NAME(place, capacity, world) }",
    "normalized": ".normalizedCaches { configuration, world in NAME(configuration, world) }",
    "dashboard": ".dashboard { account, world in NAME(account, world) }",
  ]

  static let swift = [
    "paywall": """
    /// A cache of paywalls. One that chooses policies or preloads also conforms to `AdaptivePaywallModule` or
    /// `PaywallPreloadModule`.
    public actor NAME: PaywallCacheModule {
      private let configuration: PaywallConfiguration
      private let world: PaywallWorld

      /// Opens the cache when the app starts. `world.world.storage.directory("…")` may hold what an earlier run left.
      init(_ configuration: PaywallConfiguration, _ world: PaywallWorld) {
        (self.configuration, self.world) = (configuration, world)
      }

      /// Loads a paywall: `world.answer(of: .cdn, for: placement)` asks a layer, `Paywall(bytes:)` reads its answer, and
      /// `world.now` and `world.clock` are the time. Without a policy the default applies.
      public func load(_ placement: String, policy: PaywallFetchPolicy?) async throws -> Paywall { throw NotWritten() }
      /// Returns what is cached, and asks no layer.
      public func cachedPaywall(for placement: String) async throws -> Paywall? { throw NotWritten() }
      /// Removes everything that is cached.
      public func cleanUp() async throws { throw NotWritten() }
      /// The user logs out.
      public func logOut() async throws { throw NotWritten() }
      /// Returns once no work is in progress.
      public func waitUntilIdle() async {}
      /// The app ends: ends all loops and time-outs.
      public func close() async {}
    }
    """,
    "customer": """
    /// A customer cache. Users who log in, offerings, purchases and the like are protocols that refine this one:
    /// `IdentitiesModule`, `OfferingsCacheModule`, `PurchasesModule`, `InvalidationModule`, `CustomerListenerModule`.
    public actor NAME: CustomerCacheModule {
      private let setup: CustomerSetup
      private let place: StorePlace
      private let world: CustomerWorld

      /// Starts the cache when the app is launched. `place.directory` may hold what an earlier run left.
      init(_ setup: CustomerSetup, _ place: StorePlace, _ world: CustomerWorld) {
        (self.setup, self.place, self.world) = (setup, place, world)
      }

      /// Returns the user's id, made up if the app names none.
      public func appUserID() async throws -> AppUserID? { throw NotWritten() }
      /// Reads customer info: `world.fetchCustomerInfo(of: user)` asks the server, and `world.now` and `world.clock` are the
      /// time. Without a policy the default applies.
      public func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel { throw NotWritten() }
      /// The app comes to the foreground.
      public func enterForeground() async throws { throw NotWritten() }
      /// The app goes to the background.
      public func enterBackground() async throws { throw NotWritten() }
      /// Returns once no work is in progress.
      public func waitUntilIdle() async {}
      /// The app ends: ends all loops and time-outs.
      public func close() async {}
    }
    """,
    "response": """
    /// A store of responses. A cache whose sessions load conforms to `ResponseSessionFactory`, and is made by `.responses`.
    public actor NAME: ResponseStoreModule {
      private let place: StorePlace
      private var bytes: ByteCounts
      private let world: ResponseWorld

      /// Opens the store. `place.directory` may hold what an earlier one left; `world.now` is the time.
      init(_ place: StorePlace, _ capacity: ByteCounts, _ world: ResponseWorld) {
        (self.place, bytes, self.world) = (place, capacity, world)
      }

      /// Returns the response stored for a request, as it was stored.
      public func storedResponse(for request: RequestMessage) async throws -> StoredResponse? { throw NotWritten() }
      /// Stores a response, as if it had been received now.
      public func store(_ response: StoredResponse, for request: RequestMessage) async throws { throw NotWritten() }
      /// Removes the response stored for a request.
      public func removeResponse(for request: RequestMessage) async throws { throw NotWritten() }
      /// Removes what was stored since a date.
      public func removeResponses(since date: Date) async throws { throw NotWritten() }
      /// Removes everything.
      public func removeAllResponses() async throws { throw NotWritten() }
      /// Returns how many bytes are in use.
      public func usage() async throws -> ByteCounts { throw NotWritten() }
      /// Returns how many bytes may be in use.
      public func capacity() async throws -> ByteCounts { bytes }
      /// Sets how many bytes may be in use from now on.
      public func setCapacity(_ capacity: ByteCounts) async throws { bytes = capacity }
      /// Returns once no work is in progress.
      public func waitUntilIdle() async {}
      /// Closes the store, so that another can be opened at the place.
      public func close() async {}
    }
    """,
    "normalized": """
    /// A client with a normalized cache. One that can be watched, or whose cache can be read and written directly, also
    /// conforms to `QueryWatchingModule` or `DirectAccessModule`.
    public actor NAME: NormalizedCacheModule {
      private let configuration: NormalizedConfiguration
      private let world: NormalizedWorld

      /// Makes the client. `configuration.file` may hold what an earlier one left.
      init(_ configuration: NormalizedConfiguration, _ world: NormalizedWorld) {
        (self.configuration, self.world) = (configuration, world)
      }

      /// Fetches a query and delivers its results one by one: `world.send(query)` asks the server. Without a policy the
      /// default applies.
      public func fetch(
        _ query: GraphOperation, policy: QueryCachePolicy?, deliver: @escaping @Sendable (GraphAnswer) -> Void
      ) async throws { throw NotWritten() }
      /// Performs a mutation.
      public func perform(_ mutation: GraphOperation) async throws -> GraphAnswer { throw NotWritten() }
      /// Removes everything.
      public func clear() async throws { throw NotWritten() }
      /// Returns once no work is in progress.
      public func waitUntilIdle() async {}
      /// The app ends: ends all fetches.
      public func close() async {}
    }
    """,
    "dashboard": """
    /// A dashboard.
    public actor NAME: DashboardModule {
      private let account: AccountSize
      private let world: DashboardWorld

      /// Opens the dashboard of an account, with nothing cached.
      init(_ account: AccountSize, _ world: DashboardWorld) { (self.account, self.world) = (account, world) }

      /// Returns what a card shows: `world.compute(card)` computes it, and `world.now` is the time.
      public func view(_ card: DashboardCard) async throws -> DashboardView { throw NotWritten() }
      /// Returns once no work is in progress.
      public func waitUntilIdle() async {}
      /// Ends whatever sleeps on the world's clock.
      public func close() async {}
    }
    """,
  ]
}
