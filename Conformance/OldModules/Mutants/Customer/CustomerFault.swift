import CacheConformance
import CacheSpec
import CacheVocabulary
import Foundation
import ReferenceCache
import ReferenceModule
import Synchronization

typealias SoundCustomerCache = ReferenceCustomerCache<MemoryBackend>
typealias CustomerParts = SoundCustomerCache.Parts

/// One way of being wrong: what is done in place of what the sound module does. All that a fault does not mention is sound.
protocol CustomerFault: Sendable {
  static func setup(_ setup: CustomerSetup) -> CustomerSetup
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) throws -> CustomerParts
  static func appUserID(_ cache: FaultyCustomer) async throws -> AppUserID?
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings
  static func purchase(_ cache: FaultyCustomer, _ product: String) async throws
  static func restorePurchases(_ cache: FaultyCustomer) async throws
  static func logIn(_ cache: FaultyCustomer, _ user: AppUserID) async throws
  static func logOut(_ cache: FaultyCustomer) async throws
  static func invalidate(_ cache: FaultyCustomer) async throws
  static func setListener(_ cache: FaultyCustomer, _ listener: CustomerInfoListener?) async
  static func enterForeground(_ cache: FaultyCustomer) async throws
  static func settle(_ cache: FaultyCustomer) async throws
}

/// What a fault may look at and remember: the world, and notes of its own.
final class CustomerScene: Sendable {
  /// What faults note down.
  struct Notes {
    var count = 0
    var fetchedAt: Date?
    var info: CustomerInfo?
    var offerings: Offerings?
    var formerUser: AppUserID?
    var listener: CustomerInfoListener?
    var underWay = 0
    var isSet = false
  }

  let world: CustomerWorld
  private let notes = Mutex(Notes())

  init(_ world: CustomerWorld) { self.world = world }

  func note<Result: Sendable>(_ change: (inout sending Notes) -> sending Result) -> Result { notes.withLock(change) }
}

/// The sound module with what a fault may tamper with.
struct FaultyCustomer: Sendable {
  let sound: SoundCustomerCache
  let parts: CustomerParts
  let scene: CustomerScene

  var world: CustomerWorld { scene.world }
  var user: AppUserID { get async { await sound.cache.appUserID } }
}

extension CustomerFault {
  static func setup(_ setup: CustomerSetup) -> CustomerSetup { setup }
  static func parts(_ parts: CustomerParts, _ scene: CustomerScene) throws -> CustomerParts { parts }
  static func appUserID(_ cache: FaultyCustomer) async throws -> AppUserID? { await cache.sound.appUserID() }
  static func customerInfo(_ cache: FaultyCustomer, _ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    try await cache.sound.customerInfo(policy)
  }
  static func offerings(_ cache: FaultyCustomer) async throws -> Offerings { try await cache.sound.offerings() }
  static func purchase(_ cache: FaultyCustomer, _ product: String) async throws {
    try await cache.sound.purchase(product)
  }
  static func restorePurchases(_ cache: FaultyCustomer) async throws { try await cache.sound.restorePurchases() }
  static func logIn(_ cache: FaultyCustomer, _ user: AppUserID) async throws { try await cache.sound.logIn(user) }
  static func logOut(_ cache: FaultyCustomer) async throws { try await cache.sound.logOut() }
  static func invalidate(_ cache: FaultyCustomer) async throws { try await cache.sound.invalidateCustomerInfoCache() }
  static func setListener(_ cache: FaultyCustomer, _ listener: CustomerInfoListener?) async {
    await cache.sound.setListener(listener)
  }
  static func enterForeground(_ cache: FaultyCustomer) async throws { await cache.sound.enterForeground() }
  static func settle(_ cache: FaultyCustomer) async throws { await cache.sound.settle() }
}

/// The reference's customer cache with a fault.
struct FaultyCustomerCache<Fault: CustomerFault>: OfferingsModule, PurchasesModule, IdentitiesModule,
  InvalidationModule, CustomerListenerModule, EarlierFormatModule
{
  private let cache: FaultyCustomer

  static var lacking: [Capability: String] { [:] }
  static func configure(_ setup: CustomerSetup, at place: StorePlace, in world: CustomerWorld) async throws -> Self {
    let scene = CustomerScene(world)
    let parts = try Fault.parts(SoundCustomerCache.parts(at: place, in: world), scene)
    let sound = try await SoundCustomerCache.configure(Fault.setup(setup), over: parts)
    return Self(cache: FaultyCustomer(sound: sound, parts: parts, scene: scene))
  }
  static func storeInEarlierFormat(_ info: CustomerInfo, at place: StorePlace, in world: CustomerWorld) throws {
    try SoundCustomerCache.storeInEarlierFormat(info, at: place, in: world)
  }

  func appUserID() async throws -> AppUserID? { try await Fault.appUserID(cache) }
  func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfo {
    try await Fault.customerInfo(cache, policy)
  }
  func offerings() async throws -> Offerings { try await Fault.offerings(cache) }
  func purchase(_ product: String) async throws { try await Fault.purchase(cache, product) }
  func restorePurchases() async throws { try await Fault.restorePurchases(cache) }
  func logIn(_ user: AppUserID) async throws { try await Fault.logIn(cache, user) }
  func logOut() async throws { try await Fault.logOut(cache) }
  func invalidateCustomerInfoCache() async throws { try await Fault.invalidate(cache) }
  func setListener(_ listener: CustomerInfoListener?) async { await Fault.setListener(cache, listener) }
  func enterForeground() async throws { try await Fault.enterForeground(cache) }
  func enterBackground() async { await cache.sound.enterBackground() }
  func settle() async throws { try await Fault.settle(cache) }
  func close() async { await cache.sound.close() }
}

extension Mutant {
  static func customer<Fault: CustomerFault>(
    _ breaks: RuleID, _ fault: String, seenIn: String? = nil, _: Fault.Type
  ) -> Mutant {
    Mutant(breaks, fault, seenIn: seenIn, .customerCache(FaultyCustomerCache<Fault>.self), in: CustomerSpec.chapter)
  }
}
