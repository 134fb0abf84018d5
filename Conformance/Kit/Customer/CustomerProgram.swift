package import CacheConformance
import CustomerRules
import Foundation

extension CustomerFetchPolicy: JSONValue {}
extension AppEnvironment: JSONValue {}

extension AppUserID: JSONValue {
  package static var shape: JSONShape { .text }
  package init(_ json: JSON, name: String) throws { self.init(try String(json, name: name)) }
  package var json: JSON { .text(text) }
}

extension CustomerInfoModel: JSONStructure {
  package static let structure = Structure<Self>(
    "CustomerInfo", Member("appUserID", \.appUserID), Member("version", \.version),
    Member("entitlements", \.entitlements, or: [])
  ) { Self($0, $1, entitlements: $2) }
}

extension OfferingsModel: JSONStructure {
  package static let structure = Structure<Self>(
    "Offerings", Member("appUserID", \.appUserID), Member("version", \.version)
  ) { Self($0, $1) }
}

/// The calls of customer caches over a pipe.
enum CustomerCalls {
  private static let user = Parameter("user", AppUserID.self)
  private static let product = Parameter("product", String.self)
  private static let listener = Parameter("listener", Int?.self)
  typealias Cache = any CustomerCacheModule

  static let open = PipeCall(
    "open", Parameter("appUserID", AppUserID?.self), Parameter("environment", AppEnvironment.self),
    Parameter("place", String.self), Parameter("folder", String.self), answer: ObjectNumber.self)
  static let appUserID = ModuleCall("appUserID", of: Cache.self) { try await $0.appUserID() }
  static let customerInfo = ModuleCall("customerInfo", Parameter("policy", CustomerFetchPolicy?.self), of: Cache.self) {
    try await $0.customerInfo($1)
  }
  static let enterForeground = ModuleCall("enterForeground", of: Cache.self) { try await $0.enterForeground() }
  static let enterBackground = ModuleCall("enterBackground", of: Cache.self) { try await $0.enterBackground() }
  static let offerings = ModuleCall("offerings", of: (any OfferingsCacheModule).self) { try await $0.offerings() }
  static let purchase = ModuleCall("purchase", product, of: (any PurchasesModule).self) { try await $0.purchase($1) }
  static let restorePurchases = ModuleCall("restorePurchases", of: (any PurchasesModule).self) {
    try await $0.restorePurchases()
  }
  static let logIn = ModuleCall("logIn", user, of: (any IdentitiesModule).self) { try await $0.logIn($1) }
  static let logOut = ModuleCall("logOut", of: (any IdentitiesModule).self) { try await $0.logOut() }
  static let invalidate = ModuleCall("invalidateCustomerInfoCache", of: (any InvalidationModule).self) {
    try await $0.invalidateCustomerInfoCache()
  }
  static let setListener = PipeCall("setListener", listener, answer: Nothing.self)
  static let storeInEarlierFormat = ModuleCall(
    "storeInEarlierFormat", Parameter("info", CustomerInfoModel.self), of: (any EarlierFormatModule).self
  ) { try await $0.storeInEarlierFormat($1) }

  static let fetchCustomerInfo = PipeCall("fetchCustomerInfo", user, answer: CustomerInfoModel.self)
  static let fetchOfferings = PipeCall("fetchOfferings", user, answer: OfferingsModel.self)
  static let buy = PipeCall("purchase", product, user, answer: CustomerInfoModel.self)
  static let restore = PipeCall("restore", user, answer: CustomerInfoModel.self)
  static let notify = PipeCall(
    "notify", Parameter("listener", Int.self), Parameter("info", CustomerInfoModel.self), answer: Nothing.self)

  static let description = PipeDescription(
    "customer", "a purchases SDK's cache of who the user is and what they own: `CustomerCacheModule`",
    calls: [
      open.described(
        "starts the app; without `appUserID` it names no user: the last one stays, or one is made up. The folder holds what an earlier run left; a program that writes no files keeps it by `place`"
      )
    ],
    ofObjects: [
      appUserID.described("answers the user's id, or null if there is no user"),
      customerInfo.described("without a policy, by the default", failing: "the policy finds nothing"),
      enterForeground.described("a refresh that fails is no error"), enterBackground.described(),
      offerings.described(failing: "nothing is cached and the server fails", unless: .offerings),
      purchase.described("calls the kit's `purchase`", failing: "the server fails", unless: .purchases),
      restorePurchases.described("calls the kit's `restore`", failing: "the server fails", unless: .purchases),
      logIn.described(
        "may ask for customer info, and wait for it; who the user is after a failure is open",
        failing: "the server fails, the id is blank, or this user is already logged in", unless: .identities),
      logOut.described(
        "without a server the user is logged out all the same", failing: "nobody has logged in", unless: .identities),
      invalidate.described(unless: .invalidation),
      setListener.described(
        "sets the only listener, by the number with which it is notified, or removes it", unless: .customerListener),
      storeInEarlierFormat.described("stores as an earlier version would; the app has ended", unless: .earlierFormat),
    ],
    asked: [
      fetchCustomerInfo.described(failing: noServer), fetchOfferings.described(failing: noServer),
      buy.described(failing: noServer), restore.described(failing: noServer),
    ],
    heard: [notify.described("the listener is told")])

