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
  private let server = Mutex(Server())

  private struct Server {
    var state = OriginState.up
    var infoVersion = "v0"
    var entitlements: [String] = []
    var bought: [AppUserID: [String]] = [:]
    var offeringsVersion = "o0"
    var answersFor: AppUserID?
  }

  init() {
    customerInfo = Origin { _ in throw OriginFailure.noConnection }
    offerings = Origin { _ in throw OriginFailure.noConnection }
    customerInfo.answer { [weak self] in try self?.info($0) ?? { throw OriginFailure.noConnection }() }
    offerings.answer { [weak self] in try self?.offerings($0) ?? { throw OriginFailure.noConnection }() }
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

  func place(_ name: String) throws -> StorePlace {
    StorePlace(name: name, directory: try world.storage.directory(name))
  }

  func setNetwork(_ state: OriginState) { server.withLock { $0.state = state } }

  func serve(_ content: ServerContent) {
    server.withLock { server in
      switch content {
      case .customerInfo(let version, let entitlements):
        server.infoVersion = version
        server.entitlements = entitlements
      case .offerings(let version): server.offeringsVersion = version
      case .answersFor(let user): server.answersFor = user
      }
    }
  }

  var isHolding: Bool { customerInfo.isHolding || offerings.isHolding }

  func apply(_ holding: Holding, to kind: RequestKind) async {
    switch kind {
    case .customerInfo: await customerInfo.apply(holding)
    case .offerings: await offerings.apply(holding)
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

  // MARK: The server's answers

  private func info(_ request: CustomerRequest) throws -> CustomerInfo {
    try server.withLock { server in
      guard server.state == .up else { throw OriginFailure.noConnection }
      let user = server.answersFor ?? request.appUserID
      if case .purchase(let product, _) = request { server.bought[user, default: []].append(product) }
      return CustomerInfo(
        user, server.infoVersion, entitlements: server.entitlements + server.bought[user, default: []])
    }
  }

  private func offerings(_ request: CustomerRequest) throws -> Offerings {
    try server.withLock { server in
      guard server.state == .up else { throw OriginFailure.noConnection }
      return Offerings(server.answersFor ?? request.appUserID, server.offeringsVersion)
    }
  }
}

extension Origin {
  fileprivate func apply(_ holding: Holding) async {
    switch holding {
    case .hold: hold()
    case .await(let count): await holdsRequests(count)
    case .holdNoMore: holdNoMore()
    case .release: release()
    case .releaseNewest: releaseNewest()
    }
  }
}
