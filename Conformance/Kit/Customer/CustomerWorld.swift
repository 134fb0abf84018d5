public import CacheConformance
import CustomerRules
import Foundation
import Synchronization

/// A world with a server that knows its customers.
public final class CustomerWorld: ChapterWorld {
  /// A request as it reaches the server.
  struct Request: Sendable {
    let subject: CustomerRequest.Subject
    let user: AppUserID
  }

  /// Time, storage and log.
  public let world: ModuleWorld
  let customerInfo: Origin<Request, CustomerInfoModel>
  let offerings: Origin<Request, OfferingsModel>
  private let server = CustomerServer()

  init(_ time: ModuleWorld.Time) {
    world = ModuleWorld(time)
    customerInfo = Origin { [server] in try server.customerInfo($0) }
    offerings = Origin { [server] in try server.offerings($0) }
  }

  /// Creates a stand-in for a world that the kit at the other end of a pipe has made.
  init(pipedWorld: PipedWorld) {
    world = ModuleWorld(.piped(pipedWorld))
    customerInfo = Origin(remote: { request in
      switch request.subject {
      case .purchase(let product): try await pipedWorld.ask(CustomerCalls.buy, product, request.user)
      case .restore: try await pipedWorld.ask(CustomerCalls.restore, request.user)
      default: try await pipedWorld.ask(CustomerCalls.fetchCustomerInfo, request.user)
      }
    })
    offerings = Origin(remote: { try await pipedWorld.ask(CustomerCalls.fetchOfferings, $0.user) })
  }

  // MARK: For modules

  // Each request throws an `OriginFailure` if the server cannot be reached or gives no answer that can be used, and
  // `CancellationError` once the task that makes the request is cancelled, whether the request is held or not.

  /// Logs a line, as its message alone or as the documents show it.
  public func log(_ line: String) { world.write(toLog: line) }

  /// Asks the server what a user owns.
  public func fetchCustomerInfo(of user: AppUserID) async throws -> CustomerInfoModel {
    try await customerInfo.ask(Request(subject: .customerInfo, user: user))
  }
  /// Asks the server what is on sale to a user.
  public func fetchOfferings(for user: AppUserID) async throws -> OfferingsModel {
    try await offerings.ask(Request(subject: .offerings, user: user))
  }
  /// Buys a product. Store and server are one here. Returns what the user owns after the purchase.
  public func purchase(_ product: String, by user: AppUserID) async throws -> CustomerInfoModel {
    try await customerInfo.ask(Request(subject: .purchase(product), user: user))
  }
  /// Restores a user's purchases. Store and server are one here. Returns what the user owns after that.
  public func restore(for user: AppUserID) async throws -> CustomerInfoModel {
    try await customerInfo.ask(Request(subject: .restore, user: user))
  }

  // MARK: For the checker

  func setNetwork(_ state: NetworkState) { server.setNetwork(state) }
  func serve(_ content: ServerContent) { server.serve(content) }

  var isHolding: Bool { customerInfo.isHolding || offerings.isHolding }
  var heldRequestCount: Int { customerInfo.heldCount + offerings.heldCount }

  /// Returns the requests since this was last called: first those for customer info, then those for offerings.
  func takeRequests() -> [Request] { customerInfo.takeRequests() + offerings.takeRequests() }

  func leaveBehind() {
    customerInfo.leaveBehind()
    offerings.leaveBehind()
  }

  func answerWhatWasLeft() {
    customerInfo.answerWhatWasLeft()
    offerings.answerWhatWasLeft()
  }

  func releaseAll() {
    customerInfo.release()
    offerings.release()
  }
}

/// A server that has the latest version of everything, the same for every user, and remembers who bought what.
private final class CustomerServer: Sendable {
  private struct State {
    var network = NetworkState.up
    var infoVersion = DataVersion(0)
    var entitlements: [String] = []
    var bought: [AppUserID: [String]] = [:]
    var offeringsVersion = DataVersion(0)
    var answersFor: AppUserID?
  }

  private let state = Mutex(State())

  func setNetwork(_ network: NetworkState) { state.withLock { $0.network = network } }

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

  func customerInfo(_ request: CustomerWorld.Request) throws -> CustomerInfoModel {
    try state.withLock { state in
      if case .failing(let failure) = state.network { throw failure }
      let user = state.answersFor ?? request.user
      if case .purchase(let product) = request.subject { state.bought[user, default: []].append(product) }
      return CustomerInfoModel(
        user, state.infoVersion.text(of: .customerInfo),
        entitlements: state.entitlements + state.bought[user, default: []])
    }
  }

  func offerings(_ request: CustomerWorld.Request) throws -> OfferingsModel {
    try state.withLock { state in
      if case .failing(let failure) = state.network { throw failure }
      return OfferingsModel(state.answersFor ?? request.user, state.offeringsVersion.text(of: .offerings))
    }
  }
}
