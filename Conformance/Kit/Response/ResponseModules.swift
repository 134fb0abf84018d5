public import CacheSpec
public import CacheVocabulary
public import Foundation

/// A store of URL responses: what `URLCache` is.
///
/// From Apple's 'Accessing cached data', 'Access the Cache Directly' and 'Manage Caching Programmatically'.
public protocol ResponseStoreModule: Sendable {
  /// What the module cannot take, each with the reason.
  static var lacking: [Capability: String] { get }

  /// Opens the store at a place, which may hold what an earlier one left.
  static func open(at place: StorePlace, capacity: ByteCounts, in world: ResponseWorld) async throws -> Self

  /// The response stored for a request.
  func storedResponse(for request: HTTPRequest) async throws -> StoredResponse?
  /// Stores a response for a request.
  func store(_ response: StoredResponse, for request: HTTPRequest) async throws
  /// Removes the response stored for a request.
  func removeResponse(for request: HTTPRequest) async throws
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

  /// Returns once the module's own background work has come to rest.
  func settle() async throws
  /// Lets go of the place, so that it can be opened again.
  func close() async throws
}

/// What a delegate does with a proposal to cache a response: it hands back what shall be cached, or nil for nothing.
public typealias WillCache = @Sendable (StoredResponse) async -> StoredResponse?

/// How a session is made: what `URLSessionConfiguration` and the session's delegate say.
public struct SessionConfiguration<Store: ResponseStoreModule>: Sendable {
  /// The kind of configuration.
  public let kind: SessionKind
  /// The store that the session uses, or nil for none.
  public let store: Store?
  /// The policy for requests that name none, or nil to leave it as it comes.
  public let policy: RequestPolicy?
  /// The delegate, or nil for none.
  public let willCache: WillCache?

  /// Says how a session is made.
  public init(kind: SessionKind, store: Store?, policy: RequestPolicy?, willCache: WillCache?) {
    self.kind = kind
    self.store = store
    self.policy = policy
    self.willCache = willCache
  }
}

/// How a loader reaches its origin.
public enum Transport: Sendable {
  /// By `ResponseWorld.send`, in this process.
  case inProcess
  /// By HTTP over loopback.
  case loopback
}

/// A loader that uses a store: what `URLSession` with a `URLCache` is.
///
/// From Apple's 'Accessing cached data', 'Set a Cache Policy for Url Requests' and 'Manage Caching Programmatically'.
public protocol ResponseLoaderModule<Store>: Sendable {
  /// The store that it uses.
  associatedtype Store: ResponseStoreModule

  /// How it reaches its origin.
  static var transport: Transport { get }
  /// The store that all sessions share that are given no other.
  static func sharedStore(in world: ResponseWorld) async throws -> Store

  /// Makes a session.
  init(_ configuration: SessionConfiguration<Store>, in world: ResponseWorld) async throws

  /// The store that the session's configuration reads back.
  func configuredStore() async throws -> Store?
  /// Loads a request. A response of any status is an answer; no response is an error.
  func load(_ request: HTTPRequest, as kind: TaskKind) async throws -> HTTPResponse
  /// Lets go of the session.
  func close() async throws
}