  private static let noServer =
    "the server fails: `noConnection`, `timeOut`, `serverError` or `undecodable`; or `cancelled`"
}

#if os(macOS) || os(Linux)
  extension ProgramChapter {
    /// Programs with customer caches.
    public static let customer = Self(CustomerCalls.description) { program, _ in .customers(of: program) }
  }

  extension ChapterImplementation {
    /// A program's customer cache.
    static func customers(of program: Program) -> Self {
      customers { setup, place, world in
        let listeners = world.world.shared { Numbered<@Sendable (CustomerInfoModel) -> Void>() }
        let connection = world.world.shared {
          ProgramConnection(
            program, "customer", in: world.world,
            hearing: [CustomerCalls.notify.heard { listener, info in listeners[listener]?(info) }],
            answering: [
              CustomerCalls.fetchCustomerInfo.answered(in: world) { try await $0.fetchCustomerInfo(of: $1) },
              CustomerCalls.fetchOfferings.answered(in: world) { try await $0.fetchOfferings(for: $1) },
              CustomerCalls.buy.answered(in: world) { try await $0.purchase($1, by: $2) },
              CustomerCalls.restore.answered(in: world) { try await $0.restore(for: $1) },
            ])
        }
        let folder = try WorldFailure.catching { try place.directory.path }
        return ProgramCustomers(
          object: try await connection.make(
            CustomerCalls.open, setup.appUserID, setup.environment, place.name, folder), listeners: listeners)
      }
    }
  }

  private struct ProgramCustomers: OfferingsCacheModule, PurchasesModule, IdentitiesModule, InvalidationModule,
    CustomerListenerModule, EarlierFormatModule, ProgramModule
  {
    let object: ProgramObject
    let listeners: Numbered<@Sendable (CustomerInfoModel) -> Void>

    func appUserID() async throws -> AppUserID? { try await object.call(CustomerCalls.appUserID) }
    func customerInfo(_ policy: CustomerFetchPolicy?) async throws -> CustomerInfoModel {
      try await object.call(CustomerCalls.customerInfo, policy)
    }
    func enterForeground() async throws { try await object.call(CustomerCalls.enterForeground) }
    func enterBackground() async throws { try await object.call(CustomerCalls.enterBackground) }
    func offerings() async throws -> OfferingsModel { try await object.call(CustomerCalls.offerings) }
    func purchase(_ product: String) async throws { try await object.call(CustomerCalls.purchase, product) }
    func restorePurchases() async throws { try await object.call(CustomerCalls.restorePurchases) }
    func logIn(_ user: AppUserID) async throws { try await object.call(CustomerCalls.logIn, user) }
    func logOut() async throws { try await object.call(CustomerCalls.logOut) }
    func invalidateCustomerInfoCache() async throws { try await object.call(CustomerCalls.invalidate) }
    func setListener(_ listener: (@Sendable (CustomerInfoModel) -> Void)?) async throws {
      try await object.call(CustomerCalls.setListener, listener.map(listeners.add))
    }
    func storeInEarlierFormat(_ info: CustomerInfoModel) async throws {
      try await object.call(CustomerCalls.storeInEarlierFormat, info)
    }
  }
#endif

extension ServedModule {
  /// A customer cache that is served to the kit at the other end of a pipe.
  static func customers(
    in pipedWorld: PipedWorld,
    _ configure: @escaping @Sendable (CustomerSetup, StorePlace, CustomerWorld) async throws -> any CustomerCacheModule
  ) -> Self {
    let world = CustomerWorld(pipedWorld: pipedWorld)
    let opening = CustomerCalls.open.making { _, user, environment, place, folder in
      world.world.storage.use(folder: folder)
      return try await configure(
        CustomerSetup(user, environment: environment), world.world.storage.place(place), world)
    }
    let listening = CustomerCalls.setListener.answered(of: (any CustomerListenerModule).self) { module, number in
      guard let number else {
        try await module.setListener(nil)
        return Nothing()
      }
      try await module.setListener { pipedWorld.conversation.tell(CustomerCalls.notify, number, $0) }
      return Nothing()
    }
    return Self(CustomerCalls.description, [opening, listening])
  }
}
