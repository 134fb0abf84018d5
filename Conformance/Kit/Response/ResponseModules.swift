public import CacheConformance
public import Foundation

/// The stored URL responses of a cache that itself decides what to store when it loads.
public protocol StoredResponsesModule: ClosableModule {
  /// Returns the response stored for a request, or nil. If `Vary` distinguishes several, the request's header fields
  /// select one. The response is as it was stored, including its `Age`. A stored response that can answer no request
  /// may be returned or left out.
  func storedResponse(for request: RequestMessage) async throws -> StoredResponse?
  /// Removes the response stored for a request. If `Vary` distinguishes several, at least the selected one is removed.
  func removeResponse(for request: RequestMessage) async throws
}

/// A store with a call that stores a response.
public protocol DirectStoringModule: StoredResponsesModule {
  /// Stores a response for a request, as if it had been requested and received now.
  func store(_ response: StoredResponse, for request: RequestMessage) async throws
}

/// A store that removes what has been stored since a date.
public protocol DatedRemovalModule: StoredResponsesModule {
  /// Removes what has been stored since a date.
  func removeResponses(since date: Date) async throws
}

/// A store that removes everything.
public protocol RemovalOfAllModule: StoredResponsesModule {
  /// Removes everything.
  func removeAllResponses() async throws
}

/// A store with a capacity.
public protocol BoundedStoreModule: StoredResponsesModule {
  /// Returns how many bytes are in use.
  func usage() async throws -> ByteCounts
  /// Returns how many bytes may be in use.
  func capacity() async throws -> ByteCounts
  /// Sets how many bytes may be in use from now on.
  func setCapacity(_ capacity: ByteCounts) async throws
}

/// A store of URL responses with every call, such as `URLCache`.
///
/// From Apple's 'Accessing cached data', 'Access the Cache Directly' and 'Manage Caching Programmatically'.
public protocol ResponseStoreModule: DirectStoringModule, DatedRemovalModule, RemovalOfAllModule, BoundedStoreModule {}

/// A cache of URL responses, as what opens its stores in a world.
public protocol ResponseStoreFactory: Sendable {
  /// The type of the cache's stores. Scenarios that need a call which the stores lack are not assessed.
  associatedtype Store: StoredResponsesModule

  /// Opens the store at a place, which may hold what an earlier store left, with a capacity in bytes.
  ///
  /// The module itself may outlive a restart or kill of its app, and so would a store that the module keeps open under
  /// the place's name. After a kill, the place has another directory.
  func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> Store
}

/// A cache of URL responses, as what makes sessions that load through its stores, such as `URLSession` with a `URLCache`.
///
/// From Apple's 'Accessing cached data', 'Set a Cache Policy for Url Requests' and 'Manage Caching Programmatically'.
public protocol ResponseSessionFactory<Store>: ResponseStoreFactory {
  /// Returns the store that is shared by all sessions without one of their own. Its location and size are up to the
  /// module, and nobody closes it. Not called on a module that lacks `Capability.sessionStores`.
  func sharedStore() async throws -> Store
  /// Makes a session.
  func makeSession(_ configuration: SessionConfiguration<Store>) async throws -> any ResponseSessionModule<Store>
}

/// A session that loads requests. `close` ends its loads, and whatever sleeps on the world's clock. The stores of its
/// module are closed separately.
public protocol ResponseSessionModule<Store>: ClosableModule {
  /// The type of the module's stores.
  associatedtype Store: StoredResponsesModule

  /// Returns the store that can be read back from the session's configuration, or nil.
  func configuredStore() async throws -> Store?
  /// Loads a request. A response of any status is an answer; if there is no response, the call throws an error. A
  /// status of 500 or more also counts as a failure, because a cache may answer 504 for what it may not load. Redirects
  /// may be followed or returned. HEAD requests, range requests and the app's own conditional requests may be answered
  /// by the store or the origin, with the appropriate status. Under `returnCacheDataDontLoad` they are answered by the
  /// store, or fail.
  func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage
  /// Loads a request through a given kind of call. On some platforms, each kind uses other code. A session with one
  /// kind of call does not need to implement this.
  func load(_ request: RequestMessage, as kind: TaskKind, through call: LoadCall) async throws -> ResponseMessage
}

extension ResponseSessionModule {
  /// The default for a session that does no work after it has answered.
  public func waitUntilIdle() {}

  /// Loads through the only kind of call.
  public func load(
    _ request: RequestMessage, as kind: TaskKind, through call: LoadCall
  ) async throws -> ResponseMessage { try await load(request, as: kind) }
}

/// A delegate's decision on a proposal to cache a response. Returns what to cache, or nil for nothing.
public typealias WillCache = @Sendable (StoredResponse) async -> StoredResponse?

/// The configuration of a session, as given by `URLSessionConfiguration` and the session's delegate.
public struct SessionConfiguration<Store: StoredResponsesModule>: Sendable {
  /// The kind of configuration.
  public var kind: SessionKind
  /// The store that the session uses, or nil for none.
  public var store: Store?
  /// Whether to keep the store that comes with the kind of configuration; `store` is then nil.
  public var leavesStore: Bool
  /// The policy for requests that name none, or nil to keep the default.
  public var policy: RequestPolicy?
  /// The delegate, or nil for none.
  public var willCache: WillCache?

  /// Creates a configuration.
  package init(
    kind: SessionKind, store: Store?, leavesStore: Bool, policy: RequestPolicy?, willCache: WillCache?
  ) {
    self.kind = kind
    self.leavesStore = leavesStore
    self.store = store
    self.policy = policy
    self.willCache = willCache
  }
}
