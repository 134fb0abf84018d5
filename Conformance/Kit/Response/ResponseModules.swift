public import Foundation

/// A store of URL responses: what `URLCache` is.
///
/// From Apple's 'Accessing cached data', 'Access the Cache Directly' and 'Manage Caching Programmatically'.
public protocol ResponseStoreModule: ClosableModule {
  /// The response stored for a request, or nil for none: of several that `Vary` tells apart the one that the request's
  /// header fields select. It is as it was stored, its `Age` too; one that answers no request may be found, or not.
  func storedResponse(for request: RequestMessage) async throws -> StoredResponse?
  /// Stores a response for a request, as one that was asked for and received now.
  func store(_ response: StoredResponse, for request: RequestMessage) async throws
  /// Removes the response stored for a request; of several that `Vary` tells apart that one at the least.
  func removeResponse(for request: RequestMessage) async throws
  /// Removes what was stored since a date.
  func removeResponses(since date: Date) async throws
  /// Removes everything.
  func removeAllResponses() async throws

  /// How many bytes are in use.
  func usage() async throws -> ByteCounts
  /// How many bytes may be in use.
  func capacity() async throws -> ByteCounts
  /// Says how many bytes may be in use from now on.
  func setCapacity(_ capacity: ByteCounts) async throws
}

/// A cache of URL responses, which opens stores in the world that it is made in.
public protocol ResponseCacheModule: Sendable {
  /// Its stores.
  associatedtype Store: ResponseStoreModule

  /// Opens the store at a place, which may hold what an earlier one left; the capacity is in bytes.
  ///
  /// The module itself may live on when its app is restarted or killed: a store that is kept open under the place's name
  /// would outlive it. After a kill the directory is another.
  func openStore(at place: StorePlace, capacity: ByteCounts) async throws -> Store
}

/// A cache of URL responses with sessions that load through its stores: what `URLSession` with a `URLCache` is.
///
/// From Apple's 'Accessing cached data', 'Set a Cache Policy for Url Requests' and 'Manage Caching Programmatically'.
public protocol ResponseLoadingModule<Store>: ResponseCacheModule {
  /// The store that all sessions share that are given no other. Where it lies and how large it is are left to the module;
  /// nobody closes it.
  func sharedStore() async throws -> Store
  /// Makes a session.
  func makeSession(_ configuration: SessionConfiguration<Store>) async throws -> any ResponseSessionModule<Store>
}

/// A session that loads requests.
public protocol ResponseSessionModule<Store>: ClosableModule {
  /// The stores of its module.
  associatedtype Store: ResponseStoreModule

  /// The store that the session's configuration reads back, or nil for none.
  func configuredStore() async throws -> Store?
  /// Loads a request. A response of any status is an answer; no response is an error. A status of 500 or more counts as a
  /// failure too: a cache may answer 504 for what it may not load. Redirects may be followed, or handed back. A HEAD, a part
  /// and the app's own conditions may be answered by what is stored, or by the origin; with the status that is then due.
  func load(_ request: RequestMessage, as kind: TaskKind) async throws -> ResponseMessage
  /// Loads a request by another kind of call, which on some platforms is other code. A session with one kind needs nothing
  /// more.
  func load(_ request: RequestMessage, as kind: TaskKind, through call: LoadCall) async throws -> ResponseMessage
}

extension ResponseSessionModule {
  /// A session that has no work under way behind what it answered needs nothing.
  public func waitUntilIdle() {}

  /// Loads in the one way that there is.
  public func load(
    _ request: RequestMessage, as kind: TaskKind, through call: LoadCall
  ) async throws -> ResponseMessage { try await load(request, as: kind) }
}

/// What a delegate does with a proposal to cache a response: it hands back what shall be cached, or nil for nothing.
public typealias WillCache = @Sendable (StoredResponse) async -> StoredResponse?

/// How a session is made: what `URLSessionConfiguration` and the session's delegate say.
public struct SessionConfiguration<Store: ResponseStoreModule>: Sendable {
  /// The kind of configuration.
  public var kind: SessionKind
  /// The store that the session uses, or nil for none.
  public var store: Store?
  /// Whether the store is left as the kind of configuration comes with it; `store` is then nil.
  public var leavesStore: Bool
  /// The policy for requests that name none, or nil to leave it as it comes.
  public var policy: RequestPolicy?
  /// The delegate, or nil for none.
  public var willCache: WillCache?

  /// Says how a session is made.
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
