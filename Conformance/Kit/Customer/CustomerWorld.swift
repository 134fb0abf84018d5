import CacheSpec
public import CacheVocabulary
public import Foundation
import Synchronization

/// A world with a server that knows its customers.
public final class CustomerWorld: Sendable {
  /// Time, storage and log.
  public let world = World()
  private let customerInfo: Origin<CustomerRequest, CustomerInfo>
  private let offerings: Origin<CustomerRequest, Offerings>
  private let server = CustomerServer()

  init() {
    customerInfo = Origin { [server] in try server.customerInfo($0) }
    offerings = Origin { [server] in try server.offerings($0) }
  }

  // MARK: For modules

  /// The date and time of day.
  public var now: Date { world.now }
  /// The clock.
  public var clock: any Clock<Duration> { world.clock }

  /// Logs a line.
  public func log(_ line: String) { world.log.write(line) }

  /// Asks the server what a user owns.
  public func fetchCustomerInfo(of user: AppUserID) async throws -> CustomerInfo {
    try await customerInfo.ask(.customerInfo(user))
  }
  /// Asks the server what is on sale to a user.
  public func fetchOfferings(for user: AppUserID) async throws -> Offerings {
    try await offerings.ask(.offerings(user))
  }
  /// Buys a product: the store and the server in one. The answer is what the user owns then.
  public func purchase(_ product: String, by user: AppUserID) async throws -> CustomerInfo {
    try await customerInfo.ask(.purchase(product, user))
  }
  /// Restores what a user bought: the store and the server in one. The answer is what the user owns then.
  public func restore(for user: AppUserID) async throws -> CustomerInfo {
    try await customerInfo.ask(.restore(user))
  }

  // MARK: For the checker

  func setNetwork(_ state: OriginState) { server.setNetwork(state) }
  func serve(_ content: ServerContent) { server.serve(content) }

  var isHolding: Bool { customerInfo.isHolding || offerings.isHolding }

  /// Does something with requests on their way.
  ///
  /// - Returns: False if requests are waited for, and the module comes to rest without them.
  func apply(
    _ holding: Holding, to kind: RequestKind, before rest: @escaping @Sendable () async -> Void
  ) async -> Bool {
    switch kind {
    case .customerInfo: await customerInfo.apply(holding, before: rest)
    case .offerings: await offerings.apply(holding, before: rest)
    }
  }

  /// The requests since the last time: those for customer info in their order, then those for offerings in theirs.
  func takeRequests() -> [CustomerRequest] { customerInfo.takeRequests() + offerings.takeRequests() }

  func releaseAll() {
    customerInfo.release()
    offerings.release()
  }

  func tearDown() {
    releaseAll()
    world.tearDown()
  }
}

/// A server that has the newest of everything, for every user alike, and remembers who bought what.
private final class CustomerServer: Sendable {
  private struct State {
    var network = OriginState.up
    var infoVersion = "v0"
    var entitlements: [String] = []
    var bought: [AppUserID: [String]] = [:]
    var offeringsVersion = "o0"
    var answersFor: AppUserID?
  }

  private let state = Mutex(State())

  func setNetwork(_ network: OriginState) { state.withLock { $0.network = network } }

  func serve(_ content: ServerContent) {
    state.withLock { state in
      switch content {
      case .customerInfo(let version, let entitlements):
        state.infoVersion = version
        state.entitlements = entitlements
      case .offerings(let version): state.offeringsVersion = version
      case .answersFor(let user): state.answersFor = user
      }
    }
  }

  func customerInfo(_ request: CustomerRequest) throws -> CustomerInfo {
    try state.withLock { state in
      guard state.network == .up else { throw OriginFailure.noConnection }
      let user = state.answersFor ?? request.appUserID
      if case .purchase(let product, _) = request { state.bought[user, default: []].append(product) }
      return CustomerInfo(user, state.infoVersion, entitlements: state.entitlements + state.bought[user, default: []])
    }
  }

  func offerings(_ request: CustomerRequest) throws -> Offerings {
    try state.withLock { state in
      guard state.network == .up else { throw OriginFailure.noConnection }
      return Offerings(state.answersFor ?? request.appUserID, state.offeringsVersion)
    }
  }
}

extension Origin {
  fileprivate func apply(_ holding: Holding, before rest: @escaping @Sendable () async -> Void) async -> Bool {
    switch holding {
    case .hold: hold()
    case .await(let count): return await holdsRequests(count, before: rest)
    case .holdNoMore: holdNoMore()
    case .release: release()
    case .releaseNewest: releaseNewest()
    }
    return true
  }
}
